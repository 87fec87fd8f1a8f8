/** Data derived from the pattern of a problem, cached until the pattern changes. */

import { newInts } from "../../math/small_arrays.ts";
import { roomInt } from "../../math/grow.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { PLAN } from "../../wasm/plan.ts";
import { countChains, HessianPattern } from "../hessian/pattern.ts";
import type { SparseJacobian } from "../jacobian/sparse_jacobian.ts";
import * as signatures from "../signature.ts";
import type { Inertia } from "./inertia.ts";
import { planColumnPairs, planColumns, planFactor, planGroups, planInertia } from "./plan.ts";
import { KernelPlan, type PlanMemory } from "./plan_memory.ts";
import type { ProblemSizes } from "./sizes.ts";

// V8-1
const { note } = signatures;

declare module "../../types/work.ts" {
  interface Work {
    /** what is remembered of problems: of islands by their first tree, of everything, and of the whole inertia */
    problemPatterns?: (ProblemPattern | null)[];
  }
}

/** Properties of a pattern, as bits. */
export const Known = {
  /** nonzeros of the Hessian and its factor, for Newton's method */
  HESSIAN: 1,
  /** what the kernels visit */
  PLAN: 2,
  /** and of the Hessian, unless too much of its profile is zeros */
  PROFILE: 4,
} as const;

/** the problem is one island, not everything */
const IS_ISLAND = 8;

/** How much of a problem is as it was the last time: nothing, what its dofs tell, or its rows too. */
const Same = { NOTHING: 0, DOFS: 1, ROWS: 2 } as const;

/** Which dofs of the model a problem has: `nv` of `list` from `first` on, or all of them if there is no list. */
export interface Dofs {
  list: Int32Array | null;
  first: number;
}

/** All dofs. */
export const ALL_DOFS: Readonly<Dofs> = { list: null, first: 0 };

/** dofs of a problem up to which the size of a profile does not matter, and how many times more elements it may have else */
const FEW_DOFS = 128;
const MOST_FILL = 8;

// what most problems have until they need it
const NO_HESSIAN = new HessianPattern(0);
// of a Hessian that kernels know by their plan, numbers of nonzeros are all that is needed afterward
const scratch = new HessianPattern(FEW_DOFS);
// plans are made here
let draft: Int32Array = newInts(0);

/** The cache of a problem. */
export class ProblemPattern {
  hessian: HessianPattern = NO_HESSIAN;
  /** nonzeros of the lower triangle of Jᵀ J, and of the factor of the Hessian */
  nJJ = 0;
  nL = 0;
  /** do kernels know the Hessian, and how many elements has its profile */
  isProfile = false;
  profile = 0;
  readonly plan = new KernelPlan();
  /** has the Hessian the pattern of M, and where does the part of the plan end that only the dofs tell */
  private hasChains = false;
  private fixed = 0;
  /** what is known, and the dofs, and rows and columns of the constraints, that it was found for */
  private signature: Int32Array = newInts(0);

  /** Places the plan of a dense problem, which is that of its inertia; returns its address. */
  placeDense(inertia: Inertia, dofs: Dofs, plans: PlanMemory): number {
    if (this.compare(Known.PLAN, inertia.nv, dofs, null) !== Same.ROWS) {
      const ints = this.draft(inertia, 0);
      this.fixed = planInertia(inertia, ints, PLAN.ints);
      plans.write(this.plan, ints, this.fixed);
    }
    return plans.place(this.plan);
  }

