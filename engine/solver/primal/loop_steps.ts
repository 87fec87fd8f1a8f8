/** The steps of an iteration, with loops. */

import { dotTo } from "../../math/vec.ts";
import { constraintUpdate } from "../../motion/constraint_update.ts";
import { MINVAL } from "../../types/constants.ts";
import { Constraint, ConstraintState } from "../../types/enums.ts";
import { NUMBER, type PrimalProblem } from "../problem/problem.ts";
import type { Steps } from "./steps.ts";

// V8-1
const { CONTACT_ELLIPTIC } = Constraint;
const { CONE, SATISFIED } = ConstraintState;

/** Forces, states and cost of the first `end` rows, and their counts. */
export function updateFirstRows(p: PrimalProblem, end: number): void {
  const { ne, nf, contact, cost } = p;
  const { D, R, floss, Jaref, type, id, state, oldstate, force } = p.rows;
  for (let i = 0; i < end; i++) oldstate[i] = state[i];
  if (end === 0) cost[0] = 0;
  else constraintUpdate(ne, nf, end, D, R, floss, Jaref, type, id, contact, state, force, cost);
  countStates(p, end);
}

/** Counts the states of the rows before `end`. */
export function countStates(p: PrimalProblem, end: number): void {
  const { state, oldstate } = p.rows;
  let nactive = 0;
  let ncone = 0;
  let nchange = 0;
  for (let i = 0; i < end; i++) {
    if (state[i] !== SATISFIED) nactive++;
    if (state[i] === CONE) ncone++;
    if (state[i] !== oldstate[i]) nchange++;
  }
  p.nactive = nactive;
  p.ncone = ncone;
  p.nchange = nchange;
}

/** Loops over plain arrays. */
export class LoopSteps implements Steps {
  /** gradient minus the previous one, and the two products in the Polak–Ribière formula */
  private difference: Float64Array = new Float64Array(0);
  private readonly beta = new Float64Array(2);

  begin(p: PrimalProblem): void {
    if (this.difference.length < p.nv) this.difference = new Float64Array(p.nv);
  }

  moveBy(p: PrimalProblem): void {
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

  updateRows(p: PrimalProblem): void {
    updateFirstRows(p, p.nefc);
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

  multiplySearch(p: PrimalProblem): void {
    const { nv, numbers } = p;
    const { search, Ma, Mv, qfrc_smooth } = p.dofs;
    dotTo(numbers, NUMBER.searchSearch, search, 0, search, 0, nv);
    dotTo(numbers, NUMBER.searchMa, search, 0, Ma, 0, nv);
    dotTo(numbers, NUMBER.smoothSearch, qfrc_smooth, 0, search, 0, nv);
    dotTo(numbers, NUMBER.searchMv, search, 0, Mv, 0, nv);
  }

  polynomials(p: PrimalProblem): void {
    const { nefc } = p;
    const { Jv, Jaref, D, type, id, quad } = p.rows;
    const { mu, friction, dim } = p.contact;
    for (let i = 0; i < nefc; i++) {
      const x = Jaref[i];
      const v = Jv[i];
      const Dx = D[i] * x;
      const q = 3 * i;
      if (type[i] !== CONTACT_ELLIPTIC) {
        quad[q] = x * Dx * 0.5;
        quad[q + 1] = v * Dx;
        quad[q + 2] = v * D[i] * v * 0.5;
        continue;
      }

      // elliptic cone: the bottom zone, then the data of the middle zone
      const con = id[i];
      const end = i + dim[con];
      const f = 5 * con - i - 1;
      let q0 = x * Dx;
      let q1 = v * Dx;
      let q2 = v * D[i] * v;
      let UU = 0;
      let UV = 0;
      let VV = 0;
      for (let k = i + 1; k < end; k++) {
        const Dk = D[k] * Jaref[k];
        q0 += Jaref[k] * Dk;
        q1 += Jv[k] * Dk;
        q2 += Jv[k] * D[k] * Jv[k];
        const U = Jaref[k] * friction[f + k];
        const V = Jv[k] * friction[f + k];
        UU += U * U;
        UV += U * V;
        VV += V * V;
      }
      const m = mu[con];
      quad[q] = q0 * 0.5;
      quad[q + 1] = q1;
      quad[q + 2] = q2 * 0.5;
      quad[q + 3] = x * m;
      quad[q + 4] = v * m;
      quad[q + 5] = UU;
      quad[q + 6] = UV;
      quad[q + 7] = VV;
      quad[q + 8] = D[i] / ((m * m) * (1 + (m * m)));
      i = end - 1;
    }
  }

  addRows(p: PrimalProblem): void {
    const { ne, nf, nefc, numbers } = p;
    const { Jaref, Jv, type, id, quad } = p.rows;
    const { mu, dim } = p.contact;
    let q0 = numbers[NUMBER.q0];
    let q1 = numbers[NUMBER.q1];
    let q2 = numbers[NUMBER.q2];
    const alpha = numbers[NUMBER.at];
    let cost = 0;
    let slope = 0;
    let curvature = 0;
    for (let i = ne + nf; i < nefc; i++) {
      // quadratic on one side
      const q = 3 * i;
      if (type[i] !== CONTACT_ELLIPTIC) {
        if (Jaref[i] + alpha * Jv[i] < 0) {
          q0 += quad[q];
          q1 += quad[q + 1];
          q2 += quad[q + 2];
        }
        continue;
      }

      const con = id[i];
      const m = mu[con];
      i += dim[con] - 1;
      const V0 = quad[q + 4];
      const UV = quad[q + 6];
      const VV = quad[q + 7];
      const N = quad[q + 3] + alpha * V0;
      const Tsqr = quad[q + 5] + alpha * (2 * UV + alpha * VV);
      const T = Tsqr <= 0 ? 0 : Math.sqrt(Tsqr);

      // top zone: no cost; bottom zone: quadratic
      if (Tsqr <= 0 ? !(N < 0) : N >= m * T) continue;
      if (Tsqr <= 0 || m * N + T <= 0) {
        q0 += quad[q];
        q1 += quad[q + 1];
        q2 += quad[q + 2];
        continue;
      }

      // middle zone: quadratic in the distance to the cone
      const Dm = quad[q + 8];
      const T1 = (UV + alpha * VV) / T;
      const T2 = VV / T - (UV + alpha * VV) * T1 / (T * T);
      const distance = N - m * T;
      const rate = V0 - m * T1;
      cost += 0.5 * Dm * distance * distance;
      slope += Dm * distance * rate;
      curvature += Dm * (rate * rate + distance * (-m * T2));
    }
    numbers[NUMBER.q0] = q0;
    numbers[NUMBER.q1] = q1;
    numbers[NUMBER.q2] = q2;
    numbers[NUMBER.coneCost] = cost;
    numbers[NUMBER.coneSlope] = slope;
    numbers[NUMBER.coneCurvature] = curvature;
  }
}
