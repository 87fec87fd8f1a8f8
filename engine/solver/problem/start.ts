/** The starting point of the solver. */

import { dotTo } from "../../math/vec.ts";
import { constraintUpdate } from "../../motion/constraint_update.ts";
import * as queries from "../../model/queries.ts";
import { mulJacTVec } from "../../linear/mul_jac.ts";
import { dotSparse } from "../../linear/sparse.ts";
import type { Data } from "../../data.ts";
import { DisableBit } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import type { Take } from "../../wasm/arena.ts";
import type { Jacobian } from "../jacobian/jacobian.ts";
import { NUMBER, type PrimalProblem } from "./problem.ts";

// V8-1
const { isDisabled, isSparse } = queries;
const { WARMSTART } = DisableBit;

const NO_FLOATS = new Float64Array(0);
const NO_INTS = new Int32Array(0);

// cost of a guess, and a part of it
const cost = new Float64Array(2);

/** How the solver starts, and what is of all islands, in the memory of the kernels. */
export class Start {
  /** is everything solved together */
  isWhole = false;
  /** do products with the Jacobian visit all columns, as one of the guesses is not finite */
  spreads = false;
  /** Jᵀ force of all islands, and a list of their dofs */
  qfrc_constraint: Float64Array = NO_FLOATS;
  list: Int32Array = NO_INTS;
  /** J qacc − aref */
  Jaref: Float64Array = NO_FLOATS;
  /** a guess */
  private v: Float64Array = NO_FLOATS;

  /** Allocates room for the given numbers of dofs and rows. */
  lay(take: Take, dofs: number, rows: number): void {
    this.qfrc_constraint = take.float(dofs);
    this.list = take.int(dofs);
    this.Jaref = take.float(rows);
    this.v = take.float(dofs + 4);
  }

  /** res = J qacc − aref, with the Jacobian of everything */
  violation(jacobian: Jacobian, d: Data, res: Float64Array, qacc: Float64Array): void {
    const { v, Jaref } = this;
    const { nefc, efc_aref } = d;
    for (let i = 0; i < qacc.length; i++) v[i] = qacc[i];
    jacobian.mul(Jaref, v);
    for (let i = 0; i < nefc; i++) res[i] = Jaref[i] - efc_aref[i];
  }
}

/**
 * For PGS, which iterates on forces: sets `efc_b`, and `efc_force` to the forces of the last acceleration, or to none if
 * their cost is lower.
 */
export function startForces(m: Model, d: Data, start: Start, jacobian: Jacobian): void {
  const { nefc, efc_force } = d;

  // constraint-space acceleration without constraint forces
  start.violation(jacobian, d, d.efc_b, d.qacc_smooth);
  if (!isDisabled(m, WARMSTART)) chooseForces(m, d, start, jacobian);
  else for (let i = 0; i < nefc; i++) efc_force[i] = 0;
}

/** Keeps the forces of the last acceleration if their cost is lower than that of zero forces. */
function chooseForces(m: Model, d: Data, start: Start, jacobian: Jacobian): void {
  const { nefc, efc_force } = d;
  const { Jaref } = start;
  start.violation(jacobian, d, Jaref, d.qacc_warmstart);
  findForces(d, Jaref);
  dualCost(m, d, Jaref);
  if (!(cost[0] > 0)) return;
  for (let i = 0; i < nefc; i++) efc_force[i] = 0;
}

/** Sets `efc_force` and `efc_state` to those of violations, and `cost[0]` to their cost. */
function findForces(d: Data, jar: Float64Array): void {
  const { nefc, ne, nf, efc_D, efc_R, efc_frictionloss, efc_type, efc_id, contact, efc_force, efc_state } = d;
  constraintUpdate(
    ne,
    nf,
    nefc,
    efc_D,
    efc_R,
    efc_frictionloss,
    jar,
    efc_type,
    efc_id,
    contact,
    efc_state,
    efc_force,
    cost,
  );
}

/** Can the solver of everything find the starting point itself? */
export function startsPlainly(m: Model, { nisland, nidof }: Data, start: Start): boolean {
  return !start.spreads && !isDisabled(m, WARMSTART) && (nisland === 0 || nidof === m.nv);
}

/** Sets `efc_b`, and moves the problem of everything, which is at the last acceleration, to the starting point. */
export function startAcceleration(m: Model, d: Data, start: Start, p: PrimalProblem): void {
  const { nv, nefc, dofs, rows, block } = p;
  const { b, Jaref } = rows;
  p.steps.start(p);
  if (!isDisabled(m, WARMSTART)) {
    // what is not finite without constraints also affects dofs outside all islands, which the solver leaves unchanged
    if (start.spreads) {
      findForces(d, b);
      mulJacTVec(m, d, d.qfrc_constraint, d.efc_force);
    }
    return;
  }
  block.ints[NUMBER.known] = 0;
  for (let i = 0; i < nv; i++) dofs.qacc[i] = dofs.qacc_smooth[i];
  for (let i = 0; i < nefc; i++) Jaref[i] = b[i];
  p.inertia.mul(dofs.Ma, dofs.qacc);
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
