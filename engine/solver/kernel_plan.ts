/**
 * What the kernels visit of a problem, which depends on patterns alone: a plan is a list of integers, see `ProfileSlot`,
 * of which a problem writes the parts that its kernels read.
 */

import type { Take } from "../wasm/arena.ts";
import { ProfileSlot } from "../wasm/profile_kernels.ts";
import type { PrimalProblem } from "./problem.ts";

/** most rows of a chain */
const CHAIN = 3;

/** A plan outside of the kernels' memory, remembered for as long as the patterns stay. */
export interface KernelPlan {
  ints: Int32Array;
  length: number;
  /** is it yet to be brought to the kernels */
  isNew: boolean;
}

/** Plans of the islands in the kernels' memory, one after the other. */
export interface PlacedPlans {
  ints: Int32Array;
  /** whose plans are there, where they begin, and how many still are: a change invalidates those behind it */
  owners: KernelPlan[];
  begins: number[];
  count: number;
  /** where the plan of the present island ends */
  end: number;
}

/** Memory for no plans. */
export function newPlacedPlans(): PlacedPlans {
  return { ints: new Int32Array(0), owners: [], begins: [], count: 0, end: 0 };
}

/** Takes room for the plans of all islands. */
export function layPlacedPlans(take: Take, placed: PlacedPlans, length: number): void {
  placed.ints = take.int(length);
  placed.count = 0;
}

/** Brings the plan of an island to the kernels, unless it is there, behind that of the island before; `slot` counts them. */
export function placePlan(p: PrimalProblem, plan: KernelPlan, slot: number): void {
  const { placed } = p;
  const { ints, owners, begins } = placed;
  const begin = placed.end;
  if (slot >= placed.count || owners[slot] !== plan || begins[slot] !== begin || plan.isNew) {
    for (let k = 0; k < plan.length; k++) ints[begin + k] = plan.ints[k];
    owners[slot] = plan;
    begins[slot] = begin;
    placed.count = slot + 1;
    plan.isNew = false;
  }
  placed.end = begin + plan.length;
  p.plan = ints.byteOffset + 4 * begin;
}

/** Most integers of a plan of the inertia alone. */
export function inertiaPlanRoom(nv: number, nM: number): number {
  return ProfileSlot.COUNT + 2 * nv + 1 + nM;
}

/** Writes the inertia by rows, from `adr` on; returns where that ends. */
export function planInertia(p: PrimalProblem, plan: Int32Array, adr: number): number {
  const { nv, M_rownnz, M_rowadr, M_colind } = p;
  const column = adr + nv + 1;
  let k = 0;
  for (let i = 0; i < nv; i++) {
    plan[adr + i] = 4 * k;
    for (let e = M_rowadr[i]; e < M_rowadr[i] + M_rownnz[i]; e++) plan[column + k++] = 8 * M_colind[e];
  }
  plan[adr + nv] = 4 * k;
  plan[ProfileSlot.SIZE] = nv;
  plan[ProfileSlot.M_ADR] = 4 * adr;
  plan[ProfileSlot.M_COLUMN] = 4 * column;
  return planChains(p, plan, column + k);
}

/** Writes the chains of the inertia, from `adr` on; returns where that ends. */
function planChains(p: PrimalProblem, plan: Int32Array, adr: number): number {
  const { nv, M_rownnz, M_rowadr, M_colind } = p;
  let chains = 0;
  for (let i = 0; i < nv;) {
    const first = i;
    while (i < nv && M_rownnz[i] === 1 && (i + 1 === nv || M_rownnz[i + 1] === 1)) i++;
    if (i > first) {
      plan[adr + chains++] = first - i;
      continue;
    }
    i++;
    while (i < nv && i < first + CHAIN) {
      const nnz = M_rownnz[i];
      if (nnz !== M_rownnz[i - 1] + 1 || M_colind[M_rowadr[i] + nnz - 2] !== i - 1) break;
      i++;
    }
    plan[adr + chains++] = i - first;
  }
  plan[ProfileSlot.M_CHAINS] = chains;
  plan[ProfileSlot.M_CHAIN] = 4 * adr;
  return adr + chains;
}

