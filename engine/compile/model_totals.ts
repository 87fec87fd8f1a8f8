/** Quantities over the whole model: total mass, entries of the actuator moments. */

import { MINVAL } from "../types/constants.ts";
import { Trn } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { NV } from "./joint.ts";

/** Scales masses and inertias to the given total mass. */
export function setTotalMass(m: Model, total: number): void {
  let mass = 0;
  for (let i = 1; i < m.nbody; i++) mass += m.body_mass[i];
  const scale = Math.max(MINVAL, total / Math.max(MINVAL, mass));
  for (let i = 1; i < m.nbody; i++) {
    m.body_mass[i] *= scale;
    for (let k = 0; k < 3; k++) m.body_inertia[3 * i + k] *= scale;
  }
}

/** Bounds the number of entries of the actuator moments: known for joints, all dofs otherwise. */
export function countMoments(m: Model): void {
  m.nJmom = 0;
  for (let i = 0; i < m.nu; i++) {
    const type = m.actuator_trntype[i];
    const joint = type === Trn.JOINT || type === Trn.JOINTINPARENT;
    m.nJmom += joint ? NV[m.jnt_type[m.actuator_trnid[2 * i]]] : m.nv;
  }
}
