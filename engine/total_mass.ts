/** Total mass. */

import { MINVAL } from "./types/constants.ts";
import type { Model } from "./types/model.ts";

/**
 * Total mass of all bodies (kg).
 *
 * @example One ball
 * ```ts
 * import { compile, getTotalmass } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco><worldbody><body><freejoint/><geom size="0.1" mass="3"/></body></worldbody></mujoco>`);
 * if (getTotalmass(model) !== 3) throw new Error("wrong mass");
 * ```
 */
export function getTotalmass(m: Model): number {
  let sum = 0;
  for (const mass of m.body_mass) sum += mass;
  return sum;
}

/**
 * Scales the masses and inertias of all bodies so that their total mass is `mass` (kg). Call `setConst` afterward.
 *
 * @example Twice the mass
 * ```ts
 * import { compile, Data, getTotalmass, setConst, setTotalmass } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco><worldbody><body><freejoint/><geom size="0.1" mass="3"/></body></worldbody></mujoco>`);
 * setTotalmass(model, 6);
 * setConst(model, new Data(model));
 * if (getTotalmass(model) !== 6 || model.body_subtreemass[0] !== 6) throw new Error("wrong mass");
 * ```
 */
export function setTotalmass(m: Model, mass: number): void {
  const { nbody, body_mass, body_inertia } = m;
  const scale = Math.max(MINVAL, mass / Math.max(MINVAL, getTotalmass(m)));
  for (let i = 1; i < nbody; i++) {
    body_mass[i] *= scale;
    for (let k = 0; k < 3; k++) body_inertia[3 * i + k] *= scale;
  }
}
