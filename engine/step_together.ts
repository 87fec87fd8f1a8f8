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
import { finishAcceleration, finishKinematics, finishPosition, finishVelocity } from "./forward.ts";
import { isDisabled, isEnabled } from "./model/queries.ts";
import { comPos } from "./position/com_pos.ts";
import { factorM } from "./position/factor_m.ts";
import { kinematics } from "./position/kinematics.ts";
import { addTendonArmature, crb } from "./position/make_m.ts";
import { posesAndInertia } from "./position/poses_and_inertia.ts";
import { transmission } from "./position/transmission.ts";
import { fwdConstraint } from "./solver/solve.ts";
import { checkAcc, checkPos, checkVel, finish, increment, step } from "./step.ts";
import { DisableBit, EnableBit, Integrator } from "./types/enums.ts";
import type { Model } from "./types/model.ts";
import { comVel } from "./velocity/com_vel.ts";
import { comVelAndRne } from "./velocity/com_vel_and_rne.ts";
import { actuatorVelocity, tendonVelocity } from "./velocity/moving_lengths.ts";
import { passive } from "./velocity/passive.ts";
import { rne } from "./velocity/rne.ts";
import { tendonBias } from "./velocity/tendon_bias.ts";

type Part = (m: Model, d: Data) => void;

/** The parts of a step, the largest of which are stages. */
const PARTS: readonly Part[] = [
  (m, d) => {
    checkPos(m, d);
    checkVel(m, d);
    d.flg_energypos = 0;
    if (posesAndInertia(m, d)) return;
    kinematics(m, d);
    comPos(m, d);
    crb(m, d);
  },
  (m, d) => {
    finishKinematics(m, d);
    addTendonArmature(m, d);
  },
  (m, d) => {
    factorM(m, d);
    collision(m, d);
  },
  makeConstraint,
  (m, d) => {
    island(m, d);
    transmission(m, d);
  },
  (m, d) => {
    if (d.nefc > 0) projectConstraint(m, d);
    finishPosition(m, d, 0);
  },
  (m, d) => {
    d.flg_subtreevel = 0;
    d.flg_energyvel = 0;
    tendonVelocity(m, d);
    actuatorVelocity(m, d);
    if (comVelAndRne(m, d)) return;
    comVel(m, d);
    rne(m, d, d.qfrc_bias);
  },
  (m, d) => {
    passive(m, d);
    if (d.nefc > 0) referenceConstraint(m, d);
  },
  (m, d) => {
    if (m.ntendon > 0) tendonBias(m, d, d.qfrc_bias);
    finishVelocity(m, d, 0);
  },
  (m, d) => {
    if (!isDisabled(m, DisableBit.ACTUATION)) d.callbacks.control?.(m, d);
    fwdActuation(m, d);
    fwdAcceleration(m, d);
  },
  fwdConstraint,
  (m, d) => {
    d.flg_rnepost = 0;
    finishAcceleration(m, d);
    checkAcc(m, d);
  },
  (m, d) => increment(m, d, m.opt.integrator),
  finish,
];

/** Can steps of a model be taken in turns: nothing sleeps, bends, or has plugins, and forces are computed once? */
export function takesTurns(m: Model): boolean {
  return m.nflex + m.nplugin === 0 && m.opt.integrator !== Integrator.RK4 && !isEnabled(m, EnableBit.SLEEP) &&
    !isEnabled(m, EnableBit.FWDINV);
}

/** The same as a `step` of each of the first `count` data of a model that takes turns. */
export function stepTogether(m: Model, data: readonly Data[], count: number): void {
  if (count === 1) {
    step(m, data[0]);
    return;
  }
  for (let p = 0; p < PARTS.length; p++) {
    const part = PARTS[p];
    for (let k = 0; k < count; k++) part(m, data[k]);
  }
}
