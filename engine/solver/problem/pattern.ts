/** Data derived from the pattern of a problem, cached until the pattern changes. */

import { newInts } from "../../math/small_arrays.ts";
import { roomInt } from "../../math/grow.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { PLAN } from "../../wasm/plan.ts";
import { HessianPattern } from "../hessian/pattern.ts";
import { PROFILE_DOFS } from "../hessian/profile_hessian.ts";
import type { SparseJacobian } from "../jacobian/sparse_jacobian.ts";
import type { Inertia } from "./inertia.ts";
import {
  inertiaPlanRoom,
  type KernelPlan,
  planColumnPairs,
  planColumns,
  planFactor,
  planGroups,
  planInertia,
} from "./plan.ts";
import type { ProblemSizes } from "./sizes.ts";

declare module "../../types/work.ts" {
  interface Work {
    /** what is remembered of problems: of everything, and of islands by their first tree */
    problemPatterns?: (ProblemPattern | null)[];
  }
}

/** Properties of a pattern, as bits. */
export const Known = {
  /** nonzeros of the Hessian and its factor, for Newton's method */
  HESSIAN: 1,
  /** what the kernels visit */
  PLAN: 2,
  /** and of the Hessian */
  PROFILE: 4,
} as const;

/** the problem is one island, not everything */
const IS_ISLAND = 8;

/** Which dofs of the model a problem has: `nv` of `list` from `first` on, or all of them if there is no list. */
export interface Dofs {
  list: Int32Array | null;
  first: number;
}

/** All dofs. */
export const ALL_DOFS: Readonly<Dofs> = { list: null, first: 0 };

// what most problems have until they need it
const NO_HESSIAN = new HessianPattern(0);
// of a Hessian that kernels know by their plan, numbers of nonzeros are all that is needed afterward
const scratch = new HessianPattern(PROFILE_DOFS);

/** The cache of a problem. */
export class ProblemPattern {
  hessian: HessianPattern = NO_HESSIAN;
  /** nonzeros of the lower triangle of Jᵀ J, and of the factor of the Hessian */
  nJJ = 0;
  nL = 0;
  readonly plan: KernelPlan = { ints: newInts(0), length: 0, isNew: true };
  /** what is known, and the dofs, and rows and columns of the constraints, that it was found for */
  private signature: Int32Array = newInts(0);

  /** Makes the plan of a dense problem, which is that of its inertia. */
  findDense(inertia: Inertia, dofs: Dofs): void {
    if (this.isSame(Known.PLAN, inertia.nv, dofs, null)) return;
    const { nv, rownnz, rowadr } = inertia;
    const ints = this.roomForPlan(inertiaPlanRoom(nv, rowadr[nv - 1] + rownnz[nv - 1] - rowadr[0]));
    this.plan.length = planInertia(inertia, ints, PLAN.ints);
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
  ): void {
    const { nv } = jacobian;
    const isSame = this.isSame(known, nv, dofs, jacobian);
    if (!isSame || withColumns) jacobian.transpose.fill(jacobian);
    if (isSame) return;
    const isProfile = (known & Known.PROFILE) !== 0;
    if (known & Known.HESSIAN) {
      if (!isProfile && this.hessian.nv < nv) this.hessian = new HessianPattern(nv);
      const hessian = isProfile ? scratch : this.hessian;
      hessian.find(inertia, jacobian);
      this.nJJ = hessian.nJJ;
      this.nL = hessian.nL;
    }
    if (known & Known.PLAN) this.writePlan(inertia, jacobian, isProfile);
  }

