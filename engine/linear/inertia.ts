/** Products with the joint-space inertia matrix, and its dense form. */

import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { dotSparse } from "./sparse.ts";

/**
 * res = M vec
 *
 * @example Inertia times acceleration
 * ```ts
 * import { compile, Data, forward, mulM } from "@plumbline/sim";
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
 * const force = new Float64Array(1);
 * mulM(model, data, force, 0, Float64Array.of(3), 0);
 * if (Math.abs(force[0] - 3 * data.qM[0]) > 1e-12) throw new Error("wrong force");
 * ```
 */
export function mulM(m: Model, d: Data, res: Float64Array, r: number, vec: Float64Array, v: number): void {
  mulSymmetric(m, d.M, res, r, vec, v);
}

/** res = A vec for a symmetric matrix whose lower triangle is `mat`, in the pattern of M */
export function mulSymmetric(
  m: Model,
  mat: Float64Array,
  res: Float64Array,
  r: number,
  vec: Float64Array,
  v: number,
): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;

  for (let i = 0; i < nv; i++) {
    const start = M_rowadr[i];
    const diag = start + M_rownnz[i] - 1;
    const vi = vec[v + i];

    // the entries left of the diagonal are used for both triangles
    let sum = mat[diag] * vi;
    for (let adr = diag - 1; adr >= start; adr--) {
      const j = M_colind[adr];
      sum += mat[adr] * vec[v + j];
      res[r + j] += mat[adr] * vi;
    }
    res[r + i] = sum;
  }
}

/**
 * res = M^½ vec, with the square root defined by the factorization, so that resᵀres = vecᵀ M vec.
 *
 * @example Kinetic energy as half a square
 * ```ts
 * import { compile, Data, forward, mulM2 } from "@plumbline/sim";
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
 * data.qvel[0] = 3;
 * forward(model, data);
 *
 * const root = new Float64Array(1);
 * mulM2(model, data, root, 0, data.qvel, 0);
 * if (Math.abs(root[0] * root[0] - 9 * data.qM[0]) > 1e-12) throw new Error("I ω²");
 * ```
 */
export function mulM2(m: Model, d: Data, res: Float64Array, r: number, vec: Float64Array, v: number): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { qLD } = d;

  for (let i = 0; i < nv; i++) {
    const start = M_rowadr[i];
    const n = M_rownnz[i] - 1;
    const sum = vec[v + i] + dotSparse(qLD, start, n, M_colind, vec, v);
    res[r + i] = sum * Math.sqrt(qLD[start + n]);
  }
}

/**
 * Writes the dense form (`nv × nv`) of an inertia matrix in the layout of `d.qM` to `dst`.
 *
 * @example Inertia of a pendulum about its joint
 * ```ts
 * import { compile, Data, forward, fullM } from "@plumbline/sim";
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
 * const inertia = new Float64Array(1);
 * fullM(model, inertia, data.qM);
 * if (Math.abs(inertia[0] - (2 + 0.4 * 2 * 0.01)) > 1e-12) throw new Error("m r² and the ball's own");
 * ```
 */
export function fullM(m: Model, dst: Float64Array, qM: Float64Array): void {
  const { nv, dof_parentid } = m;

  dst.fill(0, 0, nv * nv);
  let adr = 0;
  for (let i = 0; i < nv; i++) {
    for (let j = i; j >= 0; j = dof_parentid[j]) {
      dst[i * nv + j] = qM[adr];
      dst[j * nv + i] = qM[adr];
      adr++;
    }
  }
}

/**
 * Adds the inertia matrix to another one: to the lower triangle of a dense matrix (`nv × nv`), or, if `rownnz`, `rowadr`,
 * and `colind` are given, to a sparse one, whose rows must have room for the entries that are not there yet.
 *
 * @example Inertia with something added to it
 * ```ts
 * import { addM, compile, Data, forward } from "@plumbline/sim";
 *
 * const model = compile(`<mujoco><worldbody><body><joint type="slide"/><geom size="0.1" mass="2"/></body></worldbody></mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * const matrix = Float64Array.of(5);
 * addM(model, data, matrix, null, null, null);
 * if (matrix[0] !== 7) throw new Error("not added");
 * ```
 */
export function addM(
  m: Model,
  d: Data,
  dst: Float64Array,
  rownnz: Int32Array | null,
  rowadr: Int32Array | null,
  colind: Int32Array | null,
): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  for (let i = 0; i < nv; i++) {
    for (let adr = M_rowadr[i]; adr < M_rowadr[i] + M_rownnz[i]; adr++) {
      const j = M_colind[adr];
      if (rownnz && rowadr && colind) addEntry(dst, rownnz, rowadr, colind, i, j, d.M[adr]);
      else dst[i * nv + j] += d.M[adr];
    }
  }
}

/** Adds to an entry of a sparse matrix, which is inserted if it is not there. Rows are sorted by columns. */
function addEntry(
  mat: Float64Array,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
  i: number,
  j: number,
  value: number,
): void {
  const start = rowadr[i];
  const end = start + rownnz[i];
  let at = start;
  while (at < end && colind[at] < j) at++;
  if (at < end && colind[at] === j) {
    mat[at] += value;
    return;
  }
  mat.copyWithin(at + 1, at, end);
  colind.copyWithin(at + 1, at, end);
  mat[at] = value;
  colind[at] = j;
  rownnz[i]++;
}
