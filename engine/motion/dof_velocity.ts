/** Velocities as MuJoCo reads them from memory. */

import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

/** MuJoCo aligns its arrays to multiples of this many numbers and fills the gaps with zeros. */
const ALIGNMENT = 8;

/**
 * res = three velocities from dof `adr` on, used as the velocity of a vertex in the world frame. MuJoCo does this even
 * for pinned vertices, whose address is −1, and for those with fewer than three dofs, and then reads what lies before
 * or after `qvel` in memory.
 */
export function dofVelocity(m: Model, d: Data, res: Float64Array, r: number, adr: number): void {
  const { nv } = m;
  const { qvel } = d;
  for (let k = 0; k < 3; k++) {
    const i = adr + k;
    if (i < 0) res[r + k] = numberBefore(m, d);
    else if (i < nv) res[r + k] = qvel[i];
    else res[r + k] = numberBehind(m, d, i - nv);
  }
}

/** The number before `qvel`: the end of `qpos`, or a gap. */
function numberBefore(m: Model, d: Data): number {
  return m.nq % ALIGNMENT === 0 ? d.qpos[m.nq - 1] : 0;
}

/** The numbers after `qvel`: a gap, or the start of the next nonempty array. */
function numberBehind(m: Model, d: Data, k: number): number {
  const gap = (ALIGNMENT - m.nv % ALIGNMENT) % ALIGNMENT;
  if (k < gap) return 0;
  const next = m.na > 0 ? d.act : m.nhistory > 0 ? d.history : d.qacc_warmstart;
  return next[k - gap];
}
