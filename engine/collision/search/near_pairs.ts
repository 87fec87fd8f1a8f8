/**
 * First test of listed pairs, by bounding spheres: all moving geoms against all later ones and against planes, in loops
 * so tight that testing every pair is faster than searching for near ones.
 */

import { newDoubles, newInts } from "../../math/small_arrays.ts";
import { EnableBit, Geom, SleepState } from "../../types/enums.ts";
import { nextCapacity } from "../../types/next_capacity.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { isEnabled, isSleepFiltered } from "../../model/queries.ts";
import { isAnyAwake } from "../../model/sleep_state.ts";
import { Arena } from "../../wasm/arena.ts";
import type { KernelsOf } from "../../wasm/kernel_set.ts";
import { SPHERE_KERNELS, SPHERES } from "../../wasm/sphere_kernels.ts";
import { PairFlag, type PairList, placeInTable } from "./plan_pairs.ts";

const { OVERRIDE } = EnableBit;
const { PLANE } = Geom;

/**
 * Bounding spheres by place, those of geoms that move first, then static ones, then planes; and what is found with them.
 * The numbers of the spheres at places `2 k` and `2 k + 1` begin at `10 k`: two numbers each of x, y, z, radius (infinite
 * for what has no bounds) and margin.
 */
const spheres = {
  /** capacity for spheres, and for results */
  room: 0,
  pairs: 0,
  numbers: newDoubles(0) as Float64Array,
  /** the plane at hand: a point, the normal, the margin */
  plane: newDoubles(0) as Float64Array,
  /** first place after those of the geoms on the same body */
  next: newInts(0) as Int32Array,
  geom: newInts(0),
  /** places of spheres that are near each other: the first in the upper half of the number */
  found: newInts(0) as Int32Array,
  /** whether any margin is nonzero */
  margins: false,
};

// V8-1, V8-2: the global constant is loaded, and allocated
const UNBOUNDED = Infinity;

const MODULES = [SPHERE_KERNELS] as const;

/** A memory for spheres, with kernels that find them. */
export function newSphereArena(): Arena<typeof MODULES> {
  return new Arena(MODULES);
}

// all models and data share it
const arena = newSphereArena();

/** Allocates room for the geoms and pairs of a list. */
function growSpheres({ movers, fixed, planes }: PairList): void {
  // a last sphere may be out of reach, and places beyond what is found may be written to
  const count = movers.length + fixed.length + planes.length + 2;
  const pairs = (movers.length + planes.length) * count + 2;
  if (count <= spheres.room && pairs <= spheres.pairs) return;
  newSpheres(Math.max(count, 2 * spheres.room), Math.max(pairs, 2 * spheres.pairs));
}

function newSpheres(room: number, pairs: number): void {
  spheres.room = room;
  spheres.pairs = pairs;
  arena.lay((take) => {
    spheres.numbers = take.float(5 * room + 5);
    spheres.plane = take.float(7);
    spheres.next = take.int(room);
    spheres.found = take.int(pairs);
  });
  spheres.geom = newInts(room);
}

/** The near pairs of a list. */
export interface NearPairs {
  /** one bit per listed pair */
  marks: Int32Array;
  /** result: listed pairs in order */
  near: Uint16Array;
}

// number of pairs up to which they are tested one by one
const FEW_PAIRS = 16;

/** Allocates room for the pairs of a list, most of which are never near. */
export function newNearPairs({ g1 }: PairList): NearPairs {
  return { marks: newInts((g1.length + 31) >> 5), near: new Uint16Array(Math.min(g1.length, FEW_PAIRS)) };
}

/** Lists, in order, the pairs whose bounding spheres are near each other, and all explicit ones; returns their number. */
export function findNear(res: NearPairs, m: Model, d: Data, list: PairList): number {
  return list.g1.length <= FEW_PAIRS ? findOneByOne(res, m, d, list) : findInPlaces(res, m, d, list);
}

/** Tests every listed pair. */
function findOneByOne({ near }: NearPairs, m: Model, d: Data, { g1, g2, flags }: PairList): number {
  const { geom_type, geom_rbound, geom_contype, geom_conaffinity } = m;
  const { geom_xpos, geom_xmat } = d;
  let count = 0;
  for (let k = 0; k < g1.length; k++) {
    const a = g1[k];
    const b = g2[k];
    let apart = false;
    if ((flags[k] & PairFlag.EXPLICIT) === 0) {
      if ((geom_contype[a] | geom_conaffinity[a]) === 0 || (geom_contype[b] | geom_conaffinity[b]) === 0) continue;
      const dx = geom_xpos[3 * b] - geom_xpos[3 * a];
      const dy = geom_xpos[3 * b + 1] - geom_xpos[3 * a + 1];
      const dz = geom_xpos[3 * b + 2] - geom_xpos[3 * a + 2];
      const radius = geom_rbound[b] > 0 ? geom_rbound[b] : UNBOUNDED;
      const margins = marginOf(m, b) + marginOf(m, a);
      if (geom_type[a] === PLANE) {
        const normal = 9 * a + 2;
        apart = dx * geom_xmat[normal] + dy * geom_xmat[normal + 3] + dz * geom_xmat[normal + 6] > margins + radius;
      } else {
        const reach = (radius + (geom_rbound[a] > 0 ? geom_rbound[a] : UNBOUNDED)) + margins;
        apart = dx * dx + dy * dy + dz * dz > reach * reach;
      }
    }
    // V8-7
    near[count] = k;
    count += Number(!apart);
  }
  return count;
}

