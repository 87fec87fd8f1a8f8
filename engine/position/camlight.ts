/** World poses of cameras and lights, which may follow or look at a body. */

import { copy9 } from "../math/mat3.ts";
import { rotVecQuat } from "../math/quat.ts";
import { add3, copy3, cross, sub3, unit3 } from "../math/vec3.ts";
import { local2Global, local2GlobalPos } from "../model/local2global.ts";
import { isSleepFiltered } from "../model/queries.ts";
import type { Data } from "../data.ts";
import { CamLight, SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { TARGETBODY, TARGETBODYCOM, TRACK, TRACKCOM } = CamLight;
const { AWAKE } = SleepState;

const axes = new Float64Array(9);

/** Poses of cameras; positions and directions of lights. */
export function camlight(m: Model, d: Data): void {
  const { ncam, cam_bodyid, cam_targetbodyid, nlight, light_bodyid, light_targetbodyid } = m;
  const filter = isSleepFiltered(m, d);
  for (let i = 0; i < ncam; i++) {
    if (!filter || eitherAwake(d, cam_bodyid[i], cam_targetbodyid[i])) camera(m, d, i);
  }
  for (let i = 0; i < nlight; i++) {
    if (!filter || eitherAwake(d, light_bodyid[i], light_targetbodyid[i])) light(m, d, i);
  }
}

/** Is the body awake, or its target, if it has one? */
function eitherAwake({ body_awake }: Data, body: number, target: number): boolean {
  return body_awake[body] === AWAKE || body_awake[target] === AWAKE;
}

function camera(m: Model, d: Data, i: number): void {
  const { cam_bodyid, cam_targetbodyid, cam_mode, cam_pos, cam_quat, cam_pos0, cam_poscom0, cam_mat0 } = m;
  const { xpos, subtree_com, cam_xpos, cam_xmat } = d;
  const body = cam_bodyid[i];
  const target = cam_targetbodyid[i];
  const p = 3 * i;

  local2Global(d, cam_xpos, p, cam_xmat, 9 * i, cam_pos, p, cam_quat, 4 * i, body);
  switch (cam_mode[i]) {
    // keep the orientation of the reference configuration
    case TRACK:
      copy9(cam_xmat, 9 * i, cam_mat0, 9 * i);
      add3(cam_xpos, p, xpos, 3 * body, cam_pos0, p);
      break;
    case TRACKCOM:
      copy9(cam_xmat, 9 * i, cam_mat0, 9 * i);
      add3(cam_xpos, p, subtree_com, 3 * body, cam_poscom0, p);
      break;

    case TARGETBODY:
      if (target >= 0) lookAt(cam_xmat, 9 * i, cam_xpos, p, xpos, 3 * target);
      break;
    case TARGETBODYCOM:
      if (target >= 0) lookAt(cam_xmat, 9 * i, cam_xpos, p, subtree_com, 3 * target);
      break;
  }
}

/** Turns a camera frame so that its −z axis points at the target and its x axis is horizontal. */
function lookAt(mat: Float64Array, r: number, from: Float64Array, f: number, to: Float64Array, t: number): void {
  sub3(axes, 6, from, f, to, t);
  unit3(axes, 6);
  axes[3] = 0;
  axes[4] = 0;
  axes[5] = 1;
  cross(axes, 0, axes, 3, axes, 6);
  unit3(axes, 0);
  cross(axes, 3, axes, 6, axes, 0);
  unit3(axes, 3);

  // axes are columns
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) mat[r + 3 * row + column] = axes[3 * column + row];
  }
}

function light(m: Model, d: Data, i: number): void {
  const { light_bodyid, light_targetbodyid, light_mode, light_pos, light_dir } = m;
  const { light_pos0, light_poscom0, light_dir0 } = m;
  const { xpos, xquat, subtree_com, light_xpos, light_xdir } = d;
  const body = light_bodyid[i];
  const target = light_targetbodyid[i];
  const p = 3 * i;

  local2GlobalPos(d, light_xpos, p, light_pos, p, body);
  rotVecQuat(light_xdir, p, light_dir, p, xquat, 4 * body);
  switch (light_mode[i]) {
    case TRACK:
      copy3(light_xdir, p, light_dir0, p);
      add3(light_xpos, p, xpos, 3 * body, light_pos0, p);
      break;
    case TRACKCOM:
      copy3(light_xdir, p, light_dir0, p);
      add3(light_xpos, p, subtree_com, 3 * body, light_poscom0, p);
      break;
    case TARGETBODY:
      if (target >= 0) sub3(light_xdir, p, xpos, 3 * target, light_xpos, p);
      break;
    case TARGETBODYCOM:
      if (target >= 0) sub3(light_xdir, p, subtree_com, 3 * target, light_xpos, p);
      break;
  }
  unit3(light_xdir, p);
}
