/** Constraint rows → the matrix of the dual problem, AR = J M⁻¹ Jᵀ + diag(R). */

import { dot } from "../math/vec.ts";
import { roomFloat, roomInt } from "../support/grow.ts";
import { solveM2 } from "../support/ltdl.ts";
import { isSparse } from "../support/sparsity.ts";
import { type Data, growRows } from "../types/data.ts";
import { Solver } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

declare module "../types/work.ts" {
  interface Work {
    project?: ProjectWork;
  }
}

/** Work memory of the projection: B = J L⁻¹ D^-½, by rows and by columns. */
interface ProjectWork {
  sqrtInvD: Float64Array;
  vector: Float64Array;
  mark: Int32Array;
  B: Float64Array;
  B_rownnz: Int32Array;
  B_rowadr: Int32Array;
  B_colind: Int32Array;
  BT: Float64Array;
  BT_rownnz: Int32Array;
  BT_rowadr: Int32Array;
  BT_colind: Int32Array;
  /** per dof, the first entry of its column that is still below the diagonal */
  next: Int32Array;
  /** sums of one column of AR, and which rows it touches */
  column: Float64Array;
  touched: Int32Array;
  isTouched: Int32Array;
}

/** Fills `efc_AR` if a dual solver is going to need it. */
export function projectConstraint(m: Model, d: Data): void {
  if (d.nefc === 0 || !isDual(m)) return;
  const { nv, M_rowadr, M_rownnz } = m;
  const { qLD } = d;

  const work = d.work.project ??= {
    sqrtInvD: new Float64Array(nv),
    vector: new Float64Array(nv),
    mark: new Int32Array(nv),
    B: new Float64Array(0),
    B_rownnz: new Int32Array(0),
    B_rowadr: new Int32Array(0),
    B_colind: new Int32Array(0),
    BT: new Float64Array(0),
    BT_rownnz: new Int32Array(nv),
    BT_rowadr: new Int32Array(nv + 1),
    BT_colind: new Int32Array(0),
    next: new Int32Array(nv),
    column: new Float64Array(0),
    touched: new Int32Array(0),
    isTouched: new Int32Array(0),
  };
  for (let i = 0; i < nv; i++) work.sqrtInvD[i] = 1 / Math.sqrt(qLD[M_rowadr[i] + M_rownnz[i] - 1]);

  if (isSparse(m)) projectSparse(m, d, work);
  else projectDense(m, d, work);
}

/** Does the model use the dual problem, by its solver or by noslip? */
function isDual(m: Model): boolean {
  return m.opt.solver === Solver.PGS || m.opt.noslip_iterations > 0;
}

function projectDense(m: Model, d: Data, work: ProjectWork): void {
  const { nv } = m;
  const { nefc } = d;
  d.nA = nefc * nefc;
  if (d.nA > d.capacity.nA) growRows(m, d, { nA: d.nA });
  const { efc_J, efc_AR, efc_R } = d;
  const B = work.B = roomFloat(work.B, nefc * nv);
  const BT = work.BT = roomFloat(work.BT, nefc * nv);

  solveM2(m, d, B, 0, efc_J, 0, work.sqrtInvD, nefc);
  for (let i = 0; i < nefc; i++) {
    for (let j = 0; j < nv; j++) BT[j * nefc + i] = B[i * nv + j];
  }

  // lower triangle of B Bᵀ, then its mirror image
  for (let i = 0; i < nefc; i++) {
    const row = i * nefc;
    for (let k = 0; k <= i; k++) efc_AR[row + k] = 0;
    for (let j = 0; j < nv; j++) {
      const b = B[i * nv + j];
      if (b === 0) continue;
      const column = j * nefc;
      for (let k = 0; k <= i; k++) efc_AR[row + k] += BT[column + k] * b;
    }
  }
  for (let i = 0; i < nefc; i++) {
    for (let k = 0; k < i; k++) efc_AR[k * nefc + i] = efc_AR[i * nefc + k];
    efc_AR[i * nefc + i] += efc_R[i];
  }
}