  /**
   * Finds the required properties of a sparse problem. The columns of J are listed where that takes them, or with
   * `withColumns`.
   */
  findSparse(
    known: number,
    inertia: Inertia,
    jacobian: SparseJacobian,
    dofs: Dofs,
    withColumns: boolean,
    plans: PlanMemory,
  ): void {
    const { nv } = jacobian;
    const same = this.compare(known, nv, dofs, jacobian);
    const isNewton = (known & Known.HESSIAN) !== 0;
    if (same === Same.ROWS) {
      if (withColumns || (isNewton && !this.isProfile)) jacobian.transpose.fill(jacobian, true);
      return;
    }
    const hadChains = this.hasChains;
    this.hasChains = false;
    const hessian = isNewton ? this.findHessian(known, inertia, jacobian, withColumns) : null;
    if (!isNewton && withColumns) jacobian.transpose.fill(jacobian, true);
    if ((known & Known.PLAN) === 0) return;
    const isKept = same === Same.DOFS && this.hasChains === hadChains;
    if (!this.writePlan(inertia, jacobian, hessian, plans, isKept)) {
      this.writePlan(inertia, jacobian, hessian, plans, false);
    }
  }

  /** Finds the nonzeros of the Hessian; returns its pattern if kernels know it by its profile. */
  private findHessian(
    known: number,
    inertia: Inertia,
    jacobian: SparseJacobian,
    withColumns: boolean,
  ): HessianPattern | null {
    const { nv } = jacobian;
    const isForKernels = (known & Known.PROFILE) !== 0;
    const isSmall = nv <= FEW_DOFS;
    this.nJJ = isForKernels && isSmall ? countChains(inertia, jacobian) : -1;
    this.hasChains = this.nJJ >= 0;
    if (this.hasChains) {
      this.nL = inertia.rowadr[nv - 1] + inertia.rownnz[nv - 1] - inertia.rowadr[0];
      this.isProfile = true;
      return scratch;
    }
    const mayBeProfile = isForKernels && areIncreasing(jacobian);
    jacobian.transpose.fill(jacobian, withColumns || !mayBeProfile || !isSmall);
    const hessian = mayBeProfile && isSmall ? scratch : this.ownHessian(nv);
    hessian.find(inertia, jacobian);
    this.nJJ = hessian.nJJ;
    this.nL = hessian.nL;
    this.isProfile = mayBeProfile && (isSmall || profileSize(hessian, nv) <= MOST_FILL * this.nL);
    return this.isProfile ? hessian : null;
  }

  /** A pattern that is kept, with room for `nv` dofs. */
  private ownHessian(nv: number): HessianPattern {
    if (this.hessian.nv < nv) this.hessian = new HessianPattern(nv);
    return this.hessian;
  }

  /** Compares the dofs, and the rows and columns of all constraints, with those of the last time, and records them. */
  private compare(known: number, nv: number, { list, first }: Dofs, jacobian: SparseJacobian | null): number {
    let length = 3;
    if (list) length += nv;
    if (jacobian) {
      const { nefc, rownnz, group } = jacobian;
      for (let i = 0; i < nefc; i += group[i]) length += 2 + rownnz[i];
    }
    const signature = this.signature = roomInt(this.signature, length);

    // a signature begins with a number that no empty one has; its dofs tell the columns of M
    const what = list ? known | IS_ISLAND : known;
    let at = 0;
    let changes = note(signature, at++, length);
    let others = note(signature, at++, nv) | note(signature, at++, what);
    if (list) {
      for (let i = first; i < first + nv; i++) others |= note(signature, at++, list[i]);
    }
    if (jacobian) changes |= noteRows(jacobian, signature, at);
    if (others !== 0 || (this.plan.at < 0 && (known & Known.PLAN) !== 0)) return Same.NOTHING;
    return changes === 0 ? Same.ROWS : Same.DOFS;
  }

