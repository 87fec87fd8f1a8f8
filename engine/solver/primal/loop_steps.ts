/** The steps of an iteration, with loops. */

import { dotTo } from "../../math/vec.ts";
import { constraintUpdate } from "../../motion/constraint_update.ts";
import { MINVAL } from "../../types/constants.ts";
import { ConstraintState } from "../../types/enums.ts";
import { NUMBER, type PrimalProblem } from "../problem/problem.ts";
import { lineSearch } from "./line_search.ts";
import type { Steps } from "./steps.ts";
import { update } from "./update.ts";

// V8-1
const { CONE, SATISFIED } = ConstraintState;

/** Counts the states of the rows. */
function countStates(p: PrimalProblem): void {
  const { state, oldstate } = p.rows;
  let nactive = 0;
  let ncone = 0;
  let nchange = 0;
  for (let i = 0; i < p.nefc; i++) {
    if (state[i] !== SATISFIED) nactive++;
    if (state[i] === CONE) ncone++;
    if (state[i] !== oldstate[i]) nchange++;
  }
  p.nactive = nactive;
  p.ncone = ncone;
  p.nchange = nchange;
}

/** Moves along the search direction, and saves the previous gradients. */
function moveBy(p: PrimalProblem): void {
  const { nv, nefc } = p;
  const { qacc, search, Ma, Mv, grad, Mgrad, gradold, Mgradold } = p.dofs;
  const { Jaref, Jv } = p.rows;
  const alpha = p.numbers[NUMBER.alpha];
  for (let i = 0; i < nv; i++) {
    qacc[i] += search[i] * alpha;
    Ma[i] += Mv[i] * alpha;
    gradold[i] = grad[i];
    Mgradold[i] = Mgrad[i];
  }
  for (let i = 0; i < nefc; i++) Jaref[i] += Jv[i] * alpha;
}

/** Loops over plain arrays. */
export class LoopSteps implements Steps {
  /** gradient minus the previous one, and the two products in the Polak–Ribière formula */
  private difference: Float64Array = new Float64Array(0);
  private readonly beta = new Float64Array(2);

  begin(p: PrimalProblem): void {
    if (this.difference.length < p.nv) this.difference = new Float64Array(p.nv);
  }

  advance(p: PrimalProblem): boolean {
    const { search, Mv } = p.dofs;
    p.inertia.mul(Mv, search);
    p.jacobian.mul(p.rows.Jv, search);
    lineSearch(p);
    if (p.numbers[NUMBER.alpha] === 0) return false;
    moveBy(p);
    update(p);
    return true;
  }

  updateRows(p: PrimalProblem): void {
    const { ne, nf, nefc, contact, cost } = p;
    const { D, R, floss, Jaref, type, id, state, oldstate, force } = p.rows;
    for (let i = 0; i < nefc; i++) oldstate[i] = state[i];
    constraintUpdate(ne, nf, nefc, D, R, floss, Jaref, type, id, contact, state, force, cost);
    countStates(p);
  }

  updateGradient(p: PrimalProblem): void {
    const { nv, numbers } = p;
    const { Ma, qacc, qfrc_smooth, qfrc_constraint, qacc_smooth, grad } = p.dofs;
    let gauss = 0;
    for (let i = 0; i < nv; i++) {
      gauss += 0.5 * (Ma[i] - qfrc_smooth[i]) * (qacc[i] - qacc_smooth[i]);
      grad[i] = Ma[i] - qfrc_smooth[i] - qfrc_constraint[i];
    }
    numbers[NUMBER.gauss] = gauss;
    dotTo(numbers, NUMBER.gradient, grad, 0, grad, 0, nv);
  }

  turnSearch(p: PrimalProblem): void {
    const { nv } = p;
    const { grad, Mgrad, gradold, Mgradold, search } = p.dofs;
    const { difference, beta } = this;
    for (let i = 0; i < nv; i++) difference[i] = Mgrad[i] - Mgradold[i];
    dotTo(beta, 0, grad, 0, difference, 0, nv);
    dotTo(beta, 1, gradold, 0, Mgradold, 0, nv);
    const ratio = beta[0] / Math.max(MINVAL, beta[1]);
    const part = ratio < 0 ? 0 : ratio;
    for (let i = 0; i < nv; i++) search[i] = -Mgrad[i] + part * search[i];
  }
}
