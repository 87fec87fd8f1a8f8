/** Chains of dofs: the dofs that move a body, in increasing order. */

import { intsFrom, newInts } from "../math/small_arrays.ts";
import type { Model } from "../types/model.ts";

/** The chain of every body, one after the other. */
export interface ChainPlan {
  /** start of the chain of each body in `dof`; one more entry than there are bodies */
  adr: Int32Array;
  /** dofs of all chains, each from the root of its tree to the body */
  dof: Int32Array;
}

declare module "../types/plans.ts" {
  interface Plans {
    /** dof chain of every body */
    chain?: ChainPlan;
  }
}

/** Derives the chains of all bodies from the dof tree. */
export function planChain(m: Model): ChainPlan {
  const { nbody, body_weldid, body_dofadr, body_dofnum, dof_parentid } = m;
  const adr = newInts(nbody + 1);
  const dofs: number[] = [];
  for (let b = 0; b < nbody; b++) {
    const body = body_weldid[b];
    const own: number[] = [];
    if (body > 0) {
      for (let i = body_dofadr[body] + body_dofnum[body] - 1; i >= 0; i = dof_parentid[i]) own.push(i);
    }
    dofs.push(...own.reverse());
    adr[b + 1] = dofs.length;
  }
  return { adr, dof: intsFrom(dofs) };
}

/** Writes the dofs that move `body` to `chain`, in increasing order; returns their number. */
export function bodyChain(m: Model, body: number, chain: Int32Array): number {
  const { adr, dof } = m.plans.chain ??= planChain(m);
  const start = adr[body];
  const n = adr[body + 1] - start;
  for (let k = 0; k < n; k++) chain[k] = dof[start + k];
  return n;
}

/** Writes the dofs that move either of two bodies to `chain`, in increasing order; returns their number. */
export function mergeChain(m: Model, chain: Int32Array, b1: number, b2: number): number {
  const { adr, dof } = m.plans.chain ??= planChain(m);
  const end1 = adr[b1 + 1];
  const end2 = adr[b2 + 1];
  let i1 = adr[b1];
  let i2 = adr[b2];
  let n = 0;
  while (i1 < end1 && i2 < end2) {
    const d1 = dof[i1];
    const d2 = dof[i2];
    if (d1 <= d2) i1++;
    if (d2 <= d1) i2++;
    chain[n++] = d1 < d2 ? d1 : d2;
  }
  while (i1 < end1) chain[n++] = dof[i1++];
  while (i2 < end2) chain[n++] = dof[i2++];
  return n;
}
