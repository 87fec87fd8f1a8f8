/**
 * Directions that separated pairs of geoms at their last search. While such a direction still separates them, no search
 * is needed; it never decides that geoms touch, so results do not depend on what is stored here.
 */

import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import type { Ccd } from "./ccd_work.ts";
import { slackAtEnd } from "./convex_shape.ts";
import { support } from "./support.ts";

/** A table of directions; if two pairs share a slot, the last one occupies it. */
export interface Separators {
  /** geoms of the pair in each slot, −1 if it is empty; a number below that is the first one's prism of a height field */
  geoms: Int32Array;
  /** unit vectors from the first geom to the second; the first number is `TOUCH` if they touched */
  dirs: Float64Array;
}

declare module "../../types/work.ts" {
  interface Work {
    /** directions that keep pairs of geoms apart */
    separators?: Separators;
  }
}

/** slots per geom, at least; where there are height fields, every prism near a geom wants one */
const PER_GEOM = 16;
const PER_GEOM_ON_FIELDS = 64;
/** what no number of a unit vector is */
const TOUCH = 2;
/** gap that is certain despite rounding (m) */
const GAP = 1e-7;

const axis = new Float64Array(6);
const points = new Float64Array(6);
/** how far each support point may be short of the farthest */
const short = new Float64Array(2);

/** Allocates an empty table; the number of its slots is a power of two. */
export function newSeparators(m: Model): Separators {
  const least = (m.nhfield > 0 ? PER_GEOM_ON_FIELDS : PER_GEOM) * m.ngeom;
  let slots = 1;
  while (slots < least) slots *= 2;
  return { geoms: new Int32Array(2 * slots).fill(-1), dirs: new Float64Array(3 * slots) };
}

/** Slot of a pair of geoms. */
export function slotOf(table: Separators, g1: number, g2: number): number {
  const mixed = Math.imul(g1, 0x9e3779b1) ^ Math.imul(g2, 0x85ebca6b);
  return (mixed ^ mixed >>> 15) & ((table.geoms.length >> 1) - 1);
}

/** Is the slot that of these geoms? */
export function holdsPair(table: Separators, slot: number, g1: number, g2: number): boolean {
  return table.geoms[2 * slot] === g1 && table.geoms[2 * slot + 1] === g2;
}

/** Stores the first three numbers of `c.dir` for a pair that was found separated. */
export function keepSeparator(table: Separators, slot: number, g1: number, g2: number, dir: Float64Array): void {
  const { geoms, dirs } = table;
  geoms[2 * slot] = g1;
  geoms[2 * slot + 1] = g2;
  dirs[3 * slot] = dir[0];
  dirs[3 * slot + 1] = dir[1];
  dirs[3 * slot + 2] = dir[2];
}

/** Records that a pair was found touching. */
export function keepTouch({ geoms, dirs }: Separators, slot: number, g1: number, g2: number): void {
  geoms[2 * slot] = g1;
  geoms[2 * slot + 1] = g2;
  dirs[3 * slot] = TOUCH;
}

/** Was the pair in a slot found touching? */
export function didTouch({ dirs }: Separators, slot: number): boolean {
  return dirs[3 * slot] === TOUCH;
}

/** Empties the slot of a pair that is in contact. */
export function dropSeparator(table: Separators, slot: number): void {
  table.geoms[2 * slot] = -1;
}

/** The table of `d`. */
export function separatorsOf(m: Model, d: Data): Separators {
  return d.work.separators ??= newSeparators(m);
}

/** Are both shapes, before any search, clearly separated along the direction in a slot? */
export function stillApart(c: Ccd, table: Separators, slot: number): boolean {
  const { shape1, shape2 } = c;
  const { dirs } = table;
  const x = dirs[3 * slot];
  const y = dirs[3 * slot + 1];
  const z = dirs[3 * slot + 2];
  axis[0] = x;
  axis[1] = y;
  axis[2] = z;
  axis[3] = -x;
  axis[4] = -y;
  axis[5] = -z;
  support(shape1, points, 0, axis, 0);
  support(shape2, points, 3, axis, 3);
  slackAtEnd(short, 0, shape1);
  slackAtEnd(short, 1, shape2);
  shape1.vertindex = -1;
  shape1.meshindex = -1;
  shape2.vertindex = -1;
  shape2.meshindex = -1;
  const gap = x * (points[3] - points[0]) + y * (points[4] - points[1]) + z * (points[5] - points[2]);
  return gap > 0.5 * (shape1.margin + shape2.margin) + 2 * c.tolerance + GAP + short[0] + short[1];
}
