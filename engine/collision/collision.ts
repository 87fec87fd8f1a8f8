/** Collision detection: from poses of geoms to `data.contact`, in MuJoCo's order. */

import { DisableBit } from "../types/enums.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import * as queries from "../model/queries.ts";
import { completeContacts } from "./contact/add_contacts.ts";
import { type CollisionWork, newCollisionWork } from "./collision_work.ts";
import { type CollisionPlan, listPairs, planPairs } from "./search/plan_pairs.ts";
import { setLeastRoom } from "./contact/room.ts";
import { visitFlexes } from "./flex/visit_flexes.ts";
import { visitList } from "./search/visit_list.ts";
import { visitSweep } from "./search/visit_sweep.ts";

// V8-1
const { isDisabled } = queries;
const { CONSTRAINT, CONTACT, MIDPHASE } = DisableBit;

/** Finds all contacts. */
export function collision(m: Model, d: Data): void {
  clearContacts(d);
  if (isDisabled(m, CONSTRAINT) || isDisabled(m, CONTACT) || m.nbody + m.nflex < 2) return;

  const plan = m.plans.collision ??= planPairs(m);
  const work = d.work.collision ??= newCollisionWork(m, plan);
  work.sweep.current = false;
  work.sweep.oriented = false;
  work.axes.current = false;
  work.runs.count = 0;
  work.mayBeFull = false;
  setLeastRoom(m, d, work);
  if (m.nflex > 0) visitFlexes(m, d, plan, work);
  else if (plan.room === 0 || isSpread(plan, work)) visitSweep(m, d, plan, work);
  else if (isDisabled(m, MIDPHASE)) visitList(m, d, plan, plan.direct ??= listPairs(plan, m, false), work);
  else visitList(m, d, plan, plan.tree ??= listPairs(plan, m, true), work);
  if (work.mayBeFull || work.room < 0) visitCrowded(m, d, plan, work);
  completeContacts(m, d, work);
}

// number of pairs up to which testing every one takes less time than a sweep that finds nothing
const FEW_PAIRS = 2048;

/** Were so few geoms near each other in the last step that a sweep is faster than testing every pair? */
function isSpread({ room, movers }: CollisionPlan, { nearby }: CollisionWork): boolean {
  return room > FEW_PAIRS && 4 * nearby < movers.length;
}

/** Starts over when room may run out: visits pairs in MuJoCo's order until there is no room left. */
function visitCrowded(m: Model, d: Data, plan: CollisionPlan, work: CollisionWork): void {
  d.ncon = 0;
  work.runs.count = 0;
  work.mayBeFull = false;
  work.crowded = true;
  visitFlexes(m, d, plan, work);
  work.crowded = false;
}

/** Clears the contacts, and the rows made from them; the next rows and islands clear the counts of their parts. */
function clearContacts(d: Data): void {
  d.ncon = 0;
  d.nefc = 0;
  d.nisland = 0;
}
