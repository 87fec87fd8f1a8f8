/** Puts the reports of shards together. What they say of single cases is taken over; every verdict is found anew. */

import { HarnessError } from "./engine.ts";
import type { CaseFile } from "./golden.ts";
import { findGaps } from "./proof.ts";
import type { CaseResult, Failure } from "./replay.ts";
import type { RatchetVerdict } from "./spec/ratchet.ts";
import type { Spec } from "./spec/spec.ts";
import { type CaseReport, type Origin, type Report, report } from "./verdict.ts";

/** What the reports are held against. */
export interface Ground {
  readonly spec: Spec;
  /** recipes of all cases there are, by id */
  readonly files: ReadonlyMap<string, CaseFile>;
  /** ids of the items that were asked for */
  readonly items: readonly string[];
  /** hashes of what is here; that of the engine is the reports' own */
  readonly origin: Omit<Origin, "engine">;
  /** holds results against the list of known failures */
  readonly hold: (engine: string, results: readonly CaseResult[]) => RatchetVerdict;
}

/** Merges reports. Every case has to be in exactly one of them. */
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

/** What the reports need to have in common, and with what is here. */
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

/** The result behind what a report tells of a case; it passed only if nothing at all speaks against it. */
function resultOf({ id, verdict, failures, reason, steps, scalars, skipped, worst, fields }: CaseReport): CaseResult {
  return {
    id,
    passed: verdict === "pass",
    failures: reason === null ? [] : [{ reason: reason as Failure["reason"], step: -1, field: "" }],
    failed: failures.length,
    worst: worst && { ...worst, excess: worst.excess ?? Infinity },
    fields: fields.map((field) => ({ ...field, excess: field.excess ?? Infinity })),
    frames: steps,
    compared: scalars,
    skipped,
    contacts: null,
  };
}
