/** Where the solver starts. */

import { constraintUpdate } from "../support/constraint_update.ts";
import { isDisabled } from "../support/flags.ts";
import { mulM } from "../support/inertia.ts";
import { dotSparse } from "../support/sparse.ts";
import { isSparse } from "../support/sparsity.ts";
import { dotTo } from "../math/vec.ts";
import type { Data } from "../types/data.ts";
import { DisableBit, Solver } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { PrimalProblem } from "./problem.ts";
import { mulJacobian } from "./products.ts";

// cost of a guess, and a part of it
const cost = new Float64Array(2);

/**
 * Sets `efc_b`, and `qacc` and `efc_force` to the better of two guesses: the last acceleration, and the one without
 * constraints. For PGS, which iterates on forces, these are the forces of the last acceleration, or none.
 */
export function warmstart(m: Model, d: Data, p: PrimalProblem): void {
  const { nv, opt } = m;
  const { nefc, nisland, nidof, qacc, qacc_warmstart, qacc_smooth, qfrc_smooth, map_idof2dof } = d;
  const { efc_force, efc_b } = d;
  const { Ma, Jaref } = p.all;

  // constraint-space acceleration without constraint forces
  violation(d, p, efc_b, qacc_smooth);

  p.isWarm = false;
  p.isUpdated = false;
  if (isDisabled(m, DisableBit.WARMSTART)) {
    for (let i = 0; i < nv; i++) qacc[i] = qacc_smooth[i];
    for (let i = 0; i < nefc; i++) efc_force[i] = 0;
    return;
  }

  violation(d, p, Jaref, qacc_warmstart);
  if (opt.solver === Solver.PGS) {
    update(d, Jaref, d.efc_state, efc_force);
    dualCost(m, d, Jaref);
    if (cost[0] > 0) {
      for (let i = 0; i < nefc; i++) efc_force[i] = 0;
    }
    p.isWarm = true;
  } else {
    update(d, efc_b, d.efc_state, efc_force);
    const smoothCost = cost[0];
    // where the solver finds them, if it starts from there
    update(d, Jaref, p.state, p.force);
    p.cost[0] = cost[0];
    mulM(m, d, Ma, 0, qacc_warmstart, 0);
    let warmCost = cost[0];
    for (let i = 0; i < nv; i++) warmCost += 0.5 * (Ma[i] - qfrc_smooth[i]) * (qacc_warmstart[i] - qacc_smooth[i]);
    p.isWarm = !(warmCost > smoothCost);
    p.isUpdated = p.isWarm;
  }
  const guess = p.isWarm ? qacc_warmstart : qacc_smooth;
  for (let i = 0; i < nv; i++) qacc[i] = guess[i];

  // dofs outside of all islands are not solved for
  if (nisland > 0) {
    for (let i = nidof; i < nv; i++) qacc[map_idof2dof[i]] = qacc_smooth[map_idof2dof[i]];
  }
}

/** res = J v − aref */
function violation(d: Data, p: PrimalProblem, res: Float64Array, v: Float64Array): void {
  const { nv, search, Jv } = p;
  const { nefc, efc_aref } = d;
  for (let i = 0; i < nv; i++) search[i] = v[i];
  mulJacobian(p, Jv, search);
  for (let i = 0; i < nefc; i++) res[i] = Jv[i] - efc_aref[i];
}

/** Forces and states of the rows at `jar`, and their cost. */
function update(d: Data, jar: Float64Array, state: Int32Array, force: Float64Array): void {
  constraintUpdate(
    d.ne,
    d.nf,
    d.nefc,
    d.efc_D,
    d.efc_R,
    d.efc_frictionloss,
    jar,
    d.efc_type,
    d.efc_id,
    d.contact,
    state,
    force,
    cost,
  );
}

/** Cost of `efc_force` in the dual problem: ½ fᵀ AR f + fᵀ b, to `cost[0]`. Overwrites `ARf`. */
function dualCost(m: Model, d: Data, ARf: Float64Array): void {
  const { nefc, efc_AR, efc_AR_rownnz, efc_AR_rowadr, efc_AR_colind, efc_force, efc_b } = d;
  const sparse = isSparse(m);
  for (let i = 0; i < nefc; i++) {
    if (sparse) ARf[i] = dotSparse(efc_AR, efc_AR_rowadr[i], efc_AR_rownnz[i], efc_AR_colind, efc_force, 0);
    else dotTo(ARf, i, efc_AR, i * nefc, efc_force, 0, nefc);
  }
  dotTo(cost, 0, efc_force, 0, efc_b, 0, nefc);
  dotTo(cost, 1, efc_force, 0, ARf, 0, nefc);
  cost[0] += 0.5 * cost[1];
}
