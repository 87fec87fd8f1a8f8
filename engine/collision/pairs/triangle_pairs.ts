/** Spheres, capsules and boxes against a triangle with a radius, as elements of two-dimensional flexes are. */

import { mulMatTVec3, mulMatVec3 } from "../../math/mat3.ts";
import { addScl3, addTo3, copy3, dot3, norm3, sub3, unit3, zero3 } from "../../math/vec3.ts";
import { MINVAL } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";

// V8-1
const TINY = MINVAL;

/** Offset of a triangle's radius behind its nine coordinates. */
export const RADIUS = 9;
/** Numbers per triangle: three corners and the radius. */
export const TRIANGLE = 10;

// in the plane of a triangle: its corners, of which the first is the origin and comes again in the end, and a point
const corners = new Float64Array(8);
const nearest = new Float64Array(2);

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

  // center and sides, seen from the first corner
  const cx = pos[p] - triangle[0];
  const cy = pos[p + 1] - triangle[1];
  const cz = pos[p + 2] - triangle[2];
  const ax = triangle[3] - triangle[0];
  const ay = triangle[4] - triangle[1];
  const az = triangle[5] - triangle[2];
  const bx = triangle[6] - triangle[0];
  const by = triangle[7] - triangle[1];
  const bz = triangle[8] - triangle[2];

  // signed distance from the plane
  let nx = ay * bz - az * by;
  let ny = az * bx - ax * bz;
  let nz = ax * by - ay * bx;
  const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const perArea = 1 / area;
  nx = area < TINY ? 1 : nx * perArea;
  ny = area < TINY ? 0 : ny * perArea;
  nz = area < TINY ? 0 : nz * perArea;
  const height = nx * cx + ny * cy + nz * cz;
  if (Math.abs(height) > reach) return 0;
  const px = cx + nx * -height;
  const py = cy + ny * -height;
  const pz = cz + nz * -height;

  // the triangle in its plane: the first corner at the origin, the second on the first axis
  const length = Math.sqrt(ax * ax + ay * ay + az * az);
  const perLength = 1 / length;
  const ux = length < TINY ? 1 : ax * perLength;
  const uy = length < TINY ? 0 : ay * perLength;
  const uz = length < TINY ? 0 : az * perLength;
  let vx = ny * az - nz * ay;
  let vy = nz * ax - nx * az;
  let vz = nx * ay - ny * ax;
  const across = Math.sqrt(vx * vx + vy * vy + vz * vz);
  const perAcross = 1 / across;
  vx = across < TINY ? 1 : vx * perAcross;
  vy = across < TINY ? 0 : vy * perAcross;
  vz = across < TINY ? 0 : vz * perAcross;
  const b1 = ux * bx + uy * by + uz * bz;
  const b2 = vx * bx + vy * by + vz * bz;
  const x = ux * px + uy * py + uz * pz;
  const y = vx * px + vy * py + vz * pz;

  // nearest point: below the center, or on the nearest side
  const turn1 = Math.sign(length * y);
  const turn2 = Math.sign((x - b1) * -b2 - (length - b1) * (y - b2));
  const turn3 = Math.sign(x * b2 - b1 * y);
  const isInside = turn1 === turn2 && turn2 === turn3;
  if (!isInside) {
    corners[2] = length;
    corners[4] = b1;
    corners[5] = b2;
    nearestOnSides(x, y);
  }
  const dx = (isInside ? px : ux * nearest[0] + vx * nearest[1]) - cx;
  const dy = (isInside ? py : uy * nearest[0] + vy * nearest[1]) - cy;
  const dz = (isInside ? pz : uz * nearest[0] + vz * nearest[1]) - cz;

  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (distance > reach) return 0;
  const perDistance = 1 / distance;
  const f = 6 * row;
  frame[f] = distance < TINY ? 1 : dx * perDistance;
  frame[f + 1] = distance < TINY ? 0 : dy * perDistance;
  frame[f + 2] = distance < TINY ? 0 : dz * perDistance;
  zero3(frame, f + 3);
  const depth = distance - radius - shell;
  const along = radius + depth / 2;
  con.dist[row] = depth;
  con.pos[3 * row] = pos[p] + frame[f] * along;
  con.pos[3 * row + 1] = pos[p + 1] + frame[f + 1] * along;
  con.pos[3 * row + 2] = pos[p + 2] + frame[f + 2] * along;
  return 1;
}

/** nearest = the point on the sides of the triangle in `corners` that is nearest to (x, y) */
function nearestOnSides(x: number, y: number): void {
  let least = Infinity;
  for (let c = 0; c < 6; c += 2) {
    const x1 = corners[c];
    const y1 = corners[c + 1];
    const ux = corners[c + 2] - x1;
    const uy = corners[c + 3] - y1;
    const along = (ux * (x - x1) + uy * (y - y1)) / Math.max(TINY, ux * ux + uy * uy);
    const nx = along <= 0 ? x1 : along >= 1 ? corners[c + 2] : x1 + ux * along;
    const ny = along <= 0 ? y1 : along >= 1 ? corners[c + 3] : y1 + uy * along;
    const distance = Math.sqrt((nx - x) * (nx - x) + (ny - y) * (ny - y));

    // of sides that are as near, the last
    if (distance > least) continue;
    least = distance;
    nearest[0] = nx;
    nearest[1] = ny;
  }
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
