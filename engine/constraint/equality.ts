/** Rows of equality constraints between points, poses, joints, and tendons, and of flexes. */

import { mulQuat, negQuat } from "../math/quat.ts";
import { zero } from "../math/vec.ts";
import { copy3, scl3, sub3 } from "../math/vec3.ts";
import { planChain } from "../model/chain.ts";
import * as queries from "../model/queries.ts";
import { rowDofs } from "../model/row_dofs.ts";
import { equalitySleepState } from "../model/sleep_state.ts";
import { NEQDATA } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Constraint, DisableBit, Eq, Obj, SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { flexRows } from "./flex_rows.ts";
import { findPairChain, writePairColumns } from "./pair_chain.ts";
import { addRows, type ConstraintWork, rowAddress } from "./rows.ts";

// V8-1
const { isDisabled, isSleepFiltered, isSparse } = queries;
const { EQUALITY } = Constraint;
const { CONNECT, FLEX, FLEXVERT, JOINT, TENDON, WELD } = Eq;
const { BODY } = Obj;
const { ASLEEP } = SleepState;

// layout of the scratch memory
const POINT = 0; // two points
const RELATIVE = 6; // orientation of the second body required by the first
const INVERSE = 10; // inverse orientation of the second
const PRODUCT = 14;
const POLYNOMIAL = 18; // its value, and minus its derivative

/** Adds the rows of all active equality constraints. */
export function equalityRows(m: Model, d: Data, work: ConstraintWork): void {
  if (isDisabled(m, DisableBit.EQUALITY) || m.nemax === 0) return;
  const { neq, eq_type } = m;
  const { eq_active } = d;
  const filter = isSleepFiltered(m, d);
  zero(work.margin, 0, 6);

  for (let i = 0; i < neq; i++) {
    if (!eq_active[i]) continue;
    if (filter && equalitySleepState(m, d, i) === ASLEEP) continue;
    switch (eq_type[i]) {
      case CONNECT:
        connectRows(m, d, work, i);
        break;
      case WELD:
        weldRows(m, d, work, i);
        break;
      case JOINT:
        jointRow(m, d, work, i);
        break;
      case TENDON:
        tendonsRow(m, d, work, i);
        break;
      case FLEX:
      case FLEXVERT:
        flexRows(m, d, work, i);
        break;
    }
  }
  d.ne = d.nefc;
}

/** Connect: two points coincide. */
function connectRows(m: Model, d: Data, work: ConstraintWork, i: number): void {
  const { eq_objtype, eq_obj1id, eq_obj2id, eq_data, site_bodyid } = m;
  const { scratch, pos } = work;
  let body1 = eq_obj1id[i];
  let body2 = eq_obj2id[i];
  if (eq_objtype[i] === BODY) {
    anchor(d, scratch, POINT, body1, eq_data, NEQDATA * i);
    anchor(d, scratch, POINT + 3, body2, eq_data, NEQDATA * i + 3);
  } else {
    copy3(scratch, POINT, d.site_xpos, 3 * body1);
    copy3(scratch, POINT + 3, d.site_xpos, 3 * body2);
    body1 = site_bodyid[body1];
    body2 = site_bodyid[body2];
  }

  sub3(pos, 0, scratch, POINT, scratch, POINT + 3);
  pairJacobian(m, d, work, 3, body1, body2);
  addPairRows(m, d, work, 3, i);
}

/** Weld: two poses coincide. */
function weldRows(m: Model, d: Data, work: ConstraintWork, i: number): void {
  const { eq_objtype, eq_obj1id, eq_obj2id, eq_data, site_bodyid, site_quat } = m;
  const { xquat, site_xpos } = d;
  const { scratch, pos } = work;
  const id1 = eq_obj1id[i];
  const id2 = eq_obj2id[i];
  let body1 = id1;
  let body2 = id2;
  if (eq_objtype[i] === BODY) {
    // the anchor is given in the frame of the second body, to which the first is welded
    anchor(d, scratch, POINT, body1, eq_data, NEQDATA * i + 3);
    anchor(d, scratch, POINT + 3, body2, eq_data, NEQDATA * i);
    mulQuat(scratch, RELATIVE, xquat, 4 * body1, eq_data, NEQDATA * i + 6);
    negQuat(scratch, INVERSE, xquat, 4 * body2);
  } else {
    copy3(scratch, POINT, site_xpos, 3 * id1);
    copy3(scratch, POINT + 3, site_xpos, 3 * id2);
    body1 = site_bodyid[id1];
    body2 = site_bodyid[id2];
    mulQuat(scratch, RELATIVE, xquat, 4 * body1, site_quat, 4 * id1);
    mulQuat(scratch, PRODUCT, xquat, 4 * body2, site_quat, 4 * id2);
    negQuat(scratch, INVERSE, scratch, PRODUCT);
  }

  // error: offset, and vector part of the relative rotation
  const torquescale = eq_data[NEQDATA * i + 10];
  sub3(pos, 0, scratch, POINT, scratch, POINT + 3);
  mulQuat(scratch, PRODUCT, scratch, INVERSE, scratch, RELATIVE);
  scl3(pos, 3, scratch, PRODUCT + 1, torquescale);

  pairJacobian(m, d, work, 6, body1, body2);
  turnRows(m, d, work, torquescale);
  addPairRows(m, d, work, 6, i);
}

