/** Unit quaternions `(w, x, y, z)` and rigid poses. Results may alias operands unless noted. */

import { MINVAL } from "../types/constants.ts";
import { atan2, PI, sincos } from "./scalar.ts";
import { addTo3, copy3, norm3, set3, unit3 } from "./vec3.ts";

/** res = q */
export function copy4(res: Float64Array, r: number, q: Float64Array, i: number): void {
  res[r] = q[i];
  res[r + 1] = q[i + 1];
  res[r + 2] = q[i + 2];
  res[r + 3] = q[i + 3];
}

/** res = (1, 0, 0, 0) */
export function unit4(res: Float64Array, r: number): void {
  res[r] = 1;
  res[r + 1] = 0;
  res[r + 2] = 0;
  res[r + 3] = 0;
}

/** Scales `q` to unit length; a zero quaternion becomes the identity. */
export function normalize4(q: Float64Array, i: number): void {
  const w = q[i];
  const x = q[i + 1];
  const y = q[i + 2];
  const z = q[i + 3];
  const norm = Math.sqrt(w * w + x * x + y * y + z * z);
  if (norm < MINVAL) {
    unit4(q, i);
  } else if (Math.abs(norm - 1) > MINVAL) {
    const inverse = 1 / norm;
    q[i] = w * inverse;
    q[i + 1] = x * inverse;
    q[i + 2] = y * inverse;
    q[i + 3] = z * inverse;
  }
}

/** res = q⁻¹ */
export function negQuat(res: Float64Array, r: number, q: Float64Array, i: number): void {
  res[r] = q[i];
  res[r + 1] = -q[i + 1];
  res[r + 2] = -q[i + 2];
  res[r + 3] = -q[i + 3];
}

/** res = a b */
export function mulQuat(res: Float64Array, r: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const aw = a[i];
  const ax = a[i + 1];
  const ay = a[i + 2];
  const az = a[i + 3];
  const bw = b[j];
  const bx = b[j + 1];
  const by = b[j + 2];
  const bz = b[j + 3];
  res[r] = aw * bw - ax * bx - ay * by - az * bz;
  res[r + 1] = aw * bx + ax * bw + ay * bz - az * by;
  res[r + 2] = aw * by - ax * bz + ay * bw + az * bx;
  res[r + 3] = aw * bz + ax * by - ay * bx + az * bw;
}

/** res = q (0, axis) */
export function mulQuatAxis(
  res: Float64Array,
  r: number,
  q: Float64Array,
  i: number,
  axis: Float64Array,
  j: number,
): void {
  const w = q[i];
  const x = q[i + 1];
  const y = q[i + 2];
  const z = q[i + 3];
  const vx = axis[j];
  const vy = axis[j + 1];
  const vz = axis[j + 2];
  res[r] = -x * vx - y * vy - z * vz;
  res[r + 1] = w * vx + y * vz - z * vy;
  res[r + 2] = w * vy + z * vx - x * vz;
  res[r + 3] = w * vz + x * vy - y * vx;
}

/** res = q v q⁻¹ */
export function rotVecQuat(res: Float64Array, r: number, v: Float64Array, i: number, q: Float64Array, j: number): void {
  const vx = v[i];
  const vy = v[i + 1];
  const vz = v[i + 2];
  const w = q[j];
  const x = q[j + 1];
  const y = q[j + 2];
  const z = q[j + 3];

  // handle exact cases separately to keep the sign of zero
  if (vx === 0 && vy === 0 && vz === 0) {
    res[r] = 0;
    res[r + 1] = 0;
    res[r + 2] = 0;
    return;
  }
  if (w === 1 && x === 0 && y === 0 && z === 0) {
    res[r] = vx;
    res[r + 1] = vy;
    res[r + 2] = vz;
    return;
  }

  // v + 2 u × (w v + u × v), where u is the vector part
  const tx = w * vx + y * vz - z * vy;
  const ty = w * vy + z * vx - x * vz;
  const tz = w * vz + x * vy - y * vx;
  res[r] = vx + 2 * (y * tz - z * ty);
  res[r + 1] = vy + 2 * (z * tx - x * tz);
  res[r + 2] = vz + 2 * (x * ty - y * tx);
}

// sine and cosine of half an angle
const half = new Float64Array(2);

