/** Velocity and reference acceleration of constraint rows. */

import { mulJacVec } from "../linear/mul_jac.ts";
import { isSparse } from "../model/queries.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { findTrees } from "./find_trees.ts";

/** size of a dense Jacobian up to which it takes longer to find the trees of its rows than to visit all columns */
const SMALL = 1000;

const trees = new Int32Array(2);

/** Fills `efc_vel` and `efc_aref`: each row acts as a spring and damper that pulls its violation to zero. */
export function referenceConstraint(m: Model, d: Data): void {
  const { nefc } = d;
  if (nefc === 0) return;
  const { efc_vel, efc_aref, efc_KBIP, efc_pos, efc_margin, qvel } = d;

  if (m.ntree === 1 || d.nJ <= SMALL || isSparse(m) || !multiplyTrees(m, d)) mulJacVec(m, d, efc_vel, qvel);
  for (let i = 0; i < nefc; i++) {
    const k = 4 * i;
    efc_aref[i] = -efc_KBIP[k + 1] * efc_vel[i] - efc_KBIP[k] * efc_KBIP[k + 2] * (efc_pos[i] - efc_margin[i]);
  }
}

/**
 * Multiplies the dense Jacobian by the velocity, and visits only the columns of the trees that a constraint involves,
 * in blocks of four, so that the order of additions is that of whole rows. Returns false if a number is not finite,
 * because zero times that is not zero.
 */
function multiplyTrees(m: Model, d: Data): boolean {
  const { nv, tree_dofadr, tree_dofnum } = m;
  const { nefc, efc_type, efc_id, efc_vel, efc_J, qvel } = d;
  const whole = nv & ~3;
  let isFinite = true;
  for (let k = 0; k < nv; k++) if (0 * qvel[k] !== 0) isFinite = false;

  for (let i = 0; i < nefc;) {
    const type = efc_type[i];
    const id = efc_id[i];
    // blocks before `pause` and from `resume` on
    let start = 0;
    let pause = whole;
    let resume = whole;
    let end = whole;
    if (findTrees(m, d, trees, type, id)) {
      const low = Math.min(trees[0], trees[1]);
      const high = Math.max(trees[0], trees[1]);
      start = resume = tree_dofadr[high] & ~3;
      end = Math.min(tree_dofadr[high] + tree_dofnum[high] + 3 & ~3, whole);
      if (low >= 0 && low !== high) {
        start = tree_dofadr[low] & ~3;
        pause = Math.min(tree_dofadr[low] + tree_dofnum[low] + 3 & ~3, whole);
        resume = Math.max(resume, pause);
        if (resume >= end) end = pause;
      }
    }

    let last = i;
    while (last + 1 < nefc && efc_type[last + 1] === type && efc_id[last + 1] === id) last++;
    for (; i < last; i += 2) {
      // two rows side by side
      const a = i * nv;
      const b = a + nv;
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      let t0 = 0;
      let t1 = 0;
      let t2 = 0;
      let t3 = 0;
      for (let k = start; k < end; k += 4) {
        if (k === pause) k = resume;
        const v0 = qvel[k];
        const v1 = qvel[k + 1];
        const v2 = qvel[k + 2];
        const v3 = qvel[k + 3];
        s0 += efc_J[a + k] * v0;
        s1 += efc_J[a + k + 1] * v1;
        s2 += efc_J[a + k + 2] * v2;
        s3 += efc_J[a + k + 3] * v3;
        t0 += efc_J[b + k] * v0;
        t1 += efc_J[b + k + 1] * v1;
        t2 += efc_J[b + k + 2] * v2;
        t3 += efc_J[b + k + 3] * v3;
      }
      let s = 0;
      let t = 0;
      for (let k = whole; k < nv; k++) {
        s += efc_J[a + k] * qvel[k];
        t += efc_J[b + k] * qvel[k];
      }
      s = (s0 + s2) + (s1 + s3) + s;
      t = (t0 + t2) + (t1 + t3) + t;
      if (0 * s !== 0 || 0 * t !== 0) isFinite = false;
      efc_vel[i] = s;
      efc_vel[i + 1] = t;
    }
    if (i > last) continue;
    const a = i * nv;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let k = start; k < end; k += 4) {
      if (k === pause) k = resume;
      s0 += efc_J[a + k] * qvel[k];
      s1 += efc_J[a + k + 1] * qvel[k + 1];
      s2 += efc_J[a + k + 2] * qvel[k + 2];
      s3 += efc_J[a + k + 3] * qvel[k + 3];
    }
    let s = 0;
    for (let k = whole; k < nv; k++) s += efc_J[a + k] * qvel[k];
    s = (s0 + s2) + (s1 + s3) + s;
    if (0 * s !== 0) isFinite = false;
    efc_vel[i++] = s;
  }
  return isFinite;
}