/** Rotational rows of a weld: from the relative angular velocity to the derivative of the error. */
function turnRows(m: Model, d: Data, { pair, columns, scratch, pos }: ConstraintWork, torquescale: number): void {
  const { nv } = m;
  const { nefc, efc_J } = d;
  const sparse = isSparse(m);
  if (!sparse) writePairColumns(columns, 0, 1, pair, m.plans.chain ??= planChain(m));
  // whole dense rows are turned: zero times what is not finite is NaN
  const isWhole = !sparse && 0 * pos[3] !== 0;
  const stride = sparse ? pair.nnz : nv;
  const adr = (sparse ? rowAddress(d) : nefc * nv) + 3 * stride;
  const iw = scratch[INVERSE];
  const ix = scratch[INVERSE + 1];
  const iy = scratch[INVERSE + 2];
  const iz = scratch[INVERSE + 3];
  const rw = scratch[RELATIVE];
  const rx = scratch[RELATIVE + 1];
  const ry = scratch[RELATIVE + 2];
  const rz = scratch[RELATIVE + 3];
  for (let k = 0; k < (isWhole ? nv : pair.nnz); k++) {
    const a = adr + (sparse || isWhole ? k : columns[k]);
    const x = efc_J[a];
    const y = efc_J[a + stride];
    const z = efc_J[a + 2 * stride];
    // inverse × angular velocity × relative, without its real part
    const w = -ix * x - iy * y - iz * z;
    const u = iw * x + iy * z - iz * y;
    const v = iw * y + iz * x - ix * z;
    const t = iw * z + ix * y - iy * x;
    efc_J[a] = 0.5 * (w * rx + u * rw + v * rz - t * ry) * torquescale;
    efc_J[a + stride] = 0.5 * (w * ry - u * rz + v * rw + t * rx) * torquescale;
    efc_J[a + 2 * stride] = 0.5 * (w * rz + u * ry - v * rx + t * rw) * torquescale;
  }
}

/** res = global position of a point fixed to a body */
function anchor(d: Data, res: Float64Array, r: number, body: number, point: Float64Array, p: number): void {
  const { xmat, xpos } = d;
  const i = 9 * body;
  const j = 3 * body;
  const x = point[p];
  const y = point[p + 1];
  const z = point[p + 2];
  res[r] = xmat[i] * x + xmat[i + 1] * y + xmat[i + 2] * z + xpos[j];
  res[r + 1] = xmat[i + 3] * x + xmat[i + 4] * y + xmat[i + 5] * z + xpos[j + 1];
  res[r + 2] = xmat[i + 6] * x + xmat[i + 7] * y + xmat[i + 8] * z + xpos[j + 2];
}

/**
 * Writes the first three or all six rows of the Jacobian of the first point in the scratch memory, fixed to one body,
 * minus that of the second, fixed to another: translational, then rotational rows.
 */
