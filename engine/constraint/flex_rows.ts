/** Rows of flex equalities: edges of constant length, or plate vertices of constant strain. */

import { zero } from "../math/vec.ts";
import { isSparse } from "../model/queries.ts";
import type { Data } from "../data.ts";
import { Constraint, Eq } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { type ConstraintWork, rowAddress } from "./rows.ts";

// V8-1
const { EQUALITY } = Constraint;
const { FLEX } = Eq;

/** Adds a row for each edge of the flex of equality `id`, except rigid ones, or two for each of its vertices. */
export function flexRows(m: Model, d: Data, work: ConstraintWork, id: number): void {
  const { nv, flexedge_rigid, flexedge_length0 } = m;
  const { efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind } = d;
  const { efc_type, efc_id, efc_frictionloss, efc_pos, efc_margin } = d;
  const f = m.eq_obj1id[id];
  const isEdge = m.eq_type[id] === FLEX;
  const first = isEdge ? m.flex_edgeadr[f] : 2 * m.flex_vertadr[f];
  const end = first + (isEdge ? m.flex_edgenum[f] : 2 * m.flex_vertnum[f]);
  const rownnz = isEdge ? m.flexedge_J_rownnz : m.flexvert_J_rownnz;
  const rowadr = isEdge ? m.flexedge_J_rowadr : m.flexvert_J_rowadr;
  const colind = isEdge ? m.flexedge_J_colind : m.flexvert_J_colind;
  const J = isEdge ? d.flexedge_J : d.flexvert_J;
  const length = isEdge ? d.flexedge_length : d.flexvert_length;
  const sparse = isSparse(m);

  let row = d.nefc;
  let to = sparse ? rowAddress(d) : row * nv;
  for (let e = first; e < end; e++) {
    if (isEdge && flexedge_rigid[e]) continue;
    const nnz = rownnz[e];
    const from = rowadr[e];
    if (sparse) {
      if (nnz === 0) continue;
      for (let k = 0; k < nnz; k++) {
        efc_J[to + k] = J[from + k];
        efc_J_colind[to + k] = colind[from + k];
      }
      efc_J_rownnz[row] = nnz;
      efc_J_rowadr[row] = to;
      to += nnz;
    } else {
      let empty = true;
      zero(efc_J, to, nv);
      for (let k = from; k < from + nnz; k++) {
        efc_J[to + colind[k]] = J[k];
        if (J[k] !== 0) empty = false;
      }
      if (empty) {
        work.dropped++;
        continue;
      }
      to += nv;
    }
    efc_type[row] = EQUALITY;
    efc_id[row] = id;
    efc_frictionloss[row] = 0;
    efc_margin[row] = 0;
    if (isEdge) efc_pos[row] = length[e] - flexedge_length0[e];
    else efc_pos[row] = length[e];
    row++;
  }
  d.nefc = row;
}
