/**
 * The shortest path of a tendon around a sphere or a cylinder. Both reduce to a circle: in the plane through the center
 * and the two end points for a sphere, or perpendicular to the axis for a cylinder.
 */

import { mulMatTVec3, mulMatVec3 } from "../math/mat3.ts";
import { acos, arccos, asin, cos, PI, sin } from "../math/scalar.ts";
import { addTo3, copy3, cross, set3, sub3, unit3 } from "../math/vec3.ts";
import { MINVAL } from "../types/constants.ts";
import { Wrap } from "../types/enums.ts";

// V8-1
const { CYLINDER } = Wrap;
const TINY = MINVAL;

// Newton's method of the inside wrap
const MAX_ITERATIONS = 20;
const FIRST_GUESS = 1 - 1e-7;
const TOLERANCE = 1e-6;

// a full turn
const TURN = 2 * PI;

/** score of a solution whose straight parts cross */
const CROSSED = -10000;

const tmp = new Float64Array(3);
const local0 = new Float64Array(3);
const local1 = new Float64Array(3);
const localSide = new Float64Array(3);
const axis0 = new Float64Array(3);
const axis1 = new Float64Array(3);
const normal = new Float64Array(3);
const ends = new Float64Array(4);
const side = new Float64Array(2);
const touch = new Float64Array(4);
const solutions = new Float64Array(8);
const goodness = new Float64Array(2);
const unit = new Float64Array(4);
const path = new Float64Array(6);

// V8-2: the radius of the circle, the length of the arc, the position (0 to 1) of the point on the straight segment
// nearest to the center, and the coefficients and root of the equation for the inside wrap.
const circle = new Float64Array(1);
const arc = new Float64Array(1);
const nearest = new Float64Array(1);
const equation = new Float64Array(4);

/**
 * Wraps the segment from `x0` to `x1` around a geom. Writes the two points where the tendon touches the geom to `wpnt`
 * and the length between them to `length[l]`, which is −1 if the segment does not touch it. A side point (`sidePos` not
 * null) selects the way around; if it lies inside the geom, the tendon wraps around the inside.
 */
export function wrap(
  length: Float64Array,
  l: number,
  wpnt: Float64Array,
  w: number,
  x0: Float64Array,
  p0: number,
  x1: Float64Array,
  p1: number,
  xpos: Float64Array,
  xmat: Float64Array,
  size: Float64Array,
  geom: number,
  type: number,
  sidePos: Float64Array | null,
  s: number,
): void {
  const p = 3 * geom;
  const r = 9 * geom;
  const radius = size[p];
  length[l] = -1;

  // end points in the frame of the geom
  sub3(tmp, 0, x0, p0, xpos, p);
  mulMatTVec3(local0, 0, xmat, r, tmp, 0);
  sub3(tmp, 0, x1, p1, xpos, p);
  mulMatTVec3(local1, 0, xmat, r, tmp, 0);
  if (isZero(local0) || isZero(local1)) return;

  // the same in the plane of the circle
  circlePlane(type);
  project(ends, 0, local0);
  project(ends, 2, local1);

  circle[0] = radius;
  if (sidePos !== null) {
    sub3(tmp, 0, sidePos, s, xpos, p);
    mulMatTVec3(localSide, 0, xmat, r, tmp, 0);
    project(side, 0, localSide);
    normalize2(side, 0);
    side[0] *= radius;
    side[1] *= radius;
    const x = localSide[0];
    const y = localSide[1];
    const z = localSide[2];
    if (Math.sqrt(x * x + y * y + z * z) < radius) wrapInside();
    else wrapCircle(true);
  } else {
    wrapCircle(false);
  }
  if (arc[0] < 0) return;

  // back to the frame of the geom
  for (let k = 0; k < 3; k++) {
    path[k] = axis0[k] * touch[0] + axis1[k] * touch[1];
    path[3 + k] = axis0[k] * touch[2] + axis1[k] * touch[3];
  }
  if (type === CYLINDER) climb();

  // and to the world
  mulMatVec3(wpnt, w, xmat, r, path, 0);
  mulMatVec3(wpnt, w + 3, xmat, r, path, 3);
  addTo3(wpnt, w, xpos, p);
  addTo3(wpnt, w + 3, xpos, p);
  length[l] = arc[0];
}

/** Is the vector zero? */
function isZero(v: Float64Array): boolean {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) < TINY;
}

/** The two coordinates of `v` in the plane of the circle. */
function project(res: Float64Array, r: number, v: Float64Array): void {
  res[r] = v[0] * axis0[0] + v[1] * axis0[1] + v[2] * axis0[2];
  res[r + 1] = v[0] * axis1[0] + v[1] * axis1[1] + v[2] * axis1[2];
}

