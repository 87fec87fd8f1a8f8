/** Statistics of the solver, iteration by iteration. */

import { NISLAND, NSOLVER } from "../types/constants.ts";
import type { Data } from "../data.ts";

/** Slots of `progress`. */
export const IMPROVEMENT = 0;
export const GRADIENT = 1;
export const LINESLOPE = 2;

/** Records one iteration, if there is room for its island and number; without islands it is island 0. */
export function saveStatistics(
  d: Data,
  island: number,
  iter: number,
  progress: Float64Array,
  nactive: number,
  nchange: number,
  neval: number,
  nupdate: number,
): void {
  if (island >= NISLAND || iter >= NSOLVER) return;
  const { solver } = d;
  const k = Math.max(0, island) * NSOLVER + iter;
  solver.improvement[k] = progress[IMPROVEMENT];
  solver.gradient[k] = progress[GRADIENT];
  solver.lineslope[k] = progress[LINESLOPE];
  solver.nactive[k] = nactive;
  solver.nchange[k] = nchange;
  solver.neval[k] = neval;
  solver.nupdate[k] = nupdate;
}