function projectSparse(m: Model, d: Data, work: ProjectWork): void {
  const { nefc } = d;
  work.column = roomFloat(work.column, nefc);
  work.touched = roomInt(work.touched, nefc);
  work.isTouched = roomInt(work.isTouched, nefc);
  solveRows(m, d, work);
  transpose(m, d, work);

  // pattern of the lower triangle: rows that share a dof
  const { efc_AR_rownnz, efc_AR_rowadr } = d;
  for (let i = 0; i < nefc; i++) efc_AR_rownnz[i] = 1;
  work.next.fill(0);
  for (let c = 0; c < nefc; c++) {
    const n = touchColumn(work, c);
    efc_AR_rownnz[c] += n;
    for (let k = 0; k < n; k++) efc_AR_rownnz[work.touched[k]]++;
  }
  let nA = 0;
  for (let i = 0; i < nefc; i++) {
    efc_AR_rowadr[i] = nA;
    nA += efc_AR_rownnz[i];
  }
  d.nA = nA;
  if (nA > d.capacity.nA) growRows(m, d, { nA });
  multiplyRows(d, work);
}

/** B = J L⁻¹ D^-½, row by row on the dofs that a row involves and their ancestors. */
function solveRows(m: Model, d: Data, work: ProjectWork): void {
  const { nv, M_rownnz, M_rowadr, M_colind, dof_parentid } = m;
  const { nefc, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind, qLD } = d;
  const { vector, mark, sqrtInvD } = work;
  const B_rownnz = work.B_rownnz = roomInt(work.B_rownnz, nefc);
  const B_rowadr = work.B_rowadr = roomInt(work.B_rowadr, nefc);
  const B = work.B = roomFloat(work.B, nefc * nv);
  const B_colind = work.B_colind = roomInt(work.B_colind, nefc * nv);

  mark.fill(-1);
  let start = 0;
  for (let i = 0; i < nefc; i++) {
    // columns of J with their ancestors: how many there are
    let end = start;
    const startJ = efc_J_rowadr[i];
    const endJ = startJ + efc_J_rownnz[i];
    for (let a = startJ; a < endJ; a++) {
      const dof = efc_J_colind[a];
      vector[dof] = efc_J[a];
      const endM = M_rowadr[dof] + M_rownnz[dof];
      for (let b = M_rowadr[dof]; b < endM; b++) {
        const column = M_colind[b];
        if (mark[column] === i) continue;
        mark[column] = i;
        end++;
      }
    }

    // from the last to the first: a column of J, or the parent of the one before; rows of flexes may not increase
    for (let k = end, a = endJ - 1; k > start;) {
      const own = a >= startJ ? efc_J_colind[a] : -1;
      const parent = k < end ? dof_parentid[B_colind[k]] : -1;
      if (own >= parent) a--;
      k--;
      B_colind[k] = own >= parent ? own : parent;
    }

    // half of the back-substitution
    for (let k = end - 1; k >= start; k--) {
      const dof = B_colind[k];
      const x = vector[dof];
      if (x === 0) continue;
      const endM = M_rowadr[dof] + M_rownnz[dof] - 1;
      for (let b = M_rowadr[dof]; b < endM; b++) vector[M_colind[b]] -= x * qLD[b];
    }
    for (let k = start; k < end; k++) {
      const dof = B_colind[k];
      B[k] = vector[dof] * sqrtInvD[dof];
      vector[dof] = 0;
    }
    B_rowadr[i] = start;
    B_rownnz[i] = end - start;
    start = end;
  }
}

