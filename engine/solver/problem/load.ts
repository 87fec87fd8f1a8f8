/** From data to the primal problem of everything or of one island, and from its solution to data. */

import { isDisabled, isPyramidal, isSparse } from "../../model/queries.ts";
import type { Data } from "../../data.ts";
import { DisableBit, Solver } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { PLAN } from "../../wasm/plan.ts";
import { PROFILE_DOFS } from "../hessian/profile_hessian.ts";
import type { DenseJacobian } from "../jacobian/dense_jacobian.ts";
import type { SparseJacobian } from "../jacobian/sparse_jacobian.ts";
import type { SolverKernels } from "./kernels.ts";
import type { PrimalMemory } from "./memory.ts";
import { ALL_DOFS, type Dofs, Known, patternOf, placeInertia } from "./pattern.ts";
import { planGroups } from "./plan.ts";
import { NUMBER, type PrimalProblem } from "./problem.ts";

// V8-1
const { ISLAND } = DisableBit;
const { CG, NEWTON, PGS } = Solver;

/** Is every island solved on its own? A single island with all dofs is solved as everything. */
export function isByIsland(m: Model, d: Data): boolean {
  return hasIslands(m, d) && !(d.nisland === 1 && d.nidof === m.nv);
}

/** Do islands tell how problems are scaled and where their results go? */
export function hasIslands(m: Model, d: Data): boolean {
  return !isDisabled(m, ISLAND) && d.nisland > 0 && m.opt.noslip_iterations === 0;
}

/**
 * Loads the matrices of everything: the Jacobian and the inertia, which are needed for the starting point, and if everything
 * is solved together, the Hessian too.
 */
export function loadMatrices(memory: PrimalMemory, m: Model, d: Data, overflows: boolean): void {
  const { start, problem, inertia, denseWhole, sparseWhole, plans, isNew } = memory;
  const { kernels } = memory;
  if (isNew) {
    start.isWhole = m.opt.solver !== PGS && !isByIsland(m, d);
    if (kernels) plans.begin(d);
    inertia.useWhole(m, kernels);
  }
  inertia.loadWhole(d, start.isWhole && m.opt.solver === CG);
  if (!isSparse(m)) {
    start.spreads = overflows || !(allFinite(d.qacc_smooth, m.nv) && allFinite(d.qacc_warmstart, m.nv));
    if (isNew) {
      denseWhole.useWhole(m, d, kernels);
      useDense(memory, denseWhole, kernels);
      if (kernels) inertia.plan = placeInertia(m, d, inertia, plans);
    }
    denseWhole.listWhole(m, d, start.spreads);
    return;
  }
  problem.jacobian = sparseWhole;
  start.spreads = false;
  sparseWhole.loadWhole(m, d, kernels);
  if (start.isWhole) useSparse(memory, m, d, sparseWhole, ALL_DOFS, kernels);
  else if (kernels) {
    planGroups(sparseWhole, memory.groupPlan, PLAN.ints);
    sparseWhole.plan = memory.groupPlan.byteOffset;
    inertia.plan = placeInertia(m, d, inertia, plans);
  }
}

/** Makes the problem a dense one. */
function useDense(
  { problem, denseHessian }: PrimalMemory,
  jacobian: DenseJacobian,
  kernels: SolverKernels | null,
): void {
  problem.jacobian = jacobian;
  problem.hessian = denseHessian;
  denseHessian.use(jacobian, kernels);
}

/** Makes the problem a sparse one. */
function useSparse(
  memory: PrimalMemory,
  m: Model,
  d: Data,
  jacobian: SparseJacobian,
  dofs: Dofs,
  kernels: SolverKernels | null,
): void {
  const { problem, inertia, sparseHessian, profileHessian, plans } = memory;
  const isNewton = m.opt.solver === NEWTON;
  const pattern = patternOf(m, d, dofs);

  let known = 0;
  if (isNewton) known |= Known.HESSIAN;
  if (kernels) known |= Known.PLAN;
  if (isNewton && kernels !== null && jacobian.nv <= PROFILE_DOFS) known |= Known.PROFILE;
  pattern.findSparse(known, inertia, jacobian, dofs, kernels === null, plans);
  if (kernels) inertia.plan = jacobian.plan = plans.place(pattern.plan);

  problem.jacobian = jacobian;
  const isProfile = isNewton && kernels !== null && pattern.isProfile;
  problem.hessian = isProfile ? profileHessian : sparseHessian;
  if (isProfile) profileHessian.use(jacobian, pattern, kernels);
  else if (isNewton) sparseHessian.use(jacobian, pattern.hessian);
}

