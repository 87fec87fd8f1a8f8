/** The Hessian of a sparse problem for the kernels: a square matrix of which the profile is used. */

import { cholFactor } from "../support/cholesky.ts";
import { MINVAL } from "../types/constants.ts";
import { ConstraintState } from "../types/enums.ts";
import type { Take } from "../wasm/arena.ts";
import { ProfileSlot } from "../wasm/profile_kernels.ts";
import type { SolverKernels } from "./arena.ts";
import type { SparseHessian } from "./hessian_sparse.ts";
import type { PrimalProblem } from "./problem.ts";

/** most dofs of a problem that is solved so: beyond, too much of the profile may be zeros */
export const PROFILE_DOFS = 128;

/** Factors and work memory. */
export interface ProfileHessian {
  /** the matrix, then its factor without cones */
  L: Float64Array;
  /** factor with cones */
  Lcone: Float64Array;
  /** weights of the rows in JᵀDJ */
  weight: Float64Array;
  /** a vector for an update, zeros otherwise */
  vector: Float64Array;
  diagonal: Float64Array;
  rows: Float64Array;
  scaled: Float64Array;
  /** factor of the Hessian of one contact, and the rows of its product with J */
  local: Float64Array;
  spread: Float64Array;
}

/** A Hessian without room. */
export function newProfileHessian(): ProfileHessian {
  const none = new Float64Array(0);
  return {
    L: none,
    Lcone: none,
    weight: none,
    vector: none,
    diagonal: none,
    rows: none,
    scaled: none,
    local: new Float64Array(36),
    spread: new Float64Array(6 * PROFILE_DOFS),
  };
}

/** Takes arrays for up to `nv` dofs and `rows` rows in everything. */
export function layProfileHessian(take: Take, h: ProfileHessian, nv: number, rows: number): void {
  const size = Math.min(nv + 1 & ~1, PROFILE_DOFS);
  h.L = take.float(size * size);
  h.Lcone = take.float(size * size);
  h.weight = take.float(rows);
  h.vector = take.float(size).fill(0);
  h.diagonal = take.float(size);
  h.rows = take.float(4 * size);
  h.scaled = take.float(4 * size);
}

/** Numbers from one row of the matrix to the next: rows begin with a pair, and end with one. */
function strideOf(nv: number): number {
  return (nv + 1) & ~1;
}

/** Writes the pairs of columns of the groups that the plan has, from `adr` on; returns where that ends. */
export function planPairs(plan: Int32Array, adr: number): number {
  const groups = plan[ProfileSlot.GROUPS];
  const columnAdr = plan[ProfileSlot.COLUMN_ADR] / 4;
  const column = plan[ProfileSlot.COLUMN] / 4;
  const place = adr + groups + 1;
  const pair = place + plan[columnAdr + groups] / 4;
  let k = 0;
  let pairs = 0;
  for (let g = 0; g < groups; g++) {
    plan[adr + g] = 4 * pairs;
    const first = pairs;
    const end = plan[columnAdr + g + 1] / 4;
    for (; k < end; k++) {
      const c = plan[column + k];
      const even = c & -16;
      if (pairs === first || plan[pair + pairs - 1] !== even) plan[pair + pairs++] = even;
      plan[place + k] = 16 * (pairs - 1 - first) + (c & 8);
    }
  }
  plan[adr + groups] = 4 * pairs;
  plan[ProfileSlot.PAIR_ADR] = 4 * adr;
  plan[ProfileSlot.PLACE] = 4 * place;
  plan[ProfileSlot.PAIR] = 4 * pair;
  return pair + pairs;
}

/** Writes the factor by rows and by columns, from `adr` on; returns where that ends. */
export function planFactor(p: PrimalProblem, h: SparseHessian, plan: Int32Array, adr: number): number {
  const { nv } = p;
  const { rownnz, rowadr, colind, colnnz, coladr, rowind } = h.factor;
  const stride = strideOf(nv);
  const rowAdr = adr + nv;
  const belowAdr = rowAdr + nv + 1;
  const column = belowAdr + nv + 1;
  const below = column + h.nL;
  let k = column;
  let b = below;
  for (let i = 0; i < nv; i++) {
    plan[adr + i] = 8 * (colind[rowadr[i]] & ~1);
    plan[rowAdr + i] = 4 * (k - column);
    plan[belowAdr + i] = 4 * (b - below);
    for (let e = rowadr[i]; e < rowadr[i] + rownnz[i]; e++) plan[k++] = 8 * colind[e];
    for (let e = coladr[i] + 1; e < coladr[i] + colnnz[i]; e++) plan[b++] = 8 * stride * rowind[e];
  }
  plan[rowAdr + nv] = 4 * (k - column);
  plan[belowAdr + nv] = 4 * (b - below);
  plan[ProfileSlot.STRIDE] = 8 * stride;
  plan[ProfileSlot.FIRST] = 4 * adr;
  plan[ProfileSlot.L_ADR] = 4 * rowAdr;
  plan[ProfileSlot.L_COLUMN] = 4 * column;
  plan[ProfileSlot.BELOW_ADR] = 4 * belowAdr;
  plan[ProfileSlot.BELOW_ROW] = 4 * below;
  return b;
}

