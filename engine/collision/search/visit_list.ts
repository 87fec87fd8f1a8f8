/** Collision detection for models with few pairs: a visit of every pair that the plan lists. */

import { DisableBit, EnableBit, SleepState } from "../../types/enums.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { isDisabled, isEnabled } from "../../model/queries.ts";
import { addContacts } from "../contact/add_contacts.ts";
import { hasPair } from "./body_pairs.ts";
import { overlapClearly, sweepAsMujoco } from "./mujoco_sweep.ts";
import { collideOf, noContacts } from "../collide_table.ts";
import type { CollisionWork } from "../collision_work.ts";
import { bothRest, compatible, spheresMeet } from "./filter.ts";
import { boxesMeet, isEnclosed, treesMeet } from "./mujoco_trees.ts";
import { findNear, newNearPairs } from "./near_pairs.ts";
import { type CollisionPlan, PairFlag, type PairList } from "./plan_pairs.ts";
import { hasRoom } from "../contact/room.ts";

const { FILTERPARENT } = DisableBit;
const { OVERRIDE, SLEEP } = EnableBit;
const { AWAKE } = SleepState;

// V8-1
const { RELATED, SWEPT, TREE, BOXES, EXPLICIT } = PairFlag;
const ARRIVAL = SWEPT | TREE;

/** Visits all pairs whose bounding spheres are near each other. */
export function visitList(m: Model, d: Data, plan: CollisionPlan, list: PairList, work: CollisionWork): void {
  const { g1: first, g2: second, numbers, flags } = list;
  if (first.length === 0) return;
  const { geom_bodyid, geom_margin, geom_contype, geom_conaffinity, body_contype, body_conaffinity } = m;
  const { con } = work;
  const { margin } = con;
  const lists = work.near;
  const found = list === plan.direct ? lists.direct ??= newNearPairs(list) : lists.tree ??= newNearPairs(list);
  const override = isEnabled(m, OVERRIDE);
  const related = isDisabled(m, FILTERPARENT) ? 0 : RELATED;
  const sleep = isEnabled(m, SLEEP);

  const nnear = findNear(found, m, d, list);
  const { near } = found;
  work.nearby = nnear;
  let explicit = 0;
  for (let i = 0; i < nnear; i++) {
    const k = near[i];
    const g1 = first[k];
    const g2 = second[k];
    const flag = flags[k];
    if ((flag & EXPLICIT) !== 0) {
      visitPair(m, d, work, numbers[explicit++]);
      if (work.mayBeFull) return;
      continue;
    }

    // kinship, type and affinity, sleep
    if ((flag & related) !== 0) continue;
    if (!compatible(geom_contype, geom_conaffinity, g1, g2)) continue;
    const body1 = geom_bodyid[g1];
    const body2 = geom_bodyid[g2];
    if (!compatible(body_contype, body_conaffinity, body1, body2)) continue;
    if (sleep && bothRest(m, d, body1, body2)) continue;

    // bounds that the first test did not look at
    margin[0] = override ? m.opt.o_margin : geom_margin[g1] + geom_margin[g2];
    if ((flag & BOXES) !== 0 && !boxesMeet(m, d, g1, g2, margin)) continue;

    con.oneFrame = false;
    const count = collideOf(m, g1, g2)(con, m, d, g1, g2);
    if (count === 0) continue;
    if ((flag & ARRIVAL) !== 0 && !arrives(m, d, plan, list, work, k)) continue;
    addContacts(d, work, count, g1, g2, -1);
    if (work.mayBeFull) return;
  }
}

/** MuJoCo looks only at what its sweep and its trees arrive at: is a pair with contacts among that? */
function arrives(m: Model, d: Data, plan: CollisionPlan, list: PairList, work: CollisionWork, k: number): boolean {
  const { margin } = work.con;
  const g1 = list.g1[k];
  const g2 = list.g2[k];
  const body1 = Math.min(m.geom_bodyid[g1], m.geom_bodyid[g2]);
  const body2 = Math.max(m.geom_bodyid[g1], m.geom_bodyid[g2]);
  const flag = list.flags[k];
  if ((flag & SWEPT) !== 0 && !isSwept(m, d, plan, work, body1, body2, g1, g2)) return false;
  if ((flag & TREE) === 0 || isEnclosed(m, d, plan, work.con, body1, body2, g1, g2)) return true;
  return ((flag & BOXES) !== 0 || boxesMeet(m, d, g1, g2, margin)) &&
    treesMeet(m, d, plan, work.axes, body1, body2, g1, g2);
}

// spheres that overlap by less than this, relative to the coordinates, may fall through the sweep's 32-bit sort
const SWEEP_PRECISION = 1e-6;

/** Does MuJoCo's sweep find two geoms whose bounding spheres meet? It is run only where there is doubt. */
export function isSwept(
  m: Model,
  d: Data,
  plan: CollisionPlan,
  { sweep, con }: CollisionWork,
  body1: number,
  body2: number,
  g1: number,
  g2: number,
): boolean {
  if (!isMarginal(m, d, g1, g2, con.margin) || overlapClearly(sweep, m, d, g1, g2, con.margin)) return true;
  if (!sweep.current) sweepAsMujoco(sweep, m, d, plan);
  return hasPair(sweep.found, body1, body2);
}

/** Do the bounding spheres overlap so little that the sweep may miss them? */
function isMarginal(m: Model, d: Data, g1: number, g2: number, margin: Float64Array): boolean {
  const { geom_rbound } = m;
  const { geom_xpos } = d;
  const reach = geom_rbound[g1] + geom_rbound[g2] + margin[0];
  const x1 = geom_xpos[3 * g1];
  const y1 = geom_xpos[3 * g1 + 1];
  const z1 = geom_xpos[3 * g1 + 2];
  const x2 = geom_xpos[3 * g2];
  const y2 = geom_xpos[3 * g2 + 1];
  const z2 = geom_xpos[3 * g2 + 2];
  const squared = (x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2) + (z1 - z2) * (z1 - z2);
  const scale = reach + Math.abs(x1) + Math.abs(y1) + Math.abs(z1) + Math.abs(x2) + Math.abs(y2) + Math.abs(z2);
  const inner = reach - SWEEP_PRECISION * scale;
  return inner < 0 || !(squared <= inner * inner);
}

/** An explicit pair is collided whatever its types and affinities are. */
export function visitPair(m: Model, d: Data, work: CollisionWork, pair: number): void {
  const { geom_type, pair_geom1, pair_geom2 } = m;
  const a = pair_geom1[pair];
  const b = pair_geom2[pair];
  const swap = geom_type[a] > geom_type[b];
  const g1 = swap ? b : a;
  const g2 = swap ? a : b;
  const { con } = work;
  if (isEnabled(m, SLEEP)) {
    const awake1 = d.body_awake[m.geom_bodyid[g1]] === AWAKE;
    const awake2 = d.body_awake[m.geom_bodyid[g2]] === AWAKE;
    if (!awake1 && !awake2) return;
  }
  con.margin[0] = isEnabled(m, OVERRIDE) ? m.opt.o_margin : m.pair_margin[pair];
  const collide = collideOf(m, g1, g2);
  if (!spheresMeet(m, d, g1, g2, con.margin) || collide === noContacts || !hasRoom(d, work)) return;
  con.oneFrame = false;
  const count = collide(con, m, d, g1, g2);
  if (count === 0) return;
  addContacts(d, work, count, g1, g2, pair);
}
