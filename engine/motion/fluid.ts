/** Shapes of bodies in a fluid, and their velocities relative to it. */

import { transformMotion } from "../math/spatial.ts";
import { subFrom3 } from "../math/vec3.ts";
import { MINVAL, NFLUID } from "../types/constants.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { frameVelocity } from "./frame_velocity.ts";

const wind = new Float64Array(6);
const localWind = new Float64Array(6);

/** Does any geom of body `i` use the ellipsoid model? */
export function usesEllipsoids(m: Model, i: number): boolean {
  const { body_geomadr, body_geomnum, geom_fluid } = m;
  for (let g = body_geomadr[i]; g < body_geomadr[i] + body_geomnum[i]; g++) {
    if (geom_fluid[NFLUID * g] > 0) return true;
  }
  return false;
}

/** Writes the velocity, relative to the fluid, of a frame fixed to `body` to `res`, along the axes of the frame. */
export function velocityInFluid(
  m: Model,
  d: Data,
  res: Float64Array,
  body: number,
  pos: Float64Array,
  p: number,
  mat: Float64Array,
  r: number,
): void {
  frameVelocity(m, d, res, 0, body, pos, p, mat, r);
  for (let k = 0; k < 3; k++) wind[3 + k] = m.opt.wind[k];
  transformMotion(localWind, 0, wind, 0, pos, p, d.subtree_com, 3 * m.body_rootid[body], mat, r);
  subFrom3(res, 3, localWind, 3);
}

/** Edge lengths of the box of uniform density with the mass and inertia of body `i`. */
export function inertiaBox(m: Model, res: Float64Array, i: number): void {
  const { body_inertia, body_mass } = m;
  const x = body_inertia[3 * i];
  const y = body_inertia[3 * i + 1];
  const z = body_inertia[3 * i + 2];
  res[0] = Math.sqrt(Math.max(MINVAL, y + z - x) / body_mass[i] * 6);
  res[1] = Math.sqrt(Math.max(MINVAL, x + z - y) / body_mass[i] * 6);
  res[2] = Math.sqrt(Math.max(MINVAL, x + y - z) / body_mass[i] * 6);
}
