/**
 * The primal problem: find the acceleration that minimises ½ (a − a₀)ᵀ M (a − a₀) + s(J a − aref), where a₀ is the
 * acceleration without constraints and s the cost of violating them. One problem covers all dofs, or one island.
 */

import { type DenseRows, layDenseRows, newDenseRows } from "../support/dense_rows.ts";
import { isSparse } from "../support/sparsity.ts";
import { newContacts } from "../types/contacts.ts";
import type { Contacts } from "../types/interfaces.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import { Constraint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { Take } from "../wasm/arena.ts";
import { PrimalSlot, PrimalSum } from "../wasm/primal_kernels.ts";
import { arena, type SolverKernels } from "./arena.ts";
import { layDenseHessian, newDenseHessian } from "./hessian_dense.ts";
import { layProfileHessian, newProfileHessian, PROFILE_DOFS } from "./hessian_profile.ts";
import type { SparseHessian } from "./hessian_sparse.ts";
import { layPlacedPlans, newPlacedPlans } from "./kernel_plan.ts";
import { AllVectors, OwnVectors } from "./problem_vectors.ts";
import { plansRoom, type SparsePattern } from "./sparse_pattern.ts";

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
  /** those for the Hessian of a sparse problem, which may be too large for them */
  hessianKernels: SolverKernels | null = null;
  /** where the plan is that says what the kernels visit */
  plan = 0;
  /** the island that is solved, −1 if it is everything */
  island = -1;
  /** are all dofs and rows solved for together, where the data have them */
  isWhole = false;
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

  // inertia and its factor, in the memory of the kernels
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
  type: Int32Array = NO_INTS;
  id: Int32Array = NO_INTS;
  state: Int32Array = NO_INTS;
  force: Float64Array = NO_FLOATS;

  /** what the rows have of elliptic cones, for the kernels: see there */
  cone_dim: Int32Array = NO_INTS;
  cone_scale: Float64Array = NO_FLOATS;

  // Jacobian, in the memory of the kernels: dense rows of nv columns, or sparse rows
  J: Float64Array = NO_FLOATS;
  J_rownnz: Int32Array = NO_INTS;
  J_rowadr: Int32Array = NO_INTS;
  J_colind: Int32Array = NO_INTS;

  /** non-zero columns of a dense Jacobian */
  readonly rows: DenseRows = newDenseRows();

  /** sparse storage only: how many rows from each one on belong to the same constraint, and so have the same columns */
  J_group: Int32Array = NO_INTS;

  // transposed Jacobian, sparse storage only, and only where loops or plans ask for it
  JT: Float64Array = NO_FLOATS;
  JT_rownnz: Int32Array = NO_INTS;
  JT_rowadr: Int32Array = NO_INTS;
  JT_colind: Int32Array = NO_INTS;
  /** where each of its elements is in J */
  JT_place: Int32Array = NO_INTS;

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

  /** what the data's sparse problems are remembered by, and plans that are where the kernels are */
  patterns: SparsePattern[] = [];
  readonly placed = newPlacedPlans();

  // numbers that change all the time are arrays of their own: doubles in fields may be allocated with each change
  /** results of the last update and the one before */
  readonly cost = new Float64Array(2);
  /** what makes improvement and gradient comparable between models */
  readonly scale = new Float64Array(1);
  /** step of the last line search */
  readonly alpha = new Float64Array(1);
  /** improvement, gradient and slope of the line search in this iteration */
  readonly progress = new Float64Array(3);
  /** numbers that kernels take and give, and where they find all vectors: see `PrimalSum`, `PrimalSlot` */
  sums: Float64Array = NO_FLOATS;
  block: Int32Array = NO_INTS;
  /** a sum of polynomials, for the kernels: three coefficients, α, and cost, slope and curvature besides */
  polynomial: Float64Array = NO_FLOATS;
  /** polynomial of the inertial cost along the search direction */
  readonly quadGauss = new Float64Array(3);
  nactive = 0;
  /** rows whose state the last update has changed */
  nchange = 0;
  /** rows in the state CONE */
  ncone = 0;

  /** evaluations in the last line search */
  LSiter = 0;

  /** vectors of everything: the starting point, and what the kernels read and write */
  readonly all = new AllVectors();
  /** copies of the vectors that are solved with, in the memory of the kernels */
  readonly own = new OwnVectors();

  // what there is room for: dofs, rows, elements of M and J, and of dense and sparse problems
  private roomDofs = 0;
  private roomRows = 0;
  private roomM = 0;
  private roomJ = 0;
  private roomDense = 0;
  private roomSparse = 0;

  /** Makes room for the problems of these data. */
  reserve(m: Model, d: Data): void {
    const { nv } = m;
    const dofsDense = isSparse(m) ? 0 : nv;
    const dofsSparse = isSparse(m) ? nv : 0;
    const rows = d.capacity.nefc;
    const nM = d.M.length;
    const nJ = d.efc_J.length;
    if (
      nv <= this.roomDofs && rows <= this.roomRows && nM <= this.roomM && nJ <= this.roomJ &&
      dofsDense <= this.roomDense && dofsSparse <= this.roomSparse
    ) return;
    this.roomDofs = Math.max(this.roomDofs, nv);
    this.roomRows = Math.max(this.roomRows, rows);
    this.roomM = Math.max(this.roomM, nM);
    this.roomJ = Math.max(this.roomJ, nJ);
    this.roomDense = Math.max(this.roomDense, dofsDense);
    this.roomSparse = Math.max(this.roomSparse, dofsSparse);
    this.makeRoom();
  }

  // not in `reserve`, which would allocate what the function sees with each call
  private makeRoom(): void {
    arena.lay((take) => this.lay(take));
  }

  private lay(take: Take): void {
    const { all, own, roomDofs, roomRows, roomM, roomJ, roomDense, roomSparse } = this;
    all.lay(take, roomDofs, roomRows, roomM, roomJ);
    own.lay(take, roomDofs, roomRows, roomM);
    layDenseRows(take, this.rows, roomRows, roomDense > 0 ? roomJ : 0);
    layDenseHessian(take, this.dense, roomDense, roomRows);
    layProfileHessian(take, this.profile, roomSparse, roomRows);
    layPlacedPlans(take, this.placed, roomSparse > 0 ? plansRoom(roomSparse, roomM, roomRows, roomJ) : 0);
    // kernels read pairs, the last of which may be half beyond the end
    this.J = take.float(roomJ + 2);
    this.M = take.float(roomM);
    this.qLD = take.float(roomM);
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
    this.polynomial = take.float(8);
    this.cone_dim = take.int(roomRows);
    this.cone_scale = take.float(roomRows);
    this.sums = take.float(PrimalSum.COUNT);
    this.block = take.int(PrimalSlot.COUNT);
  }

  /** Kernels or loops? J and M are where both can read them, whatever is chosen. */
  chooseKernels(isNewton: boolean): void {
    const { nv } = this;
    this.kernels = nv < KERNEL_DOFS ? null : arena.kernels;
    this.hessianKernels = isNewton && this.isSparse && nv <= PROFILE_DOFS ? this.kernels : null;
  }

  /** Tells the kernels where they find the vectors of the problem that is loaded. */
  describe(): void {
    const { block, sums } = this;
    block[PrimalSlot.DOFS] = this.nv;
    block[PrimalSlot.ROWS] = this.nefc;
    block[PrimalSlot.FIRST] = this.ne + this.nf;
    block[PrimalSlot.QACC] = this.qacc.byteOffset;
    block[PrimalSlot.QACC_SMOOTH] = this.qacc_smooth.byteOffset;
    block[PrimalSlot.QFRC_SMOOTH] = this.qfrc_smooth.byteOffset;
    block[PrimalSlot.QFRC_CONSTRAINT] = this.qfrc_constraint.byteOffset;
    block[PrimalSlot.MA] = this.Ma.byteOffset;
    block[PrimalSlot.MV] = this.Mv.byteOffset;
    block[PrimalSlot.GRAD] = this.grad.byteOffset;
    block[PrimalSlot.MGRAD] = this.Mgrad.byteOffset;
    block[PrimalSlot.GRADOLD] = this.gradold.byteOffset;
    block[PrimalSlot.MGRADOLD] = this.Mgradold.byteOffset;
    block[PrimalSlot.SEARCH] = this.search.byteOffset;
    block[PrimalSlot.JAREF] = this.Jaref.byteOffset;
    block[PrimalSlot.JV] = this.Jv.byteOffset;
    block[PrimalSlot.D] = this.D.byteOffset;
    block[PrimalSlot.FORCE] = this.force.byteOffset;
    block[PrimalSlot.STATE] = this.state.byteOffset;
    block[PrimalSlot.OLDSTATE] = this.oldstate.byteOffset;
    block[PrimalSlot.QUAD] = this.quad.byteOffset;
    block[PrimalSlot.SUMS] = this.sums.byteOffset;
    block[PrimalSlot.CONE_DIM] = this.cone_dim.byteOffset;
    block[PrimalSlot.CONE_SCALE] = this.cone_scale.byteOffset;
    sums[PrimalSum.MINVAL] = MINVAL;
    if (this.isElliptic) this.describeCones();
  }

  private describeCones(): void {
    const { nefc, type, id, cone_dim, cone_scale } = this;
    const { dim, mu, friction } = this.contact;
    for (let i = 0; i < nefc;) {
      if (type[i] !== Constraint.CONTACT_ELLIPTIC) {
        cone_dim[i++] = 1;
        continue;
      }
      const con = id[i];
      const end = i + dim[con];
      cone_dim[i] = dim[con];
      cone_scale[i++] = mu[con];
      for (let f = 5 * con; i < end; i++, f++) cone_scale[i] = friction[f];
    }
  }

  /** Where the problem's elements of J are for the kernels. */
  addressOfJ(): number {
    return this.J.byteOffset + (this.isSparse ? 8 * this.J_rowadr[0] : 0);
  }

  /** Where the problem's elements of M are for the kernels. */
  addressOfM(): number {
    return this.M.byteOffset + 8 * this.M_rowadr[0];
  }
}

/** The problem that is being solved. */
export const problem = new PrimalProblem();
