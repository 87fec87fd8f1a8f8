/** Sampling of mutants: drawn by a seed, with a share for every folder. */

import { type Random, randomFrom } from "../../harness/random.ts";
import { type OperatorName, OPERATORS } from "./operators.ts";
import type { Site } from "./sites.ts";

/** Folder of a file of the engine, as scores are grouped. */
export function folderOf(file: string): string {
  const [, ...path] = file.split("/").slice(0, -1);
  return path.length === 0 ? "(top)" : path.join("/");
}

/**
 * The first `count` mutants that a seed draws. A folder's share grows with the root of the number of its mutants, and
 * its own draw does not depend on the other folders: a larger count only adds mutants.
 */
export function sample(sites: readonly Site[], seed: number, count: number): Site[] {
  const folders = [...Map.groupBy(sites, ({ file }) => folderOf(file))].sort(([a], [b]) => a < b ? -1 : 1);
  const shares = shareOut(folders.map(([, all]) => all.length), count);
  return folders.flatMap(([folder, all], i) => draw(all, randomFrom(seed + hash(folder)), shares[i]));
}

/**
 * Shares of the count by the square root of the sizes; the next one goes to the folder that is farthest below its due
 * share.
 */
export function shareOut(sizes: readonly number[], count: number): number[] {
  const weights = sizes.map(Math.sqrt);
  const shares = sizes.map(() => 0);
  const total = Math.min(count, sizes.reduce((a, b) => a + b, 0));
  for (let given = 0; given < total; given++) {
    let next = -1;
    for (let i = 0; i < sizes.length; i++) {
      if (shares[i] >= sizes[i]) continue;
      if (next < 0 || weights[i] / (shares[i] + 0.5) > weights[next] / (shares[next] + 0.5)) next = i;
    }
    shares[next]++;
  }
  return shares;
}

/** Draws without replacement: first the operator by weight, then one of its places. */
function draw(sites: readonly Site[], random: Random, count: number): Site[] {
  const left = [...Map.groupBy(sites, ({ operator }) => operator)]
    .sort(([a], [b]) => a < b ? -1 : 1)
    .map(([operator, places]) => ({ weight: weightOf(operator), places: [...places] }));
  const drawn: Site[] = [];
  while (drawn.length < count) {
    const open = left.filter(({ places }) => places.length > 0);
    let at = random() * open.reduce((sum, { weight }) => sum + weight, 0);
    const { places } = open.find(({ weight }) => (at -= weight) < 0) ?? open[open.length - 1];
    drawn.push(...places.splice(Math.floor(random() * places.length), 1));
  }
  return drawn;
}

function weightOf(operator: OperatorName): number {
  return OPERATORS[operator].weight;
}

function hash(text: string): number {
  let h = 2166136261;
  for (const letter of text) h = Math.imul(h ^ letter.charCodeAt(0), 16777619);
  return h >>> 0;
}
