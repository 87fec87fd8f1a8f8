/** Allocation and bookkeeping of constraint rows. */

import { newDoubles, newInts } from "../math/small_arrays.ts";
import { newPairChain, type PairChain } from "./pair_chain.ts";
import { endOfRows, surelyFit } from "../model/arena.ts";
import { planChain } from "../model/chain.ts";
import * as queries from "../model/queries.ts";
import type { Data } from "../data.ts";
import { growRows } from "../model/grow_rows.ts";
import { DisableBit, Eq, Joint, Wrap } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { isDisabled, isPyramidal, isSparse } = queries;
const { CONTACT } = DisableBit;
const { CONNECT, FLEX, FLEXVERT, TENDON, WELD } = Eq;
const { BALL, FREE } = Joint;
const { JOINT, PULLEY, SITE } = Wrap;

declare module "../types/plans.ts" {
  interface Plans {
    constraint?: ConstraintPlan;
  }
}

declare module "../types/work.ts" {
  interface Work {
    constraint?: ConstraintWork;
  }
}

/** Bounds on the constraint rows of a model, from its structure. */
export interface ConstraintPlan {
  /** maximum number of rows of equalities, dofs, and tendons */
  rowsMax: number;
  /** maximum number of nonzeros of those rows */
  nonzerosMax: number;
  /** length of the longest chain of dofs */
  chainMax: number;
  /** maximum number of bodies that a contact moves */
  bodiesMax: number;
}

/** Scratch memory of row construction. */
export interface ConstraintWork {
  /** dofs of the bodies of the current constraint */
  pair: PairChain;
  /** columns of a row */
  columns: Int32Array;
  /** positions of the rows that are added next */
  pos: Float64Array;
  /** and their margins */
  margin: Float64Array;
  /** positions and quaternions */
  scratch: Float64Array;
  /** number of rows that were dropped because they were empty */
  dropped: number;
  /** rows that contacts have, or could have at most */
  contactRows: number;
  /** and their non-zeros */
  contactNonzeros: number;
}

/** most rows that are added at once: those of a pyramid with rolling friction */
const MOST_ROWS = 10;

/** Derives bounds on the number of rows. */
function planConstraint(m: Model): ConstraintPlan {
  const { nv, njnt, ntendon, jnt_type, dof_parentid } = m;
  let chainMax = 0;
  const depth = newInts(nv);
  for (let i = 0; i < nv; i++) {
    depth[i] = 1 + (dof_parentid[i] < 0 ? 0 : depth[dof_parentid[i]]);
    chainMax = Math.max(chainMax, depth[i]);
  }

  let rowsMax = nv;
  let nonzerosMax = nv;
  for (let i = 0; i < m.neq; i++) {
    const type = m.eq_type[i];
    if (type === FLEX || type === FLEXVERT) {
      const f = m.eq_obj1id[i];
      const isEdge = type === FLEX;
      const rownnz = isEdge ? m.flexedge_J_rownnz : m.flexvert_J_rownnz;
      const start = isEdge ? m.flex_edgeadr[f] : 2 * m.flex_vertadr[f];
      const count = isEdge ? m.flex_edgenum[f] : 2 * m.flex_vertnum[f];
      rowsMax += count;
      for (let row = start; row < start + count; row++) nonzerosMax += rownnz[row];
      continue;
    }
    const rows = type === CONNECT ? 3 : type === WELD ? 6 : 1;
    rowsMax += rows;
    nonzerosMax += rows * Math.min(nv, type === TENDON ? nv : 2 * chainMax);
  }
  for (let i = 0; i < njnt; i++) {
    if (jnt_type[i] === FREE) continue;
    rowsMax += jnt_type[i] === BALL ? 1 : 2;
    nonzerosMax += jnt_type[i] === BALL ? 3 : 2;
  }
  for (let i = 0; i < ntendon; i++) nonzerosMax += 3 * dofsOfTendon(m, i);
  return {
    rowsMax: rowsMax + 3 * ntendon,
    nonzerosMax,
    chainMax,
    bodiesMax: 2 * bodiesPerSide(m),
  };
}

/** Number of dofs that move any of the objects along a tendon. */
function dofsOfTendon(m: Model, i: number): number {
  const { tendon_adr, tendon_num, wrap_type, wrap_objid, jnt_dofadr, site_bodyid, geom_bodyid } = m;
  const { adr, dof } = m.plans.chain ??= planChain(m);
  const dofs = new Set<number>();
  for (let w = tendon_adr[i]; w < tendon_adr[i] + tendon_num[i]; w++) {
    const object = wrap_objid[w];
    if (wrap_type[w] === JOINT) dofs.add(jnt_dofadr[object]);
    if (wrap_type[w] === JOINT || wrap_type[w] === PULLEY) continue;
    const body = wrap_type[w] === SITE ? site_bodyid[object] : geom_bodyid[object];
    for (let k = adr[body]; k < adr[body + 1]; k++) dofs.add(dof[k]);
  }
  return dofs.size;
}

/**
 * Maximum number of bodies on one side of a contact: elements have up to four vertices, interpolated flexes 8 or 27
 * nodes.
 */
function bodiesPerSide({ nflex, flex_dim, flex_nodenum }: Model): number {
  let most = 1;
  for (let f = 0; f < nflex; f++) most = Math.max(most, flex_dim[f] + 1, flex_nodenum[f]);
  return most;
}

