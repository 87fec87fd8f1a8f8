/** Planes against spheres, capsules, cylinders and boxes. A plane's normal is its z axis. */

import { MINVAL } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { column3 } from "../math/mat3.ts";
import { copy3, cross, dot3, scl3, sub3, unit3, zero3 } from "../math/vec3.ts";
import type { PairContacts } from "./pair_contacts.ts";

/** A ball about a given point above a plane, as contact `row`. */
export function planeBall(
  con: PairContacts,
  row: number,
  pos1: Float64Array,
  p1: number,
  mat1: Float64Array,
  m1: number,
  pos2: Float64Array,
  p2: number,
  size2: Float64Array,
  s2: number,
): number {
  const { dist, pos, frame } = con;
  const nx = mat1[m1 + 2];
  const ny = mat1[m1 + 5];
  const nz = mat1[m1 + 8];
  const radius = size2[s2];

  const height = (pos2[p2] - pos1[p1]) * nx + (pos2[p2 + 1] - pos1[p1 + 1]) * ny + (pos2[p2 + 2] - pos1[p1 + 2]) * nz;
  if (height > con.margin[0] + radius) return 0;

  const depth = height - radius;
  const along = -depth / 2 - radius;
  const p = 3 * row;
  const f = 6 * row;
  dist[row] = depth;
  pos[p] = pos2[p2] + nx * along;
  pos[p + 1] = pos2[p2 + 1] + ny * along;
  pos[p + 2] = pos2[p2 + 2] + nz * along;
  frame[f] = nx;
  frame[f + 1] = ny;
  frame[f + 2] = nz;
  frame[f + 3] = 0;
  frame[f + 4] = 0;
  frame[f + 5] = 0;
  return 1;
}

/** Plane against sphere. */
export function planeSphere(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { geom_xpos, geom_xmat } = d;
  return planeBall(con, 0, geom_xpos, 3 * g1, geom_xmat, 9 * g1, geom_xpos, 3 * g2, m.geom_size, 3 * g2);
}

const normal = new Float64Array(3);
const axis = new Float64Array(3);
const vec = new Float64Array(3);
const side = new Float64Array(3);

/** Plane against capsule: a ball at either end; the y axis of the frames follows the capsule. */
export function planeCapsule(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const { frame } = con;
  const p1 = 3 * g1;
  const p2 = 3 * g2;
  const half = geom_size[p2 + 1];
  column3(axis, 0, geom_xmat, 9 * g2, 2);

  let count = 0;
  for (let k = 0; k < 3; k++) vec[k] = geom_xpos[p2 + k] + half * axis[k];
  count += planeBall(con, count, geom_xpos, p1, geom_xmat, 9 * g1, vec, 0, geom_size, p2);
  for (let k = 0; k < 3; k++) vec[k] = geom_xpos[p2 + k] - half * axis[k];
  count += planeBall(con, count, geom_xpos, p1, geom_xmat, 9 * g1, vec, 0, geom_size, p2);

  for (let row = 0; row < count; row++) copy3(frame, 6 * row + 3, axis, 0);
  return count;
}

/** Contact `row` of a plane at the point `center + offset` of a cylinder, where `offset` is `vec` and more. */
function planePoint(con: PairContacts, row: number): void {
  const { dist, pos, frame } = con;
  const along = -dist[row] * 0.5;
  for (let k = 0; k < 3; k++) pos[3 * row + k] += normal[k] * along;
  copy3(frame, 6 * row, normal, 0);
  zero3(frame, 6 * row + 3);
}

/**
 * Plane against cylinder: the lowest point of the near disk, the point above it on the far disk, and two more on
 * the near disk that make an equilateral triangle with the first.
 */
