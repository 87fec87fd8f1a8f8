/** Where the solver starts. */

import { constraintUpdate } from "../support/constraint_update.ts";
import { type DenseRows, findDenseRows, mulRows, newDenseRows } from "../support/dense_rows.ts";
import { isDisabled } from "../support/flags.ts";
import { roomFloat, roomInt } from "../support/grow.ts";
import { mulM } from "../support/inertia.ts";
import { dotSparse } from "../support/sparse.ts";
import { groupRows, mulGroups } from "../support/sparse_rows.ts";
import { isSparse } from "../support/sparsity.ts";
import { dotTo } from "../math/vec.ts";
import type { Data } from "../types/data.ts";
import { DisableBit, Solver } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

declare module "../types/work.ts" {
  interface Work {
    start?: Start;
  }
}

/** The starting point, with products that the primal solvers need of it. */
export interface Start {
  /** is it the last acceleration, or the one without constraints */
  isWarm: boolean;
  /** J qacc_warmstart − aref */
  jar: Float64Array;
  /** M qacc_warmstart */
  Ma: Float64Array;
  /** columns of a dense Jacobian */
  rows: DenseRows;
  /** rows of a sparse Jacobian that have the same columns */
  group: Int32Array;
}

// cost of a guess, and a part of it
const cost = new Float64Array(2);

/**
 * Sets `efc_b`, and `qacc` and `efc_force` to the better of two guesses: the last acceleration, and the one without
 * constraints. For PGS, which iterates on forces, these are the forces of the last acceleration, or none.
 */
export function warmstart(m: Model, d: Data): Start {
  const { nv, opt } = m;
  const { nefc, nisland, nidof, qacc, qacc_warmstart, qacc_smooth, qfrc_smooth, map_idof2dof } = d;
  const { efc_aref, efc_force, efc_b } = d;
  const start = d.work.start ??= {
    isWarm: false,
    jar: new Float64Array(0),
    Ma: new Float64Array(nv),
    rows: newDenseRows(),
    group: new Int32Array(0),
  };
  const jar = start.jar = roomFloat(start.jar, d.capacity.nefc);
  if (isSparse(m)) {
    start.group = roomInt(start.group, d.capacity.nefc);
    groupRows(m, start.group, nefc, d.efc_type, d.efc_id);
  } else {
    findDenseRows(m, d, start.rows);
  }

  // constraint-space acceleration without constraint forces
  mulJacobian(m, d, start, efc_b, qacc_smooth);
  for (let i = 0; i < nefc; i++) efc_b[i] -= efc_aref[i];

  start.isWarm = false;
  if (isDisabled(m, DisableBit.WARMSTART)) {
    for (let i = 0; i < nv; i++) qacc[i] = qacc_smooth[i];
    for (let i = 0; i < nefc; i++) efc_force[i] = 0;
    return start;
  }

  mulJacobian(m, d, start, jar, qacc_warmstart);
  for (let i = 0; i < nefc; i++) jar[i] -= efc_aref[i];
  update(d, jar);

  if (opt.solver === Solver.PGS) {
    dualCost(m, d, jar);
    if (cost[0] > 0) {
      for (let i = 0; i < nefc; i++) efc_force[i] = 0;
    }
    start.isWarm = true;
  } else {
    const { Ma } = start;
    mulM(m, d, Ma, 0, qacc_warmstart, 0);
    let warmCost = cost[0];
    for (let i = 0; i < nv; i++) warmCost += 0.5 * (Ma[i] - qfrc_smooth[i]) * (qacc_warmstart[i] - qacc_smooth[i]);
    update(d, efc_b);
    start.isWarm = !(warmCost > cost[0]);
  }
  const guess = start.isWarm ? qacc_warmstart : qacc_smooth;
  for (let i = 0; i < nv; i++) qacc[i] = guess[i];

  // dofs outside of all islands are not solved for
  if (nisland > 0) {
    for (let i = nidof; i < nv; i++) qacc[map_idof2dof[i]] = qacc_smooth[map_idof2dof[i]];
  }
  return start;
}

/** res = J v */
function mulJacobian(m: Model, d: Data, start: Start, res: Float64Array, vec: Float64Array): void {
  if (isSparse(m)) {
    mulGroups(res, d.efc_J, d.nefc, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind, start.group, vec);
  } else mulRows(res, start.rows, d.efc_J, 0, m.nv, vec);
}

/** Forces and states of the rows at `jar`, and their cost. */
function update(d: Data, jar: Float64Array): void {
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
    d.efc_state,
    d.efc_force,
    cost,
  );
}

/** Cost of `efc_force` in the dual problem: ½ fᵀ AR f + fᵀ b, to `cost[0]`. Overwrites `ARf`. */
function dualCost(m: Model, d: Data, ARf: Float64Array): void {
  const { nefc, efc_AR, efc_AR_rownnz, efc_AR_rowadr, efc_AR_colind, efc_force, efc_b } = d;
  for (let i = 0; i < nefc; i++) {
    if (isSparse(m)) ARf[i] = dotSparse(efc_AR, efc_AR_rowadr[i], efc_AR_rownnz[i], efc_AR_colind, efc_force, 0);
    else dotTo(ARf, i, efc_AR, i * nefc, efc_force, 0, nefc);
  }
  dotTo(cost, 0, efc_force, 0, efc_b, 0, nefc);
  dotTo(cost, 1, efc_force, 0, ARf, 0, nefc);
  cost[0] += 0.5 * cost[1];
}
