/** Where the solver starts. */

import { constraintUpdate } from "../support/constraint_update.ts";
import { isDisabled } from "../support/flags.ts";
import { roomFloat } from "../support/grow.ts";
import { mulM } from "../support/inertia.ts";
import { mulJacTVec, mulJacVec } from "../support/mul_jac.ts";
import { dotSparse } from "../support/sparse.ts";
import { isSparse } from "../support/sparsity.ts";
import { dot } from "../math/vec.ts";
import type { Data } from "../types/data.ts";
import { DisableBit, Solver } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

declare module "../types/work.ts" {
  interface Work {
    warmstart?: { jar: Float64Array; Ma: Float64Array };
  }
}

/**
 * Sets `qacc` and `efc_force` to the better of two guesses: the last acceleration, and the one without constraints. For
 * PGS, which iterates on forces, these are the forces of the last acceleration, or none.
 */
export function warmstart(m: Model, d: Data): void {
  const { nv, opt } = m;
  const { nefc, nisland, nidof, qacc, qacc_warmstart, qacc_smooth, qfrc_smooth, map_idof2dof } = d;
  const { efc_aref, efc_force, efc_b } = d;
  if (isDisabled(m, DisableBit.WARMSTART)) {
    for (let i = 0; i < nv; i++) qacc[i] = qacc_smooth[i];
    for (let i = 0; i < nefc; i++) efc_force[i] = 0;
    return;
  }

  const work = d.work.warmstart ??= { jar: new Float64Array(0), Ma: new Float64Array(nv) };
  const jar = work.jar = roomFloat(work.jar, d.capacity.nefc);
  for (let i = 0; i < nv; i++) qacc[i] = qacc_warmstart[i];
  mulJacVec(m, d, jar, qacc_warmstart);
  for (let i = 0; i < nefc; i++) jar[i] -= efc_aref[i];
  let cost = update(m, d, jar);

  if (opt.solver === Solver.PGS) {
    if (dualCost(m, d) > 0) {
      for (let i = 0; i < nefc; i++) efc_force[i] = 0;
      d.qfrc_constraint.fill(0);
    }
  } else {
    const { Ma } = work;
    mulM(m, d, Ma, 0, qacc_warmstart, 0);
    for (let i = 0; i < nv; i++) cost += 0.5 * (Ma[i] - qfrc_smooth[i]) * (qacc_warmstart[i] - qacc_smooth[i]);
    const smoothCost = update(m, d, efc_b);
    if (cost > smoothCost) {
      for (let i = 0; i < nv; i++) qacc[i] = qacc_smooth[i];
    }
  }

  // dofs outside of all islands are not solved for
  if (nisland > 0) {
    for (let i = nidof; i < nv; i++) qacc[map_idof2dof[i]] = qacc_smooth[map_idof2dof[i]];
  }
}

/** Forces and states of the rows at `jar`, and the generalized force; returns the cost. */
function update(m: Model, d: Data, jar: Float64Array): number {
  const cost = constraintUpdate(
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
    d.efc_state,
    d.efc_force,
  );
  mulJacTVec(m, d, d.qfrc_constraint, d.efc_force);
  return cost;
}

/** Cost of `efc_force` in the dual problem: ½ fᵀ AR f + fᵀ b. */
function dualCost(m: Model, d: Data): number {
  const { nefc, efc_AR, efc_AR_rownnz, efc_AR_rowadr, efc_AR_colind, efc_force, efc_b } = d;
  const ARf = d.work.warmstart?.jar ?? new Float64Array(nefc);
  for (let i = 0; i < nefc; i++) {
    ARf[i] = isSparse(m)
      ? dotSparse(efc_AR, efc_AR_rowadr[i], efc_AR_rownnz[i], efc_AR_colind, efc_force, 0)
      : dot(efc_AR, i * nefc, efc_force, 0, nefc);
  }
  return dot(efc_force, 0, efc_b, 0, nefc) + 0.5 * dot(efc_force, 0, ARf, 0, nefc);
}
