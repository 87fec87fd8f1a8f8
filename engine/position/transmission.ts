/** Transmissions: lengths and moment arms of actuators. */

import { mulMatTVec3, mulMatVec3 } from "../math/mat3.ts";
import { copy4, mulQuat, negQuat, normalize4, quat2Vel, rotVecQuat, subQuat } from "../math/quat.ts";
import { newDoubles, newInts } from "../math/small_arrays.ts";
import { copy3, dot3, sub3 } from "../math/vec3.ts";
import { bodyChain, type ChainPlan, mergeChain } from "../model/chain.ts";
import { jacChain } from "../motion/jacobian.ts";
import { actuatorSleepState } from "../model/sleep_state.ts";
import * as queries from "../model/queries.ts";
import type { Data } from "../data.ts";
import { Joint, SleepState, Trn } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { adhesion } from "./adhesion.ts";

// V8-1
const { isSleepFiltered, isSparse } = queries;
const { BALL, FREE } = Joint;
const { ASLEEP } = SleepState;
const { BODY, JOINT, JOINTINPARENT, SITE, SLIDERCRANK, TENDON } = Trn;

/** Scratch memory of the transmission stage: dof chains and Jacobians on them. */
export interface TransmissionWork {
  /** dofs that move a transmission */
  chain: Int32Array;
  /** translational Jacobian */
  jacp: Float64Array;
  /** rotational Jacobian */
  jacr: Float64Array;
  /** translational Jacobian of the reference */
  refp: Float64Array;
  /** rotational Jacobian of the reference */
  refr: Float64Array;
  /** moment arms per dof */
  moment: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** scratch memory of the transmission stage */
    transmission?: TransmissionWork;
  }
}

function newWork(m: Model): TransmissionWork {
  const { nv } = m;
  return {
    chain: newInts(nv),
    jacp: newDoubles(3 * nv),
    jacr: newDoubles(3 * nv),
    refp: newDoubles(3 * nv),
    refr: newDoubles(3 * nv),
    moment: newDoubles(nv),
  };
}

