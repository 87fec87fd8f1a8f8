/**
 * The primal problem: find the acceleration that minimises ½ (a − a₀)ᵀ M (a − a₀) + s(J a − aref), where a₀ is the
 * acceleration without constraints and s the cost of violating them. One problem covers all dofs, or one island.
 */

import { copyAll } from "../math/vec.ts";
import { isPyramidal } from "../support/cone.ts";
import { isDisabled } from "../support/flags.ts";
import { type DenseRows, findDenseRows, findIslandRows, layDenseRows, newDenseRows } from "../support/dense_rows.ts";
import { newPrefixViews, prefixOf, type PrefixViews } from "../support/prefix.ts";
import { groupRows } from "../support/sparse_rows.ts";
import { isSparse } from "../support/sparsity.ts";
import { type Contacts, newContacts } from "../types/contacts.ts";
import type { Data } from "../types/data.ts";
import { DisableBit, Solver } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { Take } from "../wasm/arena.ts";
import { arena, type SolverKernels } from "./arena.ts";
import { prepareSparse } from "./hessian.ts";
import { layDenseHessian, newDenseHessian } from "./hessian_dense.ts";
import { layProfileHessian, newProfileHessian, planGroups, planInertia, PROFILE_DOFS } from "./hessian_profile.ts";
import type { SparseHessian } from "./hessian_sparse.ts";
import { AllVectors, OwnVectors } from "./problem_vectors.ts";
import { mulInertia, mulJacobian } from "./products.ts";
import { transposeJacobian } from "./transpose_jacobian.ts";

declare module "../types/work.ts" {
  interface Work {
    /** sparse Hessians that remember their patterns */
    sparseHessians?: SparseHessian[];
    /** the elements of the islands' Jacobians */
    islandViews?: PrefixViews;
  }
}

/** fewest dofs for which kernels are faster than loops */
const KERNEL_DOFS = 6;

const NO_FLOATS = new Float64Array(0);
const NO_INTS = new Int32Array(0);

/**
 * Inputs, outputs and work memory of one primal problem. Vectors begin at 0; matrices where the addresses say. There is
 * one problem, which all data solve in turn: nothing in it is kept for the next step.
 */
export class PrimalProblem {
  /** are Jacobian and Hessian stored by rows with column indices */
  isSparse = false;
  /** are friction cones elliptic */
  isElliptic = false;
  /** null where loops do the work */
  kernels: SolverKernels | null = null;
  /** the island that is solved, −1 if it is everything */
  island = -1;
  nv = 0;
  ne = 0;
  nf = 0;
  nefc = 0;
  contact: Contacts = newContacts(0);

  // vectors over dofs
  qfrc_smooth: Float64Array = NO_FLOATS;
  qacc_smooth: Float64Array = NO_FLOATS;
  qacc: Float64Array = NO_FLOATS;
  qfrc_constraint: Float64Array = NO_FLOATS;

  // inertia and its factor
  M: Float64Array = NO_FLOATS;
  qLD: Float64Array = NO_FLOATS;
  qLDiagInv: Float64Array = NO_FLOATS;
  M_rownnz: Int32Array = NO_INTS;
  M_rowadr: Int32Array = NO_INTS;
  M_colind: Int32Array = NO_INTS;

  // vectors over constraint rows
  D: Float64Array = NO_FLOATS;
  R: Float64Array = NO_FLOATS;
  floss: Float64Array = NO_FLOATS;
  aref: Float64Array = NO_FLOATS;
  type: Int32Array = NO_INTS;
  id: Int32Array = NO_INTS;
  state: Int32Array = NO_INTS;
  force: Float64Array = NO_FLOATS;

  // Jacobian: dense rows of nv columns from `jadr` on, or sparse rows
  J: Float64Array = NO_FLOATS;
  jadr = 0;
  J_rownnz: Int32Array = NO_INTS;
  J_rowadr: Int32Array = NO_INTS;
  J_colind: Int32Array = NO_INTS;

  /** non-zero columns of a dense Jacobian */
  readonly rows: DenseRows = newDenseRows();

  /** sparse storage only: how many rows from each one on belong to the same constraint, and so have the same columns */
  J_group: Int32Array = NO_INTS;

  // transposed Jacobian, sparse storage only
  JT: Float64Array = NO_FLOATS;
  JT_rownnz: Int32Array = NO_INTS;
  JT_rowadr: Int32Array = NO_INTS;
  JT_colind: Int32Array = NO_INTS;
  /** where each of its elements is in J */
  JT_place: Int32Array = NO_INTS;

  /** sparse storage only: where the plan is that says what the kernels visit */
  plan = 0;

  /** where the inertia is for the kernels, and the plan of its columns; 0 if it is not there */
  inertia = 0;
  inertiaPlan = 0;

