/** One triangle of a mesh at a time. */

import { cross, dot3 } from "../../math/vec3.ts";
import { MINVAL } from "../../types/constants.ts";

/** unit normal of the last triangle */
export const normal = new Float64Array(3);
/** centroid of the last triangle */
export const center = new Float64Array(3);

const b = new Float64Array(3);
const c = new Float64Array(3);

/** Area of the triangle with corners at `a0`, `a1`, `a2` of `vert`; sets `normal` and `center`. Slivers have area 0. */
export function triangle(vert: Float64Array, a0: number, a1: number, a2: number): number {
  for (let k = 0; k < 3; k++) {
    center[k] = (vert[a0 + k] + vert[a1 + k] + vert[a2 + k]) / 3;
    b[k] = vert[a1 + k] - vert[a0 + k];
    c[k] = vert[a2 + k] - vert[a0 + k];
  }
  cross(normal, 0, b, 0, c, 0);
  const length = Math.sqrt(dot3(normal, 0, normal, 0));
  if (length < MINVAL) return 0;
  for (let k = 0; k < 3; k++) normal[k] /= length;
  return 0.5 * length;
}
