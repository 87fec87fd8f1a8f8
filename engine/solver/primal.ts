/** Newton's method and conjugate gradients on the primal problem. */

import { NISLAND } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { PrimalSum } from "../wasm/primal_kernels.ts";
import {
  coneHessians,
  countUpdates,
  factorizeHessian,
  hessianNonzeros,
  makeHessian,
  solveHessian,
  updateHessian,
} from "./hessian.ts";
import { moveBy, precondition, turnSearch, update } from "./iteration.ts";
import { lineSearch } from "./line_search.ts";
import type { PrimalProblem } from "./problem.ts";
import { GRADIENT, IMPROVEMENT, saveStatistics } from "./statistics.ts";

/** Minimises by Newton's method. */
export function solveNewton(m: Model, d: Data, p: PrimalProblem): void {
  const { nv, search, Mgrad, progress } = p;
  const { tolerance, iterations } = m.opt;

  update(p);
  coneHessians(p);
  makeHessian(p);
  factorizeHessian(p);
  solveHessian(p);
  for (let i = 0; i < nv; i++) search[i] = -Mgrad[i];
  setScale(m, p);

  let iter = 0;
  while (iter < iterations) {
    lineSearch(m, p);
    if (p.alpha[0] === 0) break;
    moveBy(p);

    update(p);
    coneHessians(p);
    noteProgress(p);

    // the last iteration needs no new direction
    const isLast = progress[IMPROVEMENT] < tolerance || progress[GRADIENT] < tolerance || iter + 1 >= iterations;
    const updates = isLast ? countUpdates(p) : updateHessian(p);
    saveStatistics(d, p.island, iter, progress, p.nactive, p.nchange, p.LSiter, updates);
    iter++;
    if (isLast) break;

    solveHessian(p);
    for (let i = 0; i < nv; i++) search[i] = -Mgrad[i];
  }
  finish(d, p, iter, hessianNonzeros(p));
}

/** Minimises by conjugate gradients, preconditioned with the inertia. */
export function solveCG(m: Model, d: Data, p: PrimalProblem): void {
  const { nv, search, Mgrad, progress } = p;
  const { tolerance, iterations } = m.opt;

  update(p);
  precondition(p);
  for (let i = 0; i < nv; i++) search[i] = -Mgrad[i];
  setScale(m, p);

  let iter = 0;
  while (iter < iterations) {
    lineSearch(m, p);
    if (p.alpha[0] === 0) break;
    moveBy(p);

    update(p);
    noteProgress(p);
    saveStatistics(d, p.island, iter, progress, p.nactive, p.nchange, p.LSiter, 0);
    iter++;
    if (progress[IMPROVEMENT] < tolerance || progress[GRADIENT] < tolerance || iter >= iterations) break;

    precondition(p);
    turnSearch(p);
  }
  finish(d, p, iter, 0);
}

/** Improvement by the last update, and length of the gradient. */
function noteProgress(p: PrimalProblem): void {
  const { progress, scale, sums, cost } = p;
  progress[IMPROVEMENT] = scale[0] * (cost[1] - cost[0]);
  progress[GRADIENT] = scale[0] * Math.sqrt(sums[PrimalSum.GRADIENT]);
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

function finish(d: Data, p: PrimalProblem, iter: number, nnz: number): void {
  if (p.island >= NISLAND) return;
  const slot = Math.max(0, p.island);
  d.solver_niter[slot] += iter;
  d.solver_nnz[slot] = nnz;
}
