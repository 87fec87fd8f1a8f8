/**
 * MuJoCo's broadphase: static bodies with infinite bounds against all others, and the rest by sweep and prune along the
 * principal axes of the scene. Faster searches find the same pairs; this one decides if bounds barely touch.
 */

import { newDoubles, newInts } from "../../math/small_arrays.ts";
import { EnableBit } from "../../types/enums.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { eig3AtRuntime } from "../../math/eigen3.ts";
import { isEnabled } from "../../model/queries.ts";
import { addPair, type BodyPairs, newBodyPairs, sortPairs } from "./body_pairs.ts";
import { mayMeet, mayMeetFlex } from "./filter.ts";
import type { CollisionPlan } from "./plan_pairs.ts";

// V8-1
const { OVERRIDE } = EnableBit;

/** Scratch memory of the sweep. Flexes count as bodies, with ids from `nbody` on. */
export interface Sweep {
  /** whether the result, and the axes, belong to the current poses */
  current: boolean;
  oriented: boolean;
  /** result */
  found: BodyPairs;
  /** bodies that can collide */
  bodies: Int32Array;
  /** bounds of these bodies along the three axes: six columns, lower bounds first */
  bounds: Float64Array;
  /** ends of the intervals along the first axis, rounded to 32 bits: lower at `2 i`, upper at `2 i + 1` */
  ends: Float32Array;
  /** ids of ends in ascending order, and room to merge */
  order: Int32Array;
  merged: Int32Array;
  /** bodies whose interval is open */
  open: Int32Array;
  /** eigenvalues, principal axes as a matrix, quaternion, covariance, center */
  eigval: Float64Array;
  axes: Float64Array;
  quat: Float64Array;
  cov: Float64Array;
  center: Float64Array;
}

/** Allocates scratch memory for a number of bodies and flexes. */
export function newSweep(nbody: number): Sweep {
  return {
    current: false,
    oriented: false,
    found: newBodyPairs(nbody),
    bodies: newInts(nbody),
    bounds: newDoubles(6 * nbody),
    ends: new Float32Array(2 * nbody),
    order: newInts(2 * nbody),
    merged: newInts(2 * nbody),
    open: newInts(nbody),
    eigval: newDoubles(3),
    axes: newDoubles(9),
    quat: newDoubles(4),
    cov: newDoubles(9),
    center: newDoubles(3),
  };
}

/** Finds the pairs of bodies that may touch. */
export function sweepAsMujoco(sweep: Sweep, m: Model, d: Data, plan: CollisionPlan): void {
  const { nbody, nflex, body_contype, body_conaffinity, body_geomnum, flex_contype, flex_conaffinity } = m;
  const { bodies, found } = sweep;
  const { everywhere } = plan;
  found.count = 0;
  sweep.current = true;

  // static bodies with infinite bounds
  for (let body1 = 0; body1 < nbody; body1++) {
    if (!everywhere[body1]) continue;
    for (let body2 = 0; body2 < nbody; body2++) {
      if (body_geomnum[body2] > 0 && mayMeet(m, d, plan, body1, body2)) addPair(found, body1, body2);
    }
    for (let f = 0; f < nflex; f++) {
      if (mayMeetFlex(m, body1, nbody + f)) addPair(found, body1, nbody + f);
    }
  }

  // the sweep, unless nothing can be paired
  let count = 0;
  for (let body = 1; body < nbody; body++) {
    if (body_contype[body] || body_conaffinity[body]) bodies[count++] = body;
  }
  for (let f = 0; f < nflex; f++) {
    if (flex_contype[f] || flex_conaffinity[f]) bodies[count++] = nbody + f;
  }
  if (count > 1 && (sweep.oriented || principalAxes(sweep, m, d))) {
    for (let i = 0; i < count; i++) {
      if (bodies[i] < nbody) bodyBounds(sweep, m, d, i, count);
      else flexBounds(sweep, m, d, i, count);
    }
    sortEnds(sweep, count);
    pruneEnds(sweep, m, d, plan, count);
  }
  sortPairs(found);
}

// rounding to 32 bits, relative to the coordinates, and more
const PRECISION = 1e-6;

