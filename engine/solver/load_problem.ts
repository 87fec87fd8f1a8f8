/** Data → the primal problem of everything, or of one island, and its solution → data. */

import { copyAll } from "../math/vec.ts";
import { isPyramidal } from "../support/cone.ts";
import { findDenseRows, findIslandRows } from "../support/dense_rows.ts";
import { isDisabled } from "../support/flags.ts";
import { newPrefixViews, prefixOf, type PrefixViews } from "../support/prefix.ts";
import { groupRows } from "../support/sparse_rows.ts";
import { isSparse } from "../support/sparsity.ts";
import type { Data } from "../types/data.ts";
import { DisableBit, Solver } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { ProfileSlot } from "../wasm/profile_kernels.ts";
import { planGroups, planInertia } from "./kernel_plan.ts";
import type { PrimalProblem } from "./problem.ts";
import { mulInertia, mulJacobian } from "./products.ts";
import { prepareSparse, type SparsePattern } from "./sparse_pattern.ts";

declare module "../types/work.ts" {
  interface Work {
    /** sparse problems, one per island, remembered by their patterns */
    sparsePatterns?: SparsePattern[];
    /** the elements of the islands' Jacobians */
    islandViews?: PrefixViews;
  }
}

/** Makes the problem that of all dofs and rows, on the data's own vectors. */
export function loadAll(p: PrimalProblem, m: Model, d: Data): void {
  const { nv } = m;
  const { nefc, nisland } = d;
  const isNewton = m.opt.solver === Solver.NEWTON;
  p.reserve(m, d);
  p.isSparse = isSparse(m);
  p.isElliptic = !isPyramidal(m);
  p.contact = d.contact;
  p.patterns = d.work.sparsePatterns ??= [];
  p.placed.end = 0;
  p.dofs = p.all.dofs;
  p.dofadr = 0;
  p.nv = nv;
  p.ne = d.ne;
  p.nf = d.nf;
  p.nefc = nefc;
  p.Ma = p.all.Ma;
  p.Jaref = p.all.Jaref;
  useDataVectors(p, m, d);

  // without islands, or with one of everything, it is solved as a whole
  const byIsland = !isDisabled(m, DisableBit.ISLAND) && nisland > 0 && m.opt.noslip_iterations === 0;
  p.island = byIsland ? 0 : -1;
  p.isWhole = !byIsland || (nisland === 1 && d.nidof === nv);
  p.state = byIsland ? d.iefc_state : d.efc_state;

  const { all } = p;
  const nJ = p.isSparse ? p.J_rowadr[nefc - 1] + p.J_rownnz[nefc - 1] : nefc * nv;
  p.J.set(prefixOf(d.work.jacobianViews ??= newPrefixViews(), d.efc_J, nJ));
  const isSolved = p.isWhole && m.opt.solver !== Solver.PGS;
  p.chooseKernels(isNewton);
  if (isSolved) {
    copyAll(p.M, d.M);
    if (!isNewton) copyAll(p.qLD, d.qLD);
    if (p.kernels) useOwnVectors(p, isNewton);
  }
  if (p.isSparse) {
    p.J_group = all.J_group;
    groupRows(m, p.J_group, nefc, p.type, p.id);
    if (isSolved) prepareSparse(p, isNewton, d.capacity.nJ);
    else if (p.kernels) {
      // only multiplied
      planGroups(p, all.groupPlan, ProfileSlot.COUNT);
      p.plan = all.groupPlan.byteOffset;
    }
  } else {
    findDenseRows(m, d, p.rows);
    if (!p.kernels || !isSolved) return;
    if (all.planned !== p.M_colind) planInertia(p, all.inertiaPlan, ProfileSlot.COUNT);
    all.planned = p.M_colind;
    p.plan = all.inertiaPlan.byteOffset;
  }
}

