/** Forward kinematics: from joint positions to the poses of bodies, geoms and sites. */

import { sincos } from "../math/scalar.ts";
import { countFrom, newDoubles } from "../math/small_arrays.ts";
import { type InPlace, inPlace } from "../model/in_place.ts";
import { isEnabled } from "../model/queries.ts";
import { isSleepFiltered } from "../model/sleep_state.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { EnableBit, Joint, SameFrame, SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { SLEEP } = EnableBit;
const { FREE, HINGE, SLIDE } = Joint;
const { BODY, BODYROT, INERTIA } = SameFrame;
const { ASLEEP, STATIC } = SleepState;

/** Structure of the frames fixed to bodies. */
export interface KinematicsPlan {
  /** the body of each inertial frame: itself */
  body: Int32Array;
}

declare module "../types/plans.ts" {
  interface Plans {
    /** structure of the frames fixed to bodies */
    kinematics?: KinematicsPlan;
  }
}

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

/** Poses of bodies, joint anchors and axes, inertial frames, geoms and sites. */
export function kinematics(m: Model, d: Data): void {
  bodyFrames(m, d);
  attachedFrames(m, d);
}

const turn = new Float64Array(4);

/** World poses of all bodies, and the anchors and axes of their joints. */
export function bodyFrames(m: Model, d: Data): void {
  const fast = isEnabled(m, SLEEP) ? null : inPlace(m, d);
  if (fast !== null && fast.poses !== null && areInPlace(m, d, fast)) {
    halfTurns(m, d, fast.halfTurn);
    fast.poses.bodyFrames(fast.at);
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

  const sleeps = isEnabled(m, SLEEP);
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
      qw = qpos[adr + 3];
      qx = qpos[adr + 4];
      qy = qpos[adr + 5];
      qz = qpos[adr + 6];
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

/** Are the numbers that bodies are posed by where the kernel reads them? */
function areInPlace(m: Model, { qpos, mocap_pos, mocap_quat }: Data, { read }: InPlace): boolean {
  return qpos === read.qpos && mocap_pos === read.mocap_pos && mocap_quat === read.mocap_quat &&
    m.qpos0 === read.qpos0 && m.body_pos === read.body_pos && m.body_quat === read.body_quat &&
    m.jnt_pos === read.jnt_pos && m.jnt_axis === read.jnt_axis;
}

/** Sine and cosine of half the angle of each hinge. */
function halfTurns({ njnt, jnt_type, jnt_qposadr, qpos0 }: Model, { qpos }: Data, halfTurn: Float64Array): void {
  for (let j = 0; j < njnt; j++) {
    if (jnt_type[j] !== HINGE) continue;
    halfTurn[2 * j] = (qpos[jnt_qposadr[j]] - qpos0[jnt_qposadr[j]]) * 0.5;
    sincos(halfTurn, 2 * j);
  }
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

/**
 * World poses of the frames fixed to bodies: inertial frames, geoms, and sites. Those of sleeping bodies keep their last
 * values, and while any body sleeps, so do geoms and sites of static ones.
 */
export function attachedFrames(m: Model, d: Data): void {
  const fast = inPlace(m, d);
  if (fast !== null && fast.poses !== null && areFramesInPlace(m, fast)) {
    fast.poses.attachedFrames(fast.at);
    return;
  }

  const { nbody, body_ipos, body_iquat, body_sameframe } = m;
  const { ngeom, geom_pos, geom_quat, geom_bodyid, geom_sameframe } = m;
  const { nsite, site_pos, site_quat, site_bodyid, site_sameframe } = m;
  const { xipos, ximat, geom_xpos, geom_xmat, site_xpos, site_xmat } = d;
  const { body } = m.plans.kinematics ??= { body: countFrom(0, nbody) };

  for (let k = 0; k < 9; k++) ximat[k] = k % 4 === 0 ? 1 : 0;
  for (let k = 0; k < 3; k++) xipos[k] = 0;
  const filter = isSleepFiltered(m, d);
  const rest = filter ? RESTING : NONE;
  attach(d, xipos, ximat, body_ipos, body_iquat, body, body_sameframe, 1, nbody, filter ? SLEEPING : NONE);
  attach(d, geom_xpos, geom_xmat, geom_pos, geom_quat, geom_bodyid, geom_sameframe, 0, ngeom, rest);
  attach(d, site_xpos, site_xmat, site_pos, site_quat, site_bodyid, site_sameframe, 0, nsite, rest);
}

/** Are the frames where the kernel reads them? */
function areFramesInPlace(m: Model, { read }: InPlace): boolean {
  return m.body_ipos === read.body_ipos && m.body_iquat === read.body_iquat &&
    m.body_sameframe === read.body_sameframe && m.geom_pos === read.geom_pos && m.geom_quat === read.geom_quat &&
    m.geom_sameframe === read.geom_sameframe && m.site_pos === read.site_pos && m.site_quat === read.site_quat &&
    m.site_sameframe === read.site_sameframe;
}

// bodies whose frames are skipped: a bit per `SleepState`, which begin at −1
const NONE = 0;
const SLEEPING = 1 << (1 + ASLEEP);
const RESTING = SLEEPING | 1 << (1 + STATIC);

/** World poses of the frames `first` to `end`, each with a pose relative to its body, except for bodies in `skip`. */
function attach(
  d: Data,
  pos: Float64Array,
  mat: Float64Array,
  localPos: Float64Array,
  localQuat: Float64Array,
  bodyid: Int32Array,
  sameframe: Uint8Array,
  first: number,
  end: number,
  skip: number,
): void {
  const { xpos, xquat, xmat, xipos, ximat, body_awake } = d;

  for (let i = first; i < end; i++) {
    const body = bodyid[i];
    if (skip !== 0 && (skip >> (1 + body_awake[body]) & 1) !== 0) continue;
    const same = sameframe[i];
    const p = 3 * i;
    const r = 9 * i;
    const bp = 3 * body;
    const br = 9 * body;

    if (same === BODY) {
      pos[p] = xpos[bp];
      pos[p + 1] = xpos[bp + 1];
      pos[p + 2] = xpos[bp + 2];
    } else if (same === INERTIA) {
      pos[p] = xipos[bp];
      pos[p + 1] = xipos[bp + 1];
      pos[p + 2] = xipos[bp + 2];
    } else {
      const x = localPos[p];
      const y = localPos[p + 1];
      const z = localPos[p + 2];
      const m0 = xmat[br];
      const m1 = xmat[br + 1];
      const m2 = xmat[br + 2];
      const m3 = xmat[br + 3];
      const m4 = xmat[br + 4];
      const m5 = xmat[br + 5];
      const m6 = xmat[br + 6];
      const m7 = xmat[br + 7];
      const m8 = xmat[br + 8];
      pos[p] = m0 * x + m1 * y + m2 * z + xpos[bp];
      pos[p + 1] = m3 * x + m4 * y + m5 * z + xpos[bp + 1];
      pos[p + 2] = m6 * x + m7 * y + m8 * z + xpos[bp + 2];

      // same orientation as the body, whose matrix is available
      if (same === BODYROT) {
        mat[r] = m0;
        mat[r + 1] = m1;
        mat[r + 2] = m2;
        mat[r + 3] = m3;
        mat[r + 4] = m4;
        mat[r + 5] = m5;
        mat[r + 6] = m6;
        mat[r + 7] = m7;
        mat[r + 8] = m8;
        continue;
      }
    }

    if (same !== SameFrame.NONE) {
      const from = same === BODY ? xmat : ximat;
      mat[r] = from[br];
      mat[r + 1] = from[br + 1];
      mat[r + 2] = from[br + 2];
      mat[r + 3] = from[br + 3];
      mat[r + 4] = from[br + 4];
      mat[r + 5] = from[br + 5];
      mat[r + 6] = from[br + 6];
      mat[r + 7] = from[br + 7];
      mat[r + 8] = from[br + 8];
      continue;
    }
    const aw = xquat[4 * body];
    const ax = xquat[4 * body + 1];
    const ay = xquat[4 * body + 2];
    const az = xquat[4 * body + 3];
    const bw = localQuat[4 * i];
    const bx = localQuat[4 * i + 1];
    const by = localQuat[4 * i + 2];
    const bz = localQuat[4 * i + 3];
    const w = aw * bw - ax * bx - ay * by - az * bz;
    const x = aw * bx + ax * bw + ay * bz - az * by;
    const y = aw * by - ax * bz + ay * bw + az * bx;
    const z = aw * bz + ax * by - ay * bx + az * bw;
    const ww = w * w;
    const xx = x * x;
    const yy = y * y;
    const zz = z * z;
    mat[r] = ww + xx - yy - zz;
    mat[r + 1] = 2 * (x * y - w * z);
    mat[r + 2] = 2 * (x * z + w * y);
    mat[r + 3] = 2 * (x * y + w * z);
    mat[r + 4] = ww - xx + yy - zz;
    mat[r + 5] = 2 * (y * z - w * x);
    mat[r + 6] = 2 * (x * z - w * y);
    mat[r + 7] = 2 * (y * z + w * x);
    mat[r + 8] = ww - xx - yy + zz;
  }
}