/** res = rotation by `angle` radians about the unit vector `axis` */
export function axisAngle2Quat(res: Float64Array, r: number, axis: Float64Array, i: number, angle: number): void {
  if (angle === 0) {
    unit4(res, r);
    return;
  }
  half[0] = angle * 0.5;
  sincos(half, 0);
  const s = half[0];
  res[r] = half[1];
  res[r + 1] = axis[i] * s;
  res[r + 2] = axis[i + 1] * s;
  res[r + 3] = axis[i + 2] * s;
}

/** res = the rotation matrix of q; no aliasing */
export function quat2Mat(res: Float64Array, r: number, q: Float64Array, i: number): void {
  const w = q[i];
  const x = q[i + 1];
  const y = q[i + 2];
  const z = q[i + 3];
  if (w === 1 && x === 0 && y === 0 && z === 0) {
    for (let k = 0; k < 9; k++) res[r + k] = k % 4 === 0 ? 1 : 0;
    return;
  }
  const ww = w * w;
  const xx = x * x;
  const yy = y * y;
  const zz = z * z;
  res[r] = ww + xx - yy - zz;
  res[r + 4] = ww - xx + yy - zz;
  res[r + 8] = ww - xx - yy + zz;
  res[r + 1] = 2 * (x * y - w * z);
  res[r + 2] = 2 * (x * z + w * y);
  res[r + 3] = 2 * (x * y + w * z);
  res[r + 5] = 2 * (y * z - w * x);
  res[r + 6] = 2 * (x * z - w * y);
  res[r + 7] = 2 * (y * z + w * x);
}

/** res = the quaternion of a rotation matrix, starting from its largest component */
export function mat2Quat(res: Float64Array, r: number, m: Float64Array, i: number): void {
  const xx = m[i];
  const yy = m[i + 4];
  const zz = m[i + 8];
  if (xx + yy + zz > 0) {
    const w = 0.5 * Math.sqrt(1 + xx + yy + zz);
    res[r] = w;
    res[r + 1] = 0.25 * (m[i + 7] - m[i + 5]) / w;
    res[r + 2] = 0.25 * (m[i + 2] - m[i + 6]) / w;
    res[r + 3] = 0.25 * (m[i + 3] - m[i + 1]) / w;
  } else if (xx > yy && xx > zz) {
    const x = 0.5 * Math.sqrt(1 + xx - yy - zz);
    res[r + 1] = x;
    res[r] = 0.25 * (m[i + 7] - m[i + 5]) / x;
    res[r + 2] = 0.25 * (m[i + 1] + m[i + 3]) / x;
    res[r + 3] = 0.25 * (m[i + 2] + m[i + 6]) / x;
  } else if (yy > zz) {
    const y = 0.5 * Math.sqrt(1 - xx + yy - zz);
    res[r + 2] = y;
    res[r] = 0.25 * (m[i + 2] - m[i + 6]) / y;
    res[r + 1] = 0.25 * (m[i + 1] + m[i + 3]) / y;
    res[r + 3] = 0.25 * (m[i + 5] + m[i + 7]) / y;
  } else {
    const z = 0.5 * Math.sqrt(1 - xx - yy + zz);
    res[r + 3] = z;
    res[r] = 0.25 * (m[i + 3] - m[i + 1]) / z;
    res[r + 1] = 0.25 * (m[i + 2] + m[i + 6]) / z;
    res[r + 2] = 0.25 * (m[i + 5] + m[i + 7]) / z;
  }
  normalize4(res, r);
}

const tmp = new Float64Array(8);

/** res = rotation vector of q, divided by `dt` */
export function quat2Vel(res: Float64Array, r: number, q: Float64Array, i: number, dt: number): void {
  tmp[0] = q[i + 1];
  tmp[1] = q[i + 2];
  tmp[2] = q[i + 3];
  const s = norm3(tmp, 0);
  unit3(tmp, 0);
  let speed = 2 * atan2(s, q[i]);

  // beyond half a turn, the other direction is shorter
  if (speed > PI) speed -= 2 * PI;
  speed /= dt;
  res[r] = tmp[0] * speed;
  res[r + 1] = tmp[1] * speed;
  res[r + 2] = tmp[2] * speed;
}

/** res = rotation vector that takes b to a, in the frame of b */
export function subQuat(res: Float64Array, r: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  negQuat(tmp, 4, b, j);
  mulQuat(tmp, 4, tmp, 4, a, i);
  quat2Vel(res, r, tmp, 4, 1);
}

