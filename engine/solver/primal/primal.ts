/** Newton's method and conjugate gradients on the primal problem. */

import { NISLAND, NSOLVER } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { STEPS } from "../../wasm/primal_kernels.ts";
import { Left, Task } from "../../wasm/solve_kernels.ts";
import { coneHessians } from "../hessian/hessian.ts";
import { BEFORE_COUNTS, COUNTS, type PrimalProblem, PROGRESS } from "../problem/problem.ts";
import { saveStatistics, UPDATES } from "../statistics.ts";

// V8-1
const NUMBER = STEPS.slot;
const { DONE, FACTOR } = Left;
const { ITERATE } = Task;
const MOST_ISLANDS = NISLAND;
const MOST_RECORDS = NSOLVER;
const NEXT_PROGRESS = PROGRESS;
const NEXT_COUNTS = COUNTS;
const FIRST_COUNT = BEFORE_COUNTS;
const run = { coneHessians, saveStatistics };

/** Minimizes by Newton's method. The task tells whether the starting point has to be found. */
export function solveNewton(m: Model, d: Data, p: PrimalProblem, task: number): void {
  const { nv, hessian, steps } = p;
  const { search, Mgrad } = p.dofs;

  prepare(m, p);
  let left = steps.newton(p, task);
  while (left !== DONE) {
    run.coneHessians(p);
    if (left === FACTOR) hessian.factorize(p);
    else noteUpdates(p, hessian.update(p));
    hessian.solve(p);
    for (let i = 0; i < nv; i++) search[i] = -Mgrad[i];
    left = steps.newton(p, ITERATE);
  }
  run.coneHessians(p);
  finish(d, p, hessian.nonzeros(p));
}

/** Records the number of rank-one updates of the Hessian in the last iteration. */
function noteUpdates({ block, counts }: PrimalProblem, n: number): void {
  const last = block.ints[NUMBER.count] - 1;
  if (last < MOST_RECORDS) counts[last * NEXT_COUNTS + FIRST_COUNT + UPDATES] = n;
}

/** Minimizes by conjugate gradients, preconditioned with the inertia. */
export function solveCG(m: Model, d: Data, p: PrimalProblem, task: number): void {
  prepare(m, p);
  p.steps.conjugate(p, task);
  finish(d, p, 0);
}

/** Sets what ends iterations and line searches, and the scale that makes improvement and gradient comparable between models. */
function prepare(m: Model, { island, nv, numbers, block }: PrimalProblem): void {
  const { iterations, tolerance, ls_tolerance, ls_iterations } = m.opt;
  const { ints } = block;
  ints[NUMBER.island] = island;
  ints[NUMBER.most] = iterations;
  ints[NUMBER.count] = 0;
  ints[NUMBER.iterations] = ls_iterations;
  numbers[NUMBER.tolerance] = tolerance;
  numbers[NUMBER.slack] = tolerance * ls_tolerance;
  if (island < 0) numbers[NUMBER.scale] = 1 / (m.stat.meaninertia * Math.max(1, nv));
}

function finish(d: Data, p: PrimalProblem, nnz: number): void {
  const island = Math.max(0, p.island);
  if (island >= MOST_ISLANDS) return;
  const count = p.block.ints[NUMBER.count];
  d.solver_niter[island] += count;
  d.solver_nnz[island] = nnz;
  for (let i = 0; i < count && i < MOST_RECORDS; i++) {
    run.saveStatistics(d, island, i, p.progress, i * NEXT_PROGRESS, p.counts, i * NEXT_COUNTS + FIRST_COUNT);
  }
}