/** Most integers of a plan of groups alone. */
export function groupPlanRoom(rows: number, nJ: number): number {
  return ProfileSlot.COUNT + 2 * (rows + 1) + nJ;
}

/** Writes J in groups of rows with the same columns, from `adr` on; returns where that ends. */
export function planGroups(p: PrimalProblem, plan: Int32Array, adr: number): number {
  const { nefc, J_rownnz, J_rowadr, J_colind, J_group } = p;
  let groups = 0;
  for (let i = 0; i < nefc; i += J_group[i]) groups++;
  const columnAdr = adr + groups + 1;
  const column = columnAdr + groups + 1;
  let g = 0;
  let k = 0;
  for (let i = 0; i < nefc; i += J_group[i]) {
    plan[adr + g] = i;
    plan[columnAdr + g] = 4 * k;
    g++;
    const end = J_rowadr[i] + J_rownnz[i];
    for (let e = J_rowadr[i]; e < end; e++) plan[column + k++] = 8 * J_colind[e];
  }
  plan[adr + g] = nefc;
  plan[columnAdr + g] = 4 * k;
  plan[ProfileSlot.GROUPS] = g;
  plan[ProfileSlot.GROUP_ROW] = 4 * adr;
  plan[ProfileSlot.COLUMN_ADR] = 4 * columnAdr;
  plan[ProfileSlot.COLUMN] = 4 * column;
  return column + k;
}

/** Writes J by columns, from its transpose, from `adr` on; returns where that ends. */
export function planColumns(p: PrimalProblem, plan: Int32Array, adr: number): number {
  const { nv, J_rowadr, JT_rownnz, JT_rowadr, JT_colind, JT_place } = p;
  const row = adr + nv + 1;
  const element = row + JT_rowadr[nv - 1] + JT_rownnz[nv - 1];
  let e = 0;
  for (let j = 0; j < nv; j++) {
    plan[adr + j] = 4 * e;
    const end = JT_rowadr[j] + JT_rownnz[j];
    for (let t = JT_rowadr[j]; t < end; t++) {
      plan[row + e] = 8 * JT_colind[t];
      plan[element + e] = 8 * (JT_place[t] - J_rowadr[0]);
      e++;
    }
  }
  plan[adr + nv] = 4 * e;
  plan[ProfileSlot.ELEMENT_ADR] = 4 * adr;
  plan[ProfileSlot.ELEMENT_ROW] = 4 * row;
  plan[ProfileSlot.ELEMENT] = 4 * element;
  return planAlike(p, plan, element + e);
}

/** Writes how many columns of J are alike, from `adr` on; returns where that ends. */
function planAlike(p: PrimalProblem, plan: Int32Array, adr: number): number {
  const { nv } = p;
  let end = adr;
  for (let j = 0; j < nv;) {
    let alike = 1;
    while (alike < 6 && j + alike < nv && isLikeNext(p, j + alike - 1)) alike++;
    const width = alike === 6 ? 6 : alike > 1 ? 2 : 1;
    plan[end++] = width;
    j += width;
  }
  plan[ProfileSlot.ALIKE] = 4 * adr;
  return end;
}

/** Has the next column of J the same rows as column `j`, and are their elements neighbours? */
function isLikeNext(p: PrimalProblem, j: number): boolean {
  const { JT_rownnz, JT_rowadr, JT_colind, JT_place } = p;
  const n = JT_rownnz[j];
  if (JT_rownnz[j + 1] !== n) return false;
  const a = JT_rowadr[j];
  const b = JT_rowadr[j + 1];
  for (let k = 0; k < n; k++) {
    if (JT_colind[a + k] !== JT_colind[b + k] || JT_place[a + k] + 1 !== JT_place[b + k]) return false;
  }
  return true;
}
