/** The pool with threads that tests make up, and that answer when they are told to. */

import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import process from "node:process";
import { bareMessage, fullMessage } from "../thread/bare_message.ts";
import type { Done, JobMessage, PartMessage } from "./messages.ts";
import { type Job, Pool } from "./pool.ts";

/** What happens when a thread starts. */
type Start = "ready" | "error" | "silent";

/** Threads that have been started since the beginning of a test, and how the next ones start. */
const threads: FakeThread[] = [];
const starts: Start[] = [];

class FakeThread extends EventEmitter {
  /** "job", or the first rollout of a part, or what else it was told */
  readonly told: (string | number)[] = [];
  readonly moved: ArrayBuffer[][] = [];

  constructor(readonly url: URL) {
    super();
    threads.push(this);
    const start = starts.shift() ?? "ready";
    if (start === "ready") queueMicrotask(() => this.answer({ kind: "ready" }));
    if (start === "error") queueMicrotask(() => this.emit("error", new Error("no start")));
  }
  answer(answer: object): void {
    this.emit("message", bareMessage(answer));
  }
  done(first: number, count: number): void {
    this.answer({ kind: "done", first, count, last: [0, count], outputs: [] });
  }
  postMessage(message: unknown, moved: ArrayBuffer[]): void {
    const order = fullMessage(message) as JobMessage | PartMessage;
    this.told.push(order.kind === "job" ? "job" : order.first);
    this.moved.push(moved);
  }
  ref(): void {
    this.told.push("ref");
  }
  unref(): void {
    this.told.push("unref");
  }
  terminate(): Promise<number> {
    this.told.push("end");
    return Promise.resolve(0);
  }
}

/** A test with threads that are made up. */
function test(name: string, body: (pool: Pool) => Promise<void>): void {
  Deno.test(name, async () => {
    const { getBuiltinModule } = process;
    Object.assign(process, { getBuiltinModule: () => ({ Worker: FakeThread }) });
    threads.length = starts.length = 0;
    try {
      await body(new Pool());
    } finally {
      Object.assign(process, { getBuiltinModule });
    }
  });
}

/** A job in parts of a size, what it accepts, and the memory of its parts. */
function jobOf(batch: number, size: number, isShared: boolean, bytes = 8) {
  const accepted: Done[] = [];
  const memories: SharedArrayBuffer[] = [];
  /** how many parts threads had when this one prepared what comes next */
  const prepared: number[] = [];
  const own = new Float64Array(2);
  const job: Job = {
    message: { kind: "job" } as JobMessage,
    batch,
    isShared,
    part: (first, memory) => {
      memories.push(memory(bytes));
      const initial = new Float64Array(memories[0], 0, 0);
      const count = Math.min(size, batch - first);
      return { kind: "part", first, count, initial, control: own, warmstart: null } as
        & PartMessage
        & object as PartMessage;
    },
    prepare: () => prepared.push(threads.flatMap(({ told }) => told).filter((it) => typeof it === "number").length),
    accept: (done) => accepted.push(done),
  };
  return { job, accepted, memories, own, prepared };
}

/** Lets everything happen that waits for nothing else. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** What comes of something that waits for nothing else. */
async function soon<T>(promise: Promise<T>): Promise<T> {
  const never = async () => {
    for (let k = 0; k < 5; k++) await settle();
    throw new Error("it does not end");
  };
  return await Promise.race([promise, never()]);
}

test("run() gives each thread two parts ahead, and another for each that is done", async (pool) => {
  const { job, accepted, own, prepared } = jobOf(11, 2, false);
  let result: boolean | undefined;
  const running = pool.run(job, 2, undefined).then((it) => result = it);
  await settle();
  const [a, b] = threads;
  assert.equal(threads.length, 2);
  assert.match(`${a.url}`, /rollout_worker\.ts$/);
  assert.deepEqual([a.told, b.told], [["ref", "job", 0, 4], ["ref", "job", 2, 6]]);
  // inputs go along unless they are on shared memory
  assert.deepEqual(a.moved, [[], [own.buffer], [own.buffer]]);
  b.done(2, 2);
  a.answer({ kind: "ready" });
  b.done(6, 2);
  assert.deepEqual([a.told.slice(4), b.told.slice(4)], [[], [8, 10]]);
  a.done(0, 2);
  a.done(4, 2);
  b.done(8, 2);
  assert.deepEqual([a.told.slice(4), b.told.slice(4)], [[], [8, 10]]);
  await settle();
  assert.equal(result, undefined, "one rollout is left");
  b.done(10, 1);
  await soon(running);
  assert.equal(result, true);
  assert.deepEqual(accepted.map(({ first }) => first), [2, 6, 0, 4, 8, 10]);
  assert.deepEqual(prepared, [1, 2, 3, 4, 5, 6]);
  assert.deepEqual([a.told.slice(4), b.told.slice(6)], [["unref"], ["unref"]]);
});

test("run() gives all threads what they share, and the next of it when all is done", async (pool) => {
  const { job, accepted } = jobOf(5, 3, true);
  const running = pool.run(job, 2, undefined);
  await settle();
  const [a, b] = threads;
  assert.deepEqual([a.told, b.told], [["ref", "job", 0], ["ref", "job", 0]]);
  a.done(0, 2);
  assert.deepEqual([a.told.length, b.told.length], [3, 3]);
  b.done(0, 1);
  assert.deepEqual([a.told.slice(3), b.told.slice(3)], [[3], [3]]);
  b.done(3, 1);
  b.done(3, 1);
  assert.equal(await soon(running), true);
  assert.deepEqual(accepted.map(({ count }) => count), [2, 1, 1, 1]);
  assert.deepEqual([a.told.slice(4), b.told.slice(4)], [["unref"], ["unref"]]);
});

