/** Does the model use sparse Jacobians? */

import { Jacobian } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

/** Are constraint and tendon Jacobians sparse? With `jacobian="auto"` they are from 60 dofs on. */
export function isSparse(m: Model): boolean {
  return m.opt.jacobian === Jacobian.SPARSE || (m.opt.jacobian === Jacobian.AUTO && m.nv >= 60);
}
