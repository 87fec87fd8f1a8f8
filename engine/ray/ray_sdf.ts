/** Ray against a signed distance field. */

import { mulMatVec3 } from "../math/mat3.ts";
import { unit3 } from "../math/vec3.ts";
import { octreeDistance, octreeGradient, pluginDistance, pluginGradient } from "../model/sdf_field.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import type { Cast } from "./cast.ts";
import { castBox } from "./ray_geom.ts";

const MARCH_STEPS = 40;
const CLOSE = 1e-7;
const LOST = 1e6;

const point = new Float64Array(3);
const away = new Float64Array(1);

/**
 * found = distance (m) along the ray to the surface of signed distance geom `geom`, by sphere tracing; −1 if that does
 * not converge. The unit normal there, in the world frame, is written to `normal` unless that is null.
 */
export function castSdf(m: Model, d: Data, geom: number, ray: Cast, normal: Float64Array | null): void {
  const { lpnt, lvec, found } = ray;
  const { geom_size, geom_dataid, geom_plugin } = m;
  const { geom_xpos, geom_xmat } = d;

  if (normal !== null) normal.fill(0, 0, 3);
  castBox(ray, geom_xpos, 3 * geom, geom_xmat, 9 * geom, geom_size, 3 * geom, null, null);
  if (found[0] < 0) return;
  found[0] = -1;
  ray.toLocal(geom_xpos, 3 * geom, geom_xmat, 9 * geom);
  unit3(lvec, 0);

  const mesh = geom_dataid[geom];
  const instance = geom_plugin[geom];
  let x = 0;
  for (let step = 0; step < MARCH_STEPS; step++) {
    for (let k = 0; k < 3; k++) point[k] = lpnt[k] + lvec[k] * x;
    if (instance >= 0) pluginDistance(away, 0, d, instance, point);
    else octreeDistance(away, 0, m, mesh, point, 0);
    const distance = Math.abs(away[0]);
    x += distance;
    if (distance < CLOSE) {
      if (normal !== null) {
        for (let k = 0; k < 3; k++) point[k] = lpnt[k] + lvec[k] * x;
        if (instance >= 0) pluginGradient(normal, d, instance, point);
        else octreeGradient(normal, 0, m, mesh, point, 0);
        unit3(normal, 0);
        mulMatVec3(normal, 0, geom_xmat, 9 * geom, normal, 0);
      }
      found[0] = x;
      return;
    }
    if (distance > LOST) return;
  }
}
