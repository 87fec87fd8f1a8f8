/** The joint space inertia. */

import { mulInertVec } from "../math/spatial.ts";
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

const force = new Float64Array(6);

/** Composite rigid body algorithm: inertia of subtrees, projected on the axes that move them. */
export function crb(m: Model, d: Data): void {
  const { nbody, nv, body_parentid, dof_bodyid, dof_parentid, dof_armature, dof_simplenum, dof_M0 } = m;
  const { M_rownnz, M_rowadr } = m;
  const { cinert, cdof, crb: composite, M } = d;

  // inertia of each body with all its descendants
  for (let k = 0; k < 10 * nbody; k++) composite[k] = cinert[k];
  for (let i = nbody - 1; i > 0; i--) {
    const parent = 10 * body_parentid[i];
    if (parent === 0) continue;
    for (let k = 0; k < 10; k++) composite[parent + k] += composite[10 * i + k];
  }

  for (let i = 0; i < nv; i++) {
    let adr = M_rowadr[i];
    if (dof_simplenum[i] !== 0) {
      M[adr] = dof_M0[i];
      continue;
    }

    // force that gives the subtree a unit acceleration along the axis of dof i, seen by the axes of its ancestors
    mulInertVec(force, 0, composite, 10 * dof_bodyid[i], cdof, 6 * i);
    const f0 = force[0];
    const f1 = force[1];
    const f2 = force[2];
    const f3 = force[3];
    const f4 = force[4];
    const f5 = force[5];
    adr += M_rownnz[i] - 1;
    let armature = dof_armature[i];
    for (let j = i; j >= 0; j = dof_parentid[j]) {
      const c = 6 * j;
      M[adr--] = armature + (((cdof[c] * f0 + cdof[c + 2] * f2) + (cdof[c + 1] * f1 + cdof[c + 3] * f3)) +
        (cdof[c + 4] * f4 + cdof[c + 5] * f5));
      armature = 0;
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
