/** The steps of an iteration, with kernels. */

import { MINVAL, NSOLVER } from "../../types/constants.ts";
import { Constraint } from "../../types/enums.ts";
import type { Data } from "../../data.ts";
import type { Take } from "../../wasm/arena.ts";
import { POINTS } from "../../wasm/line_kernels.ts";
import { STEPS } from "../../wasm/primal_kernels.ts";
import { Task } from "../../wasm/solve_kernels.ts";
import { NO_KERNELS, type SolverKernels } from "../problem/kernels.ts";
import { NUMBER, type PrimalProblem } from "../problem/problem.ts";
import type { Steps } from "./steps.ts";

// V8-1
const { START } = Task;
const { CONTACT_ELLIPTIC } = Constraint;

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

  /** Allocates room for the given number of rows. */
  lay(take: Take, rows: number): void {
    this.cone_dim = take.int(rows);
    this.cone_scale = take.float(rows);
    this.points = take.float(POINTS);
  }

  /** Sets the addresses of a problem's vectors for the kernels. */
  place({ whole, rows, inertia, progress, block }: PrimalProblem, kernels: SolverKernels): void {
    const { cone_dim, cone_scale, points } = this;
    const { diagInv } = inertia;
    this.kernels = kernels;
    const { wholeJaref, Jv, oldstate, quad } = rows;
    STEPS.point(block, {
      qfrc_constraint: whole.qfrc_constraint,
      Mv: whole.Mv,
      grad: whole.grad,
      Mgrad: whole.Mgrad,
      Mgradold: whole.Mgradold,
      search: whole.search,
      allAcc: whole.qacc,
      allMa: whole.Ma,
      allJaref: wholeJaref,
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

  /** Prepares for islands, whose dofs are listed, and whose forces are gathered in a vector; the first row is that of the first island. */
  beginIslands(p: PrimalProblem, d: Data, list: Int32Array, qfrc_constraint: Float64Array): void {
    const { whole, block: { ints } } = p;
    placeVectors(ints, p);
    ints[NUMBER.list] = list.byteOffset;
    ints[NUMBER.rowList] = d.map_iefc2efc.byteOffset;
    ints[NUMBER.allAccSmooth] = whole.qacc_smooth.byteOffset;
    ints[NUMBER.allSmooth] = whole.qfrc_smooth.byteOffset;
    ints[NUMBER.allConstraint] = qfrc_constraint.byteOffset;
    ints[NUMBER.allAref] = d.efc_aref.byteOffset;
    ints[NUMBER.allForce] = d.efc_force.byteOffset;
  }

  /** Goes so many dofs and rows on, to another island. */
  moveBy({ block: { ints } }: PrimalProblem, dofs: number, rows: number): void {
    ints[NUMBER.list] += 4 * dofs;
    ints[NUMBER.rowList] += 4 * rows;
    ints[NUMBER.state] += 4 * rows;
    ints[NUMBER.D] += 8 * rows;
    ints[NUMBER.R] += 8 * rows;
    ints[NUMBER.floss] += 8 * rows;
    ints[NUMBER.aref] += 8 * rows;
    ints[NUMBER.force] += 8 * rows;
  }

  /** Prepares for the problem of everything, of which only numbers and contacts have changed unless it is new. */
  begin(p: PrimalProblem, isNew: boolean): void {
    this.describe(p);
    if (!isNew) return;
    const { ints } = p.block;
    placeVectors(ints, p);
    ints[NUMBER.list] = 0;
    ints[NUMBER.states] = p.rows.states === null ? 0 : p.rows.states.byteOffset;
    this.placeMatrices(p);
  }

  /** Prepares for an island, to which `moveBy` went. */
  beginIsland(p: PrimalProblem): void {
    this.describe(p);
    this.placeMatrices(p);
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
    const { M, LD } = p.inertia;
    const at = p.inertia.address();
    ints[NUMBER.nv] = p.nv;
    ints[NUMBER.planM] = p.inertia.plan;
    ints[NUMBER.plan] = p.jacobian.plan;
    ints[NUMBER.M] = at;
    ints[NUMBER.J] = p.jacobian.address();
    if (!p.isNewton) ints[NUMBER.LD] = at - M.byteOffset + LD.byteOffset;
    ints[NUMBER.hessian] = p.hessian.address();
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
