/** The threads that run rollouts, kept from call to call. */

import type { Answer, Done, JobMessage, Order, PartMessage } from "./messages.ts";
import { type Program, startThread, type Thread } from "../thread/thread.ts";

const PROGRAM: Program = {
  inNode: ({ Worker }) => new Worker(new URL("./rollout_worker.ts", import.meta.url)),
  onWeb: () => new Worker(new URL("./rollout_worker.ts", import.meta.url), { type: "module" }),
};

/** A call: its parts are made when a thread is free, or, if threads share them, all are. */
export interface Job {
  readonly message: JobMessage;
  readonly batch: number;
  readonly isShared: boolean;
  /** the rollouts from `first` on, on memory that is shared, if any is */
  part(first: number, memory: (bytes: number) => SharedArrayBuffer): PartMessage;
  /** what this thread does while others work */
  prepare(): void;
  /** takes the results of a part */
  accept(done: Done): void;
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

  fail(error: unknown): void {
    this.isDead = true;
    this.onError(error);
  }

  /** Starts a thread; null if this platform has none. */
  static start(): Member | null {
    const thread = startThread<Order, Answer>(PROGRAM, {
      onAnswer: (answer) => member?.onAnswer(answer),
      onError: (error) => member?.fail(error),
    });
    const member = thread && new Member(thread);
    return member;
  }
}

/** Threads, which run one call at a time. */
export class Pool {
  private members: Member[] = [];
  private last: Promise<unknown> = Promise.resolve();
  /** kept from call to call: what is used again takes less time than new memory */
  private memory: SharedArrayBuffer | null = null;

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
    this.memory = null;
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

  private memoryOf(bytes: number): SharedArrayBuffer {
    if (this.memory === null || this.memory.byteLength < bytes) this.memory = new SharedArrayBuffer(bytes);
    return this.memory;
  }

  /** Gives parts to threads until all are done, the next one of what they share when all is done. */
  private share(job: Job, members: readonly Member[], signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
      const { batch, isShared } = job;
      let given = 0;
      let done = 0;
      const give = (to: readonly Member[]) => {
        if (given >= batch) return;
        const part = job.part(given, (bytes) => this.memoryOf(bytes));
        for (const { thread } of to) thread.send(part, ownBuffers(part));
        given += part.count;
        job.prepare();
      };
      for (const member of members) {
        member.onError = reject;
        member.onAnswer = (answer) => {
          if (answer.kind === "failed") reject(answer.error);
          if (answer.kind !== "done") return;
          if (!isShared) give([member]);
          job.accept(answer);
          done += answer.count;
          if (isShared && done === given) give(members);
          if (done < batch) return;
          signal?.removeEventListener("abort", abort);
          resolve();
        };
        member.thread.send(job.message, []);
      }
      if (isShared) give(members);
      else for (let k = 0; k < AHEAD; k++) members.forEach((member) => give([member]));
    });
  }
}

/** Memory that goes with a message. */
function ownBuffers(part: PartMessage): ArrayBuffer[] {
  return Object.values(part).flatMap((value) => value?.buffer instanceof ArrayBuffer ? [value.buffer] : []);
}
