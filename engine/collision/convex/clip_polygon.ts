/** Clips one convex polygon in space against another, projected along a normal. */

import { MINVAL } from "../../types/constants.ts";
import type { Ccd } from "./ccd_work.ts";

// V8-1
const TINY = MINVAL;

/**
 * Makes the corners of polygon 2, clipped against polygon 1 with normal `n`, the witness points on shape 2; those on
 * shape 1 lie `along` behind. Four of them are kept, or fewer if they are the same.
 */
export function clipPolygon(
  c: Ccd,
  face1: Float64Array,
  size1: number,
  face2: Float64Array,
  size2: number,
  n: Float64Array,
  ni: number,
  along: Float64Array,
): void {
  const { x1, x2 } = c;
  const { planeNormal, planeDist, polygon1, polygon2 } = c.faces;
  for (let i = 0; i < size1; i++) {
    sidePlane(planeNormal, planeDist, i, face1, 3 * i, i < size1 - 1 ? 3 * i + 3 : 0, n, ni);
  }

  // one side of polygon 1 after the other
  let polygon = polygon1;
  let clipped = polygon2;
  let size = size2;
  for (let i = 0; i < 3 * size2; i++) polygon[i] = face2[i];
  for (let e = 0; e < size1; e++) {
    const count = clipSide(clipped, polygon, size, face1, planeNormal, planeDist, e);
    const swap = polygon;
    polygon = clipped;
    clipped = swap;
    size = count;
  }
  if (size < 1) return;

  if (size > 4) {
    largestQuad(quad, polygon, size);
    for (let i = 0; i < 4; i++) addWitness(x1, x2, 3 * i, polygon, 3 * quad[i], along);
    c.nx = 4;
    return;
  }

  // all corners, each once
  let count = 0;
  for (let i = 0; i < size; i++) {
    if (isKnown(x2, count, polygon, 3 * i)) continue;
    addWitness(x1, x2, 3 * count, polygon, 3 * i, along);
    count++;
  }
  c.nx = count;
}

const quad = new Int32Array(4);

function addWitness(
  x1: Float64Array,
  x2: Float64Array,
  r: number,
  polygon: Float64Array,
  i: number,
  along: Float64Array,
): void {
  for (let k = 0; k < 3; k++) {
    x2[r + k] = polygon[i + k];
    x1[r + k] = x2[r + k] - along[k];
  }
}

function isKnown(points: Float64Array, count: number, p: Float64Array, i: number): boolean {
  for (let j = 0; j < 3 * count; j += 3) {
    if (
      Math.abs(points[j] - p[i]) < TINY && Math.abs(points[j + 1] - p[i + 1]) < TINY &&
      Math.abs(points[j + 2] - p[i + 2]) < TINY
    ) return true;
  }
  return false;
}

/** The plane through an edge of a face, perpendicular to the face. */
function sidePlane(
  normals: Float64Array,
  dists: Float64Array,
  r: number,
  face: Float64Array,
  a: number,
  b: number,
  n: Float64Array,
  ni: number,
): void {
  const ax = face[a];
  const ay = face[a + 1];
  const az = face[a + 2];
  const ux = face[b] - ax;
  const uy = face[b + 1] - ay;
  const uz = face[b + 2] - az;
  const vx = ax + n[ni] - ax;
  const vy = ay + n[ni + 1] - ay;
  const vz = az + n[ni + 2] - az;
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  normals[3 * r] = x;
  normals[3 * r + 1] = y;
  normals[3 * r + 2] = z;
  dists[r] = x * ax + y * ay + z * az;
}

