/** Ray against a triangle. */

import { cross, dot3, unit3 } from "../math/vec3.ts";
import { MINVAL } from "../types/constants.ts";
import type { Cast } from "./cast.ts";

const edge0 = new Float64Array(3);
const edge1 = new Float64Array(3);
const face = new Float64Array(3);

/**
 * found = distance along the local ray to the triangle, −1 if it misses; negative if the plane is behind the origin. Call
 * `setNormalPlane` first. The unit normal is written to `normal` unless that is null.
 */
export function castTriangle({ lpnt, lvec, b0, b1, triangle: v, found }: Cast, normal: Float64Array | null): void {
  found[0] = -1;
  const px = lpnt[0];
  const py = lpnt[1];
  const pz = lpnt[2];

  // vertices projected along the ray
  const ax = v[0] - px;
  const ay = v[1] - py;
  const az = v[2] - pz;
  const bx = v[3] - px;
  const by = v[4] - py;
  const bz = v[5] - pz;
  const cx = v[6] - px;
  const cy = v[7] - py;
  const cz = v[8] - pz;
  const au = b0[0] * ax + b0[1] * ay + b0[2] * az;
  const bu = b0[0] * bx + b0[1] * by + b0[2] * bz;
  const cu = b0[0] * cx + b0[1] * cy + b0[2] * cz;
  if ((au > 0 && bu > 0 && cu > 0) || (au < 0 && bu < 0 && cu < 0)) return;
  const av = b1[0] * ax + b1[1] * ay + b1[2] * az;
  const bv = b1[0] * bx + b1[1] * by + b1[2] * bz;
  const cv = b1[0] * cx + b1[1] * cy + b1[2] * cz;
  if ((av > 0 && bv > 0 && cv > 0) || (av < 0 && bv < 0 && cv < 0)) return;

  // is the origin inside the projected triangle
  const m00 = au - cu;
  const m01 = bu - cu;
  const m10 = av - cv;
  const m11 = bv - cv;
  const det = m00 * m11 - m01 * m10;
  if (Math.abs(det) < MINVAL) return;
  const t0 = (m11 * -cu - m01 * -cv) / det;
  const t1 = (-m10 * -cu + m00 * -cv) / det;
  if (t0 < 0 || t1 < 0 || t0 + t1 > 1) return;

  // where the ray meets the plane of the triangle
  for (let k = 0; k < 3; k++) {
    edge0[k] = v[k] - v[6 + k];
    edge1[k] = v[3 + k] - v[6 + k];
  }
  cross(face, 0, edge0, 0, edge1, 0);
  const denominator = dot3(lvec, 0, face, 0);
  if (Math.abs(denominator) < MINVAL) return;
  const above = (px - v[6]) * face[0] + (py - v[7]) * face[1] + (pz - v[8]) * face[2];
  const x = -above / denominator;

  if (normal !== null) {
    unit3(face, 0);
    for (let k = 0; k < 3; k++) normal[k] = face[k];
  }
  found[0] = x;
}
