/** Cholesky factors A = L Lᵀ of dense row-major matrices, of which only the lower triangle is read and written. */

import { copy } from "./vectors.ts";
import { dot } from "../math/vec.ts";
import { MINVAL } from "../types/constants.ts";

/**
 * Factors an n × n matrix in place; diagonal entries below `mindiag` are raised to it. Returns the rank: how many were
 * not raised.
 */
export function cholFactor(mat: Float64Array, m: number, n: number, mindiag: number): number {
  let rank = n;
  for (let j = 0; j < n; j++) {
    const row = m + j * n;
    let pivot = mat[row + j] - dot(mat, row, mat, row, j);
    if (pivot < mindiag) {
      pivot = mindiag;
      rank--;
    }
    mat[row + j] = Math.sqrt(pivot);
    const inverse = 1 / mat[row + j];
    for (let i = j + 1; i < n; i++) {
      const below = m + i * n;
      mat[below + j] = (mat[below + j] - dot(mat, below, mat, row, j)) * inverse;
    }
  }
  return rank;
}

/** res = A⁻¹ vec, given the factor of A */
export function cholSolve(
  res: Float64Array,
  r: number,
  mat: Float64Array,
  m: number,
  vec: Float64Array,
  v: number,
  n: number,
): void {
  copy(res, r, vec, v, n);
  for (let i = 0; i < n; i++) {
    const row = m + i * n;
    res[r + i] = (res[r + i] - dot(mat, row, res, r, i)) / mat[row + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    let x = res[r + i];
    for (let j = i + 1; j < n; j++) x -= mat[m + j * n + i] * res[r + j];
    res[r + i] = x / mat[m + i * n + i];
  }
}

/**
 * Updates the factor of A to that of A + x xᵀ, or of A − x xᵀ if `flg_plus` is 0. Destroys x. Returns the rank: n minus
 * the number of diagonal entries that had to be raised.
 */
export function cholUpdate(
  mat: Float64Array,
  m: number,
  x: Float64Array,
  v: number,
  n: number,
  flg_plus: 0 | 1,
): number {
  const sign = flg_plus ? 1 : -1;
  let rank = n;
  for (let k = 0; k < n; k++) {
    const xk = x[v + k];
    if (xk === 0) continue;
    const diagonal = m + k * (n + 1);
    const old = mat[diagonal];
    let square = old * old + sign * (xk * xk);
    if (square < MINVAL) {
      square = MINVAL;
      rank--;
    }
    const root = Math.sqrt(square);
    const c = root / old;
    const inverse = 1 / c;
    const s = xk / old;
    mat[diagonal] = root;
    for (let i = k + 1; i < n; i++) {
      const at = m + i * n + k;
      mat[at] = (mat[at] + sign * (s * x[v + i])) * inverse;
      x[v + i] = c * x[v + i] - s * mat[at];
    }
  }
  return rank;
}
