/** Flexes against themselves: within elements, between elements and the vertices opposite, between elements. */

import { addScl3, cross, dot3, scl3, sub3, unit3, zero3 } from "../../math/vec3.ts";
import { firstFlexNode, isDisabled } from "../../model/queries.ts";
import type { Data } from "../../data.ts";
import { DisableBit, FlexSelf } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { close, newSweep, sortEnds, type Sweep } from "../search/mujoco_sweep.ts";
import type { CollisionWork } from "../collision_work.ts";
import { cornerFace, elementElement, elementVertex } from "./flex_pairs.ts";
import { descendSelf } from "./flex_tree.ts";
import { setRoomOfPairs, setRoomOfSweep } from "../contact/room.ts";

/** Finds the contacts of every flex with itself. */
export function selfCollide(m: Model, d: Data, work: CollisionWork): void {
  const { nflex, flex_rigid, flex_contype, flex_conaffinity, flex_internal, flex_selfcollide } = m;
  for (let f = 0; f < nflex; f++) {
    if (flex_rigid[f] !== 0 || (flex_contype[f] & flex_conaffinity[f]) === 0) continue;
    if (flex_internal[f] !== 0) collideInternal(m, d, work, f);
    if (flex_selfcollide[f] !== FlexSelf.NONE) collideElements(m, d, work, f);
  }
}

/** Vertices against the elements listed for them; corners of tetrahedra against the opposite faces. */
function collideInternal(m: Model, d: Data, work: CollisionWork, f: number): void {
  const { flex_evpair, flex_evpairadr, flex_evpairnum, flex_dim, flex_elem, flex_elemdataadr, flex_elemnum } = m;
  for (let i = 2 * flex_evpairadr[f]; i < 2 * (flex_evpairadr[f] + flex_evpairnum[f]); i += 2) {
    elementVertex(m, d, work, f, flex_evpair[i], flex_evpair[i + 1]);
  }
  if (flex_dim[f] !== 3) return;

  for (let e = 0; e < flex_elemnum[f]; e++) {
    const corners = flex_elemdataadr[f] + 4 * e;
    const a = flex_elem[corners];
    const b = flex_elem[corners + 1];
    const c = flex_elem[corners + 2];
    const v = flex_elem[corners + 3];
    if (isTooClose(m, d, work, f, a, b, c, v) && !cornerFace(m, d, work, f, e, v)) return;
    if (isTooClose(m, d, work, f, a, c, v, b) && !cornerFace(m, d, work, f, e, b)) return;
    if (isTooClose(m, d, work, f, a, v, b, c) && !cornerFace(m, d, work, f, e, c)) return;
    if (isTooClose(m, d, work, f, b, v, c, a) && !cornerFace(m, d, work, f, e, a)) return;
  }
}

const side1 = new Float64Array(3);
const side2 = new Float64Array(3);
const apart = new Float64Array(3);
const normal = new Float64Array(3);

/** Is vertex `v` closer than two radii to the inner side of a face? If so, writes the contact to row 0. */
function isTooClose(
  m: Model,
  { flexvert_xpos }: Data,
  { con }: CollisionWork,
  f: number,
  v0: number,
  v1: number,
  v2: number,
  v: number,
): boolean {
  const first = m.flex_vertadr[f];
  const radius = m.flex_radius[f];
  const origin = 3 * (first + v0);
  const p = 3 * (first + v);
  sub3(side1, 0, flexvert_xpos, 3 * (first + v1), flexvert_xpos, origin);
  sub3(side2, 0, flexvert_xpos, 3 * (first + v2), flexvert_xpos, origin);
  sub3(apart, 0, flexvert_xpos, p, flexvert_xpos, origin);
  cross(normal, 0, side1, 0, side2, 0);
  unit3(normal, 0);
  const height = dot3(apart, 0, normal, 0);
  if (height <= -2 * radius) return false;

  con.dist[0] = -height - 2 * radius;
  scl3(con.frame, 0, normal, 0, -1);
  zero3(con.frame, 3);
  addScl3(con.pos, 0, flexvert_xpos, p, normal, 0, -0.5 * height);
  return true;
}

