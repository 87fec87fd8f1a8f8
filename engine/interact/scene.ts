/** Scenes: what a viewer knows besides the model and its data. */

import { copy4, mulPose, negPose } from "../math/quat.ts";
import { copy3, scl3 } from "../math/vec3.ts";
import { MINVAL } from "../types/constants.ts";
import type { Model } from "../types/model.ts";

/** The camera of one eye, like MuJoCo's `mjvGLCamera`; numbers are in single precision. */
export interface ViewCamera {
  /** position in the room (m) */
  readonly pos: Float32Array;
  /** direction in which it looks */
  readonly forward: Float32Array;
  /** direction that is up in the picture */
  readonly up: Float32Array;
  /** horizontal center of the picture on the near plane; anywhere if orthographic (m) */
  frustum_center: number;
  /** half of its width (m) */
  frustum_width: number;
  /** its bottom (m) */
  frustum_bottom: number;
  /** its top (m) */
  frustum_top: number;
  /** distance of the near plane (m) */
  frustum_near: number;
  /** distance of the far plane (m) */
  frustum_far: number;
  /** 0: perspective, 1: orthographic */
  orthographic: number;
}

/** What MuJoCo's `mjvScene` has besides what is drawn; numbers are in single precision. */
export interface Scene {
  /** cameras of the left and the right eye */
  readonly camera: readonly [left: ViewCamera, right: ViewCamera];
  /** 1: the model is moved, turned, and scaled in the room */
  enabletransform: number;
  /** position of the model in the room (m) */
  readonly translate: Float32Array;
  /** orientation of the model in the room */
  readonly rotate: Float32Array;
  /** scale of the model in the room */
  scale: number;
  /** vertices of skins in the world (m) */
  readonly skinvert: Float32Array;
  /** their normals */
  readonly skinnormal: Float32Array;
}

/** A camera at the origin that shows nothing yet. */
export function newViewCamera(): ViewCamera {
  return {
    pos: new Float32Array(3),
    forward: new Float32Array(3),
    up: new Float32Array(3),
    frustum_center: 0,
    frustum_width: 0,
    frustum_bottom: 0,
    frustum_top: 0,
    frustum_near: 0,
    frustum_far: 0,
    orthographic: 0,
  };
}

/** A scene for a model. Its cameras show nothing before `updateCamera` sets them, or the caller. */
export function makeScene(m: Model): Scene {
  return {
    camera: [newViewCamera(), newViewCamera()],
    enabletransform: 0,
    translate: new Float32Array(3),
    rotate: Float32Array.of(1, 0, 0, 0),
    scale: 1,
    skinvert: new Float32Array(m.skin_vert.length),
    skinnormal: new Float32Array(m.skin_vert.length),
  };
}

const translate = new Float64Array(3);
const rotate = new Float64Array(4);

function requireScale({ scale }: Scene): void {
  if (!(scale >= MINVAL)) throw new RangeError(`scene: scale must be positive, got ${scale}`);
}

/** A pose in the room as a pose in the model. */
export function room2model(
  modelpos: Float64Array,
  modelquat: Float64Array,
  roompos: Float64Array,
  roomquat: Float64Array,
  scene: Scene,
): void {
  requireScale(scene);
  if (!scene.enabletransform) {
    copy3(modelpos, 0, roompos, 0);
    copy4(modelquat, 0, roomquat, 0);
    return;
  }
  translate.set(scene.translate);
  rotate.set(scene.rotate);
  negPose(translate, 0, rotate, 0, translate, 0, rotate, 0);
  mulPose(modelpos, 0, modelquat, 0, translate, 0, rotate, 0, roompos, 0, roomquat, 0);
  scl3(modelpos, 0, modelpos, 0, 1 / scene.scale);
}

/** A pose in the model as a pose in the room. */
export function model2room(
  roompos: Float64Array,
  roomquat: Float64Array,
  modelpos: Float64Array,
  modelquat: Float64Array,
  scene: Scene,
): void {
  requireScale(scene);
  if (!scene.enabletransform) {
    copy3(roompos, 0, modelpos, 0);
    copy4(roomquat, 0, modelquat, 0);
    return;
  }
  translate.set(scene.translate);
  rotate.set(scene.rotate);
  mulPose(roompos, 0, roomquat, 0, translate, 0, rotate, 0, modelpos, 0, modelquat, 0);
  scl3(roompos, 0, roompos, 0, scene.scale);
}
