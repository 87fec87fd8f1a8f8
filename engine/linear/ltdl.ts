/**
 * Sparse LᵀDL factorization of matrices with the pattern of the joint-space inertia matrix, after Featherstone (2005),
 * "Efficient factorization of the joint-space inertia matrix for branched kinematic trees".
 *
 * Row `i` of the lower triangle holds the ancestors of dof `i` and ends with the diagonal. Because the ancestors of an
 * ancestor are a prefix of the row, elimination works on runs of consecutive numbers and causes no fill-in.
 */

import { type InPlace, inPlaceAsleep } from "../model/in_place.ts";
import { isSleepFiltered } from "../model/queries.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

/**
 * Factors a matrix in the pattern of M, which is a field of `d`, in place; `diaginv` receives the inverse of D. Rows of
 * sleeping trees are left unchanged.
 */
export function factorLikeM(m: Model, d: Data, mat: Float64Array, diaginv: Float64Array): void {
  const { nv, ntree, tree_dofadr, tree_dofnum, M_rownnz, M_rowadr, M_colind } = m;
  const fast = onFactor(m, d, mat, diaginv);
  if (!isSleepFiltered(m, d)) {
    if (fast === null) factorI(mat, diaginv, nv, M_rownnz, M_rowadr, M_colind);
    else {
      const { kernels, at, chains } = fast;
      const begin = chains.byteOffset;
      kernels.factor(at, mat.byteOffset, diaginv.byteOffset, begin, begin + chains.byteLength);
    }
    return;
  }
  for (let t = ntree - 1; t >= 0; t--) {
    if (d.tree_awake[t] === 0) continue;
    const first = tree_dofadr[t];
    if (fast === null) factorRows(mat, diaginv, first, first + tree_dofnum[t], M_rownnz, M_rowadr, M_colind);
    else {
      const { kernels, at, chains, chainsEnd } = fast;
      const begin = t + 1 < ntree ? chainsEnd[t + 1] : 0;
      const { byteOffset } = chains;
      kernels.factor(at, mat.byteOffset, diaginv.byteOffset, byteOffset + begin, byteOffset + chainsEnd[t]);
    }
  }
}

/**
 * Solves with a matrix factored by `factorLikeM`, in place; `x` is `d.qacc_smooth`, or in the memory of the fields. Numbers
 * of sleeping trees are left unchanged.
 */
export function solveLikeM(m: Model, d: Data, x: Float64Array, mat: Float64Array, diaginv: Float64Array): void {
  const { nv, ntree, tree_dofadr, tree_dofnum, M_rownnz, M_rowadr, M_colind } = m;
  const known = onFactor(m, d, mat, diaginv);
  const fast = known === null || x === d.qacc_smooth && x !== known.fields.qacc_smooth ? null : known;
  if (!isSleepFiltered(m, d)) {
    if (fast === null) solveLD(x, 0, mat, diaginv, nv, M_rownnz, M_rowadr, M_colind);
    else fast.kernels.solve(fast.at, x.byteOffset, mat.byteOffset, diaginv.byteOffset, 0, nv);
    return;
  }
  for (let t = 0; t < ntree; t++) {
    if (d.tree_awake[t] === 0) continue;
    const first = tree_dofadr[t];
    const last = first + tree_dofnum[t];
    if (fast === null) solveRows(x, 0, mat, diaginv, first, last, M_rownnz, M_rowadr, M_colind);
    else fast.kernels.solve(fast.at, x.byteOffset, mat.byteOffset, diaginv.byteOffset, first, last);
  }
}

/** The kernels, if the factor is where they read and write it. */
function onFactor(m: Model, d: Data, mat: Float64Array, diaginv: Float64Array): InPlace | null {
  const fast = inPlaceAsleep(m, d);
  if (fast === null) return null;
  const { qLD, qLDiagInv, qH, qHDiagInv } = fast.fields;
  return mat === qLD && diaginv === qLDiagInv || mat === qH && diaginv === qHDiagInv ? fast : null;
}

