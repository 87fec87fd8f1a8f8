/**
 * The stages of the pipeline, one at a time, for callers that put them in an order of their own. Each reads what the
 * stages before it have written to the data, and writes its own results, like MuJoCo's function of that name.
 */

import { fwdAcceleration as fwdAccelerationStage } from "./actuation/fwd_acceleration.ts";
import { fwdActuation as fwdActuationStage } from "./actuation/fwd_actuation.ts";
import { collision as collisionStage } from "./collision/collision.ts";
import { island as islandStage } from "./constraint/island.ts";
import { makeConstraint as makeConstraintStage } from "./constraint/make_constraint.ts";
import { projectConstraint as projectConstraintStage } from "./constraint/project_constraint.ts";
import { referenceConstraint as referenceConstraintStage } from "./constraint/reference_constraint.ts";
import type { Data } from "./data.ts";
import { mulJacTVec } from "./linear/mul_jac.ts";
import { constraintUpdate as updateRows } from "./motion/constraint_update.ts";
import { camlight as camlightStage } from "./position/camlight.ts";
import { comPos as comPosStage } from "./position/com_pos.ts";
import { factorM as factorMStage } from "./position/factor_m.ts";
import { flex as flexStage } from "./position/flex.ts";
import { crb as crbStage, makeM as makeMStage } from "./position/make_m.ts";
import { tendon as tendonStage } from "./position/tendon.ts";
import { transmission as transmissionStage } from "./position/transmission.ts";
import {
  sensorAcc as sensorAccStage,
  sensorPos as sensorPosStage,
  sensorVel as sensorVelStage,
} from "./sensor/sensor.ts";
import { coneHessians } from "./solver/hessian/hessian.ts";
import { fwdConstraint as fwdConstraintStage } from "./solver/solve.ts";
import type { Model } from "./types/model.ts";
import { comVel as comVelStage } from "./velocity/com_vel.ts";
import { passive as passiveStage } from "./velocity/passive.ts";
import { rne as rneStage } from "./velocity/rne.ts";
import { rneWithAcceleration } from "./velocity/rne_with_acceleration.ts";

/** Maps inertias and motion axes to the centers of mass of the trees: `subtree_com`, `cinert`, `cdof`. */
export function comPos(m: Model, d: Data): void {
  comPosStage(m, d);
}

/** Poses of cameras and lights. */
export function camlight(m: Model, d: Data): void {
  camlightStage(m, d);
}

/** Positions of flex vertices, bounding boxes of elements, lengths and Jacobians of edges. */
export function flex(m: Model, d: Data): void {
  flexStage(m, d);
}

/** Paths, lengths, and Jacobians of tendons. */
export function tendon(m: Model, d: Data): void {
  tendonStage(m, d);
}

/** Lengths and moment arms of actuators. */
export function transmission(m: Model, d: Data): void {
  transmissionStage(m, d);
}

/** The inertia matrix, armature of tendons included: `crb`, `M`, `qM`. */
export function makeM(m: Model, d: Data): void {
  makeMStage(m, d);
}

/** Factors the inertia matrix: `qLD`, `qLDiagInv`. */
export function factorM(m: Model, d: Data): void {
  factorMStage(m, d);
}

/** Finds all contacts. The constraint rows that were made from earlier ones are gone. */
export function collision(m: Model, d: Data): void {
  collisionStage(m, d);
}

/** Makes the rows of all constraints: equalities, dry friction, limits, contacts. */
export function makeConstraint(m: Model, d: Data): void {
  makeConstraintStage(m, d);
}

/** Finds the islands: groups of trees that constraints tie together. */
export function island(m: Model, d: Data): void {
  islandStage(m, d);
}

/** The matrix of the dual problem, `efc_AR`, if the solver is PGS or there are no-slip iterations. */
export function projectConstraint(m: Model, d: Data): void {
  projectConstraintStage(m, d);
}

/** Velocities of bodies and motion axes: `cvel`, `cdof_dot`. */
export function comVel(m: Model, d: Data): void {
  comVelStage(m, d);
}

/** Passive forces: springs, dampers, gravity compensation, fluids, flexes, and user callbacks. */
export function passive(m: Model, d: Data): void {
  passiveStage(m, d);
}

/** Velocities and reference accelerations of constraint rows: `efc_vel`, `efc_aref`. */
export function referenceConstraint(m: Model, d: Data): void {
  referenceConstraintStage(m, d);
}

/** Activation dynamics and actuator forces: `act_dot`, `actuator_force`, `qfrc_actuator`. */
export function fwdActuation(m: Model, d: Data): void {
  fwdActuationStage(m, d);
}

/**
 * Sums all forces but those of constraints, and finds the acceleration that they cause: `qfrc_smooth`, `qacc_smooth`.
 */
export function fwdAcceleration(m: Model, d: Data): void {
  fwdAccelerationStage(m, d);
}

/** Runs the solver: `qacc`, `efc_force`, `qfrc_constraint`. */
export function fwdConstraint(m: Model, d: Data): void {
  fwdConstraintStage(m, d);
}

/** Readings of sensors that depend on positions. */
export function sensorPos(m: Model, d: Data): void {
  sensorPosStage(m, d);
}

/** Readings of sensors that depend on velocities. */
export function sensorVel(m: Model, d: Data): void {
  sensorVelStage(m, d);
}

/** Readings of sensors that depend on accelerations and forces. */
export function sensorAcc(m: Model, d: Data): void {
  sensorAccStage(m, d);
}

/**
 * Inertias of bodies together with all their descendants, and the inertia matrix without the armature of tendons: `crb`,
 * `M`. Unlike `makeM`, it leaves `qM` as it is.
 */
export function crb(m: Model, d: Data): void {
  const qM = d.qM.slice();
  crbStage(m, d);
  d.qM.set(qM);
}

/**
 * result = M · qacc + bias forces if `flg_acc` is 1, otherwise only the bias forces: Coriolis, centrifugal, and gravity
 * forces. Inertia that belongs to dofs or tendons rather than bodies (armature) is not included.
 */
export function rne(m: Model, d: Data, flg_acc: 0 | 1, result: Float64Array): void {
  if (flg_acc) rneWithAcceleration(m, d, result);
  else rneStage(m, d, result);
}

/**
 * States and forces of constraint rows, and their sum `qfrc_constraint`, at `jar` = J qacc − aref. Writes the cost of the
 * violations to `cost[0]`, unless it is null, and the Hessians of elliptic cones to `contact.H` if `flg_coneHessian` is 1.
 */
export function constraintUpdate(
  m: Model,
  d: Data,
  jar: Float64Array,
  cost: Float64Array | null,
  flg_coneHessian: 0 | 1,
): void {
  const { ne, nf, nefc, efc_D, efc_R, efc_frictionloss, efc_type, efc_id, efc_state, efc_force, contact } = d;
  const total = cost ?? new Float64Array(1);
  updateRows(ne, nf, nefc, efc_D, efc_R, efc_frictionloss, jar, efc_type, efc_id, contact, efc_state, efc_force, total);
  if (flg_coneHessian) {
    coneHessians({
      nefc,
      ncone: nefc,
      contact,
      rows: { first: 0, Jaref: jar, D: efc_D, id: efc_id, state: efc_state },
    });
  }
  mulJacTVec(m, d, d.qfrc_constraint, efc_force);
}
