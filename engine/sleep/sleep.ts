/** Puts trees at rest to sleep. */

import { zero } from "../math/vec.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { canSleep } from "./can_sleep.ts";
import { FULLY_AWAKE } from "./wake_tree.ts";

/**
 * Counts down trees that barely move, and puts an island to sleep when all its trees are ready. Returns how many trees
 * fell asleep.
 */
export function sleep(m: Model, d: Data): number {
  const { ntree } = m;
  const { nefc, nisland, tree_asleep, island_ntree, map_itree2tree } = d;

  // with constraints but without islands, it is unknown which trees belong together
  if (nefc > 0 && nisland === 0) return 0;

  for (let i = 0; i < ntree; i++) {
    if (tree_asleep[i] >= 0) continue;
    if (!canSleep(m, d, i, m.opt.sleep_tolerance)) tree_asleep[i] = FULLY_AWAKE;
    else if (tree_asleep[i] < -1) tree_asleep[i]++;
  }

  let slept = 0;
  let adr = 0;
  for (let k = 0; k < nisland; k++) {
    const end = adr + island_ntree[k];
    let ready = true;
    for (let j = adr; j < end; j++) {
      if (tree_asleep[map_itree2tree[j]] !== -1) ready = false;
    }
    if (ready) {
      for (let j = adr; j < end; j++) {
        putToSleep(m, d, map_itree2tree[j], map_itree2tree[j === end - 1 ? adr : j + 1]);
      }
      slept += end - adr;
    }
    adr = end;
  }

  // trees without constraints sleep alone
  for (let j = adr; j < ntree; j++) {
    const tree = nisland > 0 ? map_itree2tree[j] : j;
    if (tree_asleep[tree] !== -1) continue;
    putToSleep(m, d, tree, tree);
    slept++;
  }
  return slept;
}

/** Links a tree to the next one in its sleep cycle, and stops it. */
function putToSleep(m: Model, d: Data, tree: number, next: number): void {
  const { tree_dofadr, tree_dofnum } = m;
  const { tree_asleep, qvel, qacc } = d;
  tree_asleep[tree] = next;
  zero(qvel, tree_dofadr[tree], tree_dofnum[tree]);
  zero(qacc, tree_dofadr[tree], tree_dofnum[tree]);
}
