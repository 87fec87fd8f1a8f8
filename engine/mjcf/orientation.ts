/** Rotations: the five notations of MJCF as quaternions. */

import { mulUnitQuat } from "../math/frame.ts";
import { normalizeVec } from "../math/normalize.ts";
import { unit4 } from "../math/quat.ts";
import { atan2, cos, PI, sin, sincos } from "../math/scalar.ts";
import { cross, dot3 } from "../math/vec3.ts";
import type { Orientation } from "../types/spec.ts";

const PARALLEL = 1e-10;

/** Makes an error about an orientation. */
export type Fail = (what: string) => Error;

const half = new Float64Array(2);
const turn = new Float64Array(4);
const axes = new Float64Array(9);
const zAxis = Float64Array.of(0, 0, 1);

/** Replaces `quat` with the other notation, if one is given. `degree`: whether angles are in degrees. */
export function resolveOrientation(target: Orientation, degree: number, eulerseq: string, fail: Fail): void {
  const { quat } = target;
  switch (target.orientation) {
    case "axisangle":
      return quatFromAxisAngle(quat, target.axisangle, degree, fail);
    case "xyaxes":
      return quatFromAxes(quat, target.xyaxes, fail);
    case "zaxis": {
      const axis = target.zaxis.slice();
      if (normalizeVec(axis, 0, 3) === 0) throw fail("zaxis is too short");
      return quatFromZ(quat, axis);
    }
    case "euler":
      return quatFromEuler(quat, target.euler, degree, eulerseq, fail);
  }
}

function quatFromAxisAngle(quat: Float64Array, axisangle: Float64Array, degree: number, fail: Fail): void {
  const axis = axisangle.slice();
  if (degree) axis[3] = axis[3] / 180 * PI;
  if (normalizeVec(axis, 0, 3) === 0) throw fail("the axis of axisangle is too short");
  const half = axis[3] / 2;
  quat[0] = cos(half);
  for (let k = 0; k < 3; k++) quat[k + 1] = sin(half) * axis[k];
}

function quatFromAxes(quat: Float64Array, xyaxes: Float64Array, fail: Fail): void {
  axes.set(xyaxes);
  if (normalizeVec(axes, 0, 3) === 0) throw fail("the x axis of xyaxes is too short");

  // make y orthogonal to x
  const along = dot3(axes, 0, axes, 3);
  for (let k = 0; k < 3; k++) axes[k + 3] -= axes[k] * along;
  if (normalizeVec(axes, 3, 3) === 0) throw fail("the y axis of xyaxes is too short or parallel to the x axis");
  cross(axes, 6, axes, 0, axes, 3);
  // the square of what is very long is infinite, which leaves an axis of length zero
  if (normalizeVec(axes, 6, 3) === 0) throw fail("an axis of xyaxes is too long");
  quatFromFrame(quat, axes);
}

/** Rotation whose axes are x, y, z, one after another, in `frame`. */
export function quatFromFrame(quat: Float64Array, frame: Float64Array): void {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = frame;

  // start from the largest component
  if (xx + yy + zz > 0) {
    quat[0] = 0.5 * Math.sqrt(1 + xx + yy + zz);
    quat[1] = 0.25 * (yz - zy) / quat[0];
    quat[2] = 0.25 * (zx - xz) / quat[0];
    quat[3] = 0.25 * (xy - yx) / quat[0];
  } else if (xx > yy && xx > zz) {
    quat[1] = 0.5 * Math.sqrt(1 + xx - yy - zz);
    quat[0] = 0.25 * (yz - zy) / quat[1];
    quat[2] = 0.25 * (yx + xy) / quat[1];
    quat[3] = 0.25 * (zx + xz) / quat[1];
  } else if (yy > zz) {
    quat[2] = 0.5 * Math.sqrt(1 - xx + yy - zz);
    quat[0] = 0.25 * (zx - xz) / quat[2];
    quat[1] = 0.25 * (yx + xy) / quat[2];
    quat[3] = 0.25 * (zy + yz) / quat[2];
  } else {
    quat[3] = 0.5 * Math.sqrt(1 - xx - yy + zz);
    quat[0] = 0.25 * (xy - yx) / quat[3];
    quat[1] = 0.25 * (zx + xz) / quat[3];
    quat[2] = 0.25 * (zy + yz) / quat[3];
  }
  normalizeVec(quat, 0, 4);
}

/** Shortest rotation from the z axis to the unit vector `axis`. */
export function quatFromZ(quat: Float64Array, axis: Float64Array): void {
  cross(quat, 1, zAxis, 0, axis, 0);
  const s = normalizeVec(quat, 1, 3);
  if (s < PARALLEL) {
    quat[1] = 1;
    quat[2] = 0;
    quat[3] = 0;
  }
  const angle = atan2(s, axis[2]);
  quat[0] = cos(angle / 2);
  quat[1] *= sin(angle / 2);
  quat[2] *= sin(angle / 2);
}

/**
 * Rotation of three Euler angles; lowercase letters are rotations about moving axes, uppercase ones about fixed axes.
 */
export function quatFromEuler(
  quat: Float64Array,
  euler: Float64Array,
  degree: number,
  eulerseq: string,
  fail: Fail,
): void {
  unit4(quat, 0);
  for (let k = 0; k < 3; k++) {
    const letter = eulerseq[k];
    const axis = "xyz".indexOf(letter.toLowerCase());
    if (axis < 0) throw fail(`eulerseq can only contain x, y, z, X, Y, Z, got '${eulerseq}'`);
    const angle = degree ? euler[k] / 180 * PI : euler[k];
    turn.fill(0);
    half[0] = angle / 2;
    sincos(half, 0);
    turn[0] = half[1];
    turn[axis + 1] = half[0];
    if (letter === letter.toLowerCase()) mulUnitQuat(quat, quat, turn);
    else mulUnitQuat(quat, turn, quat);
  }
  normalizeVec(quat, 0, 4);
}