/** Writes two axes that span the plane of the circle to `axis0` and `axis1`. */
function circlePlane(type: number): void {
  if (type === CYLINDER) {
    set3(axis0, 0, 1, 0, 0);
    set3(axis1, 0, 0, 1, 0);
    return;
  }

  copy3(axis0, 0, local0, 0);
  unit3(axis0, 0);
  cross(normal, 0, local0, 0, local1, 0);
  const parallel = isZero(normal);
  unit3(normal, 0);
  if (parallel) {
    // both points are on a line through the center: any plane will do; avoid the largest component
    const x = Math.abs(axis0[0]);
    const y = Math.abs(axis0[1]);
    const z = Math.abs(axis0[2]);
    let largest = 0;
    if (y > x && y > z) largest = 1;
    if (z > x && z > y) largest = 2;
    set3(axis1, 0, 1, 1, 1);
    axis1[largest] = 0;
    cross(normal, 0, axis0, 0, axis1, 0);
    unit3(normal, 0);
  }
  cross(axis1, 0, normal, 0, axis0, 0);
  unit3(axis1, 0);
}

/**
 * On a cylinder the path is a helix of constant slope. Sets the heights of `path`; the length of the arc becomes that
 * of the helix.
 */
function climb(): void {
  const length = arc[0];
  const x0 = local0[0] - path[0];
  const y0 = local0[1] - path[1];
  const x1 = local1[0] - path[3];
  const y1 = local1[1] - path[4];
  const before = Math.sqrt(x0 * x0 + y0 * y0);
  const after = Math.sqrt(x1 * x1 + y1 * y1);
  path[2] = local0[2] + (local1[2] - local0[2]) * before / (before + length + after);
  path[5] = local0[2] + (local1[2] - local0[2]) * (before + length) / (before + length + after);
  const height = Math.abs(path[5] - path[2]);
  arc[0] = Math.sqrt(length * length + height * height);
}

function normalize2(v: Float64Array, i: number): void {
  const norm = Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1]);
  if (norm < TINY) {
    v[i] = 1;
    v[i + 1] = 0;
    return;
  }
  const inverse = 1 / norm;
  v[i] *= inverse;
  v[i + 1] *= inverse;
}

/** Do the segments from the end points to the touch points `q` and `q + 2` of `points` cross? */
function segmentsCross(points: Float64Array, q: number): boolean {
  const ax = points[q] - ends[0];
  const ay = points[q + 1] - ends[1];
  const bx = points[q + 2] - ends[2];
  const by = points[q + 3] - ends[3];
  const det = by * ax - bx * ay;
  if (Math.abs(det) < TINY) return false;

  // position along each segment
  const x = ends[0] - ends[2];
  const y = ends[1] - ends[3];
  const a = (bx * y - by * x) / det;
  const b = (ax * y - ay * x) / det;
  return a >= 0 && a <= 1 && b >= 0 && b <= 1;
}

/** Around the circle, toward `side` if there is one. Sets `touch` and `arc`, which is −1 if the segment stays free. */
function wrapCircle(hasSide: boolean): void {
  const radius = circle[0];
  arc[0] = -1;
  const x0 = ends[0];
  const y0 = ends[1];
  const x1 = ends[2];
  const y1 = ends[3];
  const square0 = x0 * x0 + y0 * y0;
  const square1 = x1 * x1 + y1 * y1;
  const rr = radius * radius;

  // an end is inside, there is no circle, or there is no distance to wrap
  if (square0 < rr || square1 < rr || radius < TINY) return;
  const dx = x1 - x0;
  const dy = y1 - y0;
  const dd = dx * dx + dy * dy;
  if (dd < TINY) return;

  // the straight segment misses the circle on the correct side
  nearest[0] = -(dx * x0 + dy * y0) / dd;
  if (nearest[0] < 0) nearest[0] = 0;
  else if (nearest[0] > 1) nearest[0] = 1;
  const a = nearest[0];
  const nx = a * dx + x0;
  const ny = a * dy + y0;
  if (nx * nx + ny * ny > rr && (!hasSide || side[0] * nx + side[1] * ny >= 0)) return;

  // tangents from both ends, for both ways around
  const tangent0 = Math.sqrt(square0 - rr);
  const tangent1 = Math.sqrt(square1 - rr);
  for (let way = 0; way < 2; way++) {
    const sign = way === 0 ? 1 : -1;
    const q = 4 * way;
    solutions[q] = (x0 * rr + sign * radius * y0 * tangent0) / square0;
    solutions[q + 1] = (y0 * rr - sign * radius * x0 * tangent0) / square0;
    solutions[q + 2] = (x1 * rr - sign * radius * y1 * tangent1) / square1;
    solutions[q + 3] = (y1 * rr + sign * radius * x1 * tangent1) / square1;

    // prefer the one close to the side point, or the short one
    if (hasSide) {
      unit[0] = solutions[q] + solutions[q + 2];
      unit[1] = solutions[q + 1] + solutions[q + 3];
      normalize2(unit, 0);
      goodness[way] = unit[0] * side[0] + unit[1] * side[1];
    } else {
      const cx = solutions[q] - solutions[q + 2];
      const cy = solutions[q + 1] - solutions[q + 3];
      goodness[way] = -(cx * cx + cy * cy);
    }
    if (segmentsCross(solutions, q)) goodness[way] = CROSSED;
  }
  const best = goodness[0] > goodness[1] ? 0 : 1;
  for (let k = 0; k < 4; k++) touch[k] = solutions[4 * best + k];
  if (segmentsCross(touch, 0)) return;

  // angle between the touch points, the long way around if the direction requires it
  for (let k = 0; k < 4; k++) unit[k] = touch[k];
  normalize2(unit, 0);
  normalize2(unit, 2);
  unit[0] = unit[0] * unit[2] + unit[1] * unit[3];
  arccos(unit, 0);
  let angle = unit[0];
  const turn = touch[1] * touch[2] - touch[0] * touch[3];
  if ((turn > 0 && best === 1) || (turn < 0 && best === 0)) angle = TURN - angle;
  arc[0] = radius * angle;
}

