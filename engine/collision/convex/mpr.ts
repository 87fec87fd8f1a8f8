/**
 * Penetration of two convex shapes by Minkowski portal refinement (Snethen, Game Programming Gems 7), with the rules
 * and thresholds of the libccd library: the search that is used if the native one is disabled.
 */

import { copy3, cross, dot3, sub3 } from "../../math/vec3.ts";
import { type Ccd, VERTEX } from "./ccd_work.ts";
import { centerOf } from "./convex_shape.ts";
import { mprSupport } from "./mpr_support.ts";

// V8-1
const STRIDE = VERTEX;

/** spacing of doubles at 1 */
const EPS = Number.EPSILON;
/** number of iterations after which a portal that keeps changing is given up */
const MAX_TURNS = 1000;

/** Vertices 0 to 3 of the portal and the candidate 4, each `VERTEX` numbers: difference, point 1, point 2. */
const portal = new Float64Array(5 * STRIDE);
const V0 = 0;
const V1 = STRIDE;
const V2 = 2 * STRIDE;
const V3 = 3 * STRIDE;
const V4 = 4 * STRIDE;

const dir = new Float64Array(6);
const a = new Float64Array(3);
const b = new Float64Array(3);

/** Is it zero, up to rounding at 1? */
export function isZero(x: number): boolean {
  return Math.abs(x) < EPS;
}

function isEqual(x: number, y: number): boolean {
  const difference = Math.abs(x - y);
  return difference < EPS || difference < EPS * Math.max(Math.abs(x), Math.abs(y));
}

function isPositive(x: number): boolean {
  return x > -EPS;
}

function isOrigin(p: Float64Array, i: number): boolean {
  return isZero(p[i]) && isZero(p[i + 1]) && isZero(p[i + 2]);
}

function normalize(v: Float64Array, i: number): void {
  const inverse = 1 / Math.sqrt(dot3(v, i, v, i));
  v[i] *= inverse;
  v[i + 1] *= inverse;
  v[i + 2] *= inverse;
}

function copyPoint(to: number, from: number): void {
  for (let k = 0; k < STRIDE; k++) portal[to + k] = portal[from + k];
}

function supportPoint(c: Ccd, v: number): void {
  dir[3] = -dir[0];
  dir[4] = -dir[1];
  dir[5] = -dir[2];
  mprSupport(c.shape1, portal, v + 3, dir, 0);
  mprSupport(c.shape2, portal, v + 6, dir, 3);
  sub3(portal, v, portal, v + 3, portal, v + 6);
}

/**
 * Leaves the depth in `c.dist`, the direction from shape 1 to shape 2 in the first three numbers of `c.dir`, zero if it is
 * undefined, and the point in between in `c.x1`. Returns false if the shapes are apart.
 */
export function mprPenetration(c: Ccd): boolean {
  const found = discoverPortal(c);
  if (found === APART) return false;
  if (found === PORTAL) return refinePortal(c) && findDepth(c);

  // the origin is the first vertex, or on the way to it
  for (let k = 0; k < 3; k++) c.x1[k] = 0.5 * (portal[V1 + 3 + k] + portal[V1 + 6 + k]);
  if (found === TOUCH) {
    c.dist = 0;
    c.dir[0] = 0;
    c.dir[1] = 0;
    c.dir[2] = 0;
  } else {
    copy3(c.dir, 0, portal, V1);
    c.dist = Math.sqrt(dot3(portal, V1, portal, V1));
    normalize(c.dir, 0);
  }
  return true;
}

const APART = 0;
const PORTAL = 1;
const TOUCH = 2;
const SEGMENT = 3;

