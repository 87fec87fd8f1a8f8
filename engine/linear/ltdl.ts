/**
 * Sparse LᵀDL factorization of matrices with the pattern of the joint-space inertia matrix, after Featherstone (2005),
 * "Efficient factorization of the joint-space inertia matrix for branched kinematic trees".
 *
 * Row `i` of the lower triangle holds the ancestors of dof `i` and ends with the diagonal. Because the ancestors of an
 * ancestor are a prefix of the row, elimination works on runs of consecutive numbers and causes no fill-in.
 */

import { copyAll } from "../math/vec.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { Elimination } from "./elimination.ts";

/** dofs that the average chain must have for a kernel to be faster, as the matrix is copied to it and back */
const LONG_CHAINS = 10;

const elimination = new Elimination();

/**
 * Factors `mat` in place; `diaginv` receives the inverse of D.
 *
 * Four consecutive dofs of one chain update the rows of their common ancestors together: every number is loaded and
 * stored once instead of four times, with the same order of additions.
 */
export function factorI(
  mat: Float64Array,
  diaginv: Float64Array,
  nv: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  if (mat.length < LONG_CHAINS * nv || !elimination.load(mat, rowadr, colind)) {
    factorRows(mat, diaginv, 0, nv, rownnz, rowadr, colind, null);
    return;
  }
  factorRows(elimination.mat, diaginv, 0, nv, rownnz, rowadr, colind, elimination);
  copyAll(mat, elimination.mat);
}

/** `factorI` for the trees that are awake. Their rows are factored as they would be together with all others. */
export function factorAwake(m: Model, d: Data, mat: Float64Array, diaginv: Float64Array): void {
  const { ntree, tree_dofadr, tree_dofnum, M_rownnz, M_rowadr, M_colind } = m;
  const { tree_awake } = d;
  for (let t = ntree - 1; t >= 0; t--) {
    if (tree_awake[t] === 0) continue;
    const first = tree_dofadr[t];
    factorRows(mat, diaginv, first, first + tree_dofnum[t], M_rownnz, M_rowadr, M_colind, null);
  }
}