  /** the model's numbers of the dofs, from `dofadr` on */
  dofs: Int32Array = NO_INTS;
  dofadr = 0;

  /** is the starting point the last acceleration, or the one without constraints */
  isWarm = false;
  /** are forces, states and cost those of the starting point */
  isUpdated = false;

  // work vectors over dofs
  Ma: Float64Array = NO_FLOATS;
  Mv: Float64Array = NO_FLOATS;
  grad: Float64Array = NO_FLOATS;
  Mgrad: Float64Array = NO_FLOATS;
  search: Float64Array = NO_FLOATS;
  gradold: Float64Array = NO_FLOATS;
  Mgradold: Float64Array = NO_FLOATS;
  Mgraddif: Float64Array = NO_FLOATS;

  // work vectors over rows
  Jaref: Float64Array = NO_FLOATS;
  Jv: Float64Array = NO_FLOATS;
  /** three coefficients of a quadratic polynomial per row; nine numbers per elliptic contact */
  quad: Float64Array = NO_FLOATS;
  oldstate: Int32Array = NO_INTS;

  // Hessians
  readonly dense = newDenseHessian();
  readonly profile = newProfileHessian();
  sparse: SparseHessian | null = null;
  sparseSlots: SparseHessian[] = [];

  // numbers that change all the time are arrays of their own: doubles in fields may be allocated with each change
  /** result of the last update */
  readonly cost = new Float64Array(1);
  /** what makes improvement and gradient comparable between models */
  readonly scale = new Float64Array(1);
  /** step of the last line search */
  readonly alpha = new Float64Array(1);
  /** improvement, gradient and slope of the line search in this iteration */
  readonly progress = new Float64Array(3);
  /** a sum of polynomials, for the kernels */
  polynomial: Float64Array = NO_FLOATS;
  /** polynomial of the inertial cost along the search direction */
  readonly quadGauss = new Float64Array(3);
  nactive = 0;
  /** rows in the state CONE */
  ncone = 0;

  /** evaluations in the last line search */
  LSiter = 0;

  /** vectors of everything: the starting point, and what the kernels read and write */
  readonly all = new AllVectors();
  /** copies of the vectors of an island */
  private readonly own = new OwnVectors();

  // what there is room for: dofs, rows, elements of M and J, and of dense and sparse problems
  private roomDofs = 0;
  private roomRows = 0;
  private roomM = 0;
  private roomJ = 0;
  private roomDense = 0;
  private roomSparse = 0;

  /** Makes the problem that of all dofs and rows, on the data's own vectors. */
  prepare(m: Model, d: Data): void {
    const sparse = isSparse(m);
    const { nv } = m;
    const rows = d.capacity.nefc;
    const dofsDense = sparse ? 0 : nv;
    const dofsSparse = sparse ? nv : 0;
    const nM = d.M.length;
    const nJ = d.efc_J.length;
    if (
      nv > this.roomDofs || rows > this.roomRows || nM > this.roomM || nJ > this.roomJ ||
      dofsDense > this.roomDense || dofsSparse > this.roomSparse
    ) this.makeRoom(nv, rows, nM, nJ, dofsDense, dofsSparse);
    this.isSparse = sparse;
    this.isElliptic = !isPyramidal(m);
    this.kernels = nv < KERNEL_DOFS ? null : arena.kernels;
    this.contact = d.contact;
    this.dofs = this.all.dofs;
    this.dofadr = 0;
    this.profile.planEnd = 0;
    this.sparseSlots = d.work.sparseHessians ??= [];
    this.nv = nv;
    this.ne = d.ne;
    this.nf = d.nf;
    this.nefc = d.nefc;
    this.useDataVectors(m, d);

    // without islands, or with one of everything
    const byIsland = !isDisabled(m, DisableBit.ISLAND) && d.nisland > 0 && m.opt.noslip_iterations === 0;
    this.island = byIsland ? 0 : -1;
    this.state = byIsland ? d.iefc_state : d.efc_state;
    this.inertiaPlan = 0;
    if (sparse) {
      this.J_group = this.all.J_group;
      groupRows(m, this.J_group, d.nefc, d.efc_type, d.efc_id);
      if (this.kernels) {
        const nJ = this.J_rowadr[d.nefc - 1] + this.J_rownnz[d.nefc - 1];
        this.profile.J.set(prefixOf(d.work.jacobianViews ??= newPrefixViews(), d.efc_J, nJ));
        planGroups(this, this.all.plan);
        this.plan = this.all.plan.byteOffset;
      }
    } else {
      findDenseRows(m, d, this.rows);
      if (this.kernels) {
        this.copyJacobian(m, d);
        this.copyInertia(d);
      }
    }
  }

