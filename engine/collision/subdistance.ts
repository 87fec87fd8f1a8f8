/**
 * The point of a simplex that is closest to the origin, as weights of its vertices: the signed volumes method of
 * Montanari, Petrinic and Barbieri (ACM Transactions on Graphics 36, 2017).
 *
 * Vertices are given by their offsets in one array.
 */

import { MINVAL } from "../types/constants.ts";
import { MAX_LIMIT, VERTEX } from "./ccd_work.ts";

const projection = new Float64Array(3);
const weights3 = new Float64Array(3);
const weights2 = new Float64Array(2);

/** lambda = weights of the first `n` vertices of the simplex; zero for those that play no part */
export function subdistance(lambda: Float64Array, n: number, s: Float64Array): void {
  lambda[0] = 0;
  lambda[1] = 0;
  lambda[2] = 0;
  lambda[3] = 0;
  switch (n) {
    case 4:
      tetrahedron(lambda, s);
      break;
    case 3:
      triangle(lambda, s, 0, VERTEX, 2 * VERTEX);
      break;
    case 2:
      segment(lambda, s, 0, VERTEX);
      break;
    default:
      lambda[0] = 1;
  }
}

/** a · (b × c) */
export function det3(s: Float64Array, a: number, b: number, c: number): number {
  return s[a] * (s[b + 1] * s[c + 2] - s[b + 2] * s[c + 1]) +
    s[a + 1] * (s[b + 2] * s[c] - s[b] * s[c + 2]) +
    s[a + 2] * (s[b] * s[c + 1] - s[b + 1] * s[c]);
}

function sameSign(a: number, b: number): boolean {
  return (a > 0 && b > 0) || (a < 0 && b < 0);
}

/** Squared distance to the origin of the combination of three vertices with `weights3`. */
function triangleDist2(s: Float64Array, a: number, b: number, c: number): number {
  const l = weights3;
  const x = l[0] * s[a] + l[1] * s[b] + l[2] * s[c];
  const y = l[0] * s[a + 1] + l[1] * s[b + 1] + l[2] * s[c + 1];
  const z = l[0] * s[a + 2] + l[1] * s[b + 2] + l[2] * s[c + 2];
  return x * x + y * y + z * z;
}

/** Squared distance to the origin of the combination of two vertices with `weights2`. */
function segmentDist2(s: Float64Array, a: number, b: number): number {
  const l = weights2;
  const x = l[0] * s[a] + l[1] * s[b];
  const y = l[0] * s[a + 1] + l[1] * s[b + 1];
  const z = l[0] * s[a + 2] + l[1] * s[b + 2];
  return x * x + y * y + z * z;
}

function tetrahedron(lambda: Float64Array, s: Float64Array): void {
  const s1 = 0;
  const s2 = VERTEX;
  const s3 = 2 * VERTEX;
  const s4 = 3 * VERTEX;

  // cofactors: volumes of the tetrahedra that the origin makes with each face
  const c1 = -det3(s, s2, s3, s4);
  const c2 = det3(s, s1, s3, s4);
  const c3 = -det3(s, s1, s2, s4);
  const c4 = det3(s, s1, s2, s3);
  const volume = c1 + c2 + c3 + c4;
  const in1 = sameSign(volume, c1);
  const in2 = sameSign(volume, c2);
  const in3 = sameSign(volume, c3);
  const in4 = sameSign(volume, c4);

  // the origin is inside
  if (in1 && in2 && in3 && in4) {
    lambda[0] = c1 / volume;
    lambda[1] = c2 / volume;
    lambda[2] = c3 / volume;
    lambda[3] = c4 / volume;
    return;
  }

  // the closest of the faces that the origin is beyond
  const l = weights3;
  let min = MAX_LIMIT;
  if (!in1) {
    triangle(l, s, s2, s3, s4);
    min = triangleDist2(s, s2, s3, s4);
    lambda[0] = 0;
    lambda[1] = l[0];
    lambda[2] = l[1];
    lambda[3] = l[2];
  }
  if (!in2) {
    triangle(l, s, s1, s3, s4);
    const dist2 = triangleDist2(s, s1, s3, s4);
    if (dist2 < min) {
      lambda[0] = l[0];
      lambda[1] = 0;
      lambda[2] = l[1];
      lambda[3] = l[2];
      min = dist2;
    }
  }
  if (!in3) {
    triangle(l, s, s1, s2, s4);
    const dist2 = triangleDist2(s, s1, s2, s4);
    if (dist2 < min) {
      lambda[0] = l[0];
      lambda[1] = l[1];
      lambda[2] = 0;
      lambda[3] = l[2];
      min = dist2;
    }
  }
  if (!in4) {
    triangle(l, s, s1, s2, s3);
    const dist2 = triangleDist2(s, s1, s2, s3);
    if (dist2 < min) {
      // the weight of the fourth vertex stays what the faces before left there
      lambda[0] = l[0];
      lambda[1] = l[1];
      lambda[2] = l[2];
    }
  }
}

