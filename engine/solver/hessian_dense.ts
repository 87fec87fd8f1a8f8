/** The Hessian as a dense matrix, with its Cholesky factor updated row by row. */

import { cholFactor, cholSolve, cholUpdate, cholUpdatePair } from "../support/cholesky.ts";
import { addSquaredRows } from "../support/dense_rows.ts";
import { zero } from "../math/vec.ts";
import { roomFloat } from "../support/grow.ts";
import { MINVAL } from "../types/constants.ts";
import { ConstraintState } from "../types/enums.ts";
import type { PrimalProblem } from "./problem.ts";

/** Factor and work memory of a dense Hessian. */
export interface DenseHessian {
  /** most dofs that there is room for */
  size: number;
  /** factor without cones */
  L: Float64Array;
  /** factor with cones */
  Lcone: Float64Array;
  /** rows of Lᵀ J of one contact */
  vector: Float64Array;
  /** weights of the rows in JᵀDJ */
  weight: Float64Array;
  /** factor of the Hessian of one contact */
  local: Float64Array;
}

/** Allocates a dense Hessian for up to `nv` dofs. */
export function newDenseHessian(nv: number): DenseHessian {
  return {
    size: nv,
    L: new Float64Array(nv * nv),
    Lcone: new Float64Array(nv * nv),
    vector: new Float64Array(6 * nv),
    weight: new Float64Array(0),
    local: new Float64Array(36),
  };
}

/** L = M + Jᵀ D J over the rows in the quadratic state, lower triangle. */
export function makeDense(p: PrimalProblem, h: DenseHessian): void {
  const { nv, nefc, D, state, J, jadr, M, M_rownnz, M_rowadr, M_colind } = p;
  const { L } = h;
  const weight = h.weight = roomFloat(h.weight, nefc);

  for (let i = 0; i < nefc; i++) weight[i] = state[i] === ConstraintState.QUADRATIC ? D[i] : 0;
  zero(L, 0, nv * nv);
  addSquaredRows(L, p.rows, J, jadr, nv, weight);
  for (let i = 0; i < nv; i++) {
    const end = M_rowadr[i] + M_rownnz[i];
    for (let k = M_rowadr[i]; k < end; k++) L[i * nv + M_colind[k]] += M[k];
  }
}

/** Factors in place, and adds cones to a copy. */
export function factorizeDense(p: PrimalProblem, h: DenseHessian): void {
  cholFactor(h.L, 0, p.nv, MINVAL);
  if (p.ncone > 0) addCones(p, h);
}

/** Adds and removes the rows whose state changed; starts over if that loses accuracy. */
export function updateDense(p: PrimalProblem, h: DenseHessian): number {
  const { nv, nefc, D, state, oldstate, J, jadr } = p;
  const { vector, L } = h;
  let updates = 0;
  let pending = 0;
  let firstSign = 0;
  for (let i = 0; i < nefc; i++) {
    const was = oldstate[i] === ConstraintState.QUADRATIC;
    const is = state[i] === ConstraintState.QUADRATIC;
    if (was === is) continue;
    const root = Math.sqrt(D[i]);
    const adr = jadr + i * nv;
    for (let k = 0; k < nv; k++) vector[pending * nv + k] = J[adr + k] * root;
    updates++;

    // two at a time
    if (pending === 0) {
      pending = 1;
      firstSign = is ? 1 : -1;
      continue;
    }
    pending = 0;
    if (cholUpdatePair(L, 0, vector, 0, nv, nv, firstSign, is ? 1 : -1) < nv) return startOver(p, h);
  }
  if (pending === 1 && cholUpdate(L, 0, vector, 0, nv, firstSign) < nv) return startOver(p, h);
  return p.ncone > 0 ? updates + addCones(p, h) : updates;
}

/** Builds and factors the Hessian again; counts as an update with every row. */
function startOver(p: PrimalProblem, h: DenseHessian): number {
  makeDense(p, h);
  factorizeDense(p, h);
  return p.nefc;
}

/** Lcone = factor of H plus the Hessians of contacts in the middle zone; returns the number of rank-one updates. */
function addCones(p: PrimalProblem, h: DenseHessian): number {
  const { nv, nefc, state, id, J, jadr } = p;
  const { dim, H } = p.contact;
  const { L, Lcone, vector, local } = h;
  let updates = 0;

  for (let k = 0; k < nv * nv; k++) Lcone[k] = L[k];
  for (let i = 0; i < nefc; i++) {
    if (state[i] !== ConstraintState.CONE) continue;
    const n = dim[id[i]];
    for (let k = 0; k < n * n; k++) local[k] = H[36 * id[i] + k];
    cholFactor(local, 0, n, MINVAL);

    // rows of (factor)ᵀ J
    for (let k = 0; k < n * nv; k++) vector[k] = 0;
    for (let r = 0; r < n; r++) {
      const row = jadr + (i + r) * nv;
      for (let c = 0; c <= r; c++) {
        const scale = local[r * n + c];
        for (let k = 0; k < nv; k++) vector[c * nv + k] += J[row + k] * scale;
      }
    }
    let r = 0;
    for (; r + 2 <= n; r += 2) cholUpdatePair(Lcone, 0, vector, r * nv, (r + 1) * nv, nv, 1, 1);
    if (r < n) cholUpdate(Lcone, 0, vector, r * nv, nv, 1);
    updates += n;
    i += n - 1;
  }
  return updates;
}

/** Mgrad = H⁻¹ grad */
export function solveDense(p: PrimalProblem, h: DenseHessian): void {
  cholSolve(p.Mgrad, 0, p.ncone > 0 ? h.Lcone : h.L, 0, p.grad, 0, p.nv);
}

/** Elements of the matrix. */
export function denseNonzeros(p: PrimalProblem): number {
  return p.nv * p.nv;
}
