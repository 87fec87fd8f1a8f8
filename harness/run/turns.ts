/** The order in which cases are run, so that neighbors use the same part of an engine. */

import type { CaseFile } from "../golden/golden.ts";

/** What is only compiled comes first. */
const KINDS: readonly CaseFile["kind"][] = ["reject", "compile", "trajectory"];

/** Items whose runs use more and more of an engine: motion first, then constraints, then collisions. */
const ITEMS = ["SENS", "DYN", "4", "5", "22", "41", "IM", "24", "25", "26", "2", "27", "3", "SOL", "L4"];

/**
 * Puts the cases in order. Two processes that start from both ends each have to compile and warm up only part of the
 * engine, which takes a tenth of the time of a run.
 */
export function inTurns(ids: readonly string[], files: ReadonlyMap<string, CaseFile>): string[] {
  const rank = (id: string): number => {
    const file = files.get(id);
    if (file === undefined) return 0;
    const kind = KINDS.indexOf(file.kind) * (ITEMS.length + 1);
    return file.kind === "trajectory" ? kind + ITEMS.indexOf(file.items[0]) : kind;
  };
  return ids.map((id) => ({ id, rank: rank(id) })).sort((a, b) => a.rank - b.rank).map(({ id }) => id);
}