  private makeRoom(
    dofs: number,
    rows: number,
    nM: number,
    nJ: number,
    dofsDense: number,
    dofsSparse: number,
  ): void {
    this.roomDofs = Math.max(this.roomDofs, dofs);
    this.roomRows = Math.max(this.roomRows, rows);
    this.roomM = Math.max(this.roomM, nM);
    this.roomJ = Math.max(this.roomJ, nJ);
    this.roomDense = Math.max(this.roomDense, dofsDense);
    this.roomSparse = Math.max(this.roomSparse, dofsSparse);
    arena.lay((take) => this.lay(take));
  }

  private lay(take: Take): void {
    const { all, own, roomDofs, roomRows, roomM, roomJ, roomDense, roomSparse } = this;
    all.lay(take, roomDofs, roomRows, roomM, roomJ);
    own.lay(take, roomDofs, roomRows);
    layDenseRows(take, this.rows, roomRows, roomDense > 0 ? roomJ : 0);
    layDenseHessian(take, this.dense, roomDense, roomRows);
    layProfileHessian(take, this.profile, roomSparse, roomM, roomRows, roomJ);
    this.JT_rownnz = take.int(roomDofs);
    this.JT_rowadr = take.int(roomDofs);
    this.Mv = take.float(roomDofs);
    this.grad = take.float(roomDofs);
    this.Mgrad = take.float(roomDofs);
    this.search = take.float(roomDofs + 4);
    this.gradold = take.float(roomDofs);
    this.Mgradold = take.float(roomDofs);
    this.Mgraddif = take.float(roomDofs);
    this.qfrc_constraint = take.float(roomDofs + 1);
    this.force = take.float(roomRows);
    this.Jv = take.float(roomRows);
    this.quad = take.float(3 * roomRows);
    this.oldstate = take.int(roomRows);
    this.polynomial = take.float(4);
  }

  /** Finishes the problem of all dofs and rows: Ma = M qacc and Jaref = J qacc − aref are known from the warmstart. */
  loadAll(m: Model, d: Data): void {
    const { nv, nefc, all, isWarm } = this;
    const { efc_b } = d;
    if (this.isSparse) {
      // without kernels so far, they do not have the Jacobian either
      if (this.kernels) this.useSparseKernels(m);
      if (this.kernels) this.profile.M.set(d.M);
      this.loadSparse(m, d);
    }
    this.Ma = all.Ma;
    const Jaref = this.Jaref = all.Jaref;
    if (!isWarm) { for (let i = 0; i < nefc; i++) Jaref[i] = efc_b[i]; }

    // dofs outside of all islands have left the last acceleration
    if (!isWarm || (d.nisland > 0 && d.nidof < nv)) mulInertia(this, all.Ma, this.qacc);
  }

  /** Prepares to solve one island after the other. */
  loadIslands(d: Data): void {
    if (!this.isSparse) return;
    const { nefc, iefc_J, iefc_J_rowadr, iefc_J_rownnz, iM } = d;
    const nJ = nefc > 0 ? iefc_J_rowadr[nefc - 1] + iefc_J_rownnz[nefc - 1] : 0;
    this.profile.J.set(prefixOf(d.work.islandViews ??= newPrefixViews(), iefc_J, nJ));
    this.profile.M.set(iM);
  }

  /** Kernels for sparse problems are for Newton's method. */
  private useSparseKernels(m: Model): void {
    this.kernels = m.opt.solver === Solver.NEWTON && this.nv <= PROFILE_DOFS ? arena.kernels : null;
  }

  private loadSparse(m: Model, d: Data): void {
    if (m.opt.solver === Solver.NEWTON) prepareSparse(this, d.capacity.nJ);
    else transposeJacobian(this, d.capacity.nJ);
    if (!this.kernels) return;
    this.inertia = this.profile.M.byteOffset + 8 * this.M_rowadr[0];
    this.inertiaPlan = this.plan;
  }

  private useDataVectors(m: Model, d: Data): void {
    this.J = this.kernels && !this.isSparse ? this.all.J : d.efc_J;
    this.jadr = 0;

    // the data's vectors stay the same until rows need more room
    if (this.D === d.efc_D && this.qacc === d.qacc && this.J_colind === d.efc_J_colind) return;
    this.qfrc_smooth = d.qfrc_smooth;
    this.qacc_smooth = d.qacc_smooth;
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
    this.J_rownnz = d.efc_J_rownnz;
    this.J_rowadr = d.efc_J_rowadr;
    this.J_colind = d.efc_J_colind;
  }

