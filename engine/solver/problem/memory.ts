/**
 * The memory of the primal solvers. There is only one, used by all data in turn, because each WebAssembly memory
 * reserves gigabytes of address space. Only plans of what kernels visit are kept between steps.
 */

import { isSparse } from "../../model/queries.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import type { Take } from "../../wasm/arena.ts";
import { DenseHessian } from "../hessian/dense_hessian.ts";
import { ProfileHessian } from "../hessian/profile_hessian.ts";
import { SparseHessian } from "../hessian/sparse_hessian.ts";
import { DenseJacobian } from "../jacobian/dense_jacobian.ts";
import { SparseJacobian } from "../jacobian/sparse_jacobian.ts";
import { KernelSteps } from "../primal/kernel_steps.ts";
import { LoopSteps } from "../primal/loop_steps.ts";
import { Inertia } from "./inertia.ts";
import { newSolverArena, type SolverArena } from "./kernels.ts";
import { type Dofs, plansRoom } from "./pattern.ts";
import { groupPlanRoom, PlanMemory } from "./plan.ts";
import { PrimalProblem } from "./problem.ts";
import { Start } from "./start.ts";

/** All parts of primal problems. The two Jacobians are of everything and of one island. */
export class PrimalMemory {
  readonly arena: SolverArena = newSolverArena();
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

  readonly plans = new PlanMemory();
  /** plan for a sparse Jacobian that is used only in products */
  groupPlan: Int32Array = new Int32Array(0);

  // capacity: dofs, rows, elements of M and J, and of dense and sparse problems
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
    this.layAll();
  }

  // not in `reserve`: V8-9
  private layAll(): void {
    // kernels that are disabled now may be enabled for the next problem
    const kernels = this.arena.lay((take) => this.lay(take));
    if (kernels) this.kernelSteps.place(this.problem, kernels);
  }

  private lay(take: Take): void {
    const { roomDofs, roomRows, roomM, roomJ, roomDense, roomSparse } = this;
    const denseJ = roomDense > 0 ? roomJ : 0;
    const sparseJ = roomSparse > 0 ? roomJ : 0;
    this.start.lay(take, roomDofs, roomRows);
    this.problem.lay(take, roomDofs, roomRows);
    this.inertia.lay(take, roomDofs, roomM);
    this.kernelSteps.lay(take, roomRows);
    this.denseWhole.lay(take, roomRows, denseJ);
    this.denseIsland.lay(take, roomRows, denseJ);
    this.denseHessian.lay(take, roomDense, roomRows);
    this.sparseWhole.lay(take, roomRows, sparseJ);
    this.sparseIsland.lay(take, roomRows, sparseJ);
    this.profileHessian.lay(take, roomSparse, roomRows);
    this.plans.lay(take, plansRoom(roomDofs, roomM, roomRows, sparseJ));
    this.groupPlan = take.int(sparseJ > 0 ? groupPlanRoom(roomRows, sparseJ) : 0);
  }
}

const memory = new PrimalMemory();

/** The memory, with room for the problems of these data. */
export function primalMemory(m: Model, d: Data): PrimalMemory {
  memory.reserve(m, d);
  return memory;
}
