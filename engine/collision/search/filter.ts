/** Tests that decide which pairs are examined, cheapest first. */

import { DisableBit, EnableBit, Geom, SleepState } from "../../types/enums.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { isDisabled, isEnabled } from "../../model/queries.ts";
import { areRelated, type CollisionPlan } from "./plan_pairs.ts";

// V8-1
const { FILTERPARENT } = DisableBit;
const { SLEEP } = EnableBit;
const { PLANE } = Geom;
const { ASLEEP } = SleepState;

/** May two bodies collide, according to type, affinity, kinship, and sleep? */
export function mayMeet(m: Model, d: Data, plan: CollisionPlan, body1: number, body2: number): boolean {
  const { body_contype, body_conaffinity, body_weldid } = m;
  if (!compatible(body_contype, body_conaffinity, body1, body2)) return false;
  if (body_weldid[body1] === body_weldid[body2]) return false;
  if (!isDisabled(m, FILTERPARENT) && areRelated(body_weldid, plan.weldparent, body1, body2)) return false;
  return !isEnabled(m, SLEEP) || !bothRest(m, d, body1, body2);
}

/** May two bodies or flexes, at least one of which is a flex, collide? Flexes have ids from `nbody` on. */
export function mayMeetFlex(m: Model, a: number, b: number): boolean {
  const { nbody, body_contype, body_conaffinity, flex_contype, flex_conaffinity } = m;
  const contype1 = a < nbody ? body_contype[a] : flex_contype[a - nbody];
  const contype2 = b < nbody ? body_contype[b] : flex_contype[b - nbody];
  const conaffinity1 = a < nbody ? body_conaffinity[a] : flex_conaffinity[a - nbody];
  const conaffinity2 = b < nbody ? body_conaffinity[b] : flex_conaffinity[b - nbody];
  return (contype1 & conaffinity2) !== 0 || (contype2 & conaffinity1) !== 0;
}

/** Does the type of one accept the affinity of the other? */
export function compatible(contype: Int32Array, conaffinity: Int32Array, a: number, b: number): boolean {
  return (contype[a] & conaffinity[b]) !== 0 || (contype[b] & conaffinity[a]) !== 0;
}

/** Are both bodies asleep, or one asleep and the other static? */
export function bothRest(m: Model, d: Data, body1: number, body2: number): boolean {
  const { body_weldid } = m;
  const { body_awake } = d;
  const asleep1 = body_awake[body1] === ASLEEP;
  const asleep2 = body_awake[body2] === ASLEEP;
  return (asleep1 && (asleep2 || body_weldid[body2] === 0)) || (asleep2 && body_weldid[body1] === 0);
}

/** Are the bounding spheres of two geoms closer than `margin[0]`? A radius of zero means unbounded. */
export function spheresMeet(m: Model, d: Data, g1: number, g2: number, margin: Float64Array): boolean {
  const { geom_rbound, geom_type } = m;
  const { geom_xpos } = d;
  const radius1 = geom_rbound[g1];
  const radius2 = geom_rbound[g2];
  if (radius1 > 0 && radius2 > 0) {
    const x = geom_xpos[3 * g1] - geom_xpos[3 * g2];
    const y = geom_xpos[3 * g1 + 1] - geom_xpos[3 * g2 + 1];
    const z = geom_xpos[3 * g1 + 2] - geom_xpos[3 * g2 + 2];
    const reach = radius1 + radius2 + margin[0];
    return !(x * x + y * y + z * z > reach * reach);
  }
  if (geom_type[g1] === PLANE && radius2 > 0) return !isAbove(m, d, g1, g2, margin);
  if (geom_type[g2] === PLANE && radius1 > 0) return !isAbove(m, d, g2, g1, margin);
  return true;
}

/** Is the bounding sphere of geom `g` above a plane by more than `margin[0]`? */
function isAbove(
  { geom_rbound }: Model,
  { geom_xpos, geom_xmat }: Data,
  plane: number,
  g: number,
  margin: Float64Array,
): boolean {
  const x = geom_xpos[3 * g] - geom_xpos[3 * plane];
  const y = geom_xpos[3 * g + 1] - geom_xpos[3 * plane + 1];
  const z = geom_xpos[3 * g + 2] - geom_xpos[3 * plane + 2];
  const height = x * geom_xmat[9 * plane + 2] + y * geom_xmat[9 * plane + 5] + z * geom_xmat[9 * plane + 8];
  return height > margin[0] + geom_rbound[g];
}
