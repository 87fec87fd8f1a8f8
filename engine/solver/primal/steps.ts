/** What an iteration does to the vectors of a problem, by loops or by kernels: both round alike. */

import type { PrimalProblem } from "../problem/problem.ts";

/** The work of an iteration besides products with matrices. Names in backquotes are numbers of the problem: see `NUMBER`. */
export interface Steps {
  /** Prepares for the problem that has been loaded. */
  begin(p: PrimalProblem): void;
  /** Moves by `alpha` along the search direction, and keeps the gradients of where it was. */
  moveBy(p: PrimalProblem): void;
  /** Forces and states of the rows, their cost, and how many are active, in a cone, or have changed their state. */
  updateRows(p: PrimalProblem): void;
  /** The gradient and `gradient`, its square, and the cost of deviating from the acceleration without constraints, `gauss`. */
  updateGradient(p: PrimalProblem): void;
  /** Turns the search direction to the new gradient, but keeps a part of the old one, unless that points uphill. */
  turnSearch(p: PrimalProblem): void;
  /** Products of the search direction: `searchSearch`, `searchMa`, `smoothSearch`, `searchMv`. */
  multiplySearch(p: PrimalProblem): void;
  /** Polynomials of the cost of each row along the search direction. */
  polynomials(p: PrimalProblem): void;
  /** Adds the costs of limits and contacts at a point of the line: to `q0`, `q1`, `q2`, and as `coneCost` and so on. */
  addRows(p: PrimalProblem): void;
}
