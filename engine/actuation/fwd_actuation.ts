/** Actuation: from controls and activations to forces on joints. */

import { zero } from "../math/vec.ts";
import { norm3 } from "../math/vec3.ts";
import { actuatorDisabled, nextActivation } from "../motion/activation.ts";
import { actuatorsInPlace } from "../model/actuators_in_place.ts";
import { pluginForces, pluginRates } from "../model/plugins.ts";
import * as queries from "../model/queries.ts";
import { historyRead } from "../model/history_buffer.ts";
import { actuatorSleepState } from "../model/sleep_state.ts";
import { mulMatTVecSparse } from "../linear/sparse.ts";
import { isBad, warn } from "../model/warning.ts";
import { MINVAL, NBIAS, NDYN, NGAIN } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Bias, DisableBit, Dyn, EnableBit, Gain, SleepState, Trn, Warning } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { muscleBias, muscleDynamics, muscleGain } from "../motion/muscle.ts";

// V8-1
const { isDisabled, isEnabled } = queries;
const { ACTUATION, CLAMPCTRL, GRAVITY } = DisableBit;
const { FILTER, FILTEREXACT, INTEGRATOR, MUSCLE: MUSCLE_DYN, USER: USER_DYN } = Dyn;
const { AFFINE, FIXED, MUSCLE, USER } = Gain;
const { AFFINE: AFFINE_BIAS, MUSCLE: MUSCLE_BIAS, NONE: UNBIASED, USER: USER_BIAS } = Bias;
const { SLEEP } = EnableBit;
const { ASLEEP } = SleepState;
const { TENDON } = Trn;
const { BADCTRL } = Warning;
const GAINS = NGAIN;
const BIASES = NBIAS;
const DYNS = NDYN;
const TINY = MINVAL;

/** Scratch memory of actuation. */
export interface ActuationWork {
  /** controls after delay, clamping, and the check for bad values */
  ctrl: Float64Array;
  /** total actuator force of each tendon */
  tendonForce: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** scratch memory of actuation */
    actuation?: ActuationWork;
  }
}

/** Actuator forces, the resulting joint forces, and rates of change of activations. */
export function fwdActuation(m: Model, d: Data): void {
  if (!actuateInPlace(m, d)) actuate(m, d);
}

/** The same by a kernel. Returns whether there is one for what these actuators do. */
function actuateInPlace(m: Model, d: Data): boolean {
  if (m.nu === 0 || m.nplugin + m.nhistory + m.ngravcomp > 0) return false;
  if (m.opt.disableactuator !== 0 || isDisabled(m, ACTUATION)) return false;
  const fast = actuatorsInPlace(m, d);
  // cranks between static sites never act where trees may sleep, even while none does
  if (fast === null || fast.hasCranks && isEnabled(m, SLEEP)) return false;
  const { kernels, at, read, fields } = fast;
  const areInPlace = d.qfrc_actuator === fields.qfrc_actuator && m.jnt_actfrclimited === read.jnt_actfrclimited &&
    m.jnt_actfrcrange === read.jnt_actfrcrange && m.tendon_actfrclimited === read.tendon_actfrclimited;
  fast.timestep[0] = m.opt.timestep;
  return areInPlace && kernels.actuate(at, Number(!isDisabled(m, CLAMPCTRL))) === 0;
}

/** The same by loops. */
function actuate(m: Model, d: Data): void {
  const { nu, nv } = m;
  const { actuator_force, actuator_moment, qfrc_actuator, moment_rownnz, moment_rowadr, moment_colind } = d;

  zero(actuator_force, 0, nu);
  if (nu === 0 || isDisabled(m, ACTUATION)) {
    zero(qfrc_actuator, 0, nv);
    return;
  }

  const { ctrl } = d.work.actuation ??= {
    ctrl: new Float64Array(nu),
    tendonForce: new Float64Array(m.ntendon),
  };
  readControls(m, d, ctrl);
  activationRates(m, d, ctrl);
  pluginRates(m, d);
  actuatorForces(m, d, ctrl);
  pluginForces(m, d);
  limitTendonForces(m, d);
  clampForces(m, d);
  mulMatTVecSparse(
    qfrc_actuator,
    actuator_moment,
    actuator_force,
    nu,
    nv,
    moment_rownnz,
    moment_rowadr,
    moment_colind,
  );
  if (m.ngravcomp > 0) addGravcomp(m, d);
  clampJointForces(m, d);
}

