/** Scratch memory of collision detection. */

import { newDoubles, newInts } from "../math/small_arrays.ts";
import type { Model } from "../types/model.ts";
import { BALL } from "./search/bounds.ts";
import { newSweep, type Sweep } from "./search/mujoco_sweep.ts";
import type { FlexStage } from "./flex/flex_stage.ts";
import { type AxisProducts, newAxisProducts } from "./search/mujoco_trees.ts";
import { type ContactRuns, newContactRuns } from "./contact/contact_runs.ts";
import type { NearPairs } from "./search/near_pairs.ts";
import { newPairContacts, type PairContacts } from "./contact/pair_contacts.ts";
import type { CollisionPlan } from "./search/plan_pairs.ts";
import { type NearBodies, newNearBodies } from "./search/sweep_bodies.ts";

/** Pairs of geoms of two bodies, types in ascending order. */
export interface Candidates {
  count: number;
  g1: Int32Array;
  g2: Int32Array;
  /** whether it is unknown if the trees of the bodies lead to them */
  unsure: boolean;
  /** stack of pairs of nodes to be compared */
  stack: Int32Array;
}

/** Doubles the room for pairs. */
export function growCandidates(candidates: Candidates): void {
  const { g1, g2 } = candidates;
  candidates.g1 = newInts(2 * g1.length);
  candidates.g2 = newInts(2 * g2.length);
  candidates.g1.set(g1);
  candidates.g2.set(g2);
}

/** Buffers that collision detection reuses. */
export interface CollisionWork {
  /** contacts of the current pair */
  con: PairContacts;
  /** number of contacts beyond which there is no room for another pair */
  room: number;
  /** whether there may be more contacts than there is room for */
  mayBeFull: boolean;
  /** whether pairs are visited in MuJoCo's order, as long as there is room */
  crowded: boolean;
  /** contacts that wait for their parameters */
  runs: ContactRuns;
  /** whether contacts of the previous step may have Hessians */
  hadHessians: boolean;
  /** axes of the bodies whose trees are being compared */
  axes: AxisProducts;
  /** pairs of bodies that MuJoCo's broadphase finds */
  sweep: Sweep;
  /** pairs of bodies that are near each other */
  bodies: NearBodies;
  /** how many pairs of geoms, or of bodies, were near each other in the last step; 0 before the first */
  nearby: number;
  /** pairs of geoms of the current bodies */
  candidates: Candidates;
  /** bounding sphere of every geom: center, radius, margin */
  balls: Float64Array;
  /** box around the spheres of every body: lower and upper corner */
  hulls: Float64Array;
  /** listed pairs whose bounding spheres are near each other, where trees are used and where they are not */
  near: { tree: NearPairs | null; direct: NearPairs | null };
  /** geoms that represent parts of flexes */
  stage?: FlexStage;
  /** elements of a flex that are near each other */
  elements?: Sweep;
}

declare module "../types/work.ts" {
  interface Work {
    collision?: CollisionWork;
  }
}

/** Allocates the buffers. */
export function newCollisionWork(m: Model, plan: CollisionPlan): CollisionWork {
  return {
    con: newPairContacts(),
    room: 0,
    mayBeFull: false,
    crowded: false,
    runs: newContactRuns(64),
    hadHessians: true,
    axes: newAxisProducts(),
    sweep: newSweep(m.nbody + m.nflex),
    bodies: newNearBodies(m, plan),
    nearby: 0,
    candidates: { count: 0, g1: newInts(64), g2: newInts(64), unsure: false, stack: newInts(64) },
    balls: newDoubles(BALL * m.ngeom),
    hulls: newDoubles(6 * m.nbody),
    near: { tree: null, direct: null },
  };
}
