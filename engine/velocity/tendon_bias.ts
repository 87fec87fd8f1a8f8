/** Bias force of tendons that have inertia. */

import { dot } from "../math/vec.ts";
import { isSleepFiltered } from "../model/queries.ts";
import { tendonSleepState } from "../model/sleep_state.ts";
import { addTendonForce } from "./tendon_jacobian.ts";
import { tendonDot } from "./tendon_dot.ts";
import type { Data } from "../data.ts";
import { SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { ASLEEP } = SleepState;

/** Scratch memory of the tendon bias. */
export interface TendonBiasWork {
  /** rate of change of the Jacobian of one tendon */
  rate: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** scratch memory of the tendon bias */
    tendonBias?: TendonBiasWork;
  }
}

const force = new Float64Array(1);

/** Adds the force due to tendon armature and changing Jacobians to `qfrc`: Jᵀ · armature · J̇ · qvel. */
export function tendonBias(m: Model, d: Data, qfrc: Float64Array): void {
  const { ntendon, nv, tendon_armature } = m;
  const { qvel } = d;

  const filter = isSleepFiltered(m, d);
  for (let i = 0; i < ntendon; i++) {
    if (filter && tendonSleepState(m, d, i) === ASLEEP) continue;
    const armature = tendon_armature[i];
    if (armature === 0) continue;

    const { rate } = d.work.tendonBias ??= { rate: new Float64Array(nv) };
    tendonDot(m, d, i, rate);
    force[0] = armature * dot(rate, 0, qvel, 0, nv);
    if (force[0] !== 0) addTendonForce(m, d, qfrc, i, force, 0);
  }
}
