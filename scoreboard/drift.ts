/** How MuJoCo drifts from the version of the goldens: which cases begin to differ with which release, where, and why. */

import * as v from "valibot";
import { HarnessError } from "../harness/engine.ts";
import type { Entry } from "./entry.ts";
import { type Result, stageOfFinding } from "./result.ts";

const CausesSchema = v.array(v.strictObject({
  /** the release that made the change */
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)),
  /** the first field that differs, as a regular expression over the whole of `field (stage)` */
  first: v.string(),
  /** the change, after MuJoCo's changelog */
  cause: v.pipe(v.string(), v.nonEmpty()),
}));

/** A change of MuJoCo, and how it shows. */
export type Cause = v.InferOutput<typeof CausesSchema>[number];

/** Cases that begin to differ with the same release, in the same field. */
export interface Group {
  /** the first tested version in which they differ */
  readonly since: string;
  readonly stage: string;
  readonly field: string;
  readonly cases: readonly string[];
  /** the change that explains it, if one is known */
  readonly cause: string | null;
}

/** Versions in order, how many cases pass in each, and what begins to differ where. */
export interface Drift {
  readonly versions: readonly { readonly version: string; readonly passed: number; readonly cases: number }[];
  readonly groups: readonly Group[];
}

/** Reads the list of causes. */
export function parseCauses(text: string, place: string): Cause[] {
  const found = v.safeParse(CausesSchema, JSON.parse(text));
  if (found.success) return found.output;
  const [issue] = found.issues;
  throw new HarnessError(`${place}: ${v.getDotPath(issue) ?? "(root)"}: ${issue.message}`);
}

/** Compares the releases of native MuJoCo with each other. */
export function driftOf(
  entries: readonly Entry[],
  results: ReadonlyMap<string, Result | undefined>,
  causes: readonly Cause[],
): Drift {
  const runs = entries.flatMap((entry) => {
    const version = "engine" in entry ? /^native@(.+)$/.exec(entry.engine)?.[1] : undefined;
    const result = results.get(entry.id);
    return version === undefined || result === undefined || result.missing !== undefined ? [] : [{ version, result }];
  }).sort((a, b) => order(a.version, b.version));

  const seen = new Set<string>();
  const groups = new Map<string, Group & { cases: string[] }>();
  for (const [i, { version, result }] of runs.entries()) {
    for (const finding of result.findings) {
      if (seen.has(finding.case)) continue;
      seen.add(finding.case);
      const stage = stageOfFinding(finding);
      const field = finding.field === "" ? finding.reason : finding.field;
      const key = `${version} ${stage} ${field}`;
      const known = groups.get(key);
      if (known !== undefined) {
        known.cases.push(finding.case);
        continue;
      }
      const before = i === 0 ? "0.0.0" : runs[i - 1].version;
      const cause = causes.find((it) =>
        order(it.version, before) > 0 && order(it.version, version) <= 0 &&
        new RegExp(`^(?:${it.first})$`).test(`${field} (${stage})`)
      );
      groups.set(key, { since: version, stage, field, cases: [finding.case], cause: cause?.cause ?? null });
    }
  }
  return {
    versions: runs.map(({ version, result: { totals } }) => ({ version, passed: totals.passed, cases: totals.cases })),
    groups: [...groups.values()].sort((a, b) => order(a.since, b.since) || b.cases.length - a.cases.length),
  };
}

function order(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number));
  for (let i = 0; i < 3; i++) if (left[i] !== right[i]) return left[i] - right[i];
  return 0;
}
