/**
 * Sparse LᵀDL factorisation of matrices with the pattern of the joint space inertia, after Featherstone (2005),
 * "Efficient factorization of the joint-space inertia matrix for branched kinematic trees".
 *
 * Row `i` of the lower triangle holds the ancestors of dof `i` and ends with the diagonal. Because the ancestors of an
 * ancestor are a prefix of the row, elimination works on runs of consecutive numbers and makes no fill-in.
 */

import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";

/** Factors `mat` in place; `diaginv` receives the inverse of D. */
export function factorI(
  mat: Float64Array,
  diaginv: Float64Array,
  nv: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  for (let k = nv - 1; k >= 0; k--) {
    const start = rowadr[k];
    const diag = start + rownnz[k] - 1;
    const inverse = 1 / mat[diag];
    diaginv[k] = inverse;

    // subtract the outer product from the rows of the ancestors
    for (let adr = diag - 1; adr >= start; adr--) {
      const i = colind[adr];
      const scale = -mat[adr] * inverse;
      const row = rowadr[i];
      const n = rownnz[i];
      for (let j = 0; j < n; j++) mat[row + j] += mat[start + j] * scale;
    }

    for (let adr = start; adr < diag; adr++) mat[adr] *= inverse;
  }
}

/** Solves with a matrix factored by `factorI`, in place. */
export function solveLD(
  x: Float64Array,
  o: number,
  qLD: Float64Array,
  qLDiagInv: Float64Array,
  nv: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  // x ← L⁻ᵀ x
  for (let i = nv - 1; i >= 0; i--) {
    const n = rownnz[i] - 1;
    if (n === 0) continue;
    const xi = x[o + i];
    if (xi === 0) continue;
    const start = rowadr[i];
    for (let adr = start; adr < start + n; adr++) x[o + colind[adr]] -= qLD[adr] * xi;
  }

  // x ← D⁻¹ x
  for (let i = 0; i < nv; i++) x[o + i] *= qLDiagInv[i];

  // x ← L⁻¹ x
  for (let i = 0; i < nv; i++) {
    const n = rownnz[i] - 1;
    if (n === 0) continue;
    const start = rowadr[i];
    const end = start + n;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let adr = start;
    for (; adr <= end - 4; adr += 4) {
      s0 += qLD[adr] * x[o + colind[adr]];
      s1 += qLD[adr + 1] * x[o + colind[adr + 1]];
      s2 += qLD[adr + 2] * x[o + colind[adr + 2]];
      s3 += qLD[adr + 3] * x[o + colind[adr + 3]];
    }
    let sum = (s0 + s2) + (s1 + s3);
    for (; adr < end; adr++) sum += qLD[adr] * x[o + colind[adr]];
    x[o + i] -= sum;
  }
}

/** x = M⁻¹ y for `n` vectors that follow each other, with the factor in `d.qLD`. */
export function solveM(m: Model, d: Data, x: Float64Array, o: number, y: Float64Array, p: number, n: number): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { qLD, qLDiagInv } = d;

  if (x !== y || o !== p) { for (let k = 0; k < n * nv; k++) x[o + k] = y[p + k]; }
  for (let k = 0; k < n; k++) solveLD(x, o + k * nv, qLD, qLDiagInv, nv, M_rownnz, M_rowadr, M_colind);
}

/** x = D^-½ L⁻ᵀ y for `n` vectors that follow each other: half of `solveM`, so that xᵀx = yᵀ M⁻¹ y. */
export function solveM2(
  m: Model,
  d: Data,
  x: Float64Array,
  o: number,
  y: Float64Array,
  p: number,
  sqrtInvD: Float64Array,
  n: number,
): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { qLD } = d;

  if (x !== y || o !== p) { for (let k = 0; k < n * nv; k++) x[o + k] = y[p + k]; }
  for (let v = o; v < o + n * nv; v += nv) {
    for (let i = nv - 1; i > 0; i--) {
      const xi = x[v + i];
      if (xi === 0) continue;
      const start = M_rowadr[i];
      const end = start + M_rownnz[i] - 1;
      for (let adr = start; adr < end; adr++) x[v + M_colind[adr]] -= qLD[adr] * xi;
    }
    for (let i = 0; i < nv; i++) x[v + i] *= sqrtInvD[i];
  }
}
