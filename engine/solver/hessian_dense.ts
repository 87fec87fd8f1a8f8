/** The Hessian as a dense matrix, with its Cholesky factor updated row by row. */

import { cholFactor, cholSolve, cholUpdate } from "../support/cholesky.ts";
import { addSquaredRows } from "../support/dense_rows.ts";
import { zero } from "../math/vec.ts";
import { MINVAL } from "../types/constants.ts";
import { ConstraintState } from "../types/enums.ts";
import type { Take } from "../wasm/arena.ts";
import type { PrimalProblem } from "./problem.ts";

/** Factors and work memory of a dense Hessian. Matrices have their upper triangle by rows. */
export interface DenseHessian {
  /** factor without cones */
  L: Float64Array;
  /** factor with cones */
  Lcone: Float64Array;
  /** rows of Lᵀ J of one contact */
  vector: Float64Array;
  /** weights of the rows in JᵀDJ */
  weight: Float64Array;
  /** rows of J times their weights */
  scaled: Float64Array;
  /** factor of the Hessian of one contact */
  local: Float64Array;
}

/** A dense Hessian without room. */
export function newDenseHessian(): DenseHessian {
  const none = new Float64Array(0);
  return { L: none, Lcone: none, vector: none, weight: none, scaled: none, local: new Float64Array(36) };
}

/** Takes arrays for up to `nv` dofs and `rows` rows. */
export function layDenseHessian(take: Take, h: DenseHessian, nv: number, rows: number): void {
  const stride = strideOf(nv);
  h.L = take.float(stride * stride);
  h.Lcone = take.float(stride * stride);
  h.vector = take.float(6 * stride);
  h.weight = take.float(rows);
  h.scaled = take.float(4 * stride);
}

/** Numbers from one row of a matrix to the next: rows begin with a pair, and end with one. */
function strideOf(nv: number): number {
  return (nv + 1) & ~1;
}

/** L = M + Jᵀ D J over the rows in the quadratic state, upper triangle. */
export function makeDense(p: PrimalProblem, h: DenseHessian): void {
  const { nv, nefc, D, state, J, jadr, M, M_rownnz, M_rowadr, M_colind, rows, kernels } = p;
  const { L, weight, scaled } = h;
  const stride = strideOf(nv);

  for (let i = 0; i < nefc; i++) weight[i] = state[i] === ConstraintState.QUADRATIC ? D[i] : 0;
  zero(L, 0, stride * stride);
  if (kernels) {
    kernels.addSquaredRows(
      L.byteOffset,
      8 * stride,
      rows.count,
      rows.row.byteOffset,
      rows.pairadr.byteOffset,
      rows.pairs.byteOffset,
      J.byteOffset,
      nv,
      weight.byteOffset,
      scaled.byteOffset,
    );
  } else {
    addSquaredRows(L, stride, rows, J, jadr, nv, weight);
  }
  for (let i = 0; i < nv; i++) {
    const end = M_rowadr[i] + M_rownnz[i];
    for (let k = M_rowadr[i]; k < end; k++) L[M_colind[k] * stride + i] += M[k];
  }
}

/** Factors in place, and adds cones to a copy. */
export function factorizeDense(p: PrimalProblem, h: DenseHessian): void {
  const { nv, kernels } = p;
  const stride = strideOf(nv);
  if (kernels) kernels.cholFactor(h.L.byteOffset, nv, 8 * stride, MINVAL);
  else cholFactor(h.L, 0, nv, stride, MINVAL);
  if (p.ncone > 0) addCones(p, h);
}

