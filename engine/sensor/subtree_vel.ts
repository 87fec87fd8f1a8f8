/** Velocities and angular momenta of subtrees. */

import { mulMatTVec3, mulMatVec3 } from "../math/mat3.ts";
import { addTo3, cross, scl3, sub3 } from "../math/vec3.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Obj } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { objectVelocity } from "../motion/object_motion.ts";
import { isSleepFiltered } from "../model/sleep_state.ts";

// V8-1
const { BODY } = Obj;

const spin = new Float64Array(3);
const offset = new Float64Array(3);
const momentum = new Float64Array(3);
const moment = new Float64Array(3);

/**
 * Computes the linear velocity of each subtree's center of mass and the angular momentum of the subtree about it.
 *
 * @example Angular momentum of a swinging pendulum
 * ```ts
 * import { compile, Data, forward, subtreeVel } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * data.qvel[0] = 1;
 * forward(model, data);
 *
 * subtreeVel(model, data);
 * if (Math.abs(data.subtree_linvel[2] + 1) > 1e-12) throw new Error("the center of mass moves down");
 * ```
 */
export function subtreeVel(m: Model, d: Data): void {
  const { body_parentid, body_mass, body_inertia, body_subtreemass } = m;
  const { ximat, xipos, subtree_com, subtree_linvel, subtree_angmom, body_awake_ind } = d;
  const velocity = d.work.subtreeVel ??= new Float64Array(6 * m.nbody);
  const filtered = isSleepFiltered(m, d);
  const count = filtered ? d.nbody_awake : m.nbody;

  // momentum of each body about its own center of mass
  for (let b = 0; b < count; b++) {
    const i = filtered ? body_awake_ind[b] : b;
    objectVelocity(m, d, BODY, i, velocity, 6 * i, 0);
    scl3(subtree_linvel, 3 * i, velocity, 6 * i + 3, body_mass[i]);

    mulMatTVec3(spin, 0, ximat, 9 * i, velocity, 6 * i);
    for (let k = 0; k < 3; k++) spin[k] *= body_inertia[3 * i + k];
    mulMatVec3(subtree_angmom, 3 * i, ximat, 9 * i, spin, 0);
  }

  // linear momentum of each subtree, then its velocity
  for (let b = count - 1; b >= 0; b--) {
    const i = filtered ? body_awake_ind[b] : b;
    if (i > 0) addTo3(subtree_linvel, 3 * body_parentid[i], subtree_linvel, 3 * i);
    scl3(subtree_linvel, 3 * i, subtree_linvel, 3 * i, 1 / Math.max(MINVAL, body_subtreemass[i]));
  }

  // angular momentum of each subtree
  for (let b = count - 1; b > 0; b--) {
    const i = filtered ? body_awake_ind[b] : b;
    const parent = body_parentid[i];

    // motion of the body relative to the center of mass of its subtree
    sub3(offset, 0, xipos, 3 * i, subtree_com, 3 * i);
    sub3(momentum, 0, velocity, 6 * i + 3, subtree_linvel, 3 * i);
    scl3(momentum, 0, momentum, 0, body_mass[i]);
    cross(moment, 0, offset, 0, momentum, 0);
    addTo3(subtree_angmom, 3 * i, moment, 0);
    addTo3(subtree_angmom, 3 * parent, subtree_angmom, 3 * i);

    // motion of the subtree relative to the center of mass of its parent's subtree
    sub3(offset, 0, subtree_com, 3 * i, subtree_com, 3 * parent);
    sub3(momentum, 0, subtree_linvel, 3 * i, subtree_linvel, 3 * parent);
    scl3(momentum, 0, momentum, 0, body_subtreemass[i]);
    cross(moment, 0, offset, 0, momentum, 0);
    addTo3(subtree_angmom, 3 * parent, moment, 0);
  }

  d.flg_subtreevel = 1;
}
