/**
 * Which columns of a dense constraint Jacobian can be nonzero: rows of one constraint share the chains of the bodies,
 * joints, or tendons that it involves, except that each row of a flex has its own. Products that skip the other columns
 * give the same bits, because the order of additions is unchanged: four interleaved partial sums over blocks of four
 * columns, then the rest of the row.
 */

import type { Data } from "../../data.ts";
import { Constraint, Eq, Joint, Obj } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { type ChainPlan, planChain } from "../../model/chain.ts";
import { listFlexChain } from "../../motion/flex_contact.ts";
import { flexRowColumns } from "../../model/flex_row_columns.ts";
import { isFlexEquality } from "../../model/queries.ts";
import { dofsOfRow } from "../../model/row_dofs.ts";
import { roomInt } from "../../math/grow.ts";
import type { Take } from "../../wasm/arena.ts";
import * as signatures from "../signature.ts";

// V8-1
const { note } = signatures;
const { CONTACT_ELLIPTIC, CONTACT_FRICTIONLESS, CONTACT_PYRAMIDAL, EQUALITY, FRICTION_DOF, LIMIT_JOINT } = Constraint;
const { CONNECT, WELD } = Eq;
const { BALL } = Joint;
const { SITE } = Obj;

/** Groups of rows, one for each constraint or each row of a flex, with the columns of every group and their blocks. */
export interface DenseRows {
  /** number of groups */
  count: number;
  /** first row of each group, and the end */
  row: Int32Array;
  /** start of the columns of each group, and the end */
  columnadr: Int32Array;
  columns: Int32Array;
  /** start of the blocks of each group, and the end; a block is identified by its first column */
  blockadr: Int32Array;
  blocks: Int32Array;
  /** 1 if a group has columns after the last whole block */
  tail: Int32Array;
  /**
   * start of the pairs of columns of each group, and the end; a pair is identified by its first column, which is even
   */
  pairadr: Int32Array;
  pairs: Int32Array;
  /** the constraints that the groups were found for, and the chains of their model; null if they may not be used again */
  signature: Int32Array;
  chains: ChainPlan | null;
  /** number of columns that are listed if all rows are one group with all columns, 0 if not */
  together: number;
}

/** Allocates an empty list of groups. */
export function newDenseRows(): DenseRows {
  return {
    count: 0,
    row: new Int32Array(1),
    columnadr: new Int32Array(1),
    columns: new Int32Array(0),
    blockadr: new Int32Array(1),
    blocks: new Int32Array(0),
    tail: new Int32Array(0),
    pairadr: new Int32Array(1),
    pairs: new Int32Array(0),
    signature: new Int32Array(0),
    chains: null,
    together: 0,
  };
}

/** Allocates the lists for up to `rowsMax` rows with up to `nonzerosMax` columns in total. */
export function layDenseRows(take: Take, rows: DenseRows, rowsMax: number, nonzerosMax: number): void {
  rows.row = take.int(rowsMax + 1);
  rows.columnadr = take.int(rowsMax + 1);
  rows.columns = take.int(nonzerosMax);
  rows.blockadr = take.int(rowsMax + 1);
  rows.blocks = take.int(nonzerosMax);
  rows.tail = take.int(rowsMax);
  rows.pairadr = take.int(rowsMax + 1);
  rows.pairs = take.int(nonzerosMax);
  rows.chains = null;
  rows.together = 0;
}

/** numbers of columns up to which it takes longer to find those of a group than to visit all: of everything, of an island */
const FEW_COLUMNS = 6;
const FEW_OF_ISLAND = 10;

/** Finds the groups of all rows, unless they are those of the last time; the lists must be large enough. */
export function findDenseRows(m: Model, d: Data, rows: DenseRows): void {
  const { nv } = m;
  const { nefc, efc_type, efc_id } = d;
  if (nv <= FEW_COLUMNS) {
    putTogether(rows, nefc, nv);
    return;
  }
  if (areSame(m, d, rows)) return;
  prepare(rows);
  for (let i = 0; i < nefc;) {
    const start = i;
    if (isFlexEquality(m, efc_type[i], efc_id[i])) {
      i = listFlexRows(m, d, rows, i);
      if (i > start) continue;
    }
    i = endOfGroup(m, d, i);
    const adr = rows.columnadr[rows.count];
    const end = listColumns(m, d, rows.columns, adr, start, efc_type[start], efc_id[start]);
    closeGroup(rows, i, adr, end, nv);
  }
}

