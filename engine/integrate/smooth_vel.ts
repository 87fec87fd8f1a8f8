/** Derivatives of smooth forces with respect to velocity. */

import { zero } from "../math/vec.ts";
import { actuatorDisabled, nextActivation } from "../motion/activation.ts";
import { actuatorsInPlace } from "../model/actuators_in_place.ts";
import * as queries from "../model/queries.ts";
import { muscleGainVel } from "../motion/muscle.ts";
import { NBIAS, NGAIN } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Bias, DisableBit, Dyn, Gain } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { fluidVel } from "./fluid_vel.ts";
import { addDenseJTBJ, addJTBJ } from "./jtbj.ts";

// V8-1
const { isDisabled, isSparse } = queries;
const { ACTUATION, DAMPER, SPRING } = DisableBit;
const { NONE } = Dyn;
const { AFFINE, MUSCLE } = Gain;
const { AFFINE: AFFINE_BIAS } = Bias;
const GAINS = NGAIN;
const BIASES = NBIAS;

/** `qDeriv` = ∂(qfrc_actuator + qfrc_passive)/∂qvel; `rneVel` adds the bias force. */
export function smoothVel(m: Model, d: Data): void {
  if (smoothVelInPlace(m, d)) return;
  zero(d.qDeriv, 0, m.nD);
  actuatorVel(m, d);
  passiveVel(m, d);
}

/** The same by a kernel. Returns whether there is one for these forces. */
function smoothVelInPlace(m: Model, d: Data): boolean {
  const { viscosity, density, disableactuator, timestep } = m.opt;
  if (m.nu + m.ntendon === 0 || m.nflex > 0 || disableactuator !== 0) return false;
  if (viscosity > 0 || density > 0) return false;
  const fast = actuatorsInPlace(m, d);
  if (fast === null) return false;
  const { kernels, at, read, fields } = fast;
  const areInPlace = d.qDeriv === fields.qDeriv && d.ten_J === fields.ten_J && d.ten_J_rownnz === fields.ten_J_rownnz &&
    d.ten_J_rowadr === fields.ten_J_rowadr && d.ten_J_colind === fields.ten_J_colind &&
    m.dof_damping === read.dof_damping && m.tendon_damping === read.tendon_damping;
  const which = Number(!isDisabled(m, ACTUATION)) + 2 * Number(!isDisabled(m, DAMPER)) + 4 * Number(isSparse(m));
  fast.timestep[0] = timestep;
  return areInPlace && kernels.smoothVel(at, which) === 0;
}

/** Adds the derivative of actuator forces, except for actuators at their force limits. */
function actuatorVel(m: Model, d: Data): void {
  const { nu, actuator_forcelimited, actuator_forcerange } = m;
  const { actuator_force, actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;

  if (isDisabled(m, ACTUATION)) return;
  const anyDisabled = m.opt.disableactuator !== 0;
  for (let i = 0; i < nu; i++) {
    if (anyDisabled && actuatorDisabled(m, i)) continue;
    if (actuator_forcelimited[i] !== 0) {
      const force = actuator_force[i];
      if (force <= actuator_forcerange[2 * i] || force >= actuator_forcerange[2 * i + 1]) continue;
    }
    forceVel(m, d, i);
    if (slope[0] === 0) continue;
    addJTBJ(m, d, actuator_moment, moment_colind, moment_rowadr[i], moment_rownnz[i], slope);
  }
}

// derivative of one force; V8-2
const slope = new Float64Array(1);
const value = new Float64Array(1);
const input = new Float64Array(1);

/** `slope` = derivative of the force of actuator `i` with respect to its own velocity */
function forceVel(m: Model, d: Data, i: number): void {
  const { actuator_gaintype, actuator_gainprm } = m;

  slope[0] = 0;
  if (m.actuator_biastype[i] === AFFINE_BIAS) slope[0] = m.actuator_biasprm[BIASES * i + 2];
  if (actuator_gaintype[i] === AFFINE) {
    addGainVel(m, d, i, actuator_gainprm, GAINS * i + 2);
  } else if (actuator_gaintype[i] === MUSCLE) {
    const { actuator_lengthrange, actuator_acc0 } = m;
    const { actuator_length, actuator_velocity } = d;
    muscleGainVel(
      value,
      0,
      i,
      actuator_length,
      actuator_velocity,
      actuator_lengthrange,
      actuator_acc0,
      actuator_gainprm,
      GAINS * i,
    );
    addGainVel(m, d, i, value, 0);
  }
}

/** Adds the derivative `gain[g]` of the gain, times the factor that it multiplies, to `slope`. */
function addGainVel(m: Model, d: Data, i: number, gain: Float64Array, g: number): void {
  if (gain[g] === 0) return;
  input[0] = d.ctrl[i];
  if (m.actuator_dyntype[i] !== NONE) {
    const adr = m.actuator_actadr[i] + m.actuator_actnum[i] - 1;
    input[0] = d.act[adr];
    if (m.actuator_actearly[i] !== 0) nextActivation(m, d, input, 0, i, adr, d.act_dot, adr);
  }
  slope[0] += gain[g] * input[0];
}

/** Adds the derivative of fluid forces and of dampers. */
function passiveVel(m: Model, d: Data): void {
  const { nv, ntendon, dof_damping, tendon_damping, D_rowadr, D_diag } = m;
  const { qDeriv, ten_J, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = d;

  if (isDisabled(m, SPRING) && isDisabled(m, DAMPER)) return;
  fluidVel(m, d);
  if (isDisabled(m, DAMPER)) return;

  for (let i = 0; i < nv; i++) qDeriv[D_rowadr[i] + D_diag[i]] -= dof_damping[i];
  edgeDamperVel(m, d);
  for (let i = 0; i < ntendon; i++) {
    if (tendon_damping[i] === 0) continue;
    slope[0] = -tendon_damping[i];
    if (isSparse(m)) addJTBJ(m, d, ten_J, ten_J_colind, ten_J_rowadr[i], ten_J_rownnz[i], slope);
    else addDenseJTBJ(m, d, ten_J, i * nv, slope);
  }
}

/** Adds the derivative of dampers along flex edges. */
function edgeDamperVel(m: Model, d: Data): void {
  const { nflex, flex_edgedamping, flex_edgeadr, flex_edgenum } = m;
  const { flexedge_rigid, flexedge_J_rownnz, flexedge_J_rowadr, flexedge_J_colind } = m;
  const { flexedge_J } = d;

  for (let f = 0; f < nflex; f++) {
    if (flex_edgedamping[f] === 0) continue;
    slope[0] = -flex_edgedamping[f];
    const end = flex_edgeadr[f] + flex_edgenum[f];
    for (let e = flex_edgeadr[f]; e < end; e++) {
      if (flexedge_rigid[e]) continue;
      addJTBJ(m, d, flexedge_J, flexedge_J_colind, flexedge_J_rowadr[e], flexedge_J_rownnz[e], slope);
    }
  }
}