function triangle(lambda: Float64Array, s: Float64Array, a: number, b: number, c: number): void {
  const p = projection;
  if (!projectOnPlane(p, 0, s, a, b, c)) {
    segment(lambda, s, a, b);
    lambda[2] = 0;
    return;
  }

  // minors: areas of the triangle's shadows on the coordinate planes
  const m1 = s[b + 1] * s[c + 2] - s[b + 2] * s[c + 1] - s[a + 1] * s[c + 2] + s[a + 2] * s[c + 1] +
    s[a + 1] * s[b + 2] - s[a + 2] * s[b + 1];
  const m2 = s[b] * s[c + 2] - s[b + 2] * s[c] - s[a] * s[c + 2] + s[a + 2] * s[c] + s[a] * s[b + 2] -
    s[a + 2] * s[b];
  const m3 = s[b] * s[c + 1] - s[b + 1] * s[c] - s[a] * s[c + 1] + s[a + 1] * s[c] + s[a] * s[b + 1] -
    s[a + 1] * s[b];
  const abs1 = Math.abs(m1);
  const abs2 = Math.abs(m2);
  const abs3 = Math.abs(m3);

  // work in the plane of the largest shadow
  let x = 0;
  let y = 1;
  let area = m3;
  if (abs1 >= abs2 && abs1 >= abs3) {
    x = 1;
    y = 2;
    area = m1;
  } else if (abs2 >= abs3) {
    y = 2;
    area = m2;
  }
  const px = p[x];
  const py = p[y];
  const ax = s[a + x];
  const ay = s[a + y];
  const bx = s[b + x];
  const by = s[b + y];
  const cx = s[c + x];
  const cy = s[c + y];

  // areas that the projection makes with each edge
  const c1 = px * by + py * cx + bx * cy - px * cy - py * bx - cx * by;
  const c2 = px * cy + py * ax + cx * ay - px * ay - py * cx - ax * cy;
  const c3 = px * ay + py * bx + ax * by - px * by - py * ax - bx * ay;
  const in1 = sameSign(area, c1);
  const in2 = sameSign(area, c2);
  const in3 = sameSign(area, c3);

  // the projection is inside
  if (in1 && in2 && in3) {
    lambda[0] = c1 / area;
    lambda[1] = c2 / area;
    lambda[2] = c3 / area;
    return;
  }

  // the closest of the edges that it is beyond
  const l = weights2;
  let min = MAX_LIMIT;
  if (!in1) {
    segment(l, s, b, c);
    min = segmentDist2(s, b, c);
    lambda[0] = 0;
    lambda[1] = l[0];
    lambda[2] = l[1];
  }
  if (!in2) {
    segment(l, s, a, c);
    const dist2 = segmentDist2(s, a, c);
    if (dist2 < min) {
      lambda[0] = l[0];
      lambda[1] = 0;
      lambda[2] = l[1];
      min = dist2;
    }
  }
  if (!in3) {
    segment(l, s, a, b);
    const dist2 = segmentDist2(s, a, b);
    if (dist2 < min) {
      lambda[0] = l[0];
      lambda[1] = l[1];
      lambda[2] = 0;
    }
  }
}

function segment(lambda: Float64Array, s: Float64Array, a: number, b: number): void {
  // projection of the origin on the line
  const dx = s[b] - s[a];
  const dy = s[b + 1] - s[a + 1];
  const dz = s[b + 2] - s[a + 2];
  const scale = -((s[b] * dx + s[b + 1] * dy + s[b + 2] * dz) / (dx * dx + dy * dy + dz * dz));
  const px = s[b] + scale * dx;
  const py = s[b + 1] + scale * dy;
  const pz = s[b + 2] + scale * dz;

  // work along the axis of the largest shadow
  let k = 0;
  let p = px;
  let length = s[a] - s[b];
  const ly = s[a + 1] - s[b + 1];
  if (Math.abs(ly) >= Math.abs(length)) {
    k = 1;
    p = py;
    length = ly;
  }
  const lz = s[a + 2] - s[b + 2];
  if (Math.abs(lz) >= Math.abs(length)) {
    k = 2;
    p = pz;
    length = lz;
  }

  const c1 = p - s[b + k];
  const c2 = s[a + k] - p;
  const inside = sameSign(length, c1) && sameSign(length, c2);
  lambda[0] = inside ? c1 / length : 0;
  lambda[1] = inside ? c2 / length : 1;
}

/**
 * res = projection of the origin on the plane through three points, with the normal from whichever pair of edges
 * defines it. Returns false if none does.
 */
export function projectOnPlane(
  res: Float64Array,
  r: number,
  s: Float64Array,
  a: number,
  b: number,
  c: number,
): boolean {
  const ax = s[a];
  const ay = s[a + 1];
  const az = s[a + 2];
  const bx = s[b];
  const by = s[b + 1];
  const bz = s[b + 2];
  const cx = s[c];
  const cy = s[c + 1];
  const cz = s[c + 2];
  const bax = bx - ax;
  const bay = by - ay;
  const baz = bz - az;
  const cax = cx - ax;
  const cay = cy - ay;
  const caz = cz - az;
  const cbx = cx - bx;
  const cby = cy - by;
  const cbz = cz - bz;

  // edges at b
  let nx = cby * baz - cbz * bay;
  let ny = cbz * bax - cbx * baz;
  let nz = cbx * bay - cby * bax;
  let nv = nx * bx + ny * by + nz * bz;
  let nn = nx * nx + ny * ny + nz * nz;
  if (nn === 0) return false;
  if (nv === 0 || !(nn > MINVAL)) {
    // edges at a
    nx = bay * caz - baz * cay;
    ny = baz * cax - bax * caz;
    nz = bax * cay - bay * cax;
    nv = nx * ax + ny * ay + nz * az;
    nn = nx * nx + ny * ny + nz * nz;
    if (nn === 0) return false;
    if (nv === 0 || !(nn > MINVAL)) {
      // edges at c
      nx = cay * cbz - caz * cby;
      ny = caz * cbx - cax * cbz;
      nz = cax * cby - cay * cbx;
      nv = nx * cx + ny * cy + nz * cz;
      nn = nx * nx + ny * ny + nz * nz;
    }
  }
  const scale = nv / nn;
  res[r] = scale * nx;
  res[r + 1] = scale * ny;
  res[r + 2] = scale * nz;
  return true;
}
