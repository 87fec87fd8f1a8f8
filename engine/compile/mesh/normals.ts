/** Vertex normals, for meshes that have none. */

import { normalizeVec } from "../../math/normalize.ts";
import { cross, dot3 } from "../../math/vec3.ts";
import { MINVAL } from "../../types/constants.ts";

/** faces are ignored if the cosine between their normal and that of the vertex is below this */
const SHARP = 0.8;

const round = Math.fround;
const u = new Float64Array(3);
const v = new Float64Array(3);
const faceNormal = new Float64Array(3);

/**
 * The mean of the normals around each vertex, weighted by area; faces across sharp edges are ignored unless `smooth`.
 */
export function makeNormals(vert: Float64Array, face: Int32Array, smooth: boolean): Float32Array {
  const normal = new Float32Array(vert.length);
  addNormals(normal, vert, face);
  if (!smooth) removeSharp(normal, vert, face);
  normalizeAll(normal);
  return normal;
}

function addNormals(normal: Float32Array, vert: Float64Array, face: Int32Array): void {
  for (let f = 0; f < face.length; f += 3) {
    const area = normalOfFace(vert, face, f);
    for (let j = f; j < f + 3; j++) {
      for (let k = 0; k < 3; k++) normal[3 * face[j] + k] += faceNormal[k] * area;
    }
  }
}

function normalizeAll(normal: Float32Array): void {
  for (let i = 0; i < normal.length; i += 3) {
    const x = normal[i];
    const y = normal[i + 1];
    const z = normal[i + 2];
    const length = round(Math.sqrt(round(round(round(x * x) + round(y * y)) + round(z * z))));
    if (length > MINVAL) {
      for (let k = 0; k < 3; k++) normal[i + k] /= length;
    } else {
      normal[i] = 0;
      normal[i + 1] = 0;
      normal[i + 2] = 1;
    }
  }
}

function removeSharp(normal: Float32Array, vert: Float64Array, face: Int32Array): void {
  const sharp = new Float32Array(normal.length);
  const unit = new Float64Array(normal);
  for (let i = 0; i < unit.length; i += 3) normalizeVec(unit, i, 3);
  addSharp(sharp, unit, vert, face);
  for (let i = 0; i < normal.length; i++) normal[i] -= sharp[i];
}

function addSharp(sharp: Float32Array, unit: Float64Array, vert: Float64Array, face: Int32Array): void {
  for (let f = 0; f < face.length; f += 3) {
    const area = normalOfFace(vert, face, f);
    for (let j = f; j < f + 3; j++) {
      const at = 3 * face[j];
      if (dot3(faceNormal, 0, unit, at) < SHARP) {
        for (let k = 0; k < 3; k++) sharp[at + k] += faceNormal[k] * area;
      }
    }
  }
}

/** Sets `faceNormal` and returns twice the area, or 0 for tiny faces. */
function normalOfFace(vert: Float64Array, face: Int32Array, f: number): number {
  for (let k = 0; k < 3; k++) {
    u[k] = vert[3 * face[f + 1] + k] - vert[3 * face[f] + k];
    v[k] = vert[3 * face[f + 2] + k] - vert[3 * face[f] + k];
  }
  cross(faceNormal, 0, u, 0, v, 0);
  return normalizeVec(faceNormal, 0, 3);
}
