/**
 * Sparse LU factorization of matrices that couple each dof with its ancestors and descendants (the pattern `D`).
 *
 * Elimination runs from the last row to the first, so a row changes only rows of ancestors and causes no fill-in. The
 * factor is U + I above the diagonal and L on and below it.
 */

import { dotSparse } from "./sparse.ts";

/** Factors the matrix in place. `remaining` is scratch memory with one entry per row. */
export function factorLUSparse(
  LU: Float64Array,
  n: number,
  remaining: Int32Array,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  for (let i = 0; i < n; i++) remaining[i] = rownnz[i];

  for (let i = n - 1; i >= 0; i--) {
    // the last remaining entry of row i is its diagonal; the entries left of it are ancestors
    remaining[i]--;
    const start = rowadr[i];
    const diag = start + remaining[i];
    const pivot = LU[diag];

    for (let adr = diag - 1; adr >= start; adr--) {
      const j = colind[adr];
      remaining[j]--;
      const from = rowadr[j];
      const end = from + remaining[j];
      const scale = LU[end] / pivot;
      LU[end] = scale;

      // row j −= scale · row i; the columns of row i are among those of row j
      let a = start;
      for (let b = from; b < end && a < diag; b++) {
        if (colind[b] !== colind[a]) continue;
        LU[b] -= LU[a] * scale;
        a++;
      }
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
