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

// V8-1
const { WARMSTART } = DisableBit;
const { PGS } = Solver;

const NO_FLOATS = new Float64Array(0);

// cost of a guess, and a part of it
const cost = new Float64Array(2);

/** Results of the warmstart for everything, in the memory of the kernels. */
export class Start {
  /** whether the starting point is the last acceleration, rather than the one without constraints */
  isWarm = false;
  /** do products with the Jacobian visit all columns, as one of the guesses is not finite */
  spreads = false;
  /** cost of the rows at the last acceleration */
  readonly cost = new Float64Array(1);
  /** M qacc and J qacc − aref at the last acceleration, with forces and states of the rows */
  Ma: Float64Array = NO_FLOATS;
  Jaref: Float64Array = NO_FLOATS;
  force: Float64Array = NO_FLOATS;
  state: Int32Array = new Int32Array(0);
  /** a guess, and its product with J */
  private v: Float64Array = NO_FLOATS;
  private Jv: Float64Array = NO_FLOATS;

  /** The Jacobian must be that of everything. */
  constructor(public jacobian: Jacobian) {}

  /** Allocates room for the given numbers of dofs and rows. */
  lay(take: Take, dofs: number, rows: number): void {
    this.Ma = take.float(dofs);
    this.Jaref = take.float(rows);
    this.force = take.float(rows);
    this.state = take.int(rows);
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
 * constraints. For PGS, which iterates on forces, these are the forces of the last acceleration, or none.
 */
export function warmstart(m: Model, d: Data, start: Start): void {
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

  start.violation(m, d, start.Jaref, qacc_warmstart);
  if (m.opt.solver === PGS) chooseForces(m, d, start);
  else chooseAcceleration(m, d, start);
  const guess = start.isWarm ? qacc_warmstart : qacc_smooth;
  for (let i = 0; i < nv; i++) qacc[i] = guess[i];

  // dofs outside all islands are not solved for
  if (nisland > 0) {
    for (let i = nidof; i < nv; i++) qacc[map_idof2dof[i]] = qacc_smooth[map_idof2dof[i]];
  }
}

/** Keeps the forces of the last acceleration if their cost is lower than that of zero forces. */
function chooseForces(m: Model, d: Data, start: Start): void {
  const { nefc, efc_force, efc_state } = d;
  update(d, start.Jaref, efc_state, efc_force);
  dualCost(m, d, start.Jaref);
  start.isWarm = true;
  if (!(cost[0] > 0)) return;
  for (let i = 0; i < nefc; i++) efc_force[i] = 0;
}

/** Is the last acceleration the better guess? */
function chooseAcceleration(m: Model, d: Data, start: Start): void {
  const { nv } = m;
  const { qacc_warmstart, qacc_smooth, qfrc_smooth } = d;
  const { Ma, Jaref } = start;
  update(d, d.efc_b, d.efc_state, d.efc_force);
  const smoothCost = cost[0];
  update(d, Jaref, start.state, start.force);
  start.cost[0] = cost[0];
  mulM(m, d, Ma, 0, qacc_warmstart, 0);
  let warmCost = cost[0];
  for (let i = 0; i < nv; i++) warmCost += 0.5 * (Ma[i] - qfrc_smooth[i]) * (qacc_warmstart[i] - qacc_smooth[i]);
  start.isWarm = !(warmCost > smoothCost);
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