/** Adds and removes the rows whose state changed; starts over if that loses accuracy. */
export function updateDense(p: PrimalProblem, h: DenseHessian): number {
  const { nv, nefc, D, state, oldstate, J, jadr } = p;
  const { vector, L } = h;
  const stride = strideOf(nv);
  let updates = 0;
  let pending = 0;
  let firstSign = 0;
  for (let i = 0; i < nefc; i++) {
    const was = oldstate[i] === ConstraintState.QUADRATIC;
    const is = state[i] === ConstraintState.QUADRATIC;
    if (was === is) continue;
    const root = Math.sqrt(D[i]);
    const adr = jadr + i * nv;
    for (let k = 0; k < nv; k++) vector[pending * stride + k] = J[adr + k] * root;
    updates++;

    // two at a time
    if (pending === 0) {
      pending = 1;
      firstSign = is ? 1 : -1;
      continue;
    }
    pending = 0;
    if (updatePair(p, L, vector, 0, firstSign, is ? 1 : -1) < nv) return startOver(p, h);
  }
  if (pending === 1 && updateOnce(p, L, vector, 0, firstSign) < nv) return startOver(p, h);
  return p.ncone > 0 ? updates + addCones(p, h) : updates;
}

/** Updates a factor with the vector from `adr` on. */
function updateOnce(p: PrimalProblem, L: Float64Array, vector: Float64Array, adr: number, sign: number): number {
  const { nv, kernels } = p;
  const stride = strideOf(nv);
  if (!kernels) return cholUpdate(L, 0, vector, adr, nv, stride, sign);
  return kernels.cholUpdate(L.byteOffset, vector.byteOffset + 8 * adr, nv, 8 * stride, sign, MINVAL);
}

/** Updates a factor with the vector from `adr` on and the one behind it. */
function updatePair(
  p: PrimalProblem,
  L: Float64Array,
  vector: Float64Array,
  adr: number,
  sign1: number,
  sign2: number,
): number {
  const { nv, kernels } = p;
  const stride = strideOf(nv);
  if (kernels) {
    const x = vector.byteOffset + 8 * adr;
    return kernels.cholUpdatePair(L.byteOffset, x, x + 8 * stride, nv, 8 * stride, sign1, sign2, MINVAL);
  }
  const rank = cholUpdate(L, 0, vector, adr, nv, stride, sign1);
  return Math.min(rank, cholUpdate(L, 0, vector, adr + stride, nv, stride, sign2));
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
  const stride = strideOf(nv);
  let updates = 0;

  for (let k = 0; k < stride * nv; k++) Lcone[k] = L[k];
  for (let i = 0; i < nefc; i++) {
    if (state[i] !== ConstraintState.CONE) continue;
    const n = dim[id[i]];
    for (let k = 0; k < n * n; k++) local[k] = H[36 * id[i] + k];
    cholFactor(local, 0, n, n, MINVAL);

    // rows of (factor)ᵀ J
    for (let k = 0; k < n * stride; k++) vector[k] = 0;
    for (let r = 0; r < n; r++) {
      const row = jadr + (i + r) * nv;
      for (let c = 0; c <= r; c++) {
        const scale = local[c * n + r];
        for (let k = 0; k < nv; k++) vector[c * stride + k] += J[row + k] * scale;
      }
    }
    let r = 0;
    for (; r + 2 <= n; r += 2) updatePair(p, Lcone, vector, r * stride, 1, 1);
    if (r < n) updateOnce(p, Lcone, vector, r * stride, 1);
    updates += n;
    i += n - 1;
  }
  return updates;
}

/** Mgrad = H⁻¹ grad */
export function solveDense(p: PrimalProblem, h: DenseHessian): void {
  const { nv, kernels, grad, Mgrad } = p;
  const L = p.ncone > 0 ? h.Lcone : h.L;
  const stride = strideOf(nv);
  if (kernels) kernels.cholSolve(Mgrad.byteOffset, L.byteOffset, grad.byteOffset, nv, 8 * stride);
  else cholSolve(Mgrad, 0, L, 0, grad, 0, nv, stride);
}

/** Elements of the matrix. */
export function denseNonzeros(p: PrimalProblem): number {
  return p.nv * p.nv;
}
