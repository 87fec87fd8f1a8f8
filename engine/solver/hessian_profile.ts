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
  /** plans of the islands, one after the other: what the kernels visit */
  plans: Int32Array;
  /** whose plans are there, where they begin, and how many still are: a change invalidates those behind it */
  owners: SparseHessian[];
  begins: number[];
  placed: number;
  /** where the plan of the present island ends */
  planEnd: number;
  /** the problem's elements of M and J */
  M: Float64Array;
  J: Float64Array;
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
    plans: new Int32Array(0),
    owners: [],
    begins: [],
    placed: 0,
    planEnd: 0,
    M: none,
    J: none,
    weight: none,
    vector: none,
    diagonal: none,
    rows: none,
    scaled: none,
    local: new Float64Array(36),
    spread: new Float64Array(6 * PROFILE_DOFS),
  };
}

/** Takes arrays for up to `nv` dofs, `rows` rows and `nJ` elements of J in everything. */
export function layProfileHessian(
  take: Take,
  h: ProfileHessian,
  nv: number,
  nM: number,
  rows: number,
  nJ: number,
): void {
  const size = Math.min(nv + 1 & ~1, PROFILE_DOFS);
  h.L = take.float(size * size);
  h.Lcone = take.float(size * size);
  h.plans = take.int(size > 0 ? plansRoom(nv, rows, nJ) : 0);
  h.placed = 0;
  h.M = take.float(nM);
  h.J = take.float(nJ);
  h.weight = take.float(rows);
  h.vector = take.float(size).fill(0);
  h.diagonal = take.float(size);
  h.rows = take.float(4 * size);
  h.scaled = take.float(4 * size);
}

/** Most integers of the plans of all islands. */
function plansRoom(nv: number, rows: number, nJ: number): number {
  const perDof = ProfileSlot.COUNT + 16 + 3 * (Math.min(nv, PROFILE_DOFS) + 1) / 2;
  return Math.ceil(nv * perDof) + 3 * rows + 5 * nJ;
}

/** Numbers from one row of the matrix to the next: rows begin with a pair, and end with one. */
function strideOf(nv: number): number {
  return (nv + 1) & ~1;
}

// integers of the present plan
let planned = 0;

/** Begins a list of `length` integers in a plan; returns where. */
function begin(plan: Int32Array, slot: number, length: number): number {
  const adr = planned;
  plan[slot] = 4 * adr;
  planned += length;
  return adr;
}

