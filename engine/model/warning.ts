/** Counters of runtime warnings. */

import { MAXVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";

/** Counts an occurrence of `warning` (a value of `Warning`); `info` is its detail. */
export function warn(d: Data, warning: number, info: number): void {
  d.warning.lastinfo[warning] = info;
  d.warning.number[warning]++;
}

/** Is a number bad: NaN, or too large in absolute value? */
export function isBad(x: number): boolean {
  return !(Math.abs(x) <= MAXVAL);
}
