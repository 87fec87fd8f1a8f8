/**
 * Several contacts at once between boxes and meshes: if two faces, or a face and an edge, are parallel, one is clipped
 * against the other.
 */

import { norm3, scl3 } from "../../math/vec3.ts";
import { Geom } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { type Ccd, FACE, VERTEX } from "./ccd_work.ts";
import { clipPolygon } from "./clip_polygon.ts";
import type { ConvexShape } from "./convex_shape.ts";
import { boxEdges, boxFace, boxNormals, meshEdges, meshFace, meshNormals } from "./face_features.ts";

/** cosine of the angle up to which two faces are parallel: 1.6e-3 radians */
const FACE_TOLERANCE = 0.99999872;
/** sine of the same angle, for an edge and a face */
const EDGE_TOLERANCE = 0.00159999931;

const direction = new Float64Array(6);
const along = new Float64Array(3);
const corners1 = new Int32Array(3);
const corners2 = new Int32Array(3);
const places1 = new Int32Array(2);
const places2 = new Int32Array(2);

/** Replaces the witness points of `c` by those of the features on which the closest face of its polytope lies. */
export function faceContacts(m: Model, c: Ccd, face: number): void {
  const { shape1, shape2, x1, x2 } = c;
  const { verts } = c.polytope;
  const { face1, face2, endverts, n1, n2, idx1, idx2, pick } = c.faces;

  // number of different corners of each shape under the face
  const dim1 = featureDimension(c, face, 0, corners1, places1);
  const dim2 = featureDimension(c, face, 1, corners2, places2);
  for (let k = 0; k < 3; k++) {
    direction[k] = x2[k] - x1[k];
    direction[3 + k] = x1[k] - x2[k];
  }

  // a pair of faces, otherwise an edge and a face
  let count1 = normalsOf(m, shape1, n1, idx1, dim1, corners1, 3);
  let count2 = normalsOf(m, shape2, n2, idx2, dim2, corners2, 0);
  let edge1 = false;
  let edge2 = false;
  if (!alignFaces(pick, n1, count1, n2, count2)) {
    if (dim1 < 3 && dim1 <= dim2) {
      count1 = edgesOf(m, shape1, n1, endverts, dim1, verts, places1[0] + 3, places1[1] + 3, corners1[0]);
      if (!alignEdge(pick, n1, count1, n2, count2)) return;
      edge1 = true;
    } else if (dim2 < 3) {
      count2 = edgesOf(m, shape2, n2, endverts, dim2, verts, places2[0] + 6, places2[1] + 6, corners2[0]);
      if (!alignEdge(pick, n2, count2, n1, count1)) return;
      edge2 = true;
    } else {
      return;
    }
  }
  const i = pick[0];
  const j = pick[1];

  // corners of the chosen features
  const first = VERTEX * c.polytope.faces[FACE * face];
  const size1 = edge1
    ? edgeFrom(face1, verts, first + 3, endverts, 3 * i)
    : faceOf(m, shape1, face1, edge2 ? idx1[j] : idx1[i]);
  const size2 = edge2 ? edgeFrom(face2, verts, first + 6, endverts, 3 * i) : faceOf(m, shape2, face2, idx2[j]);

  // every contact gets the depth of the deepest one, along the normal of the clipping face
  const depth = norm3(direction, 0);
  if (edge1) {
    scl3(along, 0, n2, 3 * j, depth);
    clipPolygon(c, face2, size2, face1, size1, n2, 3 * j, along);
  } else if (edge2) {
    scl3(along, 0, n1, 3 * j, -depth);
    clipPolygon(c, face1, size1, face2, size2, n1, 3 * j, along);
  } else {
    scl3(along, 0, n2, 3 * j, depth);
    clipPolygon(c, face1, size1, face2, size2, n1, 3 * i, along);
  }
}

/** Number of different corners of one shape under a face: 1, 2 or 3. Two different ones come first. */
function featureDimension(c: Ccd, face: number, side: number, corners: Int32Array, places: Int32Array): number {
  const { faces, vertIndex } = c.polytope;
  const v1 = faces[FACE * face];
  const v2 = faces[FACE * face + 1];
  const v3 = faces[FACE * face + 2];
  const a = vertIndex[2 * v1 + side];
  const b = vertIndex[2 * v2 + side];
  const d = vertIndex[2 * v3 + side];
  corners[0] = a;
  corners[1] = b;
  corners[2] = d;
  places[0] = VERTEX * v1;
  places[1] = VERTEX * v2;
  if (a !== b) return d === a || d === b ? 2 : 3;
  if (a !== d) {
    corners[1] = d;
    places[1] = VERTEX * v3;
    return 2;
  }
  return 1;
}

/** Normals of candidate faces; `towards` is the offset in `direction` of the direction to the other shape. */
function normalsOf(
  m: Model,
  shape: ConvexShape,
  res: Float64Array,
  faces: Int32Array,
  dimension: number,
  corners: Int32Array,
  towards: number,
): number {
  if (shape.type === Geom.BOX) return boxNormals(shape, res, faces, dimension, corners, direction, towards);
  if (shape.type === Geom.MESH) return meshNormals(m, shape, res, faces, dimension, corners);
  return 0;
}

/** Directions and far ends of candidate edges. */
function edgesOf(
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
  if (shape.type === Geom.BOX) return boxEdges(shape, res, ends, dimension, verts, a, b, corner);
  if (shape.type === Geom.MESH) return meshEdges(m, shape, res, ends, dimension, verts, a, b, corner);
  return 0;
}

function faceOf(m: Model, shape: ConvexShape, res: Float64Array, face: number): number {
  if (shape.type === Geom.BOX) return boxFace(shape, res, face);
  return meshFace(m, shape, res, face);
}

function edgeFrom(res: Float64Array, verts: Float64Array, a: number, ends: Float64Array, b: number): number {
  for (let k = 0; k < 3; k++) {
    res[k] = verts[a + k];
    res[3 + k] = ends[b + k];
  }
  return 2;
}

/** Selects the first two normals that face each other. */
function alignFaces(pick: Int32Array, n1: Float64Array, count1: number, n2: Float64Array, count2: number): boolean {
  for (let i = 0, a = 0; i < count1; i++, a += 3) {
    for (let j = 0, b = 0; j < count2; j++, b += 3) {
      if (n1[a] * n2[b] + n1[a + 1] * n2[b + 1] + n1[a + 2] * n2[b + 2] < -FACE_TOLERANCE) {
        pick[0] = i;
        pick[1] = j;
        return true;
      }
    }
  }
  return false;
}

/** Selects the first edge that lies in a face. */
function alignEdge(
  pick: Int32Array,
  edges: Float64Array,
  nedge: number,
  normals: Float64Array,
  nface: number,
): boolean {
  for (let i = 0, a = 0; i < nface; i++, a += 3) {
    for (let j = 0, b = 0; j < nedge; j++, b += 3) {
      const sine = edges[b] * normals[a] + edges[b + 1] * normals[a + 1] + edges[b + 2] * normals[a + 2];
      if (Math.abs(sine) < EDGE_TOLERANCE) {
        pick[0] = j;
        pick[1] = i;
        return true;
      }
    }
  }
  return false;
}
