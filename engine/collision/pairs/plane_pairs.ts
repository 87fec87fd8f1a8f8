/** Planes against spheres, capsules, ellipsoids, cylinders and boxes. A plane's normal is its z axis. */

import { planeConvex } from "./plane_convex.ts";
import { MINVAL } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { unit3 } from "../../math/vec3.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";

// V8-1
const TINY = MINVAL;

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

/** Plane against capsule: a ball at either end; the y axis of the frames follows the capsule. */
export function planeCapsule(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const { dist, pos, frame, margin } = con;
  const p1 = 3 * g1;
  const p2 = 3 * g2;
  const r1 = 9 * g1 + 2;
  const r2 = 9 * g2 + 2;
  const nx = geom_xmat[r1];
  const ny = geom_xmat[r1 + 3];
  const nz = geom_xmat[r1 + 6];
  const ax = geom_xmat[r2];
  const ay = geom_xmat[r2 + 3];
  const az = geom_xmat[r2 + 6];
  const radius = geom_size[p2];
  const reach = margin[0] + radius;

  let count = 0;
  let half = geom_size[p2 + 1];
  for (let end = 0; end < 2; end++) {
    const x = geom_xpos[p2] + half * ax;
    const y = geom_xpos[p2 + 1] + half * ay;
    const z = geom_xpos[p2 + 2] + half * az;
    half = -half;
    const height = (x - geom_xpos[p1]) * nx + (y - geom_xpos[p1 + 1]) * ny + (z - geom_xpos[p1 + 2]) * nz;
    if (height > reach) continue;

    const depth = height - radius;
    const along = -depth / 2 - radius;
    const p = 3 * count;
    dist[count] = depth;
    pos[p] = x + nx * along;
    pos[p + 1] = y + ny * along;
    pos[p + 2] = z + nz * along;
    count++;
  }
  con.oneFrame = true;
  frame[0] = nx;
  frame[1] = ny;
  frame[2] = nz;
  frame[3] = ax;
  frame[4] = ay;
  frame[5] = az;
  return count;
}

