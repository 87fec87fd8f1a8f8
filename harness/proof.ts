/** What has to be there before anything can be said: one whole result for every case that was asked for. */

import type { CaseFile } from "./golden.ts";
import type { CaseResult } from "./replay.ts";

/** A result as a run has it or as a report tells it. */
export type Evidence = Pick<CaseResult, "id" | "passed" | "failed" | "frames" | "compared" | "skipped"> & {
  readonly worst: { readonly excess: number | null } | null;
};

/** Says what is missing or cannot be true; nothing where the results are proof. */
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

/** Why a case cannot have passed as it is said to. */
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
