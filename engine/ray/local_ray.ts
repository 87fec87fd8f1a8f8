/** The current ray, in the frame of the object that is tested. */

import { dot3, unit3 } from "../math/vec3.ts";

/** Origin of the ray in local coordinates. */
export const lpnt = new Float64Array(3);
/** Direction of the ray in local coordinates, of the same length as in the world. */
export const lvec = new Float64Array(3);

/**
 * Distance along the ray of the hit found by the last function, −1 for a miss. In an array, because a returned double
 * is allocated wherever the call is not inlined.
 */
export const found = new Float64Array(1);

/** Expresses the ray from `pnt` along `vec` in the frame at `pos` with axes `mat`. */
export function toLocal(
  pos: Float64Array,
  p: number,
  mat: Float64Array,
  q: number,
  pnt: Float64Array,
  i: number,
  vec: Float64Array,
  j: number,
): void {
  const dx = pnt[i] - pos[p];
  const dy = pnt[i + 1] - pos[p + 1];
  const dz = pnt[i + 2] - pos[p + 2];
  const vx = vec[j];
  const vy = vec[j + 1];
  const vz = vec[j + 2];
  lpnt[0] = mat[q] * dx + mat[q + 3] * dy + mat[q + 6] * dz;
  lpnt[1] = mat[q + 1] * dx + mat[q + 4] * dy + mat[q + 7] * dz;
  lpnt[2] = mat[q + 2] * dx + mat[q + 5] * dy + mat[q + 8] * dz;
  lvec[0] = mat[q] * vx + mat[q + 3] * vy + mat[q + 6] * vz;
  lvec[1] = mat[q + 1] * vx + mat[q + 4] * vy + mat[q + 7] * vz;
  lvec[2] = mat[q + 2] * vx + mat[q + 5] * vy + mat[q + 8] * vz;
}

/** First unit vector normal to the ray. */
export const b0 = new Float64Array(3);
/** Second unit vector normal to the ray. */
export const b1 = new Float64Array(3);

/** Sets `b0` and `b1` to span the plane normal to `lvec`. */
export function setNormalPlane(): void {
  const x = Math.abs(lvec[0]);
  const y = Math.abs(lvec[1]);
  const z = Math.abs(lvec[2]);

  // start from a diagonal of the plane perpendicular to the dominant axis
  b0.fill(1);
  if (x >= y && x >= z) b0[0] = 0;
  else if (y >= z) b0[1] = 0;
  else b0[2] = 0;

  const along = -dot3(lvec, 0, b0, 0) / dot3(lvec, 0, lvec, 0);
  for (let k = 0; k < 3; k++) b1[k] = b0[k] + lvec[k] * along;
  unit3(b1, 0);

  b0[0] = b1[1] * lvec[2] - b1[2] * lvec[1];
  b0[1] = b1[2] * lvec[0] - b1[0] * lvec[2];
  b0[2] = b1[0] * lvec[1] - b1[1] * lvec[0];
  unit3(b0, 0);
}
