/** Inertias and joint axes in a frame centered at the center of mass of each kinematic tree. */

import { allPosesInPlace } from "../model/poses_in_place.ts";
import { isSleepFiltered } from "../model/queries.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Joint, SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { FREE, HINGE, SLIDE } = Joint;
const { ASLEEP } = SleepState;

/** Centers of mass of subtrees, body inertias `cinert` and motion axes `cdof`. Sleeping bodies keep their last values. */
export function comPos(m: Model, d: Data): void {
  const fast = allPosesInPlace(m, d);
  if (fast !== null) {
    fast.kernels.comPos(fast.at);
    return;
  }
  subtreeCom(m, d);
  bodyInertias(m, d);
  motionAxes(m, d);
}

/** Center of mass of each body and its descendants. */
function subtreeCom(m: Model, d: Data): void {
  const { nbody, body_parentid, body_mass, body_subtreemass } = m;
  const { xipos, subtree_com, body_awake, body_awake_ind, parent_awake_ind } = d;
  const filter = isSleepFiltered(m, d);
  const count = filter ? d.nbody_awake : nbody;

  // first moments, summed from the leaves to the root
  for (let b = 0; b < count; b++) {
    const i = filter ? body_awake_ind[b] : b;
    const mass = body_mass[i];
    subtree_com[3 * i] = xipos[3 * i] * mass;
    subtree_com[3 * i + 1] = xipos[3 * i + 1] * mass;
    subtree_com[3 * i + 2] = xipos[3 * i + 2] * mass;
  }
  const others = filter ? d.nparent_awake : nbody - 1;
  for (let b = others; b >= 0; b--) {
    const i = filter && b > 0 ? parent_awake_ind[b - 1] : b;
    const x = subtree_com[3 * i];
    const y = subtree_com[3 * i + 1];
    const z = subtree_com[3 * i + 2];
    const mass = body_subtreemass[i];
    if (i > 0) {
      const parent = 3 * body_parentid[i];
      if (filter && body_awake[i] === ASLEEP) {
        // sleeping: the center of mass is that of the last time
        subtree_com[parent] += x * mass;
        subtree_com[parent + 1] += y * mass;
        subtree_com[parent + 2] += z * mass;
        continue;
      }
      subtree_com[parent] += x;
      subtree_com[parent + 1] += y;
      subtree_com[parent + 2] += z;
    }

    // all descendants have been added: convert the moment to the center of mass
    if (mass < MINVAL) {
      for (let k = 3 * i; k < 3 * i + 3; k++) subtree_com[k] = xipos[k];
      continue;
    }
    const inverse = 1 / mass;
    subtree_com[3 * i] = x * inverse;
    subtree_com[3 * i + 1] = y * inverse;
    subtree_com[3 * i + 2] = z * inverse;
  }
}