  /** Writes the plan, except for what only the dofs tell, if that is kept; returns whether there was room for that. */
  private writePlan(
    inertia: Inertia,
    jacobian: SparseJacobian,
    hessian: HessianPattern | null,
    plans: PlanMemory,
    isKept: boolean,
  ): boolean {
    const { nv, nefc, rownnz, rowadr } = jacobian;
    const ints = this.draft(inertia, rowadr[nefc - 1] + rownnz[nefc - 1] - rowadr[0]);
    if (!isKept) {
      this.fixed = planInertia(inertia, ints, PLAN.ints);
      if (this.hasChains) {
        scratch.takeChains(inertia);
        this.fixed = this.planHessian(scratch, nv, ints, this.fixed);
      }
    }
    let end = planGroups(jacobian, ints, this.fixed);
    end = planColumns(jacobian, ints, end);
    if (hessian) {
      end = planColumnPairs(ints, end);
      if (!this.hasChains) end = this.planHessian(hessian, nv, ints, end);
    }
    const { groups, bytes } = PLAN.slot;
    if (isKept) return plans.rewrite(this.plan, ints, end, this.hasChains ? groups : bytes, PLAN.ints, this.fixed);
    plans.write(this.plan, ints, end);
    return true;
  }

  private planHessian(hessian: HessianPattern, nv: number, ints: Int32Array, adr: number): number {
    const end = planFactor(hessian, nv, ints, adr);
    this.profile = ints[PLAN.slot.bytes] / 8;
    return end;
  }

  /** Room for a plan. The signature lists all groups and their columns. */
  private draft({ nv, rownnz, rowadr }: Inertia, nJ: number): Int32Array {
    const nM = rowadr[nv - 1] + rownnz[nv - 1] - rowadr[0];
    return draft = roomInt(draft, PLAN.ints + 9 + 8 * nv + nM + 3 * this.signature[0] + 2 * nJ + 4 * this.nL);
  }
}

/** Do the columns of all rows increase? Those of flexes that overlap do not, and kernels would make another Hessian of them. */
function areIncreasing({ nefc, rownnz, rowadr, colind, group }: SparseJacobian): boolean {
  for (let i = 0; i < nefc; i += group[i]) {
    const end = rowadr[i] + rownnz[i];
    for (let k = rowadr[i] + 1; k < end; k++) if (colind[k] <= colind[k - 1]) return false;
  }
  return true;
}

/** Number of elements in the profile of a factor. */
function profileSize({ factor: { colind, rowadr } }: HessianPattern, nv: number): number {
  let size = 0;
  for (let i = 0; i < nv; i++) size += i + 1 - colind[rowadr[i]];
  return size;
}

/** Writes rows and columns from `at` on; returns 0 if they were there. */
function noteRows({ nefc, rownnz, rowadr, colind, group }: SparseJacobian, signature: Int32Array, at: number): number {
  let changes = 0;
  for (let i = 0; i < nefc; i += group[i]) {
    changes |= note(signature, at++, group[i]) | note(signature, at++, rownnz[i]);
    const end = rowadr[i] + rownnz[i];
    for (let k = rowadr[i]; k < end; k++) changes |= note(signature, at++, colind[k]);
  }
  return changes;
}

/** What is remembered of the problem with these dofs; the number of an island changes when others come and go. */
export function patternOf(m: Model, d: Data, { list, first }: Dofs): ProblemPattern {
  return patternAt(m, d, list ? m.dof_treeid[list[first]] : m.ntree);
}

/** Places the plan of the whole inertia; returns its address. */
export function placeInertia(m: Model, d: Data, inertia: Inertia, plans: PlanMemory): number {
  return patternAt(m, d, m.ntree + 1).placeDense(inertia, ALL_DOFS, plans);
}

function patternAt(m: Model, d: Data, slot: number): ProblemPattern {
  const patterns = d.work.problemPatterns ??= new Array(m.ntree + 2).fill(null);
  return patterns[slot] ??= new ProblemPattern();
}

/** Maximum number of integers in the plans of the whole inertia and of all problems. */
export function plansRoom({ dofs, rows, islands, nM, sparseJ, columns, fill }: Readonly<PlanSizes>): number {
  return (islands + 2) * (PLAN.ints + 9) + 12 * dofs + 2 * nM + 4 * rows + 2 * sparseJ + 3 * columns + fill;
}

type PlanSizes = Pick<ProblemSizes, "dofs" | "rows" | "islands" | "nM" | "sparseJ" | "columns" | "fill">;
