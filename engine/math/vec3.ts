/** Vectors of three numbers: `(result, offset, operand, offset, …)`. Results may alias operands. */

import { MINVAL } from "../types/constants.ts";

/** res = 0 */
export function zero3(res: Float64Array, r: number): void {
  res[r] = 0;
  res[r + 1] = 0;
  res[r + 2] = 0;
}

/** res = (x, y, z) */
export function set3(res: Float64Array, r: number, x: number, y: number, z: number): void {
  res[r] = x;
  res[r + 1] = y;
  res[r + 2] = z;
}

/** res = a */
export function copy3(res: Float64Array, r: number, a: Float64Array, i: number): void {
  res[r] = a[i];
  res[r + 1] = a[i + 1];
  res[r + 2] = a[i + 2];
}

/** res = s a */
export function scl3(res: Float64Array, r: number, a: Float64Array, i: number, s: number): void {
  res[r] = a[i] * s;
  res[r + 1] = a[i + 1] * s;
  res[r + 2] = a[i + 2] * s;
}

/** res = a + b */
export function add3(res: Float64Array, r: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  res[r] = a[i] + b[j];
  res[r + 1] = a[i + 1] + b[j + 1];
  res[r + 2] = a[i + 2] + b[j + 2];
}

/** res = a − b */
export function sub3(res: Float64Array, r: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  res[r] = a[i] - b[j];
  res[r + 1] = a[i + 1] - b[j + 1];
  res[r + 2] = a[i + 2] - b[j + 2];
}

/** res += a */
export function addTo3(res: Float64Array, r: number, a: Float64Array, i: number): void {
  res[r] += a[i];
  res[r + 1] += a[i + 1];
  res[r + 2] += a[i + 2];
}

/** res −= a */
export function subFrom3(res: Float64Array, r: number, a: Float64Array, i: number): void {
  res[r] -= a[i];
  res[r + 1] -= a[i + 1];
  res[r + 2] -= a[i + 2];
}

/** res += s a */
export function addToScl3(res: Float64Array, r: number, a: Float64Array, i: number, s: number): void {
  res[r] += a[i] * s;
  res[r + 1] += a[i + 1] * s;
  res[r + 2] += a[i + 2] * s;
}

/** res = a + s b */
export function addScl3(
  res: Float64Array,
  r: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  s: number,
): void {
  res[r] = a[i] + b[j] * s;
  res[r + 1] = a[i + 1] + b[j + 1] * s;
  res[r + 2] = a[i + 2] + b[j + 2] * s;
}

/** a · b */
export function dot3(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** |a| */
export function norm3(a: Float64Array, i: number): number {
  return Math.sqrt(a[i] * a[i] + a[i + 1] * a[i + 1] + a[i + 2] * a[i + 2]);
}

/** |a − b| */
export function dist3(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = a[i] - b[j];
  const y = a[i + 1] - b[j + 1];
  const z = a[i + 2] - b[j + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** res = a × b */
export function cross(res: Float64Array, r: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const x = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
  const y = a[i + 2] * b[j] - a[i] * b[j + 2];
  const z = a[i] * b[j + 1] - a[i + 1] * b[j];
  res[r] = x;
  res[r + 1] = y;
  res[r + 2] = z;
}

/** Scales `v` to unit length and returns the length it had; a zero vector becomes the x axis. */
export function normalize3(v: Float64Array, i: number): number {
  const norm = norm3(v, i);
  if (norm < MINVAL) {
    v[i] = 1;
    v[i + 1] = 0;
    v[i + 2] = 0;
  } else {
    // one reciprocal and three products, for MuJoCo's rounding
    const inverse = 1 / norm;
    v[i] *= inverse;
    v[i + 1] *= inverse;
    v[i + 2] *= inverse;
  }
  return norm;
}

/** Scales `v` to unit length; a zero vector becomes the x axis. */
export function unit3(v: Float64Array, i: number): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  const norm = Math.sqrt(x * x + y * y + z * z);
  if (norm < MINVAL) {
    v[i] = 1;
    v[i + 1] = 0;
    v[i + 2] = 0;
    return;
  }
  const inverse = 1 / norm;
  v[i] = x * inverse;
  v[i + 1] = y * inverse;
  v[i + 2] = z * inverse;
}
