/** Uses of Plumbline on several threads, as Node has them and as browsers do; none is started. */

import { EventEmitter } from "node:events";
import process from "node:process";
import * as plumbline from "../../mod.ts";
import { compileOnThreads } from "../../engine/compile/mesh/mesh_threads.ts";
import {
  type MeshJob,
  type MeshJobs,
  type MeshLimits,
  type MeshResult,
  takeJobs,
} from "../../engine/compile/mesh/mesh_jobs.ts";
import { type MeshAnswer, serveMeshes } from "../../engine/compile/mesh/serve_meshes.ts";
import { savedBytes, writeModel } from "../../engine/file/save_model.ts";
import type { Order } from "../../engine/rollout/messages.ts";
import { serveRollouts } from "../../engine/rollout/serve_rollouts.ts";
import { MeshInertia } from "../../engine/types/enums.ts";
import { bareMessage, fullMessage } from "../../engine/thread/bare_message.ts";
import { saidByPool } from "./plumbline_pool.ts";
import { canShare, ownPort, type Port, processors, type Program, startThread } from "../../engine/thread/thread.ts";

const MODEL = `<mujoco>
  <worldbody>
    <body><joint name="j" axis="0 1 0" range="-1 1" limited="true"/><geom size=".1" pos=".2 0 0"/></body>
    <body pos="0 0 1"><freejoint/><geom size=".1" contype="0"/></body>
    <body mocap="true" pos=".1 .2 .3" quat=".5 .5 .1 .7"><geom name="g" pos="0 .2 0" size=".1" contype="0"/></body>
  </worldbody>
  <equality><joint joint1="j"/></equality>
  <actuator><motor joint="j"/></actuator>
  <sensor><jointpos joint="j"/><framepos objtype="geom" objname="g"/></sensor>
</mujoco>`;

const MESSAGE = {
  numbers: Float64Array.of(1, 2, 3).subarray(1),
  list: [Float32Array.of(1.5), null, [Int32Array.of(-7)]],
  bytes: Uint8Array.of(1, 2),
  small: Int8Array.of(-3),
  words: Uint16Array.of(500),
  text: "view",
  nested: { view: "none", map: new Map([[1, 2]]), none: undefined, on: true },
};

/** Everything that the uses say. */
export async function saidByThreads(): Promise<string[]> {
  const lines = [
    told(bareMessage(MESSAGE)),
    told(fullMessage(bareMessage(MESSAGE))),
    `${canShare()} ${processors() > 0}`,
  ];
  lines.push(...await saidByPool());
  // as in a browser
  const { getBuiltinModule } = process;
  Object.assign(process, { getBuiltinModule: undefined });
  try {
    lines.push(...await echoes(), `${processors() > 0}`, `${unnavigated(processors)}`);
  } finally {
    Object.assign(process, { getBuiltinModule });
  }
  lines.push(...portions(), ...await startingHere(echoes), ...await startingHere(rollouts), ...await meshes());
  return lines;
}

/** A message as text, with the types of what is in it. */
function told(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(told)}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const { name } = value.constructor;
  if (ArrayBuffer.isView(value)) return `${name} ${value} ${value.byteOffset}`;
  return `${name} {${Object.entries(value).map(([key, part]) => `${key}: ${told(part)}`)}}`;
}

const ECHO: Program = {
  inNode: ({ Worker }) => new Worker(new URL("file:///echo.ts")),
  onWeb: () => new HereOnWeb() as unknown as Worker,
};

/** Sends back what it is sent. */
function serveEchoes(port: Port<unknown, unknown>): void {
  port.listen((order) => port.answer({ order }, []));
}

/** What a thread answers. */
async function echoes(): Promise<string[]> {
  const lines: string[] = [];
  await new Promise<void>((resolve) => {
    const thread = startThread<unknown, unknown>(ECHO, {
      onAnswer(answer) {
        lines.push(told(answer));
        thread?.end();
        resolve();
      },
      onError(error) {
        lines.push(String(error));
        resolve();
      },
    });
    if (thread === null) return resolve();
    thread.hold(true);
    const moved = Float64Array.of(4, 5);
    thread.send({ ...MESSAGE, moved }, [moved.buffer]);
    lines.push(`${moved.length}`);
  });
  return lines;
}

/** What comes of something where nobody tells how many processors there are. */
function unnavigated<T>(work: () => T): T {
  const own = Object.getOwnPropertyDescriptor(globalThis, "navigator") ?? {};
  Object.defineProperty(globalThis, "navigator", { value: undefined, configurable: true });
  try {
    return work();
  } finally {
    Object.defineProperty(globalThis, "navigator", own);
  }
}

