/** Collision detection for models with few pairs: a visit of every pair that the plan lists. */

import { DisableBit, EnableBit, Geom, SleepState } from "../types/enums.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { isDisabled, isEnabled } from "../support/flags.ts";
import { broadphase, hasPair } from "./broadphase.ts";
import { collideExplicit, collideGeoms } from "./collide_pair.ts";
import type { CollisionWork } from "./collision_work.ts";
import { pairMargin } from "./contact_param.ts";
import { bothRest, compatible, spheresMeet } from "./filter.ts";
import { treesMeet } from "./midphase.ts";
import type { CollisionPlan, PairList } from "./plan_pairs.ts";

// spheres that overlap by less than this, relative to the coordinates, may fall through the sweep's 32-bit sort
const SWEEP_PRECISION = 1e-6;

/**
 * Visits all pairs, with the bounding spheres as the first test.
 *
 * A sweep would find the same pairs, except where bounding spheres overlap by no more than its precision. Only
 * if such a pair has contacts is the sweep run and asked.
 */
export function visitList(m: Model, d: Data, plan: CollisionPlan, list: PairList, work: CollisionWork): void {
  const { g1: first, g2: second, kind: kinds, explicit, body1: bodies1, body2: bodies2, related, swept, tree } = list;
  const { geom_rbound, geom_margin, geom_type, geom_contype, geom_conaffinity, geom_bodyid } = m;
  const { body_contype, body_conaffinity } = m;
  const { geom_xpos, geom_xmat } = d;
  const override = isEnabled(m, EnableBit.OVERRIDE);
  const filterParent = !isDisabled(m, DisableBit.FILTERPARENT);
  const sleep = isEnabled(m, EnableBit.SLEEP);
  const global = m.opt.o_margin;
  let sweepIsDue = true;

  for (let k = 0; k < first.length; k++) {
    const g1 = first[k];
    const g2 = second[k];
    const pair = explicit[k];
    if (pair >= 0) {
      visitExplicit(m, d, work, kinds[k], g1, g2, pair);
      continue;
    }

    // bounding spheres; of planes the distance of the centre
    const radius2 = geom_rbound[g2];
    const reach = geom_rbound[g1] + radius2 + (override ? global : geom_margin[g1] + geom_margin[g2]);
    const x = geom_xpos[3 * g2] - geom_xpos[3 * g1];
    const y = geom_xpos[3 * g2 + 1] - geom_xpos[3 * g1 + 1];
    const z = geom_xpos[3 * g2 + 2] - geom_xpos[3 * g1 + 2];
    if (geom_rbound[g1] > 0 && radius2 > 0) {
      if (x * x + y * y + z * z > reach * reach) continue;
    } else if (geom_type[g1] === Geom.PLANE && radius2 > 0) {
      const height = x * geom_xmat[9 * g1 + 2] + y * geom_xmat[9 * g1 + 5] + z * geom_xmat[9 * g1 + 8];
      if (height > reach) continue;
    }

    // type and affinity, kinship, sleep
    const body1 = bodies1[k];
    const body2 = bodies2[k];
    if (!compatible(geom_contype, geom_conaffinity, g1, g2)) continue;
    if (!compatible(body_contype, body_conaffinity, body1, body2)) continue;
    if (filterParent && related[k]) continue;
    if (sleep && bothRest(m, d, body1, body2)) continue;

    // bounding volume trees
    if (tree[k]) {
      const inOrder = geom_bodyid[g1] === body1;
      if (!treesMeet(m, d, plan, work.axes, body1, inOrder ? g1 : g2, body2, inOrder ? g2 : g1)) continue;
    }

    // the sweep, if it might think otherwise
    if (swept[k] && isMarginal(d, g1, g2, x, y, z, reach)) {
      if (sweepIsDue) broadphase(work.sweep, m, d, plan);
      sweepIsDue = false;
      if (!hasPair(work.sweep, body1, body2)) continue;
    }
    collideGeoms(m, d, work, kinds[k], g1, g2);
  }
}

/** Do the bounding spheres barely overlap? */
function isMarginal(d: Data, g1: number, g2: number, x: number, y: number, z: number, reach: number): boolean {
  const { geom_xpos } = d;
  let scale = reach;
  for (let k = 0; k < 3; k++) scale += Math.abs(geom_xpos[3 * g1 + k]) + Math.abs(geom_xpos[3 * g2 + k]);
  const inner = reach - SWEEP_PRECISION * scale;
  return inner < 0 || x * x + y * y + z * z > inner * inner;
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
  if (isEnabled(m, EnableBit.SLEEP)) {
    const awake1 = d.body_awake[m.geom_bodyid[g1]] === SleepState.AWAKE;
    const awake2 = d.body_awake[m.geom_bodyid[g2]] === SleepState.AWAKE;
    if (!awake1 && !awake2) return;
  }
  if (spheresMeet(m, d, g1, g2, pairMargin(m, pair))) collideExplicit(m, d, work, kind, g1, g2, pair);
}
