/** Rows of equality constraints between points, poses, joints, and tendons, and of flexes. */

import { mulMatVec3 } from "../math/mat3.ts";
import { mulQuat, mulQuatAxis, negQuat } from "../math/quat.ts";
import { addTo3, copy3, scl3, sub3 } from "../math/vec3.ts";
import { mergeChains } from "./merged_chain.ts";
import { isDisabled, isSparse } from "../model/queries.ts";
import { equalitySleepState, isSleepFiltered } from "../model/sleep_state.ts";
import { NEQDATA } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Constraint, DisableBit, Eq, Obj, SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { flexEdgeRows, flexVertexRows } from "./flex_rows.ts";
import { addRows, type ConstraintWork, rowAddress } from "./rows.ts";

// layout of the scratch memory
const POINT = 0; // two points
const ERROR = 6; // position error, up to six numbers
const RELATIVE = 12; // orientation of the second body required by the first
const INVERSE = 16; // inverse orientation of the second
const PRODUCT = 20;
const AXIS = 24;

/** Adds the rows of all active equality constraints. */
export function equalityRows(m: Model, d: Data, work: ConstraintWork): void {
  if (isDisabled(m, DisableBit.EQUALITY) || m.nemax === 0) return;
  const { neq, eq_type } = m;
  const { eq_active } = d;
  const filter = isSleepFiltered(m, d);

  for (let i = 0; i < neq; i++) {
    if (!eq_active[i]) continue;
    if (filter && equalitySleepState(m, d, i) === SleepState.ASLEEP) continue;
    switch (eq_type[i]) {
      case Eq.CONNECT:
        connectRows(m, d, work, i);
        break;
      case Eq.WELD:
        weldRows(m, d, work, i);
        break;
      case Eq.JOINT:
      case Eq.TENDON:
        scalarRow(m, d, work, i);
        break;
      case Eq.FLEX:
        flexEdgeRows(m, d, work, i);
        break;
      case Eq.FLEXVERT:
        flexVertexRows(m, d, work, i);
        break;
    }
  }
}

/** Connect: two points coincide. */
function connectRows(m: Model, d: Data, work: ConstraintWork, i: number): void {
  const { eq_objtype, eq_obj1id, eq_obj2id, eq_data, site_bodyid } = m;
  const { scratch } = work;
  let body1 = eq_obj1id[i];
  let body2 = eq_obj2id[i];
  if (eq_objtype[i] === Obj.BODY) {
    anchor(d, scratch, POINT, body1, eq_data, NEQDATA * i);
    anchor(d, scratch, POINT + 3, body2, eq_data, NEQDATA * i + 3);
  } else {
    copy3(scratch, POINT, d.site_xpos, 3 * body1);
    copy3(scratch, POINT + 3, d.site_xpos, 3 * body2);
    body1 = site_bodyid[body1];
    body2 = site_bodyid[body2];
  }

  sub3(scratch, ERROR, scratch, POINT, scratch, POINT + 3);
  const nnz = pairJacobian(m, d, work, body1, body2);
  storeJacobian(m, d, work, 3, nnz, i);
}

