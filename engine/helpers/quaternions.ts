/** Quaternions and poses beyond what the engine itself needs. */

import { extractRotation } from "../math/extract_rotation.ts";
import {
  copy4,
  mulQuat,
  normalize4 as normalizeQuaternion,
  quatIntegrate as integrate,
  rotVecQuat,
} from "../math/quat.ts";
import { cos, sin } from "../math/scalar.ts";
import { addTo3 } from "../math/vec3.ts";

/** quat = 0 */
export function zero4(quat: Float64Array, q: number): void {
  quat.fill(0, q, q + 4);
}

/** Scales a quaternion to unit length and returns the length it had; a zero quaternion becomes the identity. */
export function normalize4(quat: Float64Array, q: number): number {
  const w = quat[q];
  const x = quat[q + 1];
  const y = quat[q + 2];
  const z = quat[q + 3];
  normalizeQuaternion(quat, q);
  return Math.sqrt(w * w + x * x + y * y + z * z);
}

/** res = rate of change of a quaternion that turns with angular velocity `vel`, given in the world */
export function derivQuat(
  res: Float64Array,
  r: number,
  quat: Float64Array,
  q: number,
  vel: Float64Array,
  v: number,
): void {
  const w = quat[q];
  const x = quat[q + 1];
  const y = quat[q + 2];
  const z = quat[q + 3];
  const vx = vel[v];
  const vy = vel[v + 1];
  const vz = vel[v + 2];
  res[r] = 0.5 * (-vx * x - vy * y - vz * z);
  res[r + 1] = 0.5 * (vx * w + vy * z - vz * y);
  res[r + 2] = 0.5 * (-vx * z + vy * w + vz * x);
  res[r + 3] = 0.5 * (vx * y - vy * x + vz * w);
}

const duration = new Float64Array(1);

/** Turns a quaternion for `scale` seconds with angular velocity `vel`, given in its own frame. */
export function quatIntegrate(quat: Float64Array, q: number, vel: Float64Array, v: number, scale: number): void {
  duration[0] = scale;
  integrate(quat, q, vel, v, duration, 0);
}

const rotation = new Float64Array(4);
const matrix = new Float64Array(9);

/**
 * Turns a unit quaternion into the rotation that is closest to an arbitrary 3 × 3 matrix, starting from where it is.
 * Returns the number of iterations.
 */
export function mat2Rot(quat: Float64Array, q: number, mat: Float64Array, m: number): number {
  copy4(rotation, 0, quat, q);
  for (let k = 0; k < 9; k++) matrix[k] = mat[m + k];
  const iterations = extractRotation(rotation, matrix);
  copy4(quat, q, rotation, 0);
  return iterations;
}

/**
 * quat = a rotation by three angles (rad) about the axes that the three letters of `seq` name: lowercase for axes that
 * move along, uppercase for fixed axes.
 */
export function euler2Quat(quat: Float64Array, q: number, euler: Float64Array, e: number, seq: string): void {
  if (!/^[xyz]{3}$/i.test(seq)) throw new RangeError(`euler2Quat: seq must be three of x, y, z, X, Y, Z, got '${seq}'`);
  const product = Float64Array.of(1, 0, 0, 0);
  for (let k = 0; k < 3; k++) {
    const letter = seq[k].toLowerCase();
    rotation.fill(0);
    rotation[0] = cos(euler[e + k] / 2);
    rotation[1 + "xyz".indexOf(letter)] = sin(euler[e + k] / 2);
    if (seq[k] === letter) mulQuat(product, 0, product, 0, rotation, 0);
    else mulQuat(product, 0, rotation, 0, product, 0);
  }
  copy4(quat, q, product, 0);
}

/** res = a point given in a pose, in the frame that the pose is given in */
export function trnVecPose(
  res: Float64Array,
  r: number,
  pos: Float64Array,
  p: number,
  quat: Float64Array,
  q: number,
  vec: Float64Array,
  v: number,
): void {
  rotVecQuat(res, r, vec, v, quat, q);
  addTo3(res, r, pos, p);
}
