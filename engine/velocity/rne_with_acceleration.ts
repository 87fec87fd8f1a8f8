/** Recursive Newton–Euler with the acceleration of the joints. */

import { bodyForce } from "../motion/body_force.ts";
import { isDisabled, isSleepFiltered } from "../model/queries.ts";
import type { Data } from "../data.ts";
import { DisableBit, SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { GRAVITY } = DisableBit;
const { ASLEEP } = SleepState;

/** res = M qacc, without armature, + Coriolis, centrifugal, and gravity forces. Sleeping trees keep their last values. */
export function rneWithAcceleration(m: Model, d: Data, res: Float64Array): void {
  const { nbody, nv, body_parentid, dof_bodyid } = m;
  const { cdof, body_awake } = d;
  const cacc = new Float64Array(6 * nbody);
  const cfrc = new Float64Array(6 * nbody);

  // gravity is equivalent to an upward acceleration of the world
  if (!isDisabled(m, GRAVITY)) { for (let k = 0; k < 3; k++) cacc[3 + k] = m.opt.gravity[k] * -1; }

  // accelerations from the root to the leaves, and the force on each body by itself
  const filter = isSleepFiltered(m, d);
  const sleeps = (body: number) => filter && body_awake[body] === ASLEEP;
  for (let i = 1; i < nbody; i++) if (!sleeps(i)) bodyForce(m, d, i, cacc, cfrc);

  // a joint carries the forces on all its descendants
  for (let i = nbody - 1; i > 0; i--) {
    const parent = 6 * body_parentid[i];
    for (let k = 0; k < 6; k++) cfrc[parent + k] += cfrc[6 * i + k];
  }
  for (let i = 0; i < nv; i++) {
    if (sleeps(dof_bodyid[i])) continue;
    const a = 6 * i;
    const c = 6 * dof_bodyid[i];
    res[i] =
      ((cdof[a] * cfrc[c] + cdof[a + 2] * cfrc[c + 2]) + (cdof[a + 1] * cfrc[c + 1] + cdof[a + 3] * cfrc[c + 3])) +
      (cdof[a + 4] * cfrc[c + 4] + cdof[a + 5] * cfrc[c + 5]);
  }
}
