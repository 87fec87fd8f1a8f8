/** Quadratic programs with bounds on each variable: a projected Newton method. */

import { dot, mulMatVec } from "../math/vec.ts";
import { MINVAL } from "../types/constants.ts";
import { cholFactor, cholSolve } from "./cholesky.ts";
import { add, addTo, scl } from "./vectors.ts";

const MAX_ITERATIONS = 100;
/** squared norm of the free gradient at which the minimum is found */
const SMALL_GRADIENT = 1e-16;
/** factor of the step size from one trial to the next */
const BACKTRACK = 0.5;
const SMALLEST_STEP = 1e-22;
/** part of the expected improvement that is good enough */
const ARMIJO = 0.1;

/** A problem and its scratch memory. */
interface Problem {
  readonly n: number;
  readonly H: Float64Array;
  readonly g: Float64Array;
  readonly lower: Float64Array | null;
  readonly upper: Float64Array | null;
  readonly grad: Float64Array;
  readonly search: Float64Array;
  readonly candidate: Float64Array;
  readonly temp: Float64Array;
}

/**
 * Minimizes ½ xᵀ H x + xᵀ g with `lower` ≤ x ≤ `upper`; either may be null. `res` is the starting point and receives the
 * minimum; `index` (n numbers, or null) receives the variables that are not at a bound, and `R` (n × n) the Cholesky
 * factor of their part of H. Returns how many those are, or −1 if it failed because H is not positive definite.
 *
 * @example The point of a box that is closest to (2, 0.5)
 * ```ts
 * import { boxQP } from "@plumbline/sim";
 *
 * const x = new Float64Array(2);
 * const factor = new Float64Array(4);
 * const free = new Int32Array(2);
 * const H = Float64Array.of(1, 0, 0, 1);
 * const g = Float64Array.of(-2, -0.5);
 * const lower = Float64Array.of(-1, -1);
 * const upper = Float64Array.of(1, 1);
 *
 * const nfree = boxQP(x, factor, free, H, g, 2, lower, upper);
 * if (x.join() !== "1,0.5") throw new Error("not the closest point");
 * if (nfree !== 1 || free[0] !== 1) throw new Error("x is at its bound, y is free");
 * ```
 */
export function boxQP(
  res: Float64Array,
  R: Float64Array,
  index: Int32Array | null,
  H: Float64Array,
  g: Float64Array,
  n: number,
  lower: Float64Array | null,
  upper: Float64Array | null,
): number {
  if (!(n > 0)) throw new RangeError(`boxQP: n must be positive, got ${n}`);
  const free = index ?? new Int32Array(n);
  if (lower === null && upper === null) return newtonPoint(res, R, free, H, g, n);
  checkBounds(n, lower, upper);

  const vector = () => new Float64Array(n);
  const problem = { n, H, g, lower, upper, grad: vector(), search: vector(), candidate: vector(), temp: vector() };
  clamp(res, problem);
  return descend(res, R, free, problem);
}

function checkBounds(n: number, lower: Float64Array | null, upper: Float64Array | null): void {
  if (lower === null || upper === null) return;
  for (let i = 0; i < n; i++) {
    if (lower[i] >= upper[i]) {
      throw new RangeError(`boxQP: lower[${i}] must be less than upper[${i}], got ${lower[i]} and ${upper[i]}`);
    }
  }
}

/** The minimum without bounds. */
function newtonPoint(
  res: Float64Array,
  R: Float64Array,
  free: Int32Array,
  H: Float64Array,
  g: Float64Array,
  n: number,
): number {
  for (let k = 0; k < n * n; k++) R[k] = H[k];
  for (let i = 0; i < n; i++) free[i] = i;
  if (cholFactor(R, 0, n, MINVAL) < n) return -1;
  cholSolve(res, 0, R, 0, g, 0, n);
  scl(res, 0, res, 0, -1, n);
  return n;
}

