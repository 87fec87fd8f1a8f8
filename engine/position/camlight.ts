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
const { FIXED, TARGETBODY, TARGETBODYCOM, TRACK, TRACKCOM } = CamLight;
const { AWAKE } = SleepState;

const axes = new Float64Array(9);

/** Poses of cameras; positions and directions of lights. */
export function camlight(m: Model, d: Data): void {
  const { ncam, cam_bodyid, cam_targetbodyid, nlight, light_bodyid, light_targetbodyid } = m;
  const filter = isSleepFiltered(m, d);
  for (let i = 0; i < ncam; i++) {
    if (filter && !eitherAwake(d, cam_bodyid[i], cam_targetbodyid[i])) continue;
    local2Global(d, d.cam_xpos, 3 * i, d.cam_xmat, 9 * i, m.cam_pos, 3 * i, m.cam_quat, 4 * i, cam_bodyid[i]);
    camera(m, d, i);
  }
  for (let i = 0; i < nlight; i++) {
    if (filter && !eitherAwake(d, light_bodyid[i], light_targetbodyid[i])) continue;
    local2GlobalPos(d, d.light_xpos, 3 * i, m.light_pos, 3 * i, light_bodyid[i]);
    rotVecQuat(d.light_xdir, 3 * i, m.light_dir, 3 * i, d.xquat, 4 * light_bodyid[i]);
    unit3(d.light_xdir, 3 * i);
    light(m, d, i);
  }
}

/** Poses of cameras and lights that follow or look at a body, once a kernel has placed them as if fixed to their own. */
export function moveViews(m: Model, d: Data): void {
  const { ncam, nlight, cam_mode, light_mode } = m;
  for (let i = 0; i < ncam; i++) if (cam_mode[i] !== FIXED) camera(m, d, i);
  for (let i = 0; i < nlight; i++) if (light_mode[i] !== FIXED) light(m, d, i);
}

/** Is the body awake, or its target, if it has one? */
function eitherAwake({ body_awake }: Data, body: number, target: number): boolean {
  return body_awake[body] === AWAKE || body_awake[target] === AWAKE;
}

/** A camera that has been placed as if it were fixed to its body. */
function camera(m: Model, d: Data, i: number): void {
  const { cam_bodyid, cam_targetbodyid, cam_mode, cam_pos0, cam_poscom0, cam_mat0 } = m;
  const { xpos, subtree_com, cam_xpos, cam_xmat } = d;
  const body = cam_bodyid[i];
  const target = cam_targetbodyid[i];
  const p = 3 * i;

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

/** A light that has been placed as if it were fixed to its body. */
function light(m: Model, d: Data, i: number): void {
  const { light_bodyid, light_targetbodyid, light_mode, light_pos0, light_poscom0, light_dir0 } = m;
  const { xpos, subtree_com, light_xpos, light_xdir } = d;
  const body = light_bodyid[i];
  const target = light_targetbodyid[i];
  const p = 3 * i;

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
      if (target < 0) return;
      sub3(light_xdir, p, xpos, 3 * target, light_xpos, p);
      break;
    case TARGETBODYCOM:
      if (target < 0) return;
      sub3(light_xdir, p, subtree_com, 3 * target, light_xpos, p);
      break;
    default:
      return;
  }
  unit3(light_xdir, p);
}