/** Factors `mat` in place; `diaginv` receives the inverse of D. */
export function factorI(
  mat: Float64Array,
  diaginv: Float64Array,
  nv: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  factorRows(mat, diaginv, 0, nv, rownnz, rowadr, colind);
}

/** res = mat in the rows of trees that are awake */
export function copyAwake(m: Model, d: Data, res: Float64Array, mat: Float64Array): void {
  const { ntree, tree_dofadr, tree_dofnum, M_rownnz, M_rowadr } = m;
  const { tree_awake } = d;
  for (let t = 0; t < ntree; t++) {
    if (tree_awake[t] === 0) continue;
    const last = tree_dofadr[t] + tree_dofnum[t] - 1;
    const end = M_rowadr[last] + M_rownnz[last];
    for (let adr = M_rowadr[tree_dofadr[t]]; adr < end; adr++) res[adr] = mat[adr];
  }
}

/** `factorI` for the rows of some trees, from dof `first` to before `last`. */
function factorRows(
  mat: Float64Array,
  diaginv: Float64Array,
  first: number,
  last: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  for (let k = last - 1; k >= first; k--) {
    const a = rowadr[k];
    const end = a + rownnz[k] - 1;
    const inverse = 1 / mat[end];
    diaginv[k] = inverse;
    // subtract the outer product of the row from the rows of its ancestors, then divide it by the diagonal
    for (let adr = end - 1; adr >= a; adr--) {
      const row = rowadr[colind[adr]];
      const scale = -mat[adr] * inverse;
      const count = adr - a;
      for (let j = 0; j <= count; j++) mat[row + j] += mat[a + j] * scale;
    }
    for (let adr = a; adr < end; adr++) mat[adr] *= inverse;
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
  // nothing but diagonals, as of a mesh of particles
  if (qLD.length === nv) { for (let i = 0; i < nv; i++) x[o + i] *= qLDiagInv[i]; }
  else solveRows(x, o, qLD, qLDiagInv, 0, nv, rownnz, rowadr, colind);
}

/** `solveLD` for the rows of some trees, from dof `first` to before `last`. */
function solveRows(
  x: Float64Array,
  o: number,
  qLD: Float64Array,
  qLDiagInv: Float64Array,
  first: number,
  last: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  // x ← L⁻ᵀ x
  for (let i = last - 1; i >= first; i--) {
    const xi = x[o + i];
    if (xi === 0) continue;
    const end = rowadr[i] + rownnz[i] - 1;
    for (let adr = rowadr[i]; adr < end; adr++) x[o + colind[adr]] -= qLD[adr] * xi;
  }

  // x ← D⁻¹ x
  for (let i = first; i < last; i++) x[o + i] *= qLDiagInv[i];

  // x ← L⁻¹ x, in four partial sums
  for (let i = first; i < last; i++) {
    const n = rownnz[i] - 1;
    if (n === 0) continue;
    const a = rowadr[i];
    const whole = a + (n & ~3);
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let k = a; k < whole; k += 4) {
      s0 += qLD[k] * x[o + colind[k]];
      s1 += qLD[k + 1] * x[o + colind[k + 1]];
      s2 += qLD[k + 2] * x[o + colind[k + 2]];
      s3 += qLD[k + 3] * x[o + colind[k + 3]];
    }
    let sum = (s0 + s2) + (s1 + s3);
    for (let k = whole; k < a + n; k++) sum += qLD[k] * x[o + colind[k]];
    x[o + i] -= sum;
  }
}

