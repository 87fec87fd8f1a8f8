/** AR = J M⁻¹ Jᵀ + diag(R) with dense rows. */

import { dropRows, endOfIslands, forgetRows, push, stackTop } from "../model/arena.ts";
import type { Data } from "../data.ts";
import { growRows } from "../model/grow_rows.ts";
import type { Model } from "../types/model.ts";
import { Arena } from "../wasm/arena.ts";
import { PROJECT_KERNELS, PROJECTION, SIDE } from "../wasm/project_kernels.ts";
import type { Block } from "../wasm/struct.ts";

const MODULES = [PROJECT_KERNELS] as const;

/** A memory for the projection, with its kernel. */
export function newProjectionArena(): Arena<typeof MODULES> {
  return new Arena(MODULES);
}

// all models and data share it
const arena = newProjectionArena();

/** B = J L⁻¹ D^-½, Bᵀ, and the lower triangle of B Bᵀ: rows of the last two begin at multiples of `SIDE`. */
const work = {
  nv: 0,
  nB: 0,
  nAR: 0,
  B: new Float64Array(0) as Float64Array,
  BT: new Float64Array(0) as Float64Array,
  AR: new Float64Array(0) as Float64Array,
  /** for the kernel */
  block: { at: 0, doubles: new Float64Array(0), ints: new Int32Array(0) } as Block,
};

function makeRoom(nefc: number, nv: number, stride: number): void {
  const nB = stride * nv;
  const nAR = stride * nefc;
  if (nv <= work.nv && nB <= work.nB && nAR <= work.nAR) return;
  work.nv = Math.max(nv, work.nv);
  work.nB = Math.max(nB, work.nB);
  work.nAR = Math.max(nAR, work.nAR);
  arena.lay((take) => {
    work.B = take.float(work.nB);
    work.BT = take.float(work.nB);
    work.AR = take.float(work.nAR);
    work.block = PROJECTION.take(take);
    PROJECTION.point(work.block, { B: work.B, BT: work.BT, res: work.AR, list: take.float(2 * work.nv) });
  });
}

/** Fills `efc_AR`; `sqrtInvD` holds the inverse square roots of the diagonal of M's factor. */
export function projectDense(m: Model, d: Data, sqrtInvD: Float64Array): void {
  const { nv } = m;
  const { nefc } = d;
  d.nA = nefc * nefc;
  if (Math.ceil(endOfIslands(m, d, false) / 8) * 8 + 8 * d.nA > push(stackTop(d), 8 * nv, 8)) {
    dropRows(d);
    forgetRows(d);
    return;
  }
  if (d.nA > d.capacity.nA) growRows(m, d, { nA: d.nA });
  const { efc_J, efc_AR, efc_R } = d;
  const stride = Math.ceil(nefc / SIDE) * SIDE;
  makeRoom(nefc, nv, stride);
  const { B, BT, AR, block } = work;

  for (let k = 0; k < nefc * nv; k++) B[k] = efc_J[k];
  for (let i = 0; i < nefc;) {
    const n = rowsTogether(d, i);
    if (n === 4) solveFour(m, d, B, i * nv);
    else solveRow(m, d, B, i * nv);
    i += n;
  }
  scaleRows(B, BT, nefc, nv, stride, sqrtInvD);
  const { kernels } = arena;
  if (kernels === null) multiplyRows(AR, B, BT, nefc, nv, stride);
  else {
    block.ints[PROJECTION.slot.rows] = nefc;
    block.ints[PROJECTION.slot.columns] = nv;
    block.ints[PROJECTION.slot.stride] = 8 * stride;
    kernels.multiplyRows(block.at);
  }

  // the lower triangle, and its mirror image
  for (let i = 0; i < nefc; i++) {
    let mirrored = i;
    for (let k = 0; k < i; k++, mirrored += nefc) efc_AR[mirrored] = efc_AR[i * nefc + k] = AR[i * stride + k];
    efc_AR[i * nefc + i] = AR[i * stride + i] + efc_R[i];
  }
}

/** Number of rows from row `i` on that are solved together: four of one constraint, which mostly have the same columns, or one. */
function rowsTogether({ nefc, efc_type, efc_id }: Data, i: number): 1 | 4 {
  const last = i + 3;
  return last < nefc && efc_type[i] === efc_type[last] && efc_id[i] === efc_id[last] ? 4 : 1;
}

/** x = L⁻ᵀ x for a row `x` of B. */
function solveRow({ nv, M_rownnz, M_rowadr, M_colind }: Model, { qLD }: Data, B: Float64Array, x: number): void {
  for (let i = nv - 1; i > 0; i--) {
    const y = B[x + i];
    if (y === 0) continue;
    const end = M_rowadr[i] + M_rownnz[i] - 1;
    for (let adr = M_rowadr[i]; adr < end; adr++) B[x + M_colind[adr]] -= qLD[adr] * y;
  }
}

/** The same for four rows from `x` on: each is computed as if it were alone, but the matrix is loaded once. */
function solveFour({ nv, M_rownnz, M_rowadr, M_colind }: Model, { qLD }: Data, B: Float64Array, x: number): void {
  const x1 = x + nv;
  const x2 = x1 + nv;
  const x3 = x2 + nv;
  for (let i = nv - 1; i > 0; i--) {
    const y0 = B[x + i];
    const y1 = B[x1 + i];
    const y2 = B[x2 + i];
    const y3 = B[x3 + i];
    const start = M_rowadr[i];
    const end = start + M_rownnz[i] - 1;
    if (y0 !== 0 && y1 !== 0 && y2 !== 0 && y3 !== 0) {
      for (let adr = start; adr < end; adr++) {
        const l = qLD[adr];
        const c = M_colind[adr];
        B[x + c] -= l * y0;
        B[x1 + c] -= l * y1;
        B[x2 + c] -= l * y2;
        B[x3 + c] -= l * y3;
      }
      continue;
    }
    if (y0 !== 0) { for (let adr = start; adr < end; adr++) B[x + M_colind[adr]] -= qLD[adr] * y0; }
    if (y1 !== 0) { for (let adr = start; adr < end; adr++) B[x1 + M_colind[adr]] -= qLD[adr] * y1; }
    if (y2 !== 0) { for (let adr = start; adr < end; adr++) B[x2 + M_colind[adr]] -= qLD[adr] * y2; }
    if (y3 !== 0) { for (let adr = start; adr < end; adr++) B[x3 + M_colind[adr]] -= qLD[adr] * y3; }
  }
}

/** Multiplies B by D^-½, and writes Bᵀ. */
function scaleRows(
  B: Float64Array,
  BT: Float64Array,
  nefc: number,
  nv: number,
  stride: number,
  sqrtInvD: Float64Array,
): void {
  for (let j = 0; j < nv; j++) {
    const scale = sqrtInvD[j];
    let from = j;
    for (let k = 0; k < nefc; k++, from += nv) BT[j * stride + k] = B[from] *= scale;
  }
}

/** The loop version of the kernel. */
export function multiplyRows(
  res: Float64Array,
  B: Float64Array,
  BT: Float64Array,
  rows: number,
  columns: number,
  stride: number,
): void {
  for (let i = 0; i < rows; i++) {
    const row = i * stride;
    for (let k = 0; k <= i; k++) res[row + k] = 0;
    for (let j = 0; j < columns; j++) {
      const b = B[i * columns + j];
      if (b === 0) continue;
      for (let k = 0; k <= i; k++) res[row + k] += BT[j * stride + k] * b;
    }
  }
}
