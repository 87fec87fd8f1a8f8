/** The operations of an iteration on the vectors of a problem, with loops or kernels, which give the same bits. */

import type { PrimalProblem } from "../problem/problem.ts";

/** The work of an iteration besides products with matrices. Names in backquotes are numbers of the problem: see `NUMBER`. */
export interface Steps {
  /** Prepares for the loaded problem. */
  begin(p: PrimalProblem): void;
  /**
   * Finds `alpha`, the step along the search direction that minimizes the cost, and `lineslope`; counts evaluations.
   * Then moves, saves the previous gradients, and updates rows, cost, and gradient; returns false if no step improves the
   * cost.
   */
  advance(p: PrimalProblem): boolean;
  /** Forces and states of the rows, their cost, and how many are active, in a cone, or have changed their state. */
  updateRows(p: PrimalProblem): void;
  /** The gradient and `gradient`, its square, and the cost of deviating from the acceleration without constraints, `gauss`. */
  updateGradient(p: PrimalProblem): void;
  /**
   * Sets the search direction to the new descent direction plus a part of the old one, unless that part is negative.
   */
  turnSearch(p: PrimalProblem): void;
}