/** Do the bounding spheres of two geoms overlap clearly along all axes? Then the sweep finds their bodies. */
export function overlapClearly(sweep: Sweep, m: Model, d: Data, g1: number, g2: number, margin: Float64Array): boolean {
  const { geom_rbound } = m;
  const { geom_xpos } = d;
  const { axes } = sweep;
  if (!sweep.oriented && !principalAxes(sweep, m, d)) return false;
  const p = 3 * g1;
  const q = 3 * g2;
  const reach = geom_rbound[g1] + geom_rbound[g2] + margin[0];
  for (let k = 0; k < 9; k += 3) {
    const x = axes[k];
    const y = axes[k + 1];
    const z = axes[k + 2];
    const along1 = geom_xpos[p] * x + geom_xpos[p + 1] * y + geom_xpos[p + 2] * z;
    const along2 = geom_xpos[q] * x + geom_xpos[q + 1] * y + geom_xpos[q + 2] * z;
    const slack = PRECISION * (reach + Math.abs(along1) + Math.abs(along2));
    if (!(Math.abs(along1 - along2) < reach - slack)) return false;
  }
  return true;
}

/** Principal axes of the positions of all geoms and vertices that do not belong to the world; false if there is none. */
function principalAxes(sweep: Sweep, m: Model, d: Data): boolean {
  const { geom_bodyid, flex_vertbodyid } = m;
  const { geom_xpos, flexvert_xpos } = d;
  const { eigval, axes, quat, cov, center } = sweep;

  center.fill(0);
  const count = addPositions(center, geom_xpos, geom_bodyid) + addPositions(center, flexvert_xpos, flex_vertbodyid);
  if (count === 0) return false;
  for (let k = 0; k < 3; k++) center[k] *= 1 / count;

  cov.fill(0);
  addSpread(cov, center, geom_xpos, geom_bodyid);
  addSpread(cov, center, flexvert_xpos, flex_vertbodyid);
  for (let k = 0; k < 9; k++) cov[k] *= 1 / count;
  cov[3] = cov[1];
  cov[6] = cov[2];
  cov[7] = cov[5];
  eig3AtRuntime(eigval, 0, axes, 0, quat, 0, cov, 0);
  sweep.oriented = true;
  return true;
}

/** Adds up the positions of those that do not belong to the world; returns how many there are. */
function addPositions(sum: Float64Array, pos: Float64Array, bodyid: Int32Array): number {
  const n = bodyid.length;
  let count = 0;
  let x = sum[0];
  let y = sum[1];
  let z = sum[2];
  for (let i = 0; i < n; i++) {
    if (bodyid[i] === 0) continue;
    x += pos[3 * i];
    y += pos[3 * i + 1];
    z += pos[3 * i + 2];
    count++;
  }
  sum[0] = x;
  sum[1] = y;
  sum[2] = z;
  return count;
}

/** Adds the same positions to the covariance; the lower triangle is filled in later. */
function addSpread(cov: Float64Array, center: Float64Array, pos: Float64Array, bodyid: Int32Array): void {
  const n = bodyid.length;
  const cx = center[0];
  const cy = center[1];
  const cz = center[2];
  let xx = cov[0];
  let xy = cov[1];
  let xz = cov[2];
  let yy = cov[4];
  let yz = cov[5];
  let zz = cov[8];
  for (let i = 0; i < n; i++) {
    if (bodyid[i] === 0) continue;
    const x = pos[3 * i] - cx;
    const y = pos[3 * i + 1] - cy;
    const z = pos[3 * i + 2] - cz;
    xx += x * x;
    xy += x * y;
    xz += x * z;
    yy += y * y;
    yz += y * z;
    zz += z * z;
  }
  cov[0] = xx;
  cov[1] = xy;
  cov[2] = xz;
  cov[4] = yy;
  cov[5] = yz;
  cov[8] = zz;
}

/** Bounds of the `i`-th body: its geoms' bounding spheres, widened by their margins. */
function bodyBounds(sweep: Sweep, m: Model, d: Data, i: number, count: number): void {
  const { body_geomadr, body_geomnum, geom_rbound, geom_margin } = m;
  const { geom_xpos } = d;
  const { bodies, bounds, axes } = sweep;
  const override = isEnabled(m, OVERRIDE);
  const body = bodies[i];
  const start = body_geomadr[body];
  const end = start + body_geomnum[body];

  // MuJoCo uses the rows of the matrix of eigenvectors as axes, although the eigenvectors are its columns
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let g = start; g < end; g++) {
      const margin = override ? 0.5 * m.opt.o_margin : geom_margin[g];
      const center = geom_xpos[3 * g] * axes[3 * k] + geom_xpos[3 * g + 1] * axes[3 * k + 1] +
        geom_xpos[3 * g + 2] * axes[3 * k + 2];
      low = Math.min(low, center - geom_rbound[g] - margin);
      high = Math.max(high, center + geom_rbound[g] + margin);
    }
    bounds[k * count + i] = low;
    bounds[(k + 3) * count + i] = high;
  }
}