/** Finds a triangle through which the ray from the center of the difference to the origin passes. */
function discoverPortal(c: Ccd): number {
  centerOf(a, c.shape1);
  centerOf(b, c.shape2);
  copy3(portal, V0 + 3, a, 0);
  copy3(portal, V0 + 6, b, 0);
  sub3(portal, V0, a, 0, b, 0);
  if (isOrigin(portal, V0)) portal[V0] += EPS * 10;

  dir[0] = -portal[V0];
  dir[1] = -portal[V0 + 1];
  dir[2] = -portal[V0 + 2];
  normalize(dir, 0);
  supportPoint(c, V1);
  if (isBehind(V1)) return APART;

  cross(dir, 0, portal, V0, portal, V1);
  if (isZero(dot3(dir, 0, dir, 0))) return isOrigin(portal, V1) ? TOUCH : SEGMENT;
  normalize(dir, 0);
  supportPoint(c, V2);
  if (isBehind(V2)) return APART;

  // orient the triangle away from the center
  sideDirection();
  if (dot3(dir, 0, portal, V0) > 0) {
    copyPoint(V4, V1);
    copyPoint(V1, V2);
    copyPoint(V2, V4);
    dir[0] = -dir[0];
    dir[1] = -dir[1];
    dir[2] = -dir[2];
  }

  for (let turn = 0; turn < MAX_TURNS; turn++) {
    supportPoint(c, V3);
    if (isBehind(V3)) return APART;

    // the ray passes outside of one side: the new vertex takes the place of the vertex opposite to it
    if (isOutside(V1, V3)) {
      copyPoint(V2, V3);
    } else if (isOutside(V3, V2)) {
      copyPoint(V1, V3);
    } else {
      return PORTAL;
    }
    sideDirection();
  }
  return APART;
}

/** Does the origin lie beyond vertex `v` along `dir`? */
function isBehind(v: number): boolean {
  return dot3(portal, v, dir, 0) < EPS;
}

/** dir = normal of the triangle of vertices 0, 1 and 2 */
function sideDirection(): void {
  sub3(a, 0, portal, V1, portal, V0);
  sub3(b, 0, portal, V2, portal, V0);
  cross(dir, 0, a, 0, b, 0);
  normalize(dir, 0);
}

function isOutside(v: number, w: number): boolean {
  cross(a, 0, portal, v, portal, w);
  return dot3(a, 0, portal, V0) <= -EPS;
}

/** dir = normal of the portal */
function portalDirection(): void {
  sub3(a, 0, portal, V2, portal, V1);
  sub3(b, 0, portal, V3, portal, V1);
  cross(dir, 0, a, 0, b, 0);
  normalize(dir, 0);
}

/** Moves the portal outward until the origin is behind it; false if it never is. */
function refinePortal(c: Ccd): boolean {
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    portalDirection();
    if (isPositive(dot3(dir, 0, portal, V1))) return true;
    supportPoint(c, V4);
    if (!isPositive(dot3(portal, V4, dir, 0)) || isFinal(c)) return false;
    expandPortal();
  }
  return false;
}

/** Would the candidate move the portal by no more than the tolerance? */
function isFinal(c: Ccd): boolean {
  const reach = dot3(portal, V4, dir, 0);
  const gain = Math.min(
    Math.min(reach - dot3(portal, V1, dir, 0), reach - dot3(portal, V2, dir, 0)),
    reach - dot3(portal, V3, dir, 0),
  );
  return isEqual(gain, c.tolerance) || gain < c.tolerance;
}

/** Puts the candidate in place of the vertex that keeps the ray inside. */
function expandPortal(): void {
  cross(a, 0, portal, V4, portal, V0);
  let replaced = V1;
  if (dot3(portal, V1, a, 0) > 0) {
    if (!(dot3(portal, V2, a, 0) > 0)) replaced = V3;
  } else if (dot3(portal, V3, a, 0) > 0) {
    replaced = V2;
  }
  copyPoint(replaced, V4);
}

/** Moves the portal to the surface; its distance is the depth. */
function findDepth(c: Ccd): boolean {
  for (let turn = 0;; turn++) {
    portalDirection();
    supportPoint(c, V4);
    if (isFinal(c) || turn > c.maxIterations) break;
    expandPortal();
  }

  closestOnPortal(c.dir);
  c.dist = Math.sqrt(squared[0]);
  if (isZero(c.dist)) {
    c.dir[0] = 0;
    c.dir[1] = 0;
    c.dir[2] = 0;
  } else {
    normalize(c.dir, 0);
  }
  findPoint(c);
  return true;
}