function pairJacobian(m: Model, d: Data, work: ConstraintWork, rows: 3 | 6, body1: number, body2: number): void {
  const { nv, body_rootid } = m;
  const { nefc, cdof, subtree_com, efc_J } = d;
  const { pair, scratch } = work;
  const chains = m.plans.chain ??= planChain(m);
  const { dof } = chains;
  findPairChain(m, pair, chains, body1, body2);
  const sparse = isSparse(m);
  const { shared } = pair;
  const stride = sparse ? pair.nnz : nv;
  const adr = sparse ? rowAddress(d) : nefc * nv;
  zero(efc_J, adr, rows * stride);
  if (sparse) writePairColumns(d.efc_J_colind, adr, rows, pair, chains);

  for (let side = 1; side <= 2; side++) {
    const isFirst = side === 1;
    const start = isFirst ? pair.start1 : pair.start2;
    const end = isFirst ? pair.end1 : pair.end2;
    const own = adr + (isFirst ? pair.place1 : pair.place2);
    const p = isFirst ? POINT : POINT + 3;
    const com = 3 * body_rootid[isFirst ? body1 : body2];
    const x = scratch[p] - subtree_com[com];
    const y = scratch[p + 1] - subtree_com[com + 1];
    const z = scratch[p + 2] - subtree_com[com + 2];
    for (let k = start - shared, at = adr; k < end; k++, at++) {
      if (k === start) at = own;
      const c = 6 * dof[k];
      const wx = cdof[c];
      const wy = cdof[c + 1];
      const wz = cdof[c + 2];

      // velocity of the point per unit velocity of the dof
      const vx = cdof[c + 3] + (wy * z - wz * y);
      const vy = cdof[c + 4] + (wz * x - wx * z);
      const vz = cdof[c + 5] + (wx * y - wy * x);
      let a = sparse ? at : adr + dof[k];
      if (isFirst) {
        efc_J[a] = vx;
        efc_J[a + stride] = vy;
        efc_J[a + 2 * stride] = vz;
      } else {
        efc_J[a] -= vx;
        efc_J[a + stride] -= vy;
        efc_J[a + 2 * stride] -= vz;
      }
      if (rows === 3) continue;
      a += 3 * stride;
      if (isFirst) {
        efc_J[a] = wx;
        efc_J[a + stride] = wy;
        efc_J[a + 2 * stride] = wz;
      } else {
        efc_J[a] -= wx;
        efc_J[a + stride] -= wy;
        efc_J[a + 2 * stride] -= wz;
      }
    }
  }
}

/** Adds the rows that were just written, unless they are empty. */
function addPairRows(m: Model, d: Data, work: ConstraintWork, size: 3 | 6, id: number): void {
  const { nnz } = work.pair;
  if (isSparse(m) ? nnz === 0 : areEmpty(d, m.nv, size)) {
    if (!isSparse(m)) work.dropped += size;
    return;
  }
  addRows(m, d, work, size, EQUALITY, id, nnz);
}

/** In dense storage: are the next `rows` rows zero? */
function areEmpty({ nefc, efc_J }: Data, nv: number, rows: number): boolean {
  const end = (nefc + rows) * nv;
  for (let k = nefc * nv; k < end; k++) if (efc_J[k] !== 0) return false;
  return true;
}

/** A joint position is constant, or a quartic polynomial of another one. */
function jointRow(m: Model, d: Data, work: ConstraintWork, i: number): void {
  const { nv, eq_obj1id, eq_obj2id, eq_data, jnt_dofadr, jnt_qposadr, qpos0 } = m;
  const { nefc, qpos, efc_J, efc_J_colind } = d;
  const { scratch, pos } = work;
  const id1 = eq_obj1id[i];
  const id2 = eq_obj2id[i];
  const dof1 = jnt_dofadr[id1];
  const dof2 = id2 < 0 ? dof1 : jnt_dofadr[id2];
  let slope = 0;
  pos[0] = qpos[jnt_qposadr[id1]] - qpos0[jnt_qposadr[id1]] - eq_data[NEQDATA * i];
  if (id2 >= 0) {
    evaluate(scratch, eq_data, NEQDATA * i, qpos[jnt_qposadr[id2]] - qpos0[jnt_qposadr[id2]]);
    pos[0] -= scratch[POLYNOMIAL];
    slope = scratch[POLYNOMIAL + 1];
  }

  const sparse = isSparse(m);
  const adr = sparse ? rowAddress(d) : nefc * nv;
  let at1 = adr + dof1;
  let at2 = adr + dof2;
  // in dense storage a whole row is added: zero times a slope that is not finite is NaN
  let rest = 0;
  if (sparse) {
    at1 = dof1 > dof2 ? adr + 1 : adr;
    at2 = dof2 > dof1 ? adr + 1 : adr;
    efc_J_colind[at1] = dof1;
    efc_J_colind[at2] = dof2;
  } else {
    rest = 0 * slope;
    if (rest === 0) zero(efc_J, adr, nv);
    else efc_J.fill(rest, adr, adr + nv);
  }
  // the sum with zero is never −0
  efc_J[at2] = 0 + slope;
  efc_J[at1] = 1 + (at1 === at2 ? slope : 0) + rest;
  if (!sparse && efc_J[at1] === 0 && efc_J[at2] === 0) work.dropped++;
  else addRows(m, d, work, 1, EQUALITY, i, dof1 === dof2 ? 1 : 2);
}

