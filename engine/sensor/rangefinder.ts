/** Rangefinders: one ray from a site, or one per pixel of a camera. */

import { mulMatVec3 } from "../math/mat3.ts";
import { add3, unit3 } from "../math/vec3.ts";
import { Cast } from "../ray/cast.ts";
import { multiRay } from "../ray/multi_ray.ts";
import { castAll } from "../ray/ray.ts";
import { cameraIntrinsics } from "./camera.ts";
import { MAXVAL, NSENS } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Obj, Projection, RayDataField } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { SITE } = Obj;
const { PERSPECTIVE } = Projection;
const { DEPTH, DIR, DIST, NORMAL, ORIGIN, POINT } = RayDataField;

/** Rays of a perspective camera. */
export interface RangefinderWork {
  /** directions */
  direction: Float64Array;
  /** distances, −1 for a miss */
  distance: Float64Array;
  /** normals of what they hit */
  normal: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** rays of the camera rangefinder with the most pixels so far */
    rangefinder?: RangefinderWork;
  }
}

const beam = new Cast();
const { pnt: origin, vec: direction, found } = beam;
const normal = new Float64Array(3);
const point = new Float64Array(3);
const axis = new Float64Array(3);
const optics = new Float64Array(4);

/** All requested fields, ray by ray; rays ignore the body that carries the sensor. */
export function rangefinder(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  const { sensor_objtype, sensor_objid, sensor_intprm, cam_projection } = m;
  const id = sensor_objid[i];
  const fields = sensor_intprm[NSENS * i];
  if (sensor_objtype[i] === SITE) siteRay(m, d, id, fields, res, r);
  else if (cam_projection[id] === PERSPECTIVE) perspectiveRays(m, d, id, fields, res, r);
  else orthographicRays(m, d, id, fields, res, r);
}

/** One ray along the z axis of a site. */
function siteRay(m: Model, d: Data, site: number, fields: number, res: Float64Array, r: number): void {
  const { site_xpos, site_xmat } = d;
  for (let k = 0; k < 3; k++) {
    origin[k] = site_xpos[3 * site + k];
    direction[k] = site_xmat[9 * site + 2 + 3 * k];
  }
  castAll(m, d, beam, null, 1, m.site_bodyid[site], null, normal);
  report(d, -1, fields, 0, found, direction, normal, res, r);
}

/** Rays from the camera through the centers of its pixels, row by row from the top. */
function perspectiveRays(m: Model, d: Data, camera: number, fields: number, res: Float64Array, r: number): void {
  const { cam_resolution, cam_bodyid } = m;
  const { cam_xpos, cam_xmat } = d;
  const width = cam_resolution[2 * camera];
  const height = cam_resolution[2 * camera + 1];
  const count = width * height;
  if ((d.work.rangefinder?.distance.length ?? -1) < count) {
    d.work.rangefinder = {
      direction: new Float64Array(3 * count),
      distance: new Float64Array(count),
      normal: new Float64Array(3 * count),
    };
  }
  const work = d.work.rangefinder as RangefinderWork;
  cameraIntrinsics(optics, m, camera);
  const fx = optics[0];
  const fy = optics[1];
  const cx = optics[2];
  const cy = optics[3];

  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const v = 3 * (row * width + column);
      axis[0] = (column + 0.5 - cx) / fx;
      axis[1] = -(row + 0.5 - cy) / fy;
      axis[2] = -1;
      mulMatVec3(work.direction, v, cam_xmat, 9 * camera, axis, 0);
      unit3(work.direction, v);
    }
  }

  const normals = fields & (1 << NORMAL) ? work.normal : null;
  const exclude = cam_bodyid[camera];
  const p = 3 * camera;
  multiRay(m, d, cam_xpos, p, work.direction, null, 1, exclude, null, work.distance, normals, count, MAXVAL);
  for (let k = 0; k < 3; k++) origin[k] = cam_xpos[p + k];
  let at = r;
  for (let k = 0; k < count; k++) {
    at = report(d, camera, fields, k, work.distance, work.direction, work.normal, res, at);
  }
}

/** Parallel rays from the pixels of an image plane in the camera. */
function orthographicRays(m: Model, d: Data, camera: number, fields: number, res: Float64Array, r: number): void {
  const { cam_resolution, cam_bodyid, cam_fovy } = m;
  const { cam_xpos, cam_xmat } = d;
  const width = cam_resolution[2 * camera];
  const height = cam_resolution[2 * camera + 1];
  const half = cam_fovy[camera] / 2;
  const cx = width / 2;
  const cy = height / 2;
  for (let k = 0; k < 3; k++) direction[k] = -cam_xmat[9 * camera + 2 + 3 * k];

  let at = r;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      axis[0] = (column + 0.5 - cx) / cx * half;
      axis[1] = -(row + 0.5 - cy) / cy * half;
      axis[2] = 0;
      mulMatVec3(origin, 0, cam_xmat, 9 * camera, axis, 0);
      add3(origin, 0, cam_xpos, 3 * camera, origin, 0);
      castAll(m, d, beam, null, 1, cam_bodyid[camera], null, normal);
      at = report(d, camera, fields, 0, found, direction, normal, res, at);
    }
  }
}

/** Writes the requested fields of ray `k` from `origin`; returns the offset of the next ray's fields. */
function report(
  d: Data,
  camera: number,
  fields: number,
  k: number,
  distances: Float64Array,
  directions: Float64Array,
  normals: Float64Array,
  res: Float64Array,
  start: number,
): number {
  const distance = distances[k];
  const hit = distance >= 0;
  const v = 3 * k;
  let at = start;
  for (let c = 0; c < 3; c++) point[c] = hit ? origin[c] + directions[v + c] * distance : 0;

  if (fields & (1 << DIST)) res[at++] = distance;
  if (fields & (1 << DIR)) { for (let c = 0; c < 3; c++) res[at++] = hit ? directions[v + c] : 0; }
  if (fields & (1 << ORIGIN)) { for (let c = 0; c < 3; c++) res[at++] = origin[c]; }
  if (fields & (1 << POINT)) { for (let c = 0; c < 3; c++) res[at++] = point[c]; }
  if (fields & (1 << NORMAL)) { for (let c = 0; c < 3; c++) res[at++] = normals[v + c]; }
  if (fields & (1 << DEPTH)) res[at++] = !hit ? -1 : camera < 0 ? distance : depth(d, camera);
  return at;
}

/** Distance of `point` from the camera along its optical axis. */
function depth(d: Data, camera: number): number {
  const { cam_xpos, cam_xmat } = d;
  const c = 3 * camera;
  const z = 9 * camera + 2;
  return -((point[0] - cam_xpos[c]) * cam_xmat[z] + (point[1] - cam_xpos[c + 1]) * cam_xmat[z + 3] +
    (point[2] - cam_xpos[c + 2]) * cam_xmat[z + 6]);
}
