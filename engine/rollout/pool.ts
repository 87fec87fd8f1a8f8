/** The threads that run rollouts, kept from call to call. */

import type { Answer, JobMessage, Order, PartMessage } from "./messages.ts";
import { type Program, startThread, type Thread } from "../thread/thread.ts";

const PROGRAM: Program = {
  inNode: ({ Worker }) => new Worker(new URL("./rollout_worker.ts", import.meta.url)),
  onWeb: () => new Worker(new URL("./rollout_worker.ts", import.meta.url), { type: "module" }),
};

/** A call: its parts are made when a thread is free. */
export interface Job {
  readonly message: JobMessage;
  readonly batch: number;
  /** how many rollouts the part has that begins with `first` */
  size(first: number): number;
  /** the rollouts from `first` on */
  part(first: number, count: number): PartMessage;
  /** takes the results of a part */
  accept(done: Answer & { kind: "done" }): void;
}

/** parts that wait in a thread while it works on another, so that it never waits for this thread */
const AHEAD = 2;

/** Threads could not be started. */
export class NoThreads extends Error {}

/** A thread, and who hears of its answers. */
class Member {
  readonly ready: Promise<void>;
  readonly thread: Thread<Order>;
  isDead = false;
  onAnswer: (answer: Answer) => void = () => {};
  onError: (error: unknown) => void = () => {};

  constructor() {
    const thread = startThread<Order, Answer>(PROGRAM, {
      onAnswer: (answer) => this.onAnswer(answer),
      onError: (error) => {
        this.isDead = true;
        this.onError(error);
      },
    });
    if (thread === null) throw new NoThreads("there are no threads here");
    this.thread = thread;
    this.ready = new Promise((resolve, reject) => {
      this.onAnswer = () => resolve();
      this.onError = (cause) => reject(new NoThreads("threads cannot be started", { cause }));
    });
  }
}

/** Threads, which run one call at a time. */
export class Pool {
  private members: Member[] = [];
  private last: Promise<unknown> = Promise.resolve();

  /** Runs a call after those before it, on `count` threads. */
  run(job: Job, count: number, signal: AbortSignal | undefined): Promise<void> {
    const turn = this.last.then(() => this.runNow(job, count, signal));
    this.last = turn.catch(() => {});
    return turn;
  }

  /** Ends all threads. */
  close(): void {
    for (const { thread } of this.members) thread.end();
    this.members = [];
  }

  private async runNow(job: Job, count: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    try {
      await this.start(count);
      const members = this.members.slice(0, count);
      for (const { thread } of members) thread.hold(true);
      await this.share(job, members, signal);
      for (const { thread } of members) thread.hold(false);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  private async start(count: number): Promise<void> {
    this.members = this.members.filter(({ isDead }) => !isDead);
    while (this.members.length < count) this.members.push(new Member());
    await Promise.all(this.members.slice(0, count).map(({ ready }) => ready));
  }

  /** Gives parts to threads until all are done. */
  private share(job: Job, members: readonly Member[], signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
      const { batch } = job;
      let first = 0;
      let done = 0;
      const give = ({ thread }: Member) => {
        if (first >= batch) return;
        const count = job.size(first);
        const part = job.part(first, count);
        thread.send(part, ownBuffers(part));
        first += count;
      };
      for (const member of members) {
        member.onError = reject;
        member.onAnswer = (answer) => {
          if (answer.kind === "failed") reject(answer.error);
          if (answer.kind !== "done") return;
          give(member);
          job.accept(answer);
          done += answer.count;
          if (done < batch) return;
          signal?.removeEventListener("abort", abort);
          resolve();
        };
        member.thread.send(job.message, []);
      }
      for (let k = 0; k < AHEAD; k++) members.forEach(give);
    });
  }
}

/** Memory that goes with a message. */
function ownBuffers({ initial, control, warmstart }: PartMessage): ArrayBuffer[] {
  return [initial, control, warmstart].flatMap((array) => array?.buffer instanceof ArrayBuffer ? [array.buffer] : []);
}
