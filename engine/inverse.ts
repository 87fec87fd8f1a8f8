/** Inverse dynamics: the ordered list of stages from an acceleration to the force that causes it. */

import { collision } from "./collision/collision.ts";
import { makeConstraint } from "./constraint/make_constraint.ts";
import { finishAcceleration, finishVelocity, fwdVelocity, kinematics } from "./forward.ts";
import { discreteAcc } from "./integrate/discrete_acc.ts";
import { norm } from "./math/vec.ts";
import { camlight } from "./position/camlight.ts";
import { comPos } from "./position/com_pos.ts";
import { factorM } from "./position/factor_m.ts";
import { flex } from "./position/flex.ts";
import { makeM } from "./position/make_m.ts";
import { tendon } from "./position/tendon.ts";
import { transmission } from "./position/transmission.ts";
import { energyPos } from "./sensor/energy.ts";
import { sensorPos } from "./sensor/sensor.ts";
import { openFrame } from "./model/arena.ts";
import { xfrcAccumulate } from "./motion/apply_ft.ts";
import { constraintUpdate } from "./motion/constraint_update.ts";
import { isEnabled } from "./model/queries.ts";
import { mulM } from "./linear/inertia.ts";
import { mulJacTVec, mulJacVec } from "./linear/mul_jac.ts";
import { Lap, lap as takeLap } from "./stopwatch.ts";
import type { Data } from "./data.ts";
import { EnableBit, Stage } from "./types/enums.ts";
import type { Model } from "./types/model.ts";
import { rne } from "./velocity/rne.ts";
import { tendonBias } from "./velocity/tendon_bias.ts";

// V8-1
const { BIAS, COLLISION, INERTIA, INVERSE, KINEMATICS, ROWS, SENSORS, SOLVER, TRANSMISSION } = Lap;
const lap = takeLap;
const { ENERGY, INVDISCRETE } = EnableBit;
const { NONE, POS, VEL } = Stage;

/** Scratch memory of inverse dynamics. */
export interface InverseWork {
  /** acceleration given by the user */
  qacc: Float64Array;
  /** inertial force */
  Ma: Float64Array;
  /** J qacc − aref of the constraint rows */
  jar: Float64Array;
  /** constraint force of forward dynamics */
  qfrc_constraint: Float64Array;
  /** the same, per row */
  efc_force: Float64Array;
  /** difference between forward and inverse dynamics */
  difference: Float64Array;
  /** cost of the constraints */
  cost: Float64Array;
}

function workOf(m: Model, d: Data): InverseWork {
  const { nv } = m;
  const work = d.work.inverse ??= {
    qacc: new Float64Array(nv),
    Ma: new Float64Array(nv),
    jar: new Float64Array(d.capacity.nefc),
    qfrc_constraint: new Float64Array(nv),
    efc_force: new Float64Array(d.capacity.nefc),
    difference: new Float64Array(nv),
    cost: new Float64Array(1),
  };
  if (work.jar.length < d.nefc) {
    work.jar = new Float64Array(d.capacity.nefc);
    work.efc_force = new Float64Array(d.capacity.nefc);
  }
  return work;
}

/**
 * Computes `qfrc_inverse`, the external force that makes the system accelerate with `qacc` in the state of `d`, and the
 * corresponding constraint forces. With the `invdiscrete` flag, `qacc` is the change in velocity over a time step of
 * the model's integrator, divided by the time step.
 *
 * @example The force that holds a slider of 2 kg against gravity
 * ```ts
 * import { compile, Data, inverse } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body><joint type="slide" axis="0 0 1"/><geom size="0.1" mass="2"/></body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * inverse(model, data);
 * if (data.qfrc_inverse[0] !== 2 * 9.81) throw new Error("it falls");
 * ```
 */
export function inverse(m: Model, d: Data): void {
  inverseSkip(m, d, NONE, 0);
}

/**
 * Like `inverse`, but skips the stages up to `skipstage` (a value of `Stage`) and uses their current results. If
 * `skipsensor` is 1, sensors are skipped too.
 *
 * @example Two accelerations in the same state
 * ```ts
 * import { compile, Data, inverse, inverseSkip, Stage } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body><joint type="slide" axis="0 0 1"/><geom size="0.1" mass="2"/></body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * inverse(model, data);
 * data.qacc[0] = -9.81;
 * inverseSkip(model, data, Stage.VEL, 1);
 * if (data.qfrc_inverse[0] !== 0) throw new Error("free fall needs no force");
 * ```
 */
