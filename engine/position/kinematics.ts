/** Forward kinematics: from joint positions to the poses of bodies, geoms and sites. */

import { sincos } from "../math/scalar.ts";
import { newDoubles } from "../math/small_arrays.ts";
import { allPosesInPlaceAsleep } from "../model/poses_in_place.ts";
import { isEnabled } from "../model/queries.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { EnableBit, Joint, SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { SLEEP } = EnableBit;
const { FREE, HINGE, SLIDE } = Joint;
const { ASLEEP, STATIC } = SleepState;

/** Scratch memory of forward kinematics. */
export interface KinematicsWork {
  /** sine and cosine of half the angle of each hinge */
  halfTurn: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** scratch memory of forward kinematics */
    kinematics?: KinematicsWork;
  }
}

const turn = new Float64Array(4);

/** World poses of all bodies, and the anchors and axes of their joints. */
export function bodyFrames(m: Model, d: Data): void {
  const sleeps = isEnabled(m, SLEEP);
  const fast = allPosesInPlaceAsleep(m, d);
  if (fast !== null && d.body_awake === fast.fields.body_awake && d.tree_awake === fast.fields.tree_awake) {
    if (fast.kernels.halfTurns(fast.at) !== 0) largeTurns(m, fast.halfTurn);
    fast.kernels.bodyFrames(fast.at, Number(sleeps));
    return;
  }

  const { nbody, body_parentid, body_mocapid, body_jntadr, body_jntnum, body_pos, body_quat } = m;
  const { jnt_type, jnt_qposadr, jnt_axis, jnt_pos, qpos0, body_treeid } = m;
  const { qpos, mocap_pos, mocap_quat, xpos, xquat, xmat, xanchor, xaxis, body_awake, tree_awake } = d;

  const { halfTurn } = d.work.kinematics ??= { halfTurn: newDoubles(2 * m.njnt) };
  halfTurns(m, d, halfTurn);

  // the world
  for (let k = 0; k < 9; k++) xmat[k] = k % 4 === 0 ? 1 : 0;
  for (let k = 0; k < 3; k++) xpos[k] = 0;
  for (let k = 0; k < 4; k++) xquat[k] = k === 0 ? 1 : 0;

  for (let i = 1; i < nbody; i++) {
    if (sleeps && body_awake[i] === STATIC) continue;
    const first = body_jntadr[i];
    const count = body_jntnum[i];
    let px: number, py: number, pz: number;
    let qw: number, qx: number, qy: number, qz: number;

    if (count === 1 && jnt_type[first] === FREE) {
      // a free joint gives the pose directly
      const adr = jnt_qposadr[first];
      px = qpos[adr];
      py = qpos[adr + 1];
      pz = qpos[adr + 2];
      readUnit(qpos, adr + 3);
      qw = turn[0];
      qx = turn[1];
      qy = turn[2];
      qz = turn[3];
      const j = 3 * first;
      xanchor[j] = px;
      xanchor[j + 1] = py;
      xanchor[j + 2] = pz;
      xaxis[j] = jnt_axis[j];
      xaxis[j + 1] = jnt_axis[j + 1];
      xaxis[j + 2] = jnt_axis[j + 2];
    } else {
      // fixed offset from the parent, or the pose given by the user
      const mocap = body_mocapid[i];
      if (mocap < 0) {
        px = body_pos[3 * i];
        py = body_pos[3 * i + 1];
        pz = body_pos[3 * i + 2];
        qw = body_quat[4 * i];
        qx = body_quat[4 * i + 1];
        qy = body_quat[4 * i + 2];
        qz = body_quat[4 * i + 3];
      } else {
        px = mocap_pos[3 * mocap];
        py = mocap_pos[3 * mocap + 1];
        pz = mocap_pos[3 * mocap + 2];
        readUnit(mocap_quat, 4 * mocap);
        qw = turn[0];
        qx = turn[1];
        qy = turn[2];
        qz = turn[3];
      }

      const parent = body_parentid[i];
      if (parent > 0) {
        const r = 9 * parent;
        const x = xmat[r] * px + xmat[r + 1] * py + xmat[r + 2] * pz;
        const y = xmat[r + 3] * px + xmat[r + 4] * py + xmat[r + 5] * pz;
        const z = xmat[r + 6] * px + xmat[r + 7] * py + xmat[r + 8] * pz;
        px = x + xpos[3 * parent];
        py = y + xpos[3 * parent + 1];
        pz = z + xpos[3 * parent + 2];
        const aw = xquat[4 * parent];
        const ax = xquat[4 * parent + 1];
        const ay = xquat[4 * parent + 2];
        const az = xquat[4 * parent + 3];
        const w = aw * qw - ax * qx - ay * qy - az * qz;
        const u = aw * qx + ax * qw + ay * qz - az * qy;
        const v = aw * qy - ax * qz + ay * qw + az * qx;
        qz = aw * qz + ax * qy - ay * qx + az * qw;
        qw = w;
        qx = u;
        qy = v;
      }

      for (let joint = first; joint < first + count; joint++) {
        const j = 3 * joint;
        const adr = jnt_qposadr[joint];
        const type = jnt_type[joint];

        // axis in the world: v + 2 u × (w v + u × v), with u the vector part of the quaternion
        const lx = jnt_axis[j];
        const ly = jnt_axis[j + 1];
        const lz = jnt_axis[j + 2];
        let tx = qw * lx + qy * lz - qz * ly;
        let ty = qw * ly + qz * lx - qx * lz;
        let tz = qw * lz + qx * ly - qy * lx;
        const ax = lx + 2 * (qy * tz - qz * ty);
        const ay = ly + 2 * (qz * tx - qx * tz);
        const az = lz + 2 * (qx * ty - qy * tx);
        xaxis[j] = ax;
        xaxis[j + 1] = ay;
        xaxis[j + 2] = az;

        // anchor in the world
        const ox = jnt_pos[j];
        const oy = jnt_pos[j + 1];
        const oz = jnt_pos[j + 2];
        // zero turned by what is not finite is NaN
        const central = ox === 0 && oy === 0 && oz === 0 && qw === qw;
        let cx = px;
        let cy = py;
        let cz = pz;
        if (!central) {
          tx = qw * ox + qy * oz - qz * oy;
          ty = qw * oy + qz * ox - qx * oz;
          tz = qw * oz + qx * oy - qy * ox;
          cx = ox + 2 * (qy * tz - qz * ty) + px;
          cy = oy + 2 * (qz * tx - qx * tz) + py;
          cz = oz + 2 * (qx * ty - qy * tx) + pz;
        }
        xanchor[j] = cx;
        xanchor[j + 1] = cy;
        xanchor[j + 2] = cz;

        if (type === SLIDE) {
          const distance = qpos[adr] - qpos0[adr];
          px += ax * distance;
          py += ay * distance;
          pz += az * distance;
          continue;
        }

        // rotate about the anchor, which stays in place
        let bw: number, bx: number, by: number, bz: number;
        if (type === HINGE) {
          const s = halfTurn[2 * joint];
          bw = halfTurn[2 * joint + 1];
          // not turned at all, whatever the axis is
          bx = s === 0 ? 0 : lx * s;
          by = s === 0 ? 0 : ly * s;
          bz = s === 0 ? 0 : lz * s;
        } else {
          readUnit(qpos, adr);
          bw = turn[0];
          bx = turn[1];
          by = turn[2];
          bz = turn[3];
        }
        const w = qw * bw - qx * bx - qy * by - qz * bz;
        const u = qw * bx + qx * bw + qy * bz - qz * by;
        const v = qw * by - qx * bz + qy * bw + qz * bx;
        qz = qw * bz + qx * by - qy * bx + qz * bw;
        qw = w;
        qx = u;
        qy = v;
        if (!central || w !== w) {
          tx = qw * ox + qy * oz - qz * oy;
          ty = qw * oy + qz * ox - qx * oz;
          tz = qw * oz + qx * oy - qy * ox;
          px = cx - (ox + 2 * (qy * tz - qz * ty));
          py = cy - (oy + 2 * (qz * tx - qx * tz));
          pz = cz - (oz + 2 * (qx * ty - qy * tx));
        }
      }
    }

    // normalize; a zero quaternion becomes the identity
    const norm = Math.sqrt(qw * qw + qx * qx + qy * qy + qz * qz);
    if (norm < MINVAL) {
      qw = 1;
      qx = 0;
      qy = 0;
      qz = 0;
    } else if (Math.abs(norm - 1) > MINVAL) {
      const inverse = 1 / norm;
      qw *= inverse;
      qx *= inverse;
      qy *= inverse;
      qz *= inverse;
    }
    // a tree that the user moved while it slept must be woken
    if (sleeps && count > 0 && body_awake[i] === ASLEEP) {
      const samePos = px === xpos[3 * i] && py === xpos[3 * i + 1] && pz === xpos[3 * i + 2];
      const sameAxis = qx === xquat[4 * i + 1] && qy === xquat[4 * i + 2] && qz === xquat[4 * i + 3];
      if (!(samePos && sameAxis && qw === xquat[4 * i])) tree_awake[body_treeid[i]] = 1;
    }

    xpos[3 * i] = px;
    xpos[3 * i + 1] = py;
    xpos[3 * i + 2] = pz;
    xquat[4 * i] = qw;
    xquat[4 * i + 1] = qx;
    xquat[4 * i + 2] = qy;
    xquat[4 * i + 3] = qz;

    const r = 9 * i;
    const ww = qw * qw;
    const xx = qx * qx;
    const yy = qy * qy;
    const zz = qz * qz;
    xmat[r] = ww + xx - yy - zz;
    xmat[r + 1] = 2 * (qx * qy - qw * qz);
    xmat[r + 2] = 2 * (qx * qz + qw * qy);
    xmat[r + 3] = 2 * (qx * qy + qw * qz);
    xmat[r + 4] = ww - xx + yy - zz;
    xmat[r + 5] = 2 * (qy * qz - qw * qx);
    xmat[r + 6] = 2 * (qx * qz - qw * qy);
    xmat[r + 7] = 2 * (qy * qz + qw * qx);
    xmat[r + 8] = ww - xx - yy + zz;
  }
}

