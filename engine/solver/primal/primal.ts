/** Newton's method and conjugate gradients on the primal problem. */

import { NISLAND } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { coneHessians, countUpdates } from "../hessian/hessian.ts";
import { NUMBER, type PrimalProblem } from "../problem/problem.ts";
import { GRADIENT, IMPROVEMENT, LINESLOPE, saveStatistics } from "../statistics.ts";

/** Minimizes by Newton's method. */
export function solveNewton(m: Model, d: Data, p: PrimalProblem): void {
  const { nv, hessian, progress, numbers } = p;
  const { search, Mgrad } = p.dofs;
  const { tolerance, iterations } = m.opt;

  update(p);
  coneHessians(p);
  hessian.factorize(p);
  hessian.solve(p);
  for (let i = 0; i < nv; i++) search[i] = -Mgrad[i];
  setScale(m, p);

  let iter = 0;
  while (iter < iterations) {
    searchLine(p);
    if (numbers[NUMBER.alpha] === 0) break;
    p.steps.moveBy(p);

    update(p);
    coneHessians(p);
    noteProgress(p);

    // the last iteration needs no new direction
    const isLast = progress[IMPROVEMENT] < tolerance || progress[GRADIENT] < tolerance || iter + 1 >= iterations;
    const updates = isLast ? countUpdates(p) : hessian.update(p);
    saveStatistics(d, p.island, iter, progress, p.nactive, p.nchange, p.LSiter, updates);
    iter++;
    if (isLast) break;

    hessian.solve(p);
    for (let i = 0; i < nv; i++) search[i] = -Mgrad[i];
  }
  finish(d, p, iter, hessian.nonzeros(p));
}

/** Minimizes by conjugate gradients, preconditioned with the inertia. */
export function solveCG(m: Model, d: Data, p: PrimalProblem): void {
  const { nv, inertia, steps, progress, numbers } = p;
  const { search, grad, Mgrad } = p.dofs;
  const { tolerance, iterations } = m.opt;

  update(p);
  inertia.solve(Mgrad, grad);
  for (let i = 0; i < nv; i++) search[i] = -Mgrad[i];
  setScale(m, p);

  let iter = 0;
  while (iter < iterations) {
    searchLine(p);
    if (numbers[NUMBER.alpha] === 0) break;
    steps.moveBy(p);

    update(p);
    noteProgress(p);
    saveStatistics(d, p.island, iter, progress, p.nactive, p.nchange, p.LSiter, 0);
    iter++;
    if (progress[IMPROVEMENT] < tolerance || progress[GRADIENT] < tolerance || iter >= iterations) break;

    inertia.solve(Mgrad, grad);
    steps.turnSearch(p);
  }
  finish(d, p, iter, 0);
}

/** Forces and states of the rows, `qfrc_constraint`, the total cost, and its gradient. */
export function update(p: PrimalProblem): void {
  const { steps, numbers, cost } = p;
  if (p.isUpdated) {
    p.isUpdated = false;
  } else {
    cost[1] = cost[0];
    steps.updateRows(p);
  }
  p.jacobian.mulT(p.dofs.qfrc_constraint, p.rows.force);
  steps.updateGradient(p);
  cost[0] += numbers[NUMBER.gauss];
}

/** Finds how far to go along the search direction. */
function searchLine(p: PrimalProblem): void {
  const { search, Mv } = p.dofs;
  p.inertia.mul(Mv, search);
  p.jacobian.mul(p.rows.Jv, search);
  p.steps.searchLine(p);
  p.progress[LINESLOPE] = p.numbers[NUMBER.lineslope];
}

/** Improvement by the last update, and length of the gradient. */
function noteProgress(p: PrimalProblem): void {
  const { progress, numbers, cost } = p;
  const scale = numbers[NUMBER.scale];
  progress[IMPROVEMENT] = scale * (cost[1] - cost[0]);
  progress[GRADIENT] = scale * Math.sqrt(numbers[NUMBER.gradient]);
}

/** Sets the scale that makes improvement and gradient comparable between models, and when a line search ends. */
function setScale(m: Model, { island, nv, inertia, numbers, block }: PrimalProblem): void {
  const { tolerance, ls_tolerance, ls_iterations } = m.opt;
  numbers[NUMBER.slack] = tolerance * ls_tolerance;
  block.ints[NUMBER.iterations] = ls_iterations;
  if (island < 0) {
    numbers[NUMBER.scale] = 1 / (m.stat.meaninertia * Math.max(1, nv));
    return;
  }
  inertia.trace(numbers, NUMBER.scale);
  numbers[NUMBER.scale] = 1 / numbers[NUMBER.scale];
}

function finish(d: Data, p: PrimalProblem, iter: number, nnz: number): void {
  if (p.island >= NISLAND) return;
  const slot = Math.max(0, p.island);
  d.solver_niter[slot] += iter;
  d.solver_nnz[slot] = nnz;
}