/** Puts all geoms side by side, and tests each against all later ones. */
function findInPlaces(res: NearPairs, m: Model, d: Data, list: PairList): number {
  growSpheres(list);
  spheres.margins = false;
  const filter = isSleepFiltered(m, d);
  if (filter && !isAnyAwake(d)) return 0;
  const movers = place(m, d, list.movers, 0, filter ? AWAKE : ANY);

  // what sleeps is like what is static: near it, there are only pairs with what is awake
  const asleep = filter ? place(m, d, list.movers, movers, ASLEEP) : movers;
  const bounded = place(m, d, list.fixed, asleep, ANY);
  skipBodies(m, bounded);
  const even = fillUp(list, bounded);
  const end = placePlanes(m, list, even);
  const above = filter && !isAnyOf(m, d, list.planes) ? movers + (movers & 1) : even;
  const { kernels } = arena;
  const found = kernels === null
    ? findAbove(m, d, even, end, above, findBalls(movers, even))
    : findByKernels(kernels, m, d, movers, even, end, above);
  markPairs(res, list, found);
  const most = Math.min(found + list.explicits.length, list.g1.length);
  if (most > res.near.length) res.near = new Uint16Array(Math.min(list.g1.length, nextCapacity(most)));
  return listMarked(res);
}

/** Margin of a geom in sums of two: its own, or half of the global one. */
function marginOf(m: Model, g: number): number {
  return isEnabled(m, OVERRIDE) ? 0.5 * m.opt.o_margin : m.geom_margin[g];
}

/** Is any of the geoms on a body that is awake? */
function isAnyOf({ geom_bodyid }: Model, { body_awake }: Data, geoms: Int32Array): boolean {
  for (let k = 0; k < geoms.length; k++) if (body_awake[geom_bodyid[geoms[k]]] === SleepState.AWAKE) return true;
  return false;
}

// which geoms take a place: by whether their body is asleep
const ANY = -1;
const AWAKE = 0;
const ASLEEP = 1;

/**
 * Puts the bounding spheres of those geoms that are `wanted` and may collide at all in places from `start` on; returns
 * where they end.
 */
function place(m: Model, d: Data, geoms: Int32Array, start: number, wanted: number): number {
  const { geom_rbound, geom_margin, geom_contype, geom_conaffinity, geom_bodyid } = m;
  const { geom_xpos, body_awake } = d;
  const { numbers, geom } = spheres;
  const override = isEnabled(m, OVERRIDE);
  const half = 0.5 * m.opt.o_margin;
  let margins = false;
  let i = start;
  for (let k = 0; k < geoms.length; k++) {
    const g = geoms[k];
    if ((geom_contype[g] | geom_conaffinity[g]) === 0) continue;
    if (wanted >= 0 && Number(body_awake[geom_bodyid[g]] === SleepState.ASLEEP) !== wanted) continue;
    const radius = geom_rbound[g];
    const s = placeOf(i);
    numbers[s] = geom_xpos[3 * g];
    numbers[s + 2] = geom_xpos[3 * g + 1];
    numbers[s + 4] = geom_xpos[3 * g + 2];
    numbers[s + 6] = radius > 0 ? radius : UNBOUNDED;
    numbers[s + 8] = override ? half : geom_margin[g];
    if (numbers[s + 8] !== 0) margins = true;
    geom[i] = g;
    i++;
  }
  if (margins) spheres.margins = true;
  return i;
}

/** Where the numbers of a sphere begin. */
function placeOf(i: number): number {
  return 10 * (i >> 1) + (i & 1);
}

/**
 * Completes the last two spheres with one that only those without bounds can reach, which are near anything. It stands
 * for a plane if there is one, because it may be found near planes, and these are no pairs.
 */
function fillUp({ planes }: PairList, count: number): number {
  if ((count & 1) === 0) return count;
  const { numbers, geom } = spheres;
  const s = placeOf(count);
  numbers[s] = Infinity;
  numbers[s + 2] = 0;
  numbers[s + 4] = 0;
  numbers[s + 6] = 0;
  numbers[s + 8] = 0;
  geom[count] = planes.length > 0 ? planes[0] : geom[0];
  return count + 1;
}