/** Lengths of all actuators, and their moment arms as sparse rows; a sleeping actuator keeps its length and has no arms. */
export function transmission(m: Model, d: Data): void {
  const { nu } = m;
  if (nu === 0) return;
  const { jnt_type, jnt_qposadr, jnt_dofadr, actuator_trntype, actuator_trnid, actuator_gear } = m;
  const { qpos, actuator_length, actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;

  d.work.transmission ??= newWork(m);
  const filter = isSleepFiltered(m, d);
  for (let i = 0, adr = 0; i < nu; i++) {
    moment_rowadr[i] = adr;
    if (filter && actuatorSleepState(m, d, i) === ASLEEP) {
      moment_rownnz[i] = 0;
      continue;
    }
    switch (actuator_trntype[i]) {
      case JOINT:
      case JOINTINPARENT: {
        const joint = actuator_trnid[2 * i];
        const type = jnt_type[joint];
        if (type === BALL || type === FREE) {
          jointTransmission(m, d, i);
          break;
        }

        // A slide or hinge joint.
        const gear = actuator_gear[6 * i];
        actuator_length[i] = qpos[jnt_qposadr[joint]] * gear;
        actuator_moment[adr] = gear;
        moment_rownnz[i] = 1;
        moment_colind[adr] = jnt_dofadr[joint];
        break;
      }
      case SLIDERCRANK:
        sliderCrank(m, d, i);
        break;
      case TENDON:
        tendonTransmission(m, d, i);
        break;
      case SITE:
        if (actuator_trnid[2 * i + 1] < 0) siteTransmission(m, d, i);
        else refsiteTransmission(m, d, i);
        break;
      case BODY:
        adhesion(m, d, i);
        break;
    }
    // a transmission that was changed after the model was compiled may need more room than there is
    if (adr + moment_rownnz[i] > actuator_moment.length) moment_rownnz[i] = 0;
    adr += moment_rownnz[i];
  }
}

const quat = new Float64Array(4);
const refquat = new Float64Array(4);
const turn = new Float64Array(3);
const gearAxis = new Float64Array(3);

/** A ball joint, which takes a torque, or a free joint, which takes a force and a torque. */
function jointTransmission(m: Model, d: Data, i: number): void {
  const { jnt_type, jnt_qposadr, jnt_dofadr, actuator_trnid, actuator_trntype, actuator_gear } = m;
  const { qpos, actuator_length, actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  const joint = actuator_trnid[2 * i];
  const p = jnt_qposadr[joint];
  const gear = 6 * i;
  const adr = moment_rowadr[i];

  const ball = jnt_type[joint] === BALL;
  const n = ball ? 3 : 6;
  copy4(quat, 0, qpos, ball ? p : p + 3);
  normalize4(quat, 0);
  quat2Vel(turn, 0, quat, 0, 1);
  const torque = ball ? gear : gear + 3;
  copy3(gearAxis, 0, actuator_gear, torque);
  if (actuator_trntype[i] === JOINTINPARENT) {
    // an axis of the parent's frame, expressed in the child's
    negQuat(quat, 0, quat, 0);
    rotVecQuat(gearAxis, 0, actuator_gear, torque, quat, 0);
  }

  // a free joint has no meaningful length
  actuator_length[i] = ball ? dot3(turn, 0, gearAxis, 0) : 0;
  if (!ball) copy3(actuator_moment, adr, actuator_gear, gear);
  copy3(actuator_moment, adr + n - 3, gearAxis, 0);

  moment_rownnz[i] = n;
  for (let k = 0; k < n; k++) moment_colind[adr + k] = jnt_dofadr[joint] + k;
}

/**
 * Stores the nonzero moment arms of the `n` dofs of `chain` as the sparse row of actuator `i`. `rest[0]` is zero times
 * what the Jacobian has been multiplied with: NaN if that is not finite, which then is the moment arm of all other dofs.
 */
function storeMoment(m: Model, d: Data, i: number, moment: Float64Array, chain: Int32Array, n: number): void {
  const { actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  const adr = moment_rowadr[i];
  let nnz = 0;
  if (rest[0] !== 0) {
    for (let dof = 0, k = 0; dof < m.nv; dof++) {
      const moves = k < n && chain[k] === dof;
      actuator_moment[adr + dof] = moves && moment[k] !== 0 ? moment[k] : rest[0];
      moment_colind[adr + dof] = dof;
      if (moves) k++;
    }
    moment_rownnz[i] = m.nv;
    return;
  }
  for (let k = 0; k < n; k++) {
    if (moment[k] === 0) continue;
    actuator_moment[adr + nnz] = moment[k];
    moment_colind[adr + nnz] = chain[k];
    nnz++;
  }
  moment_rownnz[i] = nnz;
}

/** A tendon. */
function tendonTransmission(m: Model, d: Data, i: number): void {
  const { nv, actuator_trnid, actuator_gear } = m;
  const { ten_length, ten_J, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = d;
  const { actuator_length, actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  const tendon = actuator_trnid[2 * i];
  const gear = actuator_gear[6 * i];
  const adr = moment_rowadr[i];

  actuator_length[i] = ten_length[tendon] * gear;
  let n = 0;
  if (isSparse(m)) {
    n = ten_J_rownnz[tendon];
    const from = ten_J_rowadr[tendon];
    for (let k = 0; k < n; k++) {
      actuator_moment[adr + k] = ten_J[from + k] * gear;
      moment_colind[adr + k] = ten_J_colind[from + k];
    }
  } else {
    for (let k = 0; k < nv; k++) {
      const moment = ten_J[tendon * nv + k] * gear;
      if (moment === 0) continue;
      actuator_moment[adr + n] = moment;
      moment_colind[adr + n] = k;
      n++;
    }
  }
  moment_rownnz[i] = n;
}

const rest = new Float64Array(1);
const axis = new Float64Array(3);
const rod = new Float64Array(3);
const perRod = new Float64Array(3);
const perAxis = new Float64Array(3);

/** A rod of fixed length from the crank site to a slider that moves along the z axis of the slider site. */
function sliderCrank(m: Model, d: Data, i: number): void {
  const { site_bodyid, actuator_trnid, actuator_cranklength, actuator_gear } = m;
  const { site_xpos, site_xmat, actuator_length } = d;
  const { chain, jacp, refp, refr, moment } = d.work.transmission as TransmissionWork;
  const crank = actuator_trnid[2 * i];
  const slider = actuator_trnid[2 * i + 1];
  const length = actuator_cranklength[i];
  const gear = actuator_gear[6 * i];

  // length = a·v − √det, where v points from slider to crank, a is the axis, and det = (a·v)² + r² − v·v
  for (let k = 0; k < 3; k++) axis[k] = site_xmat[9 * slider + 3 * k + 2];
  sub3(rod, 0, site_xpos, 3 * crank, site_xpos, 3 * slider);
  const av = dot3(rod, 0, axis, 0);
  const det = av * av + length * length - dot3(rod, 0, rod, 0);

  // out of reach, the slider follows the crank
  if (det <= 0) {
    actuator_length[i] = av * gear;
    copy3(perAxis, 0, rod, 0);
    copy3(perRod, 0, axis, 0);
  } else {
    const root = Math.sqrt(det);
    actuator_length[i] = (av - root) * gear;
    const share = 1 - av / root;
    const inverse = 1 / root;
    for (let k = 0; k < 3; k++) {
      perRod[k] = axis[k] * share + rod[k] * inverse;
      perAxis[k] = rod[k] * share;
    }
  }

  // chain rule over the motions of the crank and of the slider's axis
  const sliderBody = site_bodyid[slider];
  const crankBody = site_bodyid[crank];
  const n = mergeChain(m, chain, crankBody, sliderBody);
  jacChain(m, d, jacp, 0, null, 0, site_xpos, 3 * crank, crankBody, n, chain);
  jacChain(m, d, refp, 0, refr, 0, site_xpos, 3 * slider, sliderBody, n, chain);
  for (let k = 0; k < n; k++) {
    const wx = refr[k];
    const wy = refr[n + k];
    const wz = refr[2 * n + k];
    let sum = perAxis[0] * (wy * axis[2] - wz * axis[1]) + perRod[0] * (jacp[k] - refp[k]);
    sum += perAxis[1] * (wz * axis[0] - wx * axis[2]) + perRod[1] * (jacp[n + k] - refp[n + k]);
    sum += perAxis[2] * (wx * axis[1] - wy * axis[0]) + perRod[2] * (jacp[2 * n + k] - refp[2 * n + k]);
    moment[k] = sum * gear;
  }
  rest[0] = 0 * gear;
  for (let k = 0; k < 3; k++) rest[0] += 0 * perAxis[k] + 0 * perRod[k];
  storeMoment(m, d, i, moment, chain, n);
}

const wrench = new Float64Array(6);

/** A site: a force and a torque along its own axes, with no meaningful length. */
function siteTransmission(m: Model, d: Data, i: number): void {
  const { site_bodyid, actuator_trnid, actuator_gear } = m;
  const { site_xpos, site_xmat, actuator_length } = d;
  const { chain, jacp, jacr, moment } = d.work.transmission as TransmissionWork;
  const site = actuator_trnid[2 * i];
  const gear = 6 * i;

  actuator_length[i] = 0;
  mulMatVec3(wrench, 0, site_xmat, 9 * site, actuator_gear, gear);
  mulMatVec3(wrench, 3, site_xmat, 9 * site, actuator_gear, gear + 3);

  const body = site_bodyid[site];
  const n = bodyChain(m, body, chain);
  jacChain(m, d, jacp, 0, jacr, 0, site_xpos, 3 * site, body, n, chain);
  for (let k = 0; k < n; k++) {
    const push = jacp[k] * wrench[0] + jacp[n + k] * wrench[1] + jacp[2 * n + k] * wrench[2];
    const twist = jacr[k] * wrench[3] + jacr[n + k] * wrench[4] + jacr[2 * n + k] * wrench[5];
    moment[k] = push + twist;
  }
  rest[0] = 0;
  for (let k = 0; k < 6; k++) rest[0] += 0 * wrench[k];
  storeMoment(m, d, i, moment, chain, n);
}

function isZero3(v: Float64Array, i: number): boolean {
  return v[i] === 0 && v[i + 1] === 0 && v[i + 2] === 0;
}

/** A site relative to another: displacement and rotation along the axes of the reference. */
function refsiteTransmission(m: Model, d: Data, i: number): void {
  const { site_bodyid, site_quat, actuator_trnid, actuator_gear } = m;
  const { xquat, site_xpos, site_xmat, actuator_length } = d;
  const { chain, jacp, jacr, refp, refr, moment } = d.work.transmission as TransmissionWork;
  const site = actuator_trnid[2 * i];
  const ref = actuator_trnid[2 * i + 1];
  const body = site_bodyid[site];
  const refBody = site_bodyid[ref];
  const gear = 6 * i;

  const n = mergeChain(m, chain, body, refBody);
  jacChain(m, d, jacp, 0, jacr, 0, site_xpos, 3 * site, body, n, chain);
  jacChain(m, d, refp, 0, refr, 0, site_xpos, 3 * ref, refBody, n, chain);
  for (let k = 0; k < n; k++) moment[k] = 0;
  actuator_length[i] = 0;
  rest[0] = 0;

  if (!isZero3(actuator_gear, gear)) {
    sub3(turn, 0, site_xpos, 3 * site, site_xpos, 3 * ref);
    mulMatTVec3(turn, 0, site_xmat, 9 * ref, turn, 0);
    actuator_length[i] += dot3(turn, 0, actuator_gear, gear);
    mulMatVec3(wrench, 0, site_xmat, 9 * ref, actuator_gear, gear);
    for (let k = 0; k < 3; k++) rest[0] += 0 * wrench[k];
    for (let k = 0; k < n; k++) {
      moment[k] = (jacp[k] - refp[k]) * wrench[0] + (jacp[n + k] - refp[n + k]) * wrench[1] +
        (jacp[2 * n + k] - refp[2 * n + k]) * wrench[2];
    }
  }

  if (!isZero3(actuator_gear, gear + 3)) {
    mulQuat(quat, 0, site_quat, 4 * site, xquat, 4 * body);
    mulQuat(refquat, 0, site_quat, 4 * ref, xquat, 4 * refBody);
    subQuat(turn, 0, quat, 0, refquat, 0);
    actuator_length[i] += dot3(turn, 0, actuator_gear, gear + 3);
    mulMatVec3(wrench, 3, site_xmat, 9 * ref, actuator_gear, gear + 3);
    for (let k = 3; k < 6; k++) rest[0] += 0 * wrench[k];
    for (let k = 0; k < n; k++) {
      moment[k] += (jacr[k] - refr[k]) * wrench[3] + (jacr[n + k] - refr[n + k]) * wrench[4] +
        (jacr[2 * n + k] - refr[2 * n + k]) * wrench[5];
    }
  }
  clearCommon(m, moment, chain, n, body, refBody);
  storeMoment(m, d, i, moment, chain, n);
}

/** Dofs that move both bodies do not change their relative pose. */
function clearCommon(m: Model, moment: Float64Array, chain: Int32Array, n: number, b1: number, b2: number): void {
  const { adr, dof } = m.plans.chain as ChainPlan;
  let i1 = adr[b1];
  let i2 = adr[b2];
  for (let k = 0; k < n; k++) {
    const in1 = i1 < adr[b1 + 1] && dof[i1] === chain[k];
    const in2 = i2 < adr[b2 + 1] && dof[i2] === chain[k];
    if (in1) i1++;
    if (in2) i2++;
    if (in1 && in2) moment[k] = 0;
  }
}
