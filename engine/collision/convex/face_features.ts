/** Faces and edges of boxes and meshes, found from the corners of a contact. */

import { unit3 } from "../../math/vec3.ts";
import type { Model } from "../../types/model.ts";
import { MAX_POLYVERT } from "./ccd_work.ts";
import type { ConvexShape } from "./convex_shape.ts";

/** cosine of the angle up to which a direction counts as a face's normal: 1.6e-3 radians */
const FACE_TOLERANCE = 0.99999872;

const local = new Float64Array(3);

/** res = the vector `local` of the shape's frame, in the world */
function rotateLocal(res: Float64Array, r: number, mat: Float64Array): void {
  const x = local[0];
  const y = local[1];
  const z = local[2];
  res[r] = mat[0] * x + mat[1] * y + mat[2] * z;
  res[r + 1] = mat[3] * x + mat[4] * y + mat[5] * z;
  res[r + 2] = mat[6] * x + mat[7] * y + mat[8] * z;
}

/** res = the point `local` of the shape's frame, in the world */
function placeLocal(res: Float64Array, r: number, shape: ConvexShape): void {
  const { pos } = shape;
  rotateLocal(res, r, shape.mat);
  res[r] += pos[0];
  res[r + 1] += pos[1];
  res[r + 2] += pos[2];
}

/** res = unit vector along an axis of a box, to one side */
function rotateAxis(res: Float64Array, r: number, mat: Float64Array, axis: number, side: number): void {
  local[0] = axis === 0 ? side : 0;
  local[1] = axis === 1 ? side : 0;
  local[2] = axis === 2 ? side : 0;
  rotateLocal(res, r, mat);
}

/** res = a vertex of a mesh, in the world */
function placeVertex(res: Float64Array, r: number, shape: ConvexShape, v: number): void {
  const { vert } = shape;
  local[0] = vert[v];
  local[1] = vert[v + 1];
  local[2] = vert[v + 2];
  placeLocal(res, r, shape);
}

/** res = unit vector from a given point to `end` */
function toEnd(res: Float64Array, r: number, end: Float64Array, e: number, from: Float64Array, f: number): void {
  res[r] = end[e] - from[f];
  res[r + 1] = end[e + 1] - from[f + 1];
  res[r + 2] = end[e + 2] - from[f + 2];
  unit3(res, r);
}

/** The side of one axis on which all corners are: 1, −1, or 0 if they are on both. */
function commonSide(bit: number, a: number, b: number, c: number): number {
  const all = a & b & c & bit;
  const any = (a | b | c) & bit;
  return all ? 1 : any ? 0 : -1;
}

// number of a box's face per axis and side
function boxFaceAt(axis: number, side: number): number {
  return 2 * axis + (side > 0 ? 0 : 1);
}

/**
 * Normals of the faces of a box that `dimension` corners share, and the numbers of these faces. If corners and faces do
 * not match, the face in direction `dir`, if there is one.
 */
export function boxNormals(
  shape: ConvexShape,
  res: Float64Array,
  faces: Int32Array,
  dimension: number,
  corners: Int32Array,
  dir: Float64Array,
  i: number,
): number {
  const { mat } = shape;
  const a = corners[0];
  const b = dimension > 1 ? corners[1] : a;
  const c = dimension > 2 ? corners[2] : a;
  const x = commonSide(1, a, b, c);
  const y = commonSide(2, a, b, c);
  const z = commonSide(4, a, b, c);

  let count = 0;
  if (x !== 0) {
    rotateAxis(res, 3 * count, mat, 0, x);
    faces[count++] = boxFaceAt(0, x);
  }
  if (y !== 0) {
    rotateAxis(res, 3 * count, mat, 1, y);
    faces[count++] = boxFaceAt(1, y);
  }
  if (z !== 0) {
    rotateAxis(res, 3 * count, mat, 2, z);
    faces[count++] = boxFaceAt(2, z);
  }
  return count === 4 - dimension ? count : boxFaceAlong(shape, res, faces, dir, i);
}

