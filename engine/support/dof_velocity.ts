/** Velocities as MuJoCo reads them from its memory. */

import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";

/** MuJoCo begins its arrays at multiples of this many numbers, and fills the gaps with zeros. */
const ALIGNMENT = 8;

/**
 * res = three velocities from dof `adr` on, taken for the velocity of a vertex in the world. MuJoCo does so for pinned
 * vertices too, whose address is −1, and for those with less than three dofs, and gets what lies before or behind
 * `qvel`.
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

/** What lies before `qvel`: the end of `qpos`, or a gap. */
function numberBefore(m: Model, d: Data): number {
  return m.nq % ALIGNMENT === 0 ? d.qpos[m.nq - 1] : 0;
}

/** What lies behind `qvel`: a gap, or the beginning of the next array that is not empty. */
function numberBehind(m: Model, d: Data, k: number): number {
  const gap = (ALIGNMENT - m.nv % ALIGNMENT) % ALIGNMENT;
  if (k < gap) return 0;
  const next = m.na > 0 ? d.act : m.nhistory > 0 ? d.history : d.qacc_warmstart;
  return next[k - gap];
}
