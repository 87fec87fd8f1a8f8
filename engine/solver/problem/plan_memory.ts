/** Plans in the memory of kernels, those of one data at a time. */

import { newInts } from "../../math/small_arrays.ts";
import { roomInt } from "../../math/grow.ts";
import type { Data } from "../../data.ts";
import { nextCapacity } from "../../types/next_capacity.ts";
import type { Take } from "../../wasm/arena.ts";

declare module "../../types/work.ts" {
  interface Work {
    plans?: PlanStore;
  }
}

/** A plan, and where it is among those of its data. */
export class KernelPlan {
  /** −1 if it has to be written */
  at = -1;
  /** number of integers, and for how many there is room */
  length = 0;
  room = 0;
  /** when it was used last */
  turn = 0;
}

/** All plans of some data. */
class PlanStore {
  /** those that are there, and those that were until they moved, by where they began */
  readonly plans: KernelPlan[] = [];
  readonly begins: number[] = [];
  count = 0;
  end = 0;
  /** number of the current step */
  turn = 0;
  /** where they are; null while others use that */
  home: PlanMemory | null = null;
  /** a copy for that time, and whether it is one */
  copy: Int32Array = newInts(0);
  isCopied = false;
}

/** Memory for plans. */
export class PlanMemory {
  /** how often plans have moved */
  moves = 0;
  /** as much of it as was needed so far, and how much there is */
  private ints: Int32Array = newInts(0);
  private most = 0;
  private store = new PlanStore();

  /** Allocates room for at most `length` integers; what was there is lost. */
  lay(take: Take, length: number): void {
    this.drop();
    const { buffer, byteOffset } = take.int(length);
    this.ints = new Int32Array(buffer, byteOffset, 0);
    this.most = length;
  }

  /** Starts with the plans of a step. */
  begin({ work }: Data): void {
    const store = work.plans ??= new PlanStore();
    const { store: old, ints } = this;
    store.turn++;
    if (store === old) return;
    this.moves++;
    if (!old.isCopied) {
      old.copy = roomInt(old.copy, old.end);
      copy(old.copy, 0, ints, old.end);
      old.isCopied = true;
    }
    old.home = null;
    // what data have moved away from is not kept for them
    if (store.home) store.home.drop();
    this.store = store;
    store.home = this;
    if (store.end > this.most) keepSince(store, ints, Infinity, true);
    this.reach(store.end);
    copy(this.ints, 0, store.copy, store.end);
  }

  /** Address of a plan that is used now. */
  place(plan: KernelPlan): number {
    plan.turn = this.store.turn;
    return this.ints.byteOffset + 4 * plan.at;
  }

  /** Writes a plan again from `first` to `last`, and from `next` to its end, if there is room where it was; is there? */
  rewrite(plan: KernelPlan, from: Int32Array, length: number, first: number, last: number, next: number): boolean {
    if (length > plan.room) return false;
    this.store.isCopied = false;
    plan.length = length;
    for (let k = first; k < last; k++) this.ints[plan.at + k] = from[k];
    for (let k = next; k < length; k++) this.ints[plan.at + k] = from[k];
    return true;
  }

  /** Writes a plan: where it was, or if there is no room, behind all others, with room to grow. */
  write(plan: KernelPlan, from: Int32Array, length: number): void {
    const { store } = this;
    store.isCopied = false;
    if (plan.at < 0 || length > plan.room) {
      plan.at = -1;
      this.moves++;
      // first go those that were not used in the last step either
      if (store.end + length > this.ints.length) keepSince(store, this.ints, store.turn - 1, false);
      if (store.end + length > this.most) keepSince(store, this.ints, store.turn, true);
      plan.room = Math.min(length + (length >> 2), this.most - store.end);
      this.reach(store.end + plan.room);
      store.plans[store.count] = plan;
      store.begins[store.count++] = plan.at = store.end;
      store.end += plan.room;
    }
    plan.length = length;
    copy(this.ints, plan.at, from, length);
  }

  private reach(end: number): void {
    const { ints, most } = this;
    if (end <= ints.length) return;
    const length = Math.min(most, Math.max(end, nextCapacity(ints.length)));
    this.ints = new Int32Array(ints.buffer, ints.byteOffset, length);
  }

  private drop(): void {
    const { store, ints } = this;
    this.moves++;
    keepSince(store, ints, Infinity, true);
    store.home = null;
    this.store = new PlanStore();
  }
}

/** Closes the gaps between plans, with `isTight` also those for growing, and drops those that were not used since a turn. */
function keepSince(store: PlanStore, ints: Int32Array, turn: number, isTight: boolean): void {
  const { plans, begins, count } = store;
  store.count = store.end = 0;
  for (let i = 0; i < count; i++) {
    const plan = plans[i];
    const { at, length } = plan;
    if (at !== begins[i]) continue;
    plan.at = -1;
    if (plan.turn < turn) continue;
    ints.copyWithin(store.end, at, at + length);
    plans[store.count] = plan;
    begins[store.count++] = plan.at = store.end;
    if (isTight) plan.room = length;
    store.end += plan.room;
  }
}

function copy(to: Int32Array, at: number, from: Int32Array, length: number): void {
  for (let k = 0; k < length; k++) to[at + k] = from[k];
}
