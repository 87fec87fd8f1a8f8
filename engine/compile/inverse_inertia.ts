/** Inverse joint-space inertia at the reference configuration, at a cost independent of other kinematic trees. */

import { countFrom, newDoubles } from "../math/small_arrays.ts";
import { dot, norm } from "../math/vec.ts";
import { jacChain } from "../motion/jacobian.ts";
import { solveLD, solveThreeLD } from "../linear/ltdl.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

/** `dot` adds in four partial sums; vectors of a span start at a multiple of four, so that the sums are unchanged. */
const ROUND = 4;

/**
 * Consecutive trees, with their part of the factored inertia matrix.
 *
 * Its vectors have one number for each of the `width` dofs from `base` on.
 */
export class DofSpan {
  readonly base: number;
  readonly width: number;
  private readonly first: number;
  private readonly count: number;
  private readonly dofs: Int32Array;
  private readonly solved: Float64Array;
  private readonly rownnz: Int32Array;
  private readonly rowadr: Int32Array;
  private readonly colind: Int32Array;
  private readonly qLD: Float64Array;
  private readonly qLDiagInv: Float64Array;
  private readonly isFinite: boolean;

  /** The trees that contain dofs `first` to `last`. */
  constructor(m: Model, d: Data, first: number, last: number) {
    const { nv, dof_treeid, tree_dofadr, tree_dofnum, M_rownnz, M_rowadr, M_colind } = m;
    const start = tree_dofadr[dof_treeid[first]];
    const end = tree_dofadr[dof_treeid[last]] + tree_dofnum[dof_treeid[last]];
    this.first = start;
    this.count = end - start;
    this.base = start - start % ROUND;
    this.width = Math.min(nv, ROUND * Math.ceil(end / ROUND)) - this.base;
    this.dofs = countFrom(this.base, this.width);
    this.solved = newDoubles(6 * this.width);

    const adr = M_rowadr[start];
    const after = M_rowadr[end - 1] + M_rownnz[end - 1];
    this.rownnz = M_rownnz.slice(start, end);
    this.rowadr = M_rowadr.slice(start, end).map((a) => a - adr);
    this.colind = M_colind.slice(adr, after).map((dof) => dof - start);
    this.qLD = d.qLD.slice(adr, after);
    this.qLDiagInv = d.qLDiagInv.slice(start, end);
    this.isFinite = this.qLDiagInv.every(Number.isFinite) && this.qLD.every(Number.isFinite);
  }

  /** Is a dof in one of the trees? */
  has(dof: number): boolean {
    return dof >= this.first && dof < this.first + this.count;
  }

  /** Jacobian of a body's center of mass: three rows of translation, three of rotation. */
  jacobian(m: Model, d: Data, rows: Float64Array, body: number): void {
    const { dofs, width } = this;
    jacChain(m, d, rows, 0, rows, 3 * width, d.xipos, 3 * body, body, width, dofs);
  }

  /**
   * Diagonal of J M⁻¹ Jᵀ, for up to six rows. After the last column with a nonzero, solutions would only be multiplied
   * by zero, and do not affect those before.
   */
  diagonal(res: Float64Array, rows: Float64Array, n: number): void {
    const { width, solved } = this;
    let used = width;
    if (this.isFinite) { while (used > 0 && isZeroColumn(rows, n, width, used - 1)) used--; }
    this.solve(rows, n, Math.min(this.count, Math.max(0, used - (this.first - this.base))));
    for (let k = 0; k < n; k++) res[k] = dot(rows, k * width, solved, k * width, width);
  }

  /** Norm of M⁻¹ x. */
  norm(x: Float64Array): number {
    this.solve(x, 1, this.count);
    return norm(this.solved, 0, this.width);
  }

  /** Solves for the first `count` dofs. */
  private solve(rows: Float64Array, n: number, count: number): void {
    const { width, solved, qLD, qLDiagInv, rownnz, rowadr, colind } = this;
    for (let k = 0; k < n * width; k++) solved[k] = rows[k];
    const shift = this.first - this.base;
    let k = 0;
    for (; k + 3 <= n; k += 3) {
      solveThreeLD(solved, k * width + shift, width, qLD, qLDiagInv, count, rownnz, rowadr, colind);
    }
    for (; k < n; k++) solveLD(solved, k * width + shift, qLD, qLDiagInv, count, rownnz, rowadr, colind);
  }
}

function isZeroColumn(rows: Float64Array, n: number, width: number, column: number): boolean {
  for (let k = 0; k < n; k++) if (rows[k * width + column] !== 0) return false;
  return true;
}

/** Spans for given dofs; the last one is kept because neighboring dofs mostly share it. */
export class DofSpans {
  private readonly whole: DofSpan | undefined;
  private last: DofSpan | undefined;

  constructor(private readonly m: Model, private readonly d: Data) {
    // NaN spreads to all dofs
    if (!d.qLDiagInv.every(Number.isFinite)) this.whole = new DofSpan(m, d, 0, m.nv - 1);
  }

  /** The trees from that of dof `first` to that of dof `last`. */
  of(first: number, last: number): DofSpan {
    if (this.whole !== undefined) return this.whole;
    if (this.last?.has(first) && this.last.has(last)) return this.last;
    return this.last = new DofSpan(this.m, this.d, first, last);
  }
}