/** Moves a point to the nearest one within the bounds. */
function clamp(x: Float64Array, { n, lower, upper }: Problem): void {
  for (let i = 0; i < n; i++) {
    if (lower !== null && x[i] < lower[i]) x[i] = lower[i];
    else if (upper !== null && x[i] > upper[i]) x[i] = upper[i];
  }
}

/** ½ xᵀ H x + xᵀ g, reading only the lower triangle of H */
function objective(x: Float64Array, { n, H, g }: Problem): number {
  let square = 0;
  for (let i = 0; i < n; i++) {
    square += x[i] * H[n * i + i] * x[i];
    square += 2 * x[i] * dot(H, n * i, x, 0, i);
  }
  return 0.5 * square + dot(x, 0, g, 0, n);
}

/** Steps along the Newton direction of the free variables until none improves. */
function descend(res: Float64Array, R: Float64Array, free: Int32Array, problem: Problem): number {
  const { n, H, g, grad, search, temp } = problem;
  let clamped = new Uint8Array(n);
  let before = new Uint8Array(n);
  let nfree = n;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    mulMatVec(grad, 0, H, 0, res, 0, n, n);
    addTo(grad, 0, g, 0, n);
    nfree = findFree(clamped, free, res, problem);
    if (iteration === 0 || clamped.some((value, i) => value !== before[i])) {
      for (let i = 0; i < nfree; i++) {
        for (let j = 0; j <= i; j++) R[i * nfree + j] = H[free[i] * n + free[j]];
      }
      if (cholFactor(R, 0, nfree, MINVAL) < nfree) return -1;
    }
    newtonDirection(res, R, free, nfree, clamped, problem);

    let squared = 0;
    for (let i = 0; i < nfree; i++) squared += grad[free[i]] * grad[free[i]];
    if (squared < SMALL_GRADIENT) return nfree;
    const slope = dot(search, 0, grad, 0, n);
    if (slope >= 0) return -1;

    const isLast = lineSearch(res, slope, problem);
    res.set(problem.candidate.subarray(0, n));
    if (isLast) return nfree;
    [clamped, before] = [before, clamped];
    temp.fill(0);
  }
  return nfree;
}

/** Finds the variables that are not held by a bound against the gradient, and returns how many. */
function findFree(
  clamped: Uint8Array,
  free: Int32Array,
  x: Float64Array,
  { n, lower, upper, grad }: Problem,
): number {
  let nfree = 0;
  for (let i = 0; i < n; i++) {
    const isHeld = (lower !== null && x[i] === lower[i] && grad[i] > 0) ||
      (upper !== null && x[i] === upper[i] && grad[i] < 0);
    clamped[i] = isHeld ? 1 : 0;
    if (!isHeld) free[nfree++] = i;
  }
  return nfree;
}

/** search = from x to the minimum over the free variables; zero for the others */
function newtonDirection(
  x: Float64Array,
  R: Float64Array,
  free: Int32Array,
  nfree: number,
  clamped: Uint8Array,
  { n, H, g, search, temp }: Problem,
): void {
  for (let i = 0; i < n; i++) temp[i] = clamped[i] ? x[i] : 0;
  mulMatVec(search, 0, H, 0, temp, 0, n, n);
  addTo(search, 0, g, 0, n);
  for (let i = 0; i < nfree; i++) search[i] = search[free[i]];
  cholSolve(temp, 0, R, 0, search, 0, nfree);
  search.fill(0);
  for (let i = 0; i < nfree; i++) search[free[i]] = -temp[i] - x[free[i]];
}

/** Halves the step until the objective improves enough. Leaves the point in `candidate`; returns whether it is the last. */
function lineSearch(x: Float64Array, slope: number, problem: Problem): boolean {
  const { n, search, candidate } = problem;
  const start = objective(x, problem);
  let step = 1;
  for (;;) {
    scl(candidate, 0, search, 0, step, n);
    add(candidate, 0, candidate, 0, x, 0, n);
    clamp(candidate, problem);
    const value = objective(candidate, problem);
    step *= BACKTRACK;
    if (step < SMALLEST_STEP) return true;
    if (!((value - start) / (step * slope) < ARMIJO)) return false;
  }
}
