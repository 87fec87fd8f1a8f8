/** Forward kinematics: from joint positions to the poses of bodies, geoms and sites. */

import { copy3 } from "../math/vec3.ts";
import { mulMatVec3 } from "../math/mat3.ts";
import { axisAngle2Quat, copy4, mulQuat, normalize4, quat2Mat, rotVecQuat } from "../math/quat.ts";
import { addTo3, addToScl3, sub3 } from "../math/vec3.ts";
import { local2Global } from "../support/local2global.ts";
import type { Data } from "../types/data.ts";
import { Joint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

const turn = new Float64Array(4);
const offset = new Float64Array(3);

/** Poses of bodies, joint anchors and axes, inertial frames, geoms and sites. */
export function kinematics(m: Model, d: Data): void {
  bodyFrames(m, d);
  attachedFrames(m, d);
}

/** World poses of all bodies, and the anchors and axes of their joints. */
export function bodyFrames(m: Model, d: Data): void {
  const { nbody, body_parentid, body_mocapid, body_jntadr, body_jntnum, body_pos, body_quat } = m;
  const { jnt_type, jnt_qposadr, jnt_axis } = m;
  const { qpos, mocap_pos, mocap_quat, xpos, xquat, xmat, xanchor, xaxis } = d;

  // the world
  xpos.fill(0, 0, 3);
  xquat.fill(0, 0, 4);
  xmat.fill(0, 0, 9);
  xquat[0] = 1;
  xmat[0] = 1;
  xmat[4] = 1;
  xmat[8] = 1;

  for (let i = 1; i < nbody; i++) {
    const first = body_jntadr[i];
    const p = 3 * i;
    const q = 4 * i;

    if (body_jntnum[i] === 1 && jnt_type[first] === Joint.FREE) {
      // a free joint is the pose
      const adr = jnt_qposadr[first];
      copy3(xpos, p, qpos, adr);
      copy4(xquat, q, qpos, adr + 3);
      normalize4(xquat, q);
      copy3(xanchor, 3 * first, xpos, p);
      copy3(xaxis, 3 * first, jnt_axis, 3 * first);
    } else {
      // fixed offset from the parent, or the pose that the user gives
      const mocap = body_mocapid[i];
      let pos = body_pos;
      let at = p;
      if (mocap >= 0) {
        pos = mocap_pos;
        at = 3 * mocap;
        copy4(turn, 0, mocap_quat, 4 * mocap);
        normalize4(turn, 0);
      } else {
        copy4(turn, 0, body_quat, q);
      }

      const parent = body_parentid[i];
      if (parent > 0) {
        mulMatVec3(xpos, p, xmat, 9 * parent, pos, at);
        addTo3(xpos, p, xpos, 3 * parent);
        mulQuat(xquat, q, xquat, 4 * parent, turn, 0);
      } else {
        copy3(xpos, p, pos, at);
        copy4(xquat, q, turn, 0);
      }

      moveByJoints(m, d, i);
    }

    normalize4(xquat, q);
    quat2Mat(xmat, 9 * i, xquat, q);
  }
}

/** Moves the pose of body `i` by its joints, in their order. */
function moveByJoints(m: Model, d: Data, i: number): void {
  const { body_jntadr, body_jntnum, jnt_type, jnt_qposadr, jnt_axis, jnt_pos, qpos0 } = m;
  const { qpos, xpos, xquat, xanchor, xaxis } = d;
  const p = 3 * i;
  const q = 4 * i;

  const end = body_jntadr[i] + body_jntnum[i];
  for (let j = body_jntadr[i]; j < end; j++) {
    const adr = jnt_qposadr[j];
    const type = jnt_type[j];
    rotVecQuat(xaxis, 3 * j, jnt_axis, 3 * j, xquat, q);
    rotVecQuat(xanchor, 3 * j, jnt_pos, 3 * j, xquat, q);
    addTo3(xanchor, 3 * j, xpos, p);

    if (type === Joint.SLIDE) {
      addToScl3(xpos, p, xaxis, 3 * j, qpos[adr] - qpos0[adr]);
      continue;
    }

    // turn about the anchor, which stays where it is
    if (type === Joint.BALL) {
      copy4(turn, 0, qpos, adr);
      normalize4(turn, 0);
    } else {
      axisAngle2Quat(turn, 0, jnt_axis, 3 * j, qpos[adr] - qpos0[adr]);
    }
    mulQuat(xquat, q, xquat, q, turn, 0);
    rotVecQuat(offset, 0, jnt_pos, 3 * j, xquat, q);
    sub3(xpos, p, xanchor, 3 * j, offset, 0);
  }
}

/** World poses of what is fixed to bodies: inertial frames, geoms and sites. */
export function attachedFrames(m: Model, d: Data): void {
  const { nbody, body_ipos, body_iquat, body_sameframe } = m;
  const { ngeom, geom_pos, geom_quat, geom_bodyid, geom_sameframe } = m;
  const { nsite, site_pos, site_quat, site_bodyid, site_sameframe } = m;
  const { xipos, ximat, geom_xpos, geom_xmat, site_xpos, site_xmat } = d;

  xipos.fill(0, 0, 3);
  ximat.fill(0, 0, 9);
  ximat[0] = 1;
  ximat[4] = 1;
  ximat[8] = 1;
  for (let i = 1; i < nbody; i++) {
    local2Global(d, xipos, 3 * i, ximat, 9 * i, body_ipos, 3 * i, body_iquat, 4 * i, i, body_sameframe[i]);
  }
  for (let g = 0; g < ngeom; g++) {
    const body = geom_bodyid[g];
    local2Global(d, geom_xpos, 3 * g, geom_xmat, 9 * g, geom_pos, 3 * g, geom_quat, 4 * g, body, geom_sameframe[g]);
  }
  for (let s = 0; s < nsite; s++) {
    const body = site_bodyid[s];
    local2Global(d, site_xpos, 3 * s, site_xmat, 9 * s, site_pos, 3 * s, site_quat, 4 * s, body, site_sameframe[s]);
  }
}