/** Weld: two poses coincide. */
function weldRows(m: Model, d: Data, work: ConstraintWork, i: number): void {
  const { nv, eq_objtype, eq_obj1id, eq_obj2id, eq_data, site_bodyid, site_quat } = m;
  const { xquat, site_xpos } = d;
  const { scratch, jac, chain } = work;
  const id1 = eq_obj1id[i];
  const id2 = eq_obj2id[i];
  let body1 = id1;
  let body2 = id2;
  if (eq_objtype[i] === Obj.BODY) {
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
  sub3(scratch, ERROR, scratch, POINT, scratch, POINT + 3);
  mulQuat(scratch, PRODUCT, scratch, INVERSE, scratch, RELATIVE);
  scl3(scratch, ERROR + 3, scratch, PRODUCT + 1, torquescale);

  // rotational rows: derivative of that vector part
  const nnz = pairJacobian(m, d, work, body1, body2);
  const sparse = isSparse(m);
  const stride = sparse ? nnz : nv;
  const first = nv - nnz;
  for (let k = first; k < nv; k++) {
    const a = 3 * stride + (sparse ? k - first : chain[k]);
    scratch[AXIS] = jac[a];
    scratch[AXIS + 1] = jac[a + stride];
    scratch[AXIS + 2] = jac[a + 2 * stride];
    mulQuatAxis(scratch, PRODUCT, scratch, INVERSE, scratch, AXIS);
    mulQuat(scratch, PRODUCT, scratch, PRODUCT, scratch, RELATIVE);
    jac[a] = 0.5 * scratch[PRODUCT + 1] * torquescale;
    jac[a + stride] = 0.5 * scratch[PRODUCT + 2] * torquescale;
    jac[a + 2 * stride] = 0.5 * scratch[PRODUCT + 3] * torquescale;
  }
  storeJacobian(m, d, work, 6, nnz, i);
}

/** res = global position of a point fixed to a body */
function anchor(d: Data, res: Float64Array, r: number, body: number, point: Float64Array, p: number): void {
  mulMatVec3(res, r, d.xmat, 9 * body, point, p);
  addTo3(res, r, d.xpos, 3 * body);
}

/**
 * Jacobian of the first point in the scratch memory, fixed to one body, minus that of the second, fixed to another:
 * translational and rotational rows. Returns the number of dofs in the chain.
 */
function pairJacobian(m: Model, d: Data, work: ConstraintWork, body1: number, body2: number): number {
  const { nv, body_rootid, plans } = m;
  const { cdof, subtree_com } = d;
  const { chain, side, jac, scratch } = work;
  if (!plans.mergedChain) return 0;
  const { bodyTip } = plans.mergedChain;

  const sparse = isSparse(m);
  const first = mergeChains(m, chain, side, bodyTip[body2], bodyTip[body1]);
  const nnz = nv - first;
  const stride = sparse ? nnz : nv;
  if (!sparse) jac.fill(0);

  const com1 = 3 * body_rootid[body1];
  const com2 = 3 * body_rootid[body2];
  const x1 = scratch[POINT] - subtree_com[com1];
  const y1 = scratch[POINT + 1] - subtree_com[com1 + 1];
  const z1 = scratch[POINT + 2] - subtree_com[com1 + 2];
  const x2 = scratch[POINT + 3] - subtree_com[com2];
  const y2 = scratch[POINT + 4] - subtree_com[com2 + 1];
  const z2 = scratch[POINT + 5] - subtree_com[com2 + 2];

  for (let k = first; k < nv; k++) {
    const dof = chain[k];
    const c = 6 * dof;
    const wx = cdof[c];
    const wy = cdof[c + 1];
    const wz = cdof[c + 2];
    const vx = cdof[c + 3];
    const vy = cdof[c + 4];
    const vz = cdof[c + 5];

    // velocity of each point per unit velocity of the dof
    const moves1 = side[k] >= 0;
    const moves2 = side[k] <= 0;
    const a = sparse ? k - first : dof;
    jac[a] = (moves1 ? vx + (wy * z1 - wz * y1) : 0) - (moves2 ? vx + (wy * z2 - wz * y2) : 0);
    jac[a + stride] = (moves1 ? vy + (wz * x1 - wx * z1) : 0) - (moves2 ? vy + (wz * x2 - wx * z2) : 0);
    jac[a + 2 * stride] = (moves1 ? vz + (wx * y1 - wy * x1) : 0) - (moves2 ? vz + (wx * y2 - wy * x2) : 0);
    jac[a + 3 * stride] = (moves1 ? wx : 0) - (moves2 ? wx : 0);
    jac[a + 4 * stride] = (moves1 ? wy : 0) - (moves2 ? wy : 0);
    jac[a + 5 * stride] = (moves1 ? wz : 0) - (moves2 ? wz : 0);
  }
  return nnz;
}

/** Copies `size` rows of the scratch Jacobian after the last row and adds them, unless they are empty. */
function storeJacobian(m: Model, d: Data, work: ConstraintWork, size: number, nnz: number, id: number): void {
  const { nv } = m;
  const { efc_J, nefc } = d;
  const { jac, chain, scratch, none } = work;

  if (isSparse(m)) {
    if (nnz === 0) return;
    const adr = rowAddress(d);
    for (let k = 0; k < size * nnz; k++) efc_J[adr + k] = jac[k];
  } else {
    let empty = true;
    for (let k = 0; k < size * nv; k++) {
      efc_J[nefc * nv + k] = jac[k];
      if (jac[k] !== 0) empty = false;
    }
    if (empty) {
      work.dropped += size;
      return;
    }
  }

  addRows(m, d, size, Constraint.EQUALITY, id, scratch, ERROR, none, 0, 0, nnz, chain, nv - nnz);
}

/** A joint position or tendon length is constant or a quartic polynomial of another one. */
function scalarRow(m: Model, d: Data, work: ConstraintWork, i: number): void {
  const { nv, eq_type, eq_obj1id, eq_obj2id, eq_data } = m;
  const { tendon_efcadr } = d;
  const { jac, chain, scratch } = work;
  const isJoint = eq_type[i] === Eq.JOINT;
  const id1 = eq_obj1id[i];
  const id2 = eq_obj2id[i];
  const a = NEQDATA * i;

  // record the first row that involves each tendon
  if (!isJoint) {
    if (tendon_efcadr[id1] === -1) tendon_efcadr[id1] = i;
    if (id2 >= 0 && tendon_efcadr[id2] === -1) tendon_efcadr[id2] = i;
  }

  let scale = 0;
  if (id2 >= 0) {
    const x = isJoint ? jointDeviation(m, d, id2) : tendonDeviation(m, d, id2);
    const polynomial = eq_data[a + 1] * x + eq_data[a + 2] * x * x + eq_data[a + 3] * x * x * x +
      eq_data[a + 4] * x * x * x * x;
    const value = isJoint ? d.qpos[m.jnt_qposadr[id1]] : d.ten_length[id1];
    const reference = isJoint ? m.qpos0[m.jnt_qposadr[id1]] : m.tendon_length0[id1];
    scratch[ERROR] = value - reference - eq_data[a] - polynomial;
    scale = -(eq_data[a + 1] + 2 * eq_data[a + 2] * x + 3 * eq_data[a + 3] * x * x + 4 * eq_data[a + 4] * x * x * x);
  } else {
    scratch[ERROR] = (isJoint ? jointDeviation(m, d, id1) : tendonDeviation(m, d, id1)) - eq_data[a];
  }

  // dense accumulation; columns are the union of both patterns
  jac.fill(0, 0, nv);
  const { columns } = work;
  columns.fill(0);
  if (isJoint) {
    addJoint(m, jac, columns, id1, 1);
    if (id2 >= 0) addJoint(m, jac, columns, id2, scale);
  } else {
    addTendon(m, d, jac, columns, id1, 1);
    if (id2 >= 0) addTendon(m, d, jac, columns, id2, scale);
  }
  if (!isSparse(m)) {
    // a whole row is added: zero times a slope that is not finite is NaN
    const rest = 0 * scale;
    if (isJoint && rest !== 0) {
      for (let k = 0; k < nv; k++) {
        jac[k] += columns[k] === 1 && k !== m.jnt_dofadr[id1] ? 0 : rest;
      }
    }
    storeJacobian(m, d, work, 1, 0, i);
    return;
  }

  let nnz = 0;
  for (let k = 0; k < nv; k++) nnz += columns[k];
  let at = 0;
  for (let k = 0; k < nv; k++) {
    if (columns[k] === 0) continue;
    chain[nv - nnz + at] = k;
    jac[at] = jac[k];
    at++;
  }
  storeJacobian(m, d, work, 1, nnz, i);
}

function jointDeviation(m: Model, d: Data, j: number): number {
  const adr = m.jnt_qposadr[j];
  return d.qpos[adr] - m.qpos0[adr];
}

function tendonDeviation(m: Model, d: Data, t: number): number {
  return d.ten_length[t] - m.tendon_length0[t];
}

function addJoint(m: Model, row: Float64Array, columns: Int32Array, j: number, scale: number): void {
  const dof = m.jnt_dofadr[j];
  row[dof] += scale;
  columns[dof] = 1;
}

function addTendon(m: Model, d: Data, row: Float64Array, columns: Int32Array, t: number, scale: number): void {
  const { nv } = m;
  const { ten_J, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = d;
  if (!isSparse(m)) {
    for (let k = 0; k < nv; k++) row[k] += ten_J[t * nv + k] * scale;
    return;
  }
  const end = ten_J_rowadr[t] + ten_J_rownnz[t];
  for (let k = ten_J_rowadr[t]; k < end; k++) {
    row[ten_J_colind[k]] += ten_J[k] * scale;
    columns[ten_J_colind[k]] = 1;
  }
}
