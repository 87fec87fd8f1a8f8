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
  const { simplex, simplexIndex, tetra, tetraIndex, normals, dists, order, dir, maxIterations } = c;
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
    signedDistance(dists, normals, 0, tetra, s2, s1, s3);
    signedDistance(dists, normals, 1, tetra, s0, s2, s3);
    signedDistance(dists, normals, 2, tetra, s1, s0, s3);
    signedDistance(dists, normals, 3, tetra, s0, s1, s2);

    // a face through the origin says nothing
    if (dists[0] === 0 || dists[1] === 0 || dists[2] === 0 || dists[3] === 0) {
      c.iterations = k;
      return UNKNOWN;
    }

    let i = dists[0] < dists[1] ? 0 : 1;
    let j = dists[2] < dists[3] ? 2 : 3;
    const worst = dists[i] < dists[j] ? i : j;
    if (dists[worst] > 0) {
      for (let v = 0; v < 4; v++) copyVertex(simplex, simplexIndex, v, tetra, tetraIndex, order[v]);
      c.nsimplex = 4;
      c.iterations = k;
      return INSIDE;
    }

    // replace the vertex opposite to the worst face by the support vertex beyond that face
    const w = 3 * worst;
    dir[0] = normals[w];
    dir[1] = normals[w + 1];
    dir[2] = normals[w + 2];
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
    i = (worst + 1) & 3;
    j = (worst + 2) & 3;
    const swap = order[i];
    order[i] = order[j];
    order[j] = swap;
  }
  c.iterations = k;
  return UNKNOWN;
}

/** Normal of the face opposite to vertex `f`, and the distance of the origin to its plane along that normal. */
function signedDistance(
  dists: Float64Array,
  normals: Float64Array,
  f: number,
  s: Float64Array,
  a: number,
  b: number,
  c: number,
): void {
  const ax = s[a];
  const ay = s[a + 1];
  const az = s[a + 2];
  const ux = s[c] - ax;
  const uy = s[c + 1] - ay;
  const uz = s[c + 2] - az;
  const vx = s[b] - ax;
  const vy = s[b + 1] - ay;
  const vz = s[b + 2] - az;
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  const norm2 = nx * nx + ny * ny + nz * nz;
  let dist = FAR;
  if (norm2 > TINY2 && norm2 < HUGE2) {
    const inverse = 1 / Math.sqrt(norm2);
    nx *= inverse;
    ny *= inverse;
    nz *= inverse;
    dist = nx * ax + ny * ay + nz * az;
  }
  dists[f] = dist;
  normals[3 * f] = nx;
  normals[3 * f + 1] = ny;
  normals[3 * f + 2] = nz;
}