/**
 * Around the inside: the tendon touches the circle at one point, where both straight parts form the same angle with it.
 * Sets `touch` and `arc`, which is 0, or −1 if the straight segment crosses the circle anyway.
 */
function wrapInside(): void {
  const radius = circle[0];
  arc[0] = -1;
  const x0 = ends[0];
  const y0 = ends[1];
  const x1 = ends[2];
  const y1 = ends[3];
  const length0 = Math.sqrt(x0 * x0 + y0 * y0);
  const length1 = Math.sqrt(x1 * x1 + y1 * y1);
  const dx = x1 - x0;
  const dy = y1 - y0;
  const dd = dx * dx + dy * dy;
  if (length0 <= radius || length1 <= radius || radius < TINY || length0 < TINY || length1 < TINY) return;

  // the segment meets the circle
  if (dd > TINY) {
    const a = -(dx * x0 + dy * y0) / dd;
    if (a > 0 && a < 1) {
      const nx = x0 + dx * a;
      const ny = y0 + dy * a;
      if (Math.sqrt(nx * nx + ny * ny) <= radius) return;
    }
  }

  // halfway between the ends, if the search fails
  unit[0] = 0.5 * (x0 + x1);
  unit[1] = 0.5 * (y0 + y1);
  normalize2(unit, 0);
  unit[0] *= radius;
  unit[1] *= radius;
  setTouch();

  // asin(A z) + asin(B z) − 2 asin(z) + G = 0
  const A = radius / length0;
  const B = radius / length1;
  const cosG = (length0 * length0 + length1 * length1 - dd) / (2 * length0 * length1);
  if (cosG < -1 + TINY) return;
  arc[0] = 0;
  if (cosG > 1 - TINY) return;
  equation[0] = A;
  equation[1] = B;
  equation[2] = acos(cosG);
  solveInside();
  const z = equation[3];
  if (z < 0) return;

  // from the ray to one end, turn toward the other
  let angle: number;
  if (x0 * y1 - y0 * x1 > 0) {
    unit[0] = x0;
    unit[1] = y0;
    angle = asin(z) - asin(A * z);
  } else {
    unit[0] = x1;
    unit[1] = y1;
    angle = asin(z) - asin(B * z);
  }
  normalize2(unit, 0);
  const c = cos(angle);
  const s = sin(angle);
  const x = radius * (c * unit[0] - s * unit[1]);
  unit[1] = radius * (s * unit[0] + c * unit[1]);
  unit[0] = x;
  setTouch();
}

/** both touch points = `unit` */
function setTouch(): void {
  touch[0] = unit[0];
  touch[1] = unit[1];
  touch[2] = unit[0];
  touch[3] = unit[1];
}

/**
 * Newton's method from the right for asin(A z) + asin(B z) − 2 asin(z) + G = 0, with A, B and G the first numbers of
 * `equation`; its last becomes the root, or −1 if there is none.
 */
function solveInside(): void {
  const A = equation[0];
  const B = equation[1];
  const G = equation[2];
  equation[3] = -1;
  let z = FIRST_GUESS;
  let f = asin(A * z) + asin(B * z) - 2 * asin(z) + G;
  if (f > 0) return;

  let iteration = 0;
  for (; iteration < MAX_ITERATIONS && Math.abs(f) > TOLERANCE; iteration++) {
    const slope = A / Math.max(TINY, Math.sqrt(1 - z * z * A * A)) +
      B / Math.max(TINY, Math.sqrt(1 - z * z * B * B)) - 2 / Math.max(TINY, Math.sqrt(1 - z * z));
    if (slope > -TINY) return;
    z -= f / slope;
    f = asin(A * z) + asin(B * z) - 2 * asin(z) + G;
    if (f > TOLERANCE) return;
  }
  if (iteration < MAX_ITERATIONS) equation[3] = z;
}
