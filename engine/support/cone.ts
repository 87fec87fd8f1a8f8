/** Shape of friction cones. */

import { Cone } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

/** Are friction cones approximated by pyramids? */
export function isPyramidal(m: Model): boolean {
  return m.opt.cone === Cone.PYRAMIDAL;
}
