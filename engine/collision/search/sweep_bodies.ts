/**
 * Sweep and prune over bodies along one axis, from the order of the step before, in which little has changed, in strips
 * across that axis, so that bodies side by side are not compared. It finds the pairs whose boxes are near each other.
 */

import { intsFrom, newDoubles, newInts } from "../../math/small_arrays.ts";
import type { Model } from "../../types/model.ts";
import { addPair, type BodyPairs, newBodyPairs } from "./body_pairs.ts";
import type { CollisionWork } from "../collision_work.ts";
import type { CollisionPlan } from "./plan_pairs.ts";

/** What the sweep keeps from step to step. */
export interface NearBodies {
  /** result */
  pairs: BodyPairs;
  /** axis of the sweep, axis across which strips lie, and sweeps until others may be better */
  axis: number;
  across: number;
  wait: number;
  /** bodies with geoms that are not tested against everything, by ascending lower bound */
  order: Int32Array;
  /** their bounds, in this order: lower and upper along the axis, across, and along the third axis */
  bounds: Float64Array;
  /** number of strips, where the first one begins, and strips per unit of length */
  strips: number;
  grid: Float64Array;
  /** first and last strip of each body, in this order */
  firstStrip: Int32Array;
  lastStrip: Int32Array;
  /** where the bodies of each strip end, and their places in the order */
  ends: Int32Array;
  places: Int32Array;
}

/** most strips that a body is in, on average: its width takes half of one, and touches another two */
const STRIPS_PER_BODY = 3;

/** Allocates what the sweep keeps. */
export function newNearBodies(m: Model, { movers }: CollisionPlan): NearBodies {
  const count = movers.length;
  return {
    pairs: newBodyPairs(m.nbody),
    axis: 0,
    across: 1,
    wait: 0,
    order: intsFrom(movers),
    bounds: newDoubles(6 * count),
    strips: 1,
    grid: newDoubles(2),
    firstStrip: newInts(count),
    lastStrip: newInts(count),
    ends: newInts(count + 1),
    places: newInts(STRIPS_PER_BODY * count),
  };
}

/** Lists, in no particular order, the pairs of movers whose boxes are near each other. */
export function sweepBodies(work: CollisionWork, movers: Int32Array): void {
  const { bodies } = work;
  const { pairs, ends } = bodies;
  pairs.count = 0;
  sortBodies(work, movers);
  listStrips(bodies);
  for (let s = 0; s < bodies.strips; s++) sweepStrip(bodies, s, s === 0 ? 0 : ends[s - 1], ends[s]);
}

/** Lists the pairs of the bodies of a strip, except those that are in an earlier strip too. */
function sweepStrip(bodies: NearBodies, strip: number, from: number, to: number): void {
  const { pairs, order, bounds, firstStrip, places } = bodies;
  for (let k = from; k < to; k++) {
    const i = places[k];
    const a = 6 * i;
    const high = bounds[a + 1];
    const low1 = bounds[a + 2];
    const high1 = bounds[a + 3];
    const low2 = bounds[a + 4];
    const high2 = bounds[a + 5];
    const isFirst = firstStrip[i] === strip;
    for (let l = k + 1; l < to; l++) {
      const j = places[l];
      const b = 6 * j;
      if (bounds[b] > high) break;
      if (bounds[b + 2] > high1 || low1 > bounds[b + 3] || bounds[b + 4] > high2 || low2 > bounds[b + 5]) continue;
      if (isFirst || firstStrip[j] === strip) addPair(pairs, order[i], order[j]);
    }
  }
}

/** Lists the bodies of each strip; in a single one if strips have become too narrow. */
function listStrips(bodies: NearBodies): void {
  const { order, ends, places } = bodies;
  placeBodies(bodies);
  if (ends[bodies.strips] > places.length) {
    bodies.strips = 1;
    bodies.wait = 0;
    placeBodies(bodies);
  }
  const { firstStrip, lastStrip } = bodies;
  for (let i = 0; i < order.length; i++) {
    for (let s = firstStrip[i]; s <= lastStrip[i]; s++) places[ends[s]++] = i;
  }
}

