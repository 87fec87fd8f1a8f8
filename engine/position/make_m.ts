/** The joint space inertia. */

import { isSparse } from "../support/sparsity.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";

/** Joint space inertia with the armature of dofs and tendons, in both layouts: rows of `M`, and `qM`. */
export function makeM(m: Model, d: Data): void {
  crb(m, d);
  tendonArmature(m, d);

  const { nC, mapM2M } = m;
  const { M, qM } = d;
  for (let i = 0; i < nC; i++) qM[mapM2M[i]] = M[i];
}

/** Composite rigid body algorithm: inertia of subtrees, projected on the axes that move them. */
export function crb(m: Model, d: Data): void {
  const { nbody, nv, body_parentid, dof_bodyid, dof_parentid, dof_armature, dof_simplenum, dof_M0 } = m;
  const { M_rownnz, M_rowadr } = m;
  const { cinert, cdof, crb: composite, M } = d;

  // inertia of each body with all its descendants
  composite.set(cinert);
  for (let i = nbody - 1; i > 0; i--) {
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

  for (let i = 0; i < nv; i++) {
    let adr = M_rowadr[i];
    if (dof_simplenum[i] !== 0) {
      M[adr] = dof_M0[i];
      continue;
    }

    // force that gives the subtree a unit acceleration along the axis of dof i
    const I = 10 * dof_bodyid[i];
    const a = 6 * i;
    const wx = cdof[a];
    const wy = cdof[a + 1];
    const wz = cdof[a + 2];
    const vx = cdof[a + 3];
    const vy = cdof[a + 4];
    const vz = cdof[a + 5];
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

    // as the axes of its ancestors feel it; armature adds to the diagonal
    adr += M_rownnz[i] - 1;
    M[adr--] = dof_armature[i] + (((wx * f0 + wz * f2) + (wy * f1 + vx * f3)) + (vy * f4 + vz * f5));
    for (let j = dof_parentid[i]; j >= 0; j = dof_parentid[j]) {
      const c = 6 * j;
      M[adr--] = ((cdof[c] * f0 + cdof[c + 2] * f2) + (cdof[c + 1] * f1 + cdof[c + 3] * f3)) +
        (cdof[c + 4] * f4 + cdof[c + 5] * f5);
    }
  }
}

/** Adds the inertia of tendons: armature · JᵀJ, within the pattern of M. */
function tendonArmature(m: Model, d: Data): void {
  const { ntendon, nv, tendon_armature, M_rownnz, M_rowadr, M_colind } = m;
  const { M, ten_J, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = d;
  const sparse = isSparse(m);

  for (let t = 0; t < ntendon; t++) {
    const armature = tendon_armature[t];
    if (armature === 0) continue;

    const start = sparse ? ten_J_rowadr[t] : nv * t;
    const n = sparse ? ten_J_rownnz[t] : nv;
    for (let k = 0; k < n; k++) {
      const Ji = ten_J[start + k];
      if (Ji === 0) continue;
      const i = sparse ? ten_J_colind[start + k] : k;

      // both the row of M and the columns of J are in increasing order
      const end = M_rowadr[i] + M_rownnz[i];
      const scale = armature * Ji;
      let at = 0;
      for (let adr = M_rowadr[i]; adr < end; adr++) {
        const column = M_colind[adr];
        if (sparse) {
          while (at < n && ten_J_colind[start + at] < column) at++;
          if (at === n) break;
          if (ten_J_colind[start + at] === column) M[adr] += scale * ten_J[start + at];
        } else {
          M[adr] += scale * ten_J[start + column];
        }
      }
    }
  }
}
