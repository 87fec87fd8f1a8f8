/**
 * Elasticity of triangles and tetrahedra as a metric on the squared lengths of their edges: the Saint Venant-Kirchhoff
 * material of Weischedel, "A discrete geometric view on shear-deformable shell models".
 */

import { normalizeVec } from "../../math/normalize.ts";
import { cross, dot3 } from "../../math/vec3.ts";
import type { FlexSpec } from "../../types/flex_spec.ts";

const NSTIFFNESS = 21;

/** Thickness used for tetrahedra. */
const SOLID = 4;

const normal = new Float64Array(3);
const left = new Float64Array(6);
const right = new Float64Array(6);
const normalLeft = new Float64Array(3);
const normalRight = new Float64Array(3);

/** A symmetric tensor per edge, row-major. */
const basis = new Float64Array(9 * 6);

/** Fills the upper triangle of the metric of each element. */
export function elementStiffness(
  stiffness: Float64Array,
  element: Int32Array,
  pos: Float64Array,
  { dim, young, poisson, thickness }: FlexSpec,
): void {
  const flat = dim === 2;
  const depth = flat ? thickness : SOLID;
  for (let t = 0; t < element.length / (dim + 1); t++) {
    const v = element.subarray((dim + 1) * t, (dim + 1) * (t + 1));
    const volume = flat ? area(pos, v) : volumeOf(pos, v);
    const mu = young / (2 * (1 + poisson)) * Math.abs(volume) / 4 * depth;
    const lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson)) * Math.abs(volume) / 4 * depth;
    if (flat) triangleBasis(pos, v, volume);
    else tetrahedronBasis(pos, v, volume);
    metric(stiffness, NSTIFFNESS * t, flat ? 3 : 6, mu, lambda);
  }
}

/** res = position of vertex `b` relative to vertex `a` */
function side(res: Float64Array, r: number, pos: Float64Array, a: number, b: number): void {
  for (let k = 0; k < 3; k++) res[r + k] = pos[3 * b + k] - pos[3 * a + k];
}

function area(pos: Float64Array, v: Int32Array): number {
  side(left, 0, pos, v[0], v[1]);
  side(left, 3, pos, v[0], v[2]);
  cross(normal, 0, left, 0, left, 3);
  return normalizeVec(normal, 0, 3) / 2;
}

function volumeOf(pos: Float64Array, v: Int32Array): number {
  side(left, 0, pos, v[0], v[1]);
  side(left, 3, pos, v[0], v[2]);
  side(right, 0, pos, v[0], v[3]);
  cross(normal, 0, left, 0, left, 3);
  return dot3(normal, 0, right, 0) / 6;
}

/** Vertices of the two other edges, for each edge of a triangle. */
const BESIDE = [[[2, 0], [0, 1]], [[0, 1], [1, 2]], [[1, 2], [2, 0]]];

/** Products of the normals of the two other edges. */
function triangleBasis(pos: Float64Array, v: Int32Array, volume: number): void {
  BESIDE.forEach(([[l0, l1], [r0, r1]], e) => {
    side(left, 0, pos, v[l1], v[l0]);
    side(right, 0, pos, v[r0], v[r1]);
    cross(normal, 0, right, 0, left, 0);
    normalizeVec(normal, 0, 3);
    cross(normalLeft, 0, normal, 0, left, 0);
    cross(normalRight, 0, right, 0, normal, 0);
    products(e, 8 * volume * volume);
  });
}

/** Faces of a tetrahedron. */
const FACES = [[2, 1, 0], [0, 1, 3], [1, 2, 3], [2, 0, 3]];

/** The two faces that touch each edge only at a vertex. */
const ACROSS = [[2, 3], [1, 3], [2, 1], [1, 0], [0, 2], [0, 3]];

/** Products of the normals of the two faces that do not contain the edge. */
function tetrahedronBasis(pos: Float64Array, v: Int32Array, volume: number): void {
  ACROSS.forEach(([l, r], e) => {
    faceNormal(normalLeft, pos, v, FACES[l]);
    faceNormal(normalRight, pos, v, FACES[r]);
    products(e, 36 * 2 * volume * volume);
  });
}

function faceNormal(res: Float64Array, pos: Float64Array, v: Int32Array, face: readonly number[]): void {
  side(left, 0, pos, v[face[0]], v[face[1]]);
  side(left, 3, pos, v[face[0]], v[face[2]]);
  cross(res, 0, left, 0, left, 3);
}

function products(edge: number, divisor: number): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      basis[9 * edge + 3 * i + j] = (normalLeft[i] * normalRight[j] + normalRight[i] * normalLeft[j]) / divisor;
    }
  }
}

function metric(stiffness: Float64Array, at: number, nedge: number, mu: number, lambda: number): void {
  let id = at;
  for (let a = 0; a < nedge; a++) {
    for (let b = a; b < nedge; b++) {
      // trace of the product, and product of the traces
      let both = 0;
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) both += basis[9 * a + 3 * i + j] * basis[9 * b + 3 * j + i];
      }
      stiffness[id++] = mu * both + lambda * trace(b) * trace(a);
    }
  }
}

function trace(edge: number): number {
  return basis[9 * edge] + basis[9 * edge + 4] + basis[9 * edge + 8];
}
