/** Rows whose Jacobian is known in advance: a single dof or tendon. */

import { zero } from "../math/vec.ts";
import * as queries from "../model/queries.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { addRows, type ConstraintWork, rowAddress, writeColumns } from "./rows.ts";

// V8-1
const { isSparse } = queries;

/** Adds a row with a single nonzero, `value` at `dof`. Its position and margin are in the work memory. */
export function unitRow(
  m: Model,
  d: Data,
  { pos, margin }: ConstraintWork,
  dof: number,
  value: number,
  type: number,
  id: number,
): void {
  const { nv } = m;
  const { nefc, efc_J, efc_type, efc_id, efc_frictionloss, efc_pos, efc_margin } = d;
  if (isSparse(m)) {
    const adr = rowAddress(d);
    efc_J[adr] = value;
    d.efc_J_colind[adr] = dof;
    d.efc_J_rownnz[nefc] = 1;
    d.efc_J_rowadr[nefc] = adr;
  } else {
    zero(efc_J, nefc * nv, nv);
    efc_J[nefc * nv + dof] = value;
  }
  efc_type[nefc] = type;
  efc_id[nefc] = id;
  efc_frictionloss[nefc] = 0;
  efc_pos[nefc] = pos[0];
  efc_margin[nefc] = margin[0];
  d.nefc = nefc + 1;
}

/** The same for `scale` times the Jacobian of tendon `id`, unless the latter is empty. */
export function tendonRow(m: Model, d: Data, work: ConstraintWork, id: number, scale: number, type: number): void {
  const { nv } = m;
  const { efc_J, efc_J_colind, nefc, ten_J, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = d;
  if (isSparse(m)) {
    const nnz = ten_J_rownnz[id];
    if (nnz === 0) return;
    const from = ten_J_rowadr[id];
    const to = rowAddress(d);
    for (let k = 0; k < nnz; k++) efc_J[to + k] = ten_J[from + k] * scale;
    writeColumns(efc_J_colind, to, 1, nnz, ten_J_colind, from);
    addRows(m, d, work, 1, type, id, nnz);
    return;
  }

  const from = id * nv;
  const to = nefc * nv;
  let nonzeros = 0;
  for (let k = 0; k < nv; k++) {
    const value = ten_J[from + k] * scale;
    efc_J[to + k] = value;
    nonzeros |= Number(value !== 0); // V8-7
  }
  if (nonzeros === 0) work.dropped += 1;
  else addRows(m, d, work, 1, type, id, 0);
}
