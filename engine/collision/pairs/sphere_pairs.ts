/** Spheres and capsules against each other: nearest points of points and segments, then two balls. */

import { MINVAL } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { column3 } from "../../math/mat3.ts";
import { cross, unit3 } from "../../math/vec3.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";

const zaxes = new Float64Array(6);

/** Two balls about given points, as contact `row`; the z axes break the tie of coincident centers. */
export function ballBall(
  con: PairContacts,
  row: number,
  pos1: Float64Array,
  p1: number,
  mat1: Float64Array,
  m1: number,
  size1: Float64Array,
  s1: number,
  pos2: Float64Array,
  p2: number,
  mat2: Float64Array,
  m2: number,
  size2: Float64Array,
  s2: number,
): number {
  const { dist, pos, frame } = con;
  const radius1 = size1[s1];
  const radius2 = size2[s2];

  // too far apart
  const x = pos2[p2] - pos1[p1];
  const y = pos2[p2 + 1] - pos1[p1 + 1];
  const z = pos2[p2 + 2] - pos1[p1 + 2];
  const squared = x * x + y * y + z * z;
  const reach = con.margin[0] + radius1 + radius2;
  if (squared > reach * reach) return 0;

  // normal along the line of centers
  const length = Math.sqrt(squared);
  const depth = length - radius1 - radius2;
  const p = 3 * row;
  const f = 6 * row;
  if (length < MINVAL) {
    tieBreak(frame, f, mat1, m1, mat2, m2);
  } else {
    const inverse = 1 / length;
    frame[f] = x * inverse;
    frame[f + 1] = y * inverse;
    frame[f + 2] = z * inverse;
  }

  // midway between the surfaces
  const along = radius1 + depth / 2;
  dist[row] = depth;
  pos[p] = frame[f] * along + pos1[p1];
  pos[p + 1] = frame[f + 1] * along + pos1[p1 + 1];
  pos[p + 2] = frame[f + 2] * along + pos1[p1 + 2];
  frame[f + 3] = 0;
  frame[f + 4] = 0;
  frame[f + 5] = 0;
  return 1;
}

/** Normal of coincident centers: across both z axes, or along x if those are parallel. */
function tieBreak(
  frame: Float64Array,
  f: number,
  mat1: Float64Array,
  m1: number,
  mat2: Float64Array,
  m2: number,
): void {
  column3(zaxes, 0, mat1, m1, 2);
  column3(zaxes, 3, mat2, m2, 2);
  cross(frame, f, zaxes, 0, zaxes, 3);
  unit3(frame, f);
}

/** Sphere against sphere. */
export function sphereSphere(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  return ballBall(
    con,
    0,
    geom_xpos,
    3 * g1,
    geom_xmat,
    9 * g1,
    geom_size,
    3 * g1,
    geom_xpos,
    3 * g2,
    geom_xmat,
    9 * g2,
    geom_size,
    3 * g2,
  );
}

/** Sphere against capsule. */
export function sphereCapsule(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const p1 = 3 * g1;
  const p2 = 3 * g2;
  const m2 = 9 * g2;

  // the point of the segment nearest to the sphere
  const half = geom_size[p2 + 1];
  const ax = geom_xmat[m2 + 2];
  const ay = geom_xmat[m2 + 5];
  const az = geom_xmat[m2 + 8];
  const along = ax * (geom_xpos[p1] - geom_xpos[p2]) + ay * (geom_xpos[p1 + 1] - geom_xpos[p2 + 1]) +
    az * (geom_xpos[p1 + 2] - geom_xpos[p2 + 2]);
  const t = Math.max(-half, Math.min(along, half));
  point[3] = ax * t + geom_xpos[p2];
  point[4] = ay * t + geom_xpos[p2 + 1];
  point[5] = az * t + geom_xpos[p2 + 2];
  return ballBall(
    con,
    0,
    geom_xpos,
    p1,
    geom_xmat,
    9 * g1,
    geom_size,
    p1,
    point,
    3,
    geom_xmat,
    m2,
    geom_size,
    p2,
  );
}

