/** Columns of the rows of flex equalities, which follow from the model. */

import { intsFrom } from "../math/small_arrays.ts";
import type { Data } from "../data.ts";
import { Eq } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { FLEX } = Eq;

/** The rows of one equality. */
export interface FlexRowColumns {
  /** number of rows */
  count: number;
  /** start of the columns of each row, and the end */
  adr: Int32Array;
  /** columns, increasing in each row */
  column: Int32Array;
}

declare module "../types/plans.ts" {
  interface Plans {
    /** by equality; null until it is asked for */
    flexRowColumns?: (FlexRowColumns | null)[];
  }
}

/** The columns of the rows of flex equality `id`, which begin at row `i`; null if some of them were left out as zeros. */
export function flexRowColumns(
  m: Model,
  { nefc, efc_type, efc_id }: Data,
  i: number,
  id: number,
): FlexRowColumns | null {
  const plans = m.plans.flexRowColumns ??= new Array(m.neq).fill(null);
  const plan = plans[id] ??= planColumns(m, id);
  const end = i + plan.count;
  const last = end - 1;
  const type = efc_type[i];
  if (end > nefc || efc_id[last] !== id || efc_type[last] !== type) return null;
  return end < nefc && efc_id[end] === id && efc_type[end] === type ? null : plan;
}

function planColumns(m: Model, id: number): FlexRowColumns {
  const f = m.eq_obj1id[id];
  const isEdge = m.eq_type[id] === FLEX;
  const first = isEdge ? m.flex_edgeadr[f] : 2 * m.flex_vertadr[f];
  const last = first + (isEdge ? m.flex_edgenum[f] : 2 * m.flex_vertnum[f]);
  const rownnz = isEdge ? m.flexedge_J_rownnz : m.flexvert_J_rownnz;
  const rowadr = isEdge ? m.flexedge_J_rowadr : m.flexvert_J_rowadr;
  const colind = isEdge ? m.flexedge_J_colind : m.flexvert_J_colind;
  const adr = [0];
  const columns: number[] = [];
  for (let e = first; e < last; e++) {
    if (rownnz[e] === 0 || (isEdge && m.flexedge_rigid[e])) continue;
    columns.push(...new Set(colind.subarray(rowadr[e], rowadr[e] + rownnz[e]).toSorted()));
    adr.push(columns.length);
  }
  return { count: adr.length - 1, adr: intsFrom(adr), column: intsFrom(columns) };
}
