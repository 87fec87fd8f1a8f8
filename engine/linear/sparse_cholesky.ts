/**
 * Sparse Cholesky factorization in reverse order, A = Lᵀ L. Rows of L are sorted by column and end with the diagonal.
 * The pattern is found in advance, as in Davis (2005), "A concise sparse Cholesky factorization package".
 */

import { MINVAL } from "../types/constants.ts";
import { dotSparse } from "./sparse.ts";

/** Pattern of a factor, by rows and by columns. */
export interface FactorPattern {
  /** per row of L: number of nonzeros, their address, and their columns */
  rownnz: Int32Array;
  rowadr: Int32Array;
  colind: Int32Array;
  /** per column of L, the diagonal first: number of nonzeros, their address, rows, and positions in the values of L */
  colnnz: Int32Array;
  coladr: Int32Array;
  rowind: Int32Array;
  place: Int32Array;
  /** scratch memory */
  parent: Int32Array;
  flag: Int32Array;
  cursor: Int32Array;
}

/** Allocates the pattern of a factor with up to `n` rows; room for entries is allocated when they are counted. */
export function newFactorPattern(n: number): FactorPattern {
  return {
    rownnz: new Int32Array(n),
    rowadr: new Int32Array(n),
    colind: new Int32Array(0),
    colnnz: new Int32Array(n),
    coladr: new Int32Array(n),
    rowind: new Int32Array(0),
    place: new Int32Array(0),
    parent: new Int32Array(n),
    flag: new Int32Array(n),
    cursor: new Int32Array(n),
  };
}

/** Counts the nonzeros of the factor, given the rows of the upper triangle of A; returns the total. */
export function countFactor(
  p: FactorPattern,
  n: number,
  upper_rownnz: Int32Array,
  upper_rowadr: Int32Array,
  upper_colind: Int32Array,
): number {
  const { rownnz, rowadr, colnnz, coladr, parent, flag } = p;
  for (let r = n - 1; r >= 0; r--) {
    parent[r] = -1;
    flag[r] = r;
    rownnz[r] = 1;
    colnnz[r] = 1;
    const end = upper_rowadr[r] + upper_rownnz[r];
    for (let k = upper_rowadr[r]; k < end; k++) {
      // climb the elimination tree until a row that is already linked to r
      for (let i = upper_colind[k]; i > r && flag[i] !== r; i = parent[i]) {
        if (parent[i] === -1) parent[i] = r;
        rownnz[i]++;
        colnnz[r]++;
        flag[i] = r;
      }
    }
  }

  let nnz = 0;
  let columns = 0;
  for (let r = 0; r < n; r++) {
    rowadr[r] = nnz;
    coladr[r] = columns;
    nnz += rownnz[r];
    columns += colnnz[r];
  }
  makeRoom(p, nnz);
  return nnz;
}

function makeRoom(p: FactorPattern, nnz: number): void {
  if (p.colind.length >= nnz) return;
  const length = Math.max(nnz, 2 * p.colind.length);
  p.colind = new Int32Array(length);
  p.rowind = new Int32Array(length);
  p.place = new Int32Array(length);
}

/**
 * Takes the pattern of `n` sorted rows that end with their diagonals and have no more nonzeros when they are factored, such
 * as those of an inertia matrix, but for the positions `place`; returns the number of nonzeros.
 */
export function copyFactor(
  p: FactorPattern,
  n: number,
  from_rownnz: Int32Array,
  from_rowadr: Int32Array,
  from_colind: Int32Array,
): number {
  const { rownnz, rowadr, colnnz, coladr } = p;
  const first = from_rowadr[0];
  const nnz = from_rowadr[n - 1] + from_rownnz[n - 1] - first;
  makeRoom(p, nnz);
  const { colind, rowind } = p;
  for (let i = 0; i < n; i++) {
    rownnz[i] = from_rownnz[i];
    rowadr[i] = from_rowadr[i] - first;
    colnnz[i] = 0;
  }
  for (let k = 0; k < nnz; k++) {
    colind[k] = from_colind[first + k];
    colnnz[colind[k]]++;
  }
  for (let i = 0, adr = 0; i < n; adr += colnnz[i++]) coladr[i] = adr;
  for (let i = 0; i < n; i++) colnnz[i] = 0;
  for (let i = 0; i < n; i++) {
    const end = rowadr[i] + rownnz[i];
    for (let k = rowadr[i]; k < end; k++) {
      const j = colind[k];
      rowind[coladr[j] + colnnz[j]++] = i;
    }
  }
  return nnz;
}

