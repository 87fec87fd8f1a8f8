/** Collision detection for models with many pairs: sweep over bodies, then their trees or all their geoms. */

import { DisableBit, EnableBit } from "../../types/enums.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { isDisabled, isEnabled, isSleepFiltered } from "../../model/queries.ts";
import { isAnyAwake } from "../../model/sleep_state.ts";
import { addContacts } from "../contact/add_contacts.ts";
import { collideOf, noContacts } from "../collide_table.ts";
import { type Candidates, type CollisionWork, growCandidates } from "../collision_work.ts";
import { compatible, spheresMeet } from "./filter.ts";
import { boxesMeet, isLeaf, nodesMeet, opensFirst, selectAxes, treesMeet } from "./mujoco_trees.ts";
import { nearBodies } from "./near_bodies.ts";
import { type CollisionPlan, isExplicit, usesTrees } from "./plan_pairs.ts";
import { admitAll, hasRoom, setRoomOfPairs, setRoomOfTrees } from "../contact/room.ts";
import { isSwept, visitPair } from "./visit_list.ts";

// V8-1
const { MIDPHASE } = DisableBit;
const { OVERRIDE } = EnableBit;

// up to this many pairs of two bodies, a descent into their trees takes longer than comparing spheres
const FEW_PAIRS = 16;

/** Visits the pairs of bodies that are near each other, merged with the explicit pairs. */
export function visitSweep(m: Model, d: Data, plan: CollisionPlan, work: CollisionWork): void {
  const { npair, nexclude, pair_signature, exclude_signature } = m;
  const { pairs: found } = work.bodies;
  if (isSleepFiltered(m, d) && !isAnyAwake(d)) return;
  nearBodies(m, d, plan, work);

  let pair = 0;
  let exclude = 0;
  for (let k = 0; k < found.count && !work.mayBeFull; k++) {
    const signature = found.pairs[k];
    const firstPair = pair;
    while (pair < npair && pair_signature[pair] >>> 0 <= signature) visitPair(m, d, work, pair++);
    while (exclude < nexclude && exclude_signature[exclude] >>> 0 < signature) exclude++;
    if (exclude < nexclude && exclude_signature[exclude] >>> 0 === signature) continue;

    visitBodies(m, d, plan, work, signature >>> 16, signature & 0xffff, firstPair, pair);
  }
  while (pair < npair && !work.mayBeFull) visitPair(m, d, work, pair++);
}

/** Collides the geoms of two bodies, except those that explicit pairs `from` to `to` have been collided as. */
export function visitBodies(
  m: Model,
  d: Data,
  plan: CollisionPlan,
  work: CollisionWork,
  body1: number,
  body2: number,
  from: number,
  to: number,
): void {
  const { body_geomadr, body_geomnum } = m;
  const { candidates } = work;
  candidates.unsure = false;
  if (body_geomnum[body1] === 1 && body_geomnum[body2] === 1) {
    visitGeoms(m, d, plan, work, body1, body2, body_geomadr[body1], body_geomadr[body2], from, to);
    if (work.crowded) setRoomOfPairs(m, d, work);
    return;
  }
  candidates.count = 0;
  if (!isDisabled(m, MIDPHASE) && usesTrees(m, body1, body2)) {
    candidates.unsure = !work.crowded && body_geomnum[body1] * body_geomnum[body2] <= FEW_PAIRS;
    if (candidates.unsure) listAll(m, d, work, body1, body2);
    else descend(m, d, work, body1, body2);
    if (work.crowded) {
      setRoomOfTrees(m, d, work, m.body_bvhnum[body1] + m.body_bvhnum[body2]);
      admitCandidates(m, d, plan, work, body1, body2, from, to);
    }
    if (candidates.count > 1) sortCandidates(candidates);
  } else {
    listAll(m, d, work, body1, body2);
  }
  visitCandidates(m, d, plan, work, body1, body2, from, to);
  if (work.crowded) setRoomOfPairs(m, d, work);
}

/** Collides the only geoms of two bodies. */
function visitGeoms(
  m: Model,
  d: Data,
  plan: CollisionPlan,
  work: CollisionWork,
  body1: number,
  body2: number,
  a: number,
  b: number,
  from: number,
  to: number,
): void {
  const { geom_type } = m;
  const swap = geom_type[a] > geom_type[b];
  const g1 = swap ? b : a;
  const g2 = swap ? a : b;
  const found = collideCandidate(m, d, plan, work, body1, body2, g1, g2, from, to);
  if (found > 0) addContacts(d, work, found, g1, g2, -1);
}

/** Keeps the candidates that there is room for, in the order in which the descent arrives at them. */
function admitCandidates(
  m: Model,
  d: Data,
  plan: CollisionPlan,
  work: CollisionWork,
  body1: number,
  body2: number,
  from: number,
  to: number,
): void {
  const { g1, g2, count } = work.candidates;
  const { ncon } = d;
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const found = collideCandidate(m, d, plan, work, body1, body2, g1[k], g2[k], from, to);
    if (found === 0) continue;
    d.ncon += found;
    g1[kept] = g1[k];
    g2[kept] = g2[k];
    kept++;
  }
  d.ncon = ncon;
  work.candidates.count = kept;
  admitAll(work);
}

/** Lists all geoms of one body against all of the other; if that is unsure, those that are near. */
function listAll(m: Model, d: Data, work: CollisionWork, body1: number, body2: number): void {
  const { unsure } = work.candidates;
  const start1 = m.body_geomadr[body1];
  const start2 = m.body_geomadr[body2];
  for (let a = start1; a < start1 + m.body_geomnum[body1]; a++) {
    for (let b = start2; b < start2 + m.body_geomnum[body2]; b++) {
      if (unsure) addNear(m, d, work, a, b);
      else addCandidate(m, work, a, b);
    }
  }
}

