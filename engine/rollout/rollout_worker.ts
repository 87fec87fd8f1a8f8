/** The program of a thread that runs rollouts. */

import { Data } from "../data.ts";
import { forKernels, modelOver } from "../file/load_model_binary.ts";
import { copyFields } from "../copy_model.ts";
import { stateSize } from "../state.ts";
import { State } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { Answer, JobMessage, Order, PartMessage } from "./messages.ts";
import { runRollouts } from "./run_rollouts.ts";
import { ownPort } from "../thread/thread.ts";

/** the thread that sent the models holds them already */
const UNLIMITED = { modelBytes: Infinity, dataBytes: Infinity };

const port = ownPort<Order, Answer>();

/** The models of the current call by number. They keep their plans for the next call. */
let models = new Map<number, Model>();
/** The models of its rollouts, of which several may have the same one. */
let listed: Model[] = [];
let job: JobMessage | null = null;
let data: Data | null = null;

function begin(next: JobMessage): void {
  const before = models;
  models = new Map();
  listed = next.models.map(({ id, bytes }) => {
    const sent = modelOver(bytes, { limits: UNLIMITED });
    const known = before.get(id);
    if (known) copyFields(known, sent);
    const model = models.get(id) ?? known ?? forKernels(sent);
    models.set(id, model);
    return model;
  });
  const [first] = listed;
  // models have the same structure, so plans of one serve all
  for (const model of models.values()) model.plans = first.plans;
  if (!before.has(next.models[0].id)) data = new Data(first);
  job = next;
}

function run(part: PartMessage): void {
  if (job === null || data === null) throw new Error("rollouts without a model");
  const { first, count, chunk } = part;
  const { steps } = job.course;
  const state = part.state ?? new Float64Array(count * steps * stateSize(listed[0], State.FULLPHYSICS));
  const sensordata = part.sensordata ?? new Float64Array(count * steps * listed[0].nsensordata);
  const whole = { ...part, state, sensordata };
  const own = listed.length === 1 ? listed : listed.slice(first, first + count);
  const taken = part.taken ?? new Int32Array(1);
  let done = 0;
  for (let r = Atomics.add(taken, 0, chunk); r < count; r = Atomics.add(taken, 0, chunk)) {
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
