/** The state of a problem at a point. */

import { NUMBER, type PrimalProblem } from "../problem/problem.ts";

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
