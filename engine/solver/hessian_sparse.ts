/** The Hessian as a sparse matrix, with the Cholesky factor in reverse order updated row by row. */

import { newDoubles, newInts } from "../math/small_arrays.ts";
import { cholFactor } from "../support/cholesky.ts";
import { roomFloat, roomInt } from "../support/grow.ts";
import {
  countFactor,
  type FactorPattern,
  factorSparse,
  fillFactor,
  newFactorPattern,
  solveSparse,
  updateSparse,
} from "../support/sparse_cholesky.ts";
import { MINVAL } from "../types/constants.ts";
import { ConstraintState } from "../types/enums.ts";
import type { PrimalProblem } from "./problem.ts";

/** most elements of a triangle that is allocated without counting */
const SMALL_TRIANGLE = 1 << 16;

/** Matrix, factor and work memory of a sparse Hessian. */
export interface SparseHessian {
  /** lower triangle by rows, the diagonal last */
  H: Float64Array;
  rownnz: Int32Array;
  rowadr: Int32Array;
  colind: Int32Array;
  /** upper triangle by rows: pattern only */
  upper_rownnz: Int32Array;
  upper_rowadr: Int32Array;
  upper_colind: Int32Array;
  /** non-zeros of the lower triangle of Jᵀ J */
  nJJ: number;
  factor: FactorPattern;
  nL: number;
  L: Float64Array;
  Lcone: Float64Array;
  dense: Float64Array;
  mark: Int32Array;
  vector: Float64Array;
  /** weights of the rows in JᵀDJ */
  weight: Float64Array;
  local: Float64Array;
}

/** Allocates a sparse Hessian for up to `nv` dofs. */
export function newSparseHessian(nv: number): SparseHessian {
  return {
    H: newDoubles(0),
    rownnz: newInts(nv),
    rowadr: newInts(nv),
    colind: newInts(0),
    upper_rownnz: newInts(nv),
    upper_rowadr: newInts(nv),
    upper_colind: newInts(0),
    nJJ: 0,
    factor: newFactorPattern(nv),
    nL: 0,
    L: newDoubles(0),
    Lcone: newDoubles(0),
    dense: newDoubles(nv),
    mark: newInts(nv),
    vector: newDoubles(6 * nv),
    weight: newDoubles(0),
    local: newDoubles(36),
  };
}

/** Finds the patterns of H and its factor, given the transpose of J. */
export function findPatterns(p: PrimalProblem, h: SparseHessian): void {
  findPattern(p, h);
  transposePattern(p, h);
  h.nL = countFactor(h.factor, p.nv, h.upper_rownnz, h.upper_rowadr, h.upper_colind);
  fillFactor(h.factor, p.nv, h.upper_rownnz, h.upper_rowadr, h.upper_colind);
}

/** Computes H, whose pattern is known. */
export function makeSparse(p: PrimalProblem, h: SparseHessian): void {
  h.L = roomFloat(h.L, h.nL);
  h.Lcone = roomFloat(h.Lcone, h.nL);
  computeHessian(p, h);
}

/** Columns of H: dofs that share a row of J, or that M couples. */
function findPattern(p: PrimalProblem, h: SparseHessian): void {
  const { nv, J_rownnz, J_rowadr, J_colind, J_group, JT_rownnz, JT_rowadr, JT_colind } = p;
  const { M_rownnz, M_rowadr, M_colind } = p;
  const { rownnz, rowadr, mark } = h;

  // small problems have room for a full triangle; large ones count first
  const full = nv * (nv + 1) / 2;
  let nJJ = 0;
  for (let pass = full <= SMALL_TRIANGLE ? 1 : 0; pass < 2; pass++) {
    if (pass === 1 && full <= SMALL_TRIANGLE) growPattern(h, full);
    mark.fill(-1);
    const { colind } = h;
    let adr = 0;
    nJJ = 0;
    for (let c = 0; c < nv; c++) {
      const start = adr;
      const endT = JT_rowadr[c] + JT_rownnz[c];
      for (let t = JT_rowadr[c]; t < endT; t += J_group[JT_colind[t]]) {
        const row = JT_colind[t];
        const end = J_rowadr[row] + J_rownnz[row];
        for (let k = J_rowadr[row]; k < end; k++) {
          const j = J_colind[k];
          if (j > c) break;
          if (mark[j] === c) continue;
          mark[j] = c;
          if (pass === 1) insert(colind, start, adr, j);
          adr++;
        }
      }
      nJJ += adr - start;
      const endM = M_rowadr[c] + M_rownnz[c];
      for (let k = M_rowadr[c]; k < endM; k++) {
        const j = M_colind[k];
        if (mark[j] === c) continue;
        mark[j] = c;
        if (pass === 1) insert(colind, start, adr, j);
        adr++;
      }
      rowadr[c] = start;
      rownnz[c] = adr - start;
    }
    if (pass === 0) growPattern(h, adr);
  }
  h.nJJ = nJJ;
}

function growPattern(h: SparseHessian, nnz: number): void {
  h.colind = roomInt(h.colind, nnz);
  h.upper_colind = roomInt(h.upper_colind, nnz);
  h.H = roomFloat(h.H, nnz);
}

