/** Many simulations at once. */

import { checkAlike } from "../copy_model.ts";
import type { Data } from "../data.ts";
import { savedBytes, writeModel } from "../file/save_model.ts";
import { MUJOCO_PLUGINS } from "../plugin/mujoco_plugins.ts";
import { stateSize } from "../state.ts";
import { State } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { PartMessage, SentModel } from "./messages.ts";
import { type Job, Pool } from "./pool.ts";
import { type Part, runRollouts } from "./run_rollouts.ts";
import { type Shape, shapeOf } from "./shapes.ts";
import { canShare, processors } from "../thread/thread.ts";

/** How far a call of `rollout` is. */
export interface RolloutProgress {
  /** rollouts that are complete */
  done: number;
  /** all rollouts */
  total: number;
}

/** What to roll out. */
export interface RolloutOptions {
  /** states in which the rollouts begin: one for each, or one for all, of `stateSize(model, State.FULLPHYSICS)` numbers */
  initial: Float64Array;
  /**
   * controls, rollout after rollout and step after step: for every step of every rollout, for every step (all rollouts
   * have the same), or one for all. Zero if missing.
   */
  control?: Float64Array;
  /** rollouts and steps in `control`, each possibly 1, where its length does not tell */
  controlShape?: readonly [batch: number, steps: number];
  /** steps of each rollout; by default as many as `control` has, or 1 */
  steps?: number;
  /** which parts of the state `control` has, in the order of the bits of `State`; `State.CTRL` by default */
  controlSpec?: number;
  /** accelerations from which the solver starts (`qacc_warmstart`): for each rollout, or one for all; zero if missing */
  initialWarmstart?: Float64Array;
  /** threads; one for each processor by default; 0: this thread */
  workers?: number;
  /** rollouts that a thread takes at once; by default few, or a tenth of its share if there is progress to tell */
  chunk?: number;
  /** where the states go: rollouts × steps × `stateSize(model, State.FULLPHYSICS)`; allocated if missing */
  state?: Float64Array;
  /** where the sensor readings go: rollouts × steps × `model.nsensordata`; allocated if missing */
  sensordata?: Float64Array;
  /** called after each part of the rollouts */
  onProgress?: (progress: RolloutProgress) => void;
  /** ends the call early: its promise is rejected with the reason */
  signal?: AbortSignal;
}

/** What rollouts give. */
export interface RolloutResult {
  /** states after each step: rollouts × steps × `stateSize(model, State.FULLPHYSICS)` */
  state: Float64Array;
  /** sensor readings of each step: rollouts × steps × `model.nsensordata` */
  sensordata: Float64Array;
  /** rollouts */
  batch: number;
  /** steps of each rollout */
  steps: number;
  /** threads that did the work; 0: this one, because there are no others here, or by request */
  workers: number;
}

/** most threads of a call */
const MAX_WORKERS = 1024;

/** about as many bytes of inputs and outputs are on shared memory at once */
const MOST_SHARED = 1 << 26;

const INPUTS = ["initial", "warmstart", "control"] as const;
const OUTPUTS = ["state", "sensordata"] as const;

/** Inputs and outputs of some rollouts. */
type Arrays = Omit<Part, "taken">;

/** numbers on a page of memory, as most systems have it */
const PAGE = 512;

const pool = new Pool();

/**
 * Runs many simulations of a model, or of models that differ only in numbers, from given states with given controls, on
 * several threads. The results are those of `mujoco.rollout`, and the same bits on any number of threads: each rollout
 * begins as if with new data. After a warning, such as a state that is not finite, the last state fills the rest of a
 * rollout.
 *
 * Threads are Workers in browsers and `worker_threads` in Deno, Node, and Bun. They are started by the first call and
 * kept for further calls until `closeRollouts` ends them. Where there are none, or their module cannot be loaded, the
 * rollouts run on this thread, which lets other tasks run in between. Arrays on shared memory are used as they are;
 * others are copied to the threads and back piece by piece. Callbacks of data do not apply, and models with plugins of
 * the user's are run on this thread.
 *
 * @example A hundred pendulums, each with its own torque
 * ```ts
 * import { closeRollouts, compile, Data, getState, rollout, State, stateSize } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body><joint name="hinge" axis="0 1 0"/><geom size="0.1" pos="0 0 -0.5"/></body>
 *     </worldbody>
 *     <actuator><motor joint="hinge"/></actuator>
 *     <sensor><jointpos joint="hinge"/></sensor>
 *   </mujoco>`);
 * const initial = new Float64Array(stateSize(model, State.FULLPHYSICS));
 * getState(model, new Data(model), initial, State.FULLPHYSICS);
 * const steps = 50;
 * const control = Float64Array.from({ length: 100 * steps }, (_, i) => Math.floor(i / steps) / 100);
 *
 * const { sensordata } = await rollout(model, { initial, control, steps, workers: 2 });
 * assert.equal(sensordata.length, 100 * steps);
 * assert.ok(sensordata[steps - 1] === 0 && sensordata[100 * steps - 1] > 0);
 * closeRollouts();
 * ```
 */
