/** The steps of an iteration, with kernels. */

import { MINVAL, NSOLVER } from "../../types/constants.ts";
import { Constraint } from "../../types/enums.ts";
import type { Take } from "../../wasm/arena.ts";
import { POINTS } from "../../wasm/line_kernels.ts";
import { STEPS } from "../../wasm/primal_kernels.ts";
import { Task } from "../../wasm/solve_kernels.ts";
import { NO_KERNELS, type SolverKernels } from "../problem/kernels.ts";
import { NUMBER, type PrimalProblem } from "../problem/problem.ts";
import type { Steps } from "./steps.ts";

// V8-1
const { BEGIN, ITERATE, START } = Task;
const { CONTACT_ELLIPTIC } = Constraint;

/** Sets the addresses of the vectors that may be those of data. */
function placeRows(ints: Int32Array, { rows }: PrimalProblem): void {
  ints[NUMBER.type] = rows.type.byteOffset;
  ints[NUMBER.id] = rows.id.byteOffset;
  ints[NUMBER.D] = rows.D.byteOffset;
  ints[NUMBER.R] = rows.R.byteOffset;
  ints[NUMBER.floss] = rows.floss.byteOffset;
  ints[NUMBER.aref] = rows.aref.byteOffset;
  ints[NUMBER.b] = rows.b.byteOffset;
  ints[NUMBER.force] = rows.force.byteOffset;
  ints[NUMBER.state] = rows.state.byteOffset;
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
  place({ dofs, rows, inertia, progress, block }: PrimalProblem, kernels: SolverKernels): void {
    const { cone_dim, cone_scale, points } = this;
    const { diagInv } = inertia;
    this.kernels = kernels;
    const { Jaref, Jv, oldstate, quad } = rows;
    STEPS.point(block, {
      ...dofs,
      Jaref,
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

  /** Prepares for the loaded problem, of which only numbers and contacts have changed unless it is new. */
  begin(p: PrimalProblem, isNew: boolean): void {
    const { ints } = p.block;
    ints[NUMBER.nefc] = p.nefc;
    ints[NUMBER.ne] = p.ne;
    ints[NUMBER.first] = p.ne + p.nf;
    if (p.isElliptic) this.describeCones(p);
    if (!isNew) return;
    const { M, LD } = p.inertia;
    const at = p.inertia.address();
    placeRows(ints, p);
    ints[NUMBER.nv] = p.nv;
    ints[NUMBER.planM] = p.inertia.plan;
    ints[NUMBER.plan] = p.jacobian.plan;
    ints[NUMBER.M] = at;
    ints[NUMBER.J] = p.jacobian.address();
    ints[NUMBER.LD] = at - M.byteOffset + LD.byteOffset;
    ints[NUMBER.hessian] = p.hessian.address();
  }

  private describeCones({ nefc, rows, contact }: PrimalProblem): void {
    const { cone_dim, cone_scale } = this;
    const { type, id } = rows;
    const { dim, mu, friction } = contact;
    for (let i = 0; i < nefc;) {
      if (type[i] !== CONTACT_ELLIPTIC) {
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

  start(p: PrimalProblem): boolean {
    return this.run(p, START) !== 0;
  }

  newton(p: PrimalProblem, begins: boolean): number {
    return this.run(p, begins ? BEGIN : ITERATE);
  }

  conjugate(p: PrimalProblem): void {
    this.run(p, BEGIN);
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
