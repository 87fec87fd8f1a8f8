/**
 * Spatial algebra in the frame of a center of mass: motion and force vectors are `(rotation, translation)`, an inertia
 * is ten numbers `(xx, yy, zz, xy, xz, yz, m·x, m·y, m·z, m)`.
 */

import { mulMatTVec3 } from "./mat3.ts";

/** res = vel × v for motion vectors; no aliasing */
export function crossMotion(
  res: Float64Array,
  r: number,
  vel: Float64Array,
  i: number,
  v: Float64Array,
  j: number,
): void {
  const wx = vel[i];
  const wy = vel[i + 1];
  const wz = vel[i + 2];
  const ux = vel[i + 3];
  const uy = vel[i + 4];
  const uz = vel[i + 5];
  const ax = v[j];
  const ay = v[j + 1];
  const az = v[j + 2];
  const bx = v[j + 3];
  const by = v[j + 4];
  const bz = v[j + 5];
  res[r] = wy * az - wz * ay;
  res[r + 1] = wz * ax - wx * az;
  res[r + 2] = wx * ay - wy * ax;
  res[r + 3] = (wy * bz - wz * by) + (uy * az - uz * ay);
  res[r + 4] = (wz * bx - wx * bz) + (uz * ax - ux * az);
  res[r + 5] = (wx * by - wy * bx) + (ux * ay - uy * ax);
}

/** res = vel × f for force vectors; no aliasing */
export function crossForce(
  res: Float64Array,
  r: number,
  vel: Float64Array,
  i: number,
  f: Float64Array,
  j: number,
): void {
  const wx = vel[i];
  const wy = vel[i + 1];
  const wz = vel[i + 2];
  const ux = vel[i + 3];
  const uy = vel[i + 4];
  const uz = vel[i + 5];
  const ax = f[j];
  const ay = f[j + 1];
  const az = f[j + 2];
  const bx = f[j + 3];
  const by = f[j + 4];
  const bz = f[j + 5];
  res[r] = (wy * az - wz * ay) + (uy * bz - uz * by);
  res[r + 1] = (wz * ax - wx * az) + (uz * bx - ux * bz);
  res[r + 2] = (wx * ay - wy * ax) + (ux * by - uy * bx);
  res[r + 3] = wy * bz - wz * by;
  res[r + 4] = wz * bx - wx * bz;
  res[r + 5] = wx * by - wy * bx;
}

/** res = I v; no aliasing */
export function mulInertVec(
  res: Float64Array,
  r: number,
  I: Float64Array,
  i: number,
  v: Float64Array,
  j: number,
): void {
  const ax = v[j];
  const ay = v[j + 1];
  const az = v[j + 2];
  const bx = v[j + 3];
  const by = v[j + 4];
  const bz = v[j + 5];
  const mx = I[i + 6];
  const my = I[i + 7];
  const mz = I[i + 8];
  const mass = I[i + 9];
  res[r] = I[i] * ax + I[i + 3] * ay + I[i + 4] * az - mz * by + my * bz;
  res[r + 1] = I[i + 3] * ax + I[i + 1] * ay + I[i + 5] * az + mz * bx - mx * bz;
  res[r + 2] = I[i + 4] * ax + I[i + 5] * ay + I[i + 2] * az - my * bx + mx * by;
  res[r + 3] = mz * ay - my * az + mass * bx;
  res[r + 4] = mx * az - mz * ax + mass * by;
  res[r + 5] = my * ax - mx * ay + mass * bz;
}

const moved = new Float64Array(6);

/** res = a motion vector moved from `oldpos` to `newpos` and, if `rot` is given, expressed in that frame */
export function transformMotion(
  res: Float64Array,
  r: number,
  v: Float64Array,
  i: number,
  newpos: Float64Array,
  n: number,
  oldpos: Float64Array,
  o: number,
  rot: Float64Array | null,
  j: number,
): void {
  move(0, v, i, newpos, n, oldpos, o);
  express(res, r, rot, j);
}

/** res = a force vector moved from `oldpos` to `newpos` and, if `rot` is given, expressed in that frame */
export function transformForce(
  res: Float64Array,
  r: number,
  f: Float64Array,
  i: number,
  newpos: Float64Array,
  n: number,
  oldpos: Float64Array,
  o: number,
  rot: Float64Array | null,
  j: number,
): void {
  move(3, f, i, newpos, n, oldpos, o);
  express(res, r, rot, j);
}

/** moved = v from another point: the part at `same` stays what it is, and its cross product changes the other part */
function move(
  same: number,
  v: Float64Array,
  i: number,
  newpos: Float64Array,
  n: number,
  oldpos: Float64Array,
  o: number,
): void {
  const x = newpos[n] - oldpos[o];
  const y = newpos[n + 1] - oldpos[o + 1];
  const z = newpos[n + 2] - oldpos[o + 2];
  const a = v[i + same];
  const b = v[i + same + 1];
  const c = v[i + same + 2];
  const other = i + 3 - same;
  moved[same] = a;
  moved[same + 1] = b;
  moved[same + 2] = c;
  moved[3 - same] = v[other] - (y * c - z * b);
  moved[4 - same] = v[other + 1] - (z * a - x * c);
  moved[5 - same] = v[other + 2] - (x * b - y * a);
}

function express(res: Float64Array, r: number, rot: Float64Array | null, j: number): void {
  if (rot === null) {
    for (let k = 0; k < 6; k++) res[r + k] = moved[k];
    return;
  }
  mulMatTVec3(res, r, rot, j, moved, 0);
  mulMatTVec3(res, r + 3, rot, j, moved, 3);
}