export async function rollout(model: Model | readonly Model[], options: RolloutOptions): Promise<RolloutResult> {
  const models: readonly Model[] = Array.isArray(model) ? model : [model as Model];
  if (models.length === 0) throw new RangeError("rollout: no model");
  for (const other of models) if (other !== models[0]) checkAlike("rollout", other, models[0]);
  options.signal?.throwIfAborted();
  const call = new Call(models, options);
  const workers = workersOf(options.workers, call.shape.batch);
  if (workers === 0 || call.shape.steps === 0 || models.some(hasOwnPlugins)) return await call.runHere();
  const isDone = await pool.run(call.job(workers), workers, options.signal);
  return isDone ? call.result(workers) : await call.runHere();
}

/** Ends the threads that `rollout` keeps; the next call starts new ones. */
export function closeRollouts(): void {
  pool.close();
}

function workersOf(wanted: number | undefined, batch: number): number {
  const workers = wanted ?? processors();
  if (!(Number.isInteger(workers) && workers >= 0 && workers <= MAX_WORKERS)) {
    throw new RangeError(`rollout: workers must be a whole number from 0 to ${MAX_WORKERS}, got ${workers}`);
  }
  return Math.min(workers, batch);
}

/** Does the model use plugins of the user's, which no other thread knows? */
function hasOwnPlugins({ plugin, plugins }: Model): boolean {
  return plugin.some((slot) => !MUJOCO_PLUGINS.includes(plugins[slot]));
}

/** One call of `rollout`. */
class Call {
  readonly shape: Shape;
  private readonly nstate: number;
  private readonly state: Float64Array;
  private readonly sensordata: Float64Array;
  private done = 0;

  constructor(private readonly models: readonly Model[], private readonly options: RolloutOptions) {
    const controlSpec = options.controlSpec ?? State.CTRL;
    if (controlSpec & ~State.USER) throw new RangeError("rollout: controlSpec may only have bits of State.USER");
    this.shape = shapeOf(models, { ...options, controlSpec });
    const { batch, steps } = this.shape;
    this.nstate = stateSize(models[0], State.FULLPHYSICS);
    const { chunk = 1 } = options;
    if (!(Number.isInteger(chunk) && chunk >= 1)) {
      throw new RangeError(`rollout: chunk must be a whole number from 1 on, got ${chunk}`);
    }
    this.state = output("state", options.state, batch * steps * this.nstate);
    this.sensordata = output("sensordata", options.sensordata, batch * steps * models[0].nsensordata);
  }

  result(workers: number): RolloutResult {
    const { state, sensordata, shape: { batch, steps } } = this;
    return { state, sensordata, batch, steps, workers };
  }

