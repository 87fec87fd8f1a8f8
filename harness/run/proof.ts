/** The condition for a verdict: one complete result for every requested case. */

import type { CaseFile } from "../golden/golden.ts";
import type { CaseResult } from "../replay/result.ts";

/** A result of a run or from a report. */
export type Evidence = Pick<CaseResult, "id" | "passed" | "failed" | "frames" | "compared" | "skipped"> & {
  readonly worst: { readonly excess: number | null } | null;
};

/** Lists what is missing or contradictory; empty if the results are proof. */
export function findGaps(
  ids: readonly string[],
  results: readonly Evidence[],
  files: ReadonlyMap<string, CaseFile>,
): string[] {
  const gaps: string[] = [];
  const wanted = new Set(ids);
  const seen = new Set<string>();
  for (const result of results) {
    const { id } = result;
    if (!wanted.has(id)) gaps.push(`case ${id} was not asked for and has a result`);
    if (seen.has(id)) gaps.push(`case ${id} has two results`);
    seen.add(id);
    if (result.passed) gaps.push(...doubts(result, files.get(id)));
  }
  for (const id of ids) {
    if (!seen.has(id)) gaps.push(`case ${id} has no result`);
  }
  return gaps;
}

/** Why a case cannot have passed as claimed. */
function doubts({ id, failed, worst, frames, compared, skipped }: Evidence, file: CaseFile | undefined): string[] {
  const minted = file?.minted;
  if (minted === undefined) return [`case ${id} passed, and there is no such golden`];
  const out: string[] = [];
  if (failed > 0) out.push(`case ${id} passed with ${failed} failures`);
  if (worst !== null && !(worst.excess !== null && worst.excess <= 1)) {
    out.push(`case ${id} passed with ${worst.excess} times the difference that is allowed`);
  }
  if (compared + skipped !== minted.compared || frames !== minted.frames) {
    out.push(
      `case ${id} passed with ${compared + skipped} numbers in ${frames} frames, ` +
        `the golden has ${minted.compared} in ${minted.frames}`,
    );
  }
  return out;
}
