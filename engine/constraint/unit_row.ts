/** Rows whose Jacobian is known in advance: a single dof or tendon. */

import { zero } from "../math/vec.ts";
import { isSparse } from "../model/queries.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { addRows, type ConstraintWork, rowAddress } from "./rows.ts";

/** Adds a row with a single nonzero, `value` at `dof`, with position `pos[p]` and margin `margin[g]`. */
export function unitRow(
  m: Model,
  d: Data,
  work: ConstraintWork,
  dof: number,
  value: number,
  type: number,
  id: number,
  pos: Float64Array,
  p: number,
  margin: Float64Array,
  g: number,
  frictionloss: number,
): void {
  const { nv } = m;
  const { efc_J, nefc } = d;
  if (isSparse(m)) {
    efc_J[rowAddress(d)] = value;
  } else {
    zero(efc_J, nefc * nv, nv);
    efc_J[nefc * nv + dof] = value;
  }
  work.columns[0] = dof;
  addRows(m, d, 1, type, id, pos, p, margin, g, frictionloss, 1, work.columns, 0);
}

/** The same for `scale` times the Jacobian of tendon `id`, unless the latter is empty. */
export function tendonRow(
  m: Model,
  d: Data,
  work: ConstraintWork,
  id: number,
  scale: number,
  type: number,
  pos: Float64Array,
  p: number,
  margin: Float64Array,
  g: number,
  frictionloss: number,
): void {
  const { nv } = m;
  const { efc_J, nefc, ten_J, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = d;
  if (isSparse(m)) {
    const nnz = ten_J_rownnz[id];
    if (nnz === 0) return;
    const from = ten_J_rowadr[id];
    const to = rowAddress(d);
    for (let k = 0; k < nnz; k++) efc_J[to + k] = ten_J[from + k] * scale;
    addRows(m, d, 1, type, id, pos, p, margin, g, frictionloss, nnz, ten_J_colind, from);
    return;
  }

  let empty = true;
  for (let k = 0; k < nv; k++) {
    const value = ten_J[id * nv + k] * scale;
    efc_J[nefc * nv + k] = value;
    if (value !== 0) empty = false;
  }
  if (empty) work.dropped += 1;
  else addRows(m, d, 1, type, id, pos, p, margin, g, frictionloss, 0, work.columns, 0);
}
