/** Quick rejection of most pairs of convex geoms that do not touch: they are separated by a face of a bounding box. */

import type { Data } from "../../data.ts";
import { Geom } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { mulMatTMat3, mulMatTVec3, mulMatVec3 } from "../../math/mat3.ts";

// V8-1
const { SPHERE, CAPSULE, CYLINDER, MESH } = Geom;

// bound on the rounding error of the gap between the boxes, relative to their sizes
const SLACK = 1e-6;

const half1 = new Float64Array(3);
const half2 = new Float64Array(3);
const center1 = new Float64Array(3);
const center2 = new Float64Array(3);
const apart = new Float64Array(9);
const rot = new Float64Array(9);

/** Are the boxes around two convex geoms so far apart that the geoms cannot be within `margin[0]`? */
export function boxesApart(m: Model, d: Data, g1: number, g2: number, margin: Float64Array): boolean {
  const { geom_xmat } = d;
  setBox(center1, half1, m, d, g1);
  setBox(center2, half2, m, d, g2);
  const gap = margin[0] + m.opt.ccd_tolerance;
  apart[0] = center2[0] - center1[0];
  apart[1] = center2[1] - center1[1];
  apart[2] = center2[2] - center1[2];
  mulMatTVec3(apart, 3, geom_xmat, 9 * g1, apart, 0);
  mulMatTVec3(apart, 6, geom_xmat, 9 * g2, apart, 0);
  mulMatTMat3(rot, 0, geom_xmat, 9 * g1, geom_xmat, 9 * g2);
  const x1 = half1[0];
  const y1 = half1[1];
  const z1 = half1[2];
  const x2 = half2[0];
  const y2 = half2[1];
  const z2 = half2[2];
  for (let k = 0; k < 3; k++) {
    const reach1 = half1[k] + x2 * Math.abs(rot[3 * k]) + y2 * Math.abs(rot[3 * k + 1]) + z2 * Math.abs(rot[3 * k + 2]);
    if (Math.abs(apart[3 + k]) > reach1 * (1 + SLACK) + gap) return true;
    const reach2 = half2[k] + x1 * Math.abs(rot[k]) + y1 * Math.abs(rot[k + 3]) + z1 * Math.abs(rot[k + 6]);
    if (Math.abs(apart[6 + k]) > reach2 * (1 + SLACK) + gap) return true;
  }
  return false;
}

/** Center and half sizes of the box around a geom, computed from its size if that can change during the simulation. */
function setBox(center: Float64Array, half: Float64Array, m: Model, d: Data, g: number): void {
  const { geom_type, geom_size, geom_aabb } = m;
  const { geom_xpos, geom_xmat } = d;
  const p = 3 * g;
  const type = geom_type[g];
  if (type === MESH) {
    mulMatVec3(center, 0, geom_xmat, 9 * g, geom_aabb, 6 * g);
    center[0] += geom_xpos[p];
    center[1] += geom_xpos[p + 1];
    center[2] += geom_xpos[p + 2];
    half[0] = geom_aabb[6 * g + 3];
    half[1] = geom_aabb[6 * g + 4];
    half[2] = geom_aabb[6 * g + 5];
    return;
  }
  center[0] = geom_xpos[p];
  center[1] = geom_xpos[p + 1];
  center[2] = geom_xpos[p + 2];
  const radius = geom_size[p];
  half[0] = radius;
  half[1] = radius;
  half[2] = radius;
  if (type === SPHERE) return;
  if (type === CAPSULE || type === CYLINDER) {
    half[2] = type === CAPSULE ? geom_size[p + 1] + radius : geom_size[p + 1];
    return;
  }
  half[1] = geom_size[p + 1];
  half[2] = geom_size[p + 2];
}