/** Descends into the trees of two bodies and lists the geoms whose boxes meet, by the geom of the lower type. */
function descend(m: Model, d: Data, work: CollisionWork, body1: number, body2: number): void {
  const { bvh_child, bvh_nodeid, bvh_aabb } = m;
  const { axes, candidates } = work;
  const root1 = m.body_bvhadr[body1];
  const root2 = m.body_bvhadr[body2];

  // depth first: the stack never holds more than one pair per node
  const room = 2 * (m.body_bvhnum[body1] + m.body_bvhnum[body2]);
  if (candidates.stack.length < room) candidates.stack = new Int32Array(2 * room);
  const { stack } = candidates;

  selectAxes(axes, body1, body2);
  stack[0] = root1;
  stack[1] = root2;
  let height = 2;
  while (height > 0) {
    const node2 = stack[--height];
    const node1 = stack[--height];
    const end1 = isLeaf(bvh_child, node1);
    const end2 = isLeaf(bvh_child, node2);
    if (end1 && end2) {
      addNear(m, d, work, bvh_nodeid[node1], bvh_nodeid[node2]);
      continue;
    }
    if (!nodesMeet(m, d, axes, body1, node1, body2, node2)) continue;

    const open1 = end2 || (!end1 && opensFirst(bvh_aabb, node1, node2));
    for (let side = 0; side < 2; side++) {
      const child = bvh_child[2 * (open1 ? node1 : node2) + side];
      if (child < 0) continue;
      stack[height++] = open1 ? root1 + child : node1;
      stack[height++] = open1 ? node2 : root2 + child;
    }
  }
}

/** Appends a pair of geoms if their spheres and boxes are near each other. */
function addNear(m: Model, d: Data, work: CollisionWork, a: number, b: number): void {
  const { margin } = work.con;
  setMargin(margin, m, a, b);
  if (spheresMeet(m, d, a, b, margin) && boxesMeet(m, d, a, b, margin)) addCandidate(m, work, a, b);
}

/** Appends a pair of geoms, lower type first. */
function addCandidate(m: Model, { candidates }: CollisionWork, a: number, b: number): void {
  if (candidates.count === candidates.g1.length) growCandidates(candidates);
  const swap = m.geom_type[a] > m.geom_type[b];
  candidates.g1[candidates.count] = swap ? b : a;
  candidates.g2[candidates.count] = swap ? a : b;
  candidates.count++;
}

/** Sorts pairs by the first, then by the second: those that are far apart in the list, then nearer ones (Shell). */
export function sortCandidates({ g1, g2, count }: Candidates): void {
  let gap = 1;
  while (3 * gap < count) gap = 3 * gap + 1;
  for (; gap > 0; gap = Math.trunc(gap / 3)) {
    for (let j = gap; j < count; j++) {
      const a = g1[j];
      const b = g2[j];
      let k = j - gap;
      for (; k >= 0 && (g1[k] > a || (g1[k] === a && g2[k] > b)); k -= gap) {
        g1[k + gap] = g1[k];
        g2[k + gap] = g2[k];
      }
      g1[k + gap] = a;
      g2[k + gap] = b;
    }
  }
}

/** Collides the listed pairs, except those that explicit pairs `from` to `to` have been collided as. */
function visitCandidates(
  m: Model,
  d: Data,
  plan: CollisionPlan,
  work: CollisionWork,
  body1: number,
  body2: number,
  from: number,
  to: number,
): void {
  const { g1: first, g2: second, count } = work.candidates;
  for (let k = 0; k < count; k++) {
    const g1 = first[k];
    const g2 = second[k];
    const found = collideCandidate(m, d, plan, work, body1, body2, g1, g2, from, to);
    if (found === 0) continue;
    addContacts(d, work, found, g1, g2, -1);
    if (work.mayBeFull && !work.crowded) return;
  }
}

/** Collides a listed pair; returns the number of contacts. */
function collideCandidate(
  m: Model,
  d: Data,
  plan: CollisionPlan,
  work: CollisionWork,
  body1: number,
  body2: number,
  g1: number,
  g2: number,
  from: number,
  to: number,
): number {
  const { geom_contype, geom_conaffinity } = m;
  const { con } = work;
  if (!compatible(geom_contype, geom_conaffinity, g1, g2)) return 0;
  setMargin(con.margin, m, g1, g2);
  if (!spheresMeet(m, d, g1, g2, con.margin) || isExplicit(m, g1, g2, from, to)) return 0;
  const collide = collideOf(m, g1, g2);
  if (collide === noContacts || !hasRoom(d, work)) return 0;
  con.oneFrame = false;
  const found = collide(con, m, d, g1, g2);
  if (found === 0) return 0;
  if (work.candidates.unsure && !treesMeet(m, d, plan, work.axes, body1, body2, g1, g2)) return 0;
  const swept = !plan.everywhere[body1] && !plan.everywhere[body2];
  return swept && !isSwept(m, d, plan, work, body1, body2, g1, g2) ? 0 : found;
}

/** Margin of two geoms: the sum of theirs, or the global one. */
function setMargin(margin: Float64Array, m: Model, g1: number, g2: number): void {
  margin[0] = isEnabled(m, OVERRIDE) ? m.opt.o_margin : m.geom_margin[g1] + m.geom_margin[g2];
}