/** Lists the rows of a flex equality that begin at row `i`, if the model tells their columns; returns where they end. */
function listFlexRows(m: Model, d: Data, rows: DenseRows, i: number): number {
  const known = flexRowColumns(m, d, i, d.efc_id[i]);
  if (known === null) return i;
  const { columns } = rows;
  const { count, adr, column } = known;
  for (let r = 0; r < count; r++) {
    const start = rows.columnadr[rows.count];
    let end = start;
    for (let k = adr[r]; k < adr[r + 1]; k++) columns[end++] = column[k];
    closeGroup(rows, i + r + 1, start, end, m.nv);
  }
  return i + count;
}

/** Where the group that begins at row `i` ends. */
function endOfGroup(m: Model, { nefc, efc_type, efc_id, contact }: Data, i: number): number {
  const type = efc_type[i];
  const id = efc_id[i];
  if (type === CONTACT_PYRAMIDAL) return i + 2 * (contact.dim[id] - 1);
  if (type === CONTACT_ELLIPTIC) return i + contact.dim[id];
  let end = i + 1;
  if (!isFlexEquality(m, type, id)) { while (end < nefc && efc_type[end] === type && efc_id[end] === id) end++; }
  return end;
}

/** Have all constraints the same columns as last time? Records the current ones. */
function areSame(m: Model, d: Data, rows: DenseRows): boolean {
  const { geom_bodyid, eq_type } = m;
  const { nefc, efc_type, efc_id } = d;
  const { geom } = d.contact;
  const chains = m.plans.chain ??= planChain(m);
  const signature = rows.signature = roomInt(rows.signature, 3 * nefc + 1);
  let at = 0;
  let changes = Number(rows.chains !== chains) | note(signature, at++, nefc);
  rows.chains = null;
  for (let i = 0; i < nefc;) {
    const type = efc_type[i];
    const id = efc_id[i];
    let first = -1 - type;
    let second = id;
    let end = endOfGroup(m, d, i);
    if (type >= CONTACT_FRICTIONLESS) {
      const geom1 = geom[2 * id];
      const geom2 = geom[2 * id + 1];
      if (geom1 < 0 || geom2 < 0) return false;
      first = geom_bodyid[geom1];
      second = geom_bodyid[geom2];
    } else if (isFlexEquality(m, type, id)) {
      const known = flexRowColumns(m, d, i, id);
      if (known === null) return false;
      end = i + known.count;
    } else if (!(type === EQUALITY ? eq_type[id] <= WELD : isOfJoint(type)) && dofsOfRow(m, d, i, type, id) === null) {
      // columns that depend on numbers
      return false;
    }
    i = end;
    changes |= note(signature, at++, first) | note(signature, at++, second) | note(signature, at++, i);
  }
  rows.chains = chains;
  return changes === 0;
}

function isOfJoint(type: number): boolean {
  return type === FRICTION_DOF || type === LIMIT_JOINT;
}

/** Puts all rows into one group with all columns, the first ones of the lists of more. */
function putTogether(rows: DenseRows, nefc: number, nv: number): void {
  const { row, columnadr, columns, blockadr, blocks, tail, pairadr, pairs } = rows;
  if (rows.together < nv) {
    prepare(rows);
    rows.chains = null;
    rows.count = 1;
    rows.together = nv;
    for (let k = 0; k < nv; k++) {
      columns[k] = k;
      pairs[k >> 1] = k & ~1;
      blocks[k >> 2] = k & ~3;
    }
  }
  row[1] = nefc;
  columnadr[1] = nv;
  pairadr[1] = (nv + 1) >> 1;
  blockadr[1] = nv >> 2;
  tail[0] = Number((nv & 3) !== 0);
}

/** Makes every row a group with all columns, for products with what is not finite: zero times that is not zero. */
export function listAllColumns(rows: DenseRows, nefc: number, nv: number): void {
  prepare(rows);
  rows.chains = null;
  for (let i = 0; i < nefc; i++) {
    const adr = i * nv;
    for (let k = 0; k < nv; k++) rows.columns[adr + k] = k;
    closeGroup(rows, i + 1, adr, adr + nv, nv);
  }
}

