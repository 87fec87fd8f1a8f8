/** The steps of an iteration, with kernels. */

import { MINVAL, NSOLVER } from "../../types/constants.ts";
import { Constraint } from "../../types/enums.ts";
import type { Data } from "../../data.ts";
import type { Take } from "../../wasm/arena.ts";
import { POINTS } from "../../wasm/line_kernels.ts";
import { STEPS } from "../../wasm/primal_kernels.ts";
import { Task } from "../../wasm/solve_kernels.ts";
import { NO_KERNELS, type SolverKernels } from "../problem/kernels.ts";
import type { PrimalProblem } from "../problem/problem.ts";
import type { Steps } from "./steps.ts";

// V8-1
const NUMBER = STEPS.slot;
const { START } = Task;
const { CONTACT_ELLIPTIC } = Constraint;

/** places of what problems do not share, the first ones of a block */
const OWN = NUMBER.hessian;

/** Sets the addresses of the vectors that problems do not share. */
function placeVectors(ints: Int32Array, { dofs, rows }: PrimalProblem): void {
  ints[NUMBER.qacc] = dofs.qacc.byteOffset;
  ints[NUMBER.qacc_smooth] = dofs.qacc_smooth.byteOffset;
  ints[NUMBER.qfrc_smooth] = dofs.qfrc_smooth.byteOffset;
  ints[NUMBER.Ma] = dofs.Ma.byteOffset;
  ints[NUMBER.state] = rows.state.byteOffset;
  ints[NUMBER.D] = rows.D.byteOffset;
  ints[NUMBER.R] = rows.R.byteOffset;
  ints[NUMBER.floss] = rows.floss.byteOffset;
  ints[NUMBER.aref] = rows.aref.byteOffset;
  ints[NUMBER.force] = rows.force.byteOffset;
  ints[NUMBER.b] = rows.b.byteOffset;
  ints[NUMBER.Jaref] = rows.Jaref.byteOffset;
}

/** Kernels find the vectors of a problem through its block. */
export class KernelSteps implements Steps {
  /** what the rows have of elliptic cones: see `cone_kernels.ts` */
  private cone_dim: Int32Array = new Int32Array(0);
  private cone_scale: Float64Array = new Float64Array(0);
  private points: Float64Array = new Float64Array(0);
  private kernels: SolverKernels = NO_KERNELS;
  /** what the block has for everything, and for the first rows of islands */
  private readonly ofWhole = new Int32Array(OWN);
  private readonly ofIslands = new Int32Array(OWN);

  /** Allocates room for the given number of rows. */
  lay(take: Take, rows: number): void {
    this.cone_dim = take.int(rows);
    this.cone_scale = take.float(rows);
    this.points = take.float(POINTS);
  }

  /** Sets the addresses of a problem's vectors for the kernels. */
  place({ whole, wholeRows, inertia, progress, block }: PrimalProblem, kernels: SolverKernels): void {
    const { cone_dim, cone_scale, points } = this;
    const { diagInv } = inertia;
    this.kernels = kernels;
    const { Jaref, Jv, oldstate, quad } = wholeRows;
    STEPS.point(block, {
      qfrc_constraint: whole.qfrc_constraint,
      Mv: whole.Mv,
      grad: whole.grad,
      Mgrad: whole.Mgrad,
      Mgradold: whole.Mgradold,
      search: whole.search,
      allAcc: whole.qacc,
      allMa: whole.Ma,
      allJaref: Jaref,
      Jv,
      oldstate,
      quad,
      cone_dim,
      cone_scale,
      points,
      diagInv,
      records: progress,
    });
    block.doubles[NUMBER.minval] = MINVAL;
    block.ints[NUMBER.recorded] = NSOLVER;
  }

  /** Prepares for islands, whose dofs are listed, and whose forces are gathered in a vector, as the last time unless they are new. */
  beginIslands(p: PrimalProblem, d: Data, list: Int32Array, qfrc_constraint: Float64Array, isNew: boolean): void {
    const { whole, block: { ints } } = p;
    const { ofIslands } = this;
    if (!isNew) {
      for (let k = 0; k < OWN; k++) ints[k] = ofIslands[k];
      return;
    }
    placeVectors(ints, p);
    ints[NUMBER.list] = list.byteOffset;
    ints[NUMBER.rowList] = d.map_iefc2efc.byteOffset;
    for (let k = 0; k < OWN; k++) ofIslands[k] = ints[k];
    ints[NUMBER.allAccSmooth] = whole.qacc_smooth.byteOffset;
    ints[NUMBER.allSmooth] = whole.qfrc_smooth.byteOffset;
    ints[NUMBER.allConstraint] = qfrc_constraint.byteOffset;
    ints[NUMBER.allAref] = d.efc_aref.byteOffset;
    ints[NUMBER.allForce] = d.efc_force.byteOffset;
  }

