/** Factorization of the joint-space inertia matrix. */

import { copyAll } from "../math/vec.ts";
import { factorI } from "../linear/ltdl.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

/** Factors M as LᵀDL into `qLD` and `qLDiagInv`. */
export function factorM(m: Model, d: Data): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { M, qLD, qLDiagInv } = d;

  copyAll(qLD, M);
  factorI(qLD, qLDiagInv, nv, M_rownnz, M_rowadr, M_colind);
}
