/** The joint-space inertia matrix. */

import { copyAll } from "../math/vec.ts";
import { type InPlace, inPlace } from "../model/in_place.ts";
import * as queries from "../model/queries.ts";
import type { Data } from "../data.ts";
import { SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { isSleepFiltered, isSparse } = queries;
const { ASLEEP } = SleepState;

/**
 * The joint-space inertia matrix with the armature of dofs and tendons, in both layouts: in `M` each row ends with the
 * diagonal entry, in `qM` it begins with it.
 */
export function makeM(m: Model, d: Data): void {
  crb(m, d);
  addTendonArmature(m, d);
}

/** Adds the armature of tendons to both layouts. */
export function addTendonArmature(m: Model, d: Data): void {
  if (m.ntendon === 0 || !tendonArmature(m, d)) return;
  const { nC, mapM2M } = m;
  const { M, qM } = d;
  for (let i = 0; i < nC; i++) qM[mapM2M[i]] = M[i];
}

/** Are inertias and motion axes where the kernel reads and writes them? */
export function areInPlace(d: Data, { fields }: InPlace): boolean {
  return d.cinert === fields.cinert && d.crb === fields.crb && d.cdof === fields.cdof && d.M === fields.M &&
    d.qM === fields.qM;
}

/**
 * Composite rigid body algorithm: inertias of subtrees, projected onto the axes that move them. Rows of sleeping trees
 * are left unchanged.
 */
export function crb(m: Model, d: Data): void {
  const fast = inPlace(m, d);
  if (fast !== null && areInPlace(d, fast)) {
    copyAll(fast.armature, m.dof_armature);
    copyAll(fast.M0, m.dof_M0);
    fast.kernels.crb(fast.at);
    return;
  }

  const { nv, dof_bodyid, dof_parentid, dof_armature, dof_simplenum, dof_M0, dof_Madr, M_rownnz, M_rowadr } = m;
  const { cdof, crb: composite, M, qM, body_awake } = d;

  compositeInertias(m, d);
  const filter = isSleepFiltered(m, d);
  if (filter && d.nv_awake === 0) return;
  for (let i = 0; i < nv; i++) {
    const body = dof_bodyid[i];
    if (filter && body_awake[body] === ASLEEP) continue;
    let q = dof_Madr[i];
    if (dof_simplenum[i] !== 0) {
      M[M_rowadr[i]] = dof_M0[i];
      qM[q] = dof_M0[i];
      continue;
    }

    // force for a unit acceleration of the subtree along the axis of dof i
    const a = 6 * i;
    const wx = cdof[a];
    const wy = cdof[a + 1];
    const wz = cdof[a + 2];
    const vx = cdof[a + 3];
    const vy = cdof[a + 4];
    const vz = cdof[a + 5];
    const I = 10 * body;
    const I3 = composite[I + 3];
    const I4 = composite[I + 4];
    const I5 = composite[I + 5];
    const mx = composite[I + 6];
    const my = composite[I + 7];
    const mz = composite[I + 8];
    const mass = composite[I + 9];
    const f0 = composite[I] * wx + I3 * wy + I4 * wz - mz * vy + my * vz;
    const f1 = I3 * wx + composite[I + 1] * wy + I5 * wz + mz * vx - mx * vz;
    const f2 = I4 * wx + I5 * wy + composite[I + 2] * wz - my * vx + mx * vy;
    const f3 = mz * wy - my * wz + mass * vx;
    const f4 = mx * wz - mz * wx + mass * vy;
    const f5 = my * wx - mx * wy + mass * vz;

    // projected onto that axis
    let adr = M_rowadr[i] + M_rownnz[i] - 1;
    const own = dof_armature[i] + (((wx * f0 + wz * f2) + (wy * f1 + vx * f3)) + (vy * f4 + vz * f5));
    M[adr] = own;
    qM[q] = own;

    // projected onto the axes of its ancestors
    for (let j = dof_parentid[i]; j >= 0; j = dof_parentid[j]) {
      const c = 6 * j;
      const product = ((cdof[c] * f0 + cdof[c + 2] * f2) + (cdof[c + 1] * f1 + cdof[c + 3] * f3)) +
        (cdof[c + 4] * f4 + cdof[c + 5] * f5);
      M[--adr] = product;
      qM[++q] = product;
    }
  }
}

/** Inertia of each body together with all its descendants. Sleeping bodies keep their last values. */
function compositeInertias(m: Model, d: Data): void {
  const { nbody, body_parentid } = m;
  const { cinert, crb: composite, body_awake_ind, parent_awake_ind } = d;
  const filter = isSleepFiltered(m, d);
  if (filter) {
    for (let b = 0; b < d.nbody_awake; b++) {
      for (let k = 10 * body_awake_ind[b], end = k + 10; k < end; k++) composite[k] = cinert[k];
    }
  } else {
    copyAll(composite, cinert);
  }

  const others = filter ? d.nparent_awake : nbody - 1;
  for (let b = others; b > 0; b--) {
    const i = filter ? parent_awake_ind[b - 1] : b;
    const parent = 10 * body_parentid[i];
    if (parent === 0) continue;
    const child = 10 * i;
    composite[parent] += composite[child];
    composite[parent + 1] += composite[child + 1];
    composite[parent + 2] += composite[child + 2];
    composite[parent + 3] += composite[child + 3];
    composite[parent + 4] += composite[child + 4];
    composite[parent + 5] += composite[child + 5];
    composite[parent + 6] += composite[child + 6];
    composite[parent + 7] += composite[child + 7];
    composite[parent + 8] += composite[child + 8];
    composite[parent + 9] += composite[child + 9];
  }
}

/** Adds the inertia of tendons: armature · JᵀJ, within the pattern of M. Returns whether there is any such tendon. */
function tendonArmature(m: Model, d: Data): boolean {
  const { ntendon } = m;
  const { nv, tendon_armature, M_rownnz, M_rowadr, M_colind } = m;
  const { M, ten_J, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = d;
  const sparse = isSparse(m);
  let any = false;

  for (let t = 0; t < ntendon; t++) {
    const armature = tendon_armature[t];
    if (armature === 0) continue;
    any = true;

    const start = sparse ? ten_J_rowadr[t] : nv * t;
    const n = sparse ? ten_J_rownnz[t] : nv;
    for (let k = 0; k < n; k++) {
      const Ji = ten_J[start + k];
      if (Ji === 0) continue;
      const i = sparse ? ten_J_colind[start + k] : k;

      // both the row of M and the columns of J are in increasing order, and the last of the row is among the columns
      const end = M_rowadr[i] + M_rownnz[i];
      const scale = armature * Ji;
      let at = 0;
      for (let adr = M_rowadr[i]; adr < end; adr++) {
        const column = M_colind[adr];
        if (sparse) {
          while (ten_J_colind[start + at] < column) at++;
          if (ten_J_colind[start + at] === column) M[adr] += scale * ten_J[start + at];
        } else {
          M[adr] += scale * ten_J[start + column];
        }
      }
    }
  }
  return any;
}
