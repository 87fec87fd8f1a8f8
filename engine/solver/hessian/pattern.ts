/** The sparsity pattern of a Hessian and its factor, derived from the patterns of J and M. */

import { newInts } from "../../math/small_arrays.ts";
import { roomInt } from "../../math/grow.ts";
import {
  copyFactor,
  countFactor,
  type FactorPattern,
  fillFactor,
  newFactorPattern,
} from "../../linear/sparse_cholesky.ts";
import type { SparseJacobian } from "../jacobian/sparse_jacobian.ts";
import type { Inertia } from "../problem/inertia.ts";

/** maximum size of a triangle that is allocated without counting */
const SMALL_TRIANGLE = 1 << 16;

/** What is needed only while a pattern is found. */
const scratch = {
  /** columns of the lower triangle */
  lower: newInts(0),
  // upper triangle by rows
  upper_rownnz: newInts(0),
  upper_rowadr: newInts(0),
  upper_colind: newInts(0),
  /** the last row in which each column was seen */
  mark: newInts(0),
};

/** Patterns of the matrix and its factor. */
export class HessianPattern {
  /** lower triangle by rows, the diagonal last */
  readonly rownnz: Int32Array;
  readonly rowadr: Int32Array;
  colind: Int32Array = newInts(0);
  /** nonzeros of the lower triangle of Jᵀ J */
  nJJ = 0;
  readonly factor: FactorPattern;
  /** nonzeros of the factor */
  nL = 0;

  /** Room for up to `nv` dofs. */
  constructor(readonly nv: number) {
    this.rownnz = newInts(nv);
    this.rowadr = newInts(nv);
    this.factor = newFactorPattern(nv);
  }

  /** Finds the patterns, given the transpose of J. */
  find(inertia: Inertia, jacobian: SparseJacobian): void {
    const { nv } = jacobian;
    this.findLower(inertia, jacobian);
    this.transpose(nv);
    const { factor } = this;
    const { upper_rownnz, upper_rowadr, upper_colind } = scratch;
    this.nL = countFactor(factor, nv, upper_rownnz, upper_rowadr, upper_colind);
    fillFactor(factor, nv, upper_rownnz, upper_rowadr, upper_colind);
  }

  /** Takes the pattern of M for that of the factor, which it is if `countChains` counts. */
  takeChains({ nv, rownnz, rowadr, colind }: Inertia): void {
    this.nL = copyFactor(this.factor, nv, rownnz, rowadr, colind);
  }

  /** Columns of H: dofs that share a row of J or are coupled by M. */
  private findLower(
    inertia: Inertia,
    { nv, rownnz: J_rownnz, rowadr: J_rowadr, colind: J_colind, group, transpose }: SparseJacobian,
  ): void {
    const { rownnz: M_rownnz, rowadr: M_rowadr, colind: M_colind } = inertia;
    const { rownnz: JT_rownnz, rowadr: JT_rowadr, colind: JT_colind } = transpose;
    const { rownnz, rowadr } = this;
    const mark = scratch.mark = roomInt(scratch.mark, nv);

    // small problems have room for a full triangle; large ones count first
    const full = nv * (nv + 1) / 2;
    let nJJ = 0;
    let nnz = full;
    for (let pass = full <= SMALL_TRIANGLE ? 1 : 0; pass < 2; pass++) {
      if (pass === 1) scratch.lower = roomInt(scratch.lower, nnz);
      mark.fill(-1);
      const { lower } = scratch;
      let adr = 0;
      nJJ = 0;
      for (let c = 0; c < nv; c++) {
        const start = adr;
        const endT = JT_rowadr[c] + JT_rownnz[c];
        for (let t = JT_rowadr[c]; t < endT; t += group[JT_colind[t]]) {
          const row = JT_colind[t];
          const end = J_rowadr[row] + J_rownnz[row];
          for (let k = J_rowadr[row]; k < end; k++) {
            const j = J_colind[k];
            if (j > c) break;
            if (mark[j] === c) continue;
            mark[j] = c;
            if (pass === 1) insert(lower, start, adr, j);
            adr++;
          }
        }
        nJJ += adr - start;
        const endM = M_rowadr[c] + M_rownnz[c];
        for (let k = M_rowadr[c]; k < endM; k++) {
          const j = M_colind[k];
          if (mark[j] === c) continue;
          mark[j] = c;
          if (pass === 1) insert(lower, start, adr, j);
          adr++;
        }
        rowadr[c] = start;
        rownnz[c] = adr - start;
      }
      nnz = adr;
    }
    this.nJJ = nJJ;
    this.colind = roomInt(this.colind, nnz);
    copy(this.colind, scratch.lower, nnz);
  }

  private transpose(nv: number): void {
    const { rownnz, rowadr, colind } = this;
    const upper_rownnz = scratch.upper_rownnz = roomInt(scratch.upper_rownnz, nv);
    const upper_rowadr = scratch.upper_rowadr = roomInt(scratch.upper_rowadr, nv);
    const upper_colind = scratch.upper_colind = roomInt(scratch.upper_colind, rowadr[nv - 1] + rownnz[nv - 1]);
    for (let r = 0; r < nv; r++) upper_rownnz[r] = 0;
    for (let r = 0; r < nv; r++) {
      const end = rowadr[r] + rownnz[r];
      for (let k = rowadr[r]; k < end; k++) upper_rownnz[colind[k]]++;
    }
    let adr = 0;
    for (let r = 0; r < nv; r++) {
      upper_rowadr[r] = adr;
      adr += upper_rownnz[r];
      upper_rownnz[r] = 0;
    }
    for (let r = 0; r < nv; r++) {
      const end = rowadr[r] + rownnz[r];
      for (let k = rowadr[r]; k < end; k++) {
        const c = colind[k];
        upper_colind[upper_rowadr[c] + upper_rownnz[c]++] = r;
      }
    }
  }
}

/**
 * Number of nonzeros of the lower triangle of Jᵀ J if the Hessian has the pattern of M: every row of J has the dofs of a
 * row of M, as that of a contact with what does not move, or a single one. −1 otherwise.
 */
export function countChains(
  inertia: Inertia,
  { nv, nefc, rownnz, rowadr, colind, group }: SparseJacobian,
): number {
  const { rownnz: M_rownnz, rowadr: M_rowadr, colind: M_colind } = inertia;
  const mark = scratch.mark = roomInt(scratch.mark, nv);
  for (let i = 0; i < nv; i++) mark[i] = 0;
  for (let i = 0; i < nefc; i += group[i]) {
    const n = rownnz[i];
    if (n === 0) continue;
    const start = rowadr[i];
    const last = colind[start + n - 1];
    if (n === 1) {
      mark[last] = Math.max(mark[last], 1);
      continue;
    }
    if (M_rownnz[last] !== n) return -1;
    const shift = M_rowadr[last] - start;
    for (let k = start; k < start + n; k++) {
      if (colind[k] !== M_colind[k + shift]) return -1;
      mark[colind[k]] = 2;
    }
  }
  let nJJ = 0;
  for (let i = 0; i < nv; i++) nJJ += mark[i] < 2 ? mark[i] : M_rownnz[i];
  return nJJ;
}

/** Inserts `value` into the increasing list `[start, end)`. */
function insert(list: Int32Array, start: number, end: number, value: number): void {
  let k = end;
  for (; k > start && list[k - 1] > value; k--) list[k] = list[k - 1];
  list[k] = value;
}

function copy(to: Int32Array, from: Int32Array, n: number): void {
  for (let k = 0; k < n; k++) to[k] = from[k];
}
