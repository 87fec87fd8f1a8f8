/**
 * Exact line search: the cost along the search direction is piecewise smooth and convex, so its minimum is where the
 * derivative is zero. Newton steps bracket it from one side, then both ends of the bracket and its midpoint close in.
 */

import { dotTo } from "../../math/vec.ts";
import { MINVAL } from "../../types/constants.ts";
import { NUMBER, type PrimalProblem } from "../problem/problem.ts";
import { addRows, polynomials } from "./line_cost.ts";

// V8-1
const TINY = MINVAL;

// a point on the line: its position, the cost there, and the first two derivatives
const ALPHA = 0;
const COST = 1;
const SLOPE = 2;
const CURVATURE = 3;

// points in use, four numbers each
const START = 0;
const FIRST = 4; // one end of the bracket
const SECOND = 8; // the other end
const FIRST_NEXT = 12; // Newton steps from both ends
const SECOND_NEXT = 16;
const MIDDLE = 20;
const CANDIDATES = 24; // three points
const point = new Float64Array(36);

// polynomial of all rows that are quadratic everywhere, and of the inertial cost
const base = new Float64Array(3);

// slopes below this are flat enough
const flat = new Float64Array(1);

// products of the search direction: with itself, M acc, and the smooth forces, and twice the curvature
const product = new Float64Array(4);

/** Sets `alpha` to the step along `search` that minimizes the cost, 0 if none improves it. */
export function lineSearch(p: PrimalProblem): void {
  const { nv, numbers, block } = p;
  const { search, Ma, Mv, qfrc_smooth } = p.dofs;
  block.ints[NUMBER.evaluations] = 0;
  numbers[NUMBER.lineslope] = 1;
  numbers[NUMBER.alpha] = 0;
  dotTo(product, 0, search, 0, search, 0, nv);
  const length = Math.sqrt(product[0]);
  if (length < TINY) return;
  flat[0] = numbers[NUMBER.slack] * length / numbers[NUMBER.scale];

  // the inertial cost, and the cost of the rows
  dotTo(product, 1, search, 0, Ma, 0, nv);
  dotTo(product, 2, qfrc_smooth, 0, search, 0, nv);
  dotTo(product, 3, search, 0, Mv, 0, nv);
  polynomials(p);
  prepareBase(p);
  const result = bracket(p, block.ints[NUMBER.iterations]);
  if (result < 0) return;
  numbers[NUMBER.lineslope] = Math.abs(point[result + SLOPE]) * (numbers[NUMBER.scale] / length);
  numbers[NUMBER.alpha] = point[result + ALPHA];
}

/**
 * Searches for a point that is flat enough; returns it, or else the best one, or −1 if none is better than the start.
 */
function bracket(p: PrimalProblem, iterations: number): number {
  const gtol = flat[0];
  point[START] = 0;
  evaluate(p, START);

  // always one Newton step
  newtonStep(p, FIRST, START);
  if (Math.abs(point[FIRST + SLOPE]) < gtol) return FIRST;

  // Newton steps in the same direction, until the slope changes its sign
  const direction = point[FIRST + SLOPE] < 0 ? 1 : -1;
  copyPoint(SECOND, START);
  while (point[FIRST + SLOPE] * direction <= -gtol && evaluations(p) < iterations) {
    copyPoint(SECOND, FIRST);
    newtonStep(p, FIRST, FIRST);
    if (Math.abs(point[FIRST + SLOPE]) < gtol) return FIRST;
  }
  if (evaluations(p) >= iterations) return FIRST;

  copyPoint(SECOND_NEXT, FIRST);
  newtonStep(p, FIRST_NEXT, FIRST);
  while (evaluations(p) < iterations) {
    point[MIDDLE] = 0.5 * (point[FIRST] + point[SECOND]);
    evaluate(p, MIDDLE);
    copyPoint(CANDIDATES, FIRST_NEXT);
    copyPoint(CANDIDATES + 4, SECOND_NEXT);
    copyPoint(CANDIDATES + 8, MIDDLE);

    // among candidates that are flat enough, the one with the lowest cost
    let best = -1;
    for (let c = CANDIDATES; c < CANDIDATES + 12; c += 4) {
      if (Math.abs(point[c + SLOPE]) < gtol && (best < 0 || point[c + COST] < point[best + COST])) best = c;
    }
    if (best >= 0) return best;

    // no end moves: the accuracy of doubles is reached
    const moved1 = tighten(p, FIRST, FIRST_NEXT);
    const moved2 = tighten(p, SECOND, SECOND_NEXT);
    if (!moved1 && !moved2) return MIDDLE;
  }

  // out of iterations: the better end, if it is better than not moving
  const cost0 = point[START + COST];
  const cost1 = point[FIRST + COST];
  const cost2 = point[SECOND + COST];
  if (cost1 <= cost2 && cost1 < cost0) return FIRST;
  if (cost2 <= cost1 && cost2 < cost0) return SECOND;
  return -1;
}