// 0 and 1: literals are integers, which numbers cannot alternate with; V8-10
const DOUBLES = Float64Array.of(0, 1);

/**
 * Turns q for `dt[t]` seconds with angular velocity `vel`, given in the frame of q. The duration is in an array:
 * V8-2.
 */
export function quatIntegrate(
  q: Float64Array,
  i: number,
  vel: Float64Array,
  j: number,
  dt: Float64Array,
  t: number,
): void {
  // axis and angle; for zero velocity, axis x and angle 0
  let ax = vel[j];
  let ay = vel[j + 1];
  let az = vel[j + 2];
  const speed = Math.sqrt(ax * ax + ay * ay + az * az);
  if (speed < MINVAL) {
    ax = DOUBLES[1];
    ay = DOUBLES[0];
    az = DOUBLES[0];
  } else {
    const inverse = 1 / speed;
    ax *= inverse;
    ay *= inverse;
    az *= inverse;
  }
  half[0] = dt[t] * speed * 0.5;
  sincos(half, 0);
  const s = half[0];
  const bw = half[1];
  const bx = ax * s;
  const by = ay * s;
  const bz = az * s;

  unit4InPlace(q, i);
  const w = q[i];
  const x = q[i + 1];
  const y = q[i + 2];
  const z = q[i + 3];
  q[i] = w * bw - x * bx - y * by - z * bz;
  q[i + 1] = w * bx + x * bw + y * bz - z * by;
  q[i + 2] = w * by - x * bz + y * bw + z * bx;
  q[i + 3] = w * bz + x * by - y * bx + z * bw;
}

/** `normalize4` without returning the previous length */
function unit4InPlace(q: Float64Array, i: number): void {
  const w = q[i];
  const x = q[i + 1];
  const y = q[i + 2];
  const z = q[i + 3];
  const norm = Math.sqrt(w * w + x * x + y * y + z * z);
  if (norm < MINVAL) {
    unit4(q, i);
  } else if (Math.abs(norm - 1) > MINVAL) {
    const inverse = 1 / norm;
    q[i] = w * inverse;
    q[i + 1] = x * inverse;
    q[i + 2] = y * inverse;
    q[i + 3] = z * inverse;
  }
}

/** res pose = first pose ∘ second pose */
export function mulPose(
  pos: Float64Array,
  p: number,
  quat: Float64Array,
  q: number,
  pos1: Float64Array,
  p1: number,
  quat1: Float64Array,
  q1: number,
  pos2: Float64Array,
  p2: number,
  quat2: Float64Array,
  q2: number,
): void {
  rotVecQuat(tmp, 0, pos2, p2, quat1, q1);
  addTo3(tmp, 0, pos1, p1);
  mulQuat(quat, q, quat1, q1, quat2, q2);
  normalize4(quat, q);
  pos[p] = tmp[0];
  pos[p + 1] = tmp[1];
  pos[p + 2] = tmp[2];
}

/** res pose = inverse of a pose */
export function negPose(
  posres: Float64Array,
  p: number,
  quatres: Float64Array,
  q: number,
  pos: Float64Array,
  i: number,
  quat: Float64Array,
  j: number,
): void {
  negQuat(quatres, q, quat, j);
  rotVecQuat(posres, p, pos, i, quatres, q);
  posres[p] = -posres[p];
  posres[p + 1] = -posres[p + 1];
  posres[p + 2] = -posres[p + 2];
}

const direction = new Float64Array(3);
const about = new Float64Array(3);

/** res = shortest rotation from the z axis to the direction of `v`; the identity if `v` is zero */
export function quatZ2Vec(res: Float64Array, r: number, v: Float64Array, i: number): void {
  unit4(res, r);
  copy3(direction, 0, v, i);
  if (norm3(direction, 0) < MINVAL) return;
  unit3(direction, 0);

  set3(about, 0, -direction[1], direction[0], 0);
  const s = norm3(about, 0);
  unit3(about, 0);
  if (s < MINVAL) {
    // opposite: half a turn about the x axis
    if (direction[2] < 0) {
      res[r] = 0;
      res[r + 1] = 1;
    }
    return;
  }
  axisAngle2Quat(res, r, about, 0, atan2(s, direction[2]));
}
