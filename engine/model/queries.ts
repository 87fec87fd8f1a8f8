/** Queries of a model's options, and of what follows from them. */

import type { Data } from "../data.ts";
import { Cone, Constraint, EnableBit, Eq, Jacobian, Solver } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { PYRAMIDAL } = Cone;
const { EQUALITY } = Constraint;
const { SLEEP } = EnableBit;
const { FLEX, FLEXVERT } = Eq;
const { AUTO, SPARSE } = Jacobian;
const { PGS } = Solver;

/** Is the default feature turned off? `bit` is a value of `DisableBit`. */
export function isDisabled(m: Model, bit: number): boolean {
  return (m.opt.disableflags & bit) !== 0;
}

/** Is the optional feature turned on? `bit` is a value of `EnableBit`. */
export function isEnabled(m: Model, bit: number): boolean {
  return (m.opt.enableflags & bit) !== 0;
}

/** Are constraint and tendon Jacobians sparse? With `jacobian="auto"` they are from 60 dofs on. */
export function isSparse(m: Model): boolean {
  return m.opt.jacobian === SPARSE || (m.opt.jacobian === AUTO && m.nv >= 60);
}

/** Are friction cones approximated by pyramids? */
export function isPyramidal(m: Model): boolean {
  return m.opt.cone === PYRAMIDAL;
}

/** Is the dual problem needed, because the solver is PGS or there are no-slip iterations? */
export function isDual(m: Model): boolean {
  return m.opt.solver === PGS || m.opt.noslip_iterations > 0;
}

/**
 * The node of a hierarchy to which the first of `bvh_aabb_dyn` belongs. It is `nbvhstatic`, unless merging static bodies
 * has left some of the nodes before it without use.
 */
export function firstFlexNode({ flex_bvhadr }: Model): number {
  let first = 0;
  for (let f = flex_bvhadr.length - 1; f >= 0; f--) if (flex_bvhadr[f] >= 0) first = flex_bvhadr[f];
  return first;
}

/**
 * Is a constraint, given the type and object of its rows, an equality of a flex? They are the only constraints with many
 * unrelated rows.
 */
export function isFlexEquality(m: Model, type: number, id: number): boolean {
  return type === EQUALITY && (m.eq_type[id] === FLEX || m.eq_type[id] === FLEXVERT);
}

/** Is any tree asleep, so that stages can skip work? Short: V8-11. */
export function isSleepFiltered(m: Model, d: Data): boolean {
  return d.ntree_awake < m.ntree && maySleep(m);
}

function maySleep(m: Model): boolean {
  return isEnabled(m, SLEEP);
}
