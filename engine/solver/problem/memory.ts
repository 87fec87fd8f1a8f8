/**
 * Scratch memory of the primal solvers: one for each memory of constraint rows, used in turn by all data whose rows are
 * there, and one for all others. Only plans of what kernels visit are kept between steps.
 */

import * as queries from "../../model/queries.ts";
import { areIslandsInPlace, type RowsInPlace, rowsInPlace } from "../../model/rows_in_place.ts";
import type { Data } from "../../data.ts";
import { DisableBit, Solver } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { measure, type Take, taking } from "../../wasm/arena.ts";
import type { FieldMemory } from "../../wasm/field_memory.ts";
import { areKernelsOff } from "../../wasm/kernel_set.ts";
import { DenseHessian } from "../hessian/dense_hessian.ts";
import { ProfileHessian } from "../hessian/profile_hessian.ts";
import { SparseHessian } from "../hessian/sparse_hessian.ts";
import { DenseJacobian } from "../jacobian/dense_jacobian.ts";
import { SparseJacobian } from "../jacobian/sparse_jacobian.ts";
import { KernelSteps } from "../primal/kernel_steps.ts";
import { LoopSteps } from "../primal/loop_steps.ts";
import { Inertia } from "./inertia.ts";
import { hasIslands, isByIsland } from "./load.ts";
import { type SolverKernels, solverKernelsOn } from "./kernels.ts";
import { type Dofs, plansRoom } from "./pattern.ts";
import { groupPlanRoom } from "./plan.ts";
import { PlanMemory } from "./plan_memory.ts";
import { PrimalProblem } from "./problem.ts";
import { ProblemSizes } from "./sizes.ts";
import { Start } from "./start.ts";

// V8-1
const { isDisabled, isSparse } = queries;

const NO_FLOATS = new Float64Array(0);

declare module "../../model/rows_in_place.ts" {
  interface RowsInPlace {
    /** scratch memory of the solvers */
    solver?: PrimalMemory;
    /** where data had what problems read, the last time that somebody asked */
    sources?: Sources;
  }
}

/** What problems read of data, and whether it is in the memory of their rows. */
class Sources {
  constructor(
    readonly inertia: Float64Array,
    readonly islandInertia: Float64Array,
    readonly acceleration: Float64Array,
    readonly force: Float64Array,
    readonly areHere: boolean,
  ) {}
}

/** All parts of primal problems. The two Jacobians are of everything and of one island. */
export class PrimalMemory {
  readonly inertia = new Inertia();
  readonly denseWhole = new DenseJacobian();
  readonly denseIsland = new DenseJacobian();
  readonly denseHessian = new DenseHessian(this.inertia, this.denseWhole);
  readonly sparseWhole = new SparseJacobian();
  readonly sparseIsland = new SparseJacobian();
  readonly sparseHessian = new SparseHessian(this.inertia, this.sparseWhole);
  readonly profileHessian = new ProfileHessian(this.sparseWhole);
  readonly loopSteps = new LoopSteps();
  readonly kernelSteps = new KernelSteps();

  readonly start = new Start();
  readonly problem = new PrimalProblem(this.inertia, this.denseWhole, this.denseHessian, this.loopSteps);

  /** dofs of the island that is loaded */
  readonly islandDofs: Dofs = { list: null, first: 0 };
  /** how often plans had moved, and for each island its dofs and the address of its plan, if it is dense */
  islandPlans: Int32Array = new Int32Array(0);
  /** are they those of the last time */
  areIslandsKnown = false;

  readonly plans = new PlanMemory();
  /** plan for a sparse Jacobian that is used only in products */
  groupPlan: Int32Array = new Int32Array(0);

  /** are they others than the last time: what is loaded, and how */
  isNew = true;
  private how = -1;
  /** do kernels find the inertia and what happens without constraints where data have them */
  isHere = false;
  private M: Float64Array = NO_FLOATS;
  private iM: Float64Array = NO_FLOATS;
  private qacc_smooth: Float64Array = NO_FLOATS;
  private qfrc_smooth: Float64Array = NO_FLOATS;
  private rows: RowsInPlace | null = null;
  private model: Model | null = null;

  /** what the problems of a step need, and what there is room for */
  private readonly needed = new ProblemSizes();
  private readonly room = new ProblemSizes();
  private readonly onMemory: SolverKernels | null;

  /** Without a `home`, loops do the work. */
  constructor(private readonly home: FieldMemory | null) {
    this.onMemory = home === null ? null : solverKernelsOn(home);
  }

  /** null if loops do the work */
  get kernels(): SolverKernels | null {
    return areKernelsOff() ? null : this.onMemory;
  }