/** Plane against ellipsoid: its lowest point. */
export function planeEllipsoid(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { geom_size, geom_dataid, mesh_graphadr } = m;

  // fitted to a mesh without a hull, it touches with vertices of that mesh, too
  const mesh = geom_dataid[g2];
  if (mesh >= 0 && mesh_graphadr[mesh] < 0) return planeConvex(con, m, d, g1, g2);

  const { geom_xpos, geom_xmat } = d;
  const { dist, pos, frame, margin } = con;
  const p1 = 3 * g1;
  const p2 = 3 * g2;
  const r1 = 9 * g1 + 2;
  const r2 = 9 * g2;
  const nx = geom_xmat[r1];
  const ny = geom_xmat[r1 + 3];
  const nz = geom_xmat[r1 + 6];
  const a = geom_size[p2];
  const b = geom_size[p2 + 1];
  const c = geom_size[p2 + 2];

  // the way down in the frame of the ellipsoid, scaled to the ball that it is an image of
  let u = (geom_xmat[r2] * -nx + geom_xmat[r2 + 3] * -ny + geom_xmat[r2 + 6] * -nz) * a;
  let v = (geom_xmat[r2 + 1] * -nx + geom_xmat[r2 + 4] * -ny + geom_xmat[r2 + 7] * -nz) * b;
  let w = (geom_xmat[r2 + 2] * -nx + geom_xmat[r2 + 5] * -ny + geom_xmat[r2 + 8] * -nz) * c;
  const length = Math.sqrt(u * u + v * v + w * w);
  if (length < TINY) {
    u = a;
    v = 0;
    w = 0;
  } else {
    const inverse = 1 / length;
    u = u * inverse * a;
    v = v * inverse * b;
    w = w * inverse * c;
  }

  // lowest point
  const x = geom_xmat[r2] * u + geom_xmat[r2 + 1] * v + geom_xmat[r2 + 2] * w + geom_xpos[p2];
  const y = geom_xmat[r2 + 3] * u + geom_xmat[r2 + 4] * v + geom_xmat[r2 + 5] * w + geom_xpos[p2 + 1];
  const z = geom_xmat[r2 + 6] * u + geom_xmat[r2 + 7] * v + geom_xmat[r2 + 8] * w + geom_xpos[p2 + 2];
  const depth = nx * (x - geom_xpos[p1]) + ny * (y - geom_xpos[p1 + 1]) + nz * (z - geom_xpos[p1 + 2]);
  if (depth > margin[0]) return 0;

  const along = -0.5 * depth;
  dist[0] = depth;
  pos[0] = x + nx * along;
  pos[1] = y + ny * along;
  pos[2] = z + nz * along;
  frame[0] = nx;
  frame[1] = ny;
  frame[2] = nz;
  frame[3] = 0;
  frame[4] = 0;
  frame[5] = 0;
  return 1;
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
  const p1 = 3 * g1;
  const p2 = 3 * g2;
  const r1 = 9 * g1 + 2;
  const r2 = 9 * g2;
  const nx = geom_xmat[r1];
  const ny = geom_xmat[r1 + 3];
  const nz = geom_xmat[r1 + 6];
  const cx = geom_xpos[p2];
  const cy = geom_xpos[p2 + 1];
  const cz = geom_xpos[p2 + 2];
  const radius = geom_size[p2];
  const half = geom_size[p2 + 1];
  const height = (cx - geom_xpos[p1]) * nx + (cy - geom_xpos[p1 + 1]) * ny + (cz - geom_xpos[p1 + 2]) * nz;

  // let the axis point into the plane
  let ax = geom_xmat[r2 + 2];
  let ay = geom_xmat[r2 + 5];
  let az = geom_xmat[r2 + 8];
  let rise = nx * ax + ny * ay + nz * az;
  if (rise > 0) {
    ax = -ax;
    ay = -ay;
    az = -az;
    rise = -rise;
  }

  // the steepest descent within the disk, as long as the radius; the x axis if the disk is parallel to the plane
  let vx = ax * rise - nx;
  let vy = ay * rise - ny;
  let vz = az * rise - nz;
  const squared = vx * vx + vy * vy + vz * vz;
  if (squared >= TINY * TINY) {
    const scale = radius / Math.sqrt(squared);
    vx *= scale;
    vy *= scale;
    vz *= scale;
  } else {
    vx = geom_xmat[r2] * radius;
    vy = geom_xmat[r2 + 3] * radius;
    vz = geom_xmat[r2 + 6] * radius;
  }
  const descent = vx * nx + vy * ny + vz * nz;
  ax *= half;
  ay *= half;
  az *= half;
  rise *= half;

  // lowest point
  const lowest = height + rise + descent;
  if (!(lowest <= margin)) return 0;
  dist[0] = lowest;
  pos[0] = cx + vx + ax;
  pos[1] = cy + vy + ay;
  pos[2] = cz + vz + az;
  let count = 1;

  // its counterpart on the far disk
  const far = height - rise + descent;
  if (far <= margin) {
    dist[1] = far;
    pos[3] = cx + vx - ax;
    pos[4] = cy + vy - ay;
    pos[5] = cz + vz - az;
    count = 2;
  }

  // the rest of the triangle
  const across = height + rise - descent * 0.5;
  if (across <= margin) {
    side[0] = vy * az - vz * ay;
    side[1] = vz * ax - vx * az;
    side[2] = vx * ay - vy * ax;
    unit3(side, 0);
    const scale = radius * Math.sqrt(3) / 2;
    const sx = side[0] * scale;
    const sy = side[1] * scale;
    const sz = side[2] * scale;
    for (let sign = 1; sign >= -1; sign -= 2) {
      dist[count] = across;
      pos[3 * count] = cx + sign * sx + ax + vx * -0.5;
      pos[3 * count + 1] = cy + sign * sy + ay + vy * -0.5;
      pos[3 * count + 2] = cz + sign * sz + az + vz * -0.5;
      count++;
    }
  }
  liftPoints(con, count, geom_xmat, r1);
  return count;
}

const side = new Float64Array(3);

/** Moves points from the surface of the geom to midway between it and the plane, whose normal is at `n`. */
function liftPoints(con: PairContacts, count: number, mat: Float64Array, n: number): void {
  const { dist, pos } = con;
  const nx = mat[n];
  const ny = mat[n + 3];
  const nz = mat[n + 6];
  for (let row = 0; row < count; row++) {
    const along = -dist[row] * 0.5;
    const p = 3 * row;
    pos[p] += nx * along;
    pos[p + 1] += ny * along;
    pos[p + 2] += nz * along;
  }
  setNormal(con, mat, n);
}

/** Gives all rows the normal at `n`, and no hint. */
function setNormal(con: PairContacts, mat: Float64Array, n: number): void {
  const { frame } = con;
  con.oneFrame = true;
  frame[0] = mat[n];
  frame[1] = mat[n + 3];
  frame[2] = mat[n + 6];
  frame[3] = 0;
  frame[4] = 0;
  frame[5] = 0;
}

/** Plane against box: the first four corners that are near the plane and below the center. */
export function planeBox(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const { dist, pos } = con;
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
    // corner relative to the center, global frame
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
    dist[count] = depth;
    pos[r] = x + geom_xpos[p] + nx * along;
    pos[r + 1] = y + geom_xpos[p + 1] + ny * along;
    pos[r + 2] = z + geom_xpos[p + 2] + nz * along;
    count++;
    if (count === 4) break;
  }
  setNormal(con, geom_xmat, 9 * g1 + 2);
  return count;
}
