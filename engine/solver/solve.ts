/** From constraint rows and the unconstrained acceleration to constraint forces and acceleration. */

import { copyAll, zero } from "../math/vec.ts";
import * as queries from "../model/queries.ts";
import { NISLAND } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Solver } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { solveNoslip } from "./dual/noslip.ts";
import { solvePGS } from "./dual/pgs.ts";
import { solveCG, solveNewton } from "./primal/primal.ts";
import {
  allFinite,
  loadIsland,
  loadIslands,
  loadMatrices,
  loadWhole,
  startWhole,
  storeIsland,
  storeIslands,
  storeWhole,
} from "./problem/load.ts";
import { type PrimalMemory, primalMemory } from "./problem/memory.ts";
import type { PrimalProblem } from "./problem/problem.ts";
import { startAcceleration, startForces, startsPlainly } from "./problem/start.ts";
import { Task } from "../wasm/solve_kernels.ts";

// V8-1
const { isSparse } = queries;
const run = { allFinite, copyAll, loadMatrices, loadWhole, primalMemory, solveNewton, startsPlainly, storeWhole, zero };
const { NEWTON, PGS } = Solver;
const { BEGIN, SOLVE } = Task;
const MOST_ISLANDS = NISLAND;

/** Solves for `qacc`, `efc_force` and `qfrc_constraint`. */
export function fwdConstraint(m: Model, d: Data): void {
  const { nv } = m;
  const { nefc, qacc, qacc_smooth, qfrc_constraint, solver_niter } = d;

  run.zero(qfrc_constraint, 0, nv);
  for (let k = 0; k < MOST_ISLANDS; k++) solver_niter[k] = 0;
  if (nefc === 0) {
    run.copyAll(qacc, qacc_smooth);
    return;
  }

  const memory = run.primalMemory(m, d);
  solve(m, d, memory, false);
  // with dense rows, numbers that overflowed on the way affect all dofs
  if (!isSparse(m) && !memory.start.spreads && !run.allFinite(d.efc_force, nefc)) {
    for (let i = 0; i < nv; i++) qfrc_constraint[i] = 0;
    for (let k = 0; k < MOST_ISLANDS; k++) solver_niter[k] = 0;
    solve(m, d, memory, true);
  }
}

/** Solves once; products with dense rows visit all columns if an input is not finite, or if `overflows`. */
function solve(m: Model, d: Data, memory: PrimalMemory, overflows: boolean): void {
  const { start, problem } = memory;
  run.loadMatrices(memory, m, d, overflows);
  if (m.opt.solver === PGS) {
    startForces(m, d, start, problem.jacobian);
    solvePGS(m, d);
  } else {
    run.loadWhole(memory, m, d);
    if (start.isWhole) solveWhole(m, d, memory);
    else solveIslands(m, d, memory);
  }
  if (m.opt.noslip_iterations > 0) solveNoslip(m, d);
}

function solvePrimal(m: Model, d: Data, p: PrimalProblem, task: number): void {
  if (m.opt.solver === NEWTON) run.solveNewton(m, d, p, task);
  else solveCG(m, d, p, task);
}

/** Solves everything together. */
function solveWhole(m: Model, d: Data, { start, problem, inertia }: PrimalMemory): void {
  if (run.startsPlainly(m, d, start)) solvePrimal(m, d, problem, SOLVE);
  else {
    startAcceleration(m, d, start, problem);
    startWhole(d, start, problem, inertia);
    solvePrimal(m, d, problem, BEGIN);
  }
  run.storeWhole(problem, d);
}

/** Solves every island on its own. */
function solveIslands(m: Model, d: Data, memory: PrimalMemory): void {
  const { nisland } = d;
  const { start, problem } = memory;
  startAcceleration(m, d, start, problem);
  loadIslands(memory, m, d);
  for (let k = 0; k < nisland; k++) {
    loadIsland(memory, m, d, k);
    solvePrimal(m, d, problem, BEGIN);
    storeIsland(memory, d);
  }
  storeIslands(memory, m, d);
}