/** Bounds of the `i`-th body if it is a flex: its vertices, widened by radius and margin. */
function flexBounds(sweep: Sweep, m: Model, d: Data, i: number, count: number): void {
  const { nbody, flex_vertadr, flex_vertnum, flex_radius, flex_margin } = m;
  const { flexvert_xpos } = d;
  const { bodies, bounds, axes } = sweep;
  const f = bodies[i] - nbody;
  const start = flex_vertadr[f];
  const bound = flex_radius[f] + (isEnabled(m, OVERRIDE) ? 0.5 * m.opt.o_margin : flex_margin[f]);

  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let v = start; v < start + flex_vertnum[f]; v++) {
      const along = axes[3 * k] * flexvert_xpos[3 * v] + axes[3 * k + 1] * flexvert_xpos[3 * v + 1] +
        axes[3 * k + 2] * flexvert_xpos[3 * v + 2];
      low = Math.min(low, along);
      high = Math.max(high, along);
    }
    bounds[k * count + i] = low - bound;
    bounds[(k + 3) * count + i] = high + bound;
  }
}

/** Sorts the ends of the intervals along the first axis. The sort is stable, which decides ties. */
export function sortEnds(sweep: Sweep, count: number): void {
  const { bounds, ends, order, merged } = sweep;
  const n = 2 * count;
  for (let i = 0; i < count; i++) {
    ends[2 * i] = bounds[i];
    ends[2 * i + 1] = bounds[3 * count + i];
  }
  for (let k = 0; k < n; k++) order[k] = k;

  // insertion within short runs, then merges
  const run = 32;
  for (let start = 0; start < n; start += run) {
    const end = Math.min(start + run, n);
    for (let j = start + 1; j < end; j++) {
      const id = order[j];
      const value = ends[id];
      let k = j - 1;
      for (; k >= start && !(ends[order[k]] <= value); k--) order[k + 1] = order[k];
      order[k + 1] = id;
    }
  }
  let from = order;
  let to = merged;
  for (let length = run; length < n; length *= 2) {
    for (let start = 0; start < n; start += 2 * length) {
      const mid = Math.min(start + length, n);
      const end = Math.min(start + 2 * length, n);
      let i = start;
      let j = mid;
      for (let k = start; k < end; k++) {
        to[k] = j >= end || (i < mid && ends[from[i]] <= ends[from[j]]) ? from[i++] : from[j++];
      }
    }
    const swap = from;
    from = to;
    to = swap;
  }
  if (from !== order) order.set(from);
}

/** Removes an interval from the open ones, if present, and returns how many are left. */
export function close(open: Int32Array, count: number, interval: number): number {
  let at = 0;
  while (at < count && open[at] !== interval) at++;
  if (at === count) return count;
  for (; at < count - 1; at++) open[at] = open[at + 1];
  return count - 1;
}

/** Sweeps along the first axis, prunes by the two others. */
function pruneEnds(sweep: Sweep, m: Model, d: Data, plan: CollisionPlan, count: number): void {
  const { nbody } = m;
  const { bodies, bounds, order, open, found } = sweep;
  const low1 = count;
  const low2 = 2 * count;
  const high1 = 4 * count;
  const high2 = 5 * count;

  let nopen = 0;
  for (let k = 0; k < 2 * count; k++) {
    const end = order[k];
    const i = end >> 1;

    // an interval closes
    if (end & 1) {
      nopen = close(open, nopen, i);
      continue;
    }

    // an interval opens: it overlaps those that are open
    for (let at = 0; at < nopen; at++) {
      const j = open[at];
      if (bounds[low1 + j] > bounds[high1 + i] || bounds[low1 + i] > bounds[high1 + j]) continue;
      if (bounds[low2 + j] > bounds[high2 + i] || bounds[low2 + i] > bounds[high2 + j]) continue;
      const body1 = bodies[i];
      const body2 = bodies[j];
      const involvesFlex = body1 >= nbody || body2 >= nbody;
      if (involvesFlex ? mayMeetFlex(m, body1, body2) : mayMeet(m, d, plan, body1, body2)) addPair(found, body1, body2);
    }
    open[nopen++] = i;
  }
}
