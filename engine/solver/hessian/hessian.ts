/** The Hessian of the primal problem, M + Jᵀ D J plus the terms of cones, independent of its storage. */

import { tangentialLength } from "../../motion/constraint_update.ts";
import { ConstraintState } from "../../types/enums.ts";
import type { PrimalProblem } from "../problem/problem.ts";

const { CONE, QUADRATIC } = ConstraintState;

/** A Hessian kept as a factor that follows the states of the rows. */
export interface Hessian {
  /** Where kernels that make and use it find its block, 0 if loops do the work. */
  address(): number;
  /** Builds and factors the matrix for the current states of the rows. */
  factorize(p: PrimalProblem): void;
  /** Brings the factor up to date with the states of the rows; returns the number of rank-one updates. */
  update(p: PrimalProblem): number;
  /** Mgrad = H⁻¹ grad */
  solve(p: PrimalProblem): void;
  /** Number of nonzeros of the matrices in use. */
  nonzeros(p: PrimalProblem): number;
}

/** Numbers from one row of a matrix to the next: rows begin with a pair, and end with one. */
export function strideOf(nv: number): number {
  return (nv + 1) & ~1;
}

/** Weights of the rows in JᵀDJ: those in the quadratic state count. */
export function weighRows(p: PrimalProblem, weight: Float64Array): void {
  const { nefc } = p;
  const { D, state, first } = p.rows;
  for (let i = 0; i < nefc; i++) {
    // V8-10
    if (state[first + i] === QUADRATIC) weight[i] = D[first + i];
    else weight[i] = 0;
  }
}

/** What the Hessians of cones depend on. */
export type ConeRows = Pick<PrimalProblem, "nefc" | "ncone" | "contact"> & {
  readonly rows: Pick<PrimalProblem["rows"], "first" | "Jaref" | "D" | "id" | "state">;
};

/** Writes the Hessians of contacts in the middle zone of their cones to `contact.H`. */
export function coneHessians(p: ConeRows): void {
  const { nefc, ncone } = p;
  if (ncone === 0) return;
  const { first, Jaref, D, id, state } = p.rows;
  const { mu, friction, dim, H } = p.contact;

  for (let i = 0; i < nefc; i++) {
    if (state[first + i] !== CONE) continue;
    const con = id[first + i];
    const n = dim[con];
    const h = 36 * con;
    const f = 5 * con - 1;
    const m = mu[con];
    const N = Jaref[i] * m;
    const T = tangentialLength(Jaref, i + 1, friction, 5 * con, n - 1);
    const Dm = D[first + i] / (m * m * (1 + m * m));

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