/** Capsule against capsule: one contact, or two where the axes are parallel. */
export function capsuleCapsule(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const p1 = 3 * g1;
  const p2 = 3 * g2;
  const m1 = 9 * g1;
  const m2 = 9 * g2;

  // half axes and the vector between the centers
  const half1 = geom_size[p1 + 1];
  const half2 = geom_size[p2 + 1];
  const ax = geom_xmat[m1 + 2] * half1;
  const ay = geom_xmat[m1 + 5] * half1;
  const az = geom_xmat[m1 + 8] * half1;
  const bx = geom_xmat[m2 + 2] * half2;
  const by = geom_xmat[m2 + 5] * half2;
  const bz = geom_xmat[m2 + 8] * half2;
  const dx = geom_xpos[p1] - geom_xpos[p2];
  const dy = geom_xpos[p1 + 1] - geom_xpos[p2 + 1];
  const dz = geom_xpos[p1 + 2] - geom_xpos[p2 + 2];
  axes[0] = ax;
  axes[1] = ay;
  axes[2] = az;
  axes[3] = bx;
  axes[4] = by;
  axes[5] = bz;

  // the squared distance of two points on the lines is a quadratic form of their coordinates
  const aa = ax * ax + ay * ay + az * az;
  const ab = -(ax * bx + ay * by + az * bz);
  const bb = bx * bx + by * by + bz * bz;
  const u = -(ax * dx + ay * dy + az * dz);
  const v = bx * dx + by * dy + bz * dz;
  const det = aa * bb - ab * ab;

  // skew lines: the minimum of the form, clipped to both segments
  if (Math.abs(det) >= MINVAL) {
    at[0] = (bb * u - ab * v) / det; // V8-10
    at[1] = (aa * v - ab * u) / det;
    if (at[0] > 1) {
      at[0] = 1;
      at[1] = (v - ab) / bb;
    } else if (at[0] < -1) {
      at[0] = -1;
      at[1] = (v + ab) / bb;
    }
    if (at[1] > 1) {
      at[1] = 1;
      at[0] = Math.max(-1, Math.min((u - ab) / aa, 1));
    } else if (at[1] < -1) {
      at[1] = -1;
      at[0] = Math.max(-1, Math.min((u + ab) / aa, 1));
    }
    return ballsOnAxes(con, 0, m, d, g1, g2);
  }

  // parallel lines: the ends of the first segment, then those of the second, until there are two contacts
  at[0] = 1;
  at[1] = Math.max(-1, Math.min((v - ab) / bb, 1));
  let count = ballsOnAxes(con, 0, m, d, g1, g2);
  at[0] = -1;
  at[1] = Math.max(-1, Math.min((v + ab) / bb, 1));
  count += ballsOnAxes(con, count, m, d, g1, g2);
  if (count >= 2) return count;

  at[0] = Math.max(-1, Math.min((u - ab) / aa, 1));
  at[1] = 1;
  count += ballsOnAxes(con, count, m, d, g1, g2);
  if (count >= 2) return count;

  at[0] = Math.max(-1, Math.min((u + ab) / aa, 1));
  at[1] = -1;
  return count + ballsOnAxes(con, count, m, d, g1, g2);
}

// half axes of two capsules; coordinates on them; two points
const axes = new Float64Array(6);
const at = new Float64Array(2);
const point = new Float64Array(6);

/** Balls about the points of the half axes with coordinates `at`. */
function ballsOnAxes(con: PairContacts, row: number, m: Model, d: Data, g1: number, g2: number): number {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  for (let k = 0; k < 3; k++) {
    point[k] = axes[k] * at[0] + geom_xpos[3 * g1 + k];
    point[k + 3] = axes[k + 3] * at[1] + geom_xpos[3 * g2 + k];
  }
  return ballBall(
    con,
    row,
    point,
    0,
    geom_xmat,
    9 * g1,
    geom_size,
    3 * g1,
    point,
    3,
    geom_xmat,
    9 * g2,
    geom_size,
    3 * g2,
  );
}
