/**
 * Chains of two bodies. Bodies are numbered depth first, so the dofs that move either of two bodies are, in increasing
 * order, those that move both, those that move only one of them, and those that move only the other.
 */

import type { ChainPlan } from "../model/chain.ts";
import type { Model } from "../types/model.ts";

/** The dofs that move either of two bodies, as parts of the list of all chains. */
export interface PairChain {
  /** number of dofs */
  nnz: number;
  /** number of those that move both; they begin both chains */
  shared: number;
  /** start and end of those that move only the first body, and how many dofs of the pair come before them */
  start1: number;
  end1: number;
  place1: number;
  /** the same for the second body */
  start2: number;
  end2: number;
  place2: number;
}

/** Starts without a pair. */
export function newPairChain(): PairChain {
  return { nnz: 0, shared: 0, start1: 0, end1: 0, place1: 0, start2: 0, end2: 0, place2: 0 };
}

/** Finds the dofs that move either of two bodies. */
export function findPairChain(m: Model, pair: PairChain, { adr, dof }: ChainPlan, body1: number, body2: number): void {
  const { body_treeid } = m;
  let start1 = adr[body1];
  let start2 = adr[body2];
  const end1 = adr[body1 + 1];
  const end2 = adr[body2 + 1];
  let shared = 0;
  if (body_treeid[body1] === body_treeid[body2]) {
    while (start1 < end1 && start2 < end2 && dof[start1] === dof[start2]) {
      start1++;
      start2++;
      shared++;
    }
  }
  const own1 = end1 - start1;
  const own2 = end2 - start2;
  const isFirst = own2 === 0 || (own1 > 0 && dof[start1] < dof[start2]);
  pair.nnz = shared + own1 + own2;
  pair.shared = shared;
  pair.start1 = start1;
  pair.end1 = end1;
  pair.place1 = isFirst ? shared : shared + own2;
  pair.start2 = start2;
  pair.end2 = end2;
  pair.place2 = isFirst ? shared + own1 : shared;
}

/** In sparse storage: writes the columns of `rows` rows that all have the dofs of a pair, from `adr` on. */
export function writePairColumns(
  colind: Int32Array,
  adr: number,
  rows: number,
  { nnz, shared, start1, end1, place1, start2, end2, place2 }: PairChain,
  { dof }: ChainPlan,
): void {
  for (let k = 0; k < shared; k++) colind[adr + k] = dof[start1 - shared + k];
  for (let k = start1, at = adr + place1; k < end1; k++, at++) colind[at] = dof[k];
  for (let k = start2, at = adr + place2; k < end2; k++, at++) colind[at] = dof[k];
  const end = adr + rows * nnz;
  for (let k = adr + nnz; k < end; k++) colind[k] = colind[k - nnz];
}
