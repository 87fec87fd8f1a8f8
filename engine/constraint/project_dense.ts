/** AR = J M⁻¹ Jᵀ + diag(R) with dense rows. */

import { dropRows, endOfIslands, forgetRows, push, stackTop } from "../model/arena.ts";
import { solveM2 } from "../linear/ltdl.ts";
import type { Data } from "../data.ts";
import { growRows } from "../types/data_memory.ts";
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

  solveM2(m, d, B, 0, efc_J, 0, sqrtInvD, nefc);
  for (let i = 0; i < nefc; i++) {
    for (let j = 0; j < nv; j++) BT[j * stride + i] = B[i * nv + j];
  }
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
    for (let k = 0; k < i; k++) {
      const x = AR[i * stride + k];
      efc_AR[i * nefc + k] = x;
      efc_AR[k * nefc + i] = x;
    }
    efc_AR[i * nefc + i] = AR[i * stride + i] + efc_R[i];
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
