/** 3 × 3 matrices, row-major. Only the matrix–vector products may alias. */

import { MINVAL } from "../types/constants.ts";
import { dot3 } from "./vec3.ts";

// V8-1
const TINY = MINVAL;

/** res = A */
export function copy9(res: Float64Array, r: number, a: Float64Array, i: number): void {
  for (let k = 0; k < 9; k++) res[r + k] = a[i + k];
}

/** res = column `k` of A */
export function column3(res: Float64Array, r: number, m: Float64Array, i: number, k: number): void {
  res[r] = m[i + k];
  res[r + 1] = m[i + k + 3];
  res[r + 2] = m[i + k + 6];
}

/** res = A v */
export function mulMatVec3(res: Float64Array, r: number, m: Float64Array, i: number, v: Float64Array, j: number): void {
  const x = v[j];
  const y = v[j + 1];
  const z = v[j + 2];
  res[r] = m[i] * x + m[i + 1] * y + m[i + 2] * z;
  res[r + 1] = m[i + 3] * x + m[i + 4] * y + m[i + 5] * z;
  res[r + 2] = m[i + 6] * x + m[i + 7] * y + m[i + 8] * z;
}

/** res = Aᵀ v */
export function mulMatTVec3(
  res: Float64Array,
  r: number,
  m: Float64Array,
  i: number,
  v: Float64Array,
  j: number,
): void {
  const x = v[j];
  const y = v[j + 1];
  const z = v[j + 2];
  res[r] = m[i] * x + m[i + 3] * y + m[i + 6] * z;
  res[r + 1] = m[i + 1] * x + m[i + 4] * y + m[i + 7] * z;
  res[r + 2] = m[i + 2] * x + m[i + 5] * y + m[i + 8] * z;
}

/** res = A B */
export function mulMatMat3(res: Float64Array, r: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  for (let row = 0; row < 9; row += 3) {
    const x = a[i + row];
    const y = a[i + row + 1];
    const z = a[i + row + 2];
    res[r + row] = x * b[j] + y * b[j + 3] + z * b[j + 6];
    res[r + row + 1] = x * b[j + 1] + y * b[j + 4] + z * b[j + 7];
    res[r + row + 2] = x * b[j + 2] + y * b[j + 5] + z * b[j + 8];
  }
}

/** res = Aᵀ B */
export function mulMatTMat3(
  res: Float64Array,
  r: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  for (let row = 0; row < 3; row++) {
    const x = a[i + row];
    const y = a[i + row + 3];
    const z = a[i + row + 6];
    res[r + 3 * row] = x * b[j] + y * b[j + 3] + z * b[j + 6];
    res[r + 3 * row + 1] = x * b[j + 1] + y * b[j + 4] + z * b[j + 7];
    res[r + 3 * row + 2] = x * b[j + 2] + y * b[j + 5] + z * b[j + 8];
  }
}

/** res = A Bᵀ */
export function mulMatMatT3(
  res: Float64Array,
  r: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  for (let row = 0; row < 9; row += 3) {
    res[r + row] = dot3(a, i + row, b, j);
    res[r + row + 1] = dot3(a, i + row, b, j + 3);
    res[r + row + 2] = dot3(a, i + row, b, j + 6);
  }
}

/**
 * Completes a right-handed frame, one axis per row, from its x axis and possibly a hint for its y axis.
 * Returns false if the x axis is too short to define a frame.
 */
export function makeFrame(frame: Float64Array, f: number): boolean {
  let x = frame[f];
  let y = frame[f + 1];
  let z = frame[f + 2];
  const squared = x * x + y * y + z * z;
  if (squared !== 1) {
    const length = Math.sqrt(squared);
    if (length < 0.5) return false;
    const inverse = 1 / length;
    x *= inverse;
    y *= inverse;
    z *= inverse;
  }

  // without a hint, y is the coordinate axis Y, or Z if x is close to Y
  let u = frame[f + 3];
  let v = frame[f + 4];
  let w = frame[f + 5];
  if (u * u + v * v + w * w < 0.25) {
    const isY = y < 0.5 && y > -0.5;
    u = 0;
    v = isY ? 1 : 0;
    w = isY ? 0 : 1;
  }

  // make y orthogonal to x
  const along = x * u + y * v + z * w;
  u -= x * along;
  v -= y * along;
  w -= z * along;
  const left = u * u + v * v + w * w;
  if (left !== 1) {
    const rest = Math.sqrt(left);
    const scale = 1 / rest;
    u = rest < TINY ? 1 : u * scale;
    v = rest < TINY ? 0 : v * scale;
    w = rest < TINY ? 0 : w * scale;
  }

  frame[f] = x;
  frame[f + 1] = y;
  frame[f + 2] = z;
  frame[f + 3] = u;
  frame[f + 4] = v;
  frame[f + 5] = w;
  frame[f + 6] = y * w - z * v;
  frame[f + 7] = z * u - x * w;
  frame[f + 8] = x * v - y * u;
  return true;
}