  /** Are the dofs, and the rows and columns of all constraints, the same as last time? Records the current ones. */
  private isSame(known: number, nv: number, { list, first }: Dofs, jacobian: SparseJacobian | null): boolean {
    let length = 3;
    if (list) length += nv;
    if (jacobian) {
      const { nefc, rownnz, group } = jacobian;
      for (let i = 0; i < nefc; i += group[i]) length += 2 + rownnz[i];
    }
    const signature = this.signature = roomInt(this.signature, length);

    // a signature begins with a number that no empty one has; its dofs tell the columns of M
    const what = list ? known | IS_ISLAND : known;
    let changes = (signature[0] ^ length) | (signature[1] ^ nv) | (signature[2] ^ what);
    signature[0] = length;
    signature[1] = nv;
    signature[2] = what;
    let at = 3;
    if (list) {
      for (let i = first; i < first + nv; i++) {
        changes |= signature[at] ^ list[i];
        signature[at++] = list[i];
      }
    }
    if (jacobian) changes |= noteRows(jacobian, signature, at);
    return changes === 0;
  }

  private writePlan(inertia: Inertia, jacobian: SparseJacobian, isProfile: boolean): void {
    const { nv, nefc } = jacobian;
    const nM = inertia.rowadr[nv - 1] + inertia.rownnz[nv - 1] - inertia.rowadr[0];
    const nJ = jacobian.rowadr[nefc - 1] + jacobian.rownnz[nefc - 1] - jacobian.rowadr[0];
    // the signature lists all groups and their columns
    const listed = this.signature[0];
    const ints = this.roomForPlan(sparsePlanRoom(nv, nM, listed, nJ) + (isProfile ? 2 * (listed + scratch.nL) : 0));
    let end = planInertia(inertia, ints, PLAN.ints);
    end = planGroups(jacobian, ints, end);
    end = planColumns(jacobian, ints, end);
    if (isProfile) {
      end = planColumnPairs(ints, end);
      end = planFactor(scratch, nv, ints, end);
    }
    this.plan.length = end;
  }

  private roomForPlan(length: number): Int32Array {
    const { plan } = this;
    plan.ints = roomInt(plan.ints, length);
    plan.isNew = true;
    return plan.ints;
  }
}

/** Writes rows and columns from `at` on; returns 0 if they were there. */
function noteRows({ nefc, rownnz, rowadr, colind, group }: SparseJacobian, signature: Int32Array, at: number): number {
  let changes = 0;
  for (let i = 0; i < nefc; i += group[i]) {
    changes |= (signature[at] ^ group[i]) | (signature[at + 1] ^ rownnz[i]);
    signature[at++] = group[i];
    signature[at++] = rownnz[i];
    const end = rowadr[i] + rownnz[i];
    for (let k = rowadr[i]; k < end; k++) {
      changes |= signature[at] ^ colind[k];
      signature[at++] = colind[k];
    }
  }
  return changes;
}

/** What is remembered of the problem with these dofs; the number of an island changes when others come and go. */
export function patternOf(m: Model, d: Data, { list, first }: Dofs): ProblemPattern {
  const patterns = d.work.problemPatterns ??= new Array(m.ntree + 1).fill(null);
  const slot = list ? m.dof_treeid[list[first]] : m.ntree;
  return patterns[slot] ??= new ProblemPattern();
}

/** Maximum number of integers in the plan of a sparse problem without its Hessian; groups and columns are `listed`. */
function sparsePlanRoom(nv: number, nM: number, listed: number, nJ: number): number {
  return PLAN.ints + 7 * nv + 8 + nM + listed + 2 * nJ;
}

/** Maximum number of integers in the plans of the whole inertia and of all problems. */
export function plansRoom({ dofs, rows, islands, nM, sparseJ, columns, fill }: Readonly<PlanSizes>): number {
  const perIsland = PLAN.ints + 8;
  return inertiaPlanRoom(dofs, nM) + Math.max(islands, 1) * perIsland + 7 * dofs + nM + 3 * rows + 2 * sparseJ +
    3 * columns + fill;
}

type PlanSizes = Pick<ProblemSizes, "dofs" | "rows" | "islands" | "nM" | "sparseJ" | "columns" | "fill">;
