/** Groups of the rows of a sparse constraint Jacobian: those of one constraint have the same columns. */

import type { Model } from "../types/model.ts";
import { isFlexEquality } from "../model/queries.ts";

/**
 * Fills `group` for `n` rows whose types and numbers begin at `first`: the number of rows, from each one on, that belong
 * to the same constraint and therefore have the same columns. Each row of a flex is a group of its own.
 */
export function groupRows(
  m: Model,
  group: Int32Array,
  n: number,
  type: Int32Array,
  first: number,
  id: Int32Array,
): void {
  const hasFlexes = m.nflex > 0;
  for (let i = n - 1; i >= 0; i--) {
    const k = first + i;
    const continues = i + 1 < n && type[k] === type[k + 1] && id[k] === id[k + 1] &&
      !(hasFlexes && isFlexEquality(m, type[k], id[k]));
    group[i] = continues ? 1 + group[i + 1] : 1;
  }
}

/** Counts the columns of the groups of all `n` rows. */
export function countColumns(m: Model, n: number, type: Int32Array, id: Int32Array, rownnz: Int32Array): number {
  const hasFlexes = m.nflex > 0;
  let count = 0;
  for (let i = 0; i < n; i++) {
    const continues = i > 0 && type[i] === type[i - 1] && id[i] === id[i - 1] &&
      !(hasFlexes && isFlexEquality(m, type[i], id[i]));
    if (!continues) count += rownnz[i];
  }
  return count;
}
