/** Pairs of geoms that may ever collide, in the order in which their contacts are reported. */

import { intsFrom, newInts } from "../../math/small_arrays.ts";
import { Geom } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { bodySignature } from "./body_pairs.ts";
import { collideOf, noContacts } from "../collide_table.ts";

// V8-1
const { ELLIPSOID, PLANE } = Geom;

/** Pairs in reporting order, as parallel arrays of small numbers: the lists are the largest part of many models. */
export interface PairList {
  /** geoms, types in ascending order */
  g1: Uint16Array;
  g2: Uint16Array;
  /** bits of `PairFlag` */
  flags: Uint8Array;
  /** geoms of the pairs that are not explicit: on bodies that can move, on static ones, and planes */
  movers: Int32Array;
  fixed: Int32Array;
  planes: Int32Array;
  /** number of every geom that takes part: fixed ones come first, then movers, then planes */
  rank: Int32Array;
  /** the pair of a mover or plane with a geom of the same or a lower rank, by rows; -1 for none */
  table: Int16Array;
  /** the explicit pairs: where they are listed, and their numbers in the model */
  explicits: Int32Array;
  numbers: Int32Array;
}

/** Properties of a pair. */
export const PairFlag = {
  /** one body is welded to the parent of the other */
  RELATED: 1,
  /** the bodies collide only if the sweep finds them */
  SWEPT: 2,
  /** the bodies collide only if their bounding volume trees overlap */
  TREE: 4,
  /** in addition, boxes around the geoms are cheaper to compare than the geoms */
  BOXES: 8,
  /** the pair is an explicit one */
  EXPLICIT: 16,
} as const;

/** Structure for collision detection, derived from the model once. */
export interface CollisionPlan {
  /** maximum number of pairs in a list, at least 1; 0 if there are too many to be listed */
  room: number;
  /** all pairs where bounding volume trees are used, and where they are not; made on first use */
  tree: PairList | null;
  direct: PairList | null;
  /** 1 for static bodies that are tested against all others: the world and those with a plane */
  everywhere: Uint8Array;
  /** all other bodies with geoms */
  movers: Int32Array;
  /** welded body of the parent of the welded body */
  weldparent: Int32Array;
  /** per node of the bounding volume trees: its parent, relative to the body's root; -1 for the root */
  bvhparent: Int32Array;
  /** per geom: its leaf, relative to the body's root; -1 if it has none */
  leaf: Int32Array;
}

declare module "../../types/plans.ts" {
  interface Plans {
    collision?: CollisionPlan;
  }
}

// beyond this many pairs, a sweep over bodies is faster than testing every pair
const MAX_PAIRS = 16384;
// lists of pairs number bodies and geoms in 16 bits
const MAX_LISTED = 65536;

/** Derives the plan. */
export function planPairs(m: Model): CollisionPlan {
  const { nbody, ngeom, nbvh } = m;
  const plan: CollisionPlan = {
    room: 0,
    tree: null,
    direct: null,
    everywhere: new Uint8Array(nbody),
    movers: newInts(0),
    weldparent: newInts(nbody),
    bvhparent: newInts(nbvh).fill(-1),
    leaf: newInts(ngeom).fill(-1),
  };

  for (let b = 0; b < nbody; b++) {
    plan.weldparent[b] = m.body_weldid[m.body_parentid[m.body_weldid[b]]];
    plan.everywhere[b] = b === 0 || hasPlane(m, b) ? 1 : 0;
  }
  const movers: number[] = [];
  for (let b = 0; b < nbody; b++) if (m.body_geomnum[b] > 0 && !plan.everywhere[b]) movers.push(b);
  plan.movers = intsFrom(movers);
  planTrees(plan, m);

  const room = m.npair + geomPairs(m);
  if (room <= MAX_PAIRS && nbody <= MAX_LISTED && ngeom <= MAX_LISTED) plan.room = Math.max(1, room);
  return plan;
}

/** Number of pairs of geoms on different bodies. */
function geomPairs(m: Model): number {
  let same = 0;
  for (let b = 0; b < m.nbody; b++) same += m.body_geomnum[b] * m.body_geomnum[b];
  return (m.ngeom * m.ngeom - same) / 2;
}