/** The face of a box in a given direction. */
function boxFaceAlong(
  shape: ConvexShape,
  res: Float64Array,
  faces: Int32Array,
  dir: Float64Array,
  i: number,
): number {
  const { mat } = shape;
  const x = mat[0] * dir[i] + mat[3] * dir[i + 1] + mat[6] * dir[i + 2];
  const y = mat[1] * dir[i] + mat[4] * dir[i + 1] + mat[7] * dir[i + 2];
  const z = mat[2] * dir[i] + mat[5] * dir[i + 1] + mat[8] * dir[i + 2];
  const inverse = 1 / Math.sqrt(x * x + y * y + z * z);
  for (let face = 0; face < 6; face++) {
    const side = face & 1 ? -1 : 1;
    const axis = face >> 1;
    const along = (axis === 0 ? x : axis === 1 ? y : z) * inverse * side;
    if (along > FACE_TOLERANCE) {
      rotateAxis(res, 0, mat, axis, side);
      faces[0] = face;
      return 1;
    }
  }
  return 0;
}

/** Edges of a box from a corner, or the one between two corners at `a` and `b`: their directions and far ends. */
export function boxEdges(
  shape: ConvexShape,
  res: Float64Array,
  ends: Float64Array,
  dimension: number,
  verts: Float64Array,
  a: number,
  b: number,
  corner: number,
): number {
  if (dimension === 2) return singleEdge(res, ends, verts, a, b);
  const { size } = shape;
  for (let axis = 0; axis < 3; axis++) {
    // the corner across one axis
    for (let k = 0; k < 3; k++) local[k] = ((corner >> k) & 1) === (k === axis ? 0 : 1) ? size[k] : -size[k];
    placeLocal(ends, 3 * axis, shape);
    toEnd(res, 3 * axis, ends, 3 * axis, verts, a);
  }
  return 3;
}

function singleEdge(res: Float64Array, ends: Float64Array, verts: Float64Array, a: number, b: number): number {
  ends[0] = verts[b];
  ends[1] = verts[b + 1];
  ends[2] = verts[b + 2];
  toEnd(res, 0, verts, b, verts, a);
  return 1;
}

// corners of each face of a box, clockwise from outside, as signs
// deno-fmt-ignore
const BOX_FACES = new Int8Array([
   1,  1,  1,   1,  1, -1,   1, -1, -1,   1, -1,  1,
  -1,  1, -1,  -1,  1,  1,  -1, -1,  1,  -1, -1, -1,
  -1,  1, -1,   1,  1, -1,   1,  1,  1,  -1,  1,  1,
  -1, -1,  1,   1, -1,  1,   1, -1, -1,  -1, -1, -1,
  -1,  1,  1,   1,  1,  1,   1, -1,  1,  -1, -1,  1,
   1,  1, -1,  -1,  1, -1,  -1, -1, -1,   1, -1, -1,
]);

/** res = corners of a face of a box */
export function boxFace(shape: ConvexShape, res: Float64Array, face: number): number {
  const { size } = shape;
  for (let k = 0; k < 4; k++) {
    const s = 12 * face + 3 * k;
    for (let i = 0; i < 3; i++) local[i] = BOX_FACES[s + i] * size[i];
    placeLocal(res, 3 * k, shape);
  }
  return 4;
}

const shared = new Int32Array(2);

/** Writes up to two faces that are in both lists of `map` to `shared`; returns how many. */
function facesInBoth(map: Int32Array, a: number, na: number, b: number, nb: number): number {
  let count = 0;
  for (let i = a; i < a + na; i++) {
    for (let j = b; j < b + nb; j++) {
      if (map[i] !== map[j]) continue;
      shared[count++] = map[i];
      if (count === 2) return 2;
    }
  }
  return count;
}

