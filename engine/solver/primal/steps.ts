/** What an iteration does to the vectors of a problem, by loops or by kernels: both round alike. */

import type { PrimalProblem } from "../problem/problem.ts";

/** The work of an iteration besides products with matrices. */
export interface Steps {
  /** Prepares for the problem that has been loaded. */
  begin(p: PrimalProblem): void;
  /** Moves by ALPHA along the search direction, and keeps the gradients of where it was. */
  moveBy(p: PrimalProblem): void;
  /** Forces and states of the rows, their cost, and how many are active, in a cone, or have changed their state. */
  updateRows(p: PrimalProblem): void;
  /** The gradient, GRADIENT, and the cost of deviating from the acceleration without constraints, GAUSS. */
  updateGradient(p: PrimalProblem): void;
  /** Turns the search direction to the new gradient, but keeps a part of the old one, unless that points uphill. */
  turnSearch(p: PrimalProblem): void;
  /** SEARCH, SEARCH_MA, SMOOTH_SEARCH and SEARCH_MV: products of the search direction. */
  multiplySearch(p: PrimalProblem): void;
  /** Polynomials of the cost of each row along the search direction. */
  polynomials(p: PrimalProblem): void;
  /** Adds the costs of limits and contacts at a point of the line to `polynomial`, see there. */
  addRows(p: PrimalProblem): void;
}