/** Is this element tested against others of its flex? */
function isActive({ flex_dim, flex_elemlayer, flex_elemadr, flex_activelayers }: Model, f: number, e: number): boolean {
  return flex_dim[f] < 3 || flex_elemlayer[flex_elemadr[f] + e] < flex_activelayers[f];
}

/** Active elements against each other: pairs found by the tree or a sweep, or all pairs. */
function collideElements(m: Model, d: Data, work: CollisionWork, f: number): void {
  const { flex_dim, flex_selfcollide, flex_bvhadr, flex_elemnum } = m;
  const mode = flex_selfcollide[f];
  if (isDisabled(m, DisableBit.MIDPHASE) || mode === FlexSelf.NARROW || flex_bvhadr[f] < 0) {
    for (let e1 = 0; e1 < flex_elemnum[f]; e1++) {
      if (!isActive(m, f, e1)) continue;
      for (let e2 = e1 + 1; e2 < flex_elemnum[f]; e2++) {
        if (isActive(m, f, e2)) elementElement(m, d, work, f, e1, f, e2);
      }
    }
  } else if (mode === FlexSelf.BVH || (mode === FlexSelf.AUTO && flex_dim[f] === 3)) {
    descendSelf(m, d, work, f);
  } else {
    sweepElements(m, d, work, f);
    if (work.crowded) setRoomOfPairs(m, d, work);
  }
}

// pairs of elements after which the sweep stops
const MAX_PAIRS = 1000000;

/** Sweep and prune over the bounds of active elements, along the longest side of the flex. */
function sweepElements(m: Model, d: Data, work: CollisionWork, f: number): void {
  const sweep = work.elements ??= newSweep(m.nflexelem);
  const { bodies: elements, order, open } = sweep;
  const count = boundElements(m, d, sweep, f);
  if (work.crowded) setRoomOfSweep(m, d, work, f, count);
  sortEnds(sweep, count);

  let nopen = 0;
  let npair = 0;
  for (let k = 0; k < 2 * count; k++) {
    const end = order[k];
    const i = end >> 1;
    if (end & 1) {
      nopen = close(open, nopen, i);
      continue;
    }
    for (let at = 0; at < nopen; at++) {
      const j = open[at];
      if (areBeside(sweep, count, i, j)) continue;
      elementElement(m, d, work, f, elements[j], f, elements[i]);
      npair++;
      if (npair === MAX_PAIRS || (work.mayBeFull && !work.crowded)) return;
    }
    open[nopen++] = i;
  }
}

/** Gathers the bounds of active elements, the axis of the sweep first; returns their number. */
function boundElements(m: Model, d: Data, { bodies: elements, bounds }: Sweep, f: number): number {
  const { flex_elemnum, flex_elemadr, flex_bvhadr } = m;
  const { flexelem_aabb, bvh_aabb_dyn } = d;
  let count = 0;
  for (let e = 0; e < flex_elemnum[f]; e++) if (isActive(m, f, e)) elements[count++] = e;

  const root = 6 * (flex_bvhadr[f] - firstFlexNode(m));
  const x = bvh_aabb_dyn[root + 3];
  const y = bvh_aabb_dyn[root + 4];
  const z = bvh_aabb_dyn[root + 5];
  const axis = x > y && x > z ? 0 : y > z ? 1 : 2;
  for (let column = 0; column < 3; column++) {
    // the other axes follow in ascending order
    const k = column === 0 ? axis : column <= axis ? column - 1 : column;
    for (let i = 0; i < count; i++) {
      const a = 6 * (flex_elemadr[f] + elements[i]) + k;
      bounds[column * count + i] = flexelem_aabb[a] - flexelem_aabb[a + 3];
      bounds[(column + 3) * count + i] = flexelem_aabb[a] + flexelem_aabb[a + 3];
    }
  }
  return count;
}

/** Are two elements apart along one of the axes that are not swept? */
function areBeside({ bounds }: Sweep, count: number, i: number, j: number): boolean {
  for (let low = count; low < 3 * count; low += count) {
    const high = low + 3 * count;
    if (bounds[low + j] > bounds[high + i] || bounds[low + i] > bounds[high + j]) return true;
  }
  return false;
}