const edge1 = new Float64Array(3);
const edge2 = new Float64Array(3);
const rival = new Float64Array(3);

/** squared distances of the closest point so far, and of another */
const squared = new Float64Array(2);

/** res = point of the portal closest to the origin; its squared distance goes to `squared` */
function closestOnPortal(res: Float64Array): void {
  sub3(edge1, 0, portal, V2, portal, V1);
  sub3(edge2, 0, portal, V3, portal, V1);
  const v = dot3(edge1, 0, edge1, 0);
  const w = dot3(edge2, 0, edge2, 0);
  const p = dot3(portal, V1, edge1, 0);
  const q = dot3(portal, V1, edge2, 0);
  const r = dot3(edge1, 0, edge2, 0);

  // inside of the triangle
  const det = w * v - r * r;
  if (!isZero(det)) {
    const s = (q * r - w * p) / det;
    const t = (-s * r - q) / w;
    if (isPositive(s) && isAtMostOne(s) && isPositive(t) && isAtMostOne(t) && isAtMostOne(t + s)) {
      for (let k = 0; k < 3; k++) res[k] = portal[V1 + k] + edge1[k] * s + edge2[k] * t;
      squared[0] = dot3(res, 0, res, 0);
      return;
    }
  }

  // one of its sides
  closestOnSide(res, 0, V1, V2);
  closestOnSide(rival, 1, V1, V3);
  keepCloser(res);
  closestOnSide(rival, 1, V2, V3);
  keepCloser(res);
}

function keepCloser(res: Float64Array): void {
  if (!(squared[1] < squared[0])) return;
  squared[0] = squared[1];
  copy3(res, 0, rival, 0);
}

function isAtMostOne(x: number): boolean {
  return isEqual(x, 1) || x < 1;
}

/** res = point of a side of the portal closest to the origin; its squared distance goes to `squared[r]` */
function closestOnSide(res: Float64Array, r: number, from: number, to: number): void {
  sub3(a, 0, portal, to, portal, from);
  const t = -1 * dot3(portal, from, a, 0) / dot3(a, 0, a, 0);
  if (t < EPS) {
    copy3(res, 0, portal, from);
  } else if (t > 1 || isEqual(t, 1)) {
    copy3(res, 0, portal, to);
  } else {
    for (let k = 0; k < 3; k++) res[k] = a[k] * t + portal[from + k];
  }
  squared[r] = dot3(res, 0, res, 0);
}

const weights = new Float64Array(4);

/** Midway between the points of both shapes that make the origin. */
function findPoint(c: Ccd): void {
  portalDirection();

  // volumes of the tetrahedra that the origin makes with each face
  setVolume(0, V1, V2, V3);
  setVolume(1, V3, V2, V0);
  setVolume(2, V0, V1, V3);
  setVolume(3, V2, V1, V0);
  let sum = weights[0] + weights[1] + weights[2] + weights[3];
  if (sum < EPS) {
    // areas within the portal instead
    weights[0] = 0;
    setArea(1, V2, V3);
    setArea(2, V3, V1);
    setArea(3, V1, V2);
    sum = weights[1] + weights[2] + weights[3];
  }
  const inverse = 1 / sum;

  for (let k = 0; k < 3; k++) {
    let p1 = 0;
    let p2 = 0;
    for (let i = 0; i < 4; i++) {
      p1 += portal[STRIDE * i + 3 + k] * weights[i];
      p2 += portal[STRIDE * i + 6 + k] * weights[i];
    }
    c.x1[k] = (p1 * inverse + p2 * inverse) * 0.5;
  }
}

function setVolume(i: number, u: number, v: number, w: number): void {
  cross(a, 0, portal, u, portal, v);
  weights[i] = dot3(a, 0, portal, w);
}

function setArea(i: number, u: number, v: number): void {
  cross(a, 0, portal, u, portal, v);
  weights[i] = dot3(a, 0, dir, 0);
}