function hasPlane(m: Model, body: number): boolean {
  for (let k = 0; k < m.body_geomnum[body]; k++) {
    if (m.geom_type[m.body_geomadr[body] + k] === PLANE) return true;
  }
  return false;
}

/** Parents of nodes and leaves of geoms. */
function planTrees(plan: CollisionPlan, m: Model): void {
  const { bvh_child, bvh_nodeid } = m;
  for (let b = 0; b < m.nbody; b++) {
    const adr = m.body_bvhadr[b];
    for (let node = 0; node < m.body_bvhnum[b]; node++) {
      const left = bvh_child[2 * (adr + node)];
      const right = bvh_child[2 * (adr + node) + 1];
      if (left >= 0) plan.bvhparent[adr + left] = node;
      if (right >= 0) plan.bvhparent[adr + right] = node;
      if (left < 0 && right < 0) plan.leaf[bvh_nodeid[adr + node]] = node;
    }
  }
}

/** One pair while the list is being made. */
interface Candidate {
  g1: number;
  g2: number;
  explicit: number;
  body1: number;
  body2: number;
  tree: boolean;
}

/**
 * Lists the pairs, for use with bounding volume trees or without. MuJoCo goes through pairs of bodies by signature;
 * explicit pairs come before the others.
 */
export function listPairs(plan: CollisionPlan, m: Model, trees: boolean): PairList {
  const { nbody, body_geomnum, body_weldid, pair_signature } = m;
  const excluded = new Set(m.exclude_signature);
  const found: Candidate[] = [];
  let pair = 0;

  for (let body1 = 0; body1 < nbody; body1++) {
    for (let body2 = body1 + 1; body2 < nbody; body2++) {
      if (body_geomnum[body1] === 0 || body_geomnum[body2] === 0) continue;
      if (body_weldid[body1] === body_weldid[body2]) continue;

      const signature = bodySignature(body1, body2);
      const first = pair;
      while (pair < m.npair && pair_signature[pair] >>> 0 <= signature) found.push(explicitPair(m, pair++));
      if (excluded.has(signature | 0)) continue;
      for (const candidate of bodyPairs(plan, m, body1, body2, trees)) {
        if (!isExplicit(m, candidate.g1, candidate.g2, first, pair)) found.push(candidate);
      }
    }
  }
  while (pair < m.npair) found.push(explicitPair(m, pair++));
  return packPairs(plan, m, found);
}

function explicitPair(m: Model, pair: number): Candidate {
  const a = m.pair_geom1[pair];
  const b = m.pair_geom2[pair];
  const swap = m.geom_type[a] > m.geom_type[b];
  const [g1, g2] = swap ? [b, a] : [a, b];
  return { g1, g2, explicit: pair, body1: m.geom_bodyid[g1], body2: m.geom_bodyid[g2], tree: false };
}

/** Are two geoms one of the explicit pairs `from` to `to`? */
export function isExplicit(m: Model, g1: number, g2: number, from: number, to: number): boolean {
  for (let k = from; k < to; k++) {
    const a = m.pair_geom1[k];
    const b = m.pair_geom2[k];
    if ((a === g1 && b === g2) || (a === g2 && b === g1)) return true;
  }
  return false;
}

/** All pairs of geoms of two bodies. Where trees find them, they are sorted by the geom of the lower type. */
function bodyPairs(plan: CollisionPlan, m: Model, body1: number, body2: number, trees: boolean): Candidate[] {
  const tree = trees && usesTrees(m, body1, body2);
  const pairs: Candidate[] = [];
  for (let i = 0; i < m.body_geomnum[body1]; i++) {
    for (let j = 0; j < m.body_geomnum[body2]; j++) {
      const a = m.body_geomadr[body1] + i;
      const b = m.body_geomadr[body2] + j;
      if (tree && (plan.leaf[a] < 0 || plan.leaf[b] < 0)) continue;
      const swap = m.geom_type[a] > m.geom_type[b];
      pairs.push({ g1: swap ? b : a, g2: swap ? a : b, explicit: -1, body1, body2, tree });
    }
  }
  if (tree) pairs.sort((a, b) => a.g1 - b.g1 || a.g2 - b.g2);
  return pairs;
}

