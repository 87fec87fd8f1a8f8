/** From data to the primal problem of everything or of one island, and from its solution to data. */

import * as queries from "../../model/queries.ts";
import type { Data } from "../../data.ts";
import { DisableBit, Solver } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { PLAN } from "../../wasm/plan.ts";
import { STEPS } from "../../wasm/primal_kernels.ts";
import * as signatures from "../signature.ts";
import { PROFILE_DOFS } from "../hessian/profile_hessian.ts";
import type { DenseJacobian } from "../jacobian/dense_jacobian.ts";
import type { SparseJacobian } from "../jacobian/sparse_jacobian.ts";
import type { SolverKernels } from "./kernels.ts";
import type { PrimalMemory } from "./memory.ts";
import { ALL_DOFS, type Dofs, Known, patternOf, placeInertia } from "./pattern.ts";
import type { Inertia } from "./inertia.ts";
import { planGroups } from "./plan.ts";
import type { PrimalProblem } from "./problem.ts";
import type { Start } from "./start.ts";

// V8-1
const { note } = signatures;
const NUMBER = STEPS.slot;
const { isDisabled, isPyramidal, isSparse } = queries;
const { ISLAND, WARMSTART } = DisableBit;
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
    inertia.useWhole(m, d, memory.isHere, kernels);
  }
  inertia.loadWhole(d, memory.isHere, start.isWhole && m.opt.solver === CG);
  if (!isSparse(m)) {
    start.spreads = overflows || !areFinite(d.qacc_smooth, d.qacc_warmstart, m.nv);
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
  // a store of what is there already takes longer than the comparison
  if (problem.jacobian !== jacobian) problem.jacobian = jacobian;
  if (problem.hessian !== denseHessian) problem.hessian = denseHessian;
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

  if (problem.jacobian !== jacobian) problem.jacobian = jacobian;
  const isProfile = isNewton && kernels !== null && pattern.isProfile;
  const hessian = isProfile ? profileHessian : sparseHessian;
  if (problem.hessian !== hessian) problem.hessian = hessian;
  if (isProfile) profileHessian.use(jacobian, pattern, kernels);
  else if (isNewton) sparseHessian.use(jacobian, pattern.hessian);
}

/** Makes the problem that of everything, at the last acceleration. */
export function loadWhole(memory: PrimalMemory, m: Model, d: Data): void {
  const { problem: p } = memory;
  p.island = hasIslands(m, d) ? 0 : -1;
  p.nv = m.nv;
  p.ne = d.ne;
  p.nf = d.nf;
  p.nefc = d.nefc;
  if (p.dofs !== p.whole) p.dofs = p.whole;
  if (p.rows !== p.wholeRows) p.rows = p.wholeRows;
  if (memory.isNew) {
    p.whole.useData(d, memory.isHere);
    p.rows.useData(d, p.island >= 0, !isDisabled(m, WARMSTART));
  }
  p.whole.load(d, m.nv, memory.isHere);
  begin(memory, m, d, memory.isNew);
}

/** Completes the problem of everything at its starting point: Ma = M qacc and Jaref = J qacc − aref. */
export function startWhole(d: Data, start: Start, p: PrimalProblem, inertia: Inertia): void {
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
  const even = n & ~1;
  // two sums, as each addition waits for the one before
  let sum0 = n > even ? 0 * v[even] : 0;
  let sum1 = 0;
  for (let i = 0; i < even; i += 2) {
    sum0 += 0 * v[i];
    sum1 += 0 * v[i + 1];
  }
  return sum0 + sum1 === 0;
}

/** Are the first `n` numbers of both finite? */
function areFinite(v: Float64Array, w: Float64Array, n: number): boolean {
  let sum0 = 0;
  let sum1 = 0;
  for (let i = 0; i < n; i++) {
    sum0 += 0 * v[i];
    sum1 += 0 * w[i];
  }
  return sum0 + sum1 === 0;
}

