/** Planes of facets, and distances from them. */

import { type Facet, setSeen, type Vertex } from "./facet.ts";
import { CENTER, type Hull, OFFSET } from "./hull.ts";

const mean = new Float64Array(3);

/** Distance of a point above the plane at `j`, negative below. */
export function above(planes: Float64Array, j: number, x: number, y: number, z: number): number {
  return planes[j + 3] + x * planes[j] + y * planes[j + 1] + z * planes[j + 2];
}

/** Distance of a point above the facet, negative below. */
export function distance(h: Hull, point: number, f: Facet): number {
  const { points: p } = h;
  return above(h.planes, f.plane, p[3 * point], p[3 * point + 1], p[3 * point + 2]);
}

/** Distance of the point inside the hull above the facet. */
export function interiorDistance(h: Hull, f: Facet): number {
  return above(h.planes, f.plane, h.interior[0], h.interior[1], h.interior[2]);
}

/** Distance of the center of a facet above another one. */
export function centerDistance(h: Hull, f: Facet, g: Facet): number {
  if (!f.hasCenter) computeCenter(h, f);
  const { planes } = h;
  const j = f.plane + CENTER;
  return above(planes, g.plane, planes[j], planes[j + 1], planes[j + 2]);
}

/** Cosine of the angle between the normals. */
export function cosine(h: Hull, f: Facet, g: Facet): number {
  const n = h.planes;
  return n[f.plane] * n[g.plane] + n[f.plane + 1] * n[g.plane + 1] + n[f.plane + 2] * n[g.plane + 2];
}

/** The mean of the vertices. */
export function meanOf(h: Hull, vertices: Vertex[], mean: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let i = 0; i < vertices.length; i++) sum += h.points[3 * vertices[i].point + k];
    mean[k] = sum / vertices.length;
  }
}

/** Computes the center of the facet, projected onto its plane. */
export function computeCenter(h: Hull, f: Facet): void {
  meanOf(h, f.vertices, mean);
  const { planes } = h;
  const j = f.plane;
  const dist = above(planes, j, mean[0], mean[1], mean[2]);
  for (let k = 0; k < 3; k++) planes[j + CENTER + k] = mean[k] - dist * planes[j + k];
  f.hasCenter = true;
}

/** How far the vertices of a facet are from the plane of another. */
export interface Widths {
  /** the lowest, at most 0 */
  low: number;
  /** the highest, at least 0 */
  high: number;
}

/** Largest distance, up or down, of the vertices of `facet` that `neighbor` lacks. */
export function distanceBetween(h: Hull, facet: Facet, neighbor: Facet): number {
  return largest(widthsBetween(h, facet, neighbor));
}

/** The larger of two distances, down and up. */
export function largest({ low, high }: Widths): number {
  return high > -low ? high : -low;
}

/** Distances, down and up, of the vertices of `facet` that `neighbor` lacks. */
export function widthsBetween(h: Hull, facet: Facet, neighbor: Facet): Widths {
  const { vertices } = facet;
  setSeen(vertices, false);
  setSeen(neighbor.vertices, true);
  let low = 0;
  let high = 0;
  for (let i = 0; i < vertices.length; i++) {
    const vertex = vertices[i];
    if (vertex.seen) continue;
    const above = distance(h, vertex.point, neighbor);
    if (above < low) low = above;
    else if (above > high) high = above;
  }
  return { low, high };
}

/** Computes the plane through the three vertices of a facet. */
export function computePlane(h: Hull, f: Facet): void {
  f.hasPlane = true;
  if (!computePlaneByProduct(h, f) && computePlaneByElimination(h, f)) orientOutside(h, f);
  checkFlipped(h, f);
}

/** Marks a facet as flipped if the interior point is not below it; returns whether it is below. */
export function checkFlipped(h: Hull, f: Facet): boolean {
  f.flipped = !(interiorDistance(h, f) < -h.distRound);
  return !f.flipped;
}

/** Flips the plane if the interior point is above it. */
export function orientOutside(h: Hull, f: Facet): void {
  if (interiorDistance(h, f) <= 0) return;
  for (let k = 0; k <= OFFSET; k++) h.planes[f.plane + k] = -h.planes[f.plane + k];
}

