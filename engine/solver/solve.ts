/** From constraint rows and the unconstrained acceleration to constraint forces and acceleration. */

import { copyAll, zero } from "../math/vec.ts";
import { isSparse } from "../model/queries.ts";
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
  storeWhole,
} from "./problem/load.ts";
import { type PrimalMemory, primalMemory } from "./problem/memory.ts";
import type { PrimalProblem } from "./problem/problem.ts";
import { startAcceleration, startForces } from "./problem/start.ts";

// V8-1
const { NEWTON, PGS } = Solver;

/** Solves for `qacc`, `efc_force` and `qfrc_constraint`. */
export function fwdConstraint(m: Model, d: Data): void {
  const { nv } = m;
  const { nefc, qacc, qacc_smooth, qfrc_constraint, solver_niter } = d;

  zero(qfrc_constraint, 0, nv);
  for (let k = 0; k < NISLAND; k++) solver_niter[k] = 0;
  if (nefc === 0) {
    copyAll(qacc, qacc_smooth);
    return;
  }

  const memory = primalMemory(m, d);
  solve(m, d, memory, false);
  // with dense rows, numbers that overflowed on the way affect all dofs
  if (!isSparse(m) && !memory.start.spreads && !allFinite(d.efc_force, nefc)) {
    for (let i = 0; i < nv; i++) qfrc_constraint[i] = 0;
    for (let k = 0; k < NISLAND; k++) solver_niter[k] = 0;
    solve(m, d, memory, true);
  }
}

/** Solves once; products with dense rows visit all columns if an input is not finite, or if `overflows`. */
function solve(m: Model, d: Data, memory: PrimalMemory, overflows: boolean): void {
  const { start, problem } = memory;
  loadMatrices(memory, m, d, overflows);
  if (m.opt.solver === PGS) {
    startForces(m, d, start, problem.jacobian);
    solvePGS(m, d);
  } else {
    loadWhole(memory, m, d);
    startAcceleration(m, d, start, problem);
    if (start.isWhole) solveWhole(m, d, memory);
    else solveIslands(m, d, memory);
  }
  if (m.opt.noslip_iterations > 0) solveNoslip(m, d);
}

function solvePrimal(m: Model, d: Data, p: PrimalProblem): void {
  if (m.opt.solver === NEWTON) solveNewton(m, d, p);
  else solveCG(m, d, p);
}

/** Solves everything together. */
function solveWhole(m: Model, d: Data, memory: PrimalMemory): void {
  const { problem } = memory;
  startWhole(memory, d);
  solvePrimal(m, d, problem);
  storeWhole(problem, d);
}

/** Solves every island on its own. */
function solveIslands(m: Model, d: Data, memory: PrimalMemory): void {
  const { problem } = memory;
  const { nisland, nidof, nefc, map_idof2dof, map_efc2iefc, map_iefc2efc } = d;
  const { qfrc_smooth, qfrc_constraint, qacc_smooth, qacc, efc_force, efc_aref } = d;
  const { ifrc_smooth, ifrc_constraint, iacc_smooth, iacc, iefc_force, iefc_aref } = d;

  for (let i = 0; i < nidof; i++) {
    const dof = map_idof2dof[i];
    ifrc_smooth[i] = qfrc_smooth[dof];
    iacc_smooth[i] = qacc_smooth[dof];
    iacc[i] = problem.dofs.qacc[dof];
  }
  for (let i = 0; i < nefc; i++) iefc_aref[i] = efc_aref[map_iefc2efc[i]];

  for (let i = nidof; i < m.nv; i++) qacc[map_idof2dof[i]] = qacc_smooth[map_idof2dof[i]];

  loadIslands(memory, m, d);
  for (let k = 0; k < nisland; k++) {
    loadIsland(memory, m, d, k);
    solvePrimal(m, d, problem);
    storeIsland(problem, d);
  }

  for (let i = 0; i < nidof; i++) {
    const dof = map_idof2dof[i];
    qacc[dof] = iacc[i];
    qfrc_constraint[dof] = ifrc_constraint[i];
  }
  for (let i = 0; i < nefc; i++) efc_force[i] = iefc_force[map_efc2iefc[i]];
}