function evaluations(p: PrimalProblem): number {
  return p.block.ints[NUMBER.evaluations];
}

function copyPoint(to: number, from: number): void {
  for (let k = 0; k < 4; k++) point[to + k] = point[from + k];
}

/** The point at which the tangent of the slope at `from` vanishes. */
function newtonStep(p: PrimalProblem, to: number, from: number): void {
  point[to] = point[from + ALPHA] - point[from + SLOPE] / point[from + CURVATURE];
  evaluate(p, to);
}

/**
 * Moves one end of the bracket to the best candidate on its side, and recomputes its Newton step; returns whether it
 * moved.
 */
function tighten(p: PrimalProblem, end: number, next: number): boolean {
  let moved = false;
  for (let c = CANDIDATES; c < CANDIDATES + 12; c += 4) {
    const slope = point[end + SLOPE];
    const candidate = point[c + SLOPE];
    const isBelow = slope < 0 && candidate < 0 && slope < candidate;
    const isAbove = slope > 0 && candidate > 0 && slope > candidate;
    if (isBelow || isAbove) {
      copyPoint(end, c);
      moved = true;
    }
  }
  if (moved) newtonStep(p, next, end);
  return moved;
}

/** The sum of the polynomials that do not change along the line: equalities are quadratic everywhere. */
function prepareBase(p: PrimalProblem): void {
  const { ne, numbers } = p;
  const { Jaref, Jv, D } = p.rows;
  let b0 = numbers[NUMBER.gauss];
  let b1 = product[1] - product[2];
  let b2 = 0.5 * product[3];
  for (let i = 0; i < ne; i++) {
    const x = Jaref[i];
    const v = Jv[i];
    const Dx = D[i] * x;
    b0 += x * Dx * 0.5;
    b1 += v * Dx;
    b2 += v * D[i] * v * 0.5;
  }
  base[0] = b0;
  base[1] = b1;
  base[2] = b2;
}

/** Cost and derivatives at the position of a point. */
function evaluate(p: PrimalProblem, at: number): void {
  const { ne, nf, nefc, numbers } = p;
  const { Jaref, Jv, D, R, floss } = p.rows;
  const alpha = point[at];
  let q0 = base[0];
  let q1 = base[1];
  let q2 = base[2];

  // dry friction: linear beyond the bound
  const frictionEnd = ne + nf;
  for (let i = ne; i < frictionEnd; i++) {
    const start = Jaref[i];
    const v = Jv[i];
    const x = start + alpha * v;
    const f = floss[i];
    const bound = R[i] * f;
    if (-bound < x && x < bound) {
      const Dx = D[i] * start;
      q0 += start * Dx * 0.5;
      q1 += v * Dx;
      q2 += v * D[i] * v * 0.5;
    } else if (x <= -bound) {
      q0 += f * (-0.5 * bound - start);
      q1 += -f * v;
    } else {
      q0 += f * (-0.5 * bound + start);
      q1 += f * v;
    }
  }

  // limits and contacts: quadratic on one side, or in elliptic cones
  let cost = 0;
  let slope = 0;
  let curvature = 0;
  if (nefc > frictionEnd) {
    numbers[NUMBER.q0] = q0;
    numbers[NUMBER.q1] = q1;
    numbers[NUMBER.q2] = q2;
    numbers[NUMBER.at] = alpha;
    addRows(p);
    q0 = numbers[NUMBER.q0];
    q1 = numbers[NUMBER.q1];
    q2 = numbers[NUMBER.q2];
    cost = numbers[NUMBER.coneCost];
    slope = numbers[NUMBER.coneSlope];
    curvature = numbers[NUMBER.coneCurvature];
  }

  cost += alpha * alpha * q2 + alpha * q1 + q0;
  slope += 2 * alpha * q2 + q1;
  curvature += 2 * q2;
  if (curvature <= 0) curvature = TINY;

  point[at + COST] = cost;
  point[at + SLOPE] = slope;
  point[at + CURVATURE] = curvature;
  p.block.ints[NUMBER.evaluations]++;
}
