/** Newton's method and conjugate gradients on the primal problem. */

import { NISLAND } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { coneHessians, countUpdates } from "../hessian/hessian.ts";
import { NUMBER, type PrimalProblem } from "../problem/problem.ts";
import { GRADIENT, IMPROVEMENT, LINESLOPE, saveStatistics } from "../statistics.ts";
import { update } from "./update.ts";

/** Minimizes by Newton's method. */
export function solveNewton(m: Model, d: Data, p: PrimalProblem): void {
  const { nv, hessian, progress } = p;
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
    if (!p.steps.advance(p)) break;
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
  const { nv, inertia, steps, progress } = p;
  const { search, grad, Mgrad } = p.dofs;
  const { tolerance, iterations } = m.opt;

  update(p);
  inertia.solve(Mgrad, grad);
  for (let i = 0; i < nv; i++) search[i] = -Mgrad[i];
  setScale(m, p);

  let iter = 0;
  while (iter < iterations) {
    if (!steps.advance(p)) break;
    noteProgress(p);
    saveStatistics(d, p.island, iter, progress, p.nactive, p.nchange, p.LSiter, 0);
    iter++;
    if (progress[IMPROVEMENT] < tolerance || progress[GRADIENT] < tolerance || iter >= iterations) break;

    inertia.solve(Mgrad, grad);
    steps.turnSearch(p);
  }
  finish(d, p, iter, 0);
}

/** Improvement by the last update, length of the gradient, and slope of the line. */
function noteProgress(p: PrimalProblem): void {
  const { progress, numbers, cost } = p;
  const scale = numbers[NUMBER.scale];
  progress[IMPROVEMENT] = scale * (cost[1] - cost[0]);
  progress[GRADIENT] = scale * Math.sqrt(numbers[NUMBER.gradient]);
  progress[LINESLOPE] = numbers[NUMBER.lineslope];
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
