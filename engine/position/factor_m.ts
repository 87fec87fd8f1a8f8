/** Factorization of the joint-space inertia matrix. */

import { copyAll } from "../math/vec.ts";
import { copyAwake, factorLikeM } from "../linear/ltdl.ts";
import { type InPlace, inPlace } from "../model/in_place.ts";
import { isSleepFiltered } from "../model/queries.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

// V8-1
const run = { inPlace };

/** Factors M as LᵀDL into `qLD` and `qLDiagInv`. Rows of sleeping trees are left unchanged. */
export function factorM(m: Model, d: Data): void {
  const fast = run.inPlace(m, d);
  if (fast !== null && areInPlace(d, fast)) {
    fast.kernels.factorM(fast.at);
    return;
  }
  const { M, qLD, qLDiagInv } = d;
  if (isSleepFiltered(m, d)) copyAwake(m, d, qLD, M);
  else copyAll(qLD, M);
  factorLikeM(m, d, qLD, qLDiagInv);
}

/** Are the matrix and its factor where the kernel reads and writes them? */
function areInPlace({ M, qLD, qLDiagInv }: Data, { fields }: InPlace): boolean {
  return M === fields.M && qLD === fields.qLD && qLDiagInv === fields.qLDiagInv;
}
