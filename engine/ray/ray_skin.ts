/** Ray against a skin: triangles in the world. */

import { dist3 } from "../math/vec3.ts";
import { Cast } from "./cast.ts";
import { castBox } from "./ray_geom.ts";
import { castTriangle } from "./ray_triangle.ts";

const own = new Cast();
const pos = new Float64Array(3);
const size = new Float64Array(3);
const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const hit = new Float64Array(3);

/**
 * Smallest x ≥ 0 for which `pnt + x vec` is on one of the triangles `face` (three vertices each) of the points `vert`, or
 * −1 if there is none. The vertex nearest to that point is written to `vertid[0]` unless that is null.
 *
 * @example A ray down to a triangle
 * ```ts
 * import { raySkin } from "@plumbline/sim";
 *
 * const vert = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
 * const vertid = new Int32Array(1);
 * const from = Float64Array.of(0.7, 0.1, 2);
 * const down = Float64Array.of(0, 0, -1);
 * const distance = raySkin(1, 3, Int32Array.of(0, 1, 2), vert, from, 0, down, 0, vertid);
 * if (distance !== 2 || vertid[0] !== 1) throw new Error("missed");
 * ```
 */
export function raySkin(
  nface: number,
  nvert: number,
  face: Int32Array,
  vert: Float32Array,
  pnt: Float64Array,
  i: number,
  vec: Float64Array,
  j: number,
  vertid: Int32Array | null,
): number {
  const { found, triangle } = own;
  own.aim(pnt, i, vec, j);
  boundingBox(nvert, vert);
  castBox(own, pos, 0, identity, 0, size, 0, null, null);
  if (found[0] < 0) return -1;

  own.stayInWorld();
  own.setNormalPlane();
  let least = -1;
  for (let f = 0; f < nface; f++) {
    for (let k = 0; k < 9; k++) triangle[k] = vert[3 * face[3 * f + Math.trunc(k / 3)] + k % 3];
    castTriangle(own, null);
    const x = found[0];
    if (x < 0 || (least >= 0 && x >= least)) continue;
    least = x;
    if (vertid !== null) vertid[0] = face[3 * f + nearestCorner(pnt, i, vec, j, x)];
  }
  return least;
}

/** Writes the box around all vertices to `pos` and `size`. */
function boundingBox(nvert: number, vert: Float32Array): void {
  for (let k = 0; k < 3; k++) {
    let low = nvert > 0 ? vert[k] : 0;
    let high = low;
    for (let v = 1; v < nvert; v++) {
      low = Math.min(low, vert[3 * v + k]);
      high = Math.max(high, vert[3 * v + k]);
    }
    pos[k] = 0.5 * (low + high);
    size[k] = 0.5 * (high - low);
  }
}

/** Corner of the triangle that is nearest to a point on the ray. */
function nearestCorner(pnt: Float64Array, i: number, vec: Float64Array, j: number, x: number): number {
  for (let k = 0; k < 3; k++) hit[k] = pnt[i + k] + vec[j + k] * x;
  let nearest = 0;
  for (let corner = 1; corner < 3; corner++) {
    if (dist3(hit, 0, own.triangle, 3 * corner) < dist3(hit, 0, own.triangle, 3 * nearest)) nearest = corner;
  }
  return nearest;
}