/** Makes the problem that of everything, at the last acceleration; if islands are solved, that is the starting point. */
export function loadWhole(memory: PrimalMemory, m: Model, d: Data): void {
  const { problem: p } = memory;
  p.island = hasIslands(m, d) ? 0 : -1;
  p.nv = m.nv;
  p.ne = d.ne;
  p.nf = d.nf;
  p.nefc = d.nefc;
  copyDofs(p, d.qfrc_smooth, d.qacc_smooth, d.qacc_warmstart, 0);
  if (memory.isNew) p.rows.useData(d, p.island >= 0);
  begin(memory, m, d, memory.isNew);
}

/** Completes the problem of everything at its starting point: Ma = M qacc and Jaref = J qacc − aref. */
export function startWhole(memory: PrimalMemory, d: Data): void {
  const { problem: p, start, inertia } = memory;
  const { dofs, rows } = p;
  const { nisland, nidof, map_idof2dof } = d;
  // dofs outside all islands do not start at the last acceleration
  if (nisland > 0 && nidof < p.nv) {
    for (let i = nidof; i < p.nv; i++) dofs.qacc[map_idof2dof[i]] = d.qacc_smooth[map_idof2dof[i]];
    inertia.mul(dofs.Ma, dofs.qacc);
  }
  if (!start.spreads) return;
  p.block.ints[NUMBER.known] = 0;
  p.jacobian.mul(rows.Jv, dofs.qacc);
  for (let i = 0; i < p.nefc; i++) rows.Jaref[i] = rows.Jv[i] - rows.aref[i];
}

/** Are the first `n` numbers finite? */
export function allFinite(v: Float64Array, n: number): boolean {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += 0 * v[i];
  return sum === 0;
}

/** Loads the matrices of all islands. */
export function loadIslands(memory: PrimalMemory, m: Model, d: Data): void {
  const { start, problem } = memory;
  memory.inertia.loadIslands(d, m.opt.solver === CG);
  copy(start.Ma, problem.dofs.Ma, 0, m.nv);
  copy(start.Jaref, problem.rows.Jaref, 0, d.nefc);
}

/** Makes the problem that of one island, at the starting point. */
export function loadIsland(memory: PrimalMemory, m: Model, d: Data, island: number): void {
  const { problem: p, inertia, denseIsland, sparseIsland } = memory;
  const dofadr = d.island_idofadr[island];
  const rowadr = d.island_iefcadr[island];
  const nv = d.island_nv[island];
  const { kernels } = memory;
  p.island = island;
  p.nv = nv;
  p.ne = d.island_ne[island];
  p.nf = d.island_nf[island];
  p.nefc = d.island_nefc[island];
  copyDofs(p, d.ifrc_smooth, d.iacc_smooth, d.iacc, dofadr);
  copyRows(p, d, rowadr, kernels === null || !isPyramidal(m));

  const { islandDofs } = memory;
  islandDofs.list = d.map_idof2dof;
  islandDofs.first = dofadr;
  inertia.loadIsland(d, island, m.opt.solver === CG, kernels);
  if (isSparse(m)) {
    sparseIsland.loadIsland(m, d, island, kernels);
    useSparse(memory, m, d, sparseIsland, islandDofs, kernels);
  } else {
    denseIsland.loadIsland(d, memory.denseWhole.rows, island, kernels, memory.start.spreads);
    useDense(memory, denseIsland, kernels);
    if (kernels) inertia.plan = patternOf(m, d, islandDofs).placeDense(inertia, islandDofs, memory.plans);
  }
  begin(memory, m, d, true);
  startIsland(memory, m, d, dofadr, rowadr);
}

/**
 * Ma = M qacc and Jaref = J qacc − aref of an island: sparse sums have the same order as for everything, dense ones do
 * not.
 */