  /** Makes the problem that of one island, on copies of its vectors. */
  loadIsland(m: Model, d: Data, island: number): void {
    const dofadr = d.island_idofadr[island];
    const rowadr = d.island_iefcadr[island];
    this.island = island;
    this.isUpdated = false;
    this.nv = d.island_nv[island];
    this.ne = d.island_ne[island];
    this.nf = d.island_nf[island];
    this.nefc = d.island_nefc[island];
    this.dofs = d.map_idof2dof;
    this.dofadr = dofadr;
    this.inertiaPlan = 0;
    const { nv, nf, nefc, own, all } = this;

    this.qfrc_smooth = copy(own.qfrc_smooth, d.ifrc_smooth, dofadr, nv);
    this.qacc_smooth = copy(own.qacc_smooth, d.iacc_smooth, dofadr, nv);
    this.qacc = copy(own.qacc, d.iacc, dofadr, nv);
    this.M = d.iM;
    this.qLD = d.iLD;
    this.qLDiagInv = copy(own.qLDiagInv, d.iLDiagInv, dofadr, nv);
    this.M_rownnz = copyInt(own.M_rownnz, d.iM_rownnz, dofadr, nv);
    this.M_rowadr = copyInt(own.M_rowadr, d.iM_rowadr, dofadr, nv);
    this.M_colind = d.iM_colind;
    this.D = copy(own.D, d.iefc_D, rowadr, nefc);
    this.R = nf > 0 ? copy(own.R, d.iefc_R, rowadr, nefc) : own.R;
    this.floss = nf > 0 ? copy(own.floss, d.iefc_frictionloss, rowadr, nefc) : own.floss;
    this.aref = this.isSparse ? own.aref : copy(own.aref, d.iefc_aref, rowadr, nefc);
    this.type = copyInt(own.type, d.iefc_type, rowadr, nefc);
    this.id = copyInt(own.id, d.iefc_id, rowadr, nefc);
    this.state = own.state;
    this.J = d.iefc_J;
    this.jadr = d.nidof * rowadr;
    this.Ma = own.Ma;
    this.Jaref = own.Jaref;
    if (this.isSparse) {
      this.J_rownnz = copyInt(own.J_rownnz, d.iefc_J_rownnz, rowadr, nefc);
      this.J_rowadr = copyInt(own.J_rowadr, d.iefc_J_rowadr, rowadr, nefc);
      this.J_colind = d.iefc_J_colind;
      this.J_group = own.J_group;
      groupRows(m, own.J_group, nefc, this.type, this.id);
      this.useSparseKernels(m);
      this.loadSparse(m, d);
    } else {
      findIslandRows(m, d, this.rows, island);
      this.kernels = nv < KERNEL_DOFS ? null : arena.kernels;
      if (this.kernels) {
        this.J = copy(all.J, d.iefc_J, this.jadr, nefc * nv);
        this.jadr = 0;
      }
    }

    // sparse sums have the same order in an island as in everything, dense sums do not
    const { Ma, Jaref, Jv, aref, search } = this;
    if (this.isWarm) { for (let i = 0; i < nv; i++) Ma[i] = all.Ma[d.map_idof2dof[dofadr + i]]; }
    else mulInertia(this, Ma, this.qacc);
    if (this.isSparse) {
      const jar = this.isWarm ? all.Jaref : d.efc_b;
      for (let i = 0; i < nefc; i++) Jaref[i] = jar[d.map_iefc2efc[rowadr + i]];
    } else {
      copy(search, this.qacc, 0, nv);
      mulJacobian(this, Jv, search);
      for (let i = 0; i < nefc; i++) Jaref[i] = Jv[i] - aref[i];
    }
  }

  /** Copies the solution of everything to the data. */
  storeAll(d: Data): void {
    copy(d.efc_force, this.force, 0, this.nefc);
    copy(d.qfrc_constraint, this.qfrc_constraint, 0, this.nv);
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

  /** Copies the inertia of a dense problem to where the kernels are. */
  private copyInertia(d: Data): void {
    const { all } = this;
    if (all.planned !== this.M_colind) {
      planInertia(this, all.inertiaPlan);
      all.planned = this.M_colind;
    }
    copyAll(all.M, d.M);
    this.inertia = all.M.byteOffset;
    this.inertiaPlan = all.inertiaPlan.byteOffset;
  }

  /** Copies a dense Jacobian to where the kernels are. */
  private copyJacobian(m: Model, d: Data): void {
    const views = d.work.jacobianViews ??= newPrefixViews();
    this.all.J.set(prefixOf(views, d.efc_J, d.nefc * m.nv));
  }
}

function copy(to: Float64Array, from: Float64Array, adr: number, n: number): Float64Array {
  for (let i = 0; i < n; i++) to[i] = from[adr + i];
  return to;
}

function copyInt(to: Int32Array, from: Int32Array, adr: number, n: number): Int32Array {
  for (let i = 0; i < n; i++) to[i] = from[adr + i];
  return to;
}

/** The problem that is being solved. */
export const problem = new PrimalProblem();
