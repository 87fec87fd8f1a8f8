/** The cases that are run of engines that take too long for all. */

import { type CaseFile, sha256 } from "../harness/golden/golden.ts";
import type { Level } from "../harness/replay/offer.ts";

/**
 * For every item, the `count` cases whose ids have the smallest hashes, out of those of which the level sees something.
 * New cases change the sample little.
 */
export function sampleOf(files: ReadonlyMap<string, CaseFile>, level: Level, count: number): string[] {
  const wantsRuns = level === "state" || level === "dynamics";
  const byItem = new Map<string, string[]>();
  for (const [id, { kind, items, drive = "step" }] of files) {
    if (level !== "full" && (kind === "trajectory") !== wantsRuns) continue;
    // few engines have other drives
    if (kind === "trajectory" && drive !== "step") continue;
    const [item] = items;
    byItem.set(item, [...byItem.get(item) ?? [], id]);
  }
  const hashes = new Map([...byItem.values()].flat().map((id) => [id, sha256(id)]));
  const order = (a: string, b: string) => (hashes.get(a) ?? "") < (hashes.get(b) ?? "") ? -1 : 1;
  return [...byItem.values()].flatMap((ids) => ids.sort(order).slice(0, count)).sort();
}