/** L = M + Jᵀ D J over the rows in the quadratic state. */
export function makeProfile(p: PrimalProblem, h: ProfileHessian, kernels: SolverKernels): void {
  const { nefc, D, state } = p;
  const { weight } = h;
  for (let i = 0; i < nefc; i++) weight[i] = state[i] === ConstraintState.QUADRATIC ? D[i] : 0;
  kernels.makeProfile(
    h.L.byteOffset,
    p.plan,
    p.addressOfM(),
    p.addressOfJ(),
    weight.byteOffset,
    h.diagonal.byteOffset,
    h.rows.byteOffset,
    h.scaled.byteOffset,
  );
}

/** Factors in place, and adds cones to a copy. */
export function factorizeProfile(p: PrimalProblem, h: ProfileHessian, kernels: SolverKernels): void {
  kernels.factorProfile(h.L.byteOffset, p.plan, MINVAL);
  if (p.ncone > 0) addCones(p, h, kernels);
}

/** Adds and removes the rows whose state changed; starts over if that loses accuracy. */
export function updateProfile(p: PrimalProblem, h: ProfileHessian, kernels: SolverKernels): number {
  const { nefc, D, state, oldstate, J, J_rownnz, J_rowadr, J_colind } = p;
  const { vector, L } = h;
  let updates = 0;
  for (let i = 0; i < nefc; i++) {
    const was = oldstate[i] === ConstraintState.QUADRATIC;
    const is = state[i] === ConstraintState.QUADRATIC;
    if (was === is) continue;
    updates++;
    const nnz = J_rownnz[i];
    if (nnz === 0) continue;
    const root = Math.sqrt(D[i]);
    const adr = J_rowadr[i];
    for (let k = adr; k < adr + nnz; k++) vector[J_colind[k]] = J[k] * root;
    const last = 8 * J_colind[adr + nnz - 1];
    if (kernels.updateProfile(L.byteOffset, p.plan, vector.byteOffset, last, is ? 1 : -1, MINVAL) === 0) {
      continue;
    }
    makeProfile(p, h, kernels);
    factorizeProfile(p, h, kernels);
    return nefc;
  }
  return p.ncone > 0 ? updates + addCones(p, h, kernels) : updates;
}

/** Lcone = factor of H plus the Hessians of contacts in the middle zone; returns the number of rank-one updates. */
function addCones(p: PrimalProblem, h: ProfileHessian, kernels: SolverKernels): number {
  const { nv, nefc, state, id, J, J_rownnz, J_rowadr, J_colind } = p;
  const { dim, H } = p.contact;
  const { L, Lcone, vector, local, spread } = h;
  let updates = 0;

  const length = strideOf(nv) * nv;
  for (let k = 0; k < length; k++) Lcone[k] = L[k];
  for (let i = 0; i < nefc; i++) {
    if (state[i] !== ConstraintState.CONE) continue;
    const n = dim[id[i]];
    for (let k = 0; k < n * n; k++) local[k] = H[36 * id[i] + k];
    cholFactor(local, 0, n, n, MINVAL);

    // rows of (factor)ᵀ J; rows of one contact share their columns
    const nnz = J_rownnz[i];
    for (let k = 0; k < n * nnz; k++) spread[k] = 0;
    for (let r = 0; r < n; r++) {
      const row = J_rowadr[i + r];
      for (let c = 0; c <= r; c++) {
        const scale = local[c * n + r];
        for (let k = 0; k < nnz; k++) spread[c * nnz + k] += J[row + k] * scale;
      }
    }
    const adr = J_rowadr[i];
    for (let r = 0; r < n && nnz > 0; r++) {
      for (let k = 0; k < nnz; k++) vector[J_colind[adr + k]] = spread[r * nnz + k];
      const last = 8 * J_colind[adr + nnz - 1];
      kernels.updateProfile(Lcone.byteOffset, p.plan, vector.byteOffset, last, 1, MINVAL);
    }
    updates += n;
    i += n - 1;
  }
  return updates;
}

/** Mgrad = H⁻¹ grad */
export function solveProfile(p: PrimalProblem, h: ProfileHessian, kernels: SolverKernels): void {
  const L = p.ncone > 0 ? h.Lcone : h.L;
  kernels.solveProfile(p.Mgrad.byteOffset, L.byteOffset, p.grad.byteOffset, p.plan);
}