/** Computes the normal as a cross product; returns false if the other two vertices are too far from the plane. */
function computePlaneByProduct(h: Hull, f: Facet): boolean {
  const p = h.points;
  const a = 3 * f.vertices[0].point;
  const b = 3 * f.vertices[1].point;
  const c = 3 * f.vertices[2].point;
  const ux = p[c] - p[a];
  const uy = p[c + 1] - p[a + 1];
  const uz = p[c + 2] - p[a + 2];
  const vx = p[b] - p[a];
  const vy = p[b + 1] - p[a + 1];
  const vz = p[b + 2] - p[a + 2];
  normal[0] = uy * vz - uz * vy;
  normal[1] = vx * uz - vz * ux;
  normal[2] = ux * vy - uy * vx;
  normalizePlane(h, f, f.toporient);
  h.planes[f.plane + OFFSET] = -(p[a] * normal[0] + p[a + 1] * normal[1] + p[a + 2] * normal[2]);
  return isOnPlane(h, f, c) && isOnPlane(h, f, b);
}

function isOnPlane(h: Hull, f: Facet, i: number): boolean {
  const p = h.points;
  const above = h.planes[f.plane + OFFSET] + (p[i] * normal[0] + p[i + 1] * normal[1] + p[i + 2] * normal[2]);
  return !(above > h.distRound || above < -h.distRound);
}

const normal = new Float64Array(3);
const rows = [new Float64Array(3), new Float64Array(3)];

/** Computes the normal by Gaussian elimination with row pivoting; returns true if a pivot was close to zero. */
function computePlaneByElimination(h: Hull, f: Facet): boolean {
  const p = h.points;
  const first = 3 * f.vertices[0].point;
  for (let i = 0; i < 2; i++) {
    for (let k = 0; k < 3; k++) rows[i][k] = p[3 * f.vertices[i + 1].point + k] - p[first + k];
  }

  let sign = f.toporient;
  let nearzero = false;
  let [top, low] = rows;
  if (Math.abs(low[0]) > Math.abs(top[0])) {
    [top, low] = [low, top];
    sign = !sign;
  }
  if (Math.abs(top[0]) <= h.nearZero[0]) nearzero = true;
  if (top[0] !== 0) {
    const n = low[0] / top[0];
    low[1] -= n * top[1];
    low[2] -= n * top[2];
  }
  if (Math.abs(low[1]) <= h.nearZero[1]) nearzero = true;
  if (low[1] < 0) sign = !sign;
  if (top[0] < 0) sign = !sign;

  if (substituteBack(top, low, sign)) nearzero = true;
  normalizePlane(h, f, true);
  let offset = -(p[first] * normal[0]);
  offset -= p[first + 1] * normal[1];
  offset -= p[first + 2] * normal[2];
  h.planes[f.plane + OFFSET] = offset;
  return nearzero;
}

/** Solves for the normal whose last component is ±1; returns true if a diagonal entry is zero. */
function substituteBack(top: Float64Array, low: Float64Array, sign: boolean): boolean {
  let nearzero = false;
  normal[2] = sign ? -1 : 1;
  for (let i = 1; i >= 0; i--) {
    const row = i === 0 ? top : low;
    let value = 0;
    for (let j = i + 1; j < 3; j++) value -= row[j] * normal[j];
    const diagonal = row[i];
    if (diagonal !== 0) {
      normal[i] = value / diagonal;
    } else {
      nearzero = true;
      normal[i] = sign ? -1 : 1;
      normal.fill(0, i + 1);
    }
  }
  return nearzero;
}

/** Normalizes `normal`; if it is zero, it becomes a diagonal. */
function normalizePlane(h: Hull, f: Facet, toporient: boolean): void {
  let norm = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (norm > 0) {
    if (!toporient) norm = -norm;
    for (let k = 0; k < 3; k++) normal[k] /= norm;
  } else {
    normal.fill(Math.sqrt(1 / 3));
  }
  for (let k = 0; k < 3; k++) h.planes[f.plane + k] = normal[k];
}