/** Loads what islands share: the inertia, and the starting point. */
export function loadIslands(memory: PrimalMemory, m: Model, d: Data): void {
  const { start, problem: p, kernels, kernelSteps, isNew } = memory;
  memory.inertia.loadIslands(d, memory.isHere, m.opt.solver === CG);
  p.dofs = p.ofIsland;
  p.rows = p.islandRows;
  if (memory.islandDofs.list !== d.map_idof2dof) memory.islandDofs.list = d.map_idof2dof;
  if (kernels === null) {
    p.rows.useOwn();
    return;
  }
  if (isNew) p.rows.useIslands(d);
  memory.areIslandsKnown = listIslands(memory, d) && !isNew;
  kernelSteps.beginIslands(p, d, start.list, start.qfrc_constraint, isNew);
}

/** Lists the dofs of all islands; returns whether their plans are those of the last time, where they were. */
function listIslands({ start: { list }, plans, islandPlans }: PrimalMemory, d: Data): boolean {
  const { nisland, nidof, island_nv, map_idof2dof } = d;
  let changes = note(islandPlans, 0, plans.moves);
  for (let k = 0; k < nisland; k++) changes |= note(islandPlans, 2 * k + 1, island_nv[k]);
  for (let i = 0; i < nidof; i++) changes |= note(list, i, map_idof2dof[i]);
  return changes === 0;
}

/** Makes the problem that of one island, at the starting point. */
export function loadIsland(memory: PrimalMemory, m: Model, d: Data, island: number): void {
  const { problem: p, start, inertia, denseIsland, sparseIsland, kernels } = memory;
  const dofadr = d.island_idofadr[island];
  const rowadr = d.island_iefcadr[island];
  p.island = island;
  p.nv = d.island_nv[island];
  p.ne = d.island_ne[island];
  p.nf = d.island_nf[island];
  p.nefc = d.island_nefc[island];
  const { islandDofs, islandPlans, kernelSteps } = memory;
  if (kernels) p.rows.first = rowadr;
  else copyRows(p, d, rowadr);
  islandDofs.first = dofadr;
  const isKnown = kernels !== null && memory.areIslandsKnown && !isSparse(m);
  inertia.loadIsland(d, island, m.opt.solver === CG, kernels, isKnown);
  if (isSparse(m)) {
    sparseIsland.loadIsland(m, d, island, kernels);
    useSparse(memory, m, d, sparseIsland, islandDofs, kernels);
  } else {
    denseIsland.loadIsland(d, memory.denseWhole.rows, island, kernels, start.spreads);
    useDense(memory, denseIsland, kernels);
    const at = 2 * island + 2;
    if (kernels && !isKnown) {
      islandPlans[at] = patternOf(m, d, islandDofs).placeDense(inertia, islandDofs, memory.plans);
    }
    inertia.plan = islandPlans[at];
  }
  p.block.ints[NUMBER.known] = 0;
  if (kernels) {
    kernelSteps.beginIsland(p, dofadr, rowadr, isKnown);
    if (isSparse(m)) kernels.gatherSparse();
    else kernels.gatherDense();
  } else startIsland(p, m, d, dofadr, rowadr);
}

/**
 * The starting point of an island, where loops do the work. Ma = M qacc and Jaref = J qacc − aref: sparse sums have the same
 * order as for everything, dense ones do not.
 */
