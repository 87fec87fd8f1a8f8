/** Counters of run-time trouble. */

import { MAXVAL } from "../types/constants.ts";
import type { Data } from "../types/data.ts";

/** Counts an occurrence of `warning`, one of `Warning`; `info` says what it was about. */
export function warn(d: Data, warning: number, info: number): void {
  d.warning.lastinfo[warning] = info;
  d.warning.number[warning]++;
}

/** Is a number unfit for simulation: not a number, or beyond all reasonable size? */
export function isBad(x: number): boolean {
  return !(Math.abs(x) <= MAXVAL);
}
