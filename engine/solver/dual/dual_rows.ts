/** Kinds of rows in the dual problem, and their states as functions of their forces. */

import { dot } from "../../math/vec.ts";
import { ConstraintState } from "../../types/enums.ts";
import { BLOCK, ROW } from "../../wasm/dual_places.ts";
import type { DualProblem } from "./dual_problem.ts";

// V8-1
const { CONE, LINEARNEG, LINEARPOS, QUADRATIC, SATISFIED } = ConstraintState;

/** Kinds of runs of rows. */
export const Rows = { EQUALITY: 0, FRICTION: 1, ONE_SIDED: 2, EDGES: 3, CONE3: 4, CONE4: 5, CONE6: 6 } as const;

/** Number of rows that are solved together, by kind. */
export const TOGETHER = [1, 1, 1, 2, 3, 4, 6];

/** The state of a single row of a given kind. */
export function rowState({ row, force }: DualProblem, i: number, kind: number): number {
  switch (kind) {
    case Rows.EQUALITY:
      return QUADRATIC;
    case Rows.FRICTION: {
      const bound = row[ROW * i + 3];
      if (force[i] <= -bound) return LINEARPOS;
      return force[i] >= bound ? LINEARNEG : QUADRATIC;
    }
    default:
      return force[i] <= 0 ? SATISFIED : QUADRATIC;
  }
}

const scaled = new Float64Array(5);

/** The zone of the force of an elliptic contact in its cone, with `n` rows from `i` on. */
export function coneState({ cone, force }: DualProblem, i: number, n: number): number {
  const mu = cone[BLOCK * i];
  for (let j = 1; j < n; j++) scaled[j - 1] = force[i + j] / cone[BLOCK * i + j];
  const N = force[i] / mu;
  const T = Math.sqrt(dot(scaled, 0, scaled, 0, n - 1));
  if (mu * N >= T) return SATISFIED;
  return N + mu * T <= 0 ? QUADRATIC : CONE;
}

/**
 * Records the state of `n` rows from `i` on after a sweep, and counts the active ones among those that can be inactive.
 */
export function noteState({ state, counts, nbilateral }: DualProblem, i: number, n: number, found: number): void {
  if (found !== SATISFIED && i >= nbilateral) counts[0] += n;
  if (state[i] === found) return;
  for (let j = 0; j < n; j++) state[i + j] = found;
  counts[1] += n;
}
