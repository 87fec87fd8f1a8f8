/** Trees that sleep together form a cycle in `tree_asleep`; awake trees count up to −1, which means ready to sleep. */

import { MINAWAKE } from "../types/constants.ts";

/** value of `tree_asleep` for a tree that has just moved */
export const FULLY_AWAKE = -(1 + MINAWAKE);

/**
 * Wakes a tree and all trees that sleep with it, with the countdown `value` < 0; the countdown of an awake tree can
 * only be set back. Returns how many woke up.
 */
export function wakeTree(tree_asleep: Int32Array, tree: number, value: number): number {
  if (tree_asleep[tree] < 0) {
    tree_asleep[tree] = Math.min(value, tree_asleep[tree]);
    return 0;
  }

  let woken = 0;
  let current = tree;
  do {
    const next = tree_asleep[current];
    tree_asleep[current] = value;
    woken++;
    current = next;
  } while (tree_asleep[current] >= 0);
  return woken;
}

/** The lowest id among the trees that sleep with `tree`, or −1 if the cycle is broken. */
export function sleepCycle(tree_asleep: Int32Array, ntree: number, tree: number): number {
  let smallest = tree;
  let current = tree;
  for (let count = 0; count <= ntree; count++) {
    current = tree_asleep[current];
    if (current === tree) return smallest;
    if (current < smallest) smallest = current;
  }
  return -1;
}
