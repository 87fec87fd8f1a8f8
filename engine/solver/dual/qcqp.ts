/**
 * The friction problem of one contact: minimize ½ xᵀ A x + xᵀ b inside the ellipsoid Σ (xᵢ/dᵢ)² ≤ r². Newton's method
 * on the multiplier of the bound. Each function returns whether the bound is active.
 */

import { dot } from "../../math/vec.ts";
import { cholFactor, cholSolve } from "../../linear/cholesky.ts";

const ITERATIONS = 20;
const SMALL = 1e-10;

/** The friction problem in two, three or up to five dimensions; `d` begins at `o`. */
export function solveQCQP(
  res: Float64Array,
  A: Float64Array,
  b: Float64Array,
  d: Float64Array,
  o: number,
  r: number,
  n: number,
): boolean {
  if (n === 2) return solve2(res, A, b, d, o, r);
  if (n === 3) return solve3(res, A, b, d, o, r);
  return solveN(res, A, b, d, o, r, n);
}

function solve2(res: Float64Array, A: Float64Array, b: Float64Array, d: Float64Array, o: number, r: number): boolean {
  // scaled, the ellipsoid becomes a circle
  const d1 = d[o];
  const d2 = d[o + 1];
  const b1 = b[0] * d1;
  const b2 = b[1] * d2;
  const A11 = A[0] * d1 * d1;
  const A22 = A[3] * d2 * d2;
  const A12 = A[1] * d1 * d2;

  let lambda = 0;
  let v1 = 0;
  let v2 = 0;
  for (let iter = 0; iter < ITERATIONS; iter++) {
    const det = (A11 + lambda) * (A22 + lambda) - A12 * A12;
    if (det < SMALL) {
      res[0] = 0;
      res[1] = 0;
      return false;
    }
    const inverse = 1 / det;
    const P11 = (A22 + lambda) * inverse;
    const P22 = (A11 + lambda) * inverse;
    const P12 = -A12 * inverse;
    v1 = -P11 * b1 - P12 * b2;
    v2 = -P12 * b1 - P22 * b2;

    // inside, or on the bound
    const excess = v1 * v1 + v2 * v2 - r * r;
    if (excess < SMALL) break;
    const derivative = -2 * (P11 * v1 * v1 + 2 * P12 * v1 * v2 + P22 * v2 * v2);
    const delta = -excess / derivative;
    if (delta < SMALL) break;
    lambda += delta;
  }
  res[0] = v1 * d1;
  res[1] = v2 * d2;
  return lambda !== 0;
}

function solve3(res: Float64Array, A: Float64Array, b: Float64Array, d: Float64Array, o: number, r: number): boolean {
  const d1 = d[o];
  const d2 = d[o + 1];
  const d3 = d[o + 2];
  const b1 = b[0] * d1;
  const b2 = b[1] * d2;
  const b3 = b[2] * d3;
  const A11 = A[0] * d1 * d1;
  const A22 = A[4] * d2 * d2;
  const A33 = A[8] * d3 * d3;
  const A12 = A[1] * d1 * d2;
  const A13 = A[2] * d1 * d3;
  const A23 = A[5] * d2 * d3;

  let lambda = 0;
  let v1 = 0;
  let v2 = 0;
  let v3 = 0;
  for (let iter = 0; iter < ITERATIONS; iter++) {
    // inverse by cofactors
    let P11 = (A22 + lambda) * (A33 + lambda) - A23 * A23;
    let P22 = (A11 + lambda) * (A33 + lambda) - A13 * A13;
    let P33 = (A11 + lambda) * (A22 + lambda) - A12 * A12;
    let P12 = A13 * A23 - A12 * (A33 + lambda);
    let P13 = A12 * A23 - A13 * (A22 + lambda);
    let P23 = A12 * A13 - A23 * (A11 + lambda);
    const det = (A11 + lambda) * P11 + A12 * P12 + A13 * P13;
    if (det < SMALL) {
      res[0] = 0;
      res[1] = 0;
      res[2] = 0;
      return false;
    }
    const inverse = 1 / det;
    P11 *= inverse;
    P22 *= inverse;
    P33 *= inverse;
    P12 *= inverse;
    P13 *= inverse;
    P23 *= inverse;
    v1 = -P11 * b1 - P12 * b2 - P13 * b3;
    v2 = -P12 * b1 - P22 * b2 - P23 * b3;
    v3 = -P13 * b1 - P23 * b2 - P33 * b3;

    const excess = v1 * v1 + v2 * v2 + v3 * v3 - r * r;
    if (excess < SMALL) break;
    const derivative = -2 * (P11 * v1 * v1 + P22 * v2 * v2 + P33 * v3 * v3) -
      4 * (P12 * v1 * v2 + P13 * v1 * v3 + P23 * v2 * v3);
    const delta = -excess / derivative;
    if (delta < SMALL) break;
    lambda += delta;
  }
  res[0] = v1 * d1;
  res[1] = v2 * d2;
  res[2] = v3 * d3;
  return lambda !== 0;
}

const scaledA = new Float64Array(25);
const shifted = new Float64Array(25);
const scaledB = new Float64Array(5);
const tmp = new Float64Array(5);

function solveN(
  res: Float64Array,
  A: Float64Array,
  b: Float64Array,
  d: Float64Array,
  o: number,
  r: number,
  n: number,
): boolean {
  for (let i = 0; i < n; i++) {
    scaledB[i] = b[i] * d[o + i];
    // the lower triangle of A, as the upper one
    for (let j = 0; j <= i; j++) scaledA[j * n + i] = A[i * n + j] * d[o + i] * d[o + j];
  }

  let lambda = 0;
  for (let iter = 0; iter < ITERATIONS; iter++) {
    for (let k = 0; k < n * n; k++) shifted[k] = scaledA[k];
    for (let i = 0; i < n; i++) shifted[i * (n + 1)] += lambda;
    if (cholFactor(shifted, 0, n, n, SMALL) < n) {
      for (let i = 0; i < n; i++) res[i] = 0;
      return false;
    }
    cholSolve(res, 0, shifted, 0, scaledB, 0, n, n);
    for (let i = 0; i < n; i++) res[i] = -res[i];

    const excess = dot(res, 0, res, 0, n) - r * r;
    if (excess < SMALL) break;
    cholSolve(tmp, 0, shifted, 0, res, 0, n, n);
    const derivative = -2 * dot(res, 0, tmp, 0, n);
    const delta = -excess / derivative;
    if (delta < SMALL) break;
    lambda += delta;
  }
  for (let i = 0; i < n; i++) res[i] *= d[o + i];
  return lambda !== 0;
}