/** Inertia of each body about the center of mass of its tree: R diag(I) Rᵀ plus the parallel-axis term. */
function bodyInertias(m: Model, d: Data): void {
  const { nbody, body_rootid, body_inertia, body_mass } = m;
  const { xipos, ximat, subtree_com, cinert, body_awake_ind } = d;
  const filter = isSleepFiltered(m, d);
  const count = filter ? d.nbody_awake : nbody;

  for (let k = 0; k < 10; k++) cinert[k] = 0;
  for (let b = 1; b < count; b++) {
    const i = filter ? body_awake_ind[b] : b;
    // about its own center of mass, row by row (V8-12)
    const p = 3 * i;
    const r = 9 * i;
    const c = 10 * i;
    const ix = body_inertia[p];
    const iy = body_inertia[p + 1];
    const iz = body_inertia[p + 2];
    const m0 = ximat[r];
    const m1 = ximat[r + 1];
    const m2 = ximat[r + 2];
    cinert[c] = m0 * (m0 * ix) + m1 * (m1 * iy) + m2 * (m2 * iz);
    const m3 = ximat[r + 3];
    const m4 = ximat[r + 4];
    const m5 = ximat[r + 5];
    const a3 = m3 * ix;
    const a4 = m4 * iy;
    const a5 = m5 * iz;
    cinert[c + 1] = m3 * a3 + m4 * a4 + m5 * a5;
    cinert[c + 3] = m0 * a3 + m1 * a4 + m2 * a5;
    const m6 = ximat[r + 6];
    const m7 = ximat[r + 7];
    const m8 = ximat[r + 8];
    const a6 = m6 * ix;
    const a7 = m7 * iy;
    const a8 = m8 * iz;
    cinert[c + 2] = m6 * a6 + m7 * a7 + m8 * a8;
    cinert[c + 4] = m0 * a6 + m1 * a7 + m2 * a8;
    cinert[c + 5] = m3 * a6 + m4 * a7 + m5 * a8;

    // moved to the center of mass of the tree
    const com = 3 * body_rootid[i];
    const x = xipos[p] - subtree_com[com];
    const y = xipos[p + 1] - subtree_com[com + 1];
    const z = xipos[p + 2] - subtree_com[com + 2];
    const mass = body_mass[i];
    cinert[c] += mass * (y * y + z * z);
    cinert[c + 1] += mass * (x * x + z * z);
    cinert[c + 2] += mass * (x * x + y * y);
    cinert[c + 3] -= mass * x * y;
    cinert[c + 4] -= mass * x * z;
    cinert[c + 5] -= mass * y * z;
    cinert[c + 6] = mass * x;
    cinert[c + 7] = mass * y;
    cinert[c + 8] = mass * z;
    cinert[c + 9] = mass;
  }
}

/** Motion vector of each degree of freedom. */
function motionAxes(m: Model, d: Data): void {
  const { njnt, jnt_type, jnt_bodyid, jnt_dofadr, body_rootid } = m;
  const { xmat, xanchor, xaxis, subtree_com, cdof, body_awake } = d;
  const filter = isSleepFiltered(m, d);
  if (filter && d.nv_awake === 0) return;

  for (let j = 0; j < njnt; j++) {
    const body = jnt_bodyid[j];
    if (filter && body_awake[body] === ASLEEP) continue;
    const type = jnt_type[j];
    let c = 6 * jnt_dofadr[j];

    if (type === SLIDE) {
      cdof[c] = 0;
      cdof[c + 1] = 0;
      cdof[c + 2] = 0;
      cdof[c + 3] = xaxis[3 * j];
      cdof[c + 4] = xaxis[3 * j + 1];
      cdof[c + 5] = xaxis[3 * j + 2];
      continue;
    }

    // from the anchor to the center of mass of the tree
    const com = 3 * body_rootid[body];
    const x = subtree_com[com] - xanchor[3 * j];
    const y = subtree_com[com + 1] - xanchor[3 * j + 1];
    const z = subtree_com[com + 2] - xanchor[3 * j + 2];
    if (type === HINGE) {
      const ax = xaxis[3 * j];
      const ay = xaxis[3 * j + 1];
      const az = xaxis[3 * j + 2];
      cdof[c] = ax;
      cdof[c + 1] = ay;
      cdof[c + 2] = az;
      cdof[c + 3] = ay * z - az * y;
      cdof[c + 4] = az * x - ax * z;
      cdof[c + 5] = ax * y - ay * x;
      continue;
    }

    // three translations along the world axes come before the rotations
    if (type === FREE) {
      for (let k = 0; k < 18; k++) cdof[c + k] = 0;
      cdof[c + 3] = 1;
      cdof[c + 10] = 1;
      cdof[c + 17] = 1;
      c += 18;
    }

    // rotations about the axes of the body frame, which are the columns of its rotation matrix
    for (let k = 0; k < 3; k++) {
      const ax = xmat[9 * body + k];
      const ay = xmat[9 * body + k + 3];
      const az = xmat[9 * body + k + 6];
      cdof[c] = ax;
      cdof[c + 1] = ay;
      cdof[c + 2] = az;
      cdof[c + 3] = ay * z - az * y;
      cdof[c + 4] = az * x - ax * z;
      cdof[c + 5] = ax * y - ay * x;
      c += 6;
    }
  }
}
