/** Limits that may be inferred from their range. */

import { Limited } from "../types/enums.ts";

/** Whether a limit is on. */
export function isLimited(limited: number, range: Float64Array): boolean {
  return limited === Limited.TRUE || (limited === Limited.AUTO && range[0] < range[1]);
}
