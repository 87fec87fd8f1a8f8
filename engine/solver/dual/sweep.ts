/** Functions shared by the sweeps of the dual solvers. */

import { dot } from "../../math/vec.ts";
import { solveM } from "../../linear/ltdl.ts";
import { mulJacTVec } from "../../linear/mul_jac.ts";
import { dotSparse } from "../../linear/sparse.ts";
import { MINVAL } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { BLOCK, ROW } from "../../wasm/dual_places.ts";
import type { DualProblem } from "./dual_problem.ts";
import { Rows } from "./dual_rows.ts";
import { solveQCQP } from "./qcqp.ts";

/** an increase of the cost by more than this is not due to rounding */
export const COST_NOISE = 1e-10;

const x = new Float64Array(6);
const delta = new Float64Array(6);

/** Computes residuals, b + AR f, and saves previous forces of `n` rows from `i` on. */
export function beginBlock(p: DualProblem, i: number, n: number): void {
  const { row, plan, AR, colind, force, nefc, isSparse } = p;
  const { res, oldforce } = p.together;
  for (let j = i; j < i + n; j++) {
    const adr = plan[2 * j] >> 3;
    const sum = isSparse ? dotSparse(AR, adr, plan[2 * j + 1], colind, force, 0) : dot(AR, adr, force, 0, nefc);
    res[j - i] = row[ROW * j] + sum;
    oldforce[j - i] = force[j];
  }
}

/** Clamps the force of a single row to the admissible range of its kind. */
export function clamp({ row, force }: DualProblem, i: number, kind: number): void {
  if (kind === Rows.EQUALITY) return;
  const old = force[i];
  if (kind === Rows.FRICTION) {
    const bound = row[ROW * i + 3];
    force[i] = old < -bound ? -bound : old > bound ? bound : old;
  } else if (old < 0) {
    force[i] = 0;
  }
}

/**
 * Adds the change in cost by new forces to the improvement, or reverts them if they increase the cost; `A` is the block
 * of AR.
 */
export function endBlock(p: DualProblem, i: number, n: number, A: Float64Array, a: number): void {
  const { force, sum } = p;
  const { res, oldforce } = p.together;
  for (let j = 0; j < n; j++) delta[j] = force[i + j] - oldforce[j];
  let quadratic = 0;
  for (let j = 0; j < n; j++) quadratic += delta[j] * dot(A, a + j * n, delta, 0, n);
  const change = 0.5 * quadratic + dot(delta, 0, res, 0, n);
  if (change > COST_NOISE) {
    for (let j = 0; j < n; j++) force[i + j] = oldforce[j];
  } else {
    sum[0] -= change;
  }
}

/** Sets the friction forces of a contact with `n` rows from `i` on: the least cost of `together.A`, `together.b` in its cone. */
export function solveFriction(p: DualProblem, i: number, n: number): void {
  const { force, cone } = p;
  const normal = force[i];
  const size = n - 1;
  if (normal < MINVAL) {
    for (let j = 1; j < n; j++) force[i + j] = 0;
    return;
  }

  // if the bound is active, put the approximate solution exactly on it
  const f = BLOCK * i + 1;
  if (solveQCQP(x, p.together.A, p.together.b, cone, f, normal, size)) {
    let s = 0;
    for (let j = 0; j < size; j++) s += x[j] * x[j] / (cone[f + j] * cone[f + j]);
    s = Math.sqrt(normal * normal / Math.max(MINVAL, s));
    for (let j = 0; j < size; j++) x[j] *= s;
  }
  for (let j = 0; j < size; j++) force[i + 1 + j] = x[j];
}

/** From forces to `qfrc_constraint` and `qacc`. */
export function finishDual(m: Model, d: Data): void {
  const { nv } = m;
  const { qacc, qacc_smooth, qfrc_constraint, efc_force } = d;
  mulJacTVec(m, d, qfrc_constraint, efc_force);
  solveM(m, d, qacc, 0, qfrc_constraint, 0, 1);
  for (let i = 0; i < nv; i++) qacc[i] += qacc_smooth[i];
}

/** Scale that makes improvements comparable between models. */
export function dualScale(m: Model): number {
  return 1 / (m.stat.meaninertia * Math.max(1, m.nv));
}
