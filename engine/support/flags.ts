/** Queries of `opt.disableflags` and `opt.enableflags`. */

import type { Model } from "../types/model.ts";

/** Is the default feature turned off? `bit` is a value of `DisableBit`. */
export function isDisabled(m: Model, bit: number): boolean {
  return (m.opt.disableflags & bit) !== 0;
}

/** Is the optional feature turned on? `bit` is a value of `EnableBit`. */
export function isEnabled(m: Model, bit: number): boolean {
  return (m.opt.enableflags & bit) !== 0;
}
