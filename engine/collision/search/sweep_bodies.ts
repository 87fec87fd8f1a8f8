/**
 * Sweep and prune over bodies along one axis, from the order of the step before, in which little has changed. It finds
 * the pairs whose boxes are near each other.
 */

import { intsFrom, newDoubles } from "../../math/small_arrays.ts";
import type { Model } from "../../types/model.ts";
import { addPair, type BodyPairs, newBodyPairs } from "./body_pairs.ts";
import type { CollisionWork } from "../collision_work.ts";
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
    order: intsFrom(movers),
    bounds: newDoubles(6 * movers.length),
  };
}

/** Lists, in no particular order, the pairs of movers whose boxes are near each other. */
export function sweepBodies(work: CollisionWork, movers: Int32Array): void {
  const { pairs, order, bounds } = work.bodies;
  const count = movers.length;
  pairs.count = 0;
  sortBodies(work, movers);
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
      addPair(pairs, order[i], order[j]);
    }
  }
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