/** What comes of something where memory cannot be shared. */
function unshared<T>(work: () => T): T {
  const { SharedArrayBuffer } = globalThis;
  Object.assign(globalThis, { SharedArrayBuffer: undefined });
  try {
    return work();
  } finally {
    Object.assign(globalThis, { SharedArrayBuffer });
  }
}

/**
 * A thread that runs its program on the thread that starts it, which takes less time than to compile the engine once
 * more. Messages are copied, as between threads.
 */
class Here extends EventEmitter {
  /** what all threads were sent */
  static readonly orders: string[] = [];
  readonly #port = Object.assign(new EventEmitter(), {
    postMessage: (answer: unknown, moved: ArrayBuffer[]): void => {
      const copy = structuredClone(answer, { transfer: moved });
      queueMicrotask(() => this.emit("message", copy));
    },
  });

  constructor(program: URL) {
    super();
    const { getBuiltinModule } = process;
    Object.assign(process, { getBuiltinModule: () => ({ parentPort: this.#port }) });
    if (program.href.includes("/echo.")) serveEchoes(ownPort());
    else if (program.href.includes("/rollout_worker.")) serveRollouts(ownPort());
    else serveMeshes(ownPort());
    Object.assign(process, { getBuiltinModule });
  }
  postMessage(order: unknown, moved: ArrayBuffer[]): void {
    Here.orders.push(`${briefly(order)} ${moved.length}`);
    const copy = structuredClone(order, { transfer: moved });
    // after what this thread does while that one works
    queueMicrotask(() => queueMicrotask(() => this.#port.emit("message", copy)));
  }
  ref(): void {}
  unref(): void {}
  terminate(): void {
    this.#port.removeAllListeners();
  }
}

/** Numbers and words of an order, and the lengths of its lists. */
function briefly(order: unknown): string {
  return Object.entries(fullMessage(order) as object).map(([key, value]) =>
    `${key}: ${ArrayBuffer.isView(value) ? (value as Float64Array).length : typeof value === "object" ? "" : value}`
  ).join(" ");
}

type Listening = (event: { data: unknown }) => void;

/** The same as in a browser, where a thread has global functions instead of a port; it sends back what it is sent. */
class HereOnWeb {
  onmessage: Listening = () => {};
  #hear: Listening = () => {};
  readonly #own = {
    postMessage: (answer: unknown, moved: ArrayBuffer[]) => {
      const data = structuredClone(answer, { transfer: moved });
      queueMicrotask(() => this.onmessage({ data }));
    },
    addEventListener: (_type: string, listener: Listening) => {
      this.#hear = listener;
    },
  };

  constructor() {
    this.#within(() => serveEchoes(ownPort()));
  }
  postMessage(order: unknown, moved: ArrayBuffer[]): void {
    const data = structuredClone(order, { transfer: moved });
    queueMicrotask(() => this.#within(() => this.#hear({ data })));
  }
  terminate(): void {
    this.#hear = () => {};
  }

  #within(work: () => void): void {
    const { postMessage, addEventListener } = globalThis as unknown as Record<string, unknown>;
    Object.assign(globalThis, this.#own);
    work();
    Object.assign(globalThis, { postMessage, addEventListener });
  }
}

/** What comes of something that starts such threads. */
async function startingHere<T>(work: () => Promise<T>): Promise<T> {
  const { getBuiltinModule } = process;
  const offered = (name: string) =>
    name === "node:worker_threads" ? { Worker: Here } : getBuiltinModule.call(process, name);
  Object.assign(process, { getBuiltinModule: offered });
  try {
    return await work();
  } finally {
    Object.assign(process, { getBuiltinModule });
  }
}

/** How many rollouts a thread takes at a time, beside others that have begun some of them, and what it tells of it. */
function portions(): string[] {
  const lines: string[] = [];
  let give = (_order: Order): void => {};
  serveRollouts({
    answer: (answer) => lines.push(told(answer)),
    listen: (onOrder) => void (give = onOrder),
  });
  const model = plumbline.compile(
    "<mujoco><worldbody><body><joint/><geom size='1' pos='1 0 0'/></body></worldbody></mujoco>",
  );
  const buffer = new SharedArrayBuffer(savedBytes(model));
  writeModel(model, buffer);
  const models = [{ id: 1, bytes: new Uint8Array(buffer) }];
  const all = { controlSpec: 0, initialStride: 3, warmstartStride: 0, controlStride: 0, controlStep: 0 };
  const sensordata = new Float64Array(new SharedArrayBuffer(0));
  const nothing = { first: 0, warmstart: null, control: null, sensordata };
  for (
    const { steps, count, threads, chunk, begun } of [
      { steps: 1, count: 30, threads: 1, chunk: null, begun: 0 },
      { steps: 2, count: 40, threads: 3, chunk: null, begun: 0 },
      { steps: 9, count: 23, threads: 2, chunk: null, begun: 7 },
      { steps: 1, count: 7, threads: 9, chunk: 3, begun: 0 },
    ]
  ) {
    give({ kind: "job", course: { ...all, steps }, models });
    for (const tells of [true, false]) {
      const initial = Float64Array.from({ length: 3 * count }, (_, i) => i);
      const state = new Float64Array(new SharedArrayBuffer(24 * steps * count));
      const part = { ...nothing, count, threads, chunk, tells, initial, state };
      give({ kind: "part", ...part, taken: Int32Array.of(Math.min(begun, 5), begun) });
      lines.push(`${state.filter((x, i) => i % 3 === 1 && x !== 0)}`);
    }
  }
  return lines;
}

/** Rollouts on a thread, one call after the other. */
async function rollouts(): Promise<string[]> {
  const model = plumbline.compile(MODEL);
  const other = plumbline.copyModel(null, model);
  other.opt.gravity[0] = 3;
  const n = plumbline.stateSize(model, plumbline.State.FULLPHYSICS);
  const states = (count: number) =>
    Float64Array.from({ length: count * n }, (_, i) => 0.01 * (i % n) * (1 + Math.floor(i / n)));
  const shared = (length: number) => new Float64Array(new SharedArrayBuffer(8 * length));
  const control = Float64Array.from({ length: 6 }, (_, i) => 0.1 * i - 0.5);
  // all that a user sets; the equality is on now and then, and off at the end
  const controlSpec = plumbline.State.USER;
  const all = Float64Array.from(
    { length: 6 * plumbline.stateSize(model, controlSpec) },
    (_, i) => 0.3 * (i % 7) - 0.5,
  );
  const calls: [plumbline.Model | plumbline.Model[], Partial<plumbline.RolloutOptions>][] = [
    [model, { steps: 2 }],
    [model, { control, steps: 2, chunk: 2, initialWarmstart: states(1).subarray(0, 7) }],
    [[model, other, model], { control: all, controlSpec, controlShape: [3, 2] }],
    [model, { steps: 2, state: shared(3 * 2 * n) }],
    [[model, other, model], { steps: 2, sensordata: shared(3 * 2 * model.nsensordata) }],
    [model, { steps: 1, signal: AbortSignal.abort(new Error("enough")) }],
  ];
  const lines: string[] = [];
  try {
    for (const [k, [models, options]] of [...calls, ...calls.slice(0, 3)].entries()) {
      const progress: string[] = [];
      const start = () =>
        plumbline.rollout(models, {
          initial: states(3),
          workers: 1,
          onProgress: ({ done, total }) => progress.push(`${done}/${total}`),
          ...options,
        });
      try {
        const result = await (k < calls.length ? start() : unshared(start));
        lines.push(
          `${progress} ${result.batch} ${result.steps} ${result.workers} ${result.state} ${result.sensordata}`,
        );
      } catch (error) {
        lines.push(String(error));
      }
    }
    // more than a thread runs together, of which it tells nothing
    const many = await plumbline.rollout(model, { initial: states(20), steps: 1, workers: 1 });
    lines.push(`${many.state} ${many.sensordata}`);
    // a thread sees changes of a model that it knows
    for (const damping of [0, 3]) {
      model.dof_damping[0] = damping;
      model.opt.gravity[1] = damping;
      lines.push(`${(await plumbline.rollout(model, { initial: states(1), steps: 3, workers: 1 })).state}`);
    }
    // a thread keeps what it derived of one model from another
    for (const text of [MODEL.replace("<freejoint/>", '<joint type="ball"/>'), MODEL]) {
      const m = plumbline.compile(text);
      const initial = new Float64Array(plumbline.stateSize(m, plumbline.State.FULLPHYSICS)).fill(0.1);
      lines.push(`${(await plumbline.rollout(m, { initial, steps: 2, workers: 1 })).state}`);
      lines.push(`${(await plumbline.rollout(model, { initial: states(1), steps: 2, workers: 1 })).state}`);
    }
    plumbline.closeRollouts();
    lines.push(
      await withoutThreads(async () => {
        const { workers, state } = await plumbline.rollout(model, { initial: states(2), steps: 2, workers: 1 });
        return `${workers} ${state}`;
      }),
    );
  } finally {
    plumbline.closeRollouts();
  }
  return [...lines, ...Here.orders.splice(0)];
}

/** What comes of something on a platform without threads. */
async function withoutThreads(work: () => Promise<string>): Promise<string> {
  const { getBuiltinModule } = process;
  const { Worker } = globalThis;
  Object.assign(process, { getBuiltinModule: undefined });
  Object.assign(globalThis, { Worker: undefined });
  try {
    return await work();
  } finally {
    Object.assign(process, { getBuiltinModule });
    Object.assign(globalThis, { Worker });
  }
}

/** Tips of four spikes, whose octree is small because they pass few of its cells. */
const TIPS = [1, 1.1, 1.3, 1, -1.1, -1.3, -1, 1.1, -1.3, -1, -1.1, 1.3];
const SPIKES = [
  [0, 5, 6, 0, 6, 7, 0, 7, 5],
  [1, 6, 4, 1, 7, 6, 1, 4, 7],
  [2, 4, 5, 2, 5, 7, 2, 7, 4],
  [3, 5, 4, 3, 6, 5, 3, 4, 6],
];

/** Corners of solids, and their faces unless they are convex; of the last one there are too few. */
const SOLIDS = [
  { vertex: [] },
  { vertex: [...TIPS, ...TIPS.map((x) => -x / 50)], face: SPIKES.flat() },
  { vertex: [0, 0, 0, 1, 0, 0] },
];

/** Meshes that a thread takes, within limits of which some are too low. */
async function meshes(): Promise<string[]> {
  const none = { normal: new Float32Array(), texcoord: new Float32Array() };
  const obj = new TextEncoder().encode(`v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n`);
  const jobs = SOLIDS.map(({ vertex, face = [] }, i): MeshJob => ({
    spec: {
      ...{ name: `m${i}`, contentType: "", ...none, vertex: Float32Array.from(vertex), face: Int32Array.from(face) },
      ...{ refpos: [0, 0, 0], refquat: [1, 0, 0, 0], scale: [1, 1, 1], inertia: MeshInertia.LEGACY },
      ...{ smoothnormal: false, maxhullvert: -1, ...(i === 0 ? { file: { name: "m.obj", bytes: obj } } : {}) },
    },
    hull: true,
    sdf: i === 1,
  }));
  const enough = { vertices: 100, faces: 100, work: 1e6 };
  const next = () => new Int32Array(1);
  const tell = (list: readonly { index: number; work: number; mesh: object }[]) =>
    list.toSorted((a, b) => a.index - b.index).map(({ index, work, mesh }) =>
      `${index} ${work} ${Object.values(mesh).map((part) => ArrayBuffer.isView(part) ? `${part}` : "").join(" ")}`
    );
  const plain = jobs.map((job) => ({ ...job, sdf: false }));
  const lines = [{ vertices: 4 }, { faces: 4 }, { work: 5 }].flatMap((limit) =>
    tell([...takeJobs({ jobs: plain, limits: { ...enough, ...limit }, next: next() })])
  );
  lines.unshift(...tell([...takeJobs({ jobs: plain, limits: enough, next: next() })]));
  const few = await compileOnThreads(jobs, enough);
  const alone = await unshared(() => compileOnThreads(jobs, enough, 1));
  lines.push(`${few.length} ${alone.length}`);

  // threads that are made up take nothing, and answer with a mesh, a failure, or the end
  const { getBuiltinModule } = process;
  for (
    const [processors, answers] of [[1, []], [2, [{ index: 1, work: 9, mesh: {} }, null]], [9, ["failure"]]] as const
  ) {
    let count = 0;
    class MadeUp extends EventEmitter {
      postMessage(message: unknown): void {
        const { jobs: sent, next } = fullMessage(message) as MeshJobs;
        lines.push(`${++count} ${next.buffer.constructor.name} ${sent.map(({ spec }) => spec.file?.bytes.join(" "))}`);
        for (const answer of answers) {
          if (answer === "failure") this.emit("error", new Error(answer));
          else queueMicrotask(() => this.emit("message", bareMessage(answer)));
        }
      }
      terminate(): void {
        lines.push("ends");
      }
    }
    Object.assign(process, {
      getBuiltinModule: (name: string) =>
        name === "node:os" ? { availableParallelism: () => processors } : { Worker: MadeUp },
    });
    const compiling = compileOnThreads(jobs, enough, 1);
    Object.assign(process, { getBuiltinModule });
    const compiled = await compiling;
    lines.push(`${processors} processors: ${compiled.map(({ index, work }) => `${index} ${work}`)}`);
  }
  return [...lines, ...await otherMeshes(jobs, enough, tell)];
}

/** What a thread answers that takes all jobs. */
async function otherMeshes(
  jobs: readonly MeshJob[],
  limits: MeshLimits,
  tell: (results: readonly MeshResult[]) => string[],
): Promise<string[]> {
  const results: MeshAnswer[] = [];
  const thread = new Here(new URL("file:///mesh_worker.ts"));
  const last = new Promise<void>((resolve) => {
    thread.on("message", (message) => {
      const answer = fullMessage(message) as MeshAnswer;
      results.push(answer);
      if (answer === null) resolve();
    });
  });
  thread.postMessage(bareMessage({ jobs, limits, next: new Int32Array(new SharedArrayBuffer(4)) }), []);
  await last;
  return [...tell(results.filter((result) => result !== null)), `${results.at(-1)}`];
}
