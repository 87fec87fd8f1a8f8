/**
 * What the kernels visit of a problem, which depends only on patterns: a plan is a list of integers, see `PLAN`; a
 * problem writes the parts that its kernels read.
 */

import { SHAPE } from "../../wasm/jacobian_kernels.ts";
import { PLAN } from "../../wasm/plan.ts";
import type { HessianPattern } from "../hessian/pattern.ts";
import { strideOf } from "../hessian/hessian.ts";
import type { SparseJacobian, SparseRows } from "../jacobian/sparse_jacobian.ts";
import type { Transpose } from "../jacobian/transpose.ts";
import type { Inertia } from "./inertia.ts";

/** maximum number of rows of a chain */
const CHAIN = 3;

/** Writes the inertia by rows, from `adr` on; returns the end. */
export function planInertia(inertia: Inertia, plan: Int32Array, adr: number): number {
  const { nv, rownnz, rowadr, colind } = inertia;
  const column = adr + nv + 1;
  let k = 0;
  for (let i = 0; i < nv; i++) {
    plan[adr + i] = 4 * k;
    for (let e = rowadr[i]; e < rowadr[i] + rownnz[i]; e++) plan[column + k++] = 8 * colind[e];
  }
  plan[adr + nv] = 4 * k;
  plan[PLAN.slot.size] = nv;
  plan[PLAN.slot.MAdr] = 4 * adr;
  plan[PLAN.slot.MColumn] = 4 * column;
  return planChains(inertia, plan, column + k);
}

/** Writes the chains of the inertia, from `adr` on; returns the end. */
function planChains({ nv, rownnz, rowadr, colind }: Inertia, plan: Int32Array, adr: number): number {
  let chains = 0;
  for (let i = 0; i < nv;) {
    const first = i;
    while (i < nv && rownnz[i] === 1 && (i + 1 === nv || rownnz[i + 1] === 1)) i++;
    if (i > first) {
      plan[adr + chains++] = first - i;
      continue;
    }
    i++;
    while (i < nv && i < first + CHAIN) {
      const nnz = rownnz[i];
      if (nnz !== rownnz[i - 1] + 1 || colind[rowadr[i] + nnz - 2] !== i - 1) break;
      i++;
    }
    plan[adr + chains++] = i - first;
  }
  plan[PLAN.slot.MChains] = chains;
  plan[PLAN.slot.MChain] = 4 * adr;
  return adr + chains;
}

/** Maximum number of integers in a plan of groups alone. */
export function groupPlanRoom(rows: number, nJ: number): number {
  return PLAN.ints + 3 * rows + 2 + nJ;
}

/** Writes J in groups of rows with the same columns, from `adr` on; returns the end. */
export function planGroups(jacobian: SparseRows, plan: Int32Array, adr: number): number {
  const { nefc, rownnz, rowadr, colind, group } = jacobian;
  let groups = 0;
  for (let i = 0; i < nefc; i += group[i]) groups++;
  const columnAdr = adr + groups + 1;
  const shape = columnAdr + groups + 1;
  const column = shape + groups;
  let g = 0;
  let k = 0;
  for (let i = 0; i < nefc; i += group[i]) {
    plan[adr + g] = i;
    plan[columnAdr + g] = 4 * k;
    plan[shape + g] = shapeOf(colind, rowadr[i], rownnz[i], group[i]);
    g++;
    const end = rowadr[i] + rownnz[i];
    for (let e = rowadr[i]; e < end; e++) plan[column + k++] = 8 * colind[e];
  }
  plan[adr + g] = nefc;
  plan[columnAdr + g] = 4 * k;
  plan[PLAN.slot.groups] = g;
  plan[PLAN.slot.groupRow] = 4 * adr;
  plan[PLAN.slot.shape] = 4 * shape;
  plan[PLAN.slot.columnAdr] = 4 * columnAdr;
  plan[PLAN.slot.column] = 4 * column;
  return column + k;
}

/** The shape of a group: see `SHAPE`. */
function shapeOf(colind: Int32Array, adr: number, nnz: number, rows: number): number {
  const end = adr + nnz;
  const hasThree = (k: number) => colind[k + 1] === colind[k] + 1 && colind[k + 2] === colind[k] + 2;
  if (rows === 1 && nnz === 6 && hasThree(adr) && hasThree(adr + 3)) return SHAPE.edge;
  let k = adr + 1;
  while (k < end && colind[k] === colind[k - 1] + 1) k += 2;
  return nnz << SHAPE.columns | (k < end ? 0 : SHAPE.paired) | rows;
}

/** Writes J by columns, from its transpose, from `adr` on: columns that are alike share a list. Returns the end. */
export function planColumns({ nv, rowadr, transpose }: SparseJacobian, plan: Int32Array, adr: number): number {
  const { rownnz, rowadr: start, colind, place } = transpose;
  let lists = 0;
  let rows = 0;
  for (let j = 0; j < nv; j += plan[adr + lists++]) {
    let alike = 1;
    while (alike < 6 && j + alike < nv && isLikeNext(transpose, j + alike - 1)) alike++;
    plan[adr + lists] = alike;
    rows += rownnz[j];
  }
  const list = adr + lists;
  const row = list + lists + 1;
  const element = row + rows;
  let e = 0;
  for (let g = 0, j = 0; g < lists; j += plan[adr + g++]) {
    plan[list + g] = 4 * e;
    const end = start[j] + rownnz[j];
    for (let t = start[j]; t < end; t++) {
      plan[row + e] = 8 * colind[t];
      plan[element + e] = 8 * (place[t] - rowadr[0]);
      e++;
    }
  }
  plan[list + lists] = 4 * e;
  plan[PLAN.slot.alike] = 4 * adr;
  plan[PLAN.slot.elementAdr] = 4 * list;
  plan[PLAN.slot.elementRow] = 4 * row;
  plan[PLAN.slot.element] = 4 * element;
  return element + e;
}

