/** Recursive Newton–Euler: the generalized forces that a motion without acceleration requires. */

import { newDoubles } from "../math/small_arrays.ts";
import { areMotionsInPlace, type InPlace, inPlace } from "../model/in_place.ts";
import * as queries from "../model/queries.ts";
import type { Data } from "../data.ts";
import { DisableBit, Joint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { isDisabled, isSleepFiltered } = queries;
const { GRAVITY } = DisableBit;
const { FREE } = Joint;

/** Scratch memory of the recursion. */
export interface RneWork {
  /** acceleration of each body */
  cacc: Float64Array;
  /** force on each body and its descendants */
  cfrc: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** scratch memory of recursive Newton–Euler */
    rne?: RneWork;
  }
}

/** res = Coriolis, centrifugal, and gravity forces. Sleeping trees keep their last values. */
export function rne(m: Model, d: Data, res: Float64Array): void {
  const fast = inPlace(m, d);
  if (fast !== null && res === d.qfrc_bias && areBiasesInPlace(d, fast)) {
    rest(m, fast.cacc);
    fast.kernels.rne(fast.at, res.byteOffset);
    return;
  }

  const { nbody, body_parentid, body_dofadr, body_dofnum, dof_jntid, jnt_type } = m;
  const { qvel, cdof, cdof_dot, cvel, cinert, body_awake_ind } = d;
  const { cacc, cfrc } = d.work.rne ??= {
    cacc: newDoubles(6 * m.nbody),
    cfrc: newDoubles(6 * m.nbody),
  };

  rest(m, cacc);

  // accelerations from the root to the leaves, and the force on each body by itself: I a, then + v × I v (V8-12)
  const filter = isSleepFiltered(m, d);
  const count = filter ? d.nbody_awake : nbody;
  for (let b = 1; b < count; b++) {
    const i = filter ? body_awake_ind[b] : b;
    const parent = 6 * body_parentid[i];
    const c = 6 * i;
    const adr = body_dofadr[i];
    const n = body_dofnum[i];

    let a0 = 0;
    let a1 = 0;
    let a2 = 0;
    let a3 = 0;
    let a4 = 0;
    let a5 = 0;
    // the axes of translation of a free joint do not change
    const fixed = n === 6 && jnt_type[dof_jntid[adr]] === FREE ? 3 : 0;
    for (let j = adr + fixed; j < adr + n; j++) {
      const speed = qvel[j];
      const axis = 6 * j;
      a0 += cdof_dot[axis] * speed;
      a1 += cdof_dot[axis + 1] * speed;
      a2 += cdof_dot[axis + 2] * speed;
      a3 += cdof_dot[axis + 3] * speed;
      a4 += cdof_dot[axis + 4] * speed;
      a5 += cdof_dot[axis + 5] * speed;
    }
    a0 += cacc[parent];
    a1 += cacc[parent + 1];
    a2 += cacc[parent + 2];
    a3 += cacc[parent + 3];
    a4 += cacc[parent + 4];
    a5 += cacc[parent + 5];
    cacc[c] = a0;
    cacc[c + 1] = a1;
    cacc[c + 2] = a2;
    cacc[c + 3] = a3;
    cacc[c + 4] = a4;
    cacc[c + 5] = a5;

    const I = 10 * i;
    const I0 = cinert[I];
    const I1 = cinert[I + 1];
    const I2 = cinert[I + 2];
    const I3 = cinert[I + 3];
    const I4 = cinert[I + 4];
    const I5 = cinert[I + 5];
    const mx = cinert[I + 6];
    const my = cinert[I + 7];
    const mz = cinert[I + 8];
    const mass = cinert[I + 9];
    cfrc[c] = I0 * a0 + I3 * a1 + I4 * a2 - mz * a4 + my * a5;
    cfrc[c + 1] = I3 * a0 + I1 * a1 + I5 * a2 + mz * a3 - mx * a5;
    cfrc[c + 2] = I4 * a0 + I5 * a1 + I2 * a2 - my * a3 + mx * a4;
    cfrc[c + 3] = mz * a1 - my * a2 + mass * a3;
    cfrc[c + 4] = mx * a2 - mz * a0 + mass * a4;
    cfrc[c + 5] = my * a0 - mx * a1 + mass * a5;

    const v0 = cvel[c];
    const v1 = cvel[c + 1];
    const v2 = cvel[c + 2];
    const v3 = cvel[c + 3];
    const v4 = cvel[c + 4];
    const v5 = cvel[c + 5];
    const p0 = I0 * v0 + I3 * v1 + I4 * v2 - mz * v4 + my * v5;
    const p1 = I3 * v0 + I1 * v1 + I5 * v2 + mz * v3 - mx * v5;
    const p2 = I4 * v0 + I5 * v1 + I2 * v2 - my * v3 + mx * v4;
    const p3 = mz * v1 - my * v2 + mass * v3;
    const p4 = mx * v2 - mz * v0 + mass * v4;
    const p5 = my * v0 - mx * v1 + mass * v5;
    cfrc[c] += (v1 * p2 - v2 * p1) + (v4 * p5 - v5 * p4);
    cfrc[c + 1] += (v2 * p0 - v0 * p2) + (v5 * p3 - v3 * p5);
    cfrc[c + 2] += (v0 * p1 - v1 * p0) + (v3 * p4 - v4 * p3);
    cfrc[c + 3] += v1 * p5 - v2 * p4;
    cfrc[c + 4] += v2 * p3 - v0 * p5;
    cfrc[c + 5] += v0 * p4 - v1 * p3;
  }

  // from the leaves to the root: project the force onto each axis, then add it to the parent
  for (let b = count - 1; b > 0; b--) {
    const i = filter ? body_awake_ind[b] : b;
    const c = 6 * i;
    const f0 = cfrc[c];
    const f1 = cfrc[c + 1];
    const f2 = cfrc[c + 2];
    const f3 = cfrc[c + 3];
    const f4 = cfrc[c + 4];
    const f5 = cfrc[c + 5];
    const adr = body_dofadr[i];
    const n = body_dofnum[i];
    for (let k = 0; k < n; k++) {
      const a = 6 * (adr + k);
      res[adr + k] = ((cdof[a] * f0 + cdof[a + 2] * f2) + (cdof[a + 1] * f1 + cdof[a + 3] * f3)) +
        (cdof[a + 4] * f4 + cdof[a + 5] * f5);
    }

    const parent = 6 * body_parentid[i];
    cfrc[parent] += f0;
    cfrc[parent + 1] += f1;
    cfrc[parent + 2] += f2;
    cfrc[parent + 3] += f3;
    cfrc[parent + 4] += f4;
    cfrc[parent + 5] += f5;
  }
}

/** Is all that the bias force follows from where the kernels read and write it, and the force? */
export function areBiasesInPlace(d: Data, fast: InPlace): boolean {
  return d.qfrc_bias === fast.fields.qfrc_bias && d.cinert === fast.fields.cinert && areMotionsInPlace(d, fast);
}

/** The acceleration of the world: gravity is equivalent to one upward. */
export function rest(m: Model, cacc: Float64Array): void {
  const { gravity } = m.opt;
  for (let k = 0; k < 6; k++) cacc[k] = 0;
  if (isDisabled(m, GRAVITY)) return;
  for (let k = 0; k < 3; k++) cacc[3 + k] = -gravity[k];
}