/** Controls after delay and clamping; all zero if any is bad. */
function readControls(m: Model, d: Data, ctrl: Float64Array): void {
  const { nu, actuator_delay, actuator_history, actuator_historyadr, actuator_ctrllimited, actuator_ctrlrange } = m;
  const clamp = !isDisabled(m, CLAMPCTRL);
  let bad = -1;

  for (let i = 0; i < nu; i++) {
    const samples = actuator_history[2 * i];
    if (actuator_delay[i] !== 0 && samples > 0) {
      const time = d.time - actuator_delay[i];
      historyRead(ctrl, i, d.history, actuator_historyadr[i], samples, 1, time, actuator_history[2 * i + 1]);
    } else {
      ctrl[i] = d.ctrl[i];
    }
    if (clamp && actuator_ctrllimited[i] !== 0) clampTo(ctrl, i, actuator_ctrlrange, 2 * i);
    if (bad < 0 && isBad(ctrl[i])) bad = i;
  }

  if (bad >= 0) {
    warn(d, BADCTRL, bad);
    ctrl.fill(0);
  }
}

/** Rate of change of each activation. */
function activationRates(m: Model, d: Data, ctrl: Float64Array): void {
  const { nu, actuator_actadr, actuator_actnum, actuator_dyntype, actuator_dynprm } = m;
  const { act, act_dot } = d;

  const filter = isEnabled(m, SLEEP);
  for (let i = 0; i < nu; i++) {
    if (filter && actuatorSleepState(m, d, i) === ASLEEP) continue;
    const first = actuator_actadr[i];
    if (first < 0) continue;
    const last = first + actuator_actnum[i] - 1;
    for (let k = first; k <= last; k++) act_dot[k] = 0;

    switch (actuator_dyntype[i]) {
      case INTEGRATOR:
        act_dot[last] = ctrl[i];
        break;
      case FILTER:
      case FILTEREXACT:
        act_dot[last] = (ctrl[i] - act[last]) / Math.max(TINY, actuator_dynprm[DYNS * i]);
        break;
      case MUSCLE_DYN:
        muscleDynamics(act_dot, last, ctrl, i, act, last, actuator_dynprm, DYNS * i);
        break;
      case USER_DYN:
        userDynamics(m, d, i, last);
        break;
    }
  }
}

/** Calls the user for the rate of an activation; if the actuator has several, the callback writes them all. */
function userDynamics(m: Model, d: Data, i: number, last: number): void {
  if (d.callbacks.actDyn === undefined) return;
  const rate = d.callbacks.actDyn(m, d, i);
  if (m.actuator_actnum[i] === 1) d.act_dot[last] = rate;
}

const value = new Float64Array(1);

/** force = gain · (activation or control) + bias */
function actuatorForces(m: Model, d: Data, ctrl: Float64Array): void {
  const { nu, actuator_gaintype, actuator_gainprm, actuator_biastype, actuator_biasprm } = m;
  const { actuator_actadr, actuator_actnum, actuator_actearly, actuator_lengthrange, actuator_acc0, actuator_plugin } =
    m;
  const { act, act_dot, actuator_length, actuator_velocity, actuator_force } = d;

  const filter = isEnabled(m, SLEEP);
  const anyDisabled = m.opt.disableactuator !== 0;
  for (let i = 0; i < nu; i++) {
    if (filter && actuatorSleepState(m, d, i) === ASLEEP) continue;
    if (anyDisabled && actuatorDisabled(m, i) || actuator_plugin[i] >= 0) continue;
    const length = actuator_length[i];
    const velocity = actuator_velocity[i];

    const g = GAINS * i;
    let gain = 1;
    switch (actuator_gaintype[i]) {
      case FIXED:
        gain = actuator_gainprm[g];
        break;
      case AFFINE:
        gain = actuator_gainprm[g] + actuator_gainprm[g + 1] * length + actuator_gainprm[g + 2] * velocity;
        break;
      case MUSCLE:
        muscleGain(
          value,
          0,
          i,
          actuator_length,
          actuator_velocity,
          actuator_lengthrange,
          actuator_acc0,
          actuator_gainprm,
          g,
        );
        gain = value[0];
        break;
      case USER:
        gain = d.callbacks.actGain?.(m, d, i) ?? 1;
        break;
    }

    // with `actearly`, use the activation at the end of the step
    let input = ctrl[i];
    if (actuator_actadr[i] >= 0) {
      const adr = actuator_actadr[i] + actuator_actnum[i] - 1;
      input = act[adr];
      if (actuator_actearly[i] !== 0) {
        nextActivation(m, d, value, 0, i, adr, act_dot, adr);
        input = value[0];
      }
    }

    const b = BIASES * i;
    let bias = 0;
    switch (actuator_biastype[i]) {
      case UNBIASED:
        break;
      case AFFINE_BIAS:
        bias = actuator_biasprm[b] + actuator_biasprm[b + 1] * length + actuator_biasprm[b + 2] * velocity;
        break;
      case MUSCLE_BIAS:
        muscleBias(value, 0, i, actuator_length, actuator_lengthrange, actuator_acc0, actuator_biasprm, b);
        bias = value[0];
        break;
      case USER_BIAS:
        bias = d.callbacks.actBias?.(m, d, i) ?? 0;
        break;
    }

    actuator_force[i] = gain * input + bias;
  }
}

