/** Planes against meshes. */

import { column3 } from "../../math/mat3.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { Ccd } from "../convex/ccd_work.ts";
import { type ConvexShape, initShape } from "../convex/convex_shape.ts";
import { mprSupport } from "../convex/mpr_support.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";

/** maximum number of contacts of a mesh and a plane */
const MOST = 3;
/** minimum distance of contacts from the first one, relative to the bounding radius */
const SEPARATION = 0.3;

const normal = new Float64Array(3);
const down = new Float64Array(3);
const point = new Float64Array(3);
/** how far contacts must be from the first */
const apart = new Float64Array(1);

/** Plane against a convex geom: its lowest point, and for a mesh up to two more vertices near the plane. */
export function planeConvex(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { geom_dataid, mesh_vert, mesh_vertadr, mesh_vertnum, mesh_graphadr } = m;
  const { geom_xpos, geom_xmat } = d;
  const shape = (d.work.ccd ??= new Ccd()).shape2;
  initShape(shape, m, d, g2);

  column3(normal, 0, geom_xmat, 9 * g1, 2);
  down[0] = -normal[0];
  down[1] = -normal[1];
  down[2] = -normal[2];
  mprSupport(shape, point, 0, down, 0);
  if (!addPoint(con, 0, geom_xpos, 3 * g1)) return 0;

  // an ellipsoid that was fitted to a mesh counts as that mesh
  const mesh = geom_dataid[g2];
  if (mesh < 0) return 1;

  // how far below the center a vertex must be, and the downward direction in the frame of the mesh
  const { pos, mat } = shape;
  const x = pos[0] - geom_xpos[3 * g1];
  const y = pos[1] - geom_xpos[3 * g1 + 1];
  const z = pos[2] - geom_xpos[3 * g1 + 2];
  const threshold = normal[0] * x + normal[1] * y + normal[2] * z - con.margin[0];
  const lx = mat[0] * down[0] + mat[3] * down[1] + mat[6] * down[2];
  const ly = mat[1] * down[0] + mat[4] * down[1] + mat[7] * down[2];
  const lz = mat[2] * down[0] + mat[5] * down[1] + mat[8] * down[2];
  apart[0] = SEPARATION * m.geom_rbound[g2];

  const { links, meshindex } = shape;
  const vert = mesh_vert;
  const vertadr = mesh_vertadr[mesh];
  let count = 1;
  if (mesh_graphadr[mesh] < 0) {
    for (let i = 0; i < mesh_vertnum[mesh] && count < MOST; i++) {
      const v = 3 * (vertadr + i);
      if (!(lx * vert[v] + ly * vert[v + 1] + lz * vert[v + 2] > threshold) || i === meshindex) continue;
      if (addVertex(con, count, shape, vert, v, geom_xpos, 3 * g1)) count++;
    }
  } else if (meshindex >= 0) {
    // neighbors of the lowest vertex on the hull
    for (let edge = meshindex + 1; links[edge] >= 0 && count < MOST; edge += 2) {
      const v = 3 * (vertadr + links[edge + 1]);
      if (!(lx * vert[v] + ly * vert[v + 1] + lz * vert[v + 2] > threshold)) continue;
      if (addVertex(con, count, shape, vert, v, geom_xpos, 3 * g1)) count++;
    }
  }
  return count;
}

/** Writes the contact of the plane with `point`; the first one must be within the margin. */
function addPoint(con: PairContacts, row: number, origin: Float64Array, o: number): boolean {
  const { dist, pos, frame } = con;
  const x = point[0] - origin[o];
  const y = point[1] - origin[o + 1];
  const z = point[2] - origin[o + 2];
  const height = normal[0] * x + normal[1] * y + normal[2] * z;
  if (row === 0 && height > con.margin[0]) return false;
  dist[row] = height;
  const half = -0.5 * height;
  const p = 3 * row;
  pos[p] = point[0] + normal[0] * half;
  pos[p + 1] = point[1] + normal[1] * half;
  pos[p + 2] = point[2] + normal[2] * half;
  const f = 6 * row;
  frame[f] = normal[0];
  frame[f + 1] = normal[1];
  frame[f + 2] = normal[2];
  frame[f + 3] = 0;
  frame[f + 4] = 0;
  frame[f + 5] = 0;
  return true;
}

/** Writes the contact of the plane with a vertex, unless it is too close to the first contact. */
function addVertex(
  con: PairContacts,
  row: number,
  shape: ConvexShape,
  vert: Float32Array,
  v: number,
  origin: Float64Array,
  o: number,
): boolean {
  const { pos, mat } = shape;
  const lx = vert[v];
  const ly = vert[v + 1];
  const lz = vert[v + 2];
  point[0] = mat[0] * lx + mat[1] * ly + mat[2] * lz + pos[0];
  point[1] = mat[3] * lx + mat[4] * ly + mat[5] * lz + pos[1];
  point[2] = mat[6] * lx + mat[7] * ly + mat[8] * lz + pos[2];
  const first = con.pos;
  const x = point[0] - first[0];
  const y = point[1] - first[1];
  const z = point[2] - first[2];
  if (Math.sqrt(x * x + y * y + z * z) < apart[0]) return false;
  return addPoint(con, row, origin, o);
}
