/** The Hessian of the primal problem, M + Jᵀ D J plus what cones add: dense, or sparse when the Jacobian is. */

import { tangentialLength } from "../support/constraint_update.ts";
import { ConstraintState } from "../types/enums.ts";
import { denseNonzeros, factorizeDense, makeDense, solveDense, updateDense } from "./hessian_dense.ts";
import { factorizeProfile, makeProfile, solveProfile, updateProfile } from "./hessian_profile.ts";
import {
  factorizeSparse,
  makeSparse,
  solveSparseHessian,
  sparseNonzeros,
  updateSparseHessian,
} from "./hessian_sparse.ts";
import type { PrimalProblem } from "./problem.ts";

/** Prepares the Hessian for the current states of the rows. */
export function makeHessian(p: PrimalProblem): void {
  if (!p.isSparse) makeDense(p, p.dense);
  else if (p.hessianKernels) makeProfile(p, p.profile, p.hessianKernels);
  else if (p.sparse) makeSparse(p, p.sparse);
}

/** Factors the Hessian that `makeHessian` has prepared. */
export function factorizeHessian(p: PrimalProblem): void {
  if (!p.isSparse) factorizeDense(p, p.dense);
  else if (p.hessianKernels) factorizeProfile(p, p.profile, p.hessianKernels);
  else if (p.sparse) factorizeSparse(p, p.sparse);
}

/** Brings the factor up to date with the states of the rows; returns the number of rank-one updates. */
export function updateHessian(p: PrimalProblem): number {
  if (!p.isSparse) return updateDense(p, p.dense);
  if (p.hessianKernels) return updateProfile(p, p.profile, p.hessianKernels);
  return p.sparse ? updateSparseHessian(p, p.sparse) : 0;
}

/** How many rank-one updates the factor would need. */
export function countUpdates(p: PrimalProblem): number {
  const { nefc, state, oldstate, ncone } = p;
  let n = ncone;
  for (let i = 0; i < nefc; i++) {
    if ((oldstate[i] === ConstraintState.QUADRATIC) !== (state[i] === ConstraintState.QUADRATIC)) n++;
  }
  return n;
}

/** Mgrad = H⁻¹ grad */
export function solveHessian(p: PrimalProblem): void {
  if (!p.isSparse) solveDense(p, p.dense);
  else if (p.hessianKernels) solveProfile(p, p.profile, p.hessianKernels);
  else if (p.sparse) solveSparseHessian(p, p.sparse);
}

/** Non-zeros of the matrices in use. */
export function hessianNonzeros(p: PrimalProblem): number {
  return p.sparse && p.isSparse ? sparseNonzeros(p, p.sparse) : denseNonzeros(p);
}

/** Hessians of the contacts that are in the middle zone of their cones, to `contact.H`. */
export function coneHessians(p: PrimalProblem): void {
  const { nefc, Jaref, D, id, state, ncone } = p;
  const { mu, friction, dim, H } = p.contact;
  if (ncone === 0) return;

  for (let i = 0; i < nefc; i++) {
    if (state[i] !== ConstraintState.CONE) continue;
    const con = id[i];
    const n = dim[con];
    const h = 36 * con;
    const f = 5 * con - 1;
    const m = mu[con];
    const N = Jaref[i] * m;
    const T = tangentialLength(Jaref, i + 1, friction, 5 * con, n - 1);
    const Dm = D[i] / (m * m * (1 + m * m));

    // with respect to scaled coordinates U: first row (1, −μ/T U), block μN/T³ U Uᵀ + (μ² − μN/T) I
    let scale = -m / T;
    H[h] = 1;
    for (let j = 1; j < n; j++) H[h + j] = scale * (Jaref[i + j] * friction[f + j]);
    scale = m * N / (T * T * T);
    for (let k = 1; k < n; k++) {
      const Uk = Jaref[i + k] * friction[f + k];
      for (let j = k; j < n; j++) H[h + k * n + j] = scale * (Jaref[i + j] * friction[f + j]) * Uk;
    }
    scale = m * m - m * N / T;
    for (let j = 1; j < n; j++) H[h + j * (n + 1)] += scale;

    // back to unscaled coordinates, and symmetric
    for (let k = 0; k < n; k++) {
      scale = Dm * (k === 0 ? m : friction[f + k]);
      for (let j = k; j < n; j++) {
        const value = H[h + k * n + j] * (scale * (j === 0 ? m : friction[f + j]));
        H[h + k * n + j] = value;
        H[h + j * n + k] = value;
      }
    }
    i += n - 1;
  }
}
