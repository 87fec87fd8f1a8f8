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

/** A thread, and who hears of its answers. */
class Member {
  /** whether it could be started */
  readonly ready: Promise<boolean>;
  isDead = false;
  onAnswer: (answer: Answer) => void = () => {};
  onError: (error: unknown) => void = () => {};

  private constructor(readonly thread: Thread<Order>) {
    this.ready = new Promise((resolve) => {
      this.onAnswer = () => resolve(true);
      this.onError = () => resolve(false);
    });
  }

  /** Starts a thread; null if this platform has none. */
  static start(): Member | null {
    const thread = startThread<Order, Answer>(PROGRAM, {
      onAnswer: (answer) => member?.onAnswer(answer),
      onError: (error) => {
        if (member === null) return;
        member.isDead = true;
        member.onError(error);
      },
    });
    const member = thread && new Member(thread);
    return member;
  }
}

/** Threads, which run one call at a time. */
export class Pool {
  private members: Member[] = [];
  private last: Promise<unknown> = Promise.resolve();

  /** Runs a call after those before it, on `count` threads; false if they cannot be started. */
  run(job: Job, count: number, signal: AbortSignal | undefined): Promise<boolean> {
    const turn = this.last.then(() => this.runNow(job, count, signal));
    this.last = turn.catch(() => {});
    return turn;
  }

  /** Ends all threads. */
  close(): void {
    for (const { thread } of this.members) thread.end();
    this.members = [];
  }

  private async runNow(job: Job, count: number, signal: AbortSignal | undefined): Promise<boolean> {
    signal?.throwIfAborted();
    try {
      if (!await this.start(count)) {
        this.close();
        return false;
      }
      const members = this.members.slice(0, count);
      for (const { thread } of members) thread.hold(true);
      await this.share(job, members, signal);
      for (const { thread } of members) thread.hold(false);
      return true;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  private async start(count: number): Promise<boolean> {
    this.members = this.members.filter(({ isDead }) => !isDead);
    while (this.members.length < count) {
      const member = Member.start();
      if (member === null) return false;
      this.members.push(member);
    }
    const ready = await Promise.all(this.members.slice(0, count).map((member) => member.ready));
    return ready.every((isReady) => isReady);
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
