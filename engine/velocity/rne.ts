/** Recursive Newton-Euler: the generalised forces that a motion needs. */

import { crossForce, mulInertVec } from "../math/spatial.ts";
import { addMotion } from "../support/add_motion.ts";
import { isDisabled } from "../support/flags.ts";
import type { Data } from "../types/data.ts";
import { DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

/** Work memory of the recursion. */
export interface RneWork {
  /** acceleration of each body */
  cacc: Float64Array;
  /** force on each body and its descendants */
  cfrc: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** work memory of recursive Newton-Euler */
    rne?: RneWork;
  }
}

const momentum = new Float64Array(6);
const force = new Float64Array(6);

/**
 * res = M · qacc + bias if `flgAcc` is 1, only the bias (Coriolis, centrifugal and gravity forces) if it is 0.
 */
export function rne(m: Model, d: Data, flgAcc: 0 | 1, res: Float64Array): void {
  const { nbody, nv, body_parentid, body_dofadr, body_dofnum, dof_bodyid } = m;
  const { qvel, qacc, cdof, cdof_dot, cvel, cinert } = d;
  const { cacc, cfrc } = d.work.rne ??= {
    cacc: new Float64Array(6 * m.nbody),
    cfrc: new Float64Array(6 * m.nbody),
  };
  const { gravity } = m.opt;

  // a world that accelerates upwards has the effect of gravity
  const weight = isDisabled(m, DisableBit.GRAVITY) ? 0 : -1;
  for (let k = 0; k < 3; k++) {
    cacc[k] = 0;
    cacc[3 + k] = weight === 0 ? 0 : gravity[k] * weight;
  }

  // accelerations from the root to the leaves, and the force that each body needs by itself
  for (let i = 1; i < nbody; i++) {
    const parent = 6 * body_parentid[i];
    const c = 6 * i;
    const adr = body_dofadr[i];
    const n = body_dofnum[i];
    addMotion(cacc, c, cacc, parent, cdof_dot, qvel, adr, n);
    if (flgAcc === 1) addMotion(cacc, c, cacc, c, cdof, qacc, adr, n);

    mulInertVec(cfrc, c, cinert, 10 * i, cacc, c);
    mulInertVec(momentum, 0, cinert, 10 * i, cvel, c);
    crossForce(force, 0, cvel, c, momentum, 0);
    for (let k = 0; k < 6; k++) cfrc[c + k] += force[k];
  }

  // forces from the leaves to the root
  for (let i = nbody - 1; i > 0; i--) {
    const parent = 6 * body_parentid[i];
    if (parent === 0) continue;
    for (let k = 0; k < 6; k++) cfrc[parent + k] += cfrc[6 * i + k];
  }

  // each axis feels its share
  for (let i = 0; i < nv; i++) {
    const a = 6 * i;
    const c = 6 * dof_bodyid[i];
    res[i] =
      ((cdof[a] * cfrc[c] + cdof[a + 2] * cfrc[c + 2]) + (cdof[a + 1] * cfrc[c + 1] + cdof[a + 3] * cfrc[c + 3])) +
      (cdof[a + 4] * cfrc[c + 4] + cdof[a + 5] * cfrc[c + 5]);
  }
}
