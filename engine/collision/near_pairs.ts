/** First test of listed pairs: bounding spheres, in loops tight enough to be run over all pairs. */

import { Geom } from "../types/enums.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { BALL, setBalls, setHulls } from "./bounds.ts";
import type { CollisionWork } from "./collision_work.ts";
import { type CollisionPlan, type PairList, RunKind } from "./plan_pairs.ts";
import { sweepBodies } from "./sweep_bodies.ts";

/** Are the boxes of two bodies apart? */
function hullsApart(hulls: Float64Array, body1: number, body2: number): boolean {
  const a = 6 * body1;
  const b = 6 * body2;
  return hulls[a] > hulls[b + 3] || hulls[b] > hulls[a + 3] || hulls[a + 1] > hulls[b + 4] ||
    hulls[b + 1] > hulls[a + 4] || hulls[a + 2] > hulls[b + 5] || hulls[b + 2] > hulls[a + 5];
}

/** Lists the pairs whose bounding spheres are near each other, and all explicit ones; returns their number. */
export function findNear(work: CollisionWork, m: Model, d: Data, plan: CollisionPlan, list: PairList): number {
  setBalls(work, m, d);
  setHulls(work, m);
  const count = findInRuns(work, m, d, list);
  return list.ranges === null ? count : findBySweep(work, plan, list, list.ranges, count);
}

function findInRuns({ balls, hulls, near }: CollisionWork, m: Model, d: Data, list: PairList): number {
  const { g1: first, g2: second, fixed, runkind, runs, outer, other, inner } = list;
  const { geom_type } = m;
  let count = 0;
  for (let i = 0; i < fixed.length; i++) {
    const run = fixed[i];
    const start = run === 0 ? 0 : runs[run - 1];
    const end = runs[run];
    const a = outer[run];
    if (runkind[run] === RunKind.EXPLICIT) {
      for (let k = start; k < end; k++) near[count++] = k;
    } else if (runkind[run] === RunKind.BODIES) {
      if (hullsApart(hulls, a, other[run])) continue;
      for (let k = start; k < end; k++) {
        if (!ballsApart(balls, BALL * first[k], BALL * second[k])) near[count++] = k;
      }
    } else if (geom_type[a] === Geom.PLANE) {
      count = findAbove(near, count, balls, inner, start, end, d, a);
    } else {
      count = findAround(near, count, balls, inner, start, end, a);
    }
  }
  return count;
}

/** Adds the pairs of movers, from a sweep over these. */
function findBySweep(
  work: CollisionWork,
  { movers, place }: CollisionPlan,
  { g1: first, g2: second }: PairList,
  ranges: Int32Array,
  found: number,
): number {
  const { balls, near } = work;
  sweepBodies(work, movers);
  const { pairs, count } = work.bodies.pairs;
  let n = found;
  for (let i = 0; i < count; i++) {
    const at = 2 * (place[pairs[i] >>> 16] * movers.length + place[pairs[i] & 0xffff]);
    const end = ranges[at + 1];
    for (let k = ranges[at]; k < end; k++) {
      if (!ballsApart(balls, BALL * first[k], BALL * second[k])) near[n++] = k;
    }
  }
  sortNear(work, n);
  return n;
}

/** Sorts the pairs: insertion where they are few, else by digits. */
function sortNear({ near, digits }: CollisionWork, count: number): void {
  if (count <= 24) {
    for (let i = 1; i < count; i++) {
      const k = near[i];
      let j = i - 1;
      for (; j >= 0 && near[j] > k; j--) near[j + 1] = near[j];
      near[j + 1] = k;
    }
    return;
  }
  const { counts, sorted } = digits;
  for (let shift = 0; shift < 16; shift += 8) {
    const from = shift === 0 ? near : sorted;
    const to = shift === 0 ? sorted : near;
    counts.fill(0);
    for (let i = 0; i < count; i++) counts[((from[i] >>> shift) & 0xff) + 1]++;
    for (let digit = 1; digit < 256; digit++) counts[digit] += counts[digit - 1];
    for (let i = 0; i < count; i++) to[counts[(from[i] >>> shift) & 0xff]++] = from[i];
  }
}

function ballsApart(balls: Float64Array, a: number, b: number): boolean {
  const x = balls[b] - balls[a];
  const y = balls[b + 1] - balls[a + 1];
  const z = balls[b + 2] - balls[a + 2];
  const reach = (balls[b + 3] + balls[a + 3]) + (balls[b + 4] + balls[a + 4]);
  return x * x + y * y + z * z > reach * reach;
}

/** Adds the pairs of a run that share a geom. */
function findAround(
  near: Int32Array,
  count: number,
  balls: Float64Array,
  inner: Int32Array,
  start: number,
  end: number,
  shared: number,
): number {
  const x = balls[BALL * shared];
  const y = balls[BALL * shared + 1];
  const z = balls[BALL * shared + 2];
  const radius = balls[BALL * shared + 3];
  const margin = balls[BALL * shared + 4];
  let found = count;
  for (let k = start; k < end; k++) {
    const b = BALL * inner[k];
    const dx = balls[b] - x;
    const dy = balls[b + 1] - y;
    const dz = balls[b + 2] - z;
    const reach = (balls[b + 3] + radius) + (balls[b + 4] + margin);
    // without a branch, which would often be predicted wrong
    near[found] = k;
    found += Number(!(dx * dx + dy * dy + dz * dz > reach * reach));
  }
  return found;
}

/** Adds the pairs of a run that share a plane. */
function findAbove(
  near: Int32Array,
  count: number,
  balls: Float64Array,
  inner: Int32Array,
  start: number,
  end: number,
  d: Data,
  plane: number,
): number {
  const { geom_xmat } = d;
  const x = balls[BALL * plane];
  const y = balls[BALL * plane + 1];
  const z = balls[BALL * plane + 2];
  const margin = balls[BALL * plane + 4];
  const nx = geom_xmat[9 * plane + 2];
  const ny = geom_xmat[9 * plane + 5];
  const nz = geom_xmat[9 * plane + 8];
  let found = count;
  for (let k = start; k < end; k++) {
    const b = BALL * inner[k];
    const dx = balls[b] - x;
    const dy = balls[b + 1] - y;
    const dz = balls[b + 2] - z;
    if (dx * nx + dy * ny + dz * nz > (balls[b + 4] + margin) + balls[b + 3]) continue;
    near[found++] = k;
  }
  return found;
}
