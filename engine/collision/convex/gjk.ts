/**
 * Distance between two convex shapes: Gilbert, Johnson and Keerthi's search for the point of the Minkowski difference
 * that is closest to the origin.
 */

import { MINVAL } from "../../types/constants.ts";
import { Geom } from "../../types/enums.ts";
import { type Ccd, MAX_LIMIT, MINVAL2, VERTEX } from "./ccd_work.ts";
import type { ConvexShape } from "./convex_shape.ts";
import { INSIDE, intersect, UNKNOWN } from "./intersect.ts";
import { combine, copyVertex, supportVertex } from "./minkowski.ts";
import { subdistance } from "./subdistance.ts";

// V8-1
const { BOX, MESH, HFIELD } = Geom;
const STRIDE = VERTEX;
const FAR = MAX_LIMIT;
const TINY = MINVAL;
const TINY2 = MINVAL2;

/** Do both shapes have corners only? Shapes with a margin are smooth. */
export function bothDiscrete(c: Ccd): boolean {
  const { shape1, shape2 } = c;
  return shape1.margin === 0 && shape2.margin === 0 && isDiscrete(shape1) && isDiscrete(shape2);
}

function isDiscrete(shape: ConvexShape): boolean {
  return shape.type === MESH || shape.type === BOX || shape.type === HFIELD;
}

/**
 * Writes the distance, witness points, and final simplex to `c`, starting from the guess in `c.x1` and `c.x2`. If only
 * penetration matters, separated shapes get `MAX_LIMIT`.
 */
export function gjk(c: Ccd): void {
  const { simplex, simplexIndex, order, lambda, x1, x2, dir, distCutoff, tolerance, maxIterations } = c;
  const wantDistance = distCutoff > 0;
  const cutoff2 = distCutoff * distCutoff;
  // a search over corners ends exactly
  const epsilon = bothDiscrete(c) ? 0 : 0.5 * tolerance * tolerance;

  let testIntersection = !wantDistance;
  let xnorm = 0;
  let n = 0;
  let k = 0;
  for (let i = 0; i < 4; i++) order[i] = i;
  c.enclosed = false;
  lambda[0] = 1;
  let x = x1[0] - x2[0];
  let y = x1[1] - x2[1];
  let z = x1[2] - x2[2];

  for (; k < maxIterations; k++) {
    // support vertex toward the origin
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

    // a plane separates the shapes by more than the cutoff
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

    // given a tetrahedron, intersection is easier to decide
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

    // the closest point of the simplex, and the vertices that span it
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
