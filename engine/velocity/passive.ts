/** Passive forces: springs, dampers, gravity compensation, and fluid, each in its own array. */

import { normalize4, subQuat } from "../math/quat.ts";
import { copy4 } from "../math/quat.ts";
import { norm3 } from "../math/vec3.ts";
import { applyFT } from "../motion/apply_ft.ts";
import { inPlace } from "../model/in_place.ts";
import { pluginPassive } from "../model/plugins.ts";
import { posesInPlace } from "../model/poses_in_place.ts";
import * as queries from "../model/queries.ts";
import { tendonSleepState } from "../model/sleep_state.ts";
import { addTendonForce } from "./tendon_jacobian.ts";
import type { Data } from "../data.ts";
import { DisableBit, Joint, SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { contactPassive } from "./contact_passive.ts";
import { flexForces } from "./flex_forces.ts";
import { fluid } from "./fluid.ts";

// V8-1
const { isDisabled, isSleepFiltered, isSparse } = queries;
const { DAMPER, GRAVITY, SPRING } = DisableBit;
const { FREE, HINGE, SLIDE } = Joint;
const { ASLEEP, AWAKE } = SleepState;

/** All passive forces and their sum `qfrc_passive`. Sleeping trees keep their last values. */
export function passive(m: Model, d: Data): void {
  if (jointForcesInPlace(m, d)) return;
  const hasSpring = !isDisabled(m, SPRING);
  const hasDamper = !isDisabled(m, DAMPER);
  begin(m, d, hasDamper);
  let hasFluid = false;
  let hasGravcomp = false;
  if (hasSpring || hasDamper) {
    if (hasSpring) spring(m, d);
    flexForces(m, d);
    if (m.ntendon > 0) tendonSpringDamper(m, d);
    hasGravcomp = m.ngravcomp > 0 && gravcomp(m, d);
    hasFluid = fluid(m, d);
    if (m.nflex > 0) contactPassive(m, d);
  }
  addUp(m, d, hasFluid, hasGravcomp);
  if (!hasSpring && !hasDamper) return;
  d.callbacks.passive?.(m, d);
  pluginPassive(m, d);
}

/** Springs and dampers of joints by a kernel, if there are no other forces. Returns whether there is one. */
function jointForcesInPlace(m: Model, d: Data): boolean {
  const { opt } = m;
  if (m.ntendon + m.nflex + m.ngravcomp + m.nplugin > 0 || opt.viscosity !== 0 || opt.density !== 0) return false;
  const fast = inPlace(m, d);
  const poses = posesInPlace(m, d);
  if (fast === null || poses === null || d.callbacks.passive !== undefined) return false;
  const { read, fields } = poses;
  const areInPlace = d.qvel === fast.fields.qvel && d.qfrc_passive === fast.fields.qfrc_passive &&
    d.qpos === fields.qpos && d.qfrc_spring === fields.qfrc_spring && d.qfrc_damper === fields.qfrc_damper &&
    d.qfrc_gravcomp === fields.qfrc_gravcomp && d.qfrc_fluid === fields.qfrc_fluid &&
    m.jnt_stiffness === read.jnt_stiffness && m.qpos_spring === read.qpos_spring &&
    m.dof_damping === read.dof_damping;
  if (!areInPlace) return false;
  const which = Number(!isDisabled(m, SPRING)) + 2 * Number(!isDisabled(m, DAMPER));
  // springs turn bodies only in loops
  return poses.kernels.passive(poses.at, fast.at, which) === 0;
}

/** Joint dampers oppose velocity; all other forces are zero. */
function begin(m: Model, d: Data, hasDamper: boolean): void {
  const { nv, dof_damping } = m;
  const { qvel, qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid, dof_awake_ind } = d;
  const filter = isSleepFiltered(m, d);
  const count = filter ? d.nv_awake : nv;
  for (let k = 0; k < count; k++) {
    const i = filter ? dof_awake_ind[k] : k;
    qfrc_spring[i] = 0;
    qfrc_gravcomp[i] = 0;
    qfrc_fluid[i] = 0;
    if (hasDamper && dof_damping[i] !== 0) qfrc_damper[i] = -dof_damping[i] * qvel[i];
    else qfrc_damper[i] = 0;
  }
}

/** The sum of all forces: V8-14. */
function addUp(m: Model, d: Data, hasFluid: boolean, hasGravcomp: boolean): void {
  const { nv, jnt_actgravcomp, dof_jntid } = m;
  const { qfrc_passive, qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid, dof_awake_ind } = d;
  const filter = isSleepFiltered(m, d);
  const count = filter ? d.nv_awake : nv;
  for (let k = 0; k < count; k++) {
    const i = filter ? dof_awake_ind[k] : k;
    qfrc_passive[i] = qfrc_spring[i] + qfrc_damper[i];
    if (hasFluid) qfrc_passive[i] += qfrc_fluid[i];
    // a joint may leave the compensation to its actuators instead
    if (hasGravcomp && jnt_actgravcomp[dof_jntid[i]] === 0) qfrc_passive[i] += qfrc_gravcomp[i];
  }
}

const quat = new Float64Array(4);
const turn = new Float64Array(3);

/** Joint springs pull toward `qpos_spring`. */
function spring(m: Model, d: Data): void {
  const { njnt, jnt_type, jnt_stiffness, jnt_qposadr, jnt_dofadr, jnt_bodyid, qpos_spring } = m;
  const { qpos, qfrc_spring, body_awake } = d;
  const filter = isSleepFiltered(m, d);
  if (filter && d.nv_awake === 0) return;

  for (let j = 0; j < njnt; j++) {
    const stiffness = jnt_stiffness[j];
    if (stiffness === 0) continue;
    if (filter && body_awake[jnt_bodyid[j]] === ASLEEP) continue;
    let p = jnt_qposadr[j];
    let v = jnt_dofadr[j];
    const type = jnt_type[j];
    if (type === SLIDE || type === HINGE) {
      qfrc_spring[v] = -stiffness * (qpos[p] - qpos_spring[p]);
      continue;
    }

    if (type === FREE) {
      for (let k = 0; k < 3; k++) qfrc_spring[v + k] = -stiffness * (qpos[p + k] - qpos_spring[p + k]);
      p += 3;
      v += 3;
    }
    copy4(quat, 0, qpos, p);
    normalize4(quat, 0);
    subQuat(turn, 0, quat, 0, qpos_spring, p);
    for (let k = 0; k < 3; k++) qfrc_spring[v + k] = -stiffness * turn[k];
  }
}

// forces of the spring and of the damper
const tension = new Float64Array(2);

/** Tendon springs, which are slack between their two rest lengths, and tendon dampers. */
function tendonSpringDamper(m: Model, d: Data): void {
  const { ntendon, tendon_stiffness, tendon_damping, tendon_lengthspring } = m;
  const { ten_length, ten_velocity, qfrc_spring, qfrc_damper } = d;
  const hasSpring = !isDisabled(m, SPRING);
  const hasDamper = !isDisabled(m, DAMPER);

  const filter = isSleepFiltered(m, d);
  for (let i = 0; i < ntendon; i++) {
    if (filter && tendonSleepState(m, d, i) !== AWAKE) continue;
    const stiffness = hasSpring ? tendon_stiffness[i] : 0;
    const damping = hasDamper ? tendon_damping[i] : 0;
    if (stiffness === 0 && damping === 0) continue;

    const length = ten_length[i];
    const lower = tendon_lengthspring[2 * i];
    const upper = tendon_lengthspring[2 * i + 1];
    tension[0] = 0;
    if (length > upper) tension[0] = stiffness * (upper - length);
    else if (length < lower) tension[0] = stiffness * (lower - length);
    tension[1] = -damping * ten_velocity[i];
    // both products are sparse ones where there is either, and zero times what is not finite is NaN
    if (tension[0] !== 0 || (0 * tension[1] !== 0 && isSparse(m))) addTendonForce(m, d, qfrc_spring, i, tension, 0);
    if (tension[1] !== 0) addTendonForce(m, d, qfrc_damper, i, tension, 1);
  }
}

const force = new Float64Array(3);
const noTorque = new Float64Array(3);

/** Forces against gravity at the centers of mass of bodies with gravity compensation. Returns whether there are any. */
function gravcomp(m: Model, d: Data): boolean {
  const { gravity } = m.opt;
  if (isDisabled(m, GRAVITY) || norm3(gravity, 0) === 0) return false;
  const { nbody, body_gravcomp, body_mass } = m;
  const { xipos, qfrc_gravcomp, body_awake_ind } = d;
  const filter = isSleepFiltered(m, d);

  let any = false;
  const count = filter ? d.nbody_awake : nbody;
  for (let b = 1; b < count; b++) {
    const i = filter ? body_awake_ind[b] : b;
    if (body_gravcomp[i] === 0) continue;
    any = true;
    const scale = -(body_mass[i] * body_gravcomp[i]);
    for (let k = 0; k < 3; k++) force[k] = gravity[k] * scale;
    applyFT(m, d, force, 0, noTorque, 0, xipos, 3 * i, i, qfrc_gravcomp);
  }
  return any;
}
