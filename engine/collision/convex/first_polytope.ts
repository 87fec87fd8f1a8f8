/** Initial polytopes of the expanding search: around a segment, a triangle, or a tetrahedron. */

import { MINVAL } from "../../types/constants.ts";
import { mulMatVec3 } from "../../math/mat3.ts";
import { norm3 } from "../../math/vec3.ts";
import { affineWeights } from "./affine_weights.ts";
import { type Ccd, FACE, FACE_NEIGHBOURS, FACE_PLACE, MINVAL2, type Polytope, VERTEX } from "./ccd_work.ts";
import { copyVertex, supportVertex } from "./minkowski.ts";
import { listFaces, setPlane } from "./polytope.ts";
import { det3 } from "./subdistance.ts";

// V8-1
const STRIDE = VERTEX;
const STEP = FACE;
const ADJ = FACE_NEIGHBOURS;
const PLACE = FACE_PLACE;
const TINY = MINVAL;
const TINY2 = MINVAL2;

/** Appends the support vertex along `d`; returns its place. */
function epaSupport(c: Ccd, d: Float64Array, i: number): number {
  const { dir, polytope } = c;
  const x = d[i];
  const y = d[i + 1];
  const z = d[i + 2];
  const norm = Math.sqrt(x * x + y * y + z * z);
  if (norm > TINY) {
    dir[0] = x / norm;
    dir[1] = y / norm;
    dir[2] = z / norm;
    dir[3] = -dir[0];
    dir[4] = -dir[1];
    dir[5] = -dir[2];
  } else {
    dir[0] = 1;
    dir[1] = 0;
    dir[2] = 0;
    dir[3] = -1;
    dir[4] = 0;
    dir[5] = 0;
  }
  const n = polytope.nverts++;
  supportVertex(c, polytope.verts, polytope.vertIndex, n);
  return n;
}

function insertVertex(c: Ccd, k: number): number {
  const { polytope } = c;
  const n = polytope.nverts++;
  copyVertex(polytope.verts, polytope.vertIndex, n, c.simplex, c.simplexIndex, c.order[k]);
  return n;
}