/** `solveLD` for the trees that are awake. */
export function solveAwake(m: Model, d: Data, x: Float64Array, qLD: Float64Array, qLDiagInv: Float64Array): void {
  const { ntree, tree_dofadr, tree_dofnum, M_rownnz, M_rowadr, M_colind } = m;
  const { tree_awake } = d;
  for (let t = 0; t < ntree; t++) {
    if (tree_awake[t] === 0) continue;
    const first = tree_dofadr[t];
    solveRows(x, 0, qLD, qLDiagInv, first, first + tree_dofnum[t], M_rownnz, M_rowadr, M_colind);
  }
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

/** `factorI` for the rows of some trees, from dof `first` to before `last`; `long` has the matrix if a kernel helps. */
function factorRows(
  mat: Float64Array,
  diaginv: Float64Array,
  first: number,
  last: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
  long: Elimination | null,
): void {
  for (let k = last - 1; k >= first;) {
    const a = rowadr[k];
    const n = rownnz[k];
    if (n === 1) {
      diaginv[k--] = 1 / mat[a];
      continue;
    }
    const end = a + n - 1;
    if (n < 4 || colind[end - 1] !== k - 1 || colind[end - 2] !== k - 2 || colind[end - 3] !== k - 3) {
      if (colind[end - 1] === k - 1) {
        factorTwo(mat, diaginv, k, n - 2, rowadr, colind);
        k -= 2;
        continue;
      }
      // one dof: subtract the outer product of its row from the rows of its ancestors, divide by the diagonal
      const inverse = 1 / mat[end];
      diaginv[k] = inverse;
      for (let adr = end - 1; adr >= a; adr--) {
        const row = rowadr[colind[adr]];
        const scale = -mat[adr] * inverse;
        const count = adr - a;
        for (let j = 0; j <= count; j++) mat[row + j] += mat[a + j] * scale;
      }
      for (let adr = a; adr < end; adr++) mat[adr] *= inverse;
      k--;
      continue;
    }

    // dofs a, b, c, d from the last one up, with p common ancestors; first the triangle between them
    const p = n - 4;
    const b = rowadr[k - 1];
    const c = rowadr[k - 2];
    const d = rowadr[k - 3];
    const ab = mat[a + p + 2];
    const ac = mat[a + p + 1];
    const ad = mat[a + p];
    const da = 1 / mat[a + p + 3];
    const sab = -ab * da;
    const sac = -ac * da;
    const sad = -ad * da;
    const bb = mat[b + p + 2] + ab * sab;
    const bc = mat[b + p + 1] + ac * sab;
    const bd = mat[b + p] + ad * sab;
    const db = 1 / bb;
    const sbc = -bc * db;
    const sbd = -bd * db;
    const cc = mat[c + p + 1] + ac * sac + bc * sbc;
    const cd = mat[c + p] + ad * sac + bd * sbc;
    const dc = 1 / cc;
    const scd = -cd * dc;
    const dd = mat[d + p] + ad * sad + bd * sbd + cd * scd;
    const inverse = 1 / dd;
    diaginv[k] = da;
    diaginv[k - 1] = db;
    diaginv[k - 2] = dc;
    diaginv[k - 3] = inverse;

    // then their rows
    for (let j = 0; j < p; j++) {
      const x = mat[a + j];
      const y = mat[b + j] + x * sab;
      const z = mat[c + j] + x * sac + y * sbc;
      mat[b + j] = y;
      mat[c + j] = z;
      mat[d + j] = mat[d + j] + x * sad + y * sbd + z * scd;
    }

    // then the rows of the ancestors
    if (long !== null) long.eliminate(diaginv, k, a, b, c, d, p);
    else eliminateFour(mat, diaginv, k, a, b, c, d, p, rowadr, colind);

    // divide by the diagonals
    for (let j = 0; j < p; j++) {
      mat[a + j] *= da;
      mat[b + j] *= db;
      mat[c + j] *= dc;
      mat[d + j] *= inverse;
    }
    mat[a + p] = ad * da;
    mat[a + p + 1] = ac * da;
    mat[a + p + 2] = ab * da;
    mat[b + p] = bd * db;
    mat[b + p + 1] = bc * db;
    mat[b + p + 2] = bb;
    mat[c + p] = cd * dc;
    mat[c + p + 1] = cc;
    mat[d + p] = dd;
    k -= 4;
  }
}

/** Subtracts what dofs `k` to `k − 3`, whose rows begin at `a` to `d`, add to the rows of their `p` common ancestors. */
function eliminateFour(
  mat: Float64Array,
  diaginv: Float64Array,
  k: number,
  a: number,
  b: number,
  c: number,
  d: number,
  p: number,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  const da = diaginv[k];
  const db = diaginv[k - 1];
  const dc = diaginv[k - 2];
  const dd = diaginv[k - 3];
  for (let i = p - 1; i >= 0; i--) {
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

/** `factorRows` for dof `k` and its parent, dof `k − 1`, which have `p` common ancestors. */
function factorTwo(
  mat: Float64Array,
  diaginv: Float64Array,
  k: number,
  p: number,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  const a = rowadr[k];
  const b = rowadr[k - 1];
  const ab = mat[a + p];
  const da = 1 / mat[a + p + 1];
  const sab = -ab * da;
  const bb = mat[b + p] + ab * sab;
  const db = 1 / bb;
  diaginv[k] = da;
  diaginv[k - 1] = db;
  for (let j = 0; j < p; j++) mat[b + j] += mat[a + j] * sab;
  for (let i = p - 1; i >= 0; i--) {
    const row = rowadr[colind[a + i]];
    const sa = -mat[a + i] * da;
    const sb = -mat[b + i] * db;
    for (let j = 0; j <= i; j++) mat[row + j] = mat[row + j] + mat[a + j] * sa + mat[b + j] * sb;
  }
  for (let j = 0; j < p; j++) {
    mat[a + j] *= da;
    mat[b + j] *= db;
  }
  mat[a + p] = ab * da;
  mat[b + p] = bb;
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
    const n = rownnz[i] - 1;
    if (n === 0) continue;
    const xi = x[o + i];
    if (xi === 0) continue;
    const a = rowadr[i];
    if (n > 1 && colind[a + n - 1] === i - 1) {
      // two dofs of one chain: numbers of their common ancestors are loaded and stored once
      const xj = x[o + i - 1] - qLD[a + n - 1] * xi;
      if (xj !== 0) {
        const b = rowadr[i - 1];
        x[o + i - 1] = xj;
        for (let k = 0; k < n - 1; k++) {
          const c = o + colind[a + k];
          x[c] = x[c] - qLD[a + k] * xi - qLD[b + k] * xj;
        }
        i--;
        continue;
      }
    }
    for (let adr = a; adr < a + n; adr++) x[o + colind[adr]] -= qLD[adr] * xi;
  }

  // x ← D⁻¹ x
  for (let i = first; i < last; i++) x[o + i] *= qLDiagInv[i];

  // x ← L⁻¹ x
  for (let i = first; i < last; i++) {
    const n = rownnz[i] - 1;
    if (n === 0) continue;
    const a = rowadr[i];
    const whole = n & ~3;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    if (n < 3 || i + 1 === last || rownnz[i + 1] !== n + 2 || colind[rowadr[i + 1] + n] !== i) {
      for (let k = a; k < a + whole; k += 4) {
        s0 += qLD[k] * x[o + colind[k]];
        s1 += qLD[k + 1] * x[o + colind[k + 1]];
        s2 += qLD[k + 2] * x[o + colind[k + 2]];
        s3 += qLD[k + 3] * x[o + colind[k + 3]];
      }
      let sum = (s0 + s2) + (s1 + s3);
      for (let k = a + whole; k < a + n; k++) sum += qLD[k] * x[o + colind[k]];
      x[o + i] -= sum;
      continue;
    }

    // a dof and the next one of its chain, which has the same ancestors and this one
    const b = rowadr[i + 1];
    let t0 = 0;
    let t1 = 0;
    let t2 = 0;
    let t3 = 0;
    for (let k = 0; k < whole; k += 4) {
      const x0 = x[o + colind[a + k]];
      const x1 = x[o + colind[a + k + 1]];
      const x2 = x[o + colind[a + k + 2]];
      const x3 = x[o + colind[a + k + 3]];
      s0 += qLD[a + k] * x0;
      s1 += qLD[a + k + 1] * x1;
      s2 += qLD[a + k + 2] * x2;
      s3 += qLD[a + k + 3] * x3;
      t0 += qLD[b + k] * x0;
      t1 += qLD[b + k + 1] * x1;
      t2 += qLD[b + k + 2] * x2;
      t3 += qLD[b + k + 3] * x3;
    }
    let s = (s0 + s2) + (s1 + s3);
    for (let k = whole; k < n; k++) s += qLD[a + k] * x[o + colind[a + k]];
    const xi = x[o + i] - s;
    x[o + i] = xi;
    if (n - whole === 3) {
      t0 += qLD[b + whole] * x[o + colind[a + whole]];
      t1 += qLD[b + whole + 1] * x[o + colind[a + whole + 1]];
      t2 += qLD[b + whole + 2] * x[o + colind[a + whole + 2]];
      t3 += qLD[b + n] * xi;
      x[o + i + 1] -= (t0 + t2) + (t1 + t3);
    } else {
      let t = (t0 + t2) + (t1 + t3);
      for (let k = whole; k < n; k++) t += qLD[b + k] * x[o + colind[a + k]];
      x[o + i + 1] -= t + qLD[b + n] * xi;
    }
    i++;
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

  if (x !== y || o !== p) { for (let k = 0; k < n * nv; k++) x[o + k] = y[p + k]; }
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
