/**
 * The primal problem: find the acceleration that minimises ½ (a − a₀)ᵀ M (a − a₀) + s(J a − aref), where a₀ is the
 * acceleration without constraints and s the cost of violating them. One problem covers all dofs, or one island.
 */

import { isPyramidal } from "../support/cone.ts";
import { type DenseRows, findIslandRows, mulRows, newDenseRows } from "../support/dense_rows.ts";
import { roomFloat, roomInt } from "../support/grow.ts";
import { groupRows, mulGroups } from "../support/sparse_rows.ts";
import { isSparse } from "../support/sparsity.ts";
import type { Contacts, Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import type { DenseHessian } from "./hessian_dense.ts";
import type { Start } from "./warmstart.ts";
import type { SparseHessian } from "./hessian_sparse.ts";

declare module "../types/work.ts" {
  interface Work {
    primal?: PrimalProblem;
  }
}

/** Inputs, outputs and work memory of one primal problem. Vectors begin at 0; matrices where the addresses say. */
export class PrimalProblem {
  /** are Jacobian and Hessian stored by rows with column indices */
  isSparse = false;
  /** are friction cones elliptic */
  isElliptic = false;
  /** the island that is solved, −1 if it is everything */
  island = -1;
  nv = 0;
  ne = 0;
  nf = 0;
  nefc = 0;
  contact: Contacts;

  /** where vectors of the problem are copied to, if they are not the data's own */
  private readonly own: OwnVectors;

  // vectors over dofs
  qfrc_smooth: Float64Array;
  qacc_smooth: Float64Array;
  qfrc_constraint: Float64Array;
  qacc: Float64Array;

  // inertia and its factor
  M: Float64Array;
  qLD: Float64Array;
  qLDiagInv: Float64Array;
  M_rownnz: Int32Array;
  M_rowadr: Int32Array;
  M_colind: Int32Array;

  // vectors over constraint rows
  D: Float64Array;
  R: Float64Array;
  floss: Float64Array;
  aref: Float64Array;
  force: Float64Array;
  type: Int32Array;
  id: Int32Array;
  state: Int32Array;

  // Jacobian: dense rows of nv columns from `jadr` on, or sparse rows
  J: Float64Array;
  jadr = 0;
  J_rownnz: Int32Array;
  J_rowadr: Int32Array;
  J_colind: Int32Array;

  /** non-zero columns of a dense Jacobian */
  rows: DenseRows;
  private readonly ownRows: DenseRows;

  /** sparse storage only: how many rows from each one on belong to the same constraint, and so have the same columns */
  J_group: Int32Array = new Int32Array(0);

  // transposed Jacobian, sparse storage only
  JT: Float64Array = new Float64Array(0);
  JT_rownnz: Int32Array;
  JT_rowadr: Int32Array;
  JT_colind: Int32Array = new Int32Array(0);

  // work vectors over dofs
  readonly Ma: Float64Array;
  readonly Mv: Float64Array;
  readonly grad: Float64Array;
  readonly Mgrad: Float64Array;
  readonly search: Float64Array;
  readonly gradold: Float64Array;
  readonly Mgradold: Float64Array;
  readonly Mgraddif: Float64Array;

  // work vectors over rows
  Jaref: Float64Array = new Float64Array(0);
  Jv: Float64Array = new Float64Array(0);
  /** three coefficients of a quadratic polynomial per row; nine numbers per elliptic contact */
  quad: Float64Array = new Float64Array(0);
  oldstate: Int32Array = new Int32Array(0);

  // Hessians, allocated when first needed
  dense: DenseHessian | null = null;
  sparse: SparseHessian | null = null;
  readonly sparseSlots: SparseHessian[] = [];

  // numbers that change all the time are arrays of their own: doubles in fields may be allocated with each change
  /** result of the last update */
  readonly cost = new Float64Array(1);
  /** what makes improvement and gradient comparable between models */
  readonly scale = new Float64Array(1);
  /** step of the last line search */
  readonly alpha = new Float64Array(1);
  /** improvement, gradient and slope of the line search in this iteration */
  readonly progress = new Float64Array(3);
  /** polynomial of the inertial cost along the search direction */
  readonly quadGauss = new Float64Array(3);
  nactive = 0;
  /** rows in the state CONE */
  ncone = 0;

  /** evaluations in the last line search */
  LSiter = 0;

  constructor(m: Model, d: Data) {
    this.rows = newDenseRows();
    this.ownRows = this.rows;
    const { nv } = m;
    this.contact = d.contact;
    this.own = {
      qfrc_smooth: new Float64Array(nv),
      qacc_smooth: new Float64Array(nv),
      qfrc_constraint: new Float64Array(nv),
      qacc: new Float64Array(nv),
      qLDiagInv: new Float64Array(nv),
      M_rownnz: new Int32Array(nv),
      M_rowadr: new Int32Array(nv),
      D: new Float64Array(0),
      R: new Float64Array(0),
      floss: new Float64Array(0),
      aref: new Float64Array(0),
      force: new Float64Array(0),
      type: new Int32Array(0),
      id: new Int32Array(0),
      state: new Int32Array(0),
      J_rownnz: new Int32Array(0),
      J_rowadr: new Int32Array(0),
      J_group: new Int32Array(0),
    };
    this.qfrc_smooth = d.qfrc_smooth;
    this.qacc_smooth = d.qacc_smooth;
    this.qfrc_constraint = d.qfrc_constraint;
    this.qacc = d.qacc;
    this.M = d.M;
    this.qLD = d.qLD;
    this.qLDiagInv = d.qLDiagInv;
    this.M_rownnz = m.M_rownnz;
    this.M_rowadr = m.M_rowadr;
    this.M_colind = m.M_colind;
    this.D = d.efc_D;
    this.R = d.efc_R;
    this.floss = d.efc_frictionloss;
    this.aref = d.efc_aref;
    this.force = d.efc_force;
    this.type = d.efc_type;
    this.id = d.efc_id;
    this.state = d.efc_state;
    this.J = d.efc_J;
    this.J_rownnz = d.efc_J_rownnz;
    this.J_rowadr = d.efc_J_rowadr;
    this.J_colind = d.efc_J_colind;
    this.JT_rownnz = new Int32Array(nv);
    this.JT_rowadr = new Int32Array(nv);
    this.Ma = new Float64Array(nv);
    this.Mv = new Float64Array(nv);
    this.grad = new Float64Array(nv);
    this.Mgrad = new Float64Array(nv);
    this.search = new Float64Array(nv);
    this.gradold = new Float64Array(nv);
    this.Mgradold = new Float64Array(nv);
    this.Mgraddif = new Float64Array(nv);
  }

  /** Makes the problem that of all dofs and rows, on the data's own vectors. */
  loadAll(m: Model, d: Data, start: Start): void {
    this.island = -1;
    this.useDataVectors(m, d, start);
    this.force = d.efc_force;
    this.state = d.efc_state;
    this.prepare(d);
    this.copyStart(d, start);
  }

  /** Makes the problem that of the one island that holds all dofs and rows. */
  loadOnlyIsland(m: Model, d: Data, start: Start): void {
    this.island = 0;
    this.useDataVectors(m, d, start);
    this.force = d.iefc_force;
    this.state = d.iefc_state;
    this.prepare(d);
    this.copyStart(d, start);
  }

  private useDataVectors(m: Model, d: Data, start: Start): void {
    this.nv = m.nv;
    this.ne = d.ne;
    this.nf = d.nf;
    this.nefc = d.nefc;
    this.contact = d.contact;
    this.isSparse = isSparse(m);
    this.isElliptic = !isPyramidal(m);
    this.rows = start.rows;
    this.J_group = start.group;

    // the data's vectors stay the same until rows need more room
    if (this.J === d.efc_J && this.D === d.efc_D) return;
    this.qfrc_smooth = d.qfrc_smooth;
    this.qacc_smooth = d.qacc_smooth;
    this.qfrc_constraint = d.qfrc_constraint;
    this.qacc = d.qacc;
    this.M = d.M;
    this.qLD = d.qLD;
    this.qLDiagInv = d.qLDiagInv;
    this.M_rownnz = m.M_rownnz;
    this.M_rowadr = m.M_rowadr;
    this.M_colind = m.M_colind;
    this.D = d.efc_D;
    this.R = d.efc_R;
    this.floss = d.efc_frictionloss;
    this.aref = d.efc_aref;
    this.type = d.efc_type;
    this.id = d.efc_id;
    this.J = d.efc_J;
    this.jadr = 0;
    this.J_rownnz = d.efc_J_rownnz;
    this.J_rowadr = d.efc_J_rowadr;
    this.J_colind = d.efc_J_colind;
  }

  /** Ma = M qacc and Jaref = J qacc − aref at the starting point: known for all dofs and rows from the warmstart. */
  private copyStart(d: Data, start: Start): void {
    const { nv, nefc, Jaref, Ma } = this;
    const jar = start.isWarm ? start.jar : d.efc_b;
    for (let i = 0; i < nefc; i++) Jaref[i] = jar[i];

    // dofs outside of all islands have left the last acceleration
    if (!start.isWarm || (d.nisland > 0 && d.nidof < nv)) mulInertia(this, Ma, this.qacc);
    else for (let i = 0; i < nv; i++) Ma[i] = start.Ma[i];
  }

  /** Makes the problem that of one island, on copies of its vectors. */
  loadIsland(m: Model, d: Data, start: Start, island: number): void {
    const dofadr = d.island_idofadr[island];
    const rowadr = d.island_iefcadr[island];
    this.island = island;
    this.nv = d.island_nv[island];
    this.ne = d.island_ne[island];
    this.nf = d.island_nf[island];
    this.nefc = d.island_nefc[island];
    this.contact = d.contact;
    this.isSparse = isSparse(m);
    this.isElliptic = !isPyramidal(m);
    const { nv, nefc } = this;
    const own = this.own;
    if (own.D.length < nefc) growOwn(own, d.capacity.nefc);

    this.qfrc_smooth = copy(own.qfrc_smooth, d.ifrc_smooth, dofadr, nv);
    this.qacc_smooth = copy(own.qacc_smooth, d.iacc_smooth, dofadr, nv);
    this.qacc = copy(own.qacc, d.iacc, dofadr, nv);
    this.qfrc_constraint = own.qfrc_constraint;
    this.M = d.iM;
    this.qLD = d.iLD;
    this.qLDiagInv = copy(own.qLDiagInv, d.iLDiagInv, dofadr, nv);
    this.M_rownnz = copyInt(own.M_rownnz, d.iM_rownnz, dofadr, nv);
    this.M_rowadr = copyInt(own.M_rowadr, d.iM_rowadr, dofadr, nv);
    this.M_colind = d.iM_colind;
    this.D = copy(own.D, d.iefc_D, rowadr, nefc);
    this.R = copy(own.R, d.iefc_R, rowadr, nefc);
    this.floss = copy(own.floss, d.iefc_frictionloss, rowadr, nefc);
    this.aref = copy(own.aref, d.iefc_aref, rowadr, nefc);
    this.type = copyInt(own.type, d.iefc_type, rowadr, nefc);
    this.id = copyInt(own.id, d.iefc_id, rowadr, nefc);
    this.force = own.force;
    this.state = own.state;
    this.J = d.iefc_J;
    this.jadr = d.nidof * rowadr;
    if (this.isSparse) {
      this.J_rownnz = copyInt(own.J_rownnz, d.iefc_J_rownnz, rowadr, nefc);
      this.J_rowadr = copyInt(own.J_rowadr, d.iefc_J_rowadr, rowadr, nefc);
      this.J_colind = d.iefc_J_colind;
      this.J_group = own.J_group;
      groupRows(m, own.J_group, nefc, this.type, this.id);
    } else {
      this.rows = this.ownRows;
      findIslandRows(m, d, this.rows, island);
    }
    this.prepare(d);

    // sparse sums have the same order in an island as in everything, dense sums do not
    const { Ma, Jaref, aref } = this;
    if (start.isWarm) { for (let i = 0; i < nv; i++) Ma[i] = start.Ma[d.map_idof2dof[dofadr + i]]; }
    else mulInertia(this, Ma, this.qacc);
    if (this.isSparse) {
      const jar = start.isWarm ? start.jar : d.efc_b;
      for (let i = 0; i < nefc; i++) Jaref[i] = jar[d.map_iefc2efc[rowadr + i]];
    } else {
      mulJacobian(this, Jaref, this.qacc);
      for (let i = 0; i < nefc; i++) Jaref[i] -= aref[i];
    }
  }

  /** Copies the solution of an island to the data. */
  storeIsland(d: Data): void {
    const { nv, nefc, island, qacc, qfrc_constraint, force, state } = this;
    const { iacc, ifrc_constraint, iefc_force, iefc_state } = d;
    const dofadr = d.island_idofadr[island];
    const rowadr = d.island_iefcadr[island];
    for (let i = 0; i < nv; i++) {
      iacc[dofadr + i] = qacc[i];
      ifrc_constraint[dofadr + i] = qfrc_constraint[i];
    }
    for (let i = 0; i < nefc; i++) {
      iefc_force[rowadr + i] = force[i];
      iefc_state[rowadr + i] = state[i];
    }
  }

  /** Makes room in the work vectors over rows, and transposes a sparse Jacobian. */
  private prepare(d: Data): void {
    const rows = d.capacity.nefc;
    this.Jaref = roomFloat(this.Jaref, rows);
    this.Jv = roomFloat(this.Jv, rows);
    this.quad = roomFloat(this.quad, 3 * rows);
    this.oldstate = roomInt(this.oldstate, rows);
    if (this.isSparse) transposeJacobian(this, d.capacity.nJ);
  }
}

interface OwnVectors {
  qfrc_smooth: Float64Array;
  qacc_smooth: Float64Array;
  qfrc_constraint: Float64Array;
  qacc: Float64Array;
  qLDiagInv: Float64Array;
  M_rownnz: Int32Array;
  M_rowadr: Int32Array;
  D: Float64Array;
  R: Float64Array;
  floss: Float64Array;
  aref: Float64Array;
  force: Float64Array;
  type: Int32Array;
  id: Int32Array;
  state: Int32Array;
  J_rownnz: Int32Array;
  J_rowadr: Int32Array;
  J_group: Int32Array;
}

function growOwn(own: OwnVectors, rows: number): void {
  own.D = roomFloat(own.D, rows);
  own.R = roomFloat(own.R, rows);
  own.floss = roomFloat(own.floss, rows);
  own.aref = roomFloat(own.aref, rows);
  own.force = roomFloat(own.force, rows);
  own.type = roomInt(own.type, rows);
  own.id = roomInt(own.id, rows);
  own.state = roomInt(own.state, rows);
  own.J_rownnz = roomInt(own.J_rownnz, rows);
  own.J_rowadr = roomInt(own.J_rowadr, rows);
  own.J_group = roomInt(own.J_group, rows);
}

function copy(to: Float64Array, from: Float64Array, adr: number, n: number): Float64Array {
  for (let i = 0; i < n; i++) to[i] = from[adr + i];
  return to;
}

function copyInt(to: Int32Array, from: Int32Array, adr: number, n: number): Int32Array {
  for (let i = 0; i < n; i++) to[i] = from[adr + i];
  return to;
}

function transposeJacobian(p: PrimalProblem, nJ: number): void {
  const { nv, nefc, J, J_rownnz, J_rowadr, J_colind, J_group, JT_rownnz, JT_rowadr } = p;
  const JT = p.JT = roomFloat(p.JT, nJ);
  const JT_colind = p.JT_colind = roomInt(p.JT_colind, nJ);

  for (let j = 0; j < nv; j++) JT_rownnz[j] = 0;
  for (let i = 0; i < nefc; i += J_group[i]) {
    const end = J_rowadr[i] + J_rownnz[i];
    for (let k = J_rowadr[i]; k < end; k++) JT_rownnz[J_colind[k]] += J_group[i];
  }
  let adr = 0;
  for (let j = 0; j < nv; j++) {
    JT_rowadr[j] = adr;
    adr += JT_rownnz[j];
    JT_rownnz[j] = 0;
  }
  for (let i = 0; i < nefc; i += J_group[i]) {
    const n = J_group[i];
    const nnz = J_rownnz[i];
    const end = J_rowadr[i] + nnz;
    for (let k = J_rowadr[i]; k < end; k++) {
      const j = J_colind[k];
      const to = JT_rowadr[j] + JT_rownnz[j];
      JT_rownnz[j] += n;
      for (let r = 0; r < n; r++) {
        JT[to + r] = J[k + r * nnz];
        JT_colind[to + r] = i + r;
      }
    }
  }
}

/** res = M v */
export function mulInertia(p: PrimalProblem, res: Float64Array, vec: Float64Array): void {
  const { nv, M, M_rownnz, M_rowadr, M_colind } = p;
  for (let i = 0; i < nv; i++) {
    const start = M_rowadr[i];
    const diagonal = start + M_rownnz[i] - 1;
    const x = vec[i];
    let sum = M[diagonal] * x;
    for (let k = diagonal - 1; k >= start; k--) {
      const j = M_colind[k];
      sum += M[k] * vec[j];
      res[j] += M[k] * x;
    }
    res[i] = sum;
  }
}

/** res = J v */
export function mulJacobian(p: PrimalProblem, res: Float64Array, vec: Float64Array): void {
  const { nv, nefc, J } = p;
  if (p.isSparse) {
    mulGroups(res, J, nefc, p.J_rownnz, p.J_rowadr, p.J_colind, p.J_group, vec);
  } else {
    mulRows(res, p.rows, J, p.jadr, nv, vec);
  }
}
