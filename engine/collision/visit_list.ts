/** Collision detection for models with few pairs: a visit of every pair that the plan lists. */

import { DisableBit, EnableBit, Geom, SleepState } from "../types/enums.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { isDisabled, isEnabled } from "../support/flags.ts";
import { addContacts } from "./add_contacts.ts";
import { broadphase, hasPair } from "./broadphase.ts";
import { COLLIDE } from "./collide_table.ts";
import type { CollisionWork } from "./collision_work.ts";
import { contactParam, geomMargin, pairMargin, pairParam } from "./contact_param.ts";
import { bothRest, compatible, spheresMeet } from "./filter.ts";
import { boxesMeet, treesMeet } from "./midphase.ts";
import { findNear, setBalls, setHulls } from "./near_pairs.ts";
import type { CollisionPlan, PairList } from "./plan_pairs.ts";

/** Visits all pairs whose bounding spheres are near each other. */
export function visitList(m: Model, d: Data, plan: CollisionPlan, list: PairList, work: CollisionWork): void {
  const { g1: first, g2: second, kind: kinds, explicit, body1: bodies1, body2: bodies2, related, swept, tree } = list;
  const { geom_contype, geom_conaffinity, body_contype, body_conaffinity, geom_type } = m;
  const { con, par } = work;
  const filterParent = !isDisabled(m, DisableBit.FILTERPARENT);
  const sleep = isEnabled(m, EnableBit.SLEEP);
  let sweepIsDue = true;

  setBalls(work, m, d);
  setHulls(work, m);
  const nnear = findNear(work, m, d, list);
  const { near } = work;
  for (let i = 0; i < nnear; i++) {
    const k = near[i];
    const g1 = first[k];
    const g2 = second[k];
    if (explicit[k] >= 0) {
      visitExplicit(m, d, work, kinds[k], g1, g2, explicit[k]);
      continue;
    }

    // type and affinity, kinship, sleep, bounding spheres
    const body1 = bodies1[k];
    const body2 = bodies2[k];
    if (filterParent && related[k]) continue;
    if (!compatible(geom_contype, geom_conaffinity, g1, g2)) continue;
    if (!compatible(body_contype, body_conaffinity, body1, body2)) continue;
    if (sleep && bothRest(m, d, body1, body2)) continue;
    if (!spheresMeet(m, d, g1, g2, geomMargin(m, g1, g2))) continue;

    // boxes around the geoms, where that is cheaper than the narrow phase
    const boxesFirst = tree[k] === 1 && geom_type[g2] >= Geom.ELLIPSOID;
    if (boxesFirst && !boxesMeet(m, d, g1, g2)) continue;

    // narrow phase
    const collide = COLLIDE[kinds[k]];
    if (collide === null) continue;
    con.margin[0] = geomMargin(m, g1, g2);
    const count = collide(con, m, d, g1, g2);
    if (count === 0) continue;

    // MuJoCo looks only at what its sweep and its trees arrive at
    if (swept[k] && isMarginal(m, d, g1, g2)) {
      if (sweepIsDue) broadphase(work.sweep, m, d, plan);
      sweepIsDue = false;
      if (!hasPair(work.sweep, body1, body2)) continue;
    }
    if (tree[k]) {
      if (!boxesFirst && !boxesMeet(m, d, g1, g2)) continue;
      if (!treesMeet(m, d, plan, work.axes, body1, body2, g1, g2)) continue;
    }
    contactParam(par, m, g1, g2);
    addContacts(d, con, par, count, g1, g2);
  }
}

// spheres that overlap by less than this, relative to the coordinates, may fall through the sweep's 32-bit sort
const SWEEP_PRECISION = 1e-6;

/** Do the bounding spheres overlap so little that the sweep may miss them? */
function isMarginal(m: Model, d: Data, g1: number, g2: number): boolean {
  const { geom_rbound } = m;
  const { geom_xpos } = d;
  const reach = geom_rbound[g1] + geom_rbound[g2] + geomMargin(m, g1, g2);
  let squared = 0;
  let scale = reach;
  for (let k = 0; k < 3; k++) {
    const a = geom_xpos[3 * g1 + k];
    const b = geom_xpos[3 * g2 + k];
    squared += (a - b) * (a - b);
    scale += Math.abs(a) + Math.abs(b);
  }
  const inner = reach - SWEEP_PRECISION * scale;
  return inner < 0 || squared > inner * inner;
}

/** An explicit pair is collided whatever its types and affinities are. */
export function visitExplicit(
  m: Model,
  d: Data,
  work: CollisionWork,
  kind: number,
  g1: number,
  g2: number,
  pair: number,
): void {
  const { con, par } = work;
  if (isEnabled(m, EnableBit.SLEEP)) {
    const awake1 = d.body_awake[m.geom_bodyid[g1]] === SleepState.AWAKE;
    const awake2 = d.body_awake[m.geom_bodyid[g2]] === SleepState.AWAKE;
    if (!awake1 && !awake2) return;
  }
  const collide = COLLIDE[kind];
  if (collide === null || !spheresMeet(m, d, g1, g2, pairMargin(m, pair))) return;

  con.margin[0] = pairMargin(m, pair);
  const count = collide(con, m, d, g1, g2);
  if (count === 0) return;
  pairParam(par, m, pair);
  addContacts(d, con, par, count, g1, g2);
}
