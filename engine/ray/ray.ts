/** Rays against all visible geoms and flexes. */

import { copy3, norm3, zero3 } from "../math/vec3.ts";
import { MINVAL, NGROUP } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Geom } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { Cast } from "./cast.ts";
import { castGeom } from "./ray_geom.ts";
import { castHfield } from "./ray_hfield.ts";
import { castMesh } from "./ray_mesh.ts";
import { castSdf } from "./ray_sdf.ts";

// V8-1
const { BOX, CAPSULE, CYLINDER, MESH, SPHERE } = Geom;

// what rounding does not change
const NEARLY_NOT = 1e-5;
const CLEARLY = 1 - 1e-9;

/**
 * Do rays pass through this geom? True if it belongs to `bodyexclude`, is invisible, is static while `flgStatic` is 0,
 * or if `geomgroup` is given and its entry for the geom's group is 0.
 */
export function isExcluded(
  m: Model,
  geom: number,
  geomgroup: Uint8Array | null,
  flgStatic: 0 | 1,
  bodyexclude: number,
): boolean {
  const { geom_bodyid, geom_matid, geom_rgba, geom_group, mat_rgba, body_weldid } = m;
  const body = geom_bodyid[geom];
  const material = geom_matid[geom];
  if (body === bodyexclude) return true;
  if ((material < 0 ? geom_rgba[4 * geom + 3] : mat_rgba[4 * material + 3]) === 0) return true;
  if (flgStatic === 0 && body_weldid[body] === 0) return true;
  if (geomgroup === null) return false;
  return geomgroup[Math.min(NGROUP - 1, Math.max(0, geom_group[geom]))] === 0;
}

/**
 * Ray against one geom of any type: found = smallest x ≥ 0 for which `pnt + x vec` is on its surface, or −1 if there is
 * none.
 */
export function castAnyGeom(m: Model, d: Data, geom: number, ray: Cast, normal: Float64Array | null): void {
  const type = m.geom_type[geom];
  switch (type) {
    case Geom.MESH:
      return castMesh(m, d, geom, ray, normal);
    case Geom.HFIELD:
      return castHfield(m, d, geom, ray, normal);
    case Geom.SDF:
      return castSdf(m, d, geom, ray, normal);
    default:
      return castGeom(ray, d.geom_xpos, 3 * geom, d.geom_xmat, 9 * geom, m.geom_size, 3 * geom, type, normal);
  }
}

const own = new Cast();
const candidate = new Float64Array(3);

/**
 * Casts a ray from `pnt` along `vec` (three numbers from offsets `p` and `v` on) and returns the smallest x ≥ 0 for
 * which `pnt + x vec` is on a visible geom, or −1. Poses must be up to date, as after `forward`.
 *
 * The ray passes through geoms of body `bodyexclude` (−1 for none), static geoms if `flgStatic` is 0, and geoms in
 * groups whose entry in `geomgroup` (six flags, or null) is 0. The id of the geom hit is written to `geomid[0]` (−1 for
 * a miss), and the unit normal of its surface to the first three numbers of `normal`, unless those are null.
 *
 * @example A ray down to a ball
 * ```ts
 * import { Data, Model, ray } from "@plumbline/sim";
 *
 * const model = new Model({ nbody: 1, ngeom: 1 });
 * model.geom_type[0] = 2; // a sphere of radius 0.5 at the origin
 * model.geom_size[0] = 0.5;
 * model.geom_matid[0] = -1;
 * model.geom_rgba[3] = 1;
 * const data = new Data(model);
 * data.geom_xmat.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
 *
 * const from = Float64Array.of(0, 0, 2);
 * const down = Float64Array.of(0, 0, -1);
 * const normal = new Float64Array(3);
 * const distance = ray(model, data, from, 0, down, 0, null, 1, -1, null, normal);
 * if (distance !== 1.5 || normal[2] !== 1) throw new Error("missed");
 * ```
 */
export function ray(
  m: Model,
  d: Data,
  pnt: Float64Array,
  p: number,
  vec: Float64Array,
  v: number,
  geomgroup: Uint8Array | null,
  flgStatic: 0 | 1,
  bodyexclude: number,
  geomid: Int32Array | null,
  normal: Float64Array | null,
): number {
  own.aim(pnt, p, vec, v);
  castAll(m, d, own, geomgroup, flgStatic, bodyexclude, geomid, normal);
  return own.found[0];
}

/** The same for a ray that is aimed already: the distance is `ray.found`, V8-2. */
export function castAll(
  m: Model,
  d: Data,
  ray: Cast,
  geomgroup: Uint8Array | null,
  flgStatic: 0 | 1,
  bodyexclude: number,
  geomid: Int32Array | null,
  normal: Float64Array | null,
): void {
  const { found } = ray;
  if (norm3(ray.vec, 0) < MINVAL) throw new RangeError("ray: the direction has no length");
  if (geomid !== null) geomid[0] = -1;
  if (normal !== null) zero3(normal, 0);

  let distance = -1;
  const { ngeom } = m;
  for (let geom = nextGeom(m, d, ray, 0); geom < ngeom; geom = nextGeom(m, d, ray, geom + 1)) {
    if (isExcluded(m, geom, geomgroup, flgStatic, bodyexclude)) continue;
    castAnyGeom(m, d, geom, ray, normal === null ? null : candidate);
    const x = found[0];
    if (x >= 0 && (x < distance || distance < 0)) {
      distance = x;
      if (geomid !== null) geomid[0] = geom;
      if (normal !== null) copy3(normal, 0, candidate, 0);
    }
  }
  found[0] = distance;
}

/** The first geom from `start` on whose bounding sphere the ray does not clearly miss, as most are. V8-14 */
function nextGeom({ ngeom, geom_type, geom_size }: Model, { geom_xpos }: Data, ray: Cast, start: number): number {
  const { pnt, vec } = ray;
  const px = pnt[0];
  const py = pnt[1];
  const pz = pnt[2];
  const vx = vec[0];
  const vy = vec[1];
  const vz = vec[2];
  const a = vx * vx + vy * vy + vz * vz;
  let geom = start;
  for (; geom < ngeom; geom++) {
    const type = geom_type[geom];
    const p = 3 * geom;
    const x = geom_size[p];
    const y = geom_size[p + 1];
    const z = geom_size[p + 2];
    let bound = x * x;
    if (type === CAPSULE) bound = (x + y) * (x + y);
    else if (type === BOX || type === MESH) bound = x * x + y * y + z * z;
    else if (type === CYLINDER) bound = x * x + y * y;
    else if (type !== SPHERE) break;
    const dx = px - geom_xpos[p];
    const dy = py - geom_xpos[p + 1];
    const dz = pz - geom_xpos[p + 2];
    const b = vx * dx + vy * dy + vz * dz;
    const ahead = Math.max(-b, NEARLY_NOT * b);
    if (!(ahead * ahead < CLEARLY * a * (dx * dx + dy * dy + dz * dz - bound))) break;
  }
  return geom;
}