/** Appends a face; returns whether its plane passes through the origin. */
function attachTouching(
  pt: Polytope,
  v1: number,
  v2: number,
  v3: number,
  adj1: number,
  adj2: number,
  adj3: number,
): boolean {
  const { verts, faces, facePlane } = pt;
  const face = pt.nfaces++;
  const f = STEP * face;
  faces[f] = v1;
  faces[f + 1] = v2;
  faces[f + 2] = v3;
  faces[f + ADJ] = adj1;
  faces[f + ADJ + 1] = adj2;
  faces[f + ADJ + 2] = adj3;
  faces[f + PLACE] = -1;

  // the plane, from the edges at the second vertex
  const c = STRIDE * v1;
  const b = STRIDE * v2;
  const a = STRIDE * v3;
  const bx = verts[b];
  const by = verts[b + 1];
  const bz = verts[b + 2];
  const ux = verts[c] - bx;
  const uy = verts[c + 1] - by;
  const uz = verts[c + 2] - bz;
  const vx = bx - verts[a];
  const vy = by - verts[a + 1];
  const vz = bz - verts[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const nv = x * bx + y * by + z * bz;
  const nn = x * x + y * y + z * z;
  const p = 4 * face;
  if (nv === 0 || !(nn > TINY)) {
    setPlane(pt, face);
    return facePlane[p + 3] < TINY2;
  }
  const scale = nv / nn;
  const px = scale * x;
  const py = scale * y;
  const pz = scale * z;
  const dist2 = px * px + py * py + pz * pz;
  facePlane[p] = px;
  facePlane[p + 1] = py;
  facePlane[p + 2] = pz;
  facePlane[p + 3] = dist2;
  return dist2 < TINY2;
}

const rotation = new Float64Array(9);
const axes = new Float64Array(9);
const edges = new Float64Array(18);

/** res = rotation by 120° about an axis */
function thirdOfTurn(res: Float64Array, axis: Float64Array, i: number): void {
  const x = axis[i];
  const y = axis[i + 1];
  const z = axis[i + 2];
  const norm = Math.sqrt(x * x + y * y + z * z);
  const u = x / norm;
  const v = y / norm;
  const w = z / norm;
  const s = 0.86602540378;
  const c = -0.5;
  res[0] = c + u * u * (1 - c);
  res[1] = u * v * (1 - c) - w * s;
  res[2] = u * w * (1 - c) + v * s;
  res[3] = v * u * (1 - c) + w * s;
  res[4] = c + v * v * (1 - c);
  res[5] = v * w * (1 - c) - u * s;
  res[6] = u * w * (1 - c) - v * s;
  res[7] = v * w * (1 - c) + u * s;
  res[8] = c + w * w * (1 - c);
}

/** Starts from a segment with three vertices around it: a double pyramid. Returns whether that succeeded. */
export function polytopeFromSegment(c: Ccd): boolean {
  const { simplex, polytope: pt } = c;
  const dx = simplex[STRIDE] - simplex[0];
  const dy = simplex[STRIDE + 1] - simplex[1];
  const dz = simplex[STRIDE + 2] - simplex[2];

  // a direction across the segment, from the coordinate axis least aligned with it
  let least = Infinity;
  let axis = 0;
  if (Math.abs(dx) < least) least = Math.abs(dx);
  if (Math.abs(dy) < least) {
    least = Math.abs(dy);
    axis = 1;
  }
  if (Math.abs(dz) < least) axis = 2;
  const ex = axis === 0 ? 1 : 0;
  const ey = axis === 1 ? 1 : 0;
  const ez = axis === 2 ? 1 : 0;
  axes[0] = ey * dz - ez * dy;
  axes[1] = ez * dx - ex * dz;
  axes[2] = ex * dy - ey * dx;

  // and two more, a third of a turn apart
  edges[0] = dx;
  edges[1] = dy;
  edges[2] = dz;
  thirdOfTurn(rotation, edges, 0);
  mulMatVec3(axes, 3, rotation, 0, axes, 0);
  mulMatVec3(axes, 6, rotation, 0, axes, 3);

  const v1 = insertVertex(c, 0);
  const v2 = insertVertex(c, 1);
  const v3 = epaSupport(c, axes, 0);
  const v4 = epaSupport(c, axes, 3);
  const v5 = epaSupport(c, axes, 6);

  // a face through the origin is a better initial simplex
  if (attachTouching(pt, v1, v3, v4, 1, 3, 2)) return polytopeFromFace(c, v1, v3, v4);
  if (attachTouching(pt, v1, v5, v3, 2, 4, 0)) return polytopeFromFace(c, v1, v5, v3);
  if (attachTouching(pt, v1, v4, v5, 0, 5, 1)) return polytopeFromFace(c, v1, v4, v5);
  if (attachTouching(pt, v2, v4, v3, 5, 0, 4)) return polytopeFromFace(c, v2, v4, v3);
  if (attachTouching(pt, v2, v3, v5, 3, 1, 5)) return polytopeFromFace(c, v2, v3, v5);
  if (attachTouching(pt, v2, v5, v4, 4, 2, 3)) return polytopeFromFace(c, v2, v5, v4);

  if (!segmentPierces(pt.verts, v1, v2, v3, v4, v5)) return false;
  listFaces(pt);
  return true;
}

/** Does the segment between two vertices pass through the triangle of the other three? */
function segmentPierces(verts: Float64Array, v1: number, v2: number, v3: number, v4: number, v5: number): boolean {
  const s = edges;
  for (let k = 0; k < 3; k++) {
    const origin = verts[STRIDE * v1 + k];
    s[k] = verts[STRIDE * v2 + k] - origin;
    s[3 + k] = verts[STRIDE * v3 + k] - origin;
    s[6 + k] = verts[STRIDE * v4 + k] - origin;
    s[9 + k] = verts[STRIDE * v5 + k] - origin;
  }
  det3(s, 12, s, 3, 6, 0);
  det3(s, 13, s, 6, 9, 0);
  det3(s, 14, s, 9, 3, 0);
  const a = s[12];
  const b = s[13];
  const c = s[14];
  return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}

function polytopeFromFace(c: Ccd, v1: number, v2: number, v3: number): boolean {
  const { simplex, simplexIndex, order, polytope: pt } = c;
  c.nsimplex = 3;
  for (let i = 0; i < 3; i++) order[i] = i;
  copyVertex(simplex, simplexIndex, 0, pt.verts, pt.vertIndex, v1);
  copyVertex(simplex, simplexIndex, 1, pt.verts, pt.vertIndex, v2);
  copyVertex(simplex, simplexIndex, 2, pt.verts, pt.vertIndex, v3);
  pt.nfaces = 0;
  pt.nverts = 0;
  pt.nmap = 0;
  return polytopeFromTriangle(c);
}

/** Starts from a triangle with a vertex on each side of it. Returns whether that succeeded. */
export function polytopeFromTriangle(c: Ccd): boolean {
  const { simplex: s, polytope: pt } = c;
  const b = STRIDE;
  const d = 2 * STRIDE;

  // both normals
  const ux = s[b] - s[0];
  const uy = s[b + 1] - s[1];
  const uz = s[b + 2] - s[2];
  const vx = s[d] - s[0];
  const vy = s[d + 1] - s[1];
  const vz = s[d + 2] - s[2];
  axes[0] = uy * vz - uz * vy;
  axes[1] = uz * vx - ux * vz;
  axes[2] = ux * vy - uy * vx;
  if (norm3(axes, 0) < TINY) return false;
  axes[3] = -axes[0];
  axes[4] = -axes[1];
  axes[5] = -axes[2];

  const v1 = insertVertex(c, 0);
  const v2 = insertVertex(c, 1);
  const v3 = insertVertex(c, 2);
  const v5 = epaSupport(c, axes, 3);
  const v4 = epaSupport(c, axes, 0);
  const { verts } = pt;
  if (triangleHolds(verts, v1, v2, v3, v4) || triangleHolds(verts, v1, v2, v3, v5)) return false;

  // the origin must be on the triangle or inside one of the two tetrahedra
  if (
    c.dist > 10 * TINY && !tetrahedronHolds(verts, v1, v2, v3, v4) && !tetrahedronHolds(verts, v1, v2, v3, v5)
  ) return false;

  if (attachTouching(pt, v4, v1, v2, 1, 3, 2)) return false;
  if (attachTouching(pt, v4, v3, v1, 2, 4, 0)) return false;
  if (attachTouching(pt, v4, v2, v3, 0, 5, 1)) return false;
  if (attachTouching(pt, v5, v2, v1, 5, 0, 4)) return false;
  if (attachTouching(pt, v5, v1, v3, 3, 1, 5)) return false;
  if (attachTouching(pt, v5, v3, v2, 4, 2, 3)) return false;

  listFaces(pt);
  return true;
}

/** Starts from a tetrahedron around the origin. Returns whether that succeeded. */
export function polytopeFromTetrahedron(c: Ccd): boolean {
  const { polytope: pt } = c;
  const v1 = insertVertex(c, 0);
  const v2 = insertVertex(c, 1);
  const v3 = insertVertex(c, 2);
  const v4 = insertVertex(c, 3);

  // a face through the origin is a better initial simplex
  if (attachTouching(pt, v1, v2, v3, 1, 3, 2)) return polytopeFromFace(c, v1, v2, v3);
  if (attachTouching(pt, v1, v4, v2, 2, 3, 0)) return polytopeFromFace(c, v1, v4, v2);
  if (attachTouching(pt, v1, v3, v4, 0, 3, 1)) return polytopeFromFace(c, v1, v3, v4);
  if (attachTouching(pt, v4, v3, v2, 2, 0, 1)) return polytopeFromFace(c, v4, v3, v2);

  if (!c.enclosed && !tetrahedronHolds(pt.verts, v1, v2, v3, v4)) return false;
  listFaces(pt);
  return true;
}

/** Are the origin and vertex `d` on the same side of the plane through the others? */
function sameSide(verts: Float64Array, a: number, b: number, c: number, d: number): boolean {
  const ax = verts[a];
  const ay = verts[a + 1];
  const az = verts[a + 2];
  const ux = verts[b] - ax;
  const uy = verts[b + 1] - ay;
  const uz = verts[b + 2] - az;
  const vx = verts[c] - ax;
  const vy = verts[c + 1] - ay;
  const vz = verts[c + 2] - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const there = nx * (verts[d] - ax) + ny * (verts[d + 1] - ay) + nz * (verts[d + 2] - az);
  const here = nx * -ax + ny * -ay + nz * -az;
  return (there > 0 && here > 0) || (there < 0 && here < 0);
}

function tetrahedronHolds(verts: Float64Array, v1: number, v2: number, v3: number, v4: number): boolean {
  const a = STRIDE * v1;
  const b = STRIDE * v2;
  const c = STRIDE * v3;
  const d = STRIDE * v4;
  return sameSide(verts, a, b, c, d) && sameSide(verts, b, c, d, a) && sameSide(verts, c, d, a, b) &&
    sameSide(verts, d, a, b, c);
}

const weights = new Float64Array(3);

/** Is a vertex part of the triangle of three others? */
function triangleHolds(verts: Float64Array, v1: number, v2: number, v3: number, v: number): boolean {
  const a = STRIDE * v1;
  const b = STRIDE * v2;
  const c = STRIDE * v3;
  const p = STRIDE * v;
  const l = weights;
  affineWeights(l, verts, a, b, c, verts, p);
  if (l[0] < 0 || l[1] < 0 || l[2] < 0) return false;
  const x = verts[a] * l[0] + verts[b] * l[1] + verts[c] * l[2] - verts[p];
  const y = verts[a + 1] * l[0] + verts[b + 1] * l[1] + verts[c + 1] * l[2] - verts[p + 1];
  const z = verts[a + 2] * l[0] + verts[b + 2] * l[1] + verts[c + 2] * l[2] - verts[p + 2];
  return Math.sqrt(x * x + y * y + z * z) < TINY;
}
