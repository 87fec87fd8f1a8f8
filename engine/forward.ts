/**
 * Forward dynamics: the ordered list of stages from a state to its acceleration. A stage is not entered if the model has
 * nothing for it: V8-11.
 */

import { fwdActuation } from "./actuation/fwd_actuation.ts";
import { fwdAcceleration } from "./actuation/fwd_acceleration.ts";
import { collision } from "./collision/collision.ts";
import { island } from "./constraint/island.ts";
import { makeConstraint } from "./constraint/make_constraint.ts";
import { projectConstraint } from "./constraint/project_constraint.ts";
import { referenceConstraint } from "./constraint/reference_constraint.ts";
import { camlight } from "./position/camlight.ts";
import { comPos } from "./position/com_pos.ts";
import { factorM } from "./position/factor_m.ts";
import { flex } from "./position/flex.ts";
import { attachedFrames } from "./position/attached_frames.ts";
import { bodyFrames } from "./position/kinematics.ts";
import { addTendonArmature, makeM } from "./position/make_m.ts";
import { posesAndInertia } from "./position/poses_and_inertia.ts";
import { tendon } from "./position/tendon.ts";
import { transmission } from "./position/transmission.ts";
import { energyPos, energyVel } from "./sensor/energy.ts";
import { sensorAcc, sensorPos, sensorVel } from "./sensor/sensor.ts";
import { wake, wakeCollision, wakeEquality, wakeTendon } from "./sleep/wake.ts";
import { fwdConstraint } from "./solver/solve.ts";
import { updateSleep } from "./sleep/awake.ts";
import * as queries from "./model/queries.ts";
import { isTimed, Lap, lap as takeLap } from "./stopwatch.ts";
import type { Data } from "./data.ts";
import { DisableBit, EnableBit, Stage } from "./types/enums.ts";
import type { Model } from "./types/model.ts";
import { comVel } from "./velocity/com_vel.ts";
import { comVelAndRne } from "./velocity/com_vel_and_rne.ts";
import { actuatorVelocity, edgeVelocity, lengthVelocity } from "./velocity/moving_lengths.ts";
import { passive } from "./velocity/passive.ts";
import { rne } from "./velocity/rne.ts";
import { tendonBias } from "./velocity/tendon_bias.ts";

// V8-1
const { isDisabled, isEnabled } = queries;
const {
  ACCELERATION,
  BIAS,
  COLLISION,
  INERTIA,
  ISLANDS,
  KINEMATICS,
  PASSIVE,
  PROJECTION,
  REFERENCE,
  ROWS,
  SENSORS,
  SLEEP,
  SOLVER,
  TRANSMISSION,
  VELOCITY,
} = Lap;
const lap = takeLap;
const run = {
  actuatorVelocity,
  addTendonArmature,
  collision,
  comVelAndRne,
  factorM,
  fwdAcceleration,
  fwdActuation,
  fwdConstraint,
  island,
  isTimed,
  lengthVelocity,
  makeConstraint,
  passive,
  posesAndInertia,
  projectConstraint,
  referenceConstraint,
  sensorAcc,
  sensorPos,
  sensorVel,
  tendon,
  tendonBias,
  transmission,
  wakeTendon,
};
const { ACTUATION } = DisableBit;
const { ENERGY } = EnableBit;
const { NONE, POS, VEL } = Stage;

/**
 * Computes everything that follows from the state, down to the acceleration `qacc` and the sensors.
 *
 * @example Acceleration of a falling ball
 * ```ts
 * import { compile, Data, forward } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <freejoint/>
 *         <geom size="0.1"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 * if (data.qacc[2] !== -9.81) throw new Error("wrong acceleration");
 * ```
 */
export function forward(m: Model, d: Data): void {
  forwardSkip(m, d, NONE, 0);
}

/**
 * Like `forward`, but skips the stages up to `skipstage` (a value of `Stage`) and uses their current results. If
 * `skipsensor` is 1, sensors are skipped too.
 */
export function forwardSkip(m: Model, d: Data, skipstage: number, skipsensor: 0 | 1): void {
  if (skipstage < POS) {
    fwdPosition(m, d);
    finishPosition(m, d, skipsensor);
  }
  if (skipstage < VEL) {
    fwdVelocity(m, d);
    finishVelocity(m, d, skipsensor);
  }
  if (!isDisabled(m, ACTUATION)) d.callbacks.control?.(m, d);
  fwdForces(m, d);
  if (skipsensor === 0) {
    d.flg_rnepost = 0;
    finishAcceleration(m, d);
  }
}