/**
 * Finds the groups of the rows of one island among all groups, `whole`; rows and columns are counted from the first ones
 * of the island.
 */
export function findIslandRows(d: Data, rows: DenseRows, whole: DenseRows, island: number): void {
  const { map_iefc2efc, map_dof2idof, island_nv, island_nefc, island_iefcadr } = d;
  const { columns } = rows;
  const first = island_iefcadr[island];
  const count = island_nefc[island];
  const offset = d.island_idofadr[island];
  if (island_nv[island] <= FEW_OF_ISLAND) {
    putTogether(rows, count, island_nv[island]);
    return;
  }
  prepare(rows);
  let g = 0;
  for (let i = 0; i < count;) {
    const row = map_iefc2efc[first + i];
    while (whole.row[g] < row) g++;
    const adr = rows.columnadr[rows.count];
    let end = adr;
    for (let k = whole.columnadr[g]; k < whole.columnadr[g + 1]; k++) {
      columns[end++] = map_dof2idof[whole.columns[k]] - offset;
    }
    i += whole.row[g + 1] - row;
    closeGroup(rows, i, adr, end, island_nv[island]);
  }
}

function prepare(rows: DenseRows): void {
  rows.count = 0;
  rows.together = 0;
  rows.row[0] = 0;
  rows.columnadr[0] = 0;
  rows.blockadr[0] = 0;
  rows.pairadr[0] = 0;
}

/** Ends a group before row `endRow`, with the columns in `[adr, end)`, and lists its blocks and pairs. */
function closeGroup(rows: DenseRows, endRow: number, adr: number, end: number, nv: number): void {
  const { columns, blocks, blockadr, tail, pairs, pairadr } = rows;
  const whole = nv & ~3;
  let at = blockadr[rows.count];
  let atPair = pairadr[rows.count];
  let lastBlock = -1;
  let lastPair = -1;
  let hasTail = 0;
  for (let k = adr; k < end; k++) {
    const pair = columns[k] & ~1;
    if (pair === lastPair) continue;
    pairs[atPair++] = pair;
    lastPair = pair;
    const block = pair & ~3;
    if (block >= whole) hasTail = 1;
    else if (block !== lastBlock) blocks[at++] = block;
    lastBlock = block;
  }
  tail[rows.count] = hasTail;
  rows.count++;
  rows.row[rows.count] = endRow;
  rows.columnadr[rows.count] = end;
  rows.blockadr[rows.count] = at;
  rows.pairadr[rows.count] = atPair;
}

/** Lists the columns of one constraint in increasing order from `adr` on; returns the end of the list. */
function listColumns(
  m: Model,
  d: Data,
  columns: Int32Array,
  adr: number,
  row: number,
  type: number,
  id: number,
): number {
  switch (type) {
    case FRICTION_DOF:
      columns[adr] = id;
      return adr + 1;
    case LIMIT_JOINT: {
      const n = m.jnt_type[id] === BALL ? 3 : 1;
      for (let k = 0; k < n; k++) columns[adr + k] = m.jnt_dofadr[id] + k;
      return adr + n;
    }
    case CONTACT_FRICTIONLESS:
    case CONTACT_PYRAMIDAL:
    case CONTACT_ELLIPTIC: {
      const geom1 = d.contact.geom[2 * id];
      const geom2 = d.contact.geom[2 * id + 1];
      if (geom1 < 0 || geom2 < 0) return flexColumns(m, d, columns, adr, id);
      return mergeColumns(m, columns, adr, m.geom_bodyid[geom1], m.geom_bodyid[geom2]);
    }
    case EQUALITY:
      if (m.eq_type[id] === CONNECT || m.eq_type[id] === WELD) {
        const isSite = m.eq_objtype[id] === SITE;
        const body1 = isSite ? m.site_bodyid[m.eq_obj1id[id]] : m.eq_obj1id[id];
        const body2 = isSite ? m.site_bodyid[m.eq_obj2id[id]] : m.eq_obj2id[id];
        return mergeColumns(m, columns, adr, body1, body2);
      }
  }

  let end = adr;
  const dofs = dofsOfRow(m, d, row, type, id);
  if (dofs !== null) {
    for (let k = 0; k < dofs.length; k++) columns[end++] = dofs[k];
    return end;
  }
  // flexes, and what is not finite: inspect the row
  const { nv } = m;
  const { efc_J } = d;
  for (let k = 0; k < nv; k++) {
    if (efc_J[row * nv + k] !== 0) columns[end++] = k;
  }
  return end;
}

