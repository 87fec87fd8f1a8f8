/**
 * The point of a simplex that is closest to the origin, as weights of its vertices: the signed volumes method of
 * Montanari, Petrinic and Barbieri (ACM Transactions on Graphics 36, 2017).
 *
 * Vertices are given by their offsets in one array.
 */

import { MINVAL } from "../../types/constants.ts";
import { VERTEX } from "./ccd_work.ts";

// V8-1
const TINY = MINVAL;
const STRIDE = VERTEX;

const projection = new Float64Array(3);
const cofactors = new Float64Array(4);
/** weights of the vertices of a face, or of an edge, and the squared distance of the point that they make */
const onFace = new Float64Array(4);
const onEdge = new Float64Array(3);

/** lambda = weights of the first `n` vertices of the simplex, two or more; zero for those that play no part */
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
      triangle(lambda, s, 0, STRIDE, 2 * STRIDE);
      break;
    default:
      segment(lambda, s, 0, STRIDE);
  }
}

/** res = a · (b × c) */
export function det3(res: Float64Array, r: number, s: Float64Array, a: number, b: number, c: number): void {
  res[r] = s[a] * (s[b + 1] * s[c + 2] - s[b + 2] * s[c + 1]) +
    s[a + 1] * (s[b + 2] * s[c] - s[b] * s[c + 2]) +
    s[a + 2] * (s[b] * s[c + 1] - s[b + 1] * s[c]);
}

/** Weights and squared distance of the point of a face that is closest to the origin, in `onFace`. */
function closestOnFace(s: Float64Array, a: number, b: number, c: number): void {
  const l = onFace;
  triangle(l, s, a, b, c);
  const x = l[0] * s[a] + l[1] * s[b] + l[2] * s[c];
  const y = l[0] * s[a + 1] + l[1] * s[b + 1] + l[2] * s[c + 1];
  const z = l[0] * s[a + 2] + l[1] * s[b + 2] + l[2] * s[c + 2];
  l[3] = x * x + y * y + z * z;
}

/** The same for an edge, in `onEdge`. */
function closestOnEdge(s: Float64Array, a: number, b: number): void {
  const l = onEdge;
  segment(l, s, a, b);
  const x = l[0] * s[a] + l[1] * s[b];
  const y = l[0] * s[a + 1] + l[1] * s[b + 1];
  const z = l[0] * s[a + 2] + l[1] * s[b + 2];
  l[2] = x * x + y * y + z * z;
}