/** Makes the work memory ready, with the most rows and non-zeros that contacts can have. */
export function prepareRows(m: Model, d: Data): ConstraintWork {
  const { nv } = m;
  const { ncon, contact } = d;
  const plan = m.plans.constraint ??= planConstraint(m);
  const work = d.work.constraint ??= {
    pair: newPairChain(),
    columns: newInts(nv),
    pos: newDoubles(MOST_ROWS),
    margin: newDoubles(MOST_ROWS),
    scratch: newDoubles(64),
    dropped: 0,
    contactRows: 0,
    contactNonzeros: 0,
  };
  work.dropped = 0;

  let rows = 0;
  if (!isDisabled(m, CONTACT)) {
    const pyramidal = isPyramidal(m);
    const { dim } = contact;
    for (let i = 0; i < ncon; i++) rows += rowsOfContact(dim[i], pyramidal);
  }
  work.contactRows = rows;
  work.contactNonzeros = rows * Math.min(nv, plan.bodiesMax * plan.chainMax);
  // a closer bound takes longer to find, and is of use only if arrays would have to grow
  const isClose = plan.nonzerosMax + work.contactNonzeros <= d.capacity.nJ;
  if (!isClose && m.nflex === 0 && isSparse(m)) work.contactNonzeros = boundContactNonzeros(m, d, rows);
  return work;
}

/** The most non-zeros that the rows of contacts can have, from the bodies of each. */
function boundContactNonzeros(m: Model, d: Data, rows: number): number {
  if (rows === 0) return 0;
  const { adr } = m.plans.chain ??= planChain(m);
  const { geom_bodyid } = m;
  const { dim, geom } = d.contact;
  const pyramidal = isPyramidal(m);
  let nonzeros = 0;
  for (let i = 0; i < d.ncon; i++) {
    const body1 = geom_bodyid[geom[2 * i]];
    const body2 = geom_bodyid[geom[2 * i + 1]];
    nonzeros += rowsOfContact(dim[i], pyramidal) * (adr[body1 + 1] - adr[body1] + adr[body2 + 1] - adr[body2]);
  }
  return nonzeros;
}

/** Rows of a contact that is not excluded. */
export function rowsOfContact(dim: number, pyramidal: boolean): number {
  return dim === 1 ? 1 : pyramidal ? 2 * (dim - 1) : dim;
}

/** May the rows of this step be too many for the arena? */
export function mayNotFit(m: Model, d: Data, { contactRows, contactNonzeros }: ConstraintWork): boolean {
  const { rowsMax, nonzerosMax } = m.plans.constraint ??= planConstraint(m);
  const nefc = rowsMax + contactRows;
  const nJ = isSparse(m) ? nonzerosMax + contactNonzeros : nefc * m.nv;
  return !surelyFit(m, d, nefc, nJ) && endOfRows(m, d, nefc, nJ) > d.narena - (d.work.held ?? 0);
}

/** Makes room for rows: all that contacts have, and all that the rest can have. */
export function makeRoomForRows(m: Model, d: Data, contactRows: number, contactNonzeros: number): void {
  const { rowsMax, nonzerosMax } = m.plans.constraint ??= planConstraint(m);
  const { capacity } = d;
  let nefc = rowsMax + contactRows;
  let nJ = isSparse(m) ? nonzerosMax + contactNonzeros : nefc * m.nv;
  if (nefc <= capacity.nefc && nJ <= capacity.nJ) return;

  // few dofs have a row for their friction
  const free = dofsWithoutFriction(m);
  nefc -= free;
  nJ -= isSparse(m) ? free : free * m.nv;
  if (nefc > capacity.nefc || nJ > capacity.nJ) growRows(m, d, { nefc, nJ });
}

function dofsWithoutFriction({ nv, dof_frictionloss }: Model): number {
  let count = 0;
  for (let i = 0; i < nv; i++) count += Number(dof_frictionloss[i] === 0);
  return count;
}

/**
 * Adds `size` rows of a constraint. Their positions and margins are in the work memory. Their Jacobian was just written
 * after the last row, and in sparse storage the `nnz` columns of each.
 */
export function addRows(
  m: Model,
  d: Data,
  { pos, margin }: ConstraintWork,
  size: number,
  type: number,
  id: number,
  nnz: number,
): void {
  const { nefc, efc_J_rownnz, efc_J_rowadr, efc_type, efc_id, efc_frictionloss, efc_pos, efc_margin } = d;
  const sparse = isSparse(m);
  let adr = sparse ? rowAddress(d) : 0;
  for (let k = 0; k < size; k++) {
    const row = nefc + k;
    efc_type[row] = type;
    efc_id[row] = id;
    efc_frictionloss[row] = 0;
    efc_pos[row] = pos[k];
    efc_margin[row] = margin[k];
    if (!sparse) continue;
    efc_J_rownnz[row] = nnz;
    efc_J_rowadr[row] = adr;
    adr += nnz;
  }
  d.nefc = nefc + size;
}

/** In sparse storage: writes the columns of `rows` rows from `adr` on, each `nnz` numbers of `dofs` from `c` on. */
export function writeColumns(
  colind: Int32Array,
  adr: number,
  rows: number,
  nnz: number,
  dofs: Int32Array,
  c: number,
): void {
  for (let k = 0; k < nnz; k++) colind[adr + k] = dofs[c + k];
  const end = adr + rows * nnz;
  for (let k = adr + nnz; k < end; k++) colind[k] = colind[k - nnz];
}

/** In sparse storage: the address of the values of the next row. */
export function rowAddress(d: Data): number {
  const { nefc } = d;
  return nefc === 0 ? 0 : d.efc_J_rowadr[nefc - 1] + d.efc_J_rownnz[nefc - 1];
}