/** A call of one part that ends well. */
async function works(pool: Pool, count: number, bytes?: number): Promise<SharedArrayBuffer> {
  const { job, memories } = jobOf(1, 1, true, bytes);
  const before = threads.map(({ told }) => told.length);
  const running = pool.run(job, count, undefined);
  await settle();
  const thread = threads.find(({ told }, i) => told.slice(before[i] ?? 0).includes("job"));
  thread?.done(0, 1);
  assert.equal(await soon(running), true);
  return memories[0];
}

test("run() keeps its threads and its memory, and starts as many as are missing", async (pool) => {
  const first = await works(pool, 1, 16);
  assert.equal(threads.length, 1);
  assert.equal(await works(pool, 3, 16), first);
  assert.equal(threads.length, 3);
  assert.equal(await works(pool, 2, 8), first);
  assert.equal(threads.length, 3);
  assert.equal(threads[2].told.filter((it) => it === "job").length, 1, "two are enough");
  const larger = await works(pool, 1, 17);
  assert.equal(larger.byteLength, 17);
  // one that ended meanwhile is replaced
  threads[0].emit("exit", 1);
  assert.equal(await works(pool, 3, 17), larger);
  assert.equal(threads.length, 4);
  assert.equal(threads[0].told.includes("end"), false);

  pool.close();
  assert.deepEqual(threads.map(({ told }) => told.at(-1) === "end"), [false, true, true, true]);
  assert.notEqual(await works(pool, 1, 17), larger);
  assert.equal(threads.length, 5);
});

test("run() ends all threads if one fails, and starts others for the next call", async (pool) => {
  const failures: ((thread: FakeThread) => void)[] = [
    (thread) => thread.answer({ kind: "failed", error: new RangeError("it") }),
    (thread) => thread.emit("error", new RangeError("it")),
  ];
  for (const [k, fail] of failures.entries()) {
    for (const isShared of [false, true]) {
      const running = pool.run(jobOf(4, 1, isShared).job, 2, undefined);
      const next = works(pool, 2);
      await settle();
      const [a, b] = threads;
      fail(b);
      await assert.rejects(soon(running), new RangeError("it"), `${k}`);
      assert.deepEqual([a, b].map(({ told }) => told.at(-1)), ["end", "end"]);
      threads.splice(0, 2);
      await settle();
      threads[0].done(0, 1);
      await soon(next);
      assert.equal(threads.length, 2);
      pool.close();
      threads.length = 0;
    }
  }
});

test("run() is false where threads do not start, of which none is left", async (pool) => {
  const { job } = jobOf(2, 1, true);
  for (const some of [["ready", "error"], ["error", "ready"]] as const) {
    threads.length = 0;
    starts.push(...some);
    assert.equal(await soon(pool.run(job, 2, undefined)), false);
    assert.deepEqual(threads.map(({ told }) => told), [["end"], ["end"]]);
  }

  let few = 1;
  const { getBuiltinModule } = process;
  const { Worker } = globalThis;
  Object.assign(globalThis, { Worker: undefined });
  Object.assign(process, { getBuiltinModule: () => few-- > 0 ? { Worker: FakeThread } : undefined });
  try {
    assert.equal(await soon(pool.run(job, 2, undefined)), false);
  } finally {
    Object.assign(process, { getBuiltinModule });
    Object.assign(globalThis, { Worker });
  }
  assert.deepEqual(threads.map(({ told }) => told), [["end"], ["end"], ["end"]]);
});

test("run() ends when it is told to, and hears of it no longer than it runs", async (pool) => {
  const reason = new Error("enough");
  await assert.rejects(soon(pool.run(jobOf(1, 1, true).job, 1, AbortSignal.abort(reason))), reason);
  assert.equal(threads.length, 0);

  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  Object.assign(signal, {
    addEventListener: (
      ...args: Parameters<typeof addEventListener>
    ) => (listeners++, addEventListener.apply(signal, args)),
    removeEventListener: (...args: Parameters<typeof addEventListener>) => {
      listeners--;
      removeEventListener.apply(signal, args);
    },
  });
  const running = pool.run(jobOf(1, 1, true).job, 1, signal);
  await settle();
  assert.equal(listeners, 1);
  threads[0].done(0, 1);
  assert.equal(await soon(running), true);
  assert.equal(listeners, 0);

  const stopped = pool.run(jobOf(2, 1, true).job, 1, signal);
  await settle();
  threads[0].done(0, 1);
  controller.abort(reason);
  await assert.rejects(soon(stopped), reason);
  assert.equal(threads[0].told.at(-1), "end");
  await works(pool, 1);
  assert.equal(threads.length, 2);
});

test("run() runs one call after another, also after one that failed", async (pool) => {
  const order: string[] = [];
  const calls = ["a", "b", "c"].map((name) => {
    const { job } = jobOf(1, 1, true);
    return pool.run(job, 1, undefined).then(() => order.push(name), () => order.push(`${name} failed`));
  });
  await settle();
  const [thread] = threads;
  const jobs = () => threads.flatMap(({ told }) => told).filter((it) => it === "job").length;
  assert.equal(jobs(), 1);
  thread.answer({ kind: "failed", error: new Error("no") });
  await settle();
  assert.deepEqual([jobs(), order], [2, ["a failed"]]);
  threads[1].done(0, 1);
  await settle();
  assert.deepEqual([jobs(), order], [3, ["a failed", "b"]]);
  threads[1].done(0, 1);
  await soon(Promise.all(calls));
  assert.deepEqual(order, ["a failed", "b", "c"]);
});
