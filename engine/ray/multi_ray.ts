/** Many rays from one point: geoms that no ray can hit are ruled out once for all rays. */

import { mulMatTVec3, mulMatVec3 } from "../math/mat3.ts";
import { atan2, PI } from "../math/scalar.ts";
import { addTo3, copy3, dist3, dot3, sub3, subFrom3, zero3 } from "../math/vec3.ts";
import { MAXVAL, MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { Cast } from "./cast.ts";
import { castAnyGeom, isExcluded } from "./ray.ts";
import { castSphere } from "./ray_geom.ts";

// V8-1
const HALF_TURN = PI;
const HUGE = MAXVAL;
const TINY = MINVAL;

/** Scratch memory of `multiRay`. */
export interface MultiRayWork {
  /** 1 for geoms that rays pass through */
  excluded: Uint8Array;
  /** smallest and largest angles of each geom as seen from the common point: azimuth, elevation, azimuth, elevation */
  angles: Float64Array;
}

const ray = new Cast();
/** azimuth and elevation of the ray; V8-2 */
const towards = new Float64Array(2);
const candidate = new Float64Array(3);
const hit = new Float64Array(3);
const point = new Float64Array(3);
const vertex = new Float64Array(3);
const center = new Float64Array(3);

function azimuthOf(v: Float64Array, i: number): number {
  return atan2(v[i + 1], v[i]);
}

/** Angle from the z axis. */
function elevationOf(v: Float64Array, i: number): number {
  return atan2(Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1]), v[i + 2]);
}

/**
 * Casts `nray` rays from `pnt` along the vectors in `vec`, as `ray` does. For each ray, writes the distance to `dist`,
 * and the geom and the normal to `geomid` and `normal` unless those are null. Hits beyond `cutoff` (m) may be missed.
 *
 * @example Two rays at once
 * ```ts
 * import { compile, Data, forward, multiRay } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <geom type="plane" size="1 1 1"/>
 *       <body pos="0 0 0.099"><freejoint/><geom type="sphere" size="0.1" mass="1"/></body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * const from = Float64Array.of(0, 0, 2);
 * const directions = Float64Array.of(0, 0, -1, 0, 0, 1);
 * const distance = new Float64Array(2);
 * multiRay(model, data, from, 0, directions, null, 1, -1, null, distance, null, 2, 100);
 * if (Math.abs(distance[0] - 1.801) > 1e-12 || distance[1] !== -1) throw new Error("wrong distances");
 * ```
 */
export function multiRay(
  m: Model,
  d: Data,
  pnt: Float64Array,
  p: number,
  vec: Float64Array,
  geomgroup: Uint8Array | null,
  flgStatic: 0 | 1,
  bodyexclude: number,
  geomid: Int32Array | null,
  dist: Float64Array,
  normal: Float64Array | null,
  nray: number,
  cutoff: number,
): void {
  const work = d.work.multiRay ??= { excluded: new Uint8Array(m.ngeom), angles: new Float64Array(4 * m.ngeom) };
  prepare(m, d, work, pnt, p, geomgroup, flgStatic, bodyexclude, cutoff);

  for (let i = 0; i < nray; i++) {
    if (dot3(vec, 3 * i, vec, 3 * i) < TINY) dist[i] = -1;
    else castOne(m, d, work, pnt, p, vec, i, geomid, dist, normal);
  }
}

/** Finds the geoms that rays can hit, and the angles under which they appear. */
function prepare(
  m: Model,
  d: Data,
  work: MultiRayWork,
  pnt: Float64Array,
  p: number,
  geomgroup: Uint8Array | null,
  flgStatic: 0 | 1,
  bodyexclude: number,
  cutoff: number,
): void {
  const { nbody, ngeom, body_bvhadr, body_geomadr, body_geomnum, geom_rbound } = m;
  const { geom_xpos } = d;
  const { excluded } = work;

  for (let g = 0; g < ngeom; g++) excluded[g] = isExcluded(m, g, geomgroup, flgStatic, bodyexclude) ? 1 : 0;

  for (let b = 0; b < nbody; b++) {
    if (body_bvhadr[b] === -1) continue;
    for (let g = body_geomadr[b]; g < body_geomadr[b] + body_geomnum[b]; g++) {
      if (excluded[g] !== 0) continue;
      if (dist3(geom_xpos, 3 * g, pnt, p) > cutoff + geom_rbound[g]) excluded[g] = 1;
      else boundAngles(m, d, work.angles, g, pnt, p);
    }
  }
}

function setAllAngles(angles: Float64Array, a: number): void {
  angles[a] = -HALF_TURN;
  angles[a + 1] = 0;
  angles[a + 2] = HALF_TURN;
  angles[a + 3] = HALF_TURN;
}

