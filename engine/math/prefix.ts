/** Prefixes of an array as arrays, made once for each of a few lengths. */

import { newDoubles } from "./small_arrays.ts";

const CHUNK = 256;

/** Prefixes of one array by length. */
export interface PrefixViews {
  array: Float64Array;
  views: (Float64Array | undefined)[];
}

/** Starts without an array. */
export function newPrefixViews(): PrefixViews {
  return { array: newDoubles(0), views: [] };
}

/** A prefix of `array` with `n` elements, or a few more if the array has them. */
export function prefixOf(prefixes: PrefixViews, array: Float64Array, n: number): Float64Array {
  if (prefixes.array !== array) {
    prefixes.array = array;
    prefixes.views = new Array(Math.ceil(array.length / CHUNK) + 1).fill(undefined);
  }
  const chunks = Math.ceil(n / CHUNK);
  return prefixes.views[chunks] ??= array.subarray(0, chunks * CHUNK);
}
