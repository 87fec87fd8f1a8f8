/** Chains of dofs: a body is moved by its last dof and all ancestors of that dof. */

import { newInts } from "../math/small_arrays.ts";
import type { Model } from "../types/model.ts";

declare module "../types/plans.ts" {
  interface Plans {
    mergedChain?: MergedChainPlan;
  }
}

/** Structure for finding the chain of a body. */
export interface MergedChainPlan {
  /** last dof that moves each body, −1 for a static body */
  bodyTip: Int32Array;
}

/** Derives the chain structure of a model. */
export function planMergedChain(m: Model): MergedChainPlan {
  const { nbody, body_weldid, body_dofadr, body_dofnum } = m;
  const bodyTip = newInts(nbody);
  for (let b = 0; b < nbody; b++) {
    const moved = body_weldid[b];
    bodyTip[b] = moved === 0 ? -1 : body_dofadr[moved] + body_dofnum[moved] - 1;
  }
  return { bodyTip };
}

/**
 * Merges the chains that end in two dofs (−1: empty) into `chain[first … nv)`, in increasing order, and returns
 * `first`. `side` of each dof is −1 if it moves only the first body, 1 if it moves only the second, and 0 if it moves
 * both.
 */
export function mergeChains(m: Model, chain: Int32Array, side: Int32Array, tip1: number, tip2: number): number {
  const { nv, dof_parentid } = m;
  let first = nv;
  let i = tip1;
  let j = tip2;
  while (i !== j) {
    first--;
    if (i > j) {
      chain[first] = i;
      side[first] = -1;
      i = dof_parentid[i];
    } else {
      chain[first] = j;
      side[first] = 1;
      j = dof_parentid[j];
    }
  }
  for (; i >= 0; i = dof_parentid[i]) {
    first--;
    chain[first] = i;
    side[first] = 0;
  }
  return first;
}
