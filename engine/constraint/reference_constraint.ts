/** Velocity and reference acceleration of constraint rows. */

import { mulJacVec } from "../linear/mul_jac.ts";
import * as queries from "../model/queries.ts";
import { type RowsInPlace, rowsInPlace } from "../model/rows_in_place.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { areKernelsOff } from "../wasm/kernel_set.ts";
import { ROWS } from "../wasm/reference_kernels.ts";

// V8-1
const run = { areKernelsOff, rowsInPlace };
const { isSparse } = queries;
const COUNT = ROWS.slot.nefc;

/** Fills `efc_vel` and `efc_aref`: each row acts as a spring and damper that pulls its violation to zero. */
export function referenceConstraint(m: Model, d: Data): void {
  const { nefc } = d;
  if (nefc === 0) return;
  const rows = run.rowsInPlace(m, d);
  if (rows !== null && !run.areKernelsOff()) {
    referInPlace(m, d, rows);
    return;
  }
  const { efc_vel, efc_aref, efc_KBIP, efc_pos, efc_margin, qvel } = d;

  mulJacVec(m, d, efc_vel, qvel);
  for (let i = 0; i < nefc; i++) {
    const k = 4 * i;
    efc_aref[i] = -efc_KBIP[k + 1] * efc_vel[i] - efc_KBIP[k] * efc_KBIP[k + 2] * (efc_pos[i] - efc_margin[i]);
  }
}

function referInPlace(m: Model, d: Data, { kernels, block, qvel }: RowsInPlace): void {
  const from = d.qvel;
  for (let i = 0; i < from.length; i++) qvel[i] = from[i];
  block.ints[COUNT] = d.nefc;
  if (isSparse(m)) kernels.referSparse(block.at);
  else kernels.referDense(block.at);
}
