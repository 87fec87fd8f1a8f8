/** Viewpoints: from where a viewer looks, and how the mouse changes that. */

import { cos, log, PI, sin, tan } from "../math/scalar.ts";
import { addScl3, addToScl3, copy3, cross, dot3, sub3 } from "../math/vec3.ts";
import type { Data } from "../data.ts";
import { Camera, Mouse, Projection } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { cameraInModel, shownHeight } from "./camera.ts";
import { mouseVector } from "./mouse_vector.ts";
import type { Scene } from "./scene.ts";

/** From where a viewer looks, like MuJoCo's `mjvCamera`. */
export interface Viewpoint {
  /** value of `Camera`: what it is tied to */
  type: number;
  /** camera of the model; -1: none */
  fixedcamid: number;
  /** body that it follows; -1: none */
  trackbodyid: number;
  /** point at which it looks (m) */
  readonly lookat: Float64Array;
  /** distance from that point (m) */
  distance: number;
  /** direction in the horizontal plane (degrees) */
  azimuth: number;
  /** angle above the horizontal plane (degrees) */
  elevation: number;
  /** 0: perspective, 1: orthographic */
  orthographic: number;
}

/** A free viewpoint that looks at the origin. */
export function defaultCamera(): Viewpoint {
  return {
    type: Camera.FREE,
    fixedcamid: -1,
    trackbodyid: -1,
    lookat: new Float64Array(3),
    distance: 2,
    azimuth: 90,
    elevation: -45,
    orthographic: 0,
  };
}

/**
 * A free viewpoint that shows the whole model.
 *
 * @example Which body is in the middle of the picture
 * ```ts
 * import { compile, Data, defaultFreeCamera, defaultViewOption, forward, makeScene, select, updateCamera } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const model = compile(`<mujoco><worldbody><body name="ball"><geom size="0.1"/></body></worldbody></mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 * const scene = makeScene(model);
 * updateCamera(model, data, defaultFreeCamera(model), scene);
 * const point = new Float64Array(3);
 * const [geom, flex, skin] = [new Int32Array(1), new Int32Array(1), new Int32Array(1)];
 * const body = select(model, data, defaultViewOption(), 4 / 3, 0.5, 0.5, scene, point, geom, flex, skin);
 * assert.equal(model.body(body).name, "ball");
 * ```
 */
export function defaultFreeCamera(m: Model): Viewpoint {
  const { azimuth, elevation, orthographic } = m.vis.global;
  const viewpoint = { ...defaultCamera(), distance: 1.5 * m.stat.extent, azimuth, elevation, orthographic };
  copy3(viewpoint.lookat, 0, m.stat.center, 0);
  return viewpoint;
}

function unknownType(type: number): RangeError {
  return new RangeError(`camera: ${type} is not a type of viewpoint, which are values of Camera`);
}

function requireCamera(m: Model, { fixedcamid }: Viewpoint): number {
  if (fixedcamid >= 0 && fixedcamid < m.ncam) return fixedcamid;
  throw new RangeError(`camera: there is no camera ${fixedcamid}: the model has ${m.ncam} of them`);
}

/** Position and directions of a viewpoint: forward, up, and to the right. */
export function cameraFrame(
  headpos: Float64Array,
  forward: Float64Array,
  up: Float64Array,
  right: Float64Array,
  d: Data,
  viewpoint: Viewpoint,
): void {
  const { type, azimuth, elevation, lookat, distance, fixedcamid } = viewpoint;
  switch (type) {
    case Camera.FREE:
    case Camera.TRACKING: {
      const [ca, sa] = [cos((azimuth / 180) * PI), sin((azimuth / 180) * PI)];
      const [ce, se] = [cos((elevation / 180) * PI), sin((elevation / 180) * PI)];
      forward.set([ce * ca, ce * sa, se]);
      up.set([-se * ca, -se * sa, ce]);
      right.set([sa, -ca, 0]);
      addScl3(headpos, 0, lookat, 0, forward, 0, -distance);
      break;
    }
    case Camera.FIXED:
      copy3(headpos, 0, d.cam_xpos, 3 * fixedcamid);
      for (let i = 0; i < 3; i++) {
        const row = 9 * fixedcamid + 3 * i;
        right[i] = d.cam_xmat[row];
        up[i] = d.cam_xmat[row + 1];
        forward[i] = -d.cam_xmat[row + 2];
      }
      break;
    default:
      throw unknownType(type);
  }
}

/**
 * The picture of a viewpoint on the near plane: how far it extends down and up (`zver`), left and right (`zhor`, zero if
 * that depends on the window), and the distances of the clipping planes (`zclip`).
 */
export function cameraFrustum(
  zver: Float32Array,
  zhor: Float32Array,
  zclip: Float32Array,
  m: Model,
  viewpoint: Viewpoint,
): void {
  const { vis: { map, global }, stat: { extent } } = m;
  const isFixed = viewpoint.type === Camera.FIXED;
  if (!isFixed && viewpoint.type !== Camera.FREE && viewpoint.type !== Camera.TRACKING) {
    throw unknownType(viewpoint.type);
  }
  const camera = isFixed ? requireCamera(m, viewpoint) : 0;
  const fovy = isFixed ? m.cam_fovy[camera] : global.fovy;
  zclip[0] = map.znear * extent;
  zclip[1] = map.zfar * extent;
  const near = zclip[0];

  zhor.fill(0);
  if (projectionOf(m, viewpoint)) {
    zver.fill(fovy / 2);
  } else if (isFixed && m.cam_sensorsize[2 * camera + 1]) {
    sideways(zhor, near, m, camera, 0);
    sideways(zver, near, m, camera, 1);
  } else {
    zver.fill(near * tan((fovy * PI) / 360));
  }
}