export function inverseSkip(m: Model, d: Data, skipstage: number, skipsensor: 0 | 1): void {
  if (skipstage < POS) {
    d.work.held = d.narena - openFrame(d.narena);
    invPosition(m, d);
    d.work.held = 0;
    if (skipsensor === 0) sensorPos(m, d);
    lap(SENSORS);
    if (isEnabled(m, ENERGY) && d.flg_energypos === 0) energyPos(m, d);
    lap(Lap.ENERGY);
  }
  if (skipstage < VEL) {
    invVelocity(m, d);
    finishVelocity(m, d, skipsensor);
  }

  const { nv } = m;
  const { qacc, qfrc_inverse, qfrc_passive, qfrc_constraint } = d;
  const work = workOf(m, d);
  const discrete = isEnabled(m, INVDISCRETE);
  if (discrete) {
    work.qacc.set(qacc);
    discreteAcc(m, d);
  }
  lap(INVERSE);

  invConstraint(m, d);
  lap(SOLVER);
  rne(m, d, qfrc_inverse);
  tendonBias(m, d, qfrc_inverse);
  lap(BIAS);
  if (skipsensor === 0) {
    d.flg_rnepost = 0;
    finishAcceleration(m, d);
  }

  // external force = M qacc + bias − passive − constraint forces
  const { Ma } = work;
  mulM(m, d, Ma, 0, qacc, 0);
  for (let i = 0; i < nv; i++) qfrc_inverse[i] += Ma[i] - qfrc_passive[i] - qfrc_constraint[i];
  if (discrete) qacc.set(work.qacc);
  lap(INVERSE);
}

/** Everything that depends on positions only. Unlike in forward dynamics, only the user can wake sleeping trees. */
export function invPosition(m: Model, d: Data): void {
  d.flg_energypos = 0;

  kinematics(m, d);
  comPos(m, d);
  camlight(m, d);
  flex(m, d);
  tendon(m, d);
  lap(KINEMATICS);
  makeM(m, d);
  factorM(m, d);
  lap(INERTIA);
  collision(m, d);
  lap(COLLISION);
  makeConstraint(m, d);
  lap(ROWS);
  transmission(m, d);
  lap(TRANSMISSION);
}

/** Everything that depends on positions and velocities, as in forward dynamics. */
export function invVelocity(m: Model, d: Data): void {
  fwdVelocity(m, d);
}

/** Constraint forces at the acceleration `qacc`: each row on its own, without a solver. */
export function invConstraint(m: Model, d: Data): void {
  const { nefc, efc_aref, qfrc_constraint } = d;
  if (nefc === 0) {
    qfrc_constraint.fill(0);
    return;
  }

  const { jar, cost } = workOf(m, d);
  mulJacVec(m, d, jar, d.qacc);
  for (let i = 0; i < nefc; i++) jar[i] -= efc_aref[i];
  constraintUpdate(
    d.ne,
    d.nf,
    nefc,
    d.efc_D,
    d.efc_R,
    d.efc_frictionloss,
    jar,
    d.efc_type,
    d.efc_id,
    d.contact,
    d.efc_state,
    d.efc_force,
    cost,
  );
  mulJacTVec(m, d, qfrc_constraint, d.efc_force);
}

/**
 * Measures how well forward and inverse dynamics agree after `forward`: writes the norms of the differences between
 * constraint forces and between applied forces to `d.solver_fwdinv`. Other results of `forward` are unchanged.
 *
 * @example Inverse dynamics undoes forward dynamics
 * ```ts
 * import { compareFwdInv, compile, Data, forward } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <geom type="plane" size="1 1 1"/>
 *       <body pos="0 0 0.099"><freejoint/><geom type="sphere" size="0.1" mass="1"/></body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * compareFwdInv(model, data);
 * if (data.solver_fwdinv[1] > 1e-6) throw new Error("they disagree");
 * ```
 */
export function compareFwdInv(m: Model, d: Data): void {
  const { nv } = m;
  const { nefc, solver_fwdinv, qfrc_constraint, qfrc_inverse, qfrc_applied, qfrc_actuator, efc_force } = d;

  solver_fwdinv.fill(0);
  if (nefc === 0) return;
  const work = workOf(m, d);
  const { difference } = work;
  work.qfrc_constraint.set(qfrc_constraint);
  for (let i = 0; i < nefc; i++) work.efc_force[i] = efc_force[i];

  inverseSkip(m, d, VEL, 1);

  for (let i = 0; i < nv; i++) difference[i] = work.qfrc_constraint[i] - qfrc_constraint[i];
  solver_fwdinv[0] = norm(difference, 0, nv);
  for (let i = 0; i < nv; i++) difference[i] = qfrc_applied[i] + qfrc_actuator[i];
  xfrcAccumulate(m, d, difference);
  for (let i = 0; i < nv; i++) difference[i] -= qfrc_inverse[i];
  solver_fwdinv[1] = norm(difference, 0, nv);

  qfrc_constraint.set(work.qfrc_constraint);
  for (let i = 0; i < nefc; i++) efc_force[i] = work.efc_force[i];
  lap(INVERSE);
}
