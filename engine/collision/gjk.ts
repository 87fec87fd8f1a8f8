/**
 * Distance between two convex shapes: Gilbert, Johnson and Keerthi's search for the point of the Minkowski difference
 * that is closest to the origin.
 */

import { MINVAL } from "../types/constants.ts";
import { Geom } from "../types/enums.ts";
import { type Ccd, MAX_LIMIT, MAXVAL2, MINVAL2, VERTEX } from "./ccd_work.ts";
import type { ConvexShape } from "./convex_shape.ts";
import { combine, copyVertex, supportVertex } from "./minkowski.ts";
import { subdistance } from "./subdistance.ts";

// as constants of this module, these are folded into the code; imported ones are loaded at every use
const { BOX, MESH, HFIELD } = Geom;
const STRIDE = VERTEX;
const FAR = MAX_LIMIT;
const TINY = MINVAL;
const TINY2 = MINVAL2;
const HUGE2 = MAXVAL2;

/** Do both shapes have corners only? Shapes with a margin are smooth. */
export function bothDiscrete(c: Ccd): boolean {
  const { shape1, shape2 } = c;
  return shape1.margin === 0 && shape2.margin === 0 && isDiscrete(shape1) && isDiscrete(shape2);
}

function isDiscrete(shape: ConvexShape): boolean {
  return shape.type === MESH || shape.type === BOX || shape.type === HFIELD;
}

/**
 * Leaves distance, witness points and final simplex in `c`, starting from the guess in `c.x1` and `c.x2`. If only
 * penetration matters, shapes that are found apart get `MAX_LIMIT`.
 */
export function gjk(c: Ccd): void {
  const { simplex, simplexIndex, lambda, x1, x2, dir, distCutoff, tolerance, maxIterations } = c;
  const wantDistance = distCutoff > 0;
  const cutoff2 = distCutoff * distCutoff;
  // a search over corners ends exactly
  const epsilon = bothDiscrete(c) ? 0 : 0.5 * tolerance * tolerance;

  let testIntersection = !wantDistance;
  let xnorm = 0;
  let n = 0;
  let k = 0;
  lambda[0] = 1;
  lambda[1] = 0;
  lambda[2] = 0;
  lambda[3] = 0;
  let x = x1[0] - x2[0];
  let y = x1[1] - x2[1];
  let z = x1[2] - x2[2];

  for (; k < maxIterations; k++) {
    // support vertex towards the origin
    const squared = x * x + y * y + z * z;
    xnorm = squared;
    if (squared < TINY2) break;
    xnorm = Math.sqrt(squared);
    const inverse = 1 / xnorm;
    dir[3] = x * inverse;
    dir[4] = y * inverse;
    dir[5] = z * inverse;
    dir[0] = -dir[3];
    dir[1] = -dir[4];
    dir[2] = -dir[5];
    supportVertex(c, simplex, simplexIndex, n);
    const v = STRIDE * n;
    const sx = simplex[v];
    const sy = simplex[v + 1];
    const sz = simplex[v + 2];

    // the duality gap bounds the distance from the optimum
    if (x * (x - sx) + y * (y - sy) + z * (z - sz) < epsilon) {
      if (k === 0) n = 1;
      break;
    }

    // a plane separates the shapes, at a distance that is of no interest
    if (!wantDistance) {
      if (x * sx + y * sy + z * sz > 0) {
        setApart(c, k);
        return;
      }
    } else if (distCutoff < FAR) {
      const along = x * sx + y * sy + z * sz;
      if (along > 0 && along * along / squared >= cutoff2) {
        setApart(c, k);
        return;
      }
    }

    // with a tetrahedron at hand, whether the shapes intersect is a simpler question
    if (n === 3 && testIntersection) {
      c.iterations = k;
      const answer = intersect(c);
      if (answer !== UNKNOWN) {
        c.nx = 0;
        c.dist = answer === INSIDE ? 0 : FAR;
        return;
      }
      k = c.iterations;
      testIntersection = false;
    }

    // the closest point of the simplex, and the vertices that carry it
    let nextx = sx;
    let nexty = sy;
    let nextz = sz;
    if (n === 0) {
      n = 1;
    } else {
      subdistance(lambda, n + 1, simplex);
      n = keepCarriers(c);
      if (n === 0) {
        setApart(c, k);
        return;
      }
      nextx = lambda[0] * simplex[0];
      nexty = lambda[0] * simplex[1];
      nextz = lambda[0] * simplex[2];
      for (let i = 1, s = STRIDE; i < n; i++, s += STRIDE) {
        nextx += lambda[i] * simplex[s];
        nexty += lambda[i] * simplex[s + 1];
        nextz += lambda[i] * simplex[s + 2];
      }
    }
    if (Math.abs(nextx - x) < TINY && Math.abs(nexty - y) < TINY && Math.abs(nextz - z) < TINY) break;
    x = nextx;
    y = nexty;
    z = nextz;

    // the origin is inside the tetrahedron
    if (n === 4) {
      xnorm = 0;
      break;
    }
  }

  combine(x1, lambda, n, simplex, 3);
  combine(x2, lambda, n, simplex, 6);
  c.nx = 1;
  c.iterations = k;
  c.nsimplex = n;
  c.dist = xnorm;
}

/** Drops the vertices without weight; returns how many are left. */
function keepCarriers(c: Ccd): number {
  const { simplex, simplexIndex, lambda } = c;
  let n = 0;
  for (let i = 0; i < 4; i++) {
    if (lambda[i] === 0) continue;
    if (i !== n) {
      copyVertex(simplex, simplexIndex, n, simplex, simplexIndex, i);
      lambda[n] = lambda[i];
    }
    n++;
  }
  return n;
}

