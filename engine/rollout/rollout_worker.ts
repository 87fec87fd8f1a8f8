/** The program of a thread that runs rollouts. */

import type { Data } from "../data.ts";
import { forKernels, modelOver } from "../file/load_model_binary.ts";
import { copyFields } from "../copy_model.ts";
import { stateSize } from "../state.ts";
import { State } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { Answer, JobMessage, Order, PartMessage } from "./messages.ts";
import { rolloutsTogether, runRollouts } from "./run_rollouts.ts";
import { ownPort } from "../thread/thread.ts";

/** the thread that sent the models holds them already */
const UNLIMITED = { modelBytes: Infinity, dataBytes: Infinity };

const port = ownPort<Order, Answer>();

/** The models of the current call by number, and as what they were sent. They keep their plans for the next call. */
let models = new Map<number, { readonly model: Model; readonly bytes: Uint8Array }>();
/** The models of its rollouts, of which several may have the same one. */
let listed: Model[] = [];
let job: JobMessage | null = null;
let data: Data[] = [];

function begin(next: JobMessage): void {
  const before = models;
  models = new Map();
  listed = next.models.map(({ id, bytes }) => {
    const known = models.get(id) ?? before.get(id);
    const model = known && areEqual(known.bytes, bytes) ? known.model : load(bytes, known?.model);
    models.set(id, { model, bytes });
    return model;
  });
  const [first] = listed;
  // models have the same structure, so plans of one serve all
  for (const { model } of models.values()) model.plans = first.plans;
  if (!before.has(next.models[0].id)) data = [];
  job = next;
}

/** A model, if it was there before with its numbers of now. */
function load(bytes: Uint8Array, known: Model | undefined): Model {
  const sent = modelOver(bytes, { limits: UNLIMITED });
  if (known === undefined) return forKernels(sent);
  copyFields(known, sent);
  return known;
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

function run(part: PartMessage): void {
  if (job === null) throw new Error("rollouts without a model");
  const { first, count, threads } = part;
  const { steps } = job.course;
  const state = part.state ?? new Float64Array(count * steps * stateSize(listed[0], State.FULLPHYSICS));
  const sensordata = part.sensordata ?? new Float64Array(count * steps * listed[0].nsensordata);
  const whole = { ...part, state, sensordata };
  const own = listed.length === 1 ? listed : listed.slice(first, first + count);
  const taken = part.taken ?? new Int32Array(1);
  let done = 0;
  for (;;) {
    // fewer toward the end, so that threads end together
    const share = Math.max(1, Math.floor((count - Atomics.load(taken, 0)) / (2 * threads - 1)));
    const chunk = part.chunk ?? Math.min(share, rolloutsTogether(listed[0]));
    const r = Atomics.add(taken, 0, chunk);
    if (r >= count) break;
    const some = Math.min(chunk, count - r);
    runRollouts(own, data, job.course, whole, some, r);
    done += some;
    if (!part.tells) continue;
    answer(part, done, state, sensordata);
    done = 0;
  }
  if (done > 0) answer(part, done, state, sensordata);
}

function answer(part: PartMessage, count: number, state: Float64Array, sensordata: Float64Array): void {
  const sent = { state: part.state ? null : state, sensordata: part.sensordata ? null : sensordata };
  const transfer = [sent.state, sent.sensordata].flatMap((array) => array ? [array.buffer as ArrayBuffer] : []);
  port.answer({ kind: "done", first: part.first, count, ...sent }, transfer);
}

port.listen((order) => {
  try {
    if (order.kind === "job") begin(order);
    else run(order);
  } catch (error) {
    port.answer({ kind: "failed", error }, []);
  }
});
port.answer({ kind: "ready" }, []);
