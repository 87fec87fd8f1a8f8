/**
 * Dense Cholesky factorization A = Uᵀ U in the upper triangle of a row-major matrix with rows `stride` numbers apart,
 * so that neighbors in a row can be computed side by side.
 */

import { MINVAL } from "../types/constants.ts";

// V8-1
const TINY = MINVAL;

/** Factors in place; diagonal entries below `mindiag` are raised to it. Returns the rank: how many were not raised. */
export function cholFactor(mat: Float64Array, a: number, n: number, stride: number, mindiag: number): number {
  let rank = n;
  for (let j = 0; j < n; j++) {
    const row = a + j * stride;
    const whole = a + (j & ~3) * stride;
    let inverse = 0;
    for (let i = j; i < n; i++) {
      // the interleaved sums of `dot`
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      let k = a;
      for (; k < whole; k += 4 * stride) {
        s0 += mat[k + i] * mat[k + j];
        s1 += mat[k + stride + i] * mat[k + stride + j];
        s2 += mat[k + 2 * stride + i] * mat[k + 2 * stride + j];
        s3 += mat[k + 3 * stride + i] * mat[k + 3 * stride + j];
      }
      let sum = (s0 + s2) + (s1 + s3);
      if (k < row) {
        let rest = mat[k + i] * mat[k + j];
        for (k += stride; k < row; k += stride) rest += mat[k + i] * mat[k + j];
        sum += rest;
      }

      const value = mat[row + i] - sum;
      if (i > j) {
        mat[row + i] = value * inverse;
        continue;
      }
      if (value < mindiag) rank--;
      const root = Math.sqrt(Math.max(value, mindiag));
      mat[row + i] = root;
      inverse = 1 / root;
    }
  }
  return rank;
}

/** res = A⁻¹ v, given the factor of A; `res` may be `v` */
export function cholSolve(
  res: Float64Array,
  r: number,
  mat: Float64Array,
  a: number,
  vec: Float64Array,
  v: number,
  n: number,
  stride: number,
): void {
  // forward: Uᵀ y = v, with the sums of `dot`
  for (let i = 0; i < n; i++) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let adr = a + i;
    let k = r;
    const whole = r + (i & ~3);
    for (; k < whole; k += 4) {
      s0 += mat[adr] * res[k];
      s1 += mat[adr + stride] * res[k + 1];
      s2 += mat[adr + 2 * stride] * res[k + 2];
      s3 += mat[adr + 3 * stride] * res[k + 3];
      adr += 4 * stride;
    }
    let sum = (s0 + s2) + (s1 + s3);
    if (k < r + i) {
      let rest = mat[adr] * res[k++];
      for (adr += stride; k < r + i; adr += stride) rest += mat[adr] * res[k++];
      sum += rest;
    }
    res[r + i] = (vec[v + i] - sum) / mat[adr];
  }

  // backward: U x = y
  for (let i = n - 1; i >= 0; i--) {
    const row = a + i * stride;
    let x = res[r + i];
    for (let j = i + 1; j < n; j++) x -= mat[row + j] * res[r + j];
    res[r + i] = x / mat[row + i];
  }
}

/**
 * Updates the factor of A to that of A + x xᵀ, or of A − x xᵀ if `sign` is −1. Destroys x. Returns the rank: n minus
 * the number of diagonal entries that had to be raised.
 */
export function cholUpdate(
  mat: Float64Array,
  a: number,
  x: Float64Array,
  v: number,
  n: number,
  stride: number,
  sign: number,
): number {
  let rank = n;
  for (let k = 0; k < n; k++) {
    const xk = x[v + k];
    if (xk === 0) continue;
    const row = a + k * stride;
    const old = mat[row + k];
    const square = old * old + sign * (xk * xk);
    const isSmall = square < TINY;
    if (isSmall) rank--;
    const root = Math.sqrt(isSmall ? TINY : square);
    const c = root / old;
    const inverse = 1 / c;
    const s = xk / old;
    const signed = sign * s;
    mat[row + k] = root;
    for (let i = k + 1; i < n; i++) {
      const xi = x[v + i];
      const value = (mat[row + i] + signed * xi) * inverse;
      mat[row + i] = value;
      x[v + i] = c * xi - s * value;
    }
  }
  return rank;
}
