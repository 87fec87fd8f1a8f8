/** Scratch arrays that grow only when a step needs more room. */

/** Returns `array` if it has room for `length` elements, otherwise a longer one without its contents. */
export function roomFloat(array: Float64Array, length: number): Float64Array {
  return array.length >= length ? array : new Float64Array(Math.max(length, 2 * array.length));
}

/** Returns `array` if it has room for `length` elements, otherwise a longer one without its contents. */
export function roomInt(array: Int32Array, length: number): Int32Array {
  return array.length >= length ? array : new Int32Array(Math.max(length, 2 * array.length));
}
