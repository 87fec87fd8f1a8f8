/** Velocities of bodies and the bias force in one pass. */

import { inPlace } from "../model/in_place.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { areBiasesInPlace, rest } from "./rne.ts";

// V8-1
const run = { areBiasesInPlace, inPlace, rest };

/**
 * The same as `comVel` and `rne`, unless a user could look between them. Returns whether there is a kernel for it.
 */
export function comVelAndRne(m: Model, d: Data): boolean {
  if (m.nplugin > 0 || d.callbacks.passive !== undefined) return false;
  const fast = run.inPlace(m, d);
  if (fast === null || !run.areBiasesInPlace(d, fast)) return false;
  run.rest(m, fast.cacc);
  fast.kernels.comVelAndRne(fast.at);
  return true;
}