/** Do the bounding volume trees of two bodies take part? Not if each has a single geom. */
export function usesTrees(m: Model, body1: number, body2: number): boolean {
  if (m.body_geomnum[body1] === 1 && m.body_geomnum[body2] === 1) return false;
  return m.body_bvhadr[body1] >= 0 && m.body_bvhadr[body2] >= 0;
}

/** Turns candidates into arrays, omitting pairs that have no collision function. */
function packPairs(plan: CollisionPlan, m: Model, candidates: Candidate[]): PairList {
  const found = candidates.filter(({ g1, g2 }) => collideOf(m, g1, g2) !== noContacts);
  return {
    ...packTable(m, found),
    g1: new Uint16Array(found.map((c) => c.g1)),
    g2: new Uint16Array(found.map((c) => c.g2)),
    flags: new Uint8Array(found.map((c) => pairFlags(plan, m, c))),
  };
}

function pairFlags({ everywhere, weldparent }: CollisionPlan, m: Model, pair: Candidate): number {
  const { g2, explicit, body1, body2, tree } = pair;
  let flags = explicit >= 0 ? PairFlag.EXPLICIT : 0;
  if (areRelated(m.body_weldid, weldparent, body1, body2)) flags |= PairFlag.RELATED;
  if (explicit < 0 && !everywhere[body1] && !everywhere[body2]) flags |= PairFlag.SWEPT;
  if (tree) flags |= PairFlag.TREE;
  if (tree && m.geom_type[g2] >= ELLIPSOID) flags |= PairFlag.BOXES;
  return flags;
}

/** Who takes part, and which pair two geoms are. */
function packTable(
  m: Model,
  pairs: readonly Candidate[],
): Omit<PairList, "g1" | "g2" | "flags"> {
  const { ngeom, geom_type, geom_bodyid, body_weldid } = m;
  const listed = pairs.filter(({ explicit }) => explicit < 0);
  const geoms = [...new Set(listed.flatMap(({ g1, g2 }) => [g1, g2]))].sort((a, b) => a - b);
  const isPlane = (g: number) => geom_type[g] === PLANE;
  const moves = (g: number) => body_weldid[geom_bodyid[g]] !== 0;
  const planes = geoms.filter(isPlane);
  const movers = geoms.filter((g) => !isPlane(g) && moves(g));
  const fixed = geoms.filter((g) => !isPlane(g) && !moves(g));

  const rank = newInts(ngeom);
  const order = [...fixed, ...movers, ...planes];
  order.forEach((g, r) => rank[g] = r);
  const table = new Int16Array(placeInTable(fixed, order.length, 0)).fill(-1);
  pairs.forEach(({ g1, g2, explicit }, k) => {
    if (explicit < 0) table[placeInTable(fixed, rank[g1], rank[g2])] = k;
  });
  return {
    movers: intsFrom(movers),
    fixed: intsFrom(fixed),
    planes: intsFrom(planes),
    rank,
    table,
    explicits: intsFrom([...pairs.keys()].filter((k) => pairs[k].explicit >= 0)),
    numbers: intsFrom(pairs.map(({ explicit }) => explicit).filter((pair) => pair >= 0)),
  };
}

/** Where the table has the pair of two ranks, not both of fixed geoms. */
export function placeInTable({ length }: ArrayLike<number>, a: number, b: number): number {
  const row = a > b ? a : b;
  return (row * (row + 1) - length * (length + 1) >>> 1) + (a + b - row);
}

/** Is one body welded to the parent of the other? Static bodies do not count as parents here. */
export function areRelated(weld: Int32Array, weldparent: Int32Array, body1: number, body2: number): boolean {
  const weld1 = weld[body1];
  const weld2 = weld[body2];
  return weld1 !== 0 && weld2 !== 0 && (weld1 === weldparent[body2] || weld2 === weldparent[body1]);
}