function useDataVectors(p: PrimalProblem, m: Model, d: Data): void {
  // the data's vectors stay the same until rows need more room
  if (p.D === d.efc_D && p.qacc === d.qacc && p.J_colind === d.efc_J_colind) return;
  p.qfrc_smooth = d.qfrc_smooth;
  p.qacc_smooth = d.qacc_smooth;
  p.qacc = d.qacc;
  p.qLDiagInv = d.qLDiagInv;
  p.M_rownnz = m.M_rownnz;
  p.M_rowadr = m.M_rowadr;
  p.M_colind = m.M_colind;
  p.D = d.efc_D;
  p.R = d.efc_R;
  p.floss = d.efc_frictionloss;
  p.type = d.efc_type;
  p.id = d.efc_id;
  p.J_rownnz = d.efc_J_rownnz;
  p.J_rowadr = d.efc_J_rowadr;
  p.J_colind = d.efc_J_colind;
}

/** Copies the data's vectors to the memory of the kernels. */
function useOwnVectors(p: PrimalProblem, isNewton: boolean): void {
  const { own, nv, nefc } = p;
  p.qfrc_smooth = copy(own.qfrc_smooth, p.qfrc_smooth, 0, nv);
  p.qacc_smooth = copy(own.qacc_smooth, p.qacc_smooth, 0, nv);
  if (!isNewton) p.qLDiagInv = copy(own.qLDiagInv, p.qLDiagInv, 0, nv);
  p.D = copy(own.D, p.D, 0, nefc);
  p.qacc = own.qacc;
  p.state = own.state;
  p.describe();
}

/** Goes to where the warmstart has found the problem of everything to begin: Ma = M qacc and Jaref = J qacc − aref. */
export function startAll(p: PrimalProblem, d: Data): void {
  const { nv, nefc, isWarm, search, Ma, Jaref } = p;
  const { efc_b, qacc } = d;
  if (p.qacc !== qacc) copy(p.qacc, qacc, 0, nv);
  if (!isWarm) { for (let i = 0; i < nefc; i++) Jaref[i] = efc_b[i]; }

  // dofs outside of all islands have left the last acceleration
  if (isWarm && (d.nisland === 0 || d.nidof === nv)) return;
  for (let i = 0; i < nv; i++) search[i] = qacc[i];
  mulInertia(p, Ma, search);
}

/** Prepares to solve one island after the other. */
export function loadIslands(p: PrimalProblem, m: Model, d: Data): void {
  const { nefc, iefc_J, iefc_J_rowadr, iefc_J_rownnz } = d;
  copyAll(p.M, d.iM);
  if (m.opt.solver !== Solver.NEWTON) copyAll(p.qLD, d.iLD);
  if (!p.isSparse) return;
  const nJ = iefc_J_rowadr[nefc - 1] + iefc_J_rownnz[nefc - 1];
  p.J.set(prefixOf(d.work.islandViews ??= newPrefixViews(), iefc_J, nJ));
}

