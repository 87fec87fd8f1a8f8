/** The Hessian as a sparse matrix, with the Cholesky factor in reverse order updated row by row. */

import { newDoubles } from "../../math/small_arrays.ts";
import { cholFactor } from "../../linear/cholesky.ts";
import { roomFloat } from "../../math/grow.ts";
import { factorSparse, solveSparse, updateSparse } from "../../linear/sparse_cholesky.ts";
import { MINVAL } from "../../types/constants.ts";
import { ConstraintState } from "../../types/enums.ts";
import type { SparseJacobian, SparseRows } from "../jacobian/sparse_jacobian.ts";
import type { Inertia } from "../problem/inertia.ts";
import type { PrimalProblem } from "../problem/problem.ts";
import { type Hessian, weighRows } from "./hessian.ts";
import { HessianPattern } from "./pattern.ts";

// V8-1
const { CONE, QUADRATIC } = ConstraintState;
const TINY = MINVAL;

/** Numbers of nonzeros of a Hessian: see `HessianPattern`. */
export type Nonzeros = Pick<HessianPattern, "nJJ" | "nL">;

/** Non-zeros of the factors (with elliptic cones there are two), of Jᵀ J, and of M up to the end of the problem. */
export function sparseNonzeros(p: PrimalProblem, { nJJ, nL }: Nonzeros): number {
  const { nv, rowadr, rownnz } = p.inertia;
  return (p.isElliptic ? 2 : 1) * nL + nJJ + rowadr[nv - 1] + rownnz[nv - 1];
}

// factor of the Hessian of one contact
const local = new Float64Array(36);

/**
 * Writes the rows of (factor)ᵀ J to `rows`, with the factor of the Hessian of the contact whose rows begin at `i`, which
 * share their columns; returns how many there are.
 */
export function spreadCone(
  { rows: { id, first }, contact: { dim, H } }: PrimalProblem,
  { J, rownnz, rowadr }: SparseRows,
  i: number,
  rows: Float64Array,
): number {
  const con = id[first + i];
  const n = dim[con];
  const nnz = rownnz[i];
  for (let k = 0; k < n * n; k++) local[k] = H[36 * con + k];
  cholFactor(local, 0, n, n, TINY);
  for (let k = 0; k < n * nnz; k++) rows[k] = 0;
  for (let r = 0; r < n; r++) {
    const row = rowadr[i + r];
    for (let c = 0; c <= r; c++) {
      const scale = local[c * n + r];
      for (let k = 0; k < nnz; k++) rows[c * nnz + k] += J[row + k] * scale;
    }
  }
  return n;
}

/** Matrix and factors with the elements that a pattern lists. */
export class SparseHessian implements Hessian {
  pattern: HessianPattern = new HessianPattern(0);
  H: Float64Array = newDoubles(0);
  /** factor without cones */
  L: Float64Array = newDoubles(0);
  /** factor with cones */
  private Lcone: Float64Array = newDoubles(0);
  private dense: Float64Array = newDoubles(0);
  /** rows of J times numbers */
  private vector: Float64Array = newDoubles(0);
  private weight: Float64Array = newDoubles(0);

  constructor(private readonly inertia: Inertia, private jacobian: SparseJacobian) {}

  /** Sets the Jacobian, with its known pattern. */
  use(jacobian: SparseJacobian, pattern: HessianPattern): void {
    const { nv } = pattern;
    this.jacobian = jacobian;
    this.pattern = pattern;
    this.H = roomFloat(this.H, pattern.colind.length);
    this.L = roomFloat(this.L, pattern.nL);
    this.Lcone = roomFloat(this.Lcone, pattern.nL);
    if (this.dense.length >= nv) return;
    this.dense = newDoubles(nv);
    this.vector = newDoubles(6 * nv);
  }

  address(): number {
    return 0;
  }

  factorize(p: PrimalProblem): void {
    this.weight = roomFloat(this.weight, p.nefc);
    weighRows(p, this.weight);
    this.build(p.nv);
    const { L, pattern, H, dense } = this;
    factorSparse(L, pattern.factor, p.nv, H, pattern.rownnz, pattern.rowadr, pattern.colind, dense);
    if (p.ncone > 0) this.addCones(p);
  }

