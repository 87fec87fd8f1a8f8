/** The steps of an iteration, with kernels. */

import { MINVAL } from "../../types/constants.ts";
import { Constraint } from "../../types/enums.ts";
import type { Take } from "../../wasm/arena.ts";
import { POINTS } from "../../wasm/line_kernels.ts";
import { STEPS } from "../../wasm/primal_kernels.ts";
import { NO_KERNELS, type SolverKernels } from "../problem/kernels.ts";
import { NUMBER, type PrimalProblem } from "../problem/problem.ts";
import type { Steps } from "./steps.ts";

// V8-1
const { CONTACT_ELLIPTIC } = Constraint;

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
  place({ dofs, rows, block }: PrimalProblem, kernels: SolverKernels): void {
    const { cone_dim, cone_scale, points } = this;
    const { qacc, qacc_smooth, qfrc_smooth, qfrc_constraint, Ma, Mv, grad, Mgrad, gradold, Mgradold, search } = dofs;
    const { Jaref, Jv, D, R, floss, force, state, oldstate, quad } = rows;
    this.kernels = kernels;
    STEPS.point(block, {
      qacc,
      qacc_smooth,
      qfrc_smooth,
      qfrc_constraint,
      Ma,
      Mv,
      grad,
      Mgrad,
      gradold,
      Mgradold,
      search,
    });
    STEPS.point(block, { Jaref, Jv, D, R, floss, force, state, oldstate, quad, cone_dim, cone_scale, points });
    block.doubles[NUMBER.minval] = MINVAL;
  }

  begin(p: PrimalProblem): void {
    const { ints } = p.block;
    ints[NUMBER.nv] = p.nv;
    ints[NUMBER.nefc] = p.nefc;
    ints[NUMBER.ne] = p.ne;
    ints[NUMBER.first] = p.ne + p.nf;
    ints[NUMBER.plan] = p.inertia.plan;
    ints[NUMBER.M] = p.inertia.address();
    ints[NUMBER.J] = p.jacobian.address();
    if (p.isElliptic) this.describeCones(p);
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

  advance(p: PrimalProblem): boolean {
    const { kernels } = this;
    const { numbers, cost } = p;
    const { at, ints } = p.block;
    if (p.jacobian.isSparse) {
      if (p.isElliptic) kernels.advanceSparseCones(at);
      else kernels.advanceSparse(at);
    } else if (p.isElliptic) kernels.advanceDenseCones(at);
    else kernels.advanceDense(at);
    p.LSiter = ints[NUMBER.evaluations];
    if (numbers[NUMBER.alpha] === 0) return false;
    cost[1] = cost[0];
    this.noteRows(p);
    cost[0] += numbers[NUMBER.gauss];
    return true;
  }

  updateRows(p: PrimalProblem): void {
    const { kernels } = this;
    const { at } = p.block;
    if (p.isElliptic) kernels.updateCones(at);
    else kernels.updateRows(at);
    this.noteRows(p);
  }

  /** Takes what the kernel found. */
  private noteRows(p: PrimalProblem): void {
    const { ints } = p.block;
    p.cost[0] = p.numbers[NUMBER.cost];
    p.nactive = ints[NUMBER.active];
    p.ncone = ints[NUMBER.cones];
    p.nchange = ints[NUMBER.changes];
  }

  updateGradient(p: PrimalProblem): void {
    this.kernels.updateGradient(p.block.at);
  }

  turnSearch(p: PrimalProblem): void {
    this.kernels.turnSearch(p.block.at);
  }
}
