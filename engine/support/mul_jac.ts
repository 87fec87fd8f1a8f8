/** Products with the constraint Jacobian, in either storage. */

import { mulMatTVec, mulMatVec } from "../math/vec.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { isSparse } from "./sparsity.ts";
import { mulMatTVecSparse, mulMatVecSparse } from "./sparse.ts";

/** res = J v: velocities of the constraint rows */
export function mulJacVec(m: Model, d: Data, res: Float64Array, vec: Float64Array): void {
  const { nefc } = d;
  if (nefc === 0) return;
  if (isSparse(m)) mulMatVecSparse(res, d.efc_J, vec, nefc, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind);
  else mulMatVec(res, 0, d.efc_J, 0, vec, 0, nefc, m.nv);
}

/** res = Jᵀ f: generalized force of constraint forces; leaves `res` alone if there are no rows */
export function mulJacTVec(m: Model, d: Data, res: Float64Array, vec: Float64Array): void {
  const { nefc } = d;
  if (nefc === 0) return;
  if (isSparse(m)) mulMatTVecSparse(res, d.efc_J, vec, nefc, m.nv, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind);
  else mulMatTVec(res, 0, d.efc_J, 0, vec, 0, nefc, m.nv);
}
