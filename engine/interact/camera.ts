/** Cameras of viewers: where they are in the model, and how far the mouse moves what they show. */

import { copy3, cross, normalize3 } from "../math/vec3.ts";
import { mat2Quat, quat2Mat } from "../math/quat.ts";
import { MINVAL } from "../types/constants.ts";

/** The camera through which a viewer shows a model, like MuJoCo's `mjvGLCamera`. */
export interface ViewCamera {
  /** position in the world (m) */
  readonly pos: Float64Array;
  /** direction in which it looks */
  readonly forward: Float64Array;
  /** direction that is up in the picture */
  readonly up: Float64Array;
  /** bottom of the picture on the near plane; anywhere if orthographic (m) */
  readonly frustum_bottom: number;
  /** top of the picture likewise (m) */
  readonly frustum_top: number;
  /** distance of the near plane (m) */
  readonly frustum_near: number;
  /** 0: perspective, 1: orthographic */
  readonly orthographic: 0 | 1;
}

const mat = new Float64Array(9);
const quat = new Float64Array(4);
const axes = new Float64Array(9);

function requireNear({ frustum_near }: ViewCamera): void {
  if (!(frustum_near >= MINVAL)) throw new RangeError(`camera: frustum_near must be positive, got ${frustum_near}`);
}

/** Position, direction, and upward direction of a camera, at right angles and of unit length; null: not wanted. */
export function cameraInModel(
  headpos: Float64Array | null,
  forward: Float64Array | null,
  up: Float64Array | null,
  camera: ViewCamera,
): void {
  requireNear(camera);

  // x: left, y: up, z: forward
  copy3(axes, 3, camera.up, 0);
  copy3(axes, 6, camera.forward, 0);
  normalize3(axes, 3);
  normalize3(axes, 6);
  cross(axes, 0, axes, 3, axes, 6);
  normalize3(axes, 0);
  for (let k = 0; k < 9; k++) mat[k] = axes[3 * (k % 3) + Math.trunc(k / 3)];
  mat2Quat(quat, 0, mat, 0);
  quat2Mat(mat, 0, quat, 0);

  if (headpos) copy3(headpos, 0, camera.pos, 0);
  if (forward) column(forward, 2);
  if (up) column(up, 1);
}

/** A column of the camera's orientation, of unit length. */
function column(res: Float64Array, k: number): void {
  for (let i = 0; i < 3; i++) res[i] = mat[3 * i + k];
  normalize3(res, 0);
}

/** Height of what a camera shows at a distance of 1 m, in single precision; at any distance if it is orthographic. */
export function frustumHeight(camera: ViewCamera): number {
  const height = Math.fround(Math.fround(camera.frustum_top) - Math.fround(camera.frustum_bottom));
  if (camera.orthographic) return height;
  requireNear(camera);
  return Math.fround(height / Math.fround(camera.frustum_near));
}

// MuJoCo's factor for orthographic cameras, which it does not explain either
const ORTHOGRAPHIC_SCALE = 0.15;

/** Height of what a camera shows at a distance, as mouse movements are scaled. */
export function shownHeight(camera: ViewCamera, distance: number): number {
  const height = frustumHeight(camera) * distance;
  return camera.orthographic ? height * ORTHOGRAPHIC_SCALE : height;
}

/** res = vec, turned about the vertical so that its y axis points in the direction of `forward` */
export function alignToCamera(res: Float64Array, vec: Float64Array, forward: Float64Array): void {
  const length = Math.sqrt(forward[0] * forward[0] + forward[1] * forward[1]);
  const isShort = length < MINVAL;
  const inverse = 1 / length;
  const x = isShort ? 1 : forward[0] * inverse;
  const y = isShort ? 0 : forward[1] * inverse;
  const right = vec[0];
  const ahead = vec[1];
  res[0] = right * y + ahead * x;
  res[1] = right * -x + ahead * y;
  res[2] = vec[2];
}
