/** Lists of pairs of bodies, sorted by signature. */

import { newInts } from "../../math/small_arrays.ts";

/** A growing list; a pair is `body1 << 16 | body2` with `body1 < body2`. */
export interface BodyPairs {
  pairs: Uint32Array;
  count: number;
  /** scratch memory of the sort */
  scratch: Uint32Array;
  counts: Int32Array;
}

/** Allocates a list for a model with `nbody` bodies. */
export function newBodyPairs(nbody: number): BodyPairs {
  return {
    pairs: new Uint32Array(4 * nbody),
    count: 0,
    scratch: new Uint32Array(4 * nbody),
    counts: newInts(nbody + 1),
  };
}

/** Number by which pairs of bodies are sorted, for `body1 < body2`. */
export function bodySignature(body1: number, body2: number): number {
  return ((body1 << 16) | body2) >>> 0;
}

/** Adds a pair in any order; grows the list by doubling. */
export function addPair(list: BodyPairs, body1: number, body2: number): void {
  if (list.count === list.pairs.length) {
    const grown = new Uint32Array(2 * list.count);
    grown.set(list.pairs);
    list.pairs = grown;
    list.scratch = new Uint32Array(2 * list.count);
  }
  list.pairs[list.count++] = body1 < body2 ? bodySignature(body1, body2) : bodySignature(body2, body1);
}

/** Sorts pairs by signature and drops those found twice: counting sort by the second body, then by the first. */
export function sortPairs(list: BodyPairs): void {
  const { pairs, scratch } = list;
  countingSort(list, pairs, scratch, 0);
  countingSort(list, scratch, pairs, 16);

  let kept = 0;
  for (let k = 0; k < list.count; k++) {
    if (kept === 0 || pairs[k] !== pairs[kept - 1]) pairs[kept++] = pairs[k];
  }
  list.count = kept;
}

function countingSort({ count, counts }: BodyPairs, from: Uint32Array, to: Uint32Array, shift: number): void {
  counts.fill(0);
  for (let k = 0; k < count; k++) counts[((from[k] >>> shift) & 0xffff) + 1]++;
  for (let b = 1; b < counts.length; b++) counts[b] += counts[b - 1];
  for (let k = 0; k < count; k++) to[counts[(from[k] >>> shift) & 0xffff]++] = from[k];
}

/** Is a pair with `body1 < body2` in a sorted list? */
export function hasPair({ pairs, count }: BodyPairs, body1: number, body2: number): boolean {
  const signature = bodySignature(body1, body2);
  let low = 0;
  let high = count;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (pairs[mid] < signature) low = mid + 1;
    else high = mid;
  }
  return low < count && pairs[low] === signature;
}
