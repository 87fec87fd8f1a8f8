/** Many environments of one task, stepped together on several threads. */

import { canShare, processors, type Program, startThread, type Thread } from "../engine/thread/thread.ts";
import { Env } from "./env.ts";
import { type Batch, findTask, Lane, newBatch, type TaskSource } from "./lane.ts";
import type { LaneAnswer, LaneOrder } from "./lane_messages.ts";
import type { Box } from "./space.ts";

const PROGRAM: Program = {
  inNode: ({ Worker }) => new Worker(new URL("./lane_worker.ts", import.meta.url)),
  onWeb: () => new Worker(new URL("./lane_worker.ts", import.meta.url), { type: "module" }),
};

/** How many environments, and where. */
export interface VectorOptions {
  /** number of environments */
  count: number;
  /** seed of the first; the others have the seeds that follow */
  seed?: number;
  /** threads; one for each processor by default; 0: this thread */
  workers?: number;
}

/** A thread with some of the environments. */
class Hand {
  #resolve: (answer: Batch | null) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  private constructor(readonly first: number, readonly count: number, readonly thread: Thread<LaneOrder>) {}

  /** Starts the thread; null if this platform has none. */
  static start(first: number, count: number): Hand | null {
    const thread = startThread<LaneOrder, LaneAnswer>(PROGRAM, {
      onAnswer: (answer) => hand?.hear(answer),
      onError: (error) => hand?.fail(error),
    });
    const hand = thread && new Hand(first, count, thread);
    return hand;
  }

  hear(answer: LaneAnswer): void {
    if (answer.kind === "done") this.#resolve(answer.batch);
    else this.fail(answer.error);
  }

  fail(error: unknown): void {
    this.#reject(error);
  }

  ask(order: LaneOrder): Promise<Batch | null> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.thread.hold(true);
      this.thread.send(order, []);
    }).finally(() => this.thread.hold(false)) as Promise<Batch | null>;
  }
}

/**
 * Environments of one task that take actions together.
 *
 * Results are the same bits on any number of threads. An episode that ends is followed by the next one in the same
 * step: `observations` already has its first observation, and `finalObservations` the last one of the old episode.
 *
 * @example Sixteen arms
 * ```ts
 * import { VectorEnv } from "@plumbline/sim/env";
 *
 * const envs = await VectorEnv.make("reacher", { count: 16, seed: 1, workers: 0 });
 * await envs.reset();
 * const actions = new Float64Array(16 * envs.actionSpace.size).fill(0.5);
 * const { rewards, observations } = await envs.step(actions);
 * if (rewards.length !== 16 || observations.length !== 16 * 8) throw new Error("one row for each");
 * envs.close();
 * ```
 */
export class VectorEnv {
  /** which actions make sense in one environment */
  readonly actionSpace: Box;
  /** what can be observed in one environment */
  readonly observationSpace: Box;
  readonly #batch: Batch;
  readonly #actions: Float64Array;
  readonly #isShared: boolean;
  #hands: Hand[] = [];
  #lane: Lane | null = null;
  #isBusy = false;

  private constructor(
    /** number of environments */
    readonly count: number,
    one: Env,
    isShared: boolean,
  ) {
    this.actionSpace = one.actionSpace;
    this.observationSpace = one.observationSpace;
    const allocate = (bytes: number) => isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
    this.#batch = newBatch(count, one.observationSpace.size, allocate);
    this.#actions = new Float64Array(allocate(8 * count * one.actionSpace.size));
    this.#isShared = isShared;
  }

  /** Number of threads that step; 0 if this one does. */
  get workers(): number {
    return this.#hands.length;
  }

  /** Makes environments of a built-in task, or of the task that a module exports. */
  static async make(task: TaskSource, { count, seed = 0, workers }: VectorOptions): Promise<VectorEnv> {
    if (!Number.isInteger(count) || count < 1) throw new RangeError(`VectorEnv: count must be positive, got ${count}`);
    if (workers !== undefined && !(Number.isInteger(workers) && workers >= 0)) {
      throw new RangeError(`VectorEnv: workers must be a nonnegative integer, got ${workers}`);
    }
    const found = await findTask(task);
    const threads = Math.min(workers ?? processors(), count);
    const envs = new VectorEnv(count, new Env(found), threads > 0 && canShare());
    if (threads > 0 && await envs.#start(task, seed, threads)) return envs;
    envs.#lane = new Lane(found, 0, count, seed);
    return envs;
  }

  /** Begins an episode in each environment; with a seed, those that belong to it and the seeds that follow. */
  reset({ seed }: { seed?: number } = {}): Promise<Batch> {
    return this.#perform({ kind: "reset", seed }, (lane) => lane.reset(this.#batch, seed));
  }

  /**
   * Applies one action to each environment, row by row. The arrays of the result belong to this object; the next call
   * overwrites them.
   */
  step(actions: Float64Array): Promise<Batch> {
    const expected = this.count * this.actionSpace.size;
    if (actions.length !== expected) {
      throw new RangeError(`VectorEnv: actions need ${expected} numbers, got ${actions.length}`);
    }
    this.#actions.set(actions);
    const sent = this.#isShared ? null : this.#actions;
    return this.#perform({ kind: "step", actions: sent }, (lane) => lane.step(this.#batch, this.#actions));
  }

  /** Ends the threads. */
  close(): void {
    for (const { thread } of this.#hands) thread.end();
    this.#hands = [];
  }

  /** Starts threads and makes their environments. False if this platform has no threads. */
  async #start(task: TaskSource, seed: number, threads: number): Promise<boolean> {
    const shared = this.#isShared ? { batch: this.#batch, actions: this.#actions } : null;
    for (let k = 0; k < threads; k++) {
      const first = Math.floor(k * this.count / threads);
      const count = Math.floor((k + 1) * this.count / threads) - first;
      const hand = Hand.start(first, count);
      if (hand === null) return false;
      this.#hands.push(hand);
    }
    try {
      const total = this.count;
      await Promise.all(this.#hands.map((hand) => {
        return hand.ask({ kind: "make", task, first: hand.first, count: hand.count, total, seed, shared });
      }));
      return true;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  async #perform(order: LaneOrder, here: (lane: Lane) => void): Promise<Batch> {
    if (this.#isBusy) throw new RangeError("VectorEnv: await the call before the next one");
    if (this.#lane === null && this.#hands.length === 0) throw new RangeError("VectorEnv: it is closed");
    this.#isBusy = true;
    try {
      if (this.#lane !== null) here(this.#lane);
      const parts = await Promise.all(this.#hands.map((hand) => hand.ask(order)));
      parts.forEach((part, k) => part !== null && this.#take(part, this.#hands[k]));
      return this.#batch;
    } finally {
      this.#isBusy = false;
    }
  }

  /** Copies the rows of a thread that does not share memory. */
  #take(part: Batch, { first, count }: Hand): void {
    for (const name of Object.keys(part) as (keyof Batch)[]) {
      const width = this.#batch[name].length / this.count;
      this.#batch[name].set(part[name].subarray(first * width, (first + count) * width), first * width);
    }
  }
}