/** Has the next column of J the same rows as column `j`, and are their elements neighbors? */
function isLikeNext({ rownnz, rowadr, colind, place }: Transpose, j: number): boolean {
  const n = rownnz[j];
  if (rownnz[j + 1] !== n) return false;
  const a = rowadr[j];
  const b = rowadr[j + 1];
  for (let k = 0; k < n; k++) {
    if (colind[a + k] !== colind[b + k] || place[a + k] + 1 !== place[b + k]) return false;
  }
  return true;
}

/** Writes the pairs of columns of the groups that the plan has, from `adr` on; returns the end. */
export function planColumnPairs(plan: Int32Array, adr: number): number {
  const groups = plan[PLAN.slot.groups];
  const columnAdr = plan[PLAN.slot.columnAdr] / 4;
  const column = plan[PLAN.slot.column] / 4;
  const place = adr + groups + 1;
  const pair = place + plan[columnAdr + groups] / 4;
  let k = 0;
  let pairs = 0;
  for (let g = 0; g < groups; g++) {
    plan[adr + g] = 4 * pairs;
    const first = pairs;
    const end = plan[columnAdr + g + 1] / 4;
    for (; k < end; k++) {
      const c = plan[column + k];
      const even = c & -16;
      if (pairs === first || plan[pair + pairs - 1] !== even) plan[pair + pairs++] = even;
      plan[place + k] = 16 * (pairs - 1 - first) + (c & 8);
    }
  }
  plan[adr + groups] = 4 * pairs;
  plan[PLAN.slot.pairAdr] = 4 * adr;
  plan[PLAN.slot.place] = 4 * place;
  plan[PLAN.slot.pair] = 4 * pair;
  return pair + pairs;
}

/** Writes where the rows of the matrix are, from `adr` on; returns the end. */
function planRows(
  { factor: { rownnz, rowadr, colind } }: HessianPattern,
  nv: number,
  plan: Int32Array,
  adr: number,
): number {
  let size = 0;
  for (let i = 0; i < nv; i += 2) {
    // a row has the columns of those above to which it contributes, and of its neighbor, with which kernels add to it
    let first = i;
    for (let r = i; r < nv && r < i + 2; r++) {
      for (let e = rowadr[r]; e < rowadr[r] + rownnz[r]; e++) first = Math.min(first, colind[rowadr[colind[e]]]);
    }
    first &= ~1;
    for (let r = i; r < i + 2; r++) {
      plan[adr + r] = 8 * (size - first);
      size += i + 2 - first;
    }
  }
  plan[PLAN.slot.rowAt] = 4 * adr;
  plan[PLAN.slot.bytes] = 8 * size;
  return adr + strideOf(nv);
}

/** Writes the matrix, and the factor by rows and by columns, from `adr` on; returns the end. */
export function planFactor(pattern: HessianPattern, nv: number, plan: Int32Array, adr: number): number {
  const { rownnz, rowadr, colind, colnnz, coladr, rowind } = pattern.factor;
  const rowAdr = planRows(pattern, nv, plan, adr);
  const belowAdr = rowAdr + nv + 1;
  const column = belowAdr + nv + 1;
  const below = column + pattern.nL;
  let k = column;
  let b = below;
  for (let i = 0; i < nv; i++) {
    plan[rowAdr + i] = 4 * (k - column);
    plan[belowAdr + i] = 4 * (b - below);
    for (let e = rowadr[i]; e < rowadr[i] + rownnz[i]; e++) plan[k++] = 8 * colind[e];
    for (let e = coladr[i] + 1; e < coladr[i] + colnnz[i]; e++) plan[b++] = plan[adr + rowind[e]];
  }
  plan[rowAdr + nv] = 4 * (k - column);
  plan[belowAdr + nv] = 4 * (b - below);
  plan[PLAN.slot.LAdr] = 4 * rowAdr;
  plan[PLAN.slot.LColumn] = 4 * column;
  plan[PLAN.slot.belowAdr] = 4 * belowAdr;
  plan[PLAN.slot.belowRow] = 4 * below;
  return planRuns(pattern, nv, plan, b);
}

/** number of zeros in a row that are visited rather than to begin another run */
const GAP = 6;

/** Writes the runs of columns in the rows of a factor, from `adr` on; returns the end. */
function planRuns(
  { factor: { rownnz, rowadr, colind } }: HessianPattern,
  nv: number,
  plan: Int32Array,
  adr: number,
): number {
  const runs = adr + nv + 1;
  let k = runs;
  for (let i = 0; i < nv; i++) {
    plan[adr + i] = 4 * (k - runs);
    let last = -1 - GAP;
    for (let e = rowadr[i]; e < rowadr[i] + rownnz[i]; e++) {
      const c = colind[e];
      if (c - last > GAP) {
        plan[k] = 8 * (c & ~1);
        k += 2;
      }
      last = c;
      plan[k - 1] = 8 * (c + 1);
    }
  }
  plan[adr + nv] = 4 * (k - runs);
  plan[PLAN.slot.runAdr] = 4 * adr;
  plan[PLAN.slot.run] = 4 * runs;
  return k;
}
