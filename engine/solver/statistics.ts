/** What the solver did, iteration by iteration. */

import { NISLAND, NSOLVER } from "../types/constants.ts";
import type { Data } from "../types/data.ts";

/** Notes one iteration, if there is room for its island and number; without islands it is island 0. */
export function saveStatistics(
  d: Data,
  island: number,
  iter: number,
  improvement: number,
  gradient: number,
  lineslope: number,
  nactive: number,
  nchange: number,
  neval: number,
  nupdate: number,
): void {
  if (island >= NISLAND || iter >= NSOLVER) return;
  const { solver } = d;
  const k = Math.max(0, island) * NSOLVER + iter;
  solver.improvement[k] = improvement;
  solver.gradient[k] = gradient;
  solver.lineslope[k] = lineslope;
  solver.nactive[k] = nactive;
  solver.nchange[k] = nchange;
  solver.neval[k] = neval;
  solver.nupdate[k] = nupdate;
}