/** Finds the strips of each body, and where the bodies of each strip begin. */
function placeBodies({ order, bounds, strips, grid, firstStrip, lastStrip, ends }: NearBodies): void {
  const low = grid[0];
  const scale = grid[1];
  const last = strips - 1;
  for (let s = 0; s <= strips; s++) ends[s] = 0;
  for (let i = 0; i < order.length; i++) {
    const from = scale * (bounds[6 * i + 2] - low);
    const to = scale * (bounds[6 * i + 3] - low);
    // all strips if it is not a number
    const first = from > 0 ? Math.trunc(Math.min(from, last)) : 0;
    const end = to < last ? Math.trunc(Math.max(to, 0)) : last;
    firstStrip[i] = first;
    lastStrip[i] = end;
    for (let s = first; s <= end; s++) ends[s + 1]++;
  }
  for (let s = 0; s < strips; s++) ends[s + 1] += ends[s];
}

/** Sorts the bodies by lower bound along the axis in which they are spread most, and gathers their bounds. */
function sortBodies({ bodies, hulls }: CollisionWork, movers: Int32Array): void {
  const { order, bounds } = bodies;
  const count = movers.length;
  if (bodies.wait-- === 0) {
    chooseAxes(bodies, hulls, movers);
    chooseStrips(bodies, hulls, movers);
  }
  const { axis, across } = bodies;

  for (let i = 1; i < count; i++) {
    const body = order[i];
    const low = hulls[6 * body + axis];
    let k = i - 1;
    for (; k >= 0 && hulls[6 * order[k] + axis] > low; k--) order[k + 1] = order[k];
    order[k + 1] = body;
  }
  const third = 3 - axis - across;
  for (let i = 0; i < count; i++) {
    const hull = 6 * order[i];
    bounds[6 * i] = hulls[hull + axis];
    bounds[6 * i + 1] = hulls[hull + axis + 3];
    bounds[6 * i + 2] = hulls[hull + across];
    bounds[6 * i + 3] = hulls[hull + across + 3];
    bounds[6 * i + 4] = hulls[hull + third];
    bounds[6 * i + 5] = hulls[hull + third + 3];
  }
}

// another axis must be better by this much, lest the order be lost at every step
const PERSISTENCE = 2;
// sweeps with the same axes and strips
const WAIT = 32;

const sum = new Float64Array(3);
const squares = new Float64Array(3);

/** Sweeps along the axis with the largest variance of lower bounds, unless another one is about as good; strips lie across the next. */
function chooseAxes(bodies: NearBodies, hulls: Float64Array, movers: Int32Array): void {
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

  let { axis } = bodies;
  let best = axis;
  for (let k = 0; k < 3; k++) if (squares[k] > squares[best]) best = k;
  if (squares[best] > PERSISTENCE * squares[axis]) axis = best;
  bodies.axis = axis;
  const next = (axis + 1) % 3;
  bodies.across = squares[3 - axis - next] > squares[next] ? 3 - axis - next : next;
  bodies.wait = WAIT;
}

// lowest and highest bound across the axis, and the sum of widths: V8-10
const extent = new Float64Array(3);

/** Makes strips about twice as wide as bodies, a single one if some have no bounds. */
function chooseStrips(bodies: NearBodies, hulls: Float64Array, movers: Int32Array): void {
  const { across, grid } = bodies;
  extent[0] = Infinity;
  extent[1] = -Infinity;
  extent[2] = 0;
  for (let i = 0; i < movers.length; i++) {
    const at = 6 * movers[i] + across;
    extent[0] = Math.min(extent[0], hulls[at]);
    extent[1] = Math.max(extent[1], hulls[at + 3]);
    extent[2] += hulls[at + 3] - hulls[at];
  }
  const width = extent[2] * (2 / movers.length);
  const length = extent[1] - extent[0];
  bodies.strips = width > 0 && length < Infinity ? Math.min(movers.length, Math.floor(length / width) + 1) : 1;
  grid[0] = extent[0];
  grid[1] = bodies.strips / length;
}
