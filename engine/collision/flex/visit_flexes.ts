/** Collision detection for models with flexes: MuJoCo's own broadphase over bodies and flexes, then pair by pair. */

import { isDisabled } from "../../model/queries.ts";
import type { Data } from "../../data.ts";
import { DisableBit, Geom } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { sweepAsMujoco } from "../search/mujoco_sweep.ts";
import type { CollisionWork } from "../collision_work.ts";
import { elementElement, geomElement, planeFlex } from "./flex_pairs.ts";
import { selfCollide } from "./flex_self.ts";
import { descendBodyFlex, descendFlexes } from "./flex_tree.ts";
import type { CollisionPlan } from "../search/plan_pairs.ts";
import { setRoomOfPairs } from "../contact/room.ts";
import { visitPair } from "../search/visit_list.ts";
import { visitBodies } from "../search/visit_sweep.ts";

/** Visits pairs of bodies and flexes by signature, merged with the explicit pairs; then each flex alone. */
export function visitFlexes(m: Model, d: Data, plan: CollisionPlan, work: CollisionWork): void {
  const { nbody, npair, nexclude, pair_signature, exclude_signature } = m;
  const { sweep } = work;
  forgetFlexes(d);
  sweepAsMujoco(sweep, m, d, plan);
  if (work.crowded) setRoomOfPairs(m, d, work);
  const { pairs, count } = sweep.found;

  let pair = 0;
  let exclude = 0;
  for (let k = 0; k < count && !isOver(work); k++) {
    const signature = pairs[k];
    const firstPair = pair;
    while (pair < npair && pair_signature[pair] >>> 0 <= signature) visitPair(m, d, work, pair++);
    while (exclude < nexclude && exclude_signature[exclude] >>> 0 < signature) exclude++;
    if (exclude < nexclude && exclude_signature[exclude] >>> 0 === signature) continue;

    const first = signature >>> 16;
    const second = signature & 0xffff;
    if (second < nbody) visitBodies(m, d, plan, work, first, second, firstPair, pair);
    else if (first < nbody) visitBodyFlex(m, d, work, first, second - nbody);
    else visitFlexFlex(m, d, work, first - nbody, second - nbody);
  }
  while (pair < npair && !isOver(work)) visitPair(m, d, work, pair++);
  if (!isOver(work)) selfCollide(m, d, work);
}

/** Are there so many contacts that everything begins again, in MuJoCo's order? */
function isOver(work: CollisionWork): boolean {
  return work.mayBeFull && !work.crowded;
}

/** No contact involves a flex, until one is added that does. */
function forgetFlexes(d: Data): void {
  const { flex, elem, vert } = d.contact;
  flex.fill(-1);
  elem.fill(-1);
  vert.fill(-1);
}

/** A body against a flex: by their trees, or all geoms against all elements. */
function visitBodyFlex(m: Model, d: Data, work: CollisionWork, body: number, f: number): void {
  const { body_geomadr, body_geomnum, body_bvhadr, flex_bvhadr, flex_elemnum } = m;
  const { geom_type, geom_contype, geom_conaffinity, flex_contype, flex_conaffinity } = m;
  if (!isDisabled(m, DisableBit.MIDPHASE) && body_bvhadr[body] >= 0 && flex_bvhadr[f] >= 0) {
    descendBodyFlex(m, d, work, body, f);
    return;
  }
  for (let g = body_geomadr[body]; g < body_geomadr[body] + body_geomnum[body]; g++) {
    if ((geom_contype[g] & flex_conaffinity[f]) === 0 && (flex_contype[f] & geom_conaffinity[g]) === 0) continue;
    if (geom_type[g] === Geom.PLANE) {
      planeFlex(m, d, work, g, f);
      continue;
    }
    for (let e = 0; e < flex_elemnum[f]; e++) geomElement(m, d, work, g, f, e);
  }
}

/** Two flexes: by their trees, or all elements of one against all of the other. */
function visitFlexFlex(m: Model, d: Data, work: CollisionWork, f1: number, f2: number): void {
  const { flex_bvhadr, flex_elemnum } = m;
  if (!isDisabled(m, DisableBit.MIDPHASE) && flex_bvhadr[f1] >= 0 && flex_bvhadr[f2] >= 0) {
    descendFlexes(m, d, work, f1, f2);
    return;
  }
  for (let e1 = 0; e1 < flex_elemnum[f1]; e1++) {
    for (let e2 = 0; e2 < flex_elemnum[f2]; e2++) elementElement(m, d, work, f1, e1, f2, e2);
  }
}