/** Fills the pattern counted by `countFactor`. */
export function fillFactor(
  p: FactorPattern,
  n: number,
  upper_rownnz: Int32Array,
  upper_rowadr: Int32Array,
  upper_colind: Int32Array,
): void {
  const { rownnz, rowadr, colind, coladr, rowind, place, parent, flag, cursor } = p;
  for (let r = 0; r < n; r++) cursor[r] = rowadr[r] + rownnz[r] - 2;

  for (let r = n - 1; r >= 0; r--) {
    parent[r] = -1;
    flag[r] = r;
    let write = coladr[r];
    const diagonal = rowadr[r] + rownnz[r] - 1;
    colind[diagonal] = r;
    rowind[write] = r;
    place[write] = diagonal;
    write++;
    const end = upper_rowadr[r] + upper_rownnz[r];
    for (let k = upper_rowadr[r]; k < end; k++) {
      for (let i = upper_colind[k]; i > r && flag[i] !== r; i = parent[i]) {
        if (parent[i] === -1) parent[i] = r;
        const adr = cursor[i]--;
        colind[adr] = r;
        rowind[write] = i;
        place[write] = adr;
        write++;
        flag[i] = r;
      }
    }
  }
}

/**
 * Computes L from the rows of the lower triangle H of A. `dense` has room for one row and is zero before and after.
 * Diagonal entries below `MINVAL` are raised to it; returns how many were not.
 */
export function factorSparse(
  L: Float64Array,
  p: FactorPattern,
  n: number,
  H: Float64Array,
  H_rownnz: Int32Array,
  H_rowadr: Int32Array,
  H_colind: Int32Array,
  dense: Float64Array,
): number {
  const { rownnz, rowadr, colind, colnnz, coladr, rowind, place } = p;
  let rank = n;
  for (let r = n - 1; r >= 0; r--) {
    const endH = H_rowadr[r] + H_rownnz[r];
    for (let k = H_rowadr[r]; k < endH; k++) dense[H_colind[k]] = H[k];

    // subtract the contributions of the rows below
    const endC = coladr[r] + colnnz[r];
    for (let k = coladr[r] + 1; k < endC; k++) {
      const at = place[k];
      const scale = L[at];
      for (let a = rowadr[rowind[k]]; a <= at; a++) dense[colind[a]] -= scale * L[a];
    }

    let diagonal = dense[r];
    if (diagonal < MINVAL) {
      diagonal = MINVAL;
      rank--;
    }
    diagonal = Math.sqrt(diagonal);
    const inverse = 1 / diagonal;
    const end = rowadr[r] + rownnz[r] - 1;
    for (let k = rowadr[r]; k < end; k++) {
      L[k] = dense[colind[k]] * inverse;
      dense[colind[k]] = 0;
    }
    L[end] = diagonal;
    dense[r] = 0;
  }
  return rank;
}

/** res = A⁻¹ v, given the factor of A */
export function solveSparse(res: Float64Array, L: Float64Array, p: FactorPattern, vec: Float64Array, n: number): void {
  const { rownnz, rowadr, colind } = p;
  for (let i = 0; i < n; i++) res[i] = vec[i];

  // Lᵀ y = v
  for (let i = n - 1; i >= 0; i--) {
    if (res[i] === 0) continue;
    const end = rowadr[i] + rownnz[i] - 1;
    const x = res[i] / L[end];
    res[i] = x;
    for (let k = rowadr[i]; k < end; k++) res[colind[k]] -= L[k] * x;
  }

  // L x = y
  for (let i = 0; i < n; i++) {
    const adr = rowadr[i];
    const nnz = rownnz[i] - 1;
    if (nnz > 0) res[i] -= dotSparse(L, adr, nnz, colind, res, 0);
    res[i] /= L[adr + nnz];
  }
}

/**
 * Updates the factor of A to that of A + x xᵀ, or of A − x xᵀ if `sign` is −1, by rotations. The pattern must already
 * include the new entries. x is given by `nnz` values and columns; `dense` is as above. Returns n minus the number of
 * diagonal entries that had to be raised.
 */
export function updateSparse(
  L: Float64Array,
  p: FactorPattern,
  n: number,
  x: Float64Array,
  xadr: number,
  nnz: number,
  x_colind: Int32Array,
  cadr: number,
  sign: number,
  dense: Float64Array,
): number {
  const { rownnz, rowadr, colind } = p;
  for (let k = 0; k < nnz; k++) dense[x_colind[cadr + k]] = x[xadr + k];

  let rank = n;
  for (let row = x_colind[cadr + nnz - 1]; row >= 0; row--) {
    const xr = dense[row];
    if (xr === 0) continue;
    dense[row] = 0;
    const end = rowadr[row] + rownnz[row] - 1;
    const old = L[end];
    let square = old * old + sign * (xr * xr);
    if (square < MINVAL) {
      square = MINVAL;
      rank--;
    }
    const diagonal = Math.sqrt(square);
    L[end] = diagonal;
    const c = old / diagonal;
    const s = -xr / diagonal;
    const signed = -sign * s;
    for (let k = rowadr[row]; k < end; k++) {
      const j = colind[k];
      const value = L[k];
      const xj = dense[j];
      L[k] = c * value + signed * xj;
      dense[j] = s * value + c * xj;
    }
  }
  return rank;
}