/** Both sides of the picture of a camera with a lens. */
function sideways(res: Float32Array, near: number, m: Model, camera: number, axis: 0 | 1): void {
  const scale = Math.fround(near / m.cam_intrinsic[4 * camera + axis]);
  const half = Math.fround(m.cam_sensorsize[2 * camera + axis] / 2);
  const center = m.cam_intrinsic[4 * camera + 2 + axis];
  res[0] = scale * Math.fround(half - center);
  res[1] = scale * Math.fround(half + center);
}

/** 0: perspective, 1: orthographic */
function projectionOf(m: Model, { type, fixedcamid }: Viewpoint): number {
  if (type !== Camera.FIXED) return m.vis.global.orthographic;
  return m.cam_projection[fixedcamid] === Projection.ORTHOGRAPHIC ? 1 : 0;
}

const headpos = new Float64Array(3);
const ahead = new Float64Array(3);
const up = new Float64Array(3);
const right = new Float64Array(3);
const vec = new Float64Array(3);
const zver = new Float32Array(2);
const zhor = new Float32Array(2);
const zclip = new Float32Array(2);

/** Sets the cameras of a scene to what a viewpoint shows; one that tracks a body first looks at it. */
export function updateCamera(m: Model, d: Data, viewpoint: Viewpoint, scene: Scene): void {
  const { type, trackbodyid } = viewpoint;
  if (type === Camera.USER) return;
  if (type === Camera.TRACKING) {
    if (!(trackbodyid >= 0 && trackbodyid < m.nbody)) {
      throw new RangeError(`camera: there is no body ${trackbodyid}: the model has ${m.nbody} of them`);
    }
    copy3(viewpoint.lookat, 0, d.subtree_com, 3 * trackbodyid);
  }
  cameraFrustum(zver, zhor, zclip, m, viewpoint);
  cameraFrame(headpos, ahead, up, right, d, viewpoint);

  const ipd = type === Camera.FIXED ? m.cam_ipd[viewpoint.fixedcamid] : m.vis.global.ipd;
  for (const [eye, side] of [-ipd, ipd].entries()) {
    const camera = scene.camera[eye];
    for (let i = 0; i < 3; i++) camera.pos[i] = headpos[i] + side * 0.5 * right[i];
    camera.forward.set(ahead);
    camera.up.set(up);
    camera.orthographic = projectionOf(m, viewpoint);
    camera.frustum_top = zver[1];
    camera.frustum_bottom = -zver[0];
    camera.frustum_center = Math.fround(Math.fround(zhor[1] - zhor[0]) / 2);
    camera.frustum_width = Math.fround(Math.fround(zhor[1] + zhor[0]) / 2);
    camera.frustum_near = zclip[0];
    camera.frustum_far = zclip[1];
  }
  scene.enabletransform = 0;
}

/**
 * Moves a viewpoint by a mouse movement: `action` is a value of `Mouse`, and `reldx`, `reldy` are the movement as a part
 * of the height of the picture.
 */
export function moveCamera(
  m: Model,
  action: number,
  reldx: number,
  reldy: number,
  scene: Scene,
  viewpoint: Viewpoint,
): void {
  const { type, lookat } = viewpoint;
  const { extent } = m.stat;
  if (type === Camera.FIXED) return;
  switch (action) {
    case Mouse.ROTATE_V:
    case Mouse.ROTATE_H:
      viewpoint.azimuth -= reldx * 180;
      viewpoint.elevation -= reldy * 180;
      break;
    case Mouse.MOVE_V:
    case Mouse.MOVE_H:
      if (type === Camera.TRACKING) return;
      cameraInModel(headpos, ahead, null, scene);
      mouseVector(vec, action, reldx, reldy, ahead);
      sub3(headpos, 0, lookat, 0, headpos, 0);
      addToScl3(lookat, 0, vec, 0, -shownHeight(scene, dot3(headpos, 0, ahead, 0), viewpoint.orthographic));
      break;
    case Mouse.ZOOM:
      viewpoint.distance -= log(1 + viewpoint.distance / extent / 3) * reldy * 9 * extent;
      break;
    case Mouse.MOVE_V_REL:
    case Mouse.MOVE_H_REL:
      if (type === Camera.TRACKING) return;
      cameraInModel(headpos, ahead, up, scene);
      cross(right, 0, ahead, 0, up, 0);
      addToScl3(lookat, 0, action === Mouse.MOVE_V_REL ? up : ahead, 0, reldy);
      addToScl3(lookat, 0, right, 0, reldx);
      break;
    default:
      throw new RangeError(`moveCamera: ${action} is not a value of Mouse`);
  }
  if (viewpoint.azimuth > 180) viewpoint.azimuth -= 360;
  if (viewpoint.azimuth < -180) viewpoint.azimuth += 360;
  viewpoint.elevation = Math.max(-89, Math.min(89, viewpoint.elevation));
  viewpoint.distance = Math.max(0.01 * extent, Math.min(100 * extent, viewpoint.distance));
}
