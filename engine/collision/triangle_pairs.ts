/** Spheres, capsules and boxes against a triangle with a radius, as elements of two-dimensional flexes are. */

import { mulMatTVec3, mulMatVec3 } from "../math/mat3.ts";
import { addScl3, addTo3, addToScl3, copy3, cross, dot3, norm3, scl3, sub3, unit3, zero3 } from "../math/vec3.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import type { PairContacts } from "./pair_contacts.ts";

// as a constant of this module, it is folded into the code; an imported one is loaded at every use
const TINY = MINVAL;

/** Offset of a triangle's radius behind its nine coordinates. */
export const RADIUS = 9;
/** Numbers per triangle: three corners and the radius. */
export const TRIANGLE = 10;

// seen from the first corner: centre, the two other corners, normal, projection of the centre, axes in the plane
const center = new Float64Array(3);
const side1 = new Float64Array(3);
const side2 = new Float64Array(3);
const normal = new Float64Array(3);
const inPlane = new Float64Array(3);
const axis1 = new Float64Array(3);
const axis2 = new Float64Array(3);
// nearest points on the sides, in the plane, and their distances
const onSides = new Float64Array(9);

/** A ball of radius `size[s]` about `pos[p]` against a triangle, as contact `row`. */
export function ballTriangle(
  con: PairContacts,
  row: number,
  pos: Float64Array,
  p: number,
  size: Float64Array,
  s: number,
  triangle: Float64Array,
): number {
  const { frame } = con;
  const radius = size[s];
  const shell = triangle[RADIUS];
  const reach = con.margin[0] + radius + shell;

  // signed distance from the plane
  sub3(center, 0, pos, p, triangle, 0);
  sub3(side1, 0, triangle, 3, triangle, 0);
  sub3(side2, 0, triangle, 6, triangle, 0);
  cross(normal, 0, side1, 0, side2, 0);
  unit3(normal, 0);
  const height = dot3(normal, 0, center, 0);
  if (Math.abs(height) > reach) return 0;
  addScl3(inPlane, 0, center, 0, normal, 0, -height);

  // the triangle in its plane: the first corner at the origin, the second on the first axis
  copy3(axis1, 0, side1, 0);
  unit3(axis1, 0);
  cross(axis2, 0, normal, 0, side1, 0);
  unit3(axis2, 0);
  const ax = norm3(side1, 0);
  const bx = dot3(axis1, 0, side2, 0);
  const by = dot3(axis2, 0, side2, 0);
  const x = dot3(axis1, 0, inPlane, 0);
  const y = dot3(axis2, 0, inPlane, 0);

  // nearest point: below the centre, or on the nearest side
  const turn1 = Math.sign(ax * y);
  const turn2 = Math.sign((x - bx) * -by - (ax - bx) * (y - by));
  const turn3 = Math.sign(x * by - bx * y);
  if (turn1 !== turn2 || turn2 !== turn3) {
    nearestOnSide(0, x, y, 0, 0, ax, 0);
    nearestOnSide(3, x, y, ax, 0, bx, by);
    nearestOnSide(6, x, y, bx, by, 0, 0);
    const best = onSides[2] < onSides[5] && onSides[2] < onSides[8] ? 0 : onSides[5] < onSides[8] ? 3 : 6;
    scl3(inPlane, 0, axis1, 0, onSides[best]);
    addToScl3(inPlane, 0, axis2, 0, onSides[best + 1]);
  }

  const f = 6 * row;
  sub3(frame, f, inPlane, 0, center, 0);
  const distance = norm3(frame, f);
  if (distance > reach) return 0;
  unit3(frame, f);
  zero3(frame, f + 3);
  const depth = distance - radius - shell;
  con.dist[row] = depth;
  addScl3(con.pos, 3 * row, pos, p, frame, f, radius + depth / 2);
  return 1;
}

/** Point on a side of the triangle that is nearest to (x, y), and its distance, to `onSides[r]`. */
function nearestOnSide(r: number, x: number, y: number, x1: number, y1: number, x2: number, y2: number): void {
  const ux = x2 - x1;
  const uy = y2 - y1;
  const along = (ux * (x - x1) + uy * (y - y1)) / Math.max(TINY, ux * ux + uy * uy);
  const nx = along <= 0 ? x1 : along >= 1 ? x2 : x1 + ux * along;
  const ny = along <= 0 ? y1 : along >= 1 ? y2 : y1 + uy * along;
  onSides[r] = nx;
  onSides[r + 1] = ny;
  onSides[r + 2] = Math.sqrt((nx - x) * (nx - x) + (ny - y) * (ny - y));
}