/** Gives planes that may collide at all places from `start` on; returns where they end. */
function placePlanes({ geom_contype, geom_conaffinity }: Model, { planes }: PairList, start: number): number {
  const { geom } = spheres;
  let i = start;
  for (let k = 0; k < planes.length; k++) {
    const g = planes[k];
    if ((geom_contype[g] | geom_conaffinity[g]) === 0) continue;
    geom[i++] = g;
  }
  return i;
}

/** Finds for every place where the next body begins. */
function skipBodies({ geom_bodyid }: Model, count: number): void {
  const { next, geom } = spheres;
  let start = count;
  let body = -1;
  for (let i = count - 1; i >= 0; i--) {
    const own = geom_bodyid[geom[i]];
    if (own !== body) start = i + 1;
    next[i] = start;
    body = own;
  }
}

/** The same as the loops below: spheres near each other, and near planes. */
function findByKernels(
  kernels: KernelsOf<typeof MODULES>,
  m: Model,
  d: Data,
  movers: number,
  even: number,
  end: number,
  above: number,
): number {
  const { numbers, plane, next, geom, found, margins } = spheres;
  const { geom_xpos, geom_xmat } = d;
  const start = found.byteOffset;
  const last = numbers.byteOffset + SPHERES / 2 * even;
  const lastAbove = numbers.byteOffset + SPHERES / 2 * above;
  let to = margins
    ? kernels.findBalls(next.byteOffset, movers, last, start)
    : kernels.findBallsWithoutMargin(next.byteOffset, movers, last, start);
  for (let i = even; i < end; i++) {
    const g = geom[i];
    const p = 3 * g;
    const n = 9 * g + 2;
    plane[0] = geom_xpos[p];
    plane[1] = geom_xpos[p + 1];
    plane[2] = geom_xpos[p + 2];
    plane[3] = geom_xmat[n];
    plane[4] = geom_xmat[n + 3];
    plane[5] = geom_xmat[n + 6];
    plane[6] = marginOf(m, g);
    to = kernels.findAbove(i, plane.byteOffset, lastAbove, to);
  }
  return (to - start) >> 2;
}

/** Finds spheres near each other, the first of which moves; returns their number. */
function findBalls(movers: number, count: number): number {
  const { numbers, next, found } = spheres;
  let n = 0;
  for (let i = 0; i < movers; i++) {
    const s = placeOf(i);
    const x = numbers[s];
    const y = numbers[s + 2];
    const z = numbers[s + 4];
    const radius = numbers[s + 6];
    const margin = numbers[s + 8];
    for (let j = next[i]; j < count; j++) {
      const t = placeOf(j);
      const dx = numbers[t] - x;
      const dy = numbers[t + 2] - y;
      const dz = numbers[t + 4] - z;
      const reach = (numbers[t + 6] + radius) + (numbers[t + 8] + margin);
      // V8-7
      found[n] = i << 16 | j;
      n += Number(!(dx * dx + dy * dy + dz * dz > reach * reach));
    }
  }
  return n;
}

/**
 * Finds the first `above` spheres near planes, which are at places from `count` to `end`; returns the number of all that
 * are found.
 */
function findAbove(m: Model, d: Data, count: number, end: number, above: number, start: number): number {
  const { numbers, geom, found } = spheres;
  const { geom_xpos, geom_xmat } = d;
  let n = start;
  for (let i = count; i < end; i++) {
    const p = 3 * geom[i];
    const normal = 9 * geom[i] + 2;
    const nx = geom_xmat[normal];
    const ny = geom_xmat[normal + 3];
    const nz = geom_xmat[normal + 6];
    const margin = marginOf(m, geom[i]);
    for (let j = 0; j < above; j++) {
      const t = placeOf(j);
      const height = (numbers[t] - geom_xpos[p]) * nx + (numbers[t + 2] - geom_xpos[p + 1]) * ny +
        (numbers[t + 4] - geom_xpos[p + 2]) * nz;
      found[n] = i << 16 | j;
      n += Number(!(height > (numbers[t + 8] + margin) + numbers[t + 6]));
    }
  }
  return n;
}

/** Marks the pairs that are near and listed, and the explicit ones. */
function markPairs({ marks }: NearPairs, { table, explicits, rank, fixed }: PairList, count: number): void {
  const { found, geom } = spheres;
  for (let n = 0; n < count; n++) {
    const places = found[n];
    const k = table[placeInTable(fixed, rank[geom[places >>> 16]], rank[geom[places & 0xffff]])];
    if (k >= 0) marks[k >> 5] |= 1 << (k & 31);
  }
  for (let n = 0; n < explicits.length; n++) {
    const k = explicits[n];
    marks[k >> 5] |= 1 << (k & 31);
  }
}

/** Turns marks into a list and clears them; returns its length. */
function listMarked({ marks, near }: NearPairs): number {
  let count = 0;
  for (let w = 0; w < marks.length; w++) {
    let word = marks[w];
    marks[w] = 0;
    for (; word !== 0; word &= word - 1) near[count++] = 32 * w + 31 - Math.clz32(word & -word);
  }
  return count;
}
