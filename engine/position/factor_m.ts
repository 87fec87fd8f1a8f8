/** Factorization of the joint-space inertia matrix. */

import { copyAll } from "../math/vec.ts";
import { copyAwake, factorLikeM } from "../linear/ltdl.ts";
import { isSleepFiltered } from "../model/sleep_state.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

/** Factors M as LᵀDL into `qLD` and `qLDiagInv`. Rows of sleeping trees are left unchanged. */
export function factorM(m: Model, d: Data): void {
  const { M, qLD, qLDiagInv } = d;

  if (isSleepFiltered(m, d)) copyAwake(m, d, qLD, M);
  else copyAll(qLD, M);
  factorLikeM(m, d, qLD, qLDiagInv);
}
