/**
 * Pairs of bodies whose boxes are near each other, for models with many pairs: sweep and prune along one axis, from the
 * order of the step before, in which little has changed.
 */

import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { addPair, type BodyPairs, newBodyPairs, sortPairs } from "./body_pairs.ts";
import type { CollisionWork } from "./collision_work.ts";
import { mayMeet } from "./filter.ts";
import { setBalls, setHulls } from "./near_pairs.ts";
import type { CollisionPlan } from "./plan_pairs.ts";

/** What the sweep keeps from step to step. */
export interface NearBodies {
  /** result */
  pairs: BodyPairs;
  /** axis of the sweep */
  axis: number;
  /** bodies with geoms that are not tested against everything, by ascending lower bound */
  order: Int32Array;
  /** their bounds, in this order: lower and upper along the axis and along the two others */
  bounds: Float64Array;
}

/** Allocates what the sweep keeps. */
export function newNearBodies(m: Model, { movers }: CollisionPlan): NearBodies {
  return {
    pairs: newBodyPairs(m.nbody),
    axis: 0,
    order: Int32Array.from(movers),
    bounds: new Float64Array(6 * movers.length),
  };
}

/** Finds the pairs of bodies whose boxes are near each other and that may meet. */
export function nearBodies(m: Model, d: Data, plan: CollisionPlan, work: CollisionWork): void {
  const { nbody, body_geomnum } = m;
  const { pairs, order, bounds } = work.bodies;
  const { everywhere, movers } = plan;
  pairs.count = 0;
  setBalls(work, m, d);
  setHulls(work, m);

  // static bodies that are tested against everything
  for (let body1 = 0; body1 < nbody; body1++) {
    if (!everywhere[body1]) continue;
    for (let body2 = 0; body2 < nbody; body2++) {
      if (body_geomnum[body2] > 0 && mayMeet(m, d, plan, body1, body2)) addPair(pairs, body1, body2);
    }
  }

  sortBodies(work, movers);
  const count = movers.length;
  for (let i = 0; i < count; i++) {
    const a = 6 * i;
    const high = bounds[a + 1];
    const low1 = bounds[a + 2];
    const high1 = bounds[a + 3];
    const low2 = bounds[a + 4];
    const high2 = bounds[a + 5];
    for (let j = i + 1; j < count; j++) {
      const b = 6 * j;
      if (bounds[b] > high) break;
      if (bounds[b + 2] > high1 || low1 > bounds[b + 3] || bounds[b + 4] > high2 || low2 > bounds[b + 5]) continue;
      const body1 = order[i];
      const body2 = order[j];
      if (mayMeet(m, d, plan, body1, body2)) addPair(pairs, body1, body2);
    }
  }
  sortPairs(pairs);
}

/** Sorts the bodies by lower bound along the axis in which they are spread most, and gathers their bounds. */
function sortBodies({ bodies, hulls }: CollisionWork, movers: Int32Array): void {
  const { order, bounds } = bodies;
  const count = movers.length;
  bodies.axis = widestAxis(hulls, movers, bodies.axis);
  const axis = bodies.axis;

  for (let i = 1; i < count; i++) {
    const body = order[i];
    const low = hulls[6 * body + axis];
    let k = i - 1;
    for (; k >= 0 && hulls[6 * order[k] + axis] > low; k--) order[k + 1] = order[k];
    order[k + 1] = body;
  }
  const axis1 = (axis + 1) % 3;
  const axis2 = (axis + 2) % 3;
  for (let i = 0; i < count; i++) {
    const hull = 6 * order[i];
    bounds[6 * i] = hulls[hull + axis];
    bounds[6 * i + 1] = hulls[hull + axis + 3];
    bounds[6 * i + 2] = hulls[hull + axis1];
    bounds[6 * i + 3] = hulls[hull + axis1 + 3];
    bounds[6 * i + 4] = hulls[hull + axis2];
    bounds[6 * i + 5] = hulls[hull + axis2 + 3];
  }
}

// another axis must be better by this much, lest the order be lost at every step
const PERSISTENCE = 2;

const sum = new Float64Array(3);
const squares = new Float64Array(3);

/** The axis with the largest variance of lower bounds; `axis` stays unless another one is clearly better. */
function widestAxis(hulls: Float64Array, movers: Int32Array, axis: number): number {
  sum.fill(0);
  squares.fill(0);
  for (let i = 0; i < movers.length; i++) {
    for (let k = 0; k < 3; k++) {
      const low = hulls[6 * movers[i] + k];
      sum[k] += low;
      squares[k] += low * low;
    }
  }
  for (let k = 0; k < 3; k++) squares[k] -= sum[k] * sum[k] / movers.length;

  let best = axis;
  for (let k = 0; k < 3; k++) if (squares[k] > squares[best]) best = k;
  return squares[best] > PERSISTENCE * squares[axis] ? best : axis;
}