/** Keeps the part of a polygon inside side `e`; returns its number of corners. */
function clipSide(
  res: Float64Array,
  polygon: Float64Array,
  size: number,
  face: Float64Array,
  normals: Float64Array,
  dists: Float64Array,
  e: number,
): number {
  const nx = normals[3 * e];
  const ny = normals[3 * e + 1];
  const nz = normals[3 * e + 2];
  const ax = face[3 * e];
  const ay = face[3 * e + 1];
  const az = face[3 * e + 2];

  let count = 0;
  for (let i = 0; i < size; i++) {
    const p = 3 * i;
    const q = i < size - 1 ? p + 3 : 0;
    const px = polygon[p];
    const py = polygon[p + 1];
    const pz = polygon[p + 2];
    const qx = polygon[q];
    const qy = polygon[q + 1];
    const qz = polygon[q + 2];
    const inside1 = (px - ax) * nx + (py - ay) * ny + (pz - az) * nz > -TINY;
    const inside2 = (qx - ax) * nx + (qy - ay) * ny + (qz - az) * nz > -TINY;

    // the edge crosses the side
    if (inside1 !== inside2) {
      const dx = qx - px;
      const dy = qy - py;
      const dz = qz - pz;
      const slope = nx * dx + ny * dy + nz * dz;
      const t = (dists[e] - (nx * px + ny * py + nz * pz)) / slope;
      if (t >= 0 && t <= 1) {
        res[3 * count] = px + t * dx;
        res[3 * count + 1] = py + t * dy;
        res[3 * count + 2] = pz + t * dz;
        count++;
      }
    }

    // the edge ends inside
    if (inside2) {
      res[3 * count] = qx;
      res[3 * count + 1] = qy;
      res[3 * count + 2] = qz;
      count++;
    }
  }
  return count;
}

/** area = twice MuJoCo's measure for the size of the quadrilateral of four corners */
function measureQuad(p: Float64Array, ia: number, ib: number, ic: number, id: number): void {
  const a = 3 * ia;
  const b = 3 * ib;
  const c = 3 * ic;
  const d = 3 * id;
  const adx = p[d] - p[a];
  const ady = p[d + 1] - p[a + 1];
  const adz = p[d + 2] - p[a + 2];
  const dbx = p[b] - p[d];
  const dby = p[b + 1] - p[d + 1];
  const dbz = p[b + 2] - p[d + 2];
  const bcx = p[c] - p[b];
  const bcy = p[c + 1] - p[b + 1];
  const bcz = p[c + 2] - p[b + 2];
  const cax = p[a] - p[c];
  const cay = p[a + 1] - p[c + 1];
  const caz = p[a + 2] - p[c + 2];
  const x = ady * dbz - adz * dby + (bcy * caz - bcz * cay);
  const y = adz * dbx - adx * dbz + (bcz * cax - bcx * caz);
  const z = adx * dby - ady * dbx + (bcx * cay - bcy * cax);
  area[0] = Math.sqrt(x * x + y * y + z * z);
}

const area = new Float64Array(1);

/** res = corners of the largest quadrilateral in a convex polygon, by rotating calipers */
function largestQuad(res: Int32Array, polygon: Float64Array, size: number): void {
  let a = 0;
  let b = 1;
  let c = 2;
  let d = 3;
  measureQuad(polygon, a, b, c, d);
  let max = area[0];
  res[0] = a;
  res[1] = b;
  res[2] = c;
  res[3] = d;
  for (; a < size; a++) {
    while (true) {
      const nextd = d === size - 1 ? 0 : d + 1;
      measureQuad(polygon, a, b, c, nextd);
      if (!(area[0] > max)) break;
      max = area[0];
      d = nextd;
      setQuad(res, a, b, c, d);
      while (true) {
        const nextc = c === size - 1 ? 0 : c + 1;
        measureQuad(polygon, a, b, nextc, d);
        if (!(area[0] > max)) break;
        max = area[0];
        c = nextc;
        setQuad(res, a, b, c, d);
      }
      while (true) {
        const nextb = b === size - 1 ? 0 : b + 1;
        measureQuad(polygon, a, nextb, c, d);
        if (!(area[0] > max)) break;
        max = area[0];
        b = nextb;
        setQuad(res, a, b, c, d);
      }
    }
    if (b === a) {
      b = b === size - 1 ? 0 : b + 1;
      if (c === b) {
        c = c === size - 1 ? 0 : c + 1;
        if (d === c) d = d === size - 1 ? 0 : d + 1;
      }
    }
  }
}

function setQuad(res: Int32Array, a: number, b: number, c: number, d: number): void {
  res[0] = a;
  res[1] = b;
  res[2] = c;
  res[3] = d;
}
