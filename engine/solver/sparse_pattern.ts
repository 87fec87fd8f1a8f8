/** What follows from the pattern of a sparse problem alone, remembered until that changes. */

import { newInts } from "../math/small_arrays.ts";
import { roomInt } from "../support/grow.ts";
import { ProfileSlot } from "../wasm/profile_kernels.ts";
import { planFactor, planPairs, PROFILE_DOFS } from "./hessian_profile.ts";
import { findPatterns, newSparseHessian, type SparseHessian } from "./hessian_sparse.ts";
import { type KernelPlan, placePlan, planColumns, planGroups, planInertia } from "./kernel_plan.ts";
import type { PrimalProblem } from "./problem.ts";
import { transposeJacobian } from "./transpose_jacobian.ts";

/** problems that are remembered, one per island; further islands share the last */
const SLOTS = 32;

// what is known of a pattern
const HESSIAN = 1;
const PLAN = 2;

/** What is remembered of a problem. */
export interface SparsePattern {
  /** what is known, and the dofs, and rows and columns of the constraints, that it was found for */
  signature: Int32Array;
  /** patterns of the Hessian and its factor, for Newton's method */
  hessian: SparseHessian;
  /** what the kernels visit */
  plan: KernelPlan;
}

function newSparsePattern(): SparsePattern {
  return {
    signature: newInts(0),
    hessian: newSparseHessian(0),
    plan: { ints: newInts(0), length: 0, isNew: true },
  };
}

/** Finds the patterns that Newton's method needs and what the kernels visit, and for loops the transpose of J. */
export function prepareSparse(p: PrimalProblem, isNewton: boolean, nJ: number): void {
  const { nv, island, patterns, kernels, hessianKernels } = p;
  const slot = Math.min(Math.max(island, 0), SLOTS - 1);
  while (patterns.length <= slot) patterns.push(newSparsePattern());
  const pattern = patterns[slot];
  if (isNewton && pattern.hessian.rownnz.length < nv) pattern.hessian = newSparseHessian(nv);
  const h = p.sparse = pattern.hessian;

  const isSame = isSamePattern(p, pattern, (isNewton ? HESSIAN : 0) + (kernels ? PLAN : 0));
  const hasLoops = !kernels || (isNewton && !hessianKernels);
  if (!isSame || hasLoops) transposeJacobian(p, nJ);
  if (!isSame) {
    if (isNewton) findPatterns(p, h);
    if (kernels) writePlan(p, h, pattern.plan);
  }
  if (kernels) placePlan(p, pattern.plan, slot);
}

/** Are the dofs, and rows and columns of all constraints, those of the last time? Notes what they are now. */
function isSamePattern(p: PrimalProblem, pattern: SparsePattern, known: number): boolean {
  const { nv, nefc, J_rownnz, J_rowadr, J_colind, J_group, dofs, dofadr } = p;
  let length = 3 + nv;
  for (let i = 0; i < nefc; i += J_group[i]) length += 2 + J_rownnz[i];
  const signature = pattern.signature = roomInt(pattern.signature, length);

  // a signature begins with a number that no empty one has; its dofs tell the columns of M
  let changes = (signature[0] ^ length) | (signature[1] ^ nv) | (signature[2] ^ known);
  signature[0] = length;
  signature[1] = nv;
  signature[2] = known;
  let at = 3;
  for (let i = dofadr; i < dofadr + nv; i++) {
    changes |= signature[at] ^ dofs[i];
    signature[at++] = dofs[i];
  }
  for (let i = 0; i < nefc; i += J_group[i]) {
    changes |= (signature[at] ^ J_group[i]) | (signature[at + 1] ^ J_rownnz[i]);
    signature[at++] = J_group[i];
    signature[at++] = J_rownnz[i];
    const end = J_rowadr[i] + J_rownnz[i];
    for (let k = J_rowadr[i]; k < end; k++) {
      changes |= signature[at] ^ J_colind[k];
      signature[at++] = J_colind[k];
    }
  }
  return changes === 0;
}

/** Writes the plan of a problem, given the patterns and the transpose of J. */
export function writePlan(p: PrimalProblem, h: SparseHessian, plan: KernelPlan): void {
  const { nv, nefc, M_rownnz, M_rowadr, J_rownnz, J_rowadr } = p;
  const nM = M_rowadr[nv - 1] + M_rownnz[nv - 1] - M_rowadr[0];
  const nJ = J_rowadr[nefc - 1] + J_rownnz[nefc - 1] - J_rowadr[0];
  const nL = p.hessianKernels ? h.nL : 0;
  const room = planRoom(nv, nM, nefc, nJ, nL);
  if (plan.ints.length < room) plan.ints = newInts(2 * room);
  const { ints } = plan;
  let end = planInertia(p, ints, ProfileSlot.COUNT);
  end = planGroups(p, ints, end);
  end = planColumns(p, ints, end);
  if (p.hessianKernels) {
    end = planPairs(ints, end);
    end = planFactor(p, h, ints, end);
  }
  plan.length = end;
  plan.isNew = true;
}

/** Most integers of a plan, with `nL` elements of the factor. */
function planRoom(nv: number, nM: number, rows: number, nJ: number, nL: number): number {
  return ProfileSlot.COUNT + 7 * nv + 8 + nM + 3 * rows + 5 * nJ + 2 * nL;
}

/** Most integers of the plans of all islands. */
export function plansRoom(nv: number, nM: number, rows: number, nJ: number): number {
  const perDof = ProfileSlot.COUNT + 16 + Math.min(nv, PROFILE_DOFS);
  return nv * perDof + nM + 3 * rows + 5 * nJ;
}
