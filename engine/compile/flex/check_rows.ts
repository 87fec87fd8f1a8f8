/** Rejects flex equalities in which some rows cannot be moved by any dof, as MuJoCo does with sparse Jacobians. */

import { isDisabled, isSparse } from "../../model/queries.ts";
import { DisableBit, Eq } from "../../types/enums.ts";
import { MjcfError } from "../../types/errors.ts";
import type { Model } from "../../types/model.ts";

/** Throws if some rows of an active equality are empty. */
export function checkFlexRows(m: Model): void {
  const { neq, eq_type, eq_active0, eq_obj1id } = m;
  if (!isSparse(m) || isDisabled(m, DisableBit.CONSTRAINT | DisableBit.EQUALITY)) return;
  for (let i = 0; i < neq; i++) {
    if (!eq_active0[i]) continue;
    const f = eq_obj1id[i];
    const isEmpty = eq_type[i] === Eq.FLEXVERT && hasEmptyVertex(m, f);
    if (isEmpty) throw new MjcfError(`equality ${i}: flex ${f} has parts that no dof can move`);
  }
}

function hasEmptyVertex(m: Model, f: number): boolean {
  const { flex_vertadr, flex_vertnum, flexvert_J_rownnz } = m;
  const counts = flexvert_J_rownnz.subarray(2 * flex_vertadr[f], 2 * (flex_vertadr[f] + flex_vertnum[f]));
  return counts.includes(0) && counts.some((count) => count > 0);
}
