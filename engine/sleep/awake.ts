/** Which trees, bodies, and dofs are awake. */

import type { Data } from "../data.ts";
import { SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { ASLEEP, AWAKE, STATIC } = SleepState;

/** Derives the awake flags, lists, and counts from `tree_asleep`; bodies fixed to the world count as static. */
export function updateSleep(m: Model, d: Data): void {
  updateSleepInit(m, d, STATIC);
}

/** The same, with a given state for bodies fixed to the world. */
export function updateSleepInit(m: Model, d: Data, staticState: number): void {
  const { ntree, nbody, nv, body_treeid, body_parentid, body_rootid, body_mocapid, dof_bodyid } = m;
  const { tree_asleep, tree_awake, body_awake, dof_awake_ind, body_awake_ind, parent_awake_ind } = d;

  let ntree_awake = 0;
  for (let i = 0; i < ntree; i++) {
    tree_awake[i] = tree_asleep[i] < 0 ? 1 : 0;
    ntree_awake += tree_awake[i];
  }

  // bodies that move with a mocap body never sleep
  let nbody_awake = 0;
  let nparent_awake = 0;
  for (let i = 0; i < nbody; i++) {
    const tree = body_treeid[i];
    if (tree >= 0) body_awake[i] = tree_awake[tree] !== 0 ? AWAKE : ASLEEP;
    else body_awake[i] = body_mocapid[body_rootid[i]] >= 0 ? AWAKE : staticState;

    if (body_awake[i] !== ASLEEP) body_awake_ind[nbody_awake++] = i;
    if (i > 0 && body_awake[body_parentid[i]] !== ASLEEP) parent_awake_ind[nparent_awake++] = i;
  }

  let nv_awake = 0;
  for (let i = 0; i < nv; i++) {
    const body = dof_bodyid[i];
    if (body_treeid[body] >= 0 && body_awake[body] === AWAKE) dof_awake_ind[nv_awake++] = i;
  }

  d.ntree_awake = ntree_awake;
  d.nbody_awake = nbody_awake;
  d.nparent_awake = nparent_awake;
  d.nv_awake = nv_awake;
}
