/**
 * Sparse LU factorization of matrices that couple each dof with its ancestors and descendants (the pattern `D`).
 *
 * Elimination runs from the last row to the first, so a row changes only rows of ancestors and causes no fill-in. The
 * factor is U + I above the diagonal and L on and below it.
 */

import { dotSparse } from "./sparse.ts";

/** Factors the matrix in place. `diag` has the place of the diagonal in each row, with all ancestors before it. */
export function factorLUSparse(
  LU: Float64Array,
  n: number,
  rowadr: Int32Array,
  diag: Int32Array,
  colind: Int32Array,
): void {
  for (let i = n - 1; i >= 0; i--) {
    const start = rowadr[i];
    const last = start + diag[i];
    const pivot = LU[last];

    // ancestors; in the row of each come its own ancestors, itself, and its descendants, whose numbers are consecutive
    for (let k = diag[i] - 1; k >= 0; k--) {
      const j = colind[start + k];
      const from = rowadr[j];
      const own = from + k - j;
      const scale = LU[own + i] / pivot;
      LU[own + i] = scale;

      // row j −= scale · row i
      for (let a = 0; a <= k; a++) LU[from + a] -= LU[start + a] * scale;
      for (let a = start + k + 1; a < last; a++) LU[own + colind[a]] -= LU[a] * scale;
    }
  }
}

/** Solves with a factored matrix. */
export function solveLUSparse(
  res: Float64Array,
  LU: Float64Array,
  vec: Float64Array,
  n: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  diag: Int32Array,
  colind: Int32Array,
): void {
  // (U + I) y = vec
  for (let i = n - 1; i >= 0; i--) {
    const above = diag[i] + 1;
    res[i] = vec[i] - dotSparse(LU, rowadr[i] + above, rownnz[i] - above, colind, res, 0);
  }

  // L res = y
  for (let i = 0; i < n; i++) {
    const adr = rowadr[i];
    res[i] = (res[i] - dotSparse(LU, adr, diag[i], colind, res, 0)) / LU[adr + diag[i]];
  }
}