/** Inserts `value` into the increasing list `[start, end)`. */
function insert(list: Int32Array, start: number, end: number, value: number): void {
  let k = end;
  for (; k > start && list[k - 1] > value; k--) list[k] = list[k - 1];
  list[k] = value;
}

function transposePattern(p: PrimalProblem, h: SparseHessian): void {
  const { nv } = p;
  const { rownnz, rowadr, colind, upper_rownnz, upper_rowadr, upper_colind } = h;
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

/** H = Jᵀ D J over the rows in the quadratic state, then plus M. */
function computeHessian(p: PrimalProblem, h: SparseHessian): void {
  const { nv, nefc, D, state, J, J_rownnz, J_rowadr, J_colind, J_group, JT, JT_rownnz, JT_rowadr, JT_colind } = p;
  const { M, M_rownnz, M_rowadr, M_colind } = p;
  const { H, rownnz, rowadr, colind, dense } = h;

  const weight = h.weight = roomFloat(h.weight, nefc);
  for (let i = 0; i < nefc; i++) weight[i] = state[i] === ConstraintState.QUADRATIC ? D[i] : 0;
  for (let c = 0; c < nv; c++) {
    // row c below the diagonal, gathered in a dense vector
    let diagonal = 0;
    const endT = JT_rowadr[c] + JT_rownnz[c];
    for (let t = JT_rowadr[c]; t < endT;) {
      const row = JT_colind[t];
      const nnz = J_rownnz[row];
      const adr = J_rowadr[row];
      const rows = J_group[row];
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

/** Factors H, and adds cones to a copy. */
export function factorizeSparse(p: PrimalProblem, h: SparseHessian): void {
  factorSparse(h.L, h.factor, p.nv, h.H, h.rownnz, h.rowadr, h.colind, h.dense);
  if (p.ncone > 0) addCones(p, h);
}

/** Adds and removes the rows whose state changed; starts over if that loses accuracy. */
export function updateSparseHessian(p: PrimalProblem, h: SparseHessian): number {
  const { nv, nefc, D, state, oldstate, J, J_rownnz, J_rowadr, J_colind } = p;
  const { vector } = h;
  let updates = 0;
  for (let i = 0; i < nefc; i++) {
    const was = oldstate[i] === ConstraintState.QUADRATIC;
    const is = state[i] === ConstraintState.QUADRATIC;
    if (was === is) continue;
    const root = Math.sqrt(D[i]);
    const nnz = J_rownnz[i];
    const adr = J_rowadr[i];
    for (let k = 0; k < nnz; k++) vector[k] = J[adr + k] * root;
    const rank = updateSparse(h.L, h.factor, nv, vector, 0, nnz, J_colind, adr, is ? 1 : -1, h.dense);
    updates++;
    if (rank < nv) {
      computeHessian(p, h);
      factorizeSparse(p, h);
      return nefc;
    }
  }
  return p.ncone > 0 ? updates + addCones(p, h) : updates;
}

/** Lcone = factor of H plus the Hessians of contacts in the middle zone; returns the number of rank-one updates. */
function addCones(p: PrimalProblem, h: SparseHessian): number {
  const { nv, nefc, state, id, J, J_rownnz, J_rowadr, J_colind } = p;
  const { dim, H } = p.contact;
  const { L, Lcone, vector, local } = h;
  let updates = 0;

  for (let k = 0; k < h.nL; k++) Lcone[k] = L[k];
  for (let i = 0; i < nefc; i++) {
    if (state[i] !== ConstraintState.CONE) continue;
    const n = dim[id[i]];
    for (let k = 0; k < n * n; k++) local[k] = H[36 * id[i] + k];
    cholFactor(local, 0, n, n, MINVAL);

    // rows of (factor)ᵀ J; rows of one contact share their columns
    const nnz = J_rownnz[i];
    for (let k = 0; k < n * nnz; k++) vector[k] = 0;
    for (let r = 0; r < n; r++) {
      const row = J_rowadr[i + r];
      for (let c = 0; c <= r; c++) {
        const scale = local[c * n + r];
        for (let k = 0; k < nnz; k++) vector[c * nnz + k] += J[row + k] * scale;
      }
    }
    for (let r = 0; r < n; r++) {
      updateSparse(Lcone, h.factor, nv, vector, r * nnz, nnz, J_colind, J_rowadr[i + r], 1, h.dense);
    }
    updates += n;
    i += n - 1;
  }
  return updates;
}

/** Mgrad = H⁻¹ grad */
export function solveSparseHessian(p: PrimalProblem, h: SparseHessian): void {
  solveSparse(p.Mgrad, p.ncone > 0 ? h.Lcone : h.L, h.factor, p.grad, p.nv);
}

/** Non-zeros of the factors (with elliptic cones there are two), of Jᵀ J, and of M up to the end of the problem. */
export function sparseNonzeros(p: PrimalProblem, h: SparseHessian): number {
  const { nv, M_rowadr, M_rownnz } = p;
  return (p.isElliptic ? 2 : 1) * h.nL + h.nJJ + M_rowadr[nv - 1] + M_rownnz[nv - 1];
}
