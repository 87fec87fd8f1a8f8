/**
 * First test of listed pairs, by bounding spheres: all of those that move against all that come after them and against
 * planes, in loops so tight that a look at every pair is faster than a search for the ones that are near.
 */

import { EnableBit } from "../types/enums.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { isEnabled } from "../support/flags.ts";
import type { PairList } from "./plan_pairs.ts";

/** Bounding spheres by place, those of geoms that move first, planes last; and what is found with them. */
export interface NearWork {
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  /** radius, infinite for what has no bounds */
  radius: Float64Array;
  margin: Float64Array;
  /** first place after those of the geoms on the same body */
  next: Int32Array;
  /** geom, and where its row in the table of pairs begins */
  geom: Int32Array;
  row: Int32Array;
  /** places of spheres that are near each other: the first in the upper half of the number */
  found: Int32Array;
  /** one bit per listed pair */
  marks: Int32Array;
  /** result: listed pairs */
  near: Int32Array;
}

/** Allocates room for the pairs of a list. */
export function newNearWork(list: PairList): NearWork {
  const { movers, fixed, planes } = list;
  const count = movers.length + fixed.length + planes.length;
  return {
    x: new Float64Array(count),
    y: new Float64Array(count),
    z: new Float64Array(count),
    radius: new Float64Array(count),
    margin: new Float64Array(count),
    next: new Int32Array(count),
    geom: new Int32Array(count),
    row: new Int32Array(count),
    found: new Int32Array((movers.length + planes.length) * count + 1),
    marks: new Int32Array((list.g1.length + 31) >> 5),
    near: new Int32Array(list.g1.length),
  };
}

/** Lists, in order, the pairs whose bounding spheres are near each other, and all explicit ones; returns their number. */
export function findNear(work: NearWork, m: Model, d: Data, list: PairList): number {
  const movers = place(work, m, d, list, list.movers, 0);
  const bounded = place(work, m, d, list, list.fixed, movers);
  const all = place(work, m, d, list, list.planes, bounded);
  skipBodies(work, m, bounded);
  const balls = findBalls(work, movers, bounded);
  const found = findAbove(work, d, bounded, all, balls);
  markPairs(work, list, found);
  return listMarked(work);
}

/** Puts the bounding spheres of geoms that may collide at all in places from `start` on; returns where they end. */
function place(work: NearWork, m: Model, d: Data, list: PairList, geoms: Int32Array, start: number): number {
  const { ngeom, geom_rbound, geom_margin, geom_contype, geom_conaffinity } = m;
  const { geom_xpos } = d;
  const { x, y, z, radius, margin, geom, row } = work;
  const { rowof } = list;
  const override = isEnabled(m, EnableBit.OVERRIDE);
  const half = 0.5 * m.opt.o_margin;
  let i = start;
  for (let k = 0; k < geoms.length; k++) {
    const g = geoms[k];
    if ((geom_contype[g] | geom_conaffinity[g]) === 0) continue;
    const r = geom_rbound[g];
    x[i] = geom_xpos[3 * g];
    y[i] = geom_xpos[3 * g + 1];
    z[i] = geom_xpos[3 * g + 2];
    radius[i] = r > 0 ? r : Infinity;
    margin[i] = override ? half : geom_margin[g];
    geom[i] = g;
    row[i] = rowof[g] * ngeom;
    i++;
  }
  return i;
}

/** Finds for every place where the next body begins. */
function skipBodies({ next, geom }: NearWork, { geom_bodyid }: Model, count: number): void {
  let start = count;
  for (let i = count - 1; i >= 0; i--) {
    if (i + 1 < count && geom_bodyid[geom[i]] !== geom_bodyid[geom[i + 1]]) start = i + 1;
    next[i] = start;
  }
}

/** Finds spheres near each other, the first of which moves; returns their number. */
function findBalls(work: NearWork, movers: number, count: number): number {
  const { x, y, z, radius, margin, next, found } = work;
  let n = 0;
  for (let i = 0; i < movers; i++) {
    const xi = x[i];
    const yi = y[i];
    const zi = z[i];
    const radiusI = radius[i];
    const marginI = margin[i];
    for (let j = next[i]; j < count; j++) {
      const dx = x[j] - xi;
      const dy = y[j] - yi;
      const dz = z[j] - zi;
      const reach = (radius[j] + radiusI) + (margin[j] + marginI);
      // without a branch, which would often be predicted wrong
      found[n] = i << 16 | j;
      n += Number(!(dx * dx + dy * dy + dz * dz > reach * reach));
    }
  }
  return n;
}

/** Finds spheres near planes, which are at places from `count` to `end`; returns the number of all that are found. */
function findAbove(work: NearWork, d: Data, count: number, end: number, start: number): number {
  const { x, y, z, radius, margin, geom, found } = work;
  const { geom_xmat } = d;
  let n = start;
  for (let i = count; i < end; i++) {
    const normal = 9 * geom[i] + 2;
    const nx = geom_xmat[normal];
    const ny = geom_xmat[normal + 3];
    const nz = geom_xmat[normal + 6];
    const xi = x[i];
    const yi = y[i];
    const zi = z[i];
    const marginI = margin[i];
    for (let j = 0; j < count; j++) {
      const height = (x[j] - xi) * nx + (y[j] - yi) * ny + (z[j] - zi) * nz;
      found[n] = i << 16 | j;
      n += Number(!(height > (margin[j] + marginI) + radius[j]));
    }
  }
  return n;
}

/** Marks the pairs that are near and listed, and the explicit ones. */
function markPairs({ found, geom, row, marks }: NearWork, { table, explicits }: PairList, count: number): void {
  for (let n = 0; n < count; n++) {
    const places = found[n];
    const k = table[row[places >>> 16] + geom[places & 0xffff]];
    if (k >= 0) marks[k >> 5] |= 1 << (k & 31);
  }
  for (let n = 0; n < explicits.length; n++) {
    const k = explicits[n];
    marks[k >> 5] |= 1 << (k & 31);
  }
}

/** Turns marks into a list and clears them; returns its length. */
function listMarked({ marks, near }: NearWork): number {
  let count = 0;
  for (let w = 0; w < marks.length; w++) {
    let word = marks[w];
    if (word === 0) continue;
    marks[w] = 0;
    for (; word !== 0; word &= word - 1) near[count++] = 32 * w + 31 - Math.clz32(word & -word);
  }
  return count;
}