  /** Runs everything on this thread, with pauses for other tasks. */
  async runHere(): Promise<RolloutResult> {
    const { models, shape, options: { signal } } = this;
    const data: Data[] = [];
    for (let first = 0, count = 0; first < shape.batch; first += count) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      signal?.throwIfAborted();
      count = this.size(first, 1);
      const own = models.length === 1 ? models : models.slice(first, first + count);
      runRollouts(own, data, shape, { ...this.arrays(first, count), taken: new Int32Array(2) }, count);
      this.report(count);
    }
    return this.result(0);
  }

  /** The same for threads. */
  job(workers: number): Job {
    const { shape: { batch }, models, options } = this;
    const isShared = canShare();
    let part: PartMessage;
    let left = 0;
    return {
      message: { kind: "job", course: this.shape, models: models.map(send) },
      batch,
      isShared,
      part: (first, memory) => {
        part = isShared ? this.shared(first, workers, memory) : this.sent(first, workers);
        left = part.count;
        return part;
      },
      prepare: () => {
        if (!isShared) return;
        const { taken } = part;
        const own = this.arrays(part.first, part.count);
        for (const name of INPUTS) copy(own[name], part[name]);
        Atomics.store(taken, 0, 0);
        Atomics.notify(taken, 0);
        // the system maps the memory of the results that were allocated here page by page on first use
        for (const name of OUTPUTS) {
          for (let i = 0, to = own[name]; i < to.length && !options[name]; i += PAGE) to[i] = 0;
        }
      },
      accept: ({ first, count, last, outputs }) => {
        const all = isShared ? part.count : count;
        // when one thread finds nothing more to do, each of the others has at most its last rollouts left
        const [begin, end] = isShared && left === all && !options.onProgress ? [0, all] : last;
        left -= count;
        const own = this.arrays(first, all);
        OUTPUTS.forEach((name, k) => {
          const row = own[name].length / all;
          const [from, to] = [isShared ? part[name] : outputs[k], own[name]]
            .map((array) => array.subarray(begin * row, end * row));
          copy(from, to);
        });
        this.report(count);
      },
    };
  }

  /** Rollouts of the part that begins with `first`: fewer toward the end, so that threads end together. */
  private size(first: number, workers: number): number {
    const { batch } = this.shape;
    const rest = batch - first;
    const share = Math.floor(Math.min(batch / (10 * workers), rest / (3 * workers)));
    return Math.min(this.options.chunk ?? Math.max(1, share), rest);
  }

  private report(count: number): void {
    this.done += count;
    this.options.onProgress?.({ done: this.done, total: this.shape.batch });
  }

  /** Views of the inputs and outputs of some rollouts. */
  private arrays(first: number, count: number): Arrays {
    const { steps, initialStride, warmstartStride, controlStride } = this.shape;
    const { initial, initialWarmstart = null, control = null } = this.options;
    const rows = (array: Float64Array, stride: number) =>
      stride === 0 ? array : array.subarray(first * stride, (first + count) * stride);
    return {
      initial: rows(initial, initialStride),
      warmstart: initialWarmstart && rows(initialWarmstart, warmstartStride),
      control: control && control.length > 0 ? rows(control, controlStride) : null,
      state: rows(this.state, steps * this.nstate),
      sensordata: rows(this.sensordata, steps * this.models[0].nsensordata),
    };
  }

  /** The next rollouts on shared memory: all of them, unless that is too much. */
  private shared(first: number, workers: number, memory: (bytes: number) => SharedArrayBuffer): PartMessage {
    const { shape: { batch }, options: { chunk, onProgress } } = this;
    const most = Math.max(1, Math.floor(MOST_SHARED * batch / bytesToShare(this.arrays(0, batch))));
    const count = Math.min(batch - first, most);
    const own = this.arrays(first, count);
    const buffer = memory(bytesToShare(own));
    let at = 0;
    const arrays = mapArrays(own, (array) => {
      if (isShared(array)) return array;
      at += array.byteLength;
      return new Float64Array(buffer, at - array.byteLength, array.length);
    });
    const taken = new Int32Array(new SharedArrayBuffer(8));
    taken[0] = -1;
    const tells = onProgress !== undefined;
    const size = chunk ?? (tells ? this.size(first, workers) : null);
    return { kind: "part", first, count, threads: workers, chunk: size, tells, ...arrays, taken };
  }

  /** The next rollouts for one thread, with memory of its own. */
  private sent(first: number, workers: number): PartMessage {
    const count = this.size(first, workers);
    const arrays = mapArrays(this.arrays(first, count), (array) => array.slice());
    return { kind: "part", first, count, threads: 1, chunk: count, tells: true, ...arrays, taken: new Int32Array(2) };
  }
}

function mapArrays(arrays: Arrays, change: (array: Float64Array) => Float64Array): Arrays {
  return Object.fromEntries(
    Object.entries(arrays).map(([name, array]) => [name, array && change(array)]),
  ) as unknown as Arrays;
}

/** Copies an array if there is one, and it is not the same memory. */
function copy(from: Float64Array | null, to: Float64Array | null): void {
  if (from && to && from.buffer !== to.buffer) to.set(from);
}

/** Bytes of the inputs and outputs that are not on shared memory. */
function bytesToShare(arrays: Arrays): number {
  return Object.values(arrays).reduce((sum, array) => sum + (array && !isShared(array) ? array.byteLength : 0), 0);
}

function output(name: string, given: Float64Array | undefined, length: number): Float64Array {
  if (given === undefined) return new Float64Array(length);
  if (given.length === length) return given;
  throw new RangeError(`rollout: ${name} must have length ${length}, got ${given.length}`);
}

function isShared(array: Float64Array): boolean {
  return canShare() && array.buffer instanceof SharedArrayBuffer;
}

/** numbers of models, by which threads know them again */
const ids = new WeakMap<Model, number>();
const next = Int32Array.of(0);

function send(model: Model): SentModel {
  let id = ids.get(model);
  if (id === undefined) ids.set(model, id = next[0]++);
  const length = savedBytes(model);
  const buffer = canShare() ? new SharedArrayBuffer(length) : new ArrayBuffer(length);
  writeModel(model, buffer);
  return { id, bytes: new Uint8Array(buffer) };
}