function transpose(m: Model, d: Data, work: ProjectWork): void {
  const { nv } = m;
  const { nefc } = d;
  const { B, B_rownnz, B_rowadr, B_colind, BT_rownnz, BT_rowadr } = work;
  const nB = B_rowadr[nefc - 1] + B_rownnz[nefc - 1];
  const BT = work.BT = roomFloat(work.BT, nB);
  const BT_colind = work.BT_colind = roomInt(work.BT_colind, nB);

  BT_rownnz.fill(0);
  for (let k = 0; k < nB; k++) BT_rownnz[B_colind[k]]++;
  BT_rowadr[0] = 0;
  for (let j = 0; j < nv; j++) BT_rowadr[j + 1] = BT_rowadr[j] + BT_rownnz[j];
  BT_rownnz.fill(0);
  for (let i = 0; i < nefc; i++) {
    const end = B_rowadr[i] + B_rownnz[i];
    for (let k = B_rowadr[i]; k < end; k++) {
      const dof = B_colind[k];
      const adr = BT_rowadr[dof] + BT_rownnz[dof]++;
      BT[adr] = B[k];
      BT_colind[adr] = i;
    }
  }
}

/** Lists the rows below row `c` that share a dof with it; advances past row `c` in every column of B. */
function touchColumn(work: ProjectWork, c: number): number {
  const { B_rownnz, B_rowadr, B_colind, BT_rownnz, BT_rowadr, BT_colind, next, touched, isTouched } = work;
  let n = 0;
  const end = B_rowadr[c] + B_rownnz[c];
  for (let k = B_rowadr[c]; k < end; k++) {
    const dof = B_colind[k];
    next[dof]++;
    const last = BT_rowadr[dof] + BT_rownnz[dof];
    for (let a = BT_rowadr[dof] + next[dof]; a < last; a++) {
      const row = BT_colind[a];
      if (isTouched[row] === 1) continue;
      isTouched[row] = 1;
      touched[n++] = row;
    }
  }
  for (let k = 0; k < n; k++) isTouched[touched[k]] = 0;
  return n;
}

/** AR = B Bᵀ + diag(R): lower triangle by columns, then the mirror image. */
function multiplyRows(d: Data, work: ProjectWork): void {
  const { nefc, efc_AR, efc_AR_rownnz, efc_AR_rowadr, efc_AR_colind, efc_R } = d;
  const { B, B_rownnz, B_rowadr, B_colind, BT, BT_rownnz, BT_rowadr, BT_colind } = work;
  const { next, touched, isTouched, column } = work;

  for (let i = 0; i < nefc; i++) efc_AR_rownnz[i] = 0;
  next.fill(0);
  for (let c = 0; c < nefc; c++) {
    const start = B_rowadr[c];
    const nnz = B_rownnz[c];
    let n = 0;
    for (let k = start; k < start + nnz; k++) {
      const dof = B_colind[k];
      const b = B[k];
      next[dof]++;
      const last = BT_rowadr[dof] + BT_rownnz[dof];
      for (let a = BT_rowadr[dof] + next[dof]; a < last; a++) {
        const row = BT_colind[a];
        if (isTouched[row] === 1) {
          column[row] += BT[a] * b;
        } else {
          isTouched[row] = 1;
          touched[n++] = row;
          column[row] = BT[a] * b;
        }
      }
    }
    for (let k = 0; k < n; k++) {
      const row = touched[k];
      isTouched[row] = 0;
      const adr = efc_AR_rowadr[row] + efc_AR_rownnz[row]++;
      efc_AR[adr] = column[row];
      efc_AR_colind[adr] = c;
    }
    const adr = efc_AR_rowadr[c] + efc_AR_rownnz[c]++;
    efc_AR[adr] = dot(B, start, B, start, nnz) + efc_R[c];
    efc_AR_colind[adr] = c;
  }

  for (let i = 0; i < nefc; i++) {
    const start = efc_AR_rowadr[i];
    for (let k = start; efc_AR_colind[k] < i; k++) {
      const row = efc_AR_colind[k];
      const adr = efc_AR_rowadr[row] + efc_AR_rownnz[row]++;
      efc_AR[adr] = efc_AR[k];
      efc_AR_colind[adr] = i;
    }
  }
}