/** Writes the plan of a problem whose patterns `h` has, with the transpose of J in `p`. */
export function planProfile(p: PrimalProblem, h: SparseHessian): void {
  const { nv, nefc, J_rownnz, J_rowadr, J_colind, J_group, JT_rownnz, JT_rowadr, JT_colind } = p;
  const { M_rownnz, M_rowadr, M_colind } = p;
  const { rownnz, rowadr, colind, colnnz, coladr, rowind } = h.factor;
  const stride = strideOf(nv);
  const nJ = nefc > 0 ? J_rowadr[nefc - 1] + J_rownnz[nefc - 1] - J_rowadr[0] : 0;
  const nM = M_rowadr[nv - 1] + M_rownnz[nv - 1] - M_rowadr[0];
  let groups = 0;
  let columns = 0;
  for (let i = 0; i < nefc; i += J_group[i]) {
    groups++;
    columns += J_rownnz[i];
  }
  const length = ProfileSlot.COUNT + 5 * nv + 4 + 2 * h.nL - nv + nM + 3 * (groups + 1) + 3 * columns + 2 * nJ;
  if (h.plan.length < length) h.plan = new Int32Array(2 * length);
  h.planLength = length;
  h.isNewPlan = true;
  const { plan } = h;
  planned = ProfileSlot.COUNT;
  plan[ProfileSlot.SIZE] = nv;
  plan[ProfileSlot.STRIDE] = 8 * stride;

  // the factor by rows, and what is below each diagonal
  const first = begin(plan, ProfileSlot.FIRST, nv);
  const rowAdr = begin(plan, ProfileSlot.L_ADR, nv + 1);
  const belowAdr = begin(plan, ProfileSlot.BELOW_ADR, nv + 1);
  plan[rowAdr] = 0;
  plan[belowAdr] = 0;
  for (let i = 0; i < nv; i++) {
    plan[first + i] = 8 * (colind[rowadr[i]] & ~1);
    plan[rowAdr + i + 1] = plan[rowAdr + i] + 4 * rownnz[i];
    plan[belowAdr + i + 1] = plan[belowAdr + i] + 4 * (colnnz[i] - 1);
  }
  const column = begin(plan, ProfileSlot.L_COLUMN, plan[rowAdr + nv] / 4);
  for (let i = 0, to = column; i < nv; i++) {
    for (let k = 0; k < rownnz[i]; k++) plan[to++] = 8 * colind[rowadr[i] + k];
  }
  const below = begin(plan, ProfileSlot.BELOW_ROW, plan[belowAdr + nv] / 4);
  for (let i = 0, to = below; i < nv; i++) {
    for (let k = 1; k < colnnz[i]; k++) plan[to++] = 8 * stride * rowind[coladr[i] + k];
  }

  // the inertia by rows
  const inertiaAdr = begin(plan, ProfileSlot.M_ADR, nv + 1);
  plan[inertiaAdr] = 0;
  for (let i = 0; i < nv; i++) plan[inertiaAdr + i + 1] = plan[inertiaAdr + i] + 4 * M_rownnz[i];
  const inertia = begin(plan, ProfileSlot.M_COLUMN, plan[inertiaAdr + nv] / 4);
  for (let i = 0, to = inertia; i < nv; i++) {
    for (let k = 0; k < M_rownnz[i]; k++) plan[to++] = 8 * M_colind[M_rowadr[i] + k];
  }

  // J in groups of rows with the same columns
  plan[ProfileSlot.GROUPS] = groups;
  const groupRow = begin(plan, ProfileSlot.GROUP_ROW, groups + 1);
  const columnAdr = begin(plan, ProfileSlot.COLUMN_ADR, groups + 1);
  const pairAdr = begin(plan, ProfileSlot.PAIR_ADR, groups + 1);
  const groupColumn = begin(plan, ProfileSlot.COLUMN, columns);
  const place = begin(plan, ProfileSlot.PLACE, columns);
  const pair = begin(plan, ProfileSlot.PAIR, columns);
  let g = 0;
  let k = 0;
  let pairs = 0;
  for (let i = 0; i < nefc; i += J_group[i]) {
    plan[groupRow + g] = i;
    plan[columnAdr + g] = 4 * k;
    plan[pairAdr + g] = 4 * pairs;
    const firstPair = pairs;
    for (let e = J_rowadr[i]; e < J_rowadr[i] + J_rownnz[i]; e++) {
      const c = 8 * J_colind[e];
      const even = c & -16;
      if (pairs === firstPair || plan[pair + pairs - 1] !== even) plan[pair + pairs++] = even;
      plan[groupColumn + k] = c;
      plan[place + k] = 16 * (pairs - 1 - firstPair) + (c & 8);
      k++;
    }
    g++;
  }
  plan[groupRow + g] = nefc;
  plan[columnAdr + g] = 4 * k;
  plan[pairAdr + g] = 4 * pairs;

  // J by columns
  const elementAdr = begin(plan, ProfileSlot.ELEMENT_ADR, nv + 1);
  const elementRow = begin(plan, ProfileSlot.ELEMENT_ROW, nJ);
  const element = begin(plan, ProfileSlot.ELEMENT, nJ);
  let e = 0;
  for (let j = 0; j < nv; j++) {
    plan[elementAdr + j] = 4 * e;
    for (let t = JT_rowadr[j]; t < JT_rowadr[j] + JT_rownnz[j]; t++) {
      plan[elementRow + e] = 8 * JT_colind[t];
      plan[element + e] = 8 * (p.JT_place[t] - J_rowadr[0]);
      e++;
    }
  }
  plan[elementAdr + nv] = 4 * e;
}