function startIsland(memory: PrimalMemory, m: Model, d: Data, dofadr: number, rowadr: number): void {
  const { problem: p, start } = memory;
  const { nv, nefc, dofs, rows } = p;
  const { iefc_aref, map_idof2dof, map_iefc2efc } = d;
  p.block.ints[NUMBER.known] = 0;
  for (let i = 0; i < nv; i++) dofs.Ma[i] = start.Ma[map_idof2dof[dofadr + i]];
  if (isSparse(m)) {
    for (let i = 0; i < nefc; i++) rows.Jaref[i] = start.Jaref[map_iefc2efc[rowadr + i]];
    return;
  }
  p.jacobian.mul(rows.Jv, dofs.qacc);
  for (let i = 0; i < nefc; i++) rows.Jaref[i] = rows.Jv[i] - iefc_aref[rowadr + i];
}

/** Chooses between kernels and loops for the steps of the iteration, if the problem is new to them. */
function begin(memory: PrimalMemory, m: Model, d: Data, isNew: boolean): void {
  const { problem: p, loopSteps, kernelSteps, kernels } = memory;
  p.contact = d.contact;
  if (isNew) {
    p.isNewton = m.opt.solver === NEWTON;
    p.isElliptic = !isPyramidal(m);
    p.steps = kernels === null ? loopSteps : kernelSteps;
  }
  if (kernels) kernelSteps.begin(p, isNew);
}

/** Copies the properties of the rows of an island; kernels ask for types only where there may be cones. */
function copyRows(p: PrimalProblem, d: Data, adr: number, withTypes: boolean): void {
  const { ne, nf, nefc, rows } = p;
  rows.useOwn();
  const { type, id } = rows;
  const { iefc_type, iefc_id } = d;
  copy(rows.D, d.iefc_D, adr, nefc);
  if (nf > 0) {
    copy(rows.R, d.iefc_R, adr, ne + nf);
    copy(rows.floss, d.iefc_frictionloss, adr, ne + nf);
  }
  if (!withTypes) return;
  for (let i = 0; i < nefc; i++) {
    type[i] = iefc_type[adr + i];
    id[i] = iefc_id[adr + i];
  }
}

/** Copies the solution of everything to the data, and to the only island, which has the same order. */
export function storeWhole(p: PrimalProblem, d: Data): void {
  const { nv, nefc, dofs } = p;
  const { qacc, qfrc_constraint, ifrc_smooth, ifrc_constraint, iacc_smooth, iacc } = d;
  if (p.island < 0) {
    for (let i = 0; i < nv; i++) {
      qacc[i] = dofs.qacc[i];
      qfrc_constraint[i] = dofs.qfrc_constraint[i];
    }
    return;
  }
  for (let i = 0; i < nv; i++) {
    ifrc_smooth[i] = dofs.qfrc_smooth[i];
    iacc_smooth[i] = dofs.qacc_smooth[i];
    qfrc_constraint[i] = ifrc_constraint[i] = dofs.qfrc_constraint[i];
    qacc[i] = iacc[i] = dofs.qacc[i];
  }
  const { efc_force, efc_aref, iefc_force, iefc_aref } = d;
  for (let i = 0; i < nefc; i++) {
    iefc_aref[i] = efc_aref[i];
    iefc_force[i] = efc_force[i];
  }
}

/** Copies the solution of an island to the data. */
export function storeIsland(p: PrimalProblem, d: Data): void {
  const { nv, nefc } = p;
  const dofadr = d.island_idofadr[p.island];
  const rowadr = d.island_iefcadr[p.island];
  const { iacc, ifrc_constraint, iefc_force, iefc_state } = d;
  const { qacc, qfrc_constraint } = p.dofs;
  const { force, state } = p.rows;
  for (let i = 0; i < nv; i++) {
    iacc[dofadr + i] = qacc[i];
    ifrc_constraint[dofadr + i] = qfrc_constraint[i];
  }
  for (let i = 0; i < nefc; i++) {
    iefc_force[rowadr + i] = force[i];
    iefc_state[rowadr + i] = state[i];
  }
}

/** Copies forces and accelerations. */
function copyDofs(
  { nv, dofs }: PrimalProblem,
  smooth: Float64Array,
  accSmooth: Float64Array,
  acc: Float64Array,
  adr: number,
): void {
  const { qfrc_smooth, qacc_smooth, qacc } = dofs;
  for (let i = 0; i < nv; i++) {
    qfrc_smooth[i] = smooth[adr + i];
    qacc_smooth[i] = accSmooth[adr + i];
    qacc[i] = acc[adr + i];
  }
}

function copy(to: Float64Array, from: Float64Array, adr: number, n: number): void {
  for (let i = 0; i < n; i++) to[i] = from[adr + i];
}
