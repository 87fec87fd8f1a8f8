/**
 * What the kernels visit of a problem, which depends only on patterns: a plan is a list of integers, see `PLAN`; a
 * problem writes the parts that its kernels read.
 */

import { newInts } from "../../math/small_arrays.ts";
import { roomInt } from "../../math/grow.ts";
import { SHAPE } from "../../wasm/jacobian_kernels.ts";
import { PLAN } from "../../wasm/plan.ts";
import type { HessianPattern } from "../hessian/pattern.ts";
import { strideOf } from "../hessian/hessian.ts";
import type { SparseRows } from "../jacobian/sparse_jacobian.ts";
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
  if (rows === 1 && nnz === 6 && hasThree(colind, adr) && hasThree(colind, adr + 3)) return SHAPE.edge;
  let k = adr + 1;
  while (k < end && colind[k] === colind[k - 1] + 1) k += 2;
  return nnz << SHAPE.columns | (k < end ? 0 : SHAPE.paired) | rows;
}

// of each column, while lists are made: the number of its elements, and of those that have a neighbor in the next column
let elements: Int32Array = newInts(0);
let neighbors: Int32Array = newInts(0);

/** Do three columns follow each other? */
function hasThree(colind: Int32Array, k: number): boolean {
  return colind[k + 1] === colind[k] + 1 && colind[k + 2] === colind[k] + 2;
}

/** Writes J by columns, from `adr` on: columns that are alike share a list. Returns the end. */
export function planColumns(jacobian: SparseRows, plan: Int32Array, adr: number): number {
  const { nv } = jacobian;
  elements = roomInt(elements, nv);
  neighbors = roomInt(neighbors, nv);
  countElements(jacobian, elements, neighbors);

  // columns are alike if all elements of both are neighbors
  let lists = 0;
  let rows = 0;
  for (let j = 0; j < nv; lists++) {
    const n = elements[j];
    let next = j + 1;
    while (next < j + 6 && next < nv && elements[next] === n && neighbors[next - 1] === n) next++;
    plan[adr + lists] = next - j;
    neighbors[j] = rows;
    rows += n;
    for (j++; j < next; j++) neighbors[j] = -1;
  }
  const list = adr + lists;
  const row = list + lists + 1;
  const element = row + rows;
  for (let g = 0, j = 0; g < lists; j += plan[adr + g++]) plan[list + g] = 4 * neighbors[j];
  plan[list + lists] = 4 * rows;
  listElements(jacobian, plan, row, element, neighbors);
  plan[PLAN.slot.alike] = 4 * adr;
  plan[PLAN.slot.elementAdr] = 4 * list;
  plan[PLAN.slot.elementRow] = 4 * row;
  plan[PLAN.slot.element] = 4 * element;
  return element + rows;
}

/** Counts the elements of every column, and those that are followed by one in the next column. */
function countElements(
  { nv, nefc, rownnz, rowadr, colind, group }: SparseRows,
  elements: Int32Array,
  neighbors: Int32Array,
): void {
  for (let j = 0; j < nv; j++) elements[j] = neighbors[j] = 0;
  for (let i = 0; i < nefc; i += group[i]) {
    const n = group[i];
    let last = -1;
    const end = rowadr[i] + rownnz[i];
    for (let k = rowadr[i]; k < end; k++) {
      const j = colind[k];
      elements[j] += n;
      if (j > 0 && last === j - 1) neighbors[last] += n;
      last = j;
    }
  }
}

/** Writes rows and places of the elements of those columns for which `next` tells where their lists go on. */
function listElements(
  { nefc, rownnz, rowadr, colind, group }: SparseRows,
  plan: Int32Array,
  row: number,
  element: number,
  next: Int32Array,
): void {
  const first = rowadr[0];
  for (let i = 0; i < nefc; i += group[i]) {
    const n = group[i];
    const nnz = rownnz[i];
    const end = rowadr[i] + nnz;
    for (let k = rowadr[i]; k < end; k++) {
      const to = next[colind[k]];
      if (to < 0) continue;
      next[colind[k]] = to + n;
      for (let r = 0; r < n; r++) {
        plan[row + to + r] = 8 * (i + r);
        plan[element + to + r] = 8 * (k + r * nnz - first);
      }
    }
  }
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
