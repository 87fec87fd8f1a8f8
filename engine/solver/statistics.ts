/** Statistics of the solver, iteration by iteration. */

import { NISLAND, NSOLVER } from "../types/constants.ts";
import type { Data } from "../data.ts";

// V8-1
const MOST_ISLANDS = NISLAND;
const MOST_RECORDS = NSOLVER;

/** Slots of the progress of an iteration. */
export const IMPROVEMENT = 0;
export const GRADIENT = 1;
export const LINESLOPE = 2;

/** Slots of its counts. */
export const ACTIVE = 0;
export const CHANGES = 1;
export const EVALUATIONS = 2;
export const UPDATES = 3;

/**
 * Saves one iteration, if there is room for its island and number, from the places where its progress and its counts begin;
 * without islands it is island 0.
 */
export function saveStatistics(
  d: Data,
  island: number,
  iter: number,
  progress: Float64Array,
  p: number,
  counts: Int32Array,
  c: number,
): void {
  if (island >= MOST_ISLANDS || iter >= MOST_RECORDS) return;
  const { solver } = d;
  const k = Math.max(0, island) * MOST_RECORDS + iter;
  solver.improvement[k] = progress[p + IMPROVEMENT];
  solver.gradient[k] = progress[p + GRADIENT];
  solver.lineslope[k] = progress[p + LINESLOPE];
  solver.nactive[k] = counts[c + ACTIVE];
  solver.nchange[k] = counts[c + CHANGES];
  solver.neval[k] = counts[c + EVALUATIONS];
  solver.nupdate[k] = counts[c + UPDATES];
}
