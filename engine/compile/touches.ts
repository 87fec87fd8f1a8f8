/** Overlap of triangles and boxes. */

import { EDGES, HIGH, LOW, NORMAL } from "./assets/triangle_table.ts";

/**
 * Whether a triangle and a box overlap, by the separating axes of Schwarz and Seidel (2010). `triangles` is the result
 * of `layTriangles` and `t` the offset of the triangle; `box` has lower bounds, upper bounds, and side lengths.
 */
export function touches(triangles: Float64Array, t: number, box: Float64Array): boolean {
  for (let k = 0; k < 3; k++) {
    if (triangles[t + HIGH + k] < box[k] || triangles[t + LOW + k] > box[k + 3]) return false;
  }

  // the plane of the triangle against two opposite corners of the box
  const n = t + NORMAL;
  const base = triangles[n] * box[0] + triangles[n + 1] * box[1] + triangles[n + 2] * box[2];
  let far = 0;
  let near = 0;
  for (let k = 0; k < 3; k++) {
    const normal = triangles[n + k];
    const side = box[6 + k];
    const corner = normal > 0 ? side : 0;
    far += normal * (corner - triangles[t + k]);
    near += normal * (side - corner - triangles[t + k]);
  }
  if ((base + far) * (base + near) > 0) return false;

  // the edges, projected along each axis
  for (let a = 0; a < 3; a++) {
    const b = a === 2 ? 0 : a + 1;
    const c = b === 2 ? 0 : b + 1;
    const sign = triangles[n + a] >= 0 ? 1 : -1;
    for (let i = 0; i < 9; i += 3) {
      const nb = -triangles[t + EDGES + i + c] * sign;
      const nc = triangles[t + EDGES + i + b] * sign;
      const d = -(nb * triangles[t + i + b] + nc * triangles[t + i + c]) + Math.max(0, box[6 + b] * nb) +
        Math.max(0, box[6 + c] * nc);
      if (nb * box[b] + nc * box[c] + d < 0) return false;
    }
  }
  return true;
}