/** Lists the dofs that move the bodies of a contact with a flex. */
function flexColumns(m: Model, d: Data, columns: Int32Array, at: number, id: number): number {
  const { nchain, chain } = listFlexChain(m, d, id);
  for (let k = 0; k < nchain; k++) columns[at + k] = chain[k];
  return at + nchain;
}

/** Lists the dofs that move either of two bodies. */
function mergeColumns(m: Model, columns: Int32Array, at: number, body1: number, body2: number): number {
  const { adr, dof } = m.plans.chain as ChainPlan;
  const end1 = adr[body1 + 1];
  const end2 = adr[body2 + 1];
  let i = adr[body1];
  let j = adr[body2];
  let end = at;
  while (i < end1 && j < end2) {
    const a = dof[i];
    const b = dof[j];
    if (a <= b) i++;
    if (b <= a) j++;
    columns[end++] = a < b ? a : b;
  }
  while (i < end1) columns[end++] = dof[i++];
  while (j < end2) columns[end++] = dof[j++];
  return end;
}

/** res = J v, where J has `nv` columns and begins at `first` */
export function mulRows(
  res: Float64Array,
  rows: DenseRows,
  J: Float64Array,
  first: number,
  nv: number,
  v: Float64Array,
): void {
  const { count, row, blockadr, blocks, tail } = rows;
  const whole = nv & ~3;
  for (let g = 0; g < count; g++) {
    for (let i = row[g]; i < row[g + 1]; i++) {
      const a = first + i * nv;
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      for (let k = blockadr[g]; k < blockadr[g + 1]; k++) {
        const c = blocks[k];
        s0 += J[a + c] * v[c];
        s1 += J[a + c + 1] * v[c + 1];
        s2 += J[a + c + 2] * v[c + 2];
        s3 += J[a + c + 3] * v[c + 3];
      }
      res[i] = (s0 + s2) + (s1 + s3);
      if (tail[g] === 0) continue;
      // the rest after the last whole block
      let rest = J[a + whole] * v[whole];
      for (let k = whole + 1; k < nv; k++) rest += J[a + k] * v[k];
      res[i] += rest;
    }
  }
}

/** res = Jᵀ f */
export function mulRowsT(
  res: Float64Array,
  rows: DenseRows,
  J: Float64Array,
  first: number,
  nv: number,
  f: Float64Array,
): void {
  const { columnadr, columns } = rows;
  for (let k = 0; k < nv; k++) res[k] = 0;
  visitFours(rows, f, (g, i, end) => {
    for (let k = columnadr[g]; k < columnadr[g + 1]; k++) {
      const c = columns[k];
      for (let r = i; r < end; r++) res[c] += J[first + r * nv + c] * f[r];
    }
  });
}

/** Adds Jᵀ diag(w) J to the upper triangle of a matrix with rows `stride` numbers apart. */
export function addSquaredRows(
  mat: Float64Array,
  stride: number,
  rows: DenseRows,
  J: Float64Array,
  first: number,
  nv: number,
  w: Float64Array,
): void {
  const { columnadr, columns } = rows;
  visitFours(rows, w, (g, i, end) => {
    for (let k = columnadr[g]; k < columnadr[g + 1]; k++) {
      const c = columns[k];
      for (let l = columnadr[g]; l <= k; l++) {
        const e = columns[l];
        for (let r = i; r < end; r++) {
          const a = first + r * nv;
          mat[e * stride + c] += J[a + e] * (J[a + c] * w[r]);
        }
      }
    }
  });
}

/** Visits the rows of each group, four at a time and then one by one, unless the numbers of all that are visited are zero. */
function visitFours(
  { count, row }: DenseRows,
  numbers: Float64Array,
  visit: (g: number, i: number, end: number) => void,
): void {
  for (let g = 0; g < count; g++) {
    for (let i = row[g], end = i; i < row[g + 1]; i = end) {
      end = i + (i + 4 <= row[g + 1] ? 4 : 1);
      let r = i;
      while (r < end && numbers[r] === 0) r++;
      if (r < end) visit(g, i, end);
    }
  }
}