function tetrahedron(lambda: Float64Array, s: Float64Array): void {
  const s1 = 0;
  const s2 = STRIDE;
  const s3 = 2 * STRIDE;
  const s4 = 3 * STRIDE;

  // cofactors: volumes of the tetrahedra that the origin makes with each face
  det3(cofactors, 0, s, s2, s3, s4);
  det3(cofactors, 1, s, s1, s3, s4);
  det3(cofactors, 2, s, s1, s2, s4);
  det3(cofactors, 3, s, s1, s2, s3);
  const c1 = -cofactors[0];
  const c2 = cofactors[1];
  const c3 = -cofactors[2];
  const c4 = cofactors[3];
  const volume = c1 + c2 + c3 + c4;
  const in1 = volume > 0 ? c1 > 0 : volume < 0 && c1 < 0;
  const in2 = volume > 0 ? c2 > 0 : volume < 0 && c2 < 0;
  const in3 = volume > 0 ? c3 > 0 : volume < 0 && c3 < 0;
  const in4 = volume > 0 ? c4 > 0 : volume < 0 && c4 < 0;

  // the origin is inside
  if (in1 && in2 && in3 && in4) {
    lambda[0] = c1 / volume;
    lambda[1] = c2 / volume;
    lambda[2] = c3 / volume;
    lambda[3] = c4 / volume;
    return;
  }

  // the closest of the faces that the origin is beyond
  const l = onFace;
  let min = Infinity;
  if (!in1) {
    closestOnFace(s, s2, s3, s4);
    min = l[3];
    lambda[0] = 0;
    lambda[1] = l[0];
    lambda[2] = l[1];
    lambda[3] = l[2];
  }
  if (!in2) {
    closestOnFace(s, s1, s3, s4);
    if (l[3] < min) {
      min = l[3];
      lambda[0] = l[0];
      lambda[1] = 0;
      lambda[2] = l[1];
      lambda[3] = l[2];
    }
  }
  if (!in3) {
    closestOnFace(s, s1, s2, s4);
    if (l[3] < min) {
      min = l[3];
      lambda[0] = l[0];
      lambda[1] = l[1];
      lambda[2] = 0;
      lambda[3] = l[2];
    }
  }
  if (!in4) {
    closestOnFace(s, s1, s2, s3);
    if (l[3] < min) {
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
  const in1 = area > 0 ? c1 > 0 : area < 0 && c1 < 0;
  const in2 = area > 0 ? c2 > 0 : area < 0 && c2 < 0;
  const in3 = area > 0 ? c3 > 0 : area < 0 && c3 < 0;

  // the projection is inside
  if (in1 && in2 && in3) {
    lambda[0] = c1 / area;
    lambda[1] = c2 / area;
    lambda[2] = c3 / area;
    return;
  }

  // the closest of the edges that it is beyond
  const l = onEdge;
  let min = Infinity;
  if (!in1) {
    closestOnEdge(s, b, c);
    min = l[2];
    lambda[0] = 0;
    lambda[1] = l[0];
    lambda[2] = l[1];
  }
  if (!in2) {
    closestOnEdge(s, a, c);
    if (l[2] < min) {
      min = l[2];
      lambda[0] = l[0];
      lambda[1] = 0;
      lambda[2] = l[1];
    }
  }
  if (!in3) {
    closestOnEdge(s, a, b);
    if (l[2] < min) {
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
  const inside = length > 0 ? c1 > 0 && c2 > 0 : length < 0 && c1 < 0 && c2 < 0;
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
  // edges at b
  const bx = s[b];
  const by = s[b + 1];
  const bz = s[b + 2];
  const ux = s[c] - bx;
  const uy = s[c + 1] - by;
  const uz = s[c + 2] - bz;
  const vx = bx - s[a];
  const vy = by - s[a + 1];
  const vz = bz - s[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const nv = x * bx + y * by + z * bz;
  const nn = x * x + y * y + z * z;
  if (nv === 0 || !(nn > TINY)) return nn !== 0 && projectFromOtherEdges(res, r, s, a, b, c);

  const scale = nv / nn;
  res[r] = scale * x;
  res[r + 1] = scale * y;
  res[r + 2] = scale * z;
  return true;
}

function projectFromOtherEdges(
  res: Float64Array,
  r: number,
  s: Float64Array,
  a: number,
  b: number,
  c: number,
): boolean {
  const bax = s[b] - s[a];
  const bay = s[b + 1] - s[a + 1];
  const baz = s[b + 2] - s[a + 2];
  const cax = s[c] - s[a];
  const cay = s[c + 1] - s[a + 1];
  const caz = s[c + 2] - s[a + 2];

  // edges at a
  let x = bay * caz - baz * cay;
  let y = baz * cax - bax * caz;
  let z = bax * cay - bay * cax;
  let nv = x * s[a] + y * s[a + 1] + z * s[a + 2];
  let nn = x * x + y * y + z * z;
  if (nn === 0) return false;
  if (nv === 0 || !(nn > TINY)) {
    // edges at c
    const cbx = s[c] - s[b];
    const cby = s[c + 1] - s[b + 1];
    const cbz = s[c + 2] - s[b + 2];
    x = cay * cbz - caz * cby;
    y = caz * cbx - cax * cbz;
    z = cax * cby - cay * cbx;
    nv = x * s[c] + y * s[c + 1] + z * s[c + 2];
    nn = x * x + y * y + z * z;
  }
  const scale = nv / nn;
  res[r] = scale * x;
  res[r + 1] = scale * y;
  res[r + 2] = scale * z;
  return true;
}
