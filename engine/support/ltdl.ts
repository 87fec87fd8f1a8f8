/**
 * Sparse LᵀDL factorisation of matrices with the pattern of the joint space inertia, after Featherstone (2005),
 * "Efficient factorization of the joint-space inertia matrix for branched kinematic trees".
 *
 * Row `i` of the lower triangle holds the ancestors of dof `i` and ends with the diagonal. Because the ancestors of an
 * ancestor are a prefix of the row, elimination works on runs of consecutive numbers and makes no fill-in.
 */

import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";

/**
 * Factors `mat` in place; `diaginv` receives the inverse of D.
 *
 * Consecutive dofs of one chain change the rows of their common ancestors together, four or two at a time: every
 * number is then loaded and stored once instead of four times, and the order of additions stays.
 */
export function factorI(
  mat: Float64Array,
  diaginv: Float64Array,
  nv: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  for (let k = nv - 1; k >= 0;) {
    const n = chainLength(k, rownnz, rowadr, colind);
    if (n >= 4) {
      factorChain(mat, diaginv, k, 4, rownnz, rowadr);
      update4(mat, diaginv, k, rownnz, rowadr, colind);
      scaleRows(mat, diaginv, k, 4, rownnz, rowadr);
      k -= 4;
    } else if (n >= 2) {
      factorChain(mat, diaginv, k, 2, rownnz, rowadr);
      update2(mat, diaginv, k, rownnz, rowadr, colind);
      scaleRows(mat, diaginv, k, 2, rownnz, rowadr);
      k -= 2;
    } else {
      factorChain(mat, diaginv, k, 1, rownnz, rowadr);
      update1(mat, diaginv, k, rownnz, rowadr, colind);
      scaleRows(mat, diaginv, k, 1, rownnz, rowadr);
      k--;
    }
  }
}

/** Number of dofs, up to four, of which `k` is the last and each the parent of the next. */
function chainLength(k: number, rownnz: Int32Array, rowadr: Int32Array, colind: Int32Array): number {
  let n = 1;
  for (; n < 4; n++) {
    const count = rownnz[k];
    if (count < 2 || colind[rowadr[k] + count - 2] !== k - 1) break;
    k--;
  }
  return n;
}

/** Eliminates the last `n` dofs of a chain that ends with `k` from each other's rows. */
function factorChain(
  mat: Float64Array,
  diaginv: Float64Array,
  k: number,
  n: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
): void {
  for (let a = k; a > k - n; a--) {
    const start = rowadr[a];
    const inverse = 1 / mat[start + rownnz[a] - 1];
    diaginv[a] = inverse;
    for (let b = a - 1; b > k - n; b--) {
      const row = rowadr[b];
      const count = rownnz[b];
      const scale = -mat[start + count - 1] * inverse;
      for (let j = 0; j < count; j++) mat[row + j] += mat[start + j] * scale;
    }
  }
}

/** Subtracts row `k` from the rows of its ancestors. */
function update1(
  mat: Float64Array,
  diaginv: Float64Array,
  k: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  const a = rowadr[k];
  const da = diaginv[k];
  for (let c = rownnz[k] - 2; c >= 0; c--) {
    const row = rowadr[colind[a + c]];
    const sa = -mat[a + c] * da;
    for (let j = 0; j <= c; j++) mat[row + j] += mat[a + j] * sa;
  }
}

/** Subtracts rows `k` and `k − 1` from the rows of their common ancestors. */
function update2(
  mat: Float64Array,
  diaginv: Float64Array,
  k: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  const a = rowadr[k];
  const b = rowadr[k - 1];
  const da = diaginv[k];
  const db = diaginv[k - 1];
  for (let c = rownnz[k] - 3; c >= 0; c--) {
    const row = rowadr[colind[a + c]];
    const sa = -mat[a + c] * da;
    const sb = -mat[b + c] * db;
    for (let j = 0; j <= c; j++) mat[row + j] = mat[row + j] + mat[a + j] * sa + mat[b + j] * sb;
  }
}

/** Subtracts rows `k` to `k − 3` from the rows of their common ancestors. */
function update4(
  mat: Float64Array,
  diaginv: Float64Array,
  k: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  const a = rowadr[k];
  const b = rowadr[k - 1];
  const c = rowadr[k - 2];
  const d = rowadr[k - 3];
  const da = diaginv[k];
  const db = diaginv[k - 1];
  const dc = diaginv[k - 2];
  const dd = diaginv[k - 3];
  for (let i = rownnz[k] - 5; i >= 0; i--) {
    const row = rowadr[colind[a + i]];
    const sa = -mat[a + i] * da;
    const sb = -mat[b + i] * db;
    const sc = -mat[c + i] * dc;
    const sd = -mat[d + i] * dd;
    for (let j = 0; j <= i; j++) {
      mat[row + j] = mat[row + j] + mat[a + j] * sa + mat[b + j] * sb + mat[c + j] * sc + mat[d + j] * sd;
    }
  }
}

/** Divides the last `n` rows that end with row `k` by their diagonals. */
function scaleRows(
  mat: Float64Array,
  diaginv: Float64Array,
  k: number,
  n: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
): void {
  for (let i = k; i > k - n; i--) {
    const inverse = diaginv[i];
    const end = rowadr[i] + rownnz[i] - 1;
    for (let adr = rowadr[i]; adr < end; adr++) mat[adr] *= inverse;
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

/**
 * x = M⁻¹ y for `n` vectors that follow each other, with the factor in `d.qLD`.
 *
 * @example Acceleration that a torque causes
 * ```ts
 * import { compile, Data, forward, solveM } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * const acceleration = new Float64Array(1);
 * solveM(model, data, acceleration, 0, Float64Array.of(1), 0, 1);
 * if (Math.abs(acceleration[0] * data.qM[0] - 1) > 1e-12) throw new Error("wrong acceleration");
 * ```
 */
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
