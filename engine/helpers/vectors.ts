/** Vectors of any length: `(result, offset, operand, offset, …, length)`. Results may be operands. */

import { norm } from "../math/vec.ts";
import { MINVAL } from "../types/constants.ts";

/** res = value, in every element */
export function fill(res: Float64Array, r: number, value: number, n: number): void {
  res.fill(value, r, r + n);
}

/** res = vec */
export function copy(res: Float64Array, r: number, vec: Float64Array, i: number, n: number): void {
  for (let k = 0; k < n; k++) res[r + k] = vec[i + k];
}

/** Sum of the elements. */
export function sum(vec: Float64Array, i: number, n: number): number {
  let total = 0;
  for (let k = 0; k < n; k++) total += vec[i + k];
  return total;
}

/** Sum of the absolute values of the elements. */
export function L1(vec: Float64Array, i: number, n: number): number {
  let total = 0;
  for (let k = 0; k < n; k++) total += Math.abs(vec[i + k]);
  return total;
}

/** res = s vec */
export function scl(res: Float64Array, r: number, vec: Float64Array, i: number, s: number, n: number): void {
  for (let k = 0; k < n; k++) res[r + k] = vec[i + k] * s;
}

/** res = a + b */
export function add(
  res: Float64Array,
  r: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  n: number,
): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k] + b[j + k];
}

/** res = a − b */
export function sub(
  res: Float64Array,
  r: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  n: number,
): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k] - b[j + k];
}

/** res += vec */
export function addTo(res: Float64Array, r: number, vec: Float64Array, i: number, n: number): void {
  for (let k = 0; k < n; k++) res[r + k] += vec[i + k];
}

/** res −= vec */
export function subFrom(res: Float64Array, r: number, vec: Float64Array, i: number, n: number): void {
  for (let k = 0; k < n; k++) res[r + k] -= vec[i + k];
}

/** res = a + s b */
export function addScl(
  res: Float64Array,
  r: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  s: number,
  n: number,
): void {
  for (let k = 0; k < n; k++) res[r + k] = a[i + k] + b[j + k] * s;
}

/** Scales a vector to unit length and returns the length it had; a zero vector becomes (1, 0, 0, …). */
export function normalize(res: Float64Array, r: number, n: number): number {
  const length = norm(res, r, n);
  if (length < MINVAL) {
    res.fill(0, r, r + n);
    res[r] = 1;
  } else {
    const inverse = 1 / length;
    for (let k = 0; k < n; k++) res[r + k] *= inverse;
  }
  return length;
}

/** Are all elements zero? */
export function isZero(vec: Float64Array, i: number, n: number): boolean {
  for (let k = 0; k < n; k++) if (vec[i + k] !== 0) return false;
  return true;
}

/** Sorts `n` numbers in increasing order. */
export function insertionSort(list: Float64Array | Int32Array, i: number, n: number): void {
  for (let k = 1; k < n; k++) {
    const x = list[i + k];
    let at = i + k;
    for (; at > i && list[at - 1] > x; at--) list[at] = list[at - 1];
    list[at] = x;
  }
}
