/** Pairs of bodies that may meet, for models with so many pairs of geoms that they are not listed. */

import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { addPair, sortPairs } from "./body_pairs.ts";
import { BALL, setBalls, setHulls } from "./bounds.ts";
import type { CollisionWork } from "../collision_work.ts";
import { mayMeet } from "./filter.ts";
import type { CollisionPlan } from "./plan_pairs.ts";
import { sweepBodies } from "./sweep_bodies.ts";

/** Finds all pairs of bodies that may meet and whose boxes are near each other, by signature. */
export function nearBodies(m: Model, d: Data, plan: CollisionPlan, work: CollisionWork): void {
  const { nbody, body_geomnum } = m;
  const { balls } = work;
  const { pairs } = work.bodies;
  const { everywhere, movers } = plan;
  setBalls(work, m, d);
  setHulls(work, m);
  sweepBodies(work, movers);

  let kept = 0;
  let near = 0;
  for (let k = 0; k < pairs.count; k++) {
    const signature = pairs.pairs[k];
    const body1 = signature >>> 16;
    const body2 = signature & 0xffff;
    if (!mayMeet(m, d, plan, body1, body2)) continue;
    near++;
    if (doBallsMeet(m, balls, body1, body2)) pairs.pairs[kept++] = signature;
  }
  pairs.count = kept;
  work.nearby = near;

  // static bodies that are tested against all others
  for (let body1 = 0; body1 < nbody; body1++) {
    if (!everywhere[body1]) continue;
    for (let body2 = 0; body2 < nbody; body2++) {
      if (body_geomnum[body2] > 0 && mayMeet(m, d, plan, body1, body2)) addPair(pairs, body1, body2);
    }
  }
  sortPairs(pairs);
}

// pairs of geoms of two bodies up to which their spheres are compared
const FEW_PAIRS = 4;

/** Does a bounding sphere of one body meet one of the other? True without a comparison if there are many. */
function doBallsMeet(m: Model, balls: Float64Array, body1: number, body2: number): boolean {
  const { body_geomadr, body_geomnum } = m;
  const count1 = body_geomnum[body1];
  const count2 = body_geomnum[body2];
  if (count1 * count2 > FEW_PAIRS) return true;
  const first1 = BALL * body_geomadr[body1];
  const first2 = BALL * body_geomadr[body2];
  for (let a = first1; a < first1 + BALL * count1; a += BALL) {
    for (let b = first2; b < first2 + BALL * count2; b += BALL) {
      const x = balls[a] - balls[b];
      const y = balls[a + 1] - balls[b + 1];
      const z = balls[a + 2] - balls[b + 2];
      const reach = balls[a + 3] + balls[b + 3] + (balls[a + 4] + balls[b + 4]);
      if (!(x * x + y * y + z * z > reach * reach)) return true;
    }
  }
  return false;
}
