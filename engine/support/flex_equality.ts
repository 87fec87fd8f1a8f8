/** Equality constraints of flexes: the only constraints with many unrelated rows. */

import { Constraint, Eq } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

/** Is a constraint, given the type and object of its rows, an equality of a flex? */
export function isFlexEquality(m: Model, type: number, id: number): boolean {
  return type === Constraint.EQUALITY && (m.eq_type[id] === Eq.FLEX || m.eq_type[id] === Eq.FLEXVERT);
}
