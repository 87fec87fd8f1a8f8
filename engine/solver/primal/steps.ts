/** The iterations on a problem, with loops or kernels, which give the same bits. */

import type { PrimalProblem } from "../problem/problem.ts";

/**
 * The work besides Hessians. All steps record iterations and count them. Names in backquotes are numbers of the problem: see
 * `NUMBER`.
 */
export interface Steps {
  /**
   * Given the last acceleration as `qacc`, goes to the acceleration without constraints if that costs less; `known` tells that
   * it has not. Sets Ma, Jaref, `b`, the old states of the rows to those without constraints, and the rows to those of the
   * last acceleration.
   */
  start(p: PrimalProblem): void;
  /**
   * Newton's method, with a `Task`: from the starting point, which is found first or was before, or from the search direction
   * on, until it is `DONE`, or the caller has to find the search direction: with a Hessian to `FACTOR`, or to `UPDATE`.
   */
  newton(p: PrimalProblem, task: number): number;
  /** Conjugate gradients, from the starting point on. */
  conjugate(p: PrimalProblem, task: number): void;
}