/** Everything that depends on positions only. */
export function fwdPosition(m: Model, d: Data): void {
  // V8-14
  const { ntree, nu } = m;
  d.flg_energypos = 0;

  if (!run.isTimed() && run.posesAndInertia(m, d)) {
    if (d.ntree_awake < ntree && wake(m, d) > 0) updateSleep(m, d);
    finishKinematics(m, d);
    run.addTendonArmature(m, d);
  } else {
    fwdKinematics(m, d);
    makeM(m, d);
  }
  run.factorM(m, d);
  lap(INERTIA);
  run.collision(m, d);
  lap(COLLISION);
  if (isEnabled(m, EnableBit.SLEEP)) wakeTouched(m, d);
  run.makeConstraint(m, d);
  lap(ROWS);
  run.island(m, d);
  lap(ISLANDS);
  if (nu > 0) {
    run.transmission(m, d);
    lap(TRANSMISSION);
  }
  if (d.nefc > 0) {
    run.projectConstraint(m, d);
    lap(PROJECTION);
  }
}

/** Wakes trees that touch awake ones or are tied to them. */
function wakeTouched(m: Model, d: Data): void {
  if (wakeCollision(m, d) > 0) {
    updateSleep(m, d);
    run.collision(m, d);
    lap(COLLISION);
  }
  if (wakeEquality(m, d) > 0) updateSleep(m, d);
  lap(SLEEP);
}

/**
 * Forward kinematics: poses of bodies, inertial frames, geoms, and sites, and the anchors and axes of joints, from `qpos`
 * and mocap poses. Trees that the user has moved wake up.
 */
export function kinematics(m: Model, d: Data): void {
  bodyFrames(m, d);
  if (wake(m, d) > 0) updateSleep(m, d);
  attachedFrames(m, d);
}

/** Poses, lengths and inertial properties. */
export function fwdKinematics(m: Model, d: Data): void {
  kinematics(m, d);
  comPos(m, d);
  if (m.ncam + m.nlight > 0) camlight(m, d);
  finishKinematics(m, d);
}

/** Flexes and tendons, which follow from poses. */
export function finishKinematics(m: Model, d: Data): void {
  const { nflex, ntendon } = m;
  if (nflex > 0) flex(m, d);
  if (ntendon > 0) fwdTendon(m, d);
  lap(KINEMATICS);
}

/** Lengths of tendons, which may wake what they tie together. */
function fwdTendon(m: Model, d: Data): void {
  run.tendon(m, d);
  if (run.wakeTendon(m, d) > 0) updateSleep(m, d);
}

/** Sensors and energy that depend on positions only. */
export function finishPosition(m: Model, d: Data, skipsensor: 0 | 1): void {
  if (skipsensor === 0 && m.nsensor > 0) {
    run.sensorPos(m, d);
    lap(SENSORS);
  }
  if (d.flg_energypos !== 0) return;
  if (isEnabled(m, ENERGY)) {
    energyPos(m, d);
    lap(Lap.ENERGY);
  } else {
    d.energy[0] = 0;
    d.energy[1] = 0;
  }
}

/** Everything that depends on positions and velocities. */
export function fwdVelocity(m: Model, d: Data): void {
  // V8-14
  const { nflexedge, ntendon, nu } = m;
  d.flg_subtreevel = 0;
  d.flg_energyvel = 0;

  if (nflexedge > 0) edgeVelocity(m, d);
  if (ntendon > 0) run.lengthVelocity(m, d);
  else if (nu > 0) run.actuatorVelocity(m, d);
  const isDone = !run.isTimed() && run.comVelAndRne(m, d);
  if (!isDone) comVel(m, d);
  lap(VELOCITY);
  run.passive(m, d);
  lap(PASSIVE);
  if (d.nefc > 0) {
    run.referenceConstraint(m, d);
    lap(REFERENCE);
  }
  if (!isDone) rne(m, d, d.qfrc_bias);
  if (ntendon > 0) run.tendonBias(m, d, d.qfrc_bias);
  lap(BIAS);
}

/** Sensors and energy that depend on velocities. */
export function finishVelocity(m: Model, d: Data, skipsensor: 0 | 1): void {
  if (skipsensor === 0 && m.nsensor > 0) {
    run.sensorVel(m, d);
    lap(SENSORS);
  }
  if (isEnabled(m, ENERGY) && d.flg_energyvel === 0) {
    energyVel(m, d);
    lap(Lap.ENERGY);
  }
}

/** Actuator forces, constraint forces, and the resulting acceleration. */
export function fwdForces(m: Model, d: Data): void {
  run.fwdActuation(m, d);
  lap(Lap.ACTUATION);
  run.fwdAcceleration(m, d);
  lap(ACCELERATION);
  run.fwdConstraint(m, d);
  lap(SOLVER);
}

/** Sensors that depend on accelerations and forces. */
export function finishAcceleration(m: Model, d: Data): void {
  if (m.nsensor === 0) return;
  run.sensorAcc(m, d);
  lap(SENSORS);
}