/** Sphere against triangle. */
export function sphereTriangle(con: PairContacts, m: Model, d: Data, g: number, triangle: Float64Array): number {
  return ballTriangle(con, 0, d.geom_xpos, 3 * g, m.geom_size, 3 * g, triangle);
}

const local = new Float64Array(3);
const corner = new Float64Array(3);
const NO_RADIUS = new Float64Array(1);

/** Box against triangle: corners of the triangle on faces of the box, then corners of the box on the triangle. */
export function boxTriangle(con: PairContacts, m: Model, d: Data, g: number, triangle: Float64Array): number {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const { dist, pos, frame } = con;
  const shell = triangle[RADIUS];
  const margin = con.margin[0];
  const p = 3 * g;
  const r = 9 * g;

  let count = 0;
  for (let v = 0; v < 9; v += 3) {
    // corner of the triangle in the frame of the box, and the nearest face
    sub3(corner, 0, triangle, v, geom_xpos, p);
    mulMatTVec3(local, 0, geom_xmat, r, corner, 0);
    let face = 0;
    let height = Math.abs(local[0]) - geom_size[p];
    for (let k = 1; k < 3; k++) {
      const above = Math.abs(local[k]) - geom_size[p + k];
      if (above > height) {
        height = above;
        face = k;
      }
    }
    if (height - shell > margin || isBeside(geom_size, p, margin, shell)) continue;

    const f = 6 * count;
    const depth = height - shell;
    zero3(corner, 0);
    corner[face] = local[face] > 0 ? 1 : -1;
    mulMatVec3(frame, f, geom_xmat, r, corner, 0);
    zero3(frame, f + 3);
    dist[count] = depth;
    addScl3(pos, 3 * count, triangle, v, frame, f, -(shell + depth * 0.5));
    count++;
  }

  for (let i = 0; i < 8; i++) {
    for (let k = 0; k < 3; k++) local[k] = (i & (1 << k)) !== 0 ? geom_size[p + k] : -geom_size[p + k];
    mulMatVec3(corner, 0, geom_xmat, r, local, 0);
    addTo3(corner, 0, geom_xpos, p);
    count += ballTriangle(con, count, corner, 0, NO_RADIUS, 0, triangle);
  }
  return count;
}

/** Is the point `local` farther than the margin and the shell from the box in some direction? */
function isBeside(size: Float64Array, s: number, margin: number, shell: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (Math.abs(local[k]) > size[s + k] + margin + shell) return true;
  }
  return false;
}

// ends of the segment
const ends = new Float64Array(6);
const along = new Float64Array(3);
const apart = new Float64Array(3);
const foot = new Float64Array(3);

/** Capsule against triangle: its ends on the triangle, then corners of the triangle beside its segment. */
export function capsuleTriangle(con: PairContacts, m: Model, d: Data, g: number, triangle: Float64Array): number {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const { dist, pos, frame } = con;
  const shell = triangle[RADIUS];
  const radius = geom_size[3 * g];
  const half = geom_size[3 * g + 1];

  for (let k = 0; k < 3; k++) {
    const axis = geom_xmat[9 * g + 2 + 3 * k];
    ends[k] = geom_xpos[3 * g + k] + axis * -half;
    ends[k + 3] = geom_xpos[3 * g + k] + axis * half;
  }
  let count = ballTriangle(con, 0, ends, 0, geom_size, 3 * g, triangle);
  count += ballTriangle(con, count, ends, 3, geom_size, 3 * g, triangle);

  sub3(along, 0, ends, 3, ends, 0);
  for (let v = 0; v < 9; v += 3) {
    // foot of the corner, if it is strictly between the ends
    sub3(apart, 0, triangle, v, ends, 0);
    const place = dot3(apart, 0, along, 0) / (4 * half * half);
    if (place <= TINY || place >= 1 - TINY) continue;
    addScl3(foot, 0, ends, 0, along, 0, place);
    sub3(apart, 0, triangle, v, foot, 0);
    const distance = norm3(apart, 0);
    if (distance > radius + shell + con.margin[0]) continue;
    unit3(apart, 0);

    copy3(frame, 6 * count, apart, 0);
    zero3(frame, 6 * count + 3);
    dist[count] = distance - radius - shell;
    for (let k = 0; k < 3; k++) {
      pos[3 * count + k] = (foot[k] + triangle[v + k] + apart[k] * (radius - shell)) * 0.5;
    }
    count++;
  }
  return count;
}
