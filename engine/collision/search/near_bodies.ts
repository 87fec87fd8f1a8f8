/** Pairs of bodies that may meet, for models with so many pairs of geoms that they are not listed. */

import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { addPair, sortPairs } from "./body_pairs.ts";
import { setBalls, setHulls } from "./bounds.ts";
import type { CollisionWork } from "../collision_work.ts";
import { mayMeet } from "./filter.ts";
import type { CollisionPlan } from "./plan_pairs.ts";
import { sweepBodies } from "./sweep_bodies.ts";

/** Finds all pairs of bodies that may meet and whose boxes are near each other, by signature. */
export function nearBodies(m: Model, d: Data, plan: CollisionPlan, work: CollisionWork): void {
  const { nbody, body_geomnum } = m;
  const { pairs } = work.bodies;
  const { everywhere, movers } = plan;
  setBalls(work, m, d);
  setHulls(work, m);
  sweepBodies(work, movers);

  let kept = 0;
  for (let k = 0; k < pairs.count; k++) {
    const signature = pairs.pairs[k];
    if (mayMeet(m, d, plan, signature >>> 16, signature & 0xffff)) pairs.pairs[kept++] = signature;
  }
  pairs.count = kept;
  work.nearby = kept;

  // static bodies that are tested against all others
  for (let body1 = 0; body1 < nbody; body1++) {
    if (!everywhere[body1]) continue;
    for (let body2 = 0; body2 < nbody; body2++) {
      if (body_geomnum[body2] > 0 && mayMeet(m, d, plan, body1, body2)) addPair(pairs, body1, body2);
    }
  }
  sortPairs(pairs);
}
