/** Signed distance and witness points of two convex shapes. */

import { Geom } from "../../types/enums.ts";
import { sub3, unit3 } from "../../math/vec3.ts";
import type { Model } from "../../types/model.ts";
import { type Ccd, MAX_LIMIT, resetPolytope } from "./ccd_work.ts";
import { centerOf, type ConvexShape, Support } from "./convex_shape.ts";
import { epa } from "./epa.ts";
import { faceContacts } from "./face_contacts.ts";
import { polytopeFromSegment, polytopeFromTetrahedron, polytopeFromTriangle } from "./first_polytope.ts";
import { gjk } from "./gjk.ts";

// V8-1
const { SPHERE, CAPSULE } = Geom;
const { POINT, LINE } = Support;

/**
 * Runs the search for `c.shape1` and `c.shape2`; sets `c.dist` and writes `c.nx` witness points to `c.x1` and `c.x2`.
 */
export function ccd(m: Model, c: Ccd): void {
  const { shape1, shape2, x1, x2 } = c;
  centerOf(x1, shape1);
  centerOf(x2, shape2);

  if (isRound(shape1) || isRound(shape2)) {
    if (coresApart(c)) return;

    // the cores themselves penetrate: start over with the full shapes
    centerOf(x1, shape1);
    centerOf(x2, shape2);
  }

  gjk(c);
  if (c.dist > c.tolerance || c.nsimplex < 2) return;

  // shapes that touch have zero distance until the polytope determines the depth
  c.dist = 0;
  resetPolytope(c.polytope, c.maxIterations);
  const begun = c.nsimplex === 2
    ? polytopeFromSegment(c)
    : c.nsimplex === 3
    ? polytopeFromTriangle(c)
    : polytopeFromTetrahedron(c);
  if (!begun) return;
  const face = epa(c);
  if (c.maxContacts > 1 && face >= 0) faceContacts(m, c, face);
}

function isRound(shape: ConvexShape): boolean {
  return shape.type === SPHERE || shape.type === CAPSULE;
}

/**
 * Distance search between the cores of round shapes, points and segments, whose radius is then added. Returns whether
 * the cores are separated, in which case the result is complete.
 */
function coresApart(c: Ccd): boolean {
  const { shape1, shape2, distCutoff } = c;
  const support1 = shape1.support;
  const support2 = shape2.support;
  const margin1 = shape1.margin;
  const margin2 = shape2.margin;

  shrink(shape1, 0);
  shrink(shape2, 1);
  c.distCutoff = distCutoff + (radii[0] + radii[1]);
  gjk(c);
  c.distCutoff = distCutoff;
  shape1.support = support1;
  shape2.support = support2;
  shape1.margin = margin1;
  shape2.margin = margin2;

  if (!(c.dist > c.tolerance)) return false;
  inflate(c);
  if (c.dist > distCutoff) c.dist = MAX_LIMIT;
  return true;
}

// thickness of round shapes around their cores; V8-2
const radii = new Float64Array(2);
const normal = new Float64Array(3);

/** Reduces a shape, if it is round, to its core; writes the removed radius to `radii[k]`. */
function shrink(shape: ConvexShape, k: number): void {
  radii[k] = 0;
  if (!isRound(shape)) return;
  radii[k] = shape.size[0] + 0.5 * shape.margin;
  shape.support = shape.type === SPHERE ? POINT : LINE;
  shape.margin = 0;
}

/** Moves the witness points from the cores to the surfaces. */
function inflate(c: Ccd): void {
  const { x1, x2 } = c;
  const radius1 = radii[0];
  const radius2 = radii[1];
  sub3(normal, 0, x2, 0, x1, 0);
  unit3(normal, 0);
  if (radius1 !== 0) {
    x1[0] += radius1 * normal[0];
    x1[1] += radius1 * normal[1];
    x1[2] += radius1 * normal[2];
  }
  if (radius2 !== 0) {
    x2[0] -= radius2 * normal[0];
    x2[1] -= radius2 * normal[1];
    x2[2] -= radius2 * normal[2];
  }
  c.dist -= radius1 + radius2;
}
