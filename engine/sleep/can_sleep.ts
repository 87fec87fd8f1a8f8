/** Whether a kinematic tree may sleep. */

import type { Data } from "../data.ts";
import { SleepPolicy } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { AUTO_NEVER, NEVER } = SleepPolicy;

/**
 * May the tree sleep? True if its policy allows it, no force is applied to it, and its velocities, weighted by the
 * lengths of the dofs, are below `tolerance` (or exactly zero if `tolerance` is 0).
 */
export function canSleep(m: Model, d: Data, tree: number, tolerance: number): boolean {
  const { tree_sleep_policy, tree_bodyadr, tree_bodynum, tree_dofadr, tree_dofnum, dof_length } = m;
  const { xfrc_applied, qfrc_applied, qvel } = d;
  const policy = tree_sleep_policy[tree];
  if (policy === NEVER || policy === AUTO_NEVER) return false;
  if (!isZero(xfrc_applied, 6 * tree_bodyadr[tree], 6 * tree_bodynum[tree])) return false;

  const adr = tree_dofadr[tree];
  const end = adr + tree_dofnum[tree];
  if (!isZero(qfrc_applied, adr, end - adr)) return false;
  if (tolerance === 0) return isZero(qvel, adr, end - adr);
  for (let i = adr; i < end; i++) {
    if (dof_length[i] * Math.abs(qvel[i]) >= tolerance) return false;
  }
  return true;
}

/** Are the `n` numbers from `i` on exactly zero? */
function isZero(values: Float64Array, i: number, n: number): boolean {
  for (let k = i; k < i + n; k++) {
    if (!Object.is(values[k], 0)) return false;
  }
  return true;
}
