/** The Hessian as a dense matrix, with its Cholesky factor updated row by row. */

import { cholFactor, cholSolve, cholUpdate } from "../support/cholesky.ts";
import { addSquaredRows } from "../support/dense_rows.ts";
import { zero } from "../math/vec.ts";
import { MINVAL } from "../types/constants.ts";
import { ConstraintState } from "../types/enums.ts";
import type { Take } from "../wasm/arena.ts";
import type { PrimalProblem } from "./problem.ts";

const TINY = MINVAL;

/** rows that are updated with together, and at least those of one contact */
const BATCH = 8;

/** Factors and work memory of a dense Hessian. Matrices have their upper triangle by rows. */
export interface DenseHessian {
  /** factor without cones */
  L: Float64Array;
  /** factor with cones */
  Lcone: Float64Array;
  /** vectors of updates: rows of J, or of Lᵀ J of one contact, and what they are multiplied by */
  vector: Float64Array;
  sign: Float64Array;
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
  return {
    L: none,
    Lcone: none,
    vector: none,
    sign: none,
    weight: none,
    scaled: none,
    local: new Float64Array(36),
  };
}

/** Takes arrays for up to `nv` dofs and `rows` rows. */
export function layDenseHessian(take: Take, h: DenseHessian, nv: number, rows: number): void {
  const stride = strideOf(nv);
  h.L = take.float(stride * stride);
  h.Lcone = take.float(stride * stride);
  h.vector = take.float(BATCH * stride);
  h.sign = take.float(BATCH);
  h.weight = take.float(rows);
  h.scaled = take.float(4 * stride);
}

/** Numbers from one row of a matrix to the next: rows begin with a pair, and end with one. */
function strideOf(nv: number): number {
  return (nv + 1) & ~1;
}

/** L = M + Jᵀ D J over the rows in the quadratic state, upper triangle. */
export function makeDense(p: PrimalProblem, h: DenseHessian): void {
  const { nv, nefc, D, state, J, M, M_rownnz, M_rowadr, M_colind, rows, kernels } = p;
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
    kernels.addInertia(L.byteOffset, 8 * stride, p.plan, p.addressOfM());
    return;
  }
  addSquaredRows(L, stride, rows, J, 0, nv, weight);
  for (let i = 0; i < nv; i++) {
    const end = M_rowadr[i] + M_rownnz[i];
    for (let k = M_rowadr[i]; k < end; k++) L[M_colind[k] * stride + i] += M[k];
  }
}

/** Factors in place, and adds cones to a copy. */
export function factorizeDense(p: PrimalProblem, h: DenseHessian): void {
  const { nv, kernels } = p;
  const stride = strideOf(nv);
  if (kernels) kernels.cholFactor(h.L.byteOffset, nv, 8 * stride, TINY);
  else cholFactor(h.L, 0, nv, stride, TINY);
  if (p.ncone > 0) addCones(p, h);
}

/** Adds and removes the rows whose state changed; starts over if that loses accuracy. */
export function updateDense(p: PrimalProblem, h: DenseHessian): number {
  const { nv, nefc, D, state, oldstate, J } = p;
  const { vector, sign, L } = h;
  const stride = strideOf(nv);
  let updates = 0;
  let pending = 0;
  for (let i = 0; i < nefc; i++) {
    const was = oldstate[i] === ConstraintState.QUADRATIC;
    const is = state[i] === ConstraintState.QUADRATIC;
    if (was === is) continue;
    const root = Math.sqrt(D[i]);
    const adr = i * nv;
    const to = pending * stride;
    for (let k = 0; k < nv; k++) vector[to + k] = J[adr + k] * root;
    sign[pending] = is ? 1 : -1;
    updates++;
    if (++pending < BATCH) continue;
    if (!updateFactor(p, h, L, pending)) return startOver(p, h);
    pending = 0;
  }
  if (!updateFactor(p, h, L, pending)) return startOver(p, h);
  return p.ncone > 0 ? updates + addCones(p, h) : updates;
}

/** Updates a factor with the first `n` vectors and their signs, several at a time; do all diagonals hold? */
function updateFactor(p: PrimalProblem, h: DenseHessian, L: Float64Array, n: number): boolean {
  const { nv, kernels } = p;
  const { vector, sign } = h;
  const stride = strideOf(nv);
  let lost = 0;
  if (!kernels) {
    for (let i = 0; i < n; i++) lost += nv - cholUpdate(L, 0, vector, i * stride, nv, stride, sign[i]);
    return lost === 0;
  }
  const at = L.byteOffset;
  const s = sign.byteOffset;
  let x = vector.byteOffset;
  let i = 0;
  for (; i + 4 <= n; i += 4) {
    lost += nv - kernels.cholUpdate4(at, x, nv, 8 * stride, s + 8 * i, TINY);
    x += 32 * stride;
  }
  for (; i + 2 <= n; i += 2) {
    lost += nv - kernels.cholUpdate2(at, x, nv, 8 * stride, s + 8 * i, TINY);
    x += 16 * stride;
  }
  if (i < n) lost += nv - kernels.cholUpdate(at, x, nv, 8 * stride, s + 8 * i, TINY);
  return lost === 0;
}

/** Builds and factors the Hessian again; counts as an update with every row. */
function startOver(p: PrimalProblem, h: DenseHessian): number {
  makeDense(p, h);
  factorizeDense(p, h);
  return p.nefc;
}

/** Lcone = factor of H plus the Hessians of contacts in the middle zone; returns the number of rank-one updates. */
function addCones(p: PrimalProblem, h: DenseHessian): number {
  const { nv, nefc, state, id, J } = p;
  const { dim, H } = p.contact;
  const { L, Lcone, vector, sign, local } = h;
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
      const row = (i + r) * nv;
      for (let c = 0; c <= r; c++) {
        const scale = local[c * n + r];
        for (let k = 0; k < nv; k++) vector[c * stride + k] += J[row + k] * scale;
      }
    }
    for (let r = 0; r < n; r++) sign[r] = 1;
    updateFactor(p, h, Lcone, n);
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