/**
 * x = M⁻¹ y for `n` consecutive vectors, using the factor in `d.qLD`.
 *
 * @example Acceleration caused by a torque
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

  for (let k = 0; k < n * nv; k++) x[o + k] = y[p + k];
  for (let k = 0; k < n; k++) solveLD(x, o + k * nv, qLD, qLDiagInv, nv, M_rownnz, M_rowadr, M_colind);
}

/** x = D^-½ L⁻ᵀ y for `n` consecutive vectors: half of `solveM`, so that xᵀx = yᵀ M⁻¹ y. */
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

  for (let k = 0; k < n * nv; k++) x[o + k] = y[p + k];
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

/** `solveLD` for three vectors, `stride` apart: each is computed as if it were alone, but the matrix is loaded once. */
export function solveThreeLD(
  x: Float64Array,
  o: number,
  stride: number,
  qLD: Float64Array,
  qLDiagInv: Float64Array,
  nv: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  const u = o;
  const v = o + stride;
  const w = v + stride;

  // x ← L⁻ᵀ x
  for (let i = nv - 1; i >= 0; i--) {
    const start = rowadr[i];
    const end = start + rownnz[i] - 1;
    const xu = x[u + i];
    const xv = x[v + i];
    const xw = x[w + i];
    if (xu !== 0 && xv !== 0 && xw !== 0) {
      for (let adr = start; adr < end; adr++) {
        const l = qLD[adr];
        const c = colind[adr];
        x[u + c] -= l * xu;
        x[v + c] -= l * xv;
        x[w + c] -= l * xw;
      }
      continue;
    }
    if (xu !== 0) { for (let adr = start; adr < end; adr++) x[u + colind[adr]] -= qLD[adr] * xu; }
    if (xv !== 0) { for (let adr = start; adr < end; adr++) x[v + colind[adr]] -= qLD[adr] * xv; }
    if (xw !== 0) { for (let adr = start; adr < end; adr++) x[w + colind[adr]] -= qLD[adr] * xw; }
  }

  // x ← D⁻¹ x
  for (let i = 0; i < nv; i++) {
    x[u + i] *= qLDiagInv[i];
    x[v + i] *= qLDiagInv[i];
    x[w + i] *= qLDiagInv[i];
  }

  // x ← L⁻¹ x, in four partial sums each
  for (let i = 0; i < nv; i++) {
    const start = rowadr[i];
    const end = start + rownnz[i] - 1;
    if (end === start) continue;
    let u0 = 0;
    let u1 = 0;
    let u2 = 0;
    let u3 = 0;
    let v0 = 0;
    let v1 = 0;
    let v2 = 0;
    let v3 = 0;
    let w0 = 0;
    let w1 = 0;
    let w2 = 0;
    let w3 = 0;
    let adr = start;
    for (; adr <= end - 4; adr += 4) {
      const l0 = qLD[adr];
      const l1 = qLD[adr + 1];
      const l2 = qLD[adr + 2];
      const l3 = qLD[adr + 3];
      const c0 = colind[adr];
      const c1 = colind[adr + 1];
      const c2 = colind[adr + 2];
      const c3 = colind[adr + 3];
      u0 += l0 * x[u + c0];
      u1 += l1 * x[u + c1];
      u2 += l2 * x[u + c2];
      u3 += l3 * x[u + c3];
      v0 += l0 * x[v + c0];
      v1 += l1 * x[v + c1];
      v2 += l2 * x[v + c2];
      v3 += l3 * x[v + c3];
      w0 += l0 * x[w + c0];
      w1 += l1 * x[w + c1];
      w2 += l2 * x[w + c2];
      w3 += l3 * x[w + c3];
    }
    let su = (u0 + u2) + (u1 + u3);
    let sv = (v0 + v2) + (v1 + v3);
    let sw = (w0 + w2) + (w1 + w3);
    for (; adr < end; adr++) {
      const l = qLD[adr];
      const c = colind[adr];
      su += l * x[u + c];
      sv += l * x[v + c];
      sw += l * x[w + c];
    }
    x[u + i] -= su;
    x[v + i] -= sv;
    x[w + i] -= sw;
  }
}