/** Scales down the forces of actuators that together exceed the force range of a tendon. */
function limitTendonForces(m: Model, d: Data): void {
  if (!anyTendonLimit(m)) return;
  const { nu, actuator_trntype, actuator_trnid, tendon_actfrclimited, tendon_actfrcrange } = m;
  const { actuator_force } = d;
  const { tendonForce } = d.work.actuation as ActuationWork;

  tendonForce.fill(0);
  for (let i = 0; i < nu; i++) {
    if (actuator_trntype[i] === TENDON) tendonForce[actuator_trnid[2 * i]] += actuator_force[i];
  }

  for (let i = 0; i < nu; i++) {
    if (actuator_trntype[i] !== TENDON) continue;
    const tendon = actuator_trnid[2 * i];
    if (tendon_actfrclimited[tendon] === 0) continue;
    const total = tendonForce[tendon];
    if (total === 0) continue;
    const low = tendon_actfrcrange[2 * tendon];
    const high = tendon_actfrcrange[2 * tendon + 1];
    if (total < low) actuator_force[i] *= low / total;
    else if (total > high) actuator_force[i] *= high / total;
  }
}

/** Does any enabled actuator, apart from plugins, act on a tendon whose actuator force is limited? */
function anyTendonLimit(m: Model): boolean {
  const { nu, actuator_trntype, actuator_trnid, actuator_plugin, tendon_actfrclimited } = m;
  for (let i = 0; i < nu; i++) {
    if (actuator_trntype[i] !== TENDON || tendon_actfrclimited[actuator_trnid[2 * i]] === 0) continue;
    if (!actuatorDisabled(m, i) && actuator_plugin[i] < 0) return true;
  }
  return false;
}

/** Clamps `values[i]` to the range that begins at `range[r]`. */
function clampTo(values: Float64Array, i: number, range: Float64Array, r: number): void {
  if (values[i] < range[r]) values[i] = range[r];
  else if (values[i] > range[r + 1]) values[i] = range[r + 1];
}

function clampForces(m: Model, d: Data): void {
  const { nu, actuator_forcelimited, actuator_forcerange } = m;
  const { actuator_force } = d;

  for (let i = 0; i < nu; i++) {
    if (actuator_forcelimited[i] !== 0) clampTo(actuator_force, i, actuator_forcerange, 2 * i);
  }
}

/** Gravity compensation of joints that leave it to their actuators. */
function addGravcomp(m: Model, d: Data): void {
  if (isDisabled(m, GRAVITY) || norm3(m.opt.gravity, 0) === 0) return;
  const { nv, jnt_actgravcomp, dof_jntid } = m;
  const { qfrc_actuator, qfrc_gravcomp } = d;

  for (let i = 0; i < nv; i++) {
    if (jnt_actgravcomp[dof_jntid[i]] !== 0) qfrc_actuator[i] += qfrc_gravcomp[i];
  }
}

/** Clamps the total actuator force on each joint; this applies to slides and hinges, which have a single dof. */
function clampJointForces(m: Model, d: Data): void {
  const { njnt, jnt_actfrclimited, jnt_actfrcrange, jnt_dofadr } = m;
  const { qfrc_actuator } = d;

  for (let j = 0; j < njnt; j++) {
    if (jnt_actfrclimited[j] !== 0) clampTo(qfrc_actuator, jnt_dofadr[j], jnt_actfrcrange, 2 * j);
  }
}
