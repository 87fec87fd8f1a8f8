/** Uses of the pool of threads of rollouts, with threads that are made up and answer when they are told to. */

import { EventEmitter } from "node:events";
import process from "node:process";
import type { Done, JobMessage, PartMessage } from "../../engine/rollout/messages.ts";
import { type Job, Pool } from "../../engine/rollout/pool.ts";
import { bareMessage, fullMessage } from "../../engine/thread/bare_message.ts";
import { startThread } from "../../engine/thread/thread.ts";

/** A thread that notes what it is told. */
class MadeUp extends EventEmitter {
  constructor(private readonly name: number, private readonly notes: string[], isReady: boolean) {
    super();
    const start = isReady ? () => this.answer({ kind: "ready" }) : () => this.emit("error", new Error("no start"));
    queueMicrotask(start);
  }
  answer(answer: object): void {
    this.emit("message", bareMessage(answer));
  }
  done(first: number, count: number): void {
    this.answer({ kind: "done", first, count, last: [0, count], outputs: [] });
  }
  postMessage(message: unknown, moved: ArrayBuffer[]): void {
    const order = fullMessage(message) as JobMessage | PartMessage;
    this.notes.push(`${this.name} ${order.kind === "job" ? "job" : order.first} ${moved.length}`);
  }
  ref(): void {
    this.notes.push(`${this.name} held`);
  }
  unref(): void {
    this.notes.push(`${this.name} free`);
  }
  terminate(): Promise<number> {
    this.notes.push(`${this.name} ends`);
    return Promise.resolve(0);
  }
}

/** Lets everything happen that waits for nothing else, in fewer turns than this. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await null;
}

/** Everything that the uses say, while no other thread starts. */
export async function saidByPool(): Promise<string[]> {
  const notes: string[] = [];
  const threads: MadeUp[] = [];
  let failing = Infinity;
  const start = (): MadeUp => {
    const thread = new MadeUp(threads.length, notes, threads.length < failing);
    threads.push(thread);
    return thread;
  };
  const { getBuiltinModule } = process;
  const platform = {
    Worker: class {
      constructor() {
        return start();
      }
    },
  };
  Object.assign(process, { getBuiltinModule: () => platform });
  try {
    const pool = new Pool();
    let known: SharedArrayBuffer | undefined;
    // a job in parts of three, on memory that is shared or sent
    const run = async (batch: number, isShared: boolean, count: number, bytes: number, signal?: AbortSignal) => {
      const job: Job = {
        message: { kind: "job" } as JobMessage,
        batch,
        isShared,
        part: (first, memory) => {
          const shared = memory(bytes);
          notes.push(`part ${first} of ${shared.byteLength}${shared === known ? ", as before" : ""}`);
          known = shared;
          const own = new Float64Array(2);
          const none = new Float64Array(shared, 0, 0);
          const initial = isShared ? none : own;
          const count = Math.min(3, batch - first);
          return {
            ...{ kind: "part", first, count, chunk: 1, threads: 1, tells: true, state: none, sensordata: none },
            ...{ initial, control: isShared ? null : new Float64Array(1), warmstart: null },
            taken: new Int32Array(shared, 0, 0),
          };
        },
        prepare: () => void notes.push("prepares"),
        accept: ({ first, count }: Done) => void notes.push(`accepts ${first} ${count}`),
      };
      try {
        notes.push(`${batch} run: ${await pool.run(job, count, signal)}`);
      } catch (error) {
        notes.push(`${batch} fail: ${error}`);
      }
    };
    const then = async (running: Promise<void>, ...answers: (() => void)[]) => {
      for (const answer of [...answers, () => {}]) {
        await settle();
        answer();
        notes.push("then");
      }
      await running;
    };
    const done = (thread: number, first: number, count: number) => () => threads[thread].done(first, count);
    await then(
      run(8, false, 2, 8),
      done(1, 3, 3),
      () => threads[0].answer({ kind: "ready" }),
      done(0, 0, 3),
      done(0, 6, 2),
    );
    await then(run(5, true, 2, 16), done(0, 0, 2), done(1, 0, 1), done(1, 3, 1), done(1, 3, 1));
    await then(run(1, true, 1, 8), done(0, 0, 1));
    const both = Promise.all([run(2, true, 1, 17), run(3, true, 3, 17)]).then(() => {});
    await then(both, done(0, 0, 2), () => threads[1].emit("exit", 1));
    await then(run(4, true, 2, 8), () => threads.at(-1)?.answer({ kind: "failed", error: new RangeError("it") }));
    const controller = new AbortController();
    await then(run(6, true, 1, 8, controller.signal), () => controller.abort(new Error("enough")));
    await run(7, true, 1, 8, controller.signal);
    failing = threads.length + 1;
    await then(run(9, true, 2, 8));
    failing = Infinity;
    pool.close();
    notes.push(...listeners(start));
  } finally {
    Object.assign(process, { getBuiltinModule });
  }
  return notes;
}

/** What is heard of a thread of Node's and of one of the web's. */
function listeners(start: () => MadeUp): string[] {
  const heard: string[] = [];
  const made = start();
  const sent: unknown[][] = [];
  const web: Record<string, (event: object) => void> & object = {};
  Object.assign(web, { postMessage: (...it: unknown[]) => sent.push(it), terminate: () => sent.push(["ends"]) });
  for (const isWeb of [false, true]) {
    const platform = isWeb ? undefined : { Worker: MadeUp };
    const { getBuiltinModule } = process;
    Object.assign(process, { getBuiltinModule: () => platform });
    const thread = startThread<unknown, unknown>({ inNode: () => made as never, onWeb: () => web as never }, {
      onAnswer: (answer) => heard.push(`answer ${JSON.stringify(answer)}`),
      onError: (error) => heard.push(String(error)),
    });
    Object.assign(process, { getBuiltinModule });
    thread?.hold(true);
    thread?.send("order", []);
    thread?.end();
  }
  made.answer({ on: 1 });
  for (const event of ["error", "messageerror", "exit"]) made.emit(event, event);
  web.onmessage({ data: 2 });
  web.onerror({ message: "a word", preventDefault: () => heard.push("prevented") });
  web.onerror({});
  web.onmessageerror({});
  return [...heard, JSON.stringify(sent)];
}