  /** H = Jᵀ D J over the rows in the quadratic state, then plus M. */
  private build(nv: number): void {
    const { H, dense, weight } = this;
    const { J, rownnz: J_rownnz, rowadr: J_rowadr, colind: J_colind, group, transpose } = this.jacobian;
    const { values: JT, rownnz: JT_rownnz, rowadr: JT_rowadr, colind: JT_colind } = transpose;
    const { M, rownnz: M_rownnz, rowadr: M_rowadr, colind: M_colind } = this.inertia;
    const { rownnz, rowadr, colind } = this.pattern;

    for (let c = 0; c < nv; c++) {
      // row c below the diagonal, gathered in a dense vector
      let diagonal = 0;
      const endT = JT_rowadr[c] + JT_rownnz[c];
      for (let t = JT_rowadr[c]; t < endT;) {
        const row = JT_colind[t];
        const nnz = J_rownnz[row];
        const adr = J_rowadr[row];
        const rows = group[row];
        let n = 0;
        for (; n + 4 <= rows; n += 4) {
          // four rows with the same columns
          const w0 = weight[row + n];
          const w1 = weight[row + n + 1];
          const w2 = weight[row + n + 2];
          const w3 = weight[row + n + 3];
          if (w0 === 0 && w1 === 0 && w2 === 0 && w3 === 0) continue;
          const v0 = JT[t + n];
          const v1 = JT[t + n + 1];
          const v2 = JT[t + n + 2];
          const v3 = JT[t + n + 3];
          diagonal = (((diagonal + (v0 * v0) * w0) + (v1 * v1) * w1) + (v2 * v2) * w2) + (v3 * v3) * w3;
          const shift = n * nnz;
          for (let k = adr; J_colind[k] < c; k++) {
            const a = k + shift;
            const j = J_colind[k];
            dense[j] = (((dense[j] + v0 * (w0 * J[a])) + v1 * (w1 * J[a + nnz])) + v2 * (w2 * J[a + 2 * nnz])) +
              v3 * (w3 * J[a + 3 * nnz]);
          }
        }
        for (; n < rows; n++) {
          const w = weight[row + n];
          if (w === 0) continue;
          const value = JT[t + n];
          diagonal += (value * value) * w;
          const shift = n * nnz;
          for (let k = adr; J_colind[k] < c; k++) dense[J_colind[k]] += value * (w * J[k + shift]);
        }
        t += rows;
      }
      dense[c] = diagonal;

      const endM = M_rowadr[c] + M_rownnz[c];
      for (let k = M_rowadr[c]; k < endM; k++) dense[M_colind[k]] += M[k];
      const end = rowadr[c] + rownnz[c];
      for (let k = rowadr[c]; k < end; k++) {
        H[k] = dense[colind[k]];
        dense[colind[k]] = 0;
      }
    }
  }

  /** Adds and removes the rows whose state changed; starts over if that loses accuracy. */
  update(p: PrimalProblem): number {
    const { nv, nefc } = p;
    const { D, state, oldstate, first } = p.rows;
    const { J, rownnz, rowadr, colind } = this.jacobian;
    const { vector, L, pattern, dense } = this;
    let updates = 0;
    for (let i = 0; i < nefc; i++) {
      const was = oldstate[i] === QUADRATIC;
      const is = state[first + i] === QUADRATIC;
      if (was === is) continue;
      const root = Math.sqrt(D[first + i]);
      const nnz = rownnz[i];
      const adr = rowadr[i];
      for (let k = 0; k < nnz; k++) vector[k] = J[adr + k] * root;
      const rank = updateSparse(L, pattern.factor, nv, vector, 0, nnz, colind, adr, is ? 1 : -1, dense);
      updates++;
      if (rank < nv) {
        this.factorize(p);
        return nefc;
      }
    }
    return p.ncone > 0 ? updates + this.addCones(p) : updates;
  }

  /** Lcone = factor of H plus the Hessians of contacts in the middle zone; returns the number of rank-one updates. */
  private addCones(p: PrimalProblem): number {
    const { nv, nefc } = p;
    const { state, first } = p.rows;
    const { rownnz, rowadr, colind } = this.jacobian;
    const { L, Lcone, vector, pattern, dense } = this;
    let updates = 0;

    for (let k = 0; k < pattern.nL; k++) Lcone[k] = L[k];
    for (let i = 0; i < nefc; i++) {
      if (state[first + i] !== CONE) continue;
      const n = spreadCone(p, this.jacobian, i, vector);
      for (let r = 0; r < n; r++) {
        updateSparse(Lcone, pattern.factor, nv, vector, r * rownnz[i], rownnz[i], colind, rowadr[i + r], 1, dense);
      }
      updates += n;
      i += n - 1;
    }
    return updates;
  }

  solve(p: PrimalProblem): void {
    const { grad, Mgrad } = p.dofs;
    solveSparse(Mgrad, p.ncone > 0 ? this.Lcone : this.L, this.pattern.factor, grad, p.nv);
  }

  nonzeros(p: PrimalProblem): number {
    return sparseNonzeros(p, this.pattern);
  }
}