  /** Prepares for the problem of everything, of which only numbers and contacts have changed unless it is new. */
  begin(p: PrimalProblem, isNew: boolean): void {
    const { ints } = p.block;
    const { ofWhole } = this;
    if (isNew) {
      placeVectors(ints, p);
      ints[NUMBER.list] = 0;
      ints[NUMBER.states] = p.rows.states === null ? 0 : p.rows.states.byteOffset;
      this.placeMatrices(p);
      for (let k = 0; k < OWN; k++) ofWhole[k] = ints[k];
    } else if (ints[NUMBER.list] !== 0) {
      for (let k = 0; k < OWN; k++) ints[k] = ofWhole[k];
    }
    this.describe(p);
  }

  /** Prepares for the island that begins with a dof and a row in the lists of all; nothing else of a known one is new but its inertia. */
  beginIsland(p: PrimalProblem, dof: number, row: number, isKnown: boolean): void {
    const { ints } = p.block;
    const { ofIslands } = this;
    ints[NUMBER.list] = ofIslands[NUMBER.list] + 4 * dof;
    ints[NUMBER.rowList] = ofIslands[NUMBER.rowList] + 4 * row;
    ints[NUMBER.state] = ofIslands[NUMBER.state] + 4 * row;
    ints[NUMBER.D] = ofIslands[NUMBER.D] + 8 * row;
    ints[NUMBER.R] = ofIslands[NUMBER.R] + 8 * row;
    ints[NUMBER.floss] = ofIslands[NUMBER.floss] + 8 * row;
    ints[NUMBER.aref] = ofIslands[NUMBER.aref] + 8 * row;
    ints[NUMBER.force] = ofIslands[NUMBER.force] + 8 * row;
    this.describe(p);
    if (isKnown) this.placeInertia(p);
    else {
      this.placeMatrices(p);
      ofIslands[NUMBER.J] = ints[NUMBER.J];
    }
  }

  private describe(p: PrimalProblem): void {
    const { ints } = p.block;
    ints[NUMBER.nefc] = p.nefc;
    ints[NUMBER.ne] = p.ne;
    ints[NUMBER.first] = p.ne + p.nf;
    if (p.isElliptic) this.describeCones(p);
  }

  private placeMatrices(p: PrimalProblem): void {
    const { ints } = p.block;
    ints[NUMBER.plan] = p.jacobian.plan;
    ints[NUMBER.J] = p.jacobian.address();
    ints[NUMBER.hessian] = p.hessian.address();
    this.placeInertia(p);
  }

  private placeInertia({ nv, inertia, isNewton, block: { ints } }: PrimalProblem): void {
    const at = inertia.address();
    ints[NUMBER.nv] = nv;
    ints[NUMBER.planM] = inertia.plan;
    ints[NUMBER.M] = at;
    if (!isNewton) ints[NUMBER.LD] = at - inertia.M.byteOffset + inertia.LD.byteOffset;
  }

  private describeCones({ nefc, rows, contact }: PrimalProblem): void {
    const { cone_dim, cone_scale } = this;
    const { type, id, first } = rows;
    const { dim, mu, friction } = contact;
    for (let i = 0; i < nefc;) {
      if (type[first + i] !== CONTACT_ELLIPTIC) {
        cone_dim[i++] = 1;
        continue;
      }
      const con = id[first + i];
      const end = i + dim[con];
      cone_dim[i] = dim[con];
      cone_scale[i++] = mu[con];
      for (let f = 5 * con; i < end; i++, f++) cone_scale[i] = friction[f];
    }
  }

  start(p: PrimalProblem): void {
    this.run(p, START);
  }

  newton(p: PrimalProblem, task: number): number {
    return this.run(p, task);
  }

  conjugate(p: PrimalProblem, task: number): void {
    this.newton(p, task);
  }

  private run({ jacobian, isNewton, isElliptic }: PrimalProblem, task: number): number {
    const { kernels } = this;
    if (jacobian.isSparse) {
      if (isNewton) return isElliptic ? kernels.newtonSparseCones(task) : kernels.newtonSparse(task);
      return isElliptic ? kernels.cgSparseCones(task) : kernels.cgSparse(task);
    }
    if (isNewton) return isElliptic ? kernels.newtonDenseCones(task) : kernels.newtonDense(task);
    return isElliptic ? kernels.cgDenseCones(task) : kernels.cgDense(task);
  }
}
