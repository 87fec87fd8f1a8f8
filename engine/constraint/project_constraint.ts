/** From constraint rows to the matrix of the dual problem, AR = J M⁻¹ Jᵀ + diag(R). */

import { isDual, isSparse } from "../model/queries.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { projectDense } from "./project_dense.ts";
import { projectSparse } from "./project_sparse.ts";

declare module "../types/work.ts" {
  interface Work {
    /** inverse square roots of the diagonal of M's factor */
    sqrtInvD?: Float64Array;
  }
}

/** Fills `efc_AR` if a dual solver will need it. */
export function projectConstraint(m: Model, d: Data): void {
  if (d.nefc === 0 || !isDual(m)) return;
  const { nv, M_rowadr, M_rownnz } = m;
  const { qLD } = d;
  const sqrtInvD = d.work.sqrtInvD ??= new Float64Array(nv);
  for (let i = 0; i < nv; i++) sqrtInvD[i] = 1 / Math.sqrt(qLD[M_rowadr[i] + M_rownnz[i] - 1]);
  if (isSparse(m)) projectSparse(m, d, sqrtInvD);
  else projectDense(m, d, sqrtInvD);
}
