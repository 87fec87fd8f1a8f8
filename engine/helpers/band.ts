/**
 * Symmetric band matrices with a few dense rows at the end, in compact storage: of each of the first `ntotal − ndense`
 * rows the `nband` entries up to the diagonal, of each of the last `ndense` rows all `ntotal` entries.
 */

import { addToScl, dot } from "../math/vec.ts";
import { MINVAL } from "../types/constants.ts";
import { copy } from "./vectors.ts";

/** Index of the diagonal entry of row `i`. */
export function bandDiag(i: number, ntotal: number, nband: number, ndense: number): number {
  const nsparse = ntotal - ndense;
  return i < nsparse ? i * nband + nband - 1 : nsparse * nband + (i - nsparse) * ntotal + i;
}

/** The first column that row `i` stores. */
function firstColumn(i: number, ntotal: number, nband: number, ndense: number): number {
  return i < ntotal - ndense ? Math.max(0, i - nband + 1) : 0;
}

/** One past the last row of the band that has an entry in column `j`. */
function endOfColumn(j: number, ntotal: number, nband: number, ndense: number): number {
  return Math.min(ntotal - ndense, j + nband);
}

/**
 * Factors A + diag(`diagadd` + `diagmul` · diag(A)) in place as L Lᵀ. Returns the smallest pivot, or 0 if the matrix is
 * not positive definite; then the factor is incomplete.
 */
export function cholFactorBand(
  mat: Float64Array,
  m: number,
  ntotal: number,
  nband: number,
  ndense: number,
  diagadd: number,
  diagmul: number,
): number {
  const nsparse = ntotal - ndense;
  let least = -1;
  for (let j = 0; j < ntotal; j++) {
    const first = firstColumn(j, ntotal, nband, ndense);
    const width = j - first;
    const diagonal = m + bandDiag(j, ntotal, nband, ndense);
    const left = dot(mat, diagonal - width, mat, diagonal - width, width);
    const pivot = diagadd + diagmul * mat[diagonal] + mat[diagonal] - left;
    if (pivot < least || least < 0) least = pivot;
    if (pivot < MINVAL) return 0;

    const root = Math.sqrt(pivot);
    const inverse = 1 / root;
    const end = endOfColumn(j, ntotal, nband, ndense);
    for (let i = j + 1; i < ntotal; i++) {
      // rows of the band that do not reach this column are skipped
      if (i < nsparse && i >= end) {
        i = nsparse - 1;
        continue;
      }
      const at = m + bandDiag(i, ntotal, nband, ndense) - (i - j);
      const common = j - Math.max(first, firstColumn(i, ntotal, nband, ndense));
      mat[at] = inverse * (mat[at] - dot(mat, diagonal - common, mat, at - common, common));
    }
    mat[diagonal] = root;
  }
  return least;
}

/** res = A⁻¹ vec, given the factor of A */
export function cholSolveBand(
  res: Float64Array,
  r: number,
  mat: Float64Array,
  m: number,
  vec: Float64Array,
  v: number,
  ntotal: number,
  nband: number,
  ndense: number,
): void {
  const nsparse = ntotal - ndense;
  copy(res, r, vec, v, ntotal);
  for (let i = 0; i < ntotal; i++) {
    const diagonal = m + bandDiag(i, ntotal, nband, ndense);
    const width = i - firstColumn(i, ntotal, nband, ndense);
    res[r + i] = (res[r + i] - dot(mat, diagonal - width, res, r + i - width, width)) / mat[diagonal];
  }
  for (let i = ntotal - 1; i >= 0; i--) {
    let x = res[r + i];
    const end = endOfColumn(i, ntotal, nband, ndense);
    for (let j = i + 1; j < end; j++) x -= mat[m + bandDiag(j, ntotal, nband, ndense) - (j - i)] * res[r + j];
    for (let j = Math.max(nsparse, i + 1); j < ntotal; j++) {
      x -= mat[m + bandDiag(j, ntotal, nband, ndense) - (j - i)] * res[r + j];
    }
    res[r + i] = x / mat[m + bandDiag(i, ntotal, nband, ndense)];
  }
}

/** Converts a band matrix to a dense one: its lower triangle, or both triangles if `flg_sym` is 1. */
export function band2Dense(
  res: Float64Array,
  r: number,
  mat: Float64Array,
  m: number,
  ntotal: number,
  nband: number,
  ndense: number,
  flg_sym: 0 | 1,
): void {
  res.fill(0, r, r + ntotal * ntotal);
  for (let i = 0; i < ntotal; i++) {
    const width = i - firstColumn(i, ntotal, nband, ndense);
    copy(res, r + i * ntotal + i - width, mat, m + bandDiag(i, ntotal, nband, ndense) - width, width + 1);
  }
  if (!flg_sym) return;
  for (let i = 0; i < ntotal; i++) {
    for (let j = i + 1; j < ntotal; j++) res[r + i * ntotal + j] = res[r + j * ntotal + i];
  }
}

/** Converts the lower triangle of a dense matrix to a band matrix. */
export function dense2Band(
  res: Float64Array,
  r: number,
  mat: Float64Array,
  m: number,
  ntotal: number,
  nband: number,
  ndense: number,
): void {
  for (let i = 0; i < ntotal; i++) {
    const width = i - firstColumn(i, ntotal, nband, ndense);
    copy(res, r + bandDiag(i, ntotal, nband, ndense) - width, mat, m + i * ntotal + i - width, width + 1);
  }
}

/** res = A vec for `nvec` consecutive vectors; A is the lower triangle alone if `flg_sym` is 0 */
export function bandMulMatVec(
  res: Float64Array,
  r: number,
  mat: Float64Array,
  m: number,
  vec: Float64Array,
  v: number,
  ntotal: number,
  nband: number,
  ndense: number,
  nvec: number,
  flg_sym: 0 | 1,
): void {
  for (let k = 0; k < nvec; k++) {
    const to = r + k * ntotal;
    const from = v + k * ntotal;
    for (let i = 0; i < ntotal; i++) {
      const first = firstColumn(i, ntotal, nband, ndense);
      const width = i - first;
      const row = m + bandDiag(i, ntotal, nband, ndense) - width;
      res[to + i] = dot(mat, row, vec, from + first, width + 1);
      if (flg_sym) addToScl(res, to + first, mat, row, vec[from + i], width);
    }
  }
}