/** Brings the plan of an island to the kernels, unless it is there, behind that of the island before; `slot` counts them. */
export function placePlan(p: PrimalProblem, from: SparseHessian, slot: number): void {
  const { profile } = p;
  const { plans, owners, begins } = profile;
  const { plan, planLength } = from;
  const begin = profile.planEnd;
  if (slot >= profile.placed || owners[slot] !== from || begins[slot] !== begin || from.isNewPlan) {
    for (let k = 0; k < planLength; k++) plans[begin + k] = plan[k];
    owners[slot] = from;
    begins[slot] = begin;
    profile.placed = slot + 1;
    from.isNewPlan = false;
  }
  profile.planEnd = begin + planLength;
  p.plan = plans.byteOffset + 4 * begin;
}

/** Most integers of a plan of the inertia alone. */
export function inertiaPlanRoom(nv: number, nM: number): number {
  return ProfileSlot.COUNT + nv + 1 + nM;
}

/** Writes the part of a plan that has the inertia. */
export function planInertia(p: PrimalProblem, plan: Int32Array): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = p;
  const adr: number = ProfileSlot.COUNT;
  const column = adr + nv + 1;
  let k = 0;
  for (let i = 0; i < nv; i++) {
    plan[adr + i] = 4 * k;
    for (let e = M_rowadr[i]; e < M_rowadr[i] + M_rownnz[i]; e++) plan[column + k++] = 8 * M_colind[e];
  }
  plan[adr + nv] = 4 * k;
  plan[ProfileSlot.SIZE] = nv;
  plan[ProfileSlot.M_ADR] = 4 * adr;
  plan[ProfileSlot.M_COLUMN] = 4 * column;
}

/** Most integers of a plan of groups alone. */
export function groupPlanRoom(rows: number, nJ: number): number {
  return ProfileSlot.COUNT + 2 * (rows + 1) + nJ;
}

/** Writes the part of a plan that products J v need. */
export function planGroups(p: PrimalProblem, plan: Int32Array): void {
  const { nefc, J_rownnz, J_rowadr, J_colind, J_group } = p;
  const groupRow: number = ProfileSlot.COUNT;
  const columnAdr = groupRow + nefc + 1;
  const column = columnAdr + nefc + 1;
  let g = 0;
  let k = 0;
  for (let i = 0; i < nefc; i += J_group[i]) {
    plan[groupRow + g] = i;
    plan[columnAdr + g] = 4 * k;
    g++;
    const end = J_rowadr[i] + J_rownnz[i];
    for (let e = J_rowadr[i]; e < end; e++) plan[column + k++] = 8 * J_colind[e];
  }
  plan[groupRow + g] = nefc;
  plan[columnAdr + g] = 4 * k;
  plan[ProfileSlot.GROUPS] = g;
  plan[ProfileSlot.GROUP_ROW] = 4 * groupRow;
  plan[ProfileSlot.COLUMN_ADR] = 4 * columnAdr;
  plan[ProfileSlot.COLUMN] = 4 * column;
}

/** L = M + Jᵀ D J over the rows in the quadratic state. */
export function makeProfile(p: PrimalProblem, h: ProfileHessian, kernels: SolverKernels): void {
  const { nefc, D, state, M_rowadr, J_rowadr } = p;
  const { weight, J, M } = h;
  for (let i = 0; i < nefc; i++) weight[i] = state[i] === ConstraintState.QUADRATIC ? D[i] : 0;
  kernels.makeProfile(
    h.L.byteOffset,
    p.plan,
    M.byteOffset + 8 * M_rowadr[0],
    J.byteOffset + 8 * J_rowadr[0],
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
