/** Half-spaces that contain a geom, to find quickly which prisms of a height field are separated from it. */

import type { Ccd } from "../convex/ccd_work.ts";
import { slackAtEnd } from "../convex/convex_shape.ts";
import { support } from "../convex/support.ts";

/** maximum number of half-spaces: a new one replaces the oldest */
export const MOST_HALVES = 8;
/** gap that is certain despite rounding (m) */
const GAP = 1e-7;
/** cosine of the angle between normals that count as equal */
const SAME = 1 - 1e-9;

/** four numbers each: the normal, of unit length and into the half-space, and the offset of the plane along it */
const halves = new Float64Array(4 * MOST_HALVES);
const normal = new Float64Array(3);
const axis = new Float64Array(3);
const point = new Float64Array(3);
/** how far the support point may be short of the farthest one */
const short = new Float64Array(1);

/** maximum number, current number, and number added for this geom */
const state = new Int32Array(3);
const ROOM = 0;
const COUNT = 1;
const TOTAL = 2;

/** Starts with a new geom, for which up to `most` half-spaces are kept. */
export function clearHalves(most: number): void {
  state[ROOM] = most;
  state[COUNT] = 0;
  state[TOTAL] = 0;
}

/** Adds the smallest half-space along `dir`, of any length, that contains `c.shape2`. */
export function addHalf(c: Ccd, dir: Float64Array, i: number): void {
  const room = state[ROOM];
  if (room === 0) return;
  const x = dir[i];
  const y = dir[i + 1];
  const z = dir[i + 2];
  const scale = -1 / Math.sqrt(x * x + y * y + z * z);
  axis[0] = x * scale;
  axis[1] = y * scale;
  axis[2] = z * scale;

  // the search must not be affected by this query
  const { shape2 } = c;
  const { vertindex, meshindex, strayed, lost } = shape2;
  support(shape2, point, 0, axis, 0);
  slackAtEnd(short, 0, shape2);
  shape2.vertindex = vertindex;
  shape2.meshindex = meshindex;
  shape2.strayed = strayed;
  shape2.lost = lost;

  const h = 4 * (state[TOTAL] % room);
  state[TOTAL]++;
  if (state[COUNT] < room) state[COUNT]++;
  halves[h] = -axis[0];
  halves[h + 1] = -axis[1];
  halves[h + 2] = -axis[2];
  halves[h + 3] = -(axis[0] * point[0] + axis[1] * point[1] + axis[2] * point[2] + short[0]);
}

/** Is the prism of `c.shape1` clearly below the half-space along the normal of its top, if that is a new one? */
export function isBelow(c: Ccd): boolean {
  if (state[ROOM] === 0) return false;
  setTopNormal(c.shape1.prism);
  if (isKnown()) return false;
  addHalf(c, normal, 0);
  return isOutside(c);
}

/** Is the prism of `c.shape1` clearly outside a stored half-space? */
export function isOutside(c: Ccd): boolean {
  const { prism } = c.shape1;
  const slack = c.shape2.margin + 2 * c.tolerance + GAP;
  const end = 4 * state[COUNT];
  for (let h = 0; h < end; h += 4) {
    const x = halves[h];
    const y = halves[h + 1];
    const z = halves[h + 2];
    const limit = halves[h + 3] - slack;

    // the corners closest to the half-space are on top, or at the bottom if it lies below
    const v = z < 0 ? 0 : 9;
    if (
      x * prism[v] + y * prism[v + 1] + z * prism[v + 2] < limit &&
      x * prism[v + 3] + y * prism[v + 4] + z * prism[v + 5] < limit &&
      x * prism[v + 6] + y * prism[v + 7] + z * prism[v + 8] < limit
    ) return true;
  }
  return false;
}

/** normal = upward unit normal of the top of the prism, regardless of its orientation */
function setTopNormal(prism: Float64Array): void {
  const ux = prism[12] - prism[9];
  const uy = prism[13] - prism[10];
  const uz = prism[14] - prism[11];
  const vx = prism[15] - prism[9];
  const vy = prism[16] - prism[10];
  const vz = prism[17] - prism[11];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const scale = (z > 0 ? 1 : -1) / Math.sqrt(x * x + y * y + z * z);
  normal[0] = x * scale;
  normal[1] = y * scale;
  normal[2] = z * scale;
}

/** Is there a half-space along about that normal? */
function isKnown(): boolean {
  const end = 4 * state[COUNT];
  for (let h = 0; h < end; h += 4) {
    if (normal[0] * halves[h] + normal[1] * halves[h + 1] + normal[2] * halves[h + 2] > SAME) return true;
  }
  return false;
}
