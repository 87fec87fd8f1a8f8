/** Waking of sleeping trees: by the user, or by constraints that tie them to an awake tree. */

import { isEnabled } from "../model/queries.ts";
import { isAtTendonLimit } from "./tendon_limit.ts";
import type { Data } from "../data.ts";
import { EnableBit, Eq, Obj } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { canSleep } from "./can_sleep.ts";
import { FULLY_AWAKE, sleepCycle, wakeTree } from "./wake_tree.ts";

// V8-1
const { SLEEP } = EnableBit;
const { CONNECT, JOINT, TENDON, WELD } = Eq;
const { BODY } = Obj;

/** Wakes trees that the user has moved, pushed, or set in motion. Returns how many woke up. */
export function wake(m: Model, d: Data): number {
  const { ntree } = m;
  if (!isEnabled(m, SLEEP)) {
    const { ntree_awake } = d;
    if (ntree_awake < ntree) d.tree_asleep.fill(FULLY_AWAKE);
    return ntree - ntree_awake;
  }

  const { tree_asleep, tree_awake } = d;
  // kinematics has marked the trees whose poses changed
  let woken = 0;
  for (let i = 0; i < ntree; i++) {
    if (tree_asleep[i] < 0) continue;
    if (tree_awake[i] !== 0 || !canSleep(m, d, i, 0)) woken += wakeTree(tree_asleep, i, FULLY_AWAKE);
  }
  return woken;
}

/** Wakes trees that touch an awake one and gives them the same countdown. Returns how many woke up. */
export function wakeCollision(m: Model, d: Data): number {
  const { geom_bodyid, body_treeid } = m;
  const { ncon, contact } = d;

  let woken = 0;
  for (let i = 0; i < ncon; i++) {
    // a flex, of which the geom is −1, has none
    const tree1 = body_treeid[geom_bodyid[contact.geom[2 * i]]];
    const tree2 = body_treeid[geom_bodyid[contact.geom[2 * i + 1]]];
    if (tree1 >= 0 && tree2 >= 0) woken += wakeOther(d, tree1, tree2);
  }
  return woken;
}

/**
 * Wakes trees that a tendon at its limit ties to an awake one and gives them the same countdown. Returns how many woke
 * up.
 */
export function wakeTendon(m: Model, d: Data): number {
  if (!isEnabled(m, SLEEP)) return 0;
  const { ntendon, tendon_treenum, tendon_treeid } = m;

  let woken = 0;
  for (let i = 0; i < ntendon; i++) {
    if (tendon_treenum[i] !== 2 || !isAtTendonLimit(m, d.ten_length, i)) continue;
    woken += wakeOther(d, tendon_treeid[2 * i], tendon_treeid[2 * i + 1]);
  }
  return woken;
}

/** If one of two trees is awake, wakes the other with the same countdown. */
function wakeOther(d: Data, tree1: number, tree2: number): number {
  const { tree_asleep, tree_awake } = d;
  const awake1 = tree_awake[tree1] !== 0;
  const awake2 = tree_awake[tree2] !== 0;
  if (awake1 === awake2) return 0;
  return wakeTree(tree_asleep, awake1 ? tree2 : tree1, tree_asleep[awake1 ? tree1 : tree2]);
}

/** Wakes trees that an equality ties to an awake tree or to a tree in another sleep cycle. Returns how many woke up. */
export function wakeEquality(m: Model, d: Data): number {
  const { neq, eq_type, eq_objtype, eq_obj1id, eq_obj2id, body_treeid, site_bodyid, jnt_bodyid } = m;
  const { eq_active } = d;

  let woken = 0;
  for (let i = 0; i < neq; i++) {
    if (!eq_active[i]) continue;
    const id1 = eq_obj1id[i];
    const id2 = eq_obj2id[i];
    switch (eq_type[i]) {
      case CONNECT:
      case WELD: {
        const isSite = eq_objtype[i] !== BODY;
        const body1 = isSite ? site_bodyid[id1] : id1;
        const body2 = isSite ? site_bodyid[id2] : id2;
        woken += wakeTied(m, d, body_treeid[body1], body_treeid[body2]);
        break;
      }
      case JOINT:
        if (id2 >= 0) woken += wakeTied(m, d, body_treeid[jnt_bodyid[id1]], body_treeid[jnt_bodyid[id2]]);
        break;
      case TENDON:
        woken += wakeTendons(m, d, id1, id2);
        break;
    }
  }
  return woken;
}

/** Wakes the sleeping ones of two trees, unless both are in the same sleep cycle. */
function wakeTied(m: Model, d: Data, tree1: number, tree2: number): number {
  const { ntree } = m;
  const { tree_asleep, tree_awake } = d;
  if (tree1 < 0 || tree2 < 0 || tree1 === tree2) return 0;
  const asleep1 = tree_awake[tree1] === 0;
  const asleep2 = tree_awake[tree2] === 0;
  if (!asleep1 && !asleep2) return 0;
  if (asleep1 && asleep2) {
    if (sleepCycle(tree_asleep, ntree, tree1) === sleepCycle(tree_asleep, ntree, tree2)) return 0;
    const woken = wakeTree(tree_asleep, tree1, FULLY_AWAKE);
    return woken + wakeTree(tree_asleep, tree2, FULLY_AWAKE);
  }
  return wakeTree(tree_asleep, asleep1 ? tree1 : tree2, FULLY_AWAKE);
}

/** Wakes all trees of two coupled tendons if any of them is awake. */
function wakeTendons(m: Model, d: Data, tendon1: number, tendon2: number): number {
  const { tendon_treeid } = m;
  let woken = 0;
  for (let a = 1; a < (tendon2 < 0 ? 2 : 4); a++) {
    const tree = tendon_treeid[2 * (a < 2 ? tendon1 : tendon2) + a % 2];
    for (let b = 0; b < a; b++) {
      woken += wakeTied(m, d, tree, tendon_treeid[2 * (b < 2 ? tendon1 : tendon2) + b % 2]);
    }
  }
  return woken;
}
