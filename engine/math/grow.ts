/** Arrays that grow only when a step needs more room. */

import { nextCapacity } from "../types/next_capacity.ts";

/** Returns `array` if it has room for `length` elements, otherwise a longer one without its contents. */
export function roomFloat(array: Float64Array, length: number): Float64Array {
  return array.length >= length ? array : new Float64Array(Math.max(length, nextCapacity(array.length)));
}

/** Returns `array` if it has room for `length` elements, otherwise a longer one without its contents. */
export function roomInt(array: Int32Array, length: number): Int32Array {
  return array.length >= length ? array : new Int32Array(Math.max(length, nextCapacity(array.length)));
}
