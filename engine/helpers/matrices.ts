/** Dense matrices of any size, row-major, and sparse ones in compressed rows. Results must not be operands. */

import { transformForce, transformMotion } from "../math/spatial.ts";
import { addToScl, dot } from "../math/vec.ts";

/** Returns aᵀ mat b, where mat is n × n. */
export function mulVecMatVec(
  a: Float64Array,
  i: number,
  mat: Float64Array,
  m: number,
  b: Float64Array,
  j: number,
  n: number,
): number {
  let total = 0;
  for (let k = 0; k < n; k++) total += a[i + k] * dot(mat, m + k * n, b, j, n);
  return total;
}

/** res = matᵀ, where mat is nr × nc */
export function transpose(res: Float64Array, r: number, mat: Float64Array, m: number, nr: number, nc: number): void {
  for (let i = 0; i < nr; i++) {
    for (let j = 0; j < nc; j++) res[r + j * nr + i] = mat[m + i * nc + j];
  }
}

/** res = (mat + matᵀ) / 2, where both are n × n and may be the same */
export function symmetrize(res: Float64Array, r: number, mat: Float64Array, m: number, n: number): void {
  for (let i = 0; i < n; i++) {
    res[r + i * (n + 1)] = mat[m + i * (n + 1)];
    for (let j = 0; j < i; j++) {
      const mean = 0.5 * (mat[m + i * n + j] + mat[m + j * n + i]);
      res[r + i * n + j] = mean;
      res[r + j * n + i] = mean;
    }
  }
}

/** mat = the identity, n × n */
export function eye(mat: Float64Array, m: number, n: number): void {
  mat.fill(0, m, m + n * n);
  for (let i = 0; i < n; i++) mat[m + i * (n + 1)] = 1;
}

/** res = A B, where A is r1 × c1 and B is c1 × c2 */
export function mulMatMat(
  res: Float64Array,
  r: number,
  A: Float64Array,
  a: number,
  B: Float64Array,
  b: number,
  r1: number,
  c1: number,
  c2: number,
): void {
  res.fill(0, r, r + r1 * c2);
  for (let i = 0; i < r1; i++) {
    for (let k = 0; k < c1; k++) {
      const x = A[a + i * c1 + k];
      if (x !== 0) addToScl(res, r + i * c2, B, b + k * c2, x, c2);
    }
  }
}

/** res = A Bᵀ, where A is r1 × c1 and B is r2 × c1 */
export function mulMatMatT(
  res: Float64Array,
  r: number,
  A: Float64Array,
  a: number,
  B: Float64Array,
  b: number,
  r1: number,
  c1: number,
  r2: number,
): void {
  for (let i = 0; i < r1; i++) {
    for (let j = 0; j < r2; j++) res[r + i * r2 + j] = dot(A, a + i * c1, B, b + j * c1, c1);
  }
}

/** res = Aᵀ B, where A is r1 × c1 and B is r1 × c2 */
export function mulMatTMat(
  res: Float64Array,
  r: number,
  A: Float64Array,
  a: number,
  B: Float64Array,
  b: number,
  r1: number,
  c1: number,
  c2: number,
): void {
  res.fill(0, r, r + c1 * c2);
  for (let i = 0; i < r1; i++) {
    for (let j = 0; j < c1; j++) {
      const x = A[a + i * c1 + j];
      if (x !== 0) addToScl(res, r + j * c2, B, b + i * c2, x, c2);
    }
  }
}

/** res = matᵀ diag mat, where mat is nr × nc; without `diag`, which may be null, matᵀ · mat */
export function sqrMatTD(
  res: Float64Array,
  r: number,
  mat: Float64Array,
  m: number,
  diag: Float64Array | null,
  d: number,
  nr: number,
  nc: number,
): void {
  res.fill(0, r, r + nc * nc);
  for (let k = 0; k < nr; k++) {
    const weight = diag === null ? 1 : diag[d + k];
    if (weight === 0) continue;
    for (let i = 0; i < nc; i++) {
      const x = mat[m + k * nc + i];
      if (x !== 0) addToScl(res, r + i * nc, mat, m + k * nc, x * weight, i + 1);
    }
  }

  // so far the lower triangle
  for (let i = 0; i < nc; i++) {
    for (let j = i + 1; j < nc; j++) res[r + i * nc + j] = res[r + j * nc + i];
  }
}

/**
 * res = a spatial vector (rotation, translation) moved from `oldpos` to `newpos` and, unless `rot` is null, expressed in
 * the frame whose axes are the columns of `rot`. `flg_force`: 1 for forces, 0 for motions.
 */
export function transformSpatial(
  res: Float64Array,
  r: number,
  vec: Float64Array,
  i: number,
  flg_force: 0 | 1,
  newpos: Float64Array,
  n: number,
  oldpos: Float64Array,
  o: number,
  rot: Float64Array | null,
  j: number,
): void {
  const transform = flg_force ? transformForce : transformMotion;
  transform(res, r, vec, i, newpos, n, oldpos, o, rot, j);
}

/**
 * Converts an nr × nc matrix to compressed rows: `res` gets at most `nnz` nonzeros, `colind` their columns, `rownnz` and
 * `rowadr` the number in each row and the index of its first. Returns 0, or 1 if there is no room for all.
 */
export function dense2sparse(
  res: Float64Array,
  mat: Float64Array,
  nr: number,
  nc: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
  nnz: number,
): 0 | 1 {
  if (nnz <= 0) return 1;
  let adr = 0;
  for (let i = 0; i < nr; i++) {
    rownnz[i] = 0;
    rowadr[i] = adr;
    for (let j = 0; j < nc; j++) {
      const x = mat[i * nc + j];
      if (x === 0) continue;
      if (adr >= nnz) return 1;
      colind[adr] = j;
      res[adr++] = x;
      rownnz[i]++;
    }
  }
  return 0;
}

/** Converts a matrix in compressed rows to a dense one, nr × nc. */
export function sparse2dense(
  res: Float64Array,
  mat: Float64Array,
  nr: number,
  nc: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  res.fill(0, 0, nr * nc);
  for (let i = 0; i < nr; i++) {
    for (let adr = rowadr[i]; adr < rowadr[i] + rownnz[i]; adr++) res[i * nc + colind[adr]] = mat[adr];
  }
}