function startIsland(p: PrimalProblem, m: Model, d: Data, dofadr: number, rowadr: number): void {
  const { nv, nefc, whole, dofs, rows } = p;
  const { iefc_aref, efc_aref, map_idof2dof, map_iefc2efc } = d;
  for (let i = 0; i < nv; i++) {
    const dof = map_idof2dof[dofadr + i];
    dofs.qfrc_smooth[i] = whole.qfrc_smooth[dof];
    dofs.qacc_smooth[i] = whole.qacc_smooth[dof];
    dofs.qacc[i] = whole.qacc[dof];
    dofs.Ma[i] = whole.Ma[dof];
  }
  for (let i = rowadr; i < rowadr + nefc; i++) iefc_aref[i] = efc_aref[map_iefc2efc[i]];
  if (isSparse(m)) {
    for (let i = 0; i < nefc; i++) rows.Jaref[i] = p.wholeRows.Jaref[map_iefc2efc[rowadr + i]];
    return;
  }
  p.jacobian.mul(rows.Jv, dofs.qacc);
  for (let i = 0; i < nefc; i++) rows.Jaref[i] = rows.Jv[i] - iefc_aref[rowadr + i];
}

/** Chooses between kernels and loops for the steps of the iteration, if the problem is new to them. */
function begin(memory: PrimalMemory, m: Model, d: Data, isNew: boolean): void {
  const { problem: p, loopSteps, kernelSteps, kernels } = memory;
  if (p.contact !== d.contact) p.contact = d.contact;
  if (isNew) {
    p.isNewton = m.opt.solver === NEWTON;
    p.isElliptic = !isPyramidal(m);
    p.steps = kernels === null ? loopSteps : kernelSteps;
  }
  if (kernels) kernelSteps.begin(p, isNew);
}

/** Copies the properties of the rows of an island. */
function copyRows(p: PrimalProblem, d: Data, adr: number): void {
  const { ne, nf, nefc, rows } = p;
  const { type, id } = rows;
  const { iefc_type, iefc_id } = d;
  copy(rows.D, d.iefc_D, adr, nefc);
  if (nf > 0) {
    copy(rows.R, d.iefc_R, adr, ne + nf);
    copy(rows.floss, d.iefc_frictionloss, adr, ne + nf);
  }
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

/** Puts the solution of an island where that of everything is. */
export function storeIsland({ start, problem: p, kernels }: PrimalMemory, d: Data): void {
  if (kernels) {
    kernels.scatter();
    return;
  }
  const { nv, nefc, dofs, rows, whole } = p;
  const dofadr = d.island_idofadr[p.island];
  const rowadr = d.island_iefcadr[p.island];
  const { map_idof2dof, map_iefc2efc, efc_force, iefc_force, iefc_state } = d;
  for (let i = 0; i < nv; i++) {
    const dof = map_idof2dof[dofadr + i];
    whole.qacc[dof] = dofs.qacc[i];
    start.qfrc_constraint[dof] = dofs.qfrc_constraint[i];
  }
  for (let i = 0; i < nefc; i++) {
    efc_force[map_iefc2efc[rowadr + i]] = iefc_force[rowadr + i] = rows.force[i];
    iefc_state[rowadr + i] = rows.state[i];
  }
}

/** Copies the solutions of all islands to the data, and what they began with. */
export function storeIslands({ start, problem }: PrimalMemory, m: Model, d: Data): void {
  const { nidof, map_idof2dof, qfrc_smooth, qfrc_constraint, qacc_smooth, qacc } = d;
  const { ifrc_smooth, ifrc_constraint, iacc_smooth, iacc } = d;
  const { qacc: acc } = problem.whole;
  const { qfrc_constraint: force } = start;
  for (let i = 0; i < nidof; i++) {
    const dof = map_idof2dof[i];
    ifrc_smooth[i] = qfrc_smooth[dof];
    iacc_smooth[i] = qacc_smooth[dof];
    iacc[i] = qacc[dof] = acc[dof];
    ifrc_constraint[i] = qfrc_constraint[dof] = force[dof];
  }
  // without constraints, nothing changes
  for (let i = nidof; i < m.nv; i++) qacc[map_idof2dof[i]] = qacc_smooth[map_idof2dof[i]];
}

function copy(to: Float64Array, from: Float64Array, adr: number, n: number): void {
  for (let i = 0; i < n; i++) to[i] = from[adr + i];
}