/** Makes the problem that of one island, on copies of its vectors, and goes to where it begins. */
export function loadIsland(p: PrimalProblem, m: Model, d: Data, island: number): void {
  const { own } = p;
  const dofadr = d.island_idofadr[island];
  const rowadr = d.island_iefcadr[island];
  const nv = d.island_nv[island];
  const nf = d.island_nf[island];
  const nefc = d.island_nefc[island];
  const isNewton = m.opt.solver === Solver.NEWTON;
  p.island = island;
  p.isUpdated = false;
  p.nv = nv;
  p.ne = d.island_ne[island];
  p.nf = nf;
  p.nefc = nefc;
  p.dofs = d.map_idof2dof;
  p.dofadr = dofadr;
  p.Ma = own.Ma;
  p.Jaref = own.Jaref;
  p.state = own.state;
  p.M_colind = d.iM_colind;
  p.J_colind = d.iefc_J_colind;
  p.qfrc_smooth = copy(own.qfrc_smooth, d.ifrc_smooth, dofadr, nv);
  p.qacc_smooth = copy(own.qacc_smooth, d.iacc_smooth, dofadr, nv);
  p.qacc = copy(own.qacc, d.iacc, dofadr, nv);
  p.qLDiagInv = copy(own.qLDiagInv, d.iLDiagInv, dofadr, nv);
  p.M_rownnz = copyInt(own.M_rownnz, d.iM_rownnz, dofadr, nv);
  p.M_rowadr = copyInt(own.M_rowadr, d.iM_rowadr, dofadr, nv);
  p.D = copy(own.D, d.iefc_D, rowadr, nefc);
  p.R = nf > 0 ? copy(own.R, d.iefc_R, rowadr, nefc) : own.R;
  p.floss = nf > 0 ? copy(own.floss, d.iefc_frictionloss, rowadr, nefc) : own.floss;
  p.type = copyInt(own.type, d.iefc_type, rowadr, nefc);
  p.id = copyInt(own.id, d.iefc_id, rowadr, nefc);

  p.chooseKernels(isNewton);
  if (p.isSparse) {
    p.J_rownnz = copyInt(own.J_rownnz, d.iefc_J_rownnz, rowadr, nefc);
    p.J_rowadr = copyInt(own.J_rowadr, d.iefc_J_rowadr, rowadr, nefc);
    p.J_group = own.J_group;
    groupRows(m, own.J_group, nefc, p.type, p.id);
    prepareSparse(p, isNewton, d.capacity.nJ);
  } else {
    copy(p.J, d.iefc_J, d.nidof * rowadr, nefc * nv);
    findIslandRows(m, d, p.rows, island);
    if (p.kernels) {
      planInertia(p, own.inertiaPlan, ProfileSlot.COUNT);
      p.plan = own.inertiaPlan.byteOffset;
    }
  }
  p.describe();
  startIsland(p, d, dofadr, rowadr);
}

/** Ma = M qacc and Jaref = J qacc − aref of an island: sparse sums have the order of everything, dense ones do not. */
function startIsland(p: PrimalProblem, d: Data, dofadr: number, rowadr: number): void {
  const { nv, nefc, isWarm, all, own, Ma, Jaref, Jv, search } = p;
  const { efc_b, iefc_aref, map_idof2dof, map_iefc2efc } = d;
  if (isWarm) { for (let i = 0; i < nv; i++) Ma[i] = all.Ma[map_idof2dof[dofadr + i]]; }
  else mulInertia(p, Ma, own.qacc);
  if (p.isSparse) {
    const jar = isWarm ? all.Jaref : efc_b;
    for (let i = 0; i < nefc; i++) Jaref[i] = jar[map_iefc2efc[rowadr + i]];
  } else {
    copy(search, own.qacc, 0, nv);
    mulJacobian(p, Jv, search);
    for (let i = 0; i < nefc; i++) Jaref[i] = Jv[i] - iefc_aref[rowadr + i];
  }
}

/** Copies the solution of everything to the data. */
export function storeAll(p: PrimalProblem, d: Data): void {
  copy(d.efc_force, p.force, 0, p.nefc);
  copy(d.qfrc_constraint, p.qfrc_constraint, 0, p.nv);
  if (p.qacc === d.qacc) return;
  copy(d.qacc, p.qacc, 0, p.nv);
  copyInt(p.island < 0 ? d.efc_state : d.iefc_state, p.state, 0, p.nefc);
}

/** Copies the solution of an island to the data. */
export function storeIsland(p: PrimalProblem, d: Data): void {
  const { nv, nefc, island, qacc, qfrc_constraint, force, state } = p;
  const { iacc, ifrc_constraint, iefc_force, iefc_state } = d;
  const dofadr = d.island_idofadr[island];
  const rowadr = d.island_iefcadr[island];
  for (let i = 0; i < nv; i++) {
    iacc[dofadr + i] = qacc[i];
    ifrc_constraint[dofadr + i] = qfrc_constraint[i];
  }
  for (let i = 0; i < nefc; i++) {
    iefc_force[rowadr + i] = force[i];
    iefc_state[rowadr + i] = state[i];
  }
}

function copy(to: Float64Array, from: Float64Array, adr: number, n: number): Float64Array {
  for (let i = 0; i < n; i++) to[i] = from[adr + i];
  return to;
}

function copyInt(to: Int32Array, from: Int32Array, adr: number, n: number): Int32Array {
  for (let i = 0; i < n; i++) to[i] = from[adr + i];
  return to;
}
