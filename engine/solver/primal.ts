/** Newton's method and conjugate gradients on the primal problem. */

import { constraintUpdate } from "../support/constraint_update.ts";
import { solveLD } from "../support/ltdl.ts";
import { dotTo } from "../math/vec.ts";
import { MINVAL, NISLAND } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import { ConstraintState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import {
  coneHessians,
  countUpdates,
  factorizeHessian,
  hessianNonzeros,
  makeHessian,
  solveHessian,
  updateHessian,
} from "./hessian.ts";
import { lineSearch } from "./line_search.ts";
import type { PrimalProblem } from "./problem.ts";
import { mulJacobianT } from "./products.ts";
import { GRADIENT, IMPROVEMENT, saveStatistics } from "./statistics.ts";

/** Minimises by Newton's method. */
export function solveNewton(m: Model, d: Data, p: PrimalProblem): void {
  const { nv, nefc, search, grad, Mgrad, progress } = p;
  const { tolerance, iterations } = m.opt;

  updateConstraint(p);
  coneHessians(p);
  makeHessian(p);
  factorizeHessian(p);
  updateGradient(p);
  solveHessian(p);
  for (let i = 0; i < nv; i++) search[i] = -Mgrad[i];
  setScale(m, p);

  let iter = 0;
  while (iter < iterations) {
    lineSearch(m, p);
    if (p.alpha[0] === 0) break;
    moveBy(p);

    const { oldstate, state } = p;
    const cost = p.cost[0];
    for (let i = 0; i < nefc; i++) oldstate[i] = state[i];
    updateConstraint(p);
    coneHessians(p);
    updateGradient(p);

    // the last iteration needs no new direction
    const improvement = p.scale[0] * (cost - p.cost[0]);
    dotTo(progress, GRADIENT, grad, 0, grad, 0, nv);
    const gradient = p.scale[0] * Math.sqrt(progress[GRADIENT]);
    progress[IMPROVEMENT] = improvement;
    progress[GRADIENT] = gradient;
    const isLast = improvement < tolerance || gradient < tolerance || iter + 1 >= iterations;
    const updates = isLast ? countUpdates(p) : updateHessian(p);
    saveStatistics(d, p.island, iter, progress, p.nactive, changes(p), p.LSiter, updates);
    iter++;
    if (isLast) break;

    solveHessian(p);
    for (let i = 0; i < nv; i++) search[i] = -Mgrad[i];
  }
  finish(d, p, iter, hessianNonzeros(p));
}

// the products that Polak and Ribière divide
const beta = new Float64Array(2);

/** Minimises by conjugate gradients, preconditioned with the inertia (Polak and Ribière's direction). */
export function solveCG(m: Model, d: Data, p: PrimalProblem): void {
  const { nv, nefc, search, grad, Mgrad, gradold, Mgradold, Mgraddif, progress } = p;
  const { tolerance, iterations } = m.opt;

  updateConstraint(p);
  updateGradient(p);
  precondition(p);
  for (let i = 0; i < nv; i++) search[i] = -Mgrad[i];
  setScale(m, p);

  let iter = 0;
  while (iter < iterations) {
    lineSearch(m, p);
    if (p.alpha[0] === 0) break;
    moveBy(p);

    for (let i = 0; i < nv; i++) {
      gradold[i] = grad[i];
      Mgradold[i] = Mgrad[i];
    }
    const { oldstate, state } = p;
    const cost = p.cost[0];
    for (let i = 0; i < nefc; i++) oldstate[i] = state[i];
    updateConstraint(p);
    updateGradient(p);

    const improvement = p.scale[0] * (cost - p.cost[0]);
    dotTo(progress, GRADIENT, grad, 0, grad, 0, nv);
    const gradient = p.scale[0] * Math.sqrt(progress[GRADIENT]);
    progress[IMPROVEMENT] = improvement;
    progress[GRADIENT] = gradient;
    saveStatistics(d, p.island, iter, progress, p.nactive, changes(p), p.LSiter, 0);
    iter++;
    if (improvement < tolerance || gradient < tolerance || iter >= iterations) break;

    // keep a part of the old direction, unless that points uphill
    precondition(p);
    for (let i = 0; i < nv; i++) Mgraddif[i] = Mgrad[i] - Mgradold[i];
    dotTo(beta, 0, grad, 0, Mgraddif, 0, nv);
    dotTo(beta, 1, gradold, 0, Mgradold, 0, nv);
    const ratio = beta[0] / Math.max(MINVAL, beta[1]);
    const part = ratio < 0 ? 0 : ratio;
    for (let i = 0; i < nv; i++) search[i] = -Mgrad[i] + part * search[i];
  }
  finish(d, p, iter, 0);
}

/** Moves along the search direction. */
function moveBy(p: PrimalProblem): void {
  const { nv, nefc, qacc, search, Ma, Mv, Jaref, Jv } = p;
  const alpha = p.alpha[0];
  for (let i = 0; i < nv; i++) {
    qacc[i] += search[i] * alpha;
    Ma[i] += Mv[i] * alpha;
  }
  for (let i = 0; i < nefc; i++) Jaref[i] += Jv[i] * alpha;
}

/** Forces and states of the rows, `qfrc_constraint`, and the total cost. */
function updateConstraint(p: PrimalProblem): void {
  const { nv, nefc, state, force, Ma, qacc, qfrc_smooth, qacc_smooth } = p;
  if (p.isUpdated) p.isUpdated = false;
  else {
    constraintUpdate(
      p.ne,
      p.nf,
      nefc,
      p.D,
      p.R,
      p.floss,
      p.Jaref,
      p.type,
      p.id,
      p.contact,
      state,
      force,
      p.cost,
    );
  }
  mulJacobianT(p);

  let nactive = 0;
  let ncone = 0;
  for (let i = 0; i < nefc; i++) {
    if (state[i] !== ConstraintState.SATISFIED) nactive++;
    if (state[i] === ConstraintState.CONE) ncone++;
  }
  p.nactive = nactive;
  p.ncone = ncone;

  // cost of deviating from the unconstrained acceleration
  let gauss = 0;
  for (let i = 0; i < nv; i++) gauss += 0.5 * (Ma[i] - qfrc_smooth[i]) * (qacc[i] - qacc_smooth[i]);
  p.quadGauss[0] = gauss;
  p.cost[0] += gauss;
}

/** Gradient of the total cost. */
function updateGradient(p: PrimalProblem): void {
  const { nv, grad, Ma, qfrc_smooth, qfrc_constraint } = p;
  for (let i = 0; i < nv; i++) grad[i] = Ma[i] - qfrc_smooth[i] - qfrc_constraint[i];
}

/** Mgrad = M⁻¹ grad */
function precondition(p: PrimalProblem): void {
  const { nv, grad, Mgrad } = p;
  for (let i = 0; i < nv; i++) Mgrad[i] = grad[i];
  solveLD(Mgrad, 0, p.qLD, p.qLDiagInv, nv, p.M_rownnz, p.M_rowadr, p.M_colind);
}

/** What makes improvement and gradient comparable between models. */
function setScale(m: Model, p: PrimalProblem): void {
  const { nv, M, M_rownnz, M_rowadr } = p;
  if (p.island < 0) {
    p.scale[0] = 1 / (m.stat.meaninertia * Math.max(1, nv));
    return;
  }
  let inertia = 0;
  for (let i = 0; i < nv; i++) inertia += M[M_rowadr[i] + M_rownnz[i] - 1];
  p.scale[0] = 1 / inertia;
}

function changes(p: PrimalProblem): number {
  const { nefc, state, oldstate } = p;
  let n = 0;
  for (let i = 0; i < nefc; i++) {
    if (state[i] !== oldstate[i]) n++;
  }
  return n;
}

function finish(d: Data, p: PrimalProblem, iter: number, nnz: number): void {
  if (p.island >= NISLAND) return;
  const slot = Math.max(0, p.island);
  d.solver_niter[slot] += iter;
  d.solver_nnz[slot] = nnz;
}