/** Angles that enclose the bounding box of a geom, with a margin for curvature between its corners. */
function boundAngles(m: Model, d: Data, angles: Float64Array, g: number, pnt: Float64Array, p: number): void {
  const { geom_aabb } = m;
  const { geom_xpos, geom_xmat } = d;
  const box = 6 * g;
  const a = 4 * g;
  if (isInBox(geom_aabb, box, geom_xpos, 3 * g, geom_xmat, 9 * g, pnt, p)) return setAllAngles(angles, a);

  let azimuthMin = HUGE;
  let elevationMin = HUGE;
  let azimuthMax = -HUGE;
  let elevationMax = -HUGE;
  for (let corner = 0; corner < 8; corner++) {
    for (let k = 0; k < 3; k++) {
      const half = geom_aabb[box + 3 + k];
      vertex[k] = (corner >> k) & 1 ? geom_aabb[box + k] + half : geom_aabb[box + k] - half;
    }
    mulMatVec3(vertex, 0, geom_xmat, 9 * g, vertex, 0);
    addTo3(vertex, 0, geom_xpos, 3 * g);
    subFrom3(vertex, 0, pnt, p);
    const azimuth = azimuthOf(vertex, 0);
    const elevation = elevationOf(vertex, 0);
    azimuthMin = Math.min(azimuthMin, azimuth);
    elevationMin = Math.min(elevationMin, elevation);
    azimuthMax = Math.max(azimuthMax, azimuth);
    elevationMax = Math.max(elevationMax, elevation);
  }

  const distance = dist3(pnt, p, geom_xpos, 3 * g);
  if (distance > TINY) {
    const half = Math.max(geom_aabb[box + 3], geom_aabb[box + 4], geom_aabb[box + 5]);
    const margin = atan2(half, distance);
    azimuthMin -= margin;
    elevationMin -= margin;
    azimuthMax += margin;
    elevationMax += margin;
  }

  // around the poles or across the seam of the azimuth: all angles
  if (azimuthMax - azimuthMin > HALF_TURN || elevationMax - elevationMin > HALF_TURN) return setAllAngles(angles, a);
  angles[a] = azimuthMin;
  angles[a + 1] = elevationMin;
  angles[a + 2] = azimuthMax;
  angles[a + 3] = elevationMax;
}

function isInBox(
  aabb: Float64Array,
  box: number,
  pos: Float64Array,
  x: number,
  mat: Float64Array,
  q: number,
  pnt: Float64Array,
  p: number,
): boolean {
  sub3(point, 0, pnt, p, pos, x);
  mulMatTVec3(point, 0, mat, q, point, 0);
  subFrom3(point, 0, aabb, box);
  for (let k = 0; k < 3; k++) if (Math.abs(point[k]) > aabb[box + 3 + k]) return false;
  return true;
}

/** Is the ray within the angles of a geom? */
function isSeen(angles: Float64Array, a: number): boolean {
  const azimuth = towards[0];
  const elevation = towards[1];
  if (elevation < angles[a + 1] || elevation > angles[a + 3]) return false;
  const middle = (angles[a] + angles[a + 2]) * 0.5;
  const half = (angles[a + 2] - angles[a]) * 0.5;
  let off = azimuth - middle;
  if (off > HALF_TURN) off -= 2 * HALF_TURN;
  else if (off < -HALF_TURN) off += 2 * HALF_TURN;
  return Math.abs(off) <= half;
}

function castOne(
  m: Model,
  d: Data,
  work: MultiRayWork,
  pnt: Float64Array,
  p: number,
  vec: Float64Array,
  i: number,
  geomid: Int32Array | null,
  dist: Float64Array,
  normal: Float64Array | null,
): void {
  const { nbody, body_bvhadr, body_geomadr, body_geomnum, bvh_aabb } = m;
  const { xipos } = d;
  const { excluded, angles } = work;
  ray.aim(pnt, p, vec, 3 * i);
  towards[0] = azimuthOf(vec, 3 * i);
  towards[1] = elevationOf(vec, 3 * i);
  let nearest = -1;
  let which = -1;
  zero3(hit, 0);

  for (let b = 0; b < nbody; b++) {
    const bvh = body_bvhadr[b];

    // bounding sphere of the box of all geoms of the body
    if (bvh !== -1) {
      const box = 6 * bvh;
      for (let k = 0; k < 3; k++) center[k] = bvh_aabb[box + k] + xipos[3 * b + k];
      ray.bound[0] = dot3(bvh_aabb, box + 3, bvh_aabb, box + 3);
      castSphere(ray, center, 0, null);
      if (ray.found[0] < 0) continue;
    }

    for (let g = body_geomadr[b]; g < body_geomadr[b] + body_geomnum[b]; g++) {
      if (excluded[g] !== 0) continue;
      if (bvh !== -1 && !isSeen(angles, 4 * g)) continue;
      castAnyGeom(m, d, g, ray, normal === null ? null : candidate);
      const x = ray.found[0];
      if (x >= 0 && (x < nearest || nearest < 0)) {
        nearest = x;
        which = g;
        copy3(hit, 0, candidate, 0);
      }
    }
  }

  dist[i] = nearest;
  if (geomid !== null) geomid[i] = which;
  if (normal !== null) { for (let k = 0; k < 3; k++) normal[3 * i + k] = hit[k]; }
}
