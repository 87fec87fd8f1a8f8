/**
 * Steps of several data of a model, which take turns after each part of a step: the machine code of a part fits in the
 * fastest cache of the processor, that of a step does not (V8-15).
 */

import { fwdAcceleration } from "./actuation/fwd_acceleration.ts";
import { fwdActuation } from "./actuation/fwd_actuation.ts";
import { collision } from "./collision/collision.ts";
import { island } from "./constraint/island.ts";
import { makeConstraint } from "./constraint/make_constraint.ts";
import { projectConstraint } from "./constraint/project_constraint.ts";
import { referenceConstraint } from "./constraint/reference_constraint.ts";
import type { Data } from "./data.ts";
import { finishAcceleration, finishKinematics, finishPosition, finishVelocity, kinematics } from "./forward.ts";
import { isDisabled, isEnabled } from "./model/queries.ts";
import { camlight } from "./position/camlight.ts";
import { comPos } from "./position/com_pos.ts";
import { factorM } from "./position/factor_m.ts";
import { addTendonArmature, crb } from "./position/make_m.ts";
import { posesAndInertia } from "./position/poses_and_inertia.ts";
import { transmission } from "./position/transmission.ts";
import { fwdConstraint } from "./solver/solve.ts";
import { checkAcc, checkPos, checkVel, finish, increment, step } from "./step.ts";
import { DisableBit, EnableBit, Integrator } from "./types/enums.ts";
import type { Model } from "./types/model.ts";
import { comVel } from "./velocity/com_vel.ts";
import { comVelAndRne } from "./velocity/com_vel_and_rne.ts";
import { lengthVelocity } from "./velocity/moving_lengths.ts";
import { passive } from "./velocity/passive.ts";
import { rne } from "./velocity/rne.ts";
import { tendonBias } from "./velocity/tendon_bias.ts";

/** Can steps of a model be taken in turns: nothing sleeps, bends, or has plugins, and forces are computed once? */
export function takesTurns(m: Model): boolean {
  return m.nflex + m.nplugin === 0 && m.opt.integrator !== Integrator.RK4 && !isEnabled(m, EnableBit.SLEEP) &&
    !isEnabled(m, EnableBit.FWDINV);
}

/** The same as a `step` of each of the first `n` data of a model that takes turns. */
export function stepTogether(m: Model, data: readonly Data[], n: number): void {
  if (n === 1) {
    step(m, data[0]);
    return;
  }
  for (let k = 0; k < n; k++) poses(m, data[k]);
  for (let k = 0; k < n; k++) tendons(m, data[k]);
  for (let k = 0; k < n; k++) contacts(m, data[k]);
  for (let k = 0; k < n; k++) makeConstraint(m, data[k]);
  for (let k = 0; k < n; k++) islandsAndTransmission(m, data[k]);
  for (let k = 0; k < n; k++) endPosition(m, data[k]);
  for (let k = 0; k < n; k++) velocities(m, data[k]);
  for (let k = 0; k < n; k++) passiveForces(m, data[k]);
  for (let k = 0; k < n; k++) endVelocity(m, data[k]);
  for (let k = 0; k < n; k++) forces(m, data[k]);
  for (let k = 0; k < n; k++) fwdConstraint(m, data[k]);
  for (let k = 0; k < n; k++) endAcceleration(m, data[k]);
  for (let k = 0; k < n; k++) increment(m, data[k], m.opt.integrator);
  for (let k = 0; k < n; k++) finish(m, data[k]);
}

function poses(m: Model, d: Data): void {
  checkPos(m, d);
  checkVel(m, d);
  d.flg_energypos = 0;
  if (posesAndInertia(m, d)) return;
  kinematics(m, d);
  comPos(m, d);
  camlight(m, d);
  crb(m, d);
}

function tendons(m: Model, d: Data): void {
  finishKinematics(m, d);
  addTendonArmature(m, d);
}

function contacts(m: Model, d: Data): void {
  factorM(m, d);
  collision(m, d);
}

function islandsAndTransmission(m: Model, d: Data): void {
  island(m, d);
  transmission(m, d);
}

function endPosition(m: Model, d: Data): void {
  if (d.nefc > 0) projectConstraint(m, d);
  finishPosition(m, d, 0);
}

function velocities(m: Model, d: Data): void {
  d.flg_subtreevel = 0;
  d.flg_energyvel = 0;
  lengthVelocity(m, d);
  if (comVelAndRne(m, d)) return;
  comVel(m, d);
  rne(m, d, d.qfrc_bias);
}

function passiveForces(m: Model, d: Data): void {
  passive(m, d);
  if (d.nefc > 0) referenceConstraint(m, d);
}

function endVelocity(m: Model, d: Data): void {
  if (m.ntendon > 0) tendonBias(m, d, d.qfrc_bias);
  finishVelocity(m, d, 0);
}

function forces(m: Model, d: Data): void {
  if (!isDisabled(m, DisableBit.ACTUATION)) d.callbacks.control?.(m, d);
  fwdActuation(m, d);
  fwdAcceleration(m, d);
}

function endAcceleration(m: Model, d: Data): void {
  d.flg_rnepost = 0;
  finishAcceleration(m, d);
  checkAcc(m, d);
}