/** A tendon length is constant, or a quartic polynomial of another one. */
function tendonsRow(m: Model, d: Data, work: ConstraintWork, i: number): void {
  const { eq_obj1id, eq_obj2id, eq_data, tendon_length0 } = m;
  const { ten_length, tendon_efcadr } = d;
  const { scratch, pos } = work;
  const id1 = eq_obj1id[i];
  const id2 = eq_obj2id[i];

  // record the first row that involves each tendon
  if (tendon_efcadr[id1] === -1) tendon_efcadr[id1] = i;
  if (id2 >= 0 && tendon_efcadr[id2] === -1) tendon_efcadr[id2] = i;

  pos[0] = ten_length[id1] - tendon_length0[id1] - eq_data[NEQDATA * i];
  scratch[POLYNOMIAL + 1] = 0;
  if (id2 >= 0) {
    evaluate(scratch, eq_data, NEQDATA * i, ten_length[id2] - tendon_length0[id2]);
    pos[0] -= scratch[POLYNOMIAL];
  }
  if (isSparse(m)) sparseTendons(m, d, work, i, id1, id2);
  else denseTendons(m, d, work, i, id1, id2);
}

/** The Jacobian of one tendon, plus that of another times the derivative of the polynomial. */
function denseTendons(m: Model, d: Data, work: ConstraintWork, i: number, id1: number, id2: number): void {
  const { nv } = m;
  const { nefc, ten_J, efc_J } = d;
  const slope = work.scratch[POLYNOMIAL + 1];
  const adr = nefc * nv;
  const row1 = id1 * nv;
  const row2 = Math.max(id2, 0) * nv;
  // the first column of those that can be nonzero tells whether all numbers are finite
  const dofs = rowDofs(m, m.ntendon + i);
  const isFinite = 0 * (ten_J[row1 + dofs[0]] + ten_J[row2 + dofs[0]] + slope) === 0;
  if (isFinite) zero(efc_J, adr, nv);
  const n = isFinite ? dofs.length : nv;
  let nnz = 0;
  for (let k = 0; k < n; k++) {
    const column = isFinite ? dofs[k] : k;
    // the sum with zero is never −0
    let sum = 0 + ten_J[row1 + column];
    if (id2 >= 0) sum += ten_J[row2 + column] * slope;
    efc_J[adr + column] = sum;
    nnz += Number(sum !== 0); // V8-7
  }
  if (nnz === 0) work.dropped++;
  else addRows(m, d, work, 1, EQUALITY, i, 0);
}

/** The same in sparse storage: columns are the union of both patterns. */
function sparseTendons(m: Model, d: Data, work: ConstraintWork, i: number, id1: number, id2: number): void {
  const { nv } = m;
  const { ten_J, ten_J_rownnz, ten_J_rowadr, ten_J_colind, efc_J, efc_J_colind } = d;
  const slope = work.scratch[POLYNOMIAL + 1];
  const adr = rowAddress(d);
  let nnz = 0;
  let k1 = ten_J_rowadr[id1];
  const end1 = k1 + ten_J_rownnz[id1];
  let k2 = id2 < 0 ? 0 : ten_J_rowadr[id2];
  const end2 = id2 < 0 ? 0 : k2 + ten_J_rownnz[id2];
  for (; k1 < end1 || k2 < end2; nnz++) {
    const column1 = k1 < end1 ? ten_J_colind[k1] : nv;
    const column2 = k2 < end2 ? ten_J_colind[k2] : nv;
    const at = adr + nnz;
    efc_J[at] = 0;
    if (column1 <= column2) efc_J[at] += ten_J[k1++];
    if (column2 <= column1) efc_J[at] += ten_J[k2++] * slope;
    efc_J_colind[at] = Math.min(column1, column2);
  }
  if (nnz > 0) addRows(m, d, work, 1, EQUALITY, i, nnz);
}

/** Value and negative derivative of the polynomial of an equality, without its constant term. */
function evaluate(scratch: Float64Array, eq_data: Float64Array, a: number, x: number): void {
  const c1 = eq_data[a + 1];
  const c2 = eq_data[a + 2];
  const c3 = eq_data[a + 3];
  const c4 = eq_data[a + 4];
  scratch[POLYNOMIAL] = c1 * x + c2 * x * x + c3 * x * x * x + c4 * x * x * x * x;
  scratch[POLYNOMIAL + 1] = -(c1 + 2 * c2 * x + 3 * c3 * x * x + 4 * c4 * x * x * x);
}