/** Normals of the faces of a mesh that `dimension` vertices share, and the numbers of these faces in the mesh. */
export function meshNormals(
  m: Model,
  shape: ConvexShape,
  res: Float64Array,
  faces: Int32Array,
  dimension: number,
  corners: Int32Array,
): number {
  const { vertadr } = shape;
  const { mesh_polymap: polymap, mesh_polymapadr: polymapadr, mesh_polymapnum: polymapnum } = m;
  const v1 = vertadr + corners[0];
  const a = polymapadr[v1];
  const na = polymapnum[v1];

  // all faces around a vertex
  if (dimension === 1) {
    const count = Math.min(na, MAX_POLYVERT);
    for (let i = 0; i < count; i++) {
      faces[i] = polymap[a + i];
      meshNormal(m, shape, res, 3 * i, faces[i]);
    }
    return count;
  }

  // the two faces at an edge
  const v2 = vertadr + corners[1];
  const count = facesInBoth(polymap, a, na, polymapadr[v2], polymapnum[v2]);
  if (dimension === 2) {
    for (let i = 0; i < count; i++) {
      faces[i] = shared[i];
      meshNormal(m, shape, res, 3 * i, faces[i]);
    }
    return count;
  }

  // the one that also has the third vertex
  const v3 = vertadr + corners[2];
  const c = polymapadr[v3];
  for (let i = 0; i < count; i++) {
    for (let j = c; j < c + polymapnum[v3]; j++) {
      if (shared[i] !== polymap[j]) continue;
      faces[0] = shared[i];
      meshNormal(m, shape, res, 0, faces[0]);
      return 1;
    }
  }
  return 0;
}

function meshNormal(m: Model, shape: ConvexShape, res: Float64Array, r: number, face: number): void {
  const { mesh_polynormal } = m;
  const n = 3 * (m.mesh_polyadr[shape.mesh] + face);
  local[0] = mesh_polynormal[n];
  local[1] = mesh_polynormal[n + 1];
  local[2] = mesh_polynormal[n + 2];
  rotateLocal(res, r, shape.mat);
}

/** Edges of a mesh from a vertex, or the one between two vertices at `a` and `b`: their directions and far ends. */
export function meshEdges(
  m: Model,
  shape: ConvexShape,
  res: Float64Array,
  ends: Float64Array,
  dimension: number,
  verts: Float64Array,
  a: number,
  b: number,
  corner: number,
): number {
  if (dimension === 2) return singleEdge(res, ends, verts, a, b);
  const { mesh_polymap, mesh_polymapadr, mesh_polymapnum, mesh_polyvert, mesh_polyvertadr, mesh_polyvertnum } = m;
  const { vertadr } = shape;
  const polyadr = m.mesh_polyadr[shape.mesh];
  const first = mesh_polymapadr[vertadr + corner];
  const count = Math.min(mesh_polymapnum[vertadr + corner], MAX_POLYVERT);

  // one edge per face around the vertex: the one that arrives there
  for (let i = 0; i < count; i++) {
    const face = polyadr + mesh_polymap[first + i];
    const adr = mesh_polyvertadr[face];
    const size = mesh_polyvertnum[face];
    for (let j = 0; j < size; j++) {
      if (mesh_polyvert[adr + j] !== corner) continue;
      const v = 3 * (vertadr + mesh_polyvert[adr + (j === 0 ? size - 1 : j - 1)]);
      placeVertex(ends, 3 * i, shape, v);
      toEnd(res, 3 * i, ends, 3 * i, verts, a);
      break;
    }
  }
  return count;
}

/** res = corners of a face of a mesh, last one first; returns their number */
export function meshFace(m: Model, shape: ConvexShape, res: Float64Array, face: number): number {
  const { mesh_polyvert } = m;
  const { vertadr } = shape;
  const polygon = m.mesh_polyadr[shape.mesh] + face;
  const adr = m.mesh_polyvertadr[polygon];
  const size = Math.min(m.mesh_polyvertnum[polygon], MAX_POLYVERT);
  for (let i = size - 1, r = 0; i >= 0; i--, r += 3) {
    const v = 3 * (vertadr + mesh_polyvert[adr + i]);
    placeVertex(res, r, shape, v);
  }
  return size;
}
