/**
 * Bending of the edges of a triangle mesh: the quadratic energy of Wardetzky et al., "Discrete quadratic curvature
 * energies", with the curvature at rest after Garg et al., "Cubic shells".
 */

import { pow } from "../../math/power.ts";
import { cross, dot3 } from "../../math/vec3.ts";
import type { FlexSpec } from "../../types/flex_spec.ts";

const NBENDING = 17;

const edge1 = new Float64Array(3);
const edge2 = new Float64Array(3);
const normal = new Float64Array(3);

/** Fills sixteen coefficients between the four vertices around each edge, and one for the fold at rest. */
export function bendingStiffness(
  bending: Float64Array,
  edge: readonly number[],
  flap: Int32Array,
  element: Int32Array,
  elemedge: Int32Array,
  pos: Float64Array,
  { young, poisson, thickness }: FlexSpec,
): void {
  const mu = young / (2 * (1 + poisson));
  const begin = firstVertices(edge.length / 2, element, elemedge);
  for (let e = 0; e < edge.length / 2; e++) {
    if (flap[2 * e + 1] < 0) continue;
    const v0 = begin[e];
    const v1 = edge[2 * e] === v0 ? edge[2 * e + 1] : edge[2 * e];
    bendEdge(bending, NBENDING * e, pos, [v0, v1, flap[2 * e], flap[2 * e + 1]], mu, thickness);
  }
}

/** Start vertex of an edge in the first triangle that contains it. */
function firstVertices(nedge: number, element: Int32Array, elemedge: Int32Array): Int32Array {
  const begin = new Int32Array(nedge).fill(-1);
  for (let i = 0; i < elemedge.length; i++) {
    if (begin[elemedge[i]] < 0) begin[elemedge[i]] = element[i - i % 3 + (i % 3 + 1) % 3];
  }
  return begin;
}

function side(res: Float64Array, pos: Float64Array, a: number, b: number): void {
  for (let k = 0; k < 3; k++) res[k] = pos[3 * b + k] - pos[3 * a + k];
}

/** Cotangent of the angle at `v0`. */
function cotangent(pos: Float64Array, v0: number, v1: number, v2: number): number {
  side(edge1, pos, v0, v1);
  side(edge2, pos, v0, v2);
  cross(normal, 0, edge1, 0, edge2, 0);
  return dot3(edge1, 0, edge2, 0) / Math.sqrt(dot3(normal, 0, normal, 0));
}

function area(pos: Float64Array, v0: number, v1: number, v2: number): number {
  side(edge1, pos, v0, v1);
  side(edge2, pos, v0, v2);
  cross(normal, 0, edge1, 0, edge2, 0);
  return Math.sqrt(dot3(normal, 0, normal, 0)) / 2;
}

const along = new Float64Array(3);
const left1 = new Float64Array(3);
const right1 = new Float64Array(3);
const left2 = new Float64Array(3);
const right2 = new Float64Array(3);
const height1 = new Float64Array(3);
const height2 = new Float64Array(3);

function bendEdge(
  bending: Float64Array,
  at: number,
  pos: Float64Array,
  [v0, v1, v2, v3]: readonly number[],
  mu: number,
  thickness: number,
): void {
  const a01 = cotangent(pos, v0, v1, v2);
  const a02 = cotangent(pos, v0, v3, v1);
  const a03 = cotangent(pos, v1, v2, v0);
  const a04 = cotangent(pos, v1, v0, v3);
  const c = [a03 + a04, a01 + a02, -(a01 + a03), -(a02 + a04)];
  const volume = area(pos, v0, v1, v2) + area(pos, v1, v0, v3);
  const stiffness = 3 * mu * pow(thickness, 3) / (24 * volume);

  // the fold at rest, from the heights of both triangles above the edge
  side(along, pos, v0, v1);
  side(left1, pos, v0, v2);
  side(left2, pos, v0, v3);
  side(right1, pos, v1, v2);
  side(right2, pos, v1, v3);
  for (let k = 0; k < 3; k++) {
    height1[k] = -(a03 * left1[k] + a01 * right1[k]);
    height2[k] = -(a04 * left2[k] + a02 * right2[k]);
  }
  const square = dot3(along, 0, along, 0);
  const cosine = -dot3(height1, 0, height2, 0) / square;
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) bending[at + 4 * i + j] += c[i] * c[j] * cosine * stiffness;
  }
  cross(normal, 0, along, 0, left1, 0);
  bending[at + 16] = dot3(normal, 0, left2, 0) * (a01 - a03) * (a04 - a02) * stiffness /
    (square * Math.sqrt(square));
}
