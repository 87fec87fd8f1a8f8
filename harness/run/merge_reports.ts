/** Combines the reports of shards. The results of single cases are kept; every verdict is derived again. */

import { HarnessError } from "../engine.ts";
import type { CaseFile } from "../golden/golden.ts";
import { findGaps } from "./proof.ts";
import type { CaseResult, Failure } from "../replay/result.ts";
import type { RatchetVerdict } from "../spec/ratchet.ts";
import type { Spec } from "../spec/spec.ts";
import { type CaseReport, type Origin, type Report, report } from "../verdict.ts";

/** What the reports are checked against. */
export interface Ground {
  readonly spec: Spec;
  /** recipes of all cases, by id */
  readonly files: ReadonlyMap<string, CaseFile>;
  /** ids of the requested items */
  readonly items: readonly string[];
  /** hashes of the local files; that of the engine comes from the reports */
  readonly origin: Omit<Origin, "engine">;
  /** compares results with the list of known failures */
  readonly hold: (engine: string, results: readonly CaseResult[]) => RatchetVerdict;
}

/** Merges reports. Every case must be in exactly one of them. */
export function mergeReports(parts: readonly Report[], { spec, files, items, origin, hold }: Ground): Report {
  const [first] = parts;
  for (const part of parts) checkOrigin(part, first, origin);
  const cases = parts.flatMap((part) => part.cases).sort((a, b) => a.id < b.id ? -1 : 1);
  const twice = cases.find(({ id }, i) => id === cases[i - 1]?.id);
  if (twice !== undefined) throw new HarnessError(`case ${twice.id} is in two of the reports`);
  const asked = [...files].filter(([, file]) => file.items.some((item) => items.includes(item))).map(([id]) => id);
  const seen = new Set(cases.map(({ id }) => id));
  const lost = asked.find((id) => !seen.has(id));
  if (lost !== undefined) throw new HarnessError(`case ${lost} is in none of the reports`);

  const results = cases.map(resultOf);
  const [gap] = findGaps(asked, results, files);
  if (gap !== undefined) throw new HarnessError(`the reports cannot be true: ${gap}`);
  const whole = report({
    mujoco: first.mujoco,
    engine: first.engine,
    manner: first.manner,
    origin: first.origin,
    spec,
    items,
    files,
    results,
    ratchet: hold(first.engine, results),
    extent: "whole",
  });
  return { ...whole, cases: cases.map((it, i) => ({ ...it, verdict: whole.cases[i].verdict })) };
}

/** Checks that the reports agree with each other and with the local files. */
const PARTS: readonly (readonly [keyof Origin, string])[] = [
  ["golden", "goldens"],
  ["spec", "specifications"],
  ["harness", "harnesses"],
  ["engine", "builds of the engine"],
];

function checkOrigin(part: Report, first: Report, here: Omit<Origin, "engine">): void {
  if (part.engine !== first.engine || part.mujoco !== first.mujoco) {
    throw new HarnessError(`the reports are about different engines: ${first.engine} and ${part.engine}`);
  }
  for (const [name, what] of PARTS) {
    if (part.origin[name] !== first.origin[name]) throw new HarnessError(`the reports are about different ${what}`);
    const expected = name === "engine" ? first.origin.engine : here[name];
    if (part.origin[name] !== expected) {
      throw new HarnessError(`the reports were made with other ${what} than are here`);
    }
  }
}

/** The result of a case according to a report; it passed only if nothing contradicts that. */
function resultOf(report: CaseReport): CaseResult {
  const {
    id,
    verdict,
    failures,
    reason,
    steps,
    scalars,
    skipped,
    worst,
    fields,
    seen = [],
    unseen,
    unjudged,
    cause,
    seconds,
  } = report;
  return {
    id,
    passed: verdict === "pass" || verdict === "unseen",
    failures: reason === null ? [] : [{ reason: reason as Failure["reason"], step: -1, field: "" }],
    failed: failures.length,
    worst: worst && { ...worst, excess: worst.excess ?? Infinity },
    fields: fields.map((field) => ({ ...field, excess: field.excess ?? Infinity })),
    frames: steps,
    compared: scalars,
    skipped,
    ...(unjudged === undefined ? {} : { unjudged }),
    ...(unseen === undefined ? {} : { seen, unseen }),
    contacts: null,
    cause,
    ...(seconds === undefined ? {} : { seconds }),
  };
}
