/** Ray against signed distance mesh. */

import { mulMatVec3 } from "../math/mat3.ts";
import { normalize3 } from "../math/vec3.ts";
import { octreeDistance, octreeGradient } from "../support/sdf_field.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { lpnt, lvec, toLocal } from "./local_ray.ts";
import { rayBox } from "./ray_geom.ts";

const MARCH_STEPS = 40;
const CLOSE = 1e-7;
const LOST = 1e6;

const point = new Float64Array(3);
const away = new Float64Array(1);

/**
 * Distance in metres along the ray to the surface of signed distance geom `geom`, by marching in steps of the distance
 * to the surface; −1 if that does not end. The unit normal there, in the world, goes to `normal` unless that is null.
 */
export function raySdf(
  m: Model,
  d: Data,
  geom: number,
  pnt: Float64Array,
  i: number,
  vec: Float64Array,
  j: number,
  normal: Float64Array | null,
): number {
  const { geom_size, geom_dataid } = m;
  const { geom_xpos, geom_xmat } = d;

  if (normal !== null) normal.fill(0, 0, 3);
  if (rayBox(geom_xpos, 3 * geom, geom_xmat, 9 * geom, geom_size, 3 * geom, pnt, i, vec, j, null, null) < 0) return -1;
  toLocal(geom_xpos, 3 * geom, geom_xmat, 9 * geom, pnt, i, vec, j);
  normalize3(lvec, 0);

  const mesh = geom_dataid[geom];
  let x = 0;
  for (let step = 0; step < MARCH_STEPS; step++) {
    moveTo(x);
    octreeDistance(away, 0, m, mesh, point, 0);
    const distance = Math.abs(away[0]);
    x += distance;
    if (distance < CLOSE) {
      if (normal !== null) {
        moveTo(x);
        octreeGradient(normal, 0, m, mesh, point, 0);
        normalize3(normal, 0);
        mulMatVec3(normal, 0, geom_xmat, 9 * geom, normal, 0);
      }
      return x;
    }
    if (distance > LOST) break;
  }
  return -1;
}

function moveTo(x: number): void {
  for (let k = 0; k < 3; k++) point[k] = lpnt[k] + lvec[k] * x;
}