function setApart(c: Ccd, iterations: number): void {
  c.iterations = iterations;
  c.nsimplex = 0;
  c.nx = 0;
  c.dist = FAR;
}

const INSIDE = 1;
const OUTSIDE = 0;
const UNKNOWN = -1;

/**
 * Is the origin inside the Minkowski difference? Moves the tetrahedron `c.simplex` towards the origin until it contains
 * it, or until a face is found that has nothing beyond it.
 */
function intersect(c: Ccd): number {
  const { simplex, simplexIndex, tetra, tetraIndex, planes, order, dir, maxIterations } = c;
  for (let i = 0; i < 4; i++) {
    copyVertex(tetra, tetraIndex, i, simplex, simplexIndex, i);
    order[i] = i;
  }

  let k = c.iterations;
  for (; k < maxIterations; k++) {
    const s0 = STRIDE * order[0];
    const s1 = STRIDE * order[1];
    const s2 = STRIDE * order[2];
    const s3 = STRIDE * order[3];
    facePlanes(planes, tetra, s0, s1, s2, s3);
    const d0 = planes[3];
    const d1 = planes[7];
    const d2 = planes[11];
    const d3 = planes[15];

    // a face through the origin says nothing
    if (d0 === 0 || d1 === 0 || d2 === 0 || d3 === 0) {
      c.iterations = k;
      return UNKNOWN;
    }

    const worst = (d0 < d1 ? d0 : d1) < (d2 < d3 ? d2 : d3) ? (d0 < d1 ? 0 : 1) : d2 < d3 ? 2 : 3;
    if (planes[4 * worst + 3] > 0) {
      for (let v = 0; v < 4; v++) copyVertex(simplex, simplexIndex, v, tetra, tetraIndex, order[v]);
      c.nsimplex = 4;
      c.iterations = k;
      return INSIDE;
    }

    // replace the vertex opposite to the worst face by the support vertex beyond that face
    const w = 4 * worst;
    dir[0] = planes[w];
    dir[1] = planes[w + 1];
    dir[2] = planes[w + 2];
    dir[3] = -dir[0];
    dir[4] = -dir[1];
    dir[5] = -dir[2];
    supportVertex(c, tetra, tetraIndex, order[worst]);
    const v = STRIDE * order[worst];
    if (dir[0] * tetra[v] + dir[1] * tetra[v + 1] + dir[2] * tetra[v + 2] < 0) {
      c.nsimplex = 0;
      c.iterations = k;
      return OUTSIDE;
    }

    // two vertices change places to keep the orientation
    const i = (worst + 1) & 3;
    const j = (worst + 2) & 3;
    const swap = order[i];
    order[i] = order[j];
    order[j] = swap;
  }
  c.iterations = k;
  return UNKNOWN;
}

/** Per face, opposite to each vertex: its unit normal, and the distance of the origin to its plane along the normal. */
function facePlanes(planes: Float64Array, s: Float64Array, a: number, b: number, c: number, d: number): void {
  const ax = s[a];
  const ay = s[a + 1];
  const az = s[a + 2];
  const bx = s[b];
  const by = s[b + 1];
  const bz = s[b + 2];
  const cx = s[c];
  const cy = s[c + 1];
  const cz = s[c + 2];
  const dx = s[d];
  const dy = s[d + 1];
  const dz = s[d + 2];

  let x = (dy - cy) * (bz - cz) - (dz - cz) * (by - cy);
  let y = (dz - cz) * (bx - cx) - (dx - cx) * (bz - cz);
  let z = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx);
  let norm2 = x * x + y * y + z * z;
  let scale = norm2 > TINY2 && norm2 < HUGE2 ? 1 / Math.sqrt(norm2) : 0;
  x *= scale;
  y *= scale;
  z *= scale;
  planes[0] = x;
  planes[1] = y;
  planes[2] = z;
  planes[3] = scale === 0 ? FAR : x * cx + y * cy + z * cz;

  x = (dy - ay) * (cz - az) - (dz - az) * (cy - ay);
  y = (dz - az) * (cx - ax) - (dx - ax) * (cz - az);
  z = (dx - ax) * (cy - ay) - (dy - ay) * (cx - ax);
  norm2 = x * x + y * y + z * z;
  scale = norm2 > TINY2 && norm2 < HUGE2 ? 1 / Math.sqrt(norm2) : 0;
  x *= scale;
  y *= scale;
  z *= scale;
  planes[4] = x;
  planes[5] = y;
  planes[6] = z;
  planes[7] = scale === 0 ? FAR : x * ax + y * ay + z * az;

  x = (dy - by) * (az - bz) - (dz - bz) * (ay - by);
  y = (dz - bz) * (ax - bx) - (dx - bx) * (az - bz);
  z = (dx - bx) * (ay - by) - (dy - by) * (ax - bx);
  norm2 = x * x + y * y + z * z;
  scale = norm2 > TINY2 && norm2 < HUGE2 ? 1 / Math.sqrt(norm2) : 0;
  x *= scale;
  y *= scale;
  z *= scale;
  planes[8] = x;
  planes[9] = y;
  planes[10] = z;
  planes[11] = scale === 0 ? FAR : x * bx + y * by + z * bz;

  x = (cy - ay) * (bz - az) - (cz - az) * (by - ay);
  y = (cz - az) * (bx - ax) - (cx - ax) * (bz - az);
  z = (cx - ax) * (by - ay) - (cy - ay) * (bx - ax);
  norm2 = x * x + y * y + z * z;
  scale = norm2 > TINY2 && norm2 < HUGE2 ? 1 / Math.sqrt(norm2) : 0;
  x *= scale;
  y *= scale;
  z *= scale;
  planes[12] = x;
  planes[13] = y;
  planes[14] = z;
  planes[15] = scale === 0 ? FAR : x * ax + y * ay + z * az;
}
