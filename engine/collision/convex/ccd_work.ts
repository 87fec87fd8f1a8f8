/** Scratch memory of convex collision detection: two shapes, and the state of the searches in their difference. */

import { newDoubles, newInts } from "../../math/small_arrays.ts";
import { MAXCONPAIR, MAXVAL, MINVAL } from "../../types/constants.ts";
import { ConvexShape } from "./convex_shape.ts";

/** A distance larger than any. */
export const MAX_LIMIT = Number.MAX_VALUE;
/** squares of the smallest divisor and the largest value */
export const MINVAL2 = MINVAL * MINVAL;
export const MAXVAL2 = MAXVAL * MAXVAL;

/** Numbers per vertex of the Minkowski difference: the vertex, its point on shape 1, its point on shape 2. */
export const VERTEX = 9;

/**
 * Integers per face of the polytope: three vertices, the faces across the edges (0, 1), (1, 2) and (2, 0), the place in the
 * list of candidates (−1 if not in the list, −2 if deleted), and one that is not used.
 */
export const FACE = 8;
/** offsets of the faces across its edges, and of its place, among these */
export const FACE_NEIGHBOURS = 3;
export const FACE_PLACE = 6;

/** number of iterations for which the polytope initially has room */
const EPA_ITERATIONS = 170;
/** maximum number of vertices of a polygon in face contacts */
export const MAX_POLYVERT = 150;

/** The polytope that the expanding search grows inside the Minkowski difference. */
export class Polytope {
  /** number of iterations for which there is room */
  capacity = 0;
  /** vertices, `VERTEX` numbers each */
  verts = newDoubles(0);
  /** vertex of mesh or box on shape 1 and on shape 2, per vertex */
  vertIndex = newInts(0);
  nverts = 0;
  /** `FACE` integers per face: its vertices, the faces across its edges, its place among the candidates */
  faces = newInts(0);
  /** four numbers per face: projection of the origin on its plane, and the squared distance of that from the origin */
  facePlane = newDoubles(0);
  nfaces = 0;
  maxfaces = 0;
  /** candidate faces, which may be closest to the origin */
  map = newInts(0);
  /** their squared distances */
  mapDist2 = newDoubles(0);
  nmap = 0;
  /** bounds on the squared distance of candidate faces */
  readonly limits = newDoubles(2);
  /** path through the faces visible from a new vertex */
  path = newInts(0);
  /** edges of the horizon of a new vertex, as offsets in `faces` */
  horizon = newInts(0);
  nedges = 0;
}

/** Empties the polytope and makes room for a number of iterations. */
export function resetPolytope(pt: Polytope, iterations: number): void {
  pt.nverts = 0;
  pt.nfaces = 0;
  pt.nmap = 0;
  const capacity = Math.max(iterations, EPA_ITERATIONS);
  if (pt.capacity >= capacity) {
    pt.maxfaces = 6 * capacity;
    return;
  }
  pt.capacity = capacity;
  pt.maxfaces = 6 * capacity;
  pt.verts = newDoubles(VERTEX * (5 + capacity));
  pt.vertIndex = newInts(2 * (5 + capacity));
  pt.faces = newInts(FACE * pt.maxfaces);
  pt.horizon = newInts(pt.maxfaces);
  pt.facePlane = newDoubles(4 * pt.maxfaces);
  pt.map = newInts(pt.maxfaces);
  pt.mapDist2 = newDoubles(pt.maxfaces);
  pt.path = newInts(3 * pt.maxfaces);
}

/** Arrays of the search for several contacts between faces. */
export class FaceWork {
  /** corners of the two faces */
  readonly face1 = newDoubles(3 * MAX_POLYVERT);
  readonly face2 = newDoubles(3 * MAX_POLYVERT);
  /** far ends of the edges that meet in a vertex */
  readonly endverts = newDoubles(3 * MAX_POLYVERT);
  /** candidate normals, or edge directions, of the two shapes */
  readonly n1 = newDoubles(3 * MAX_POLYVERT);
  readonly n2 = newDoubles(3 * MAX_POLYVERT);
  /** the face of each candidate normal */
  readonly idx1 = newInts(MAX_POLYVERT);
  readonly idx2 = newInts(MAX_POLYVERT);
  /** the chosen pair of candidates */
  readonly pick = newInts(2);
  /** side planes of the clipping face: normals and offsets */
  readonly planeNormal = newDoubles(3 * MAX_POLYVERT);
  readonly planeDist = newDoubles(MAX_POLYVERT);
  /** the clipped polygon and the one it is clipped into */
  readonly polygon1 = newDoubles(6 * MAX_POLYVERT);
  readonly polygon2 = newDoubles(6 * MAX_POLYVERT);
}

/** What one run of convex collision detection is given, and finds. */
export class Ccd {
  readonly shape1 = new ConvexShape();
  readonly shape2 = new ConvexShape();

  /** maximum number of iterations of each search */
  maxIterations = 0;
  /** accuracy of distances (m) */
  tolerance = 0;
  /** maximum number of contacts: 1 or 4 */
  maxContacts = 0;
  /** cutoff distance (m); 0 if only penetration matters */
  distCutoff = 0;

  /** signed distance between the shapes; `MAX_LIMIT` if beyond the cutoff */
  dist = 0;
  /** witness points on shape 1 and shape 2 */
  readonly x1 = newDoubles(3 * MAXCONPAIR);
  readonly x2 = newDoubles(3 * MAXCONPAIR);
  /** number of pairs of witness points */
  nx = 0;
  /** number of iterations of the distance search */
  iterations = 0;

  /** up to four vertices of the Minkowski difference, and their indices on the two shapes; room for four more */
  readonly simplex = newDoubles(8 * VERTEX);
  readonly simplexIndex = newInts(16);
  nsimplex = 0;
  /** offsets of the vertices of the simplex */
  readonly order = newInts(4);
  /** whether the origin is clearly inside a tetrahedron */
  enclosed = false;
  /** weights of the simplex's vertices */
  readonly lambda = newDoubles(4);
  /** four numbers per face of a tetrahedron: normal, and distance of the origin or a multiple of it */
  readonly planes = newDoubles(16);
  /** a direction and its opposite */
  readonly dir = newDoubles(6);

  readonly polytope = new Polytope();
  readonly faces = new FaceWork();
}
