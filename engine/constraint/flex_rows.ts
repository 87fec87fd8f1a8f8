/** Rows of flex equalities: edges of constant length, or plate vertices of constant strain. */

import { zero } from "../math/vec.ts";
import { isSparse } from "../model/queries.ts";
import type { Data } from "../data.ts";
import { Constraint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { addRows, type ConstraintWork, rowAddress, writeColumns } from "./rows.ts";

/** Adds a row for each edge of the flex of equality `id`, except rigid ones. */
export function flexEdgeRows(m: Model, d: Data, work: ConstraintWork, id: number): void {
  const { eq_obj1id, flex_edgeadr, flex_edgenum, flexedge_rigid, flexedge_length0 } = m;
  const { flexedge_J_rowadr, flexedge_J_rownnz, flexedge_J_colind } = m;
  const { flexedge_J, flexedge_length } = d;
  const { pos, margin } = work;
  const f = eq_obj1id[id];
  margin[0] = 0;

  const end = flex_edgeadr[f] + flex_edgenum[f];
  for (let e = flex_edgeadr[f]; e < end; e++) {
    if (flexedge_rigid[e]) continue;
    pos[0] = flexedge_length[e] - flexedge_length0[e];
    copyRow(m, d, work, id, flexedge_J, flexedge_J_colind, flexedge_J_rowadr[e], flexedge_J_rownnz[e]);
  }
}

/** Adds two rows for each vertex of the flex of equality `id`. */
export function flexVertexRows(m: Model, d: Data, work: ConstraintWork, id: number): void {
  const { eq_obj1id, flex_vertadr, flex_vertnum, flexvert_J_rowadr, flexvert_J_rownnz, flexvert_J_colind } = m;
  const { flexvert_J, flexvert_length } = d;
  const { pos, margin } = work;
  const f = eq_obj1id[id];
  margin[0] = 0;

  const end = 2 * (flex_vertadr[f] + flex_vertnum[f]);
  for (let row = 2 * flex_vertadr[f]; row < end; row++) {
    pos[0] = flexvert_length[row];
    copyRow(m, d, work, id, flexvert_J, flexvert_J_colind, flexvert_J_rowadr[row], flexvert_J_rownnz[row]);
  }
}

/** Adds a row with a Jacobian of `nnz` values from `J[adr]` on, unless it is empty. */
function copyRow(
  m: Model,
  d: Data,
  work: ConstraintWork,
  id: number,
  J: Float64Array,
  colind: Int32Array,
  adr: number,
  nnz: number,
): void {
  const { nv } = m;
  const { nefc, efc_J, efc_J_colind } = d;
  if (isSparse(m)) {
    if (nnz === 0) return;
    const to = rowAddress(d);
    for (let k = 0; k < nnz; k++) efc_J[to + k] = J[adr + k];
    writeColumns(efc_J_colind, to, 1, nnz, colind, adr);
  } else {
    zero(efc_J, nefc * nv, nv);
    let empty = true;
    for (let k = 0; k < nnz; k++) {
      efc_J[nefc * nv + colind[adr + k]] = J[adr + k];
      if (J[adr + k] !== 0) empty = false;
    }
    if (empty) {
      work.dropped++;
      return;
    }
  }
  addRows(m, d, work, 1, Constraint.EQUALITY, id, nnz);
}
