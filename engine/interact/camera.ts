/** Cameras of scenes: where they are in the model, and how far the mouse moves what they show. */

import { mat2Quat, quat2Mat } from "../math/quat.ts";
import { addTo3, addToScl3, cross, dot3, normalize3, scl3, zero3 } from "../math/vec3.ts";
import { MINVAL } from "../types/constants.ts";
import { newViewCamera, room2model, type Scene, type ViewCamera } from "./scene.ts";

const pos = new Float64Array(3);
const quat = new Float64Array(4);
const mat = new Float64Array(9);
// x: left, y: up, z: forward
const axes = new Float64Array(9);
const column = new Float64Array(3);

function requireNear({ camera }: Scene): void {
  for (const { frustum_near } of camera) {
    if (!(frustum_near >= MINVAL)) throw new RangeError(`camera: frustum_near must be positive, got ${frustum_near}`);
  }
}

/**
 * Position, direction, and upward direction of the camera in the model, at right angles and of unit length: the average
 * of both eyes. `null`: not wanted.
 */
export function cameraInModel(
  headpos: Float64Array | null,
  forward: Float64Array | null,
  up: Float64Array | null,
  scene: Scene,
): void {
  requireNear(scene);
  const results = [headpos, forward, up];
  for (const res of results) res?.fill(0);
  for (const eye of scene.camera) {
    axes.set(eye.up, 3);
    axes.set(eye.forward, 6);
    normalize3(axes, 3);
    normalize3(axes, 6);
    cross(axes, 0, axes, 3, axes, 6);
    normalize3(axes, 0);
    for (let k = 0; k < 9; k++) mat[k] = axes[3 * (k % 3) + Math.trunc(k / 3)];
    mat2Quat(quat, 0, mat, 0);
    pos.set(eye.pos);
    room2model(pos, quat, pos, quat, scene);
    quat2Mat(mat, 0, quat, 0);

    if (headpos) addToScl3(headpos, 0, pos, 0, 0.5);
    if (forward) addColumn(forward, 2);
    if (up) addColumn(up, 1);
  }
  if (forward) normalize3(forward, 0);
  if (up) normalize3(up, 0);
}

/** Adds half of a column of the orientation. */
function addColumn(res: Float64Array, k: number): void {
  for (let i = 0; i < 3; i++) column[i] = mat[3 * i + k];
  addToScl3(res, 0, column, 0, 0.5);
}

/** Position, direction, and upward direction of the camera in the room: the average of both eyes. `null`: not wanted. */
export function cameraInRoom(
  headpos: Float64Array | null,
  forward: Float64Array | null,
  up: Float64Array | null,
  scene: Scene,
): void {
  requireNear(scene);
  for (const [res, name] of [[headpos, "pos"], [forward, "forward"], [up, "up"]] as const) {
    if (res === null) continue;
    zero3(res, 0);
    for (const eye of scene.camera) {
      column.set(eye[name]);
      addToScl3(res, 0, column, 0, 0.5);
    }
    if (name !== "pos") normalize3(res, 0);
  }
}

/** Height of what the scene shows at a distance of 1 m, or at any distance if it is orthographic. */
export function frustumHeight(scene: Scene): number {
  const [left, right] = scene.camera;
  requireAlike(left, right);
  if (!left.orthographic) requireNear(scene);
  return 0.5 * Math.fround(heightOf(left) + heightOf(right));
}

function requireAlike(left: ViewCamera, right: ViewCamera): void {
  if (left.orthographic === right.orthographic) return;
  throw new RangeError("camera: perspective and orthographic cameras have no average");
}

function heightOf({ frustum_top, frustum_bottom, frustum_near, orthographic }: ViewCamera): number {
  const height = Math.fround(Math.fround(frustum_top) - Math.fround(frustum_bottom));
  return orthographic ? height : Math.fround(height / Math.fround(frustum_near));
}

/** MuJoCo's factor for orthographic cameras, which it does not explain either */
const ORTHOGRAPHIC_SCALE = 0.15;

/** Height of what the scene shows at a distance, as mouse movements are scaled. */
export function shownHeight(scene: Scene, distance: number, orthographic: number): number {
  const height = frustumHeight(scene) * distance;
  return orthographic ? height * ORTHOGRAPHIC_SCALE : height;
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

const other = new Float64Array(3);

/** The average of the cameras of two eyes. */
export function averageCamera(left: ViewCamera, right: ViewCamera): ViewCamera {
  requireAlike(left, right);
  const res = newViewCamera();
  pos.set(left.pos);
  other.set(right.pos);
  addTo3(pos, 0, other, 0);
  scl3(pos, 0, pos, 0, 0.5);
  res.pos.set(pos);

  axes.set(left.forward);
  other.set(right.forward);
  addTo3(axes, 0, other, 0);
  normalize3(axes, 0);
  res.forward.set(axes.subarray(0, 3));

  // at a right angle to it
  column.set(left.up);
  other.set(right.up);
  addTo3(column, 0, other, 0);
  addToScl3(column, 0, axes, 0, -dot3(column, 0, axes, 0));
  normalize3(column, 0);
  res.up.set(column);

  for (const name of FRUSTUM) res[name] = Math.fround(0.5 * Math.fround(left[name] + right[name]));
  res.orthographic = left.orthographic;
  return res;
}

const FRUSTUM = [
  "frustum_center",
  "frustum_width",
  "frustum_bottom",
  "frustum_top",
  "frustum_near",
  "frustum_far",
] as const;