/** Sine and cosine of half the angle of each hinge. */
function halfTurns({ njnt, jnt_type, jnt_qposadr, qpos0 }: Model, { qpos }: Data, halfTurn: Float64Array): void {
  for (let j = 0; j < njnt; j++) {
    if (jnt_type[j] !== HINGE) continue;
    halfTurn[2 * j] = (qpos[jnt_qposadr[j]] - qpos0[jnt_qposadr[j]]) * 0.5;
    sincos(halfTurn, 2 * j);
  }
}

/** The same for those that the kernel has left, without a cosine. */
export function largeTurns({ njnt }: Model, halfTurn: Float64Array): void {
  for (let k = 0; k < 2 * njnt; k += 2) if (halfTurn[k + 1] !== halfTurn[k + 1]) sincos(halfTurn, k);
}

/** `turn` = the quaternion at `q[i…]`, scaled to unit length */
function readUnit(q: Float64Array, i: number): void {
  const w = q[i];
  const x = q[i + 1];
  const y = q[i + 2];
  const z = q[i + 3];
  const norm = Math.sqrt(w * w + x * x + y * y + z * z);
  const small = norm < MINVAL;
  const scale = Math.abs(norm - 1) > MINVAL ? 1 / norm : 1;
  turn[0] = small ? 1 : w * scale;
  turn[1] = small ? 0 : x * scale;
  turn[2] = small ? 0 : y * scale;
  turn[3] = small ? 0 : z * scale;
}
