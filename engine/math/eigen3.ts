/** Principal axes of a symmetric matrix. */

import { mulMatMat3, mulMatTMat3 } from "./mat3.ts";
import { mulQuat, normalize4, quat2Mat, unit4 } from "./quat.ts";

const EPS = 1e-12;
const MAX_ITERATIONS = 500;

/** cos(π/4), to the digits used by MuJoCo's model compiler */
const HALF_SQRT2 = 0.707106781186548;

const diagonal = new Float64Array(9);
const tmp = new Float64Array(9);
const turn = new Float64Array(4);

/**
 * Eigenvalues, in decreasing order, and eigenvectors of the symmetric matrix at `mat[m]`. The eigenvectors are the
 * columns of `eigvec`, which is also given as the rotation `quat`. Returns the number of Jacobi rotations.
 *
 * The loop stops at MuJoCo's thresholds, so the axes are exactly MuJoCo's rather than just close to the true ones.
 */
export function eig3(
  eigval: Float64Array,
  v: number,
  eigvec: Float64Array,
  e: number,
  quat: Float64Array,
  q: number,
  mat: Float64Array,
  m: number,
): number {
  return jacobi(eigval, v, eigvec, e, quat, q, mat, m, false);
}

/** The same with the rounding of the simulation: that of the compiler does not normalize what is so close to one. */
export function eig3AtRuntime(
  eigval: Float64Array,
  v: number,
  eigvec: Float64Array,
  e: number,
  quat: Float64Array,
  q: number,
  mat: Float64Array,
  m: number,
): number {
  return jacobi(eigval, v, eigvec, e, quat, q, mat, m, true);
}

function jacobi(
  eigval: Float64Array,
  v: number,
  eigvec: Float64Array,
  e: number,
  quat: Float64Array,
  q: number,
  mat: Float64Array,
  m: number,
  normalizes: boolean,
): number {
  unit4(quat, q);

  let iteration = 0;
  for (; iteration < MAX_ITERATIONS; iteration++) {
    // the matrix in the frame found so far
    quat2Mat(eigvec, e, quat, q);
    mulMatTMat3(tmp, 0, eigvec, e, mat, m);
    mulMatMat3(diagonal, 0, tmp, 0, eigvec, e);
    eigval[v] = diagonal[0];
    eigval[v + 1] = diagonal[4];
    eigval[v + 2] = diagonal[8];

    // largest entry off the diagonal
    const xy = Math.abs(diagonal[1]);
    const xz = Math.abs(diagonal[2]);
    const yz = Math.abs(diagonal[5]);
    let row = 1;
    let column = 2;
    if (xy > xz && xy > yz) {
      row = 0;
      column = 1;
    } else if (xz > yz) {
      row = 0;
    }
    const axis = 3 - row - column;
    const entry = diagonal[3 * row + column];
    if (Math.abs(entry) < EPS) break;

    // rotation about the remaining axis that makes it zero; select signs rather than values: V8-2
    const tau = (diagonal[4 * column] - diagonal[4 * row]) / (2 * entry);
    const sign = tau >= 0 ? 1 : -1;
    const tangent = sign / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
    const cosine = 1 / Math.sqrt(1 + tangent * tangent);
    if (cosine > 1 - EPS) break;

    const half = Math.sqrt(0.5 - 0.5 * cosine);
    turn.fill(0);
    turn[0] = Math.sqrt(1 - half * half);
    turn[axis + 1] = half * (axis === 1 ? sign : -sign);
    mulQuat(quat, q, quat, q, turn, 0);
    if (normalizes) normalize4(quat, q);
  }

  // decreasing order: compare the first two, the last two, the first two
  for (let pass = 0; pass < 3; pass++) {
    const lead = pass % 2;
    if (eigval[v + lead] + EPS < eigval[v + lead + 1]) {
      const larger = eigval[v + lead + 1];
      eigval[v + lead + 1] = eigval[v + lead];
      eigval[v + lead] = larger;

      // a quarter turn about the third axis swaps the two
      turn.fill(0);
      turn[0] = HALF_SQRT2;
      turn[1 + (lead + 2) % 3] = HALF_SQRT2;
      mulQuat(quat, q, quat, q, turn, 0);
      if (normalizes) normalize4(quat, q);
    }
  }

  quat2Mat(eigvec, e, quat, q);
  return iteration;
}
