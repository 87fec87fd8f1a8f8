/** The steps of an iteration by kernels. */

import { MINVAL } from "../../types/constants.ts";
import { Constraint } from "../../types/enums.ts";
import type { Take } from "../../wasm/arena.ts";
import { PrimalSlot, PrimalSum } from "../../wasm/primal_kernels.ts";
import { NO_KERNELS, type SolverKernels } from "../problem/kernels.ts";
import type { PrimalProblem } from "../problem/problem.ts";
import { type LoopSteps, updateFirstRows } from "./loop_steps.ts";
import type { Steps } from "./steps.ts";

/** for so few rows a loop is as fast as a kernel */
const FEW_ROWS = 12;

/** Kernels find the vectors of a problem in a block of integers: see `PrimalSlot`. */
export class KernelSteps implements Steps {
  private block: Int32Array = new Int32Array(PrimalSlot.COUNT);
  /** what the rows have of elliptic cones: see `cone_kernels.ts` */
  private cone_dim: Int32Array = new Int32Array(0);
  private cone_scale: Float64Array = new Float64Array(0);
  private kernels: SolverKernels = NO_KERNELS;

  /** A step of few rows is left to the loops. */
  constructor(private readonly loops: LoopSteps) {}

  /** Takes room for up to so many rows. */
  lay(take: Take, rows: number): void {
    this.block = take.int(PrimalSlot.COUNT);
    this.cone_dim = take.int(rows);
    this.cone_scale = take.float(rows);
  }

  /** Tells the kernels where they find the vectors of a problem. */
  place({ dofs, rows, sums }: PrimalProblem, kernels: SolverKernels): void {
    const { block, cone_dim, cone_scale } = this;
    this.kernels = kernels;
    block[PrimalSlot.QACC] = dofs.qacc.byteOffset;
    block[PrimalSlot.QACC_SMOOTH] = dofs.qacc_smooth.byteOffset;
    block[PrimalSlot.QFRC_SMOOTH] = dofs.qfrc_smooth.byteOffset;
    block[PrimalSlot.QFRC_CONSTRAINT] = dofs.qfrc_constraint.byteOffset;
    block[PrimalSlot.MA] = dofs.Ma.byteOffset;
    block[PrimalSlot.MV] = dofs.Mv.byteOffset;
    block[PrimalSlot.GRAD] = dofs.grad.byteOffset;
    block[PrimalSlot.MGRAD] = dofs.Mgrad.byteOffset;
    block[PrimalSlot.GRADOLD] = dofs.gradold.byteOffset;
    block[PrimalSlot.MGRADOLD] = dofs.Mgradold.byteOffset;
    block[PrimalSlot.SEARCH] = dofs.search.byteOffset;
    block[PrimalSlot.JAREF] = rows.Jaref.byteOffset;
    block[PrimalSlot.JV] = rows.Jv.byteOffset;
    block[PrimalSlot.D] = rows.D.byteOffset;
    block[PrimalSlot.FORCE] = rows.force.byteOffset;
    block[PrimalSlot.STATE] = rows.state.byteOffset;
    block[PrimalSlot.OLDSTATE] = rows.oldstate.byteOffset;
    block[PrimalSlot.QUAD] = rows.quad.byteOffset;
    block[PrimalSlot.SUMS] = sums.byteOffset;
    block[PrimalSlot.CONE_DIM] = cone_dim.byteOffset;
    block[PrimalSlot.CONE_SCALE] = cone_scale.byteOffset;
    sums[PrimalSum.MINVAL] = MINVAL;
  }

  begin(p: PrimalProblem): void {
    const { block } = this;
    block[PrimalSlot.DOFS] = p.nv;
    block[PrimalSlot.ROWS] = p.nefc;
    block[PrimalSlot.FIRST] = p.ne + p.nf;
    if (p.isElliptic) this.describeCones(p);
  }

  private describeCones({ nefc, rows, contact }: PrimalProblem): void {
    const { cone_dim, cone_scale } = this;
    const { type, id } = rows;
    const { dim, mu, friction } = contact;
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

  moveBy(): void {
    this.kernels.moveBy(this.block.byteOffset);
  }

  updateRows(p: PrimalProblem): void {
    const { block, kernels } = this;
    const { sums, cost } = p;

    // kernels are for rows behind equalities and dry friction
    updateFirstRows(p, p.ne + p.nf);
    sums[PrimalSum.COST] = cost[0];
    if (p.isElliptic) {
      kernels.updateCones(block.byteOffset);
      p.ncone += block[PrimalSlot.CONES];
    } else {
      kernels.updateRows(block.byteOffset);
    }
    cost[0] = sums[PrimalSum.COST];
    p.nactive += block[PrimalSlot.ACTIVE];
    p.nchange += block[PrimalSlot.CHANGES];
  }

  updateGradient(): void {
    this.kernels.updateGradient(this.block.byteOffset);
  }

  turnSearch(): void {
    this.kernels.turnSearch(this.block.byteOffset);
  }

  multiplySearch(): void {
    this.kernels.multiplySearch(this.block.byteOffset);
  }

  polynomials(p: PrimalProblem): void {
    const { block, kernels } = this;
    if (p.isElliptic) kernels.conePolynomials(block.byteOffset);
    else kernels.polynomials(block.byteOffset);
  }

  addRows(p: PrimalProblem): void {
    const { block, kernels } = this;
    const { nefc, polynomial } = p;
    const first = p.ne + p.nf;
    if (p.isElliptic) {
      kernels.addCones(block.byteOffset, polynomial.byteOffset);
      return;
    }
    if (nefc - first <= FEW_ROWS) {
      this.loops.addRows(p);
      return;
    }
    const { quad, Jaref, Jv } = p.rows;
    const at = 8 * first;
    kernels.addPolynomials(
      polynomial.byteOffset,
      quad.byteOffset + 3 * at,
      Jaref.byteOffset + at,
      Jv.byteOffset + at,
      nefc - first,
    );
    polynomial[4] = 0;
    polynomial[5] = 0;
    polynomial[6] = 0;
  }
}