  /**
   * Makes room for the problems of these data, unless rows are dense and solved as the last time; false if there is none.
   */
  reserve(m: Model, d: Data, rows: RowsInPlace | null): boolean {
    const { needed, room } = this;
    const { solver, cone } = m.opt;
    const isCold = isDisabled(m, DisableBit.WARMSTART);
    const byIsland = isByIsland(m, d);
    const how = rows === null || areKernelsOff() || isSparse(m) || solver === Solver.PGS || (isCold && byIsland)
      ? -1
      : solver | cone << 2 | Number(hasIslands(m, d)) << 4 | Number(isCold) << 5 |
        (byIsland ? d.capacity.nisland : 0) << 6;
    const hasMoved = d.M !== this.M || d.iM !== this.iM || d.qacc_smooth !== this.qacc_smooth ||
      d.qfrc_smooth !== this.qfrc_smooth;
    if (hasMoved) this.find(d, rows);
    const havePlansMoved = byIsland && this.islandPlans[0] !== this.plans.moves;
    this.isNew = how < 0 || how !== this.how || rows !== this.rows || m !== this.model || hasMoved || havePlansMoved;
    if (!this.isNew) return true;
    this.how = how;
    this.rows = rows;
    this.model = m;
    needed.find(m, d);
    if (room.suffices(needed)) return true;
    // also for all that were here before, if there is room for that
    for (const all of [true, false]) {
      room.set(needed, all);
      if (this.layAll()) return true;
    }
    room.rows = 0;
    this.how = -1;
    return false;
  }

  /** Finds out where data have what problems read. */
  private find(d: Data, rows: RowsInPlace | null): void {
    const { M, iM, qacc_smooth, qfrc_smooth } = d;
    this.M = M;
    this.iM = iM;
    this.qacc_smooth = qacc_smooth;
    this.qfrc_smooth = qfrc_smooth;
    const known = rows?.sources;
    if (
      known && known.inertia === M && known.islandInertia === iM && known.acceleration === qacc_smooth &&
      known.force === qfrc_smooth
    ) {
      this.isHere = known.areHere;
      return;
    }
    // V8 calls a function of its runtime for the buffer of an array
    const buffer = this.home?.buffer;
    this.isHere = buffer === undefined ||
      (M.buffer === buffer && iM.buffer === buffer && qacc_smooth.buffer === buffer && qfrc_smooth.buffer === buffer);
    if (rows) rows.sources = new Sources(M, iM, qacc_smooth, qfrc_smooth, this.isHere);
  }

  // not in `reserve`: V8-9
  private layAll(): boolean {
    const { home, onMemory } = this;
    const layout = (take: Take) => this.lay(take);
    if (home === null) layout(taking(new ArrayBuffer(measure(layout)), 0));
    else if (!home.lay(layout)) return false;
    // kernels that are disabled now may be enabled for the next problem
    if (onMemory) this.kernelSteps.place(this.problem, onMemory);
    return true;
  }

  private lay(take: Take): void {
    const { dofs, rows, solvedRows, islandRows, nM, denseJ, groupColumns, dense, sparse, side, cones, islands } =
      this.room;
    const denseRows = dense > 0 ? rows : 0;
    const sparseRows = sparse > 0 ? rows : 0;
    this.start.lay(take, dofs, rows);
    this.problem.lay(this.home === null ? take : taking(this.home.buffer, 0), take, dofs, rows, solvedRows, islandRows);
    this.inertia.lay(take, dofs, nM);
    this.kernelSteps.lay(take, cones * rows);
    this.denseWhole.lay(take, denseRows, denseJ);
    this.denseIsland.lay(take, Math.min(denseRows, islandRows), Math.min(denseJ, islandRows * dense));
    this.denseHessian.lay(take, dense, Math.min(denseRows, solvedRows), cones > 0);
    this.sparseWhole.lay(take, sparseRows);
    this.sparseIsland.lay(take, Math.min(sparseRows, islandRows));
    this.profileHessian.lay(take, side, side > 0 ? solvedRows : 0, cones > 0);
    this.islandPlans = new Int32Array(2 * islands + 1);
    this.plans.lay(take, this.onMemory ? plansRoom(this.room) : 0);
    this.groupPlan = take.int(groupColumns > 0 ? groupPlanRoom(rows, groupColumns) : 0);
  }
}

const memories = new WeakMap<FieldMemory, PrimalMemory>();
let elsewhere: PrimalMemory | undefined;

/** The memory, with room for the problems of these data. */
export function primalMemory(m: Model, d: Data): PrimalMemory {
  const rows = rowsInPlace(m, d);
  if (rows !== null && (!isByIsland(m, d) || areIslandsInPlace(d, rows))) {
    const memory = rows.solver ??= memoryOn(rows.home);
    if (memory.reserve(m, d, rows)) return memory;
  }
  elsewhere ??= new PrimalMemory(null);
  elsewhere.reserve(m, d, null);
  return elsewhere;
}

function memoryOn(home: FieldMemory): PrimalMemory {
  let memory = memories.get(home);
  if (memory === undefined) memories.set(home, memory = new PrimalMemory(home));
  return memory;
}