export function planeCylinder(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const { dist, pos } = con;
  const margin = con.margin[0];
  const p2 = 3 * g2;
  const m2 = 9 * g2;
  const radius = geom_size[p2];
  const half = geom_size[p2 + 1];
  column3(normal, 0, geom_xmat, 9 * g1, 2);
  column3(axis, 0, geom_xmat, m2, 2);

  // let the axis point into the plane
  let rise = dot3(normal, 0, axis, 0);
  if (rise > 0) {
    scl3(axis, 0, axis, 0, -1);
    rise = -rise;
  }
  sub3(vec, 0, geom_xpos, p2, geom_xpos, 3 * g1);
  const height = dot3(vec, 0, normal, 0);

  // the steepest descent within the disk, as long as the radius; the x axis if the disk is parallel to the plane
  scl3(vec, 0, axis, 0, rise);
  sub3(vec, 0, vec, 0, normal, 0);
  const squared = dot3(vec, 0, vec, 0);
  if (squared >= MINVAL * MINVAL) {
    const scale = radius / Math.sqrt(squared);
    scl3(vec, 0, vec, 0, scale);
  } else {
    column3(vec, 0, geom_xmat, m2, 0);
    scl3(vec, 0, vec, 0, radius);
  }
  const descent = dot3(vec, 0, normal, 0);
  scl3(axis, 0, axis, 0, half);
  rise *= half;

  // lowest point
  const lowest = height + rise + descent;
  if (!(lowest <= margin)) return 0;
  dist[0] = lowest;
  for (let k = 0; k < 3; k++) pos[k] = geom_xpos[p2 + k] + vec[k] + axis[k];
  planePoint(con, 0);
  let count = 1;

  // its counterpart on the far disk
  const far = height - rise + descent;
  if (far <= margin) {
    dist[count] = far;
    for (let k = 0; k < 3; k++) pos[3 * count + k] = geom_xpos[p2 + k] + vec[k] - axis[k];
    planePoint(con, count);
    count++;
  }

  // the rest of the triangle
  const across = height + rise - descent * 0.5;
  if (across <= margin) {
    cross(side, 0, vec, 0, axis, 0);
    unit3(side, 0);
    scl3(side, 0, side, 0, radius * Math.sqrt(3) / 2);
    for (let sign = 1; sign >= -1; sign -= 2) {
      dist[count] = across;
      for (let k = 0; k < 3; k++) {
        pos[3 * count + k] = geom_xpos[p2 + k] + sign * side[k] + axis[k] + vec[k] * -0.5;
      }
      planePoint(con, count);
      count++;
    }
  }
  return count;
}

/** Plane against box: the first four corners that are near the plane and below the centre. */
export function planeBox(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const { dist, pos, frame } = con;
  const margin = con.margin[0];
  const p = 3 * g2;
  const a = 9 * g2;
  const nx = geom_xmat[9 * g1 + 2];
  const ny = geom_xmat[9 * g1 + 5];
  const nz = geom_xmat[9 * g1 + 8];
  const height = (geom_xpos[p] - geom_xpos[3 * g1]) * nx + (geom_xpos[p + 1] - geom_xpos[3 * g1 + 1]) * ny +
    (geom_xpos[p + 2] - geom_xpos[3 * g1 + 2]) * nz;

  let count = 0;
  for (let i = 0; i < 8; i++) {
    // corner relative to the centre, global frame
    const u = i & 1 ? geom_size[p] : -geom_size[p];
    const v = i & 2 ? geom_size[p + 1] : -geom_size[p + 1];
    const w = i & 4 ? geom_size[p + 2] : -geom_size[p + 2];
    const x = geom_xmat[a] * u + geom_xmat[a + 1] * v + geom_xmat[a + 2] * w;
    const y = geom_xmat[a + 3] * u + geom_xmat[a + 4] * v + geom_xmat[a + 5] * w;
    const z = geom_xmat[a + 6] * u + geom_xmat[a + 7] * v + geom_xmat[a + 8] * w;

    const below = nx * x + ny * y + nz * z;
    const depth = height + below;
    if (depth > margin || below > 0) continue;

    const along = -depth / 2;
    const r = 3 * count;
    const f = 6 * count;
    dist[count] = depth;
    pos[r] = x + geom_xpos[p] + nx * along;
    pos[r + 1] = y + geom_xpos[p + 1] + ny * along;
    pos[r + 2] = z + geom_xpos[p + 2] + nz * along;
    frame[f] = nx;
    frame[f + 1] = ny;
    frame[f + 2] = nz;
    frame[f + 3] = 0;
    frame[f + 4] = 0;
    frame[f + 5] = 0;
    count++;
    if (count === 4) return 4;
  }
  return count;
}
