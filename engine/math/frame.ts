/** Poses of nested frames, with the compiler's rounding. */

import { mulMatVec3 } from "./mat3.ts";
import { normalizeVec } from "./normalize.ts";
import { copy4, mulQuat, quat2Mat } from "./quat.ts";

const mat = new Float64Array(9);
const vec = new Float64Array(3);
const tmpPos = new Float64Array(3);
const tmpQuat = new Float64Array(4);

/** res = a b, normalized */
export function mulUnitQuat(res: Float64Array, a: Float64Array, b: Float64Array): void {
  mulQuat(res, 0, a, 0, b, 0);
  normalizeVec(res, 0, 4);
}

/** Expresses a point of a child in the frame of its parent, in place. */
export function accumulatePoint(pos: Float64Array, quat: Float64Array, point: Float64Array): void {
  quat2Mat(mat, 0, quat, 0);
  mulMatVec3(vec, 0, mat, 0, point, 0);
  for (let k = 0; k < 3; k++) point[k] = pos[k] + vec[k];
}

/** Composes a pose with the pose of a child, in place. */
export function accumulateFrame(
  pos: Float64Array,
  quat: Float64Array,
  childPos: Float64Array,
  childQuat: Float64Array,
): void {
  quat2Mat(mat, 0, quat, 0);
  mulMatVec3(vec, 0, mat, 0, childPos, 0);
  pos[0] += vec[0];
  pos[1] += vec[1];
  pos[2] += vec[2];
  mulUnitQuat(quat, quat, childQuat);
}

/** Expresses the pose of a child in the frame of its parent's parent, in place. */
export function accumulateChild(
  pos: Float64Array,
  quat: Float64Array,
  childPos: Float64Array,
  childQuat: Float64Array,
): void {
  tmpPos.set(pos.subarray(0, 3));
  copy4(tmpQuat, 0, quat, 0);
  accumulateFrame(tmpPos, tmpQuat, childPos, childQuat);
  childPos.set(tmpPos);
  childQuat.set(tmpQuat);
}

/** Inverse of a pose. */
export function invertFrame(
  newPos: Float64Array,
  newQuat: Float64Array,
  pos: Float64Array,
  quat: Float64Array,
): void {
  newQuat[0] = quat[0];
  newQuat[1] = -quat[1];
  newQuat[2] = -quat[2];
  newQuat[3] = -quat[3];
  quat2Mat(mat, 0, newQuat, 0);
  mulMatVec3(newPos, 0, mat, 0, pos, 0);
  newPos[0] = -newPos[0];
  newPos[1] = -newPos[1];
  newPos[2] = -newPos[2];
}
