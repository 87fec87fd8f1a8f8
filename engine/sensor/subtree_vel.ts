/** Velocities and angular momenta of subtrees. */

import { mulMatTVec3, mulMatVec3 } from "../math/mat3.ts";
import { transformMotion } from "../math/spatial.ts";
import { addTo3, scl3 } from "../math/vec3.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { isSleepFiltered } from "../model/queries.ts";

const spin = new Float64Array(3);

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
  const velocity = d.work.subtreeVel ??= new Float64Array(6 * m.nbody);
  momenta(m, d, velocity);
  linearVelocities(m, d);
  addMoments(m, d, velocity);
  d.flg_subtreevel = 1;
}

/** Velocity of each body, and its momentum about its own center of mass. */
function momenta(m: Model, d: Data, velocity: Float64Array): void {
  const { body_mass, body_inertia, body_weldid, body_rootid } = m;
  const { cvel, ximat, xipos, subtree_com, subtree_linvel, subtree_angmom, body_awake_ind } = d;
  const filtered = isSleepFiltered(m, d);
  const count = filtered ? d.nbody_awake : m.nbody;
  for (let b = 0; b < count; b++) {
    const i = filtered ? body_awake_ind[b] : b;
    const v = 6 * i;
    if (body_weldid[i] === 0) { for (let k = v; k < v + 6; k++) velocity[k] = 0; }
    else transformMotion(velocity, v, cvel, v, xipos, 3 * i, subtree_com, 3 * body_rootid[i], null, 0);
    scl3(subtree_linvel, 3 * i, velocity, v + 3, body_mass[i]);

    mulMatTVec3(spin, 0, ximat, 9 * i, velocity, v);
    for (let k = 0; k < 3; k++) spin[k] *= body_inertia[3 * i + k];
    mulMatVec3(subtree_angmom, 3 * i, ximat, 9 * i, spin, 0);
  }
}

/** Linear momentum of each subtree, then its velocity. */
function linearVelocities(m: Model, d: Data): void {
  const { body_parentid, body_subtreemass } = m;
  const { subtree_linvel, body_awake_ind } = d;
  const filtered = isSleepFiltered(m, d);
  const count = filtered ? d.nbody_awake : m.nbody;
  for (let b = count - 1; b >= 0; b--) {
    const i = filtered ? body_awake_ind[b] : b;
    if (i > 0) addTo3(subtree_linvel, 3 * body_parentid[i], subtree_linvel, 3 * i);
    scl3(subtree_linvel, 3 * i, subtree_linvel, 3 * i, 1 / Math.max(MINVAL, body_subtreemass[i]));
  }
}

/** Angular momentum of each subtree. */
function addMoments(m: Model, d: Data, velocity: Float64Array): void {
  const { body_parentid, body_mass, body_subtreemass } = m;
  const { xipos, subtree_com: com, subtree_linvel: linvel, subtree_angmom: angmom, body_awake_ind } = d;
  const filtered = isSleepFiltered(m, d);
  const count = filtered ? d.nbody_awake : m.nbody;
  for (let b = count - 1; b > 0; b--) {
    const i = filtered ? body_awake_ind[b] : b;
    const own = 3 * i;
    const parent = 3 * body_parentid[i];

    // of the body about the center of mass of its subtree, and of the subtree about that of its parent's
    addMoment(angmom, own, body_mass, i, xipos, own, com, own, velocity, 6 * i + 3, linvel, own);
    addTo3(angmom, parent, angmom, own);
    addMoment(angmom, parent, body_subtreemass, i, com, own, com, parent, linvel, own, linvel, parent);
  }
}

/** res += (pos − com) × masses[i] (vel − ref) */
function addMoment(
  res: Float64Array,
  r: number,
  masses: Float64Array,
  i: number,
  pos: Float64Array,
  p: number,
  com: Float64Array,
  c: number,
  vel: Float64Array,
  v: number,
  ref: Float64Array,
  o: number,
): void {
  const mass = masses[i];
  const x = pos[p] - com[c];
  const y = pos[p + 1] - com[c + 1];
  const z = pos[p + 2] - com[c + 2];
  const u = (vel[v] - ref[o]) * mass;
  const w = (vel[v + 1] - ref[o + 1]) * mass;
  const s = (vel[v + 2] - ref[o + 2]) * mass;
  res[r] += y * s - z * w;
  res[r + 1] += z * u - x * s;
  res[r + 2] += x * w - y * u;
}
