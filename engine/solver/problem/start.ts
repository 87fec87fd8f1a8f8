/** The starting point of the solver. */

import { dotTo } from "../../math/vec.ts";
import { constraintUpdate } from "../../motion/constraint_update.ts";
import { isDisabled, isSparse } from "../../model/queries.ts";
import { mulM } from "../../linear/inertia.ts";
import { dotSparse } from "../../linear/sparse.ts";
import type { Data } from "../../data.ts";
import { DisableBit, Solver } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import type { Take } from "../../wasm/arena.ts";
import type { Jacobian } from "../jacobian/jacobian.ts";
import type { PrimalProblem } from "./problem.ts";

// V8-1
const { WARMSTART } = DisableBit;
const { PGS } = Solver;

const NO_FLOATS = new Float64Array(0);

// cost of a guess, and a part of it
const cost = new Float64Array(2);

/** Results of the warmstart, in the memory of the kernels. */
export class Start {
  /** whether the starting point is the last acceleration, rather than the one without constraints */
  isWarm = false;
  /** do products with the Jacobian visit all columns, as one of the guesses is not finite */
  spreads = false;
  /** M qacc and J qacc − aref at the last acceleration */
  Ma: Float64Array = NO_FLOATS;
  Jaref: Float64Array = NO_FLOATS;
  /** a guess, and its product with J */
  private v: Float64Array = NO_FLOATS;
  private Jv: Float64Array = NO_FLOATS;

  /** The Jacobian must be that of everything. */
  constructor(public jacobian: Jacobian) {}

  /** Allocates room for the given numbers of dofs and rows. */
  lay(take: Take, dofs: number, rows: number): void {
    this.Ma = take.float(dofs);
    this.Jaref = take.float(rows);
    this.v = take.float(dofs + 4);
    this.Jv = take.float(rows);
  }

  /** res = J qacc − aref */
  violation(m: Model, d: Data, res: Float64Array, qacc: Float64Array): void {
    const { v, Jv } = this;
    const { nefc, efc_aref } = d;
    for (let i = 0; i < m.nv; i++) v[i] = qacc[i];
    this.jacobian.mul(Jv, v);
    for (let i = 0; i < nefc; i++) res[i] = Jv[i] - efc_aref[i];
  }
}

/**
 * Sets `efc_b`, and `qacc` and `efc_force` to the better of two guesses: the last acceleration, and the one without
 * constraints. For PGS, which iterates on forces, these are the forces of the last acceleration, or none. Other solvers
 * have loaded the rows of the problem, which are those of the last acceleration afterward.
 */
export function warmstart(m: Model, d: Data, start: Start, p: PrimalProblem): void {
  const { nv } = m;
  const { nefc, nisland, nidof, qacc, qacc_warmstart, qacc_smooth, efc_force, efc_b, map_idof2dof } = d;

  // constraint-space acceleration without constraint forces
  start.violation(m, d, efc_b, qacc_smooth);

  start.isWarm = false;
  if (isDisabled(m, WARMSTART)) {
    for (let i = 0; i < nv; i++) qacc[i] = qacc_smooth[i];
    for (let i = 0; i < nefc; i++) efc_force[i] = 0;
    return;
  }

  if (m.opt.solver === PGS) chooseForces(m, d, start);
  else chooseAcceleration(m, d, start, p);
  const guess = start.isWarm ? qacc_warmstart : qacc_smooth;
  for (let i = 0; i < nv; i++) qacc[i] = guess[i];

  // dofs outside all islands are not solved for
  if (nisland > 0) {
    for (let i = nidof; i < nv; i++) qacc[map_idof2dof[i]] = qacc_smooth[map_idof2dof[i]];
  }
}

/** Keeps the forces of the last acceleration if their cost is lower than that of zero forces. */
function chooseForces(m: Model, d: Data, start: Start): void {
  const { nefc, ne, nf, efc_D, efc_R, efc_frictionloss, efc_type, efc_id, contact, efc_force, efc_state } = d;
  const { Jaref } = start;
  start.violation(m, d, Jaref, d.qacc_warmstart);
  constraintUpdate(
    ne,
    nf,
    nefc,
    efc_D,
    efc_R,
    efc_frictionloss,
    Jaref,
    efc_type,
    efc_id,
    contact,
    efc_state,
    efc_force,
    cost,
  );
  dualCost(m, d, Jaref);
  start.isWarm = true;
  if (!(cost[0] > 0)) return;
  for (let i = 0; i < nefc; i++) efc_force[i] = 0;
}

/** Is the last acceleration the better guess? */
function chooseAcceleration(m: Model, d: Data, start: Start, p: PrimalProblem): void {
  const { nv } = m;
  const { nefc, qacc_warmstart, qacc_smooth, qfrc_smooth, efc_b, efc_state, efc_force } = d;
  const { Jaref, state, force } = p.rows;
  const { Ma } = start;
  for (let i = 0; i < nefc; i++) Jaref[i] = efc_b[i];
  p.steps.updateRows(p);
  const smoothCost = p.cost[0];
  for (let i = 0; i < nefc; i++) {
    efc_state[i] = state[i];
    efc_force[i] = force[i];
  }

  start.violation(m, d, Jaref, qacc_warmstart);
  p.steps.updateRows(p);
  mulM(m, d, Ma, 0, qacc_warmstart, 0);
  let warmCost = p.cost[0];
  for (let i = 0; i < nv; i++) warmCost += 0.5 * (Ma[i] - qfrc_smooth[i]) * (qacc_warmstart[i] - qacc_smooth[i]);
  start.isWarm = !(warmCost > smoothCost);
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
