/** What a thread does that runs rollouts. */

import type { Data } from "../data.ts";
import { forKernels, modelOver } from "../file/load_model_binary.ts";
import { copyFields } from "../copy_model.ts";
import type { Port } from "../thread/thread.ts";
import type { Model } from "../types/model.ts";
import type { Answer, Done, JobMessage, Order, PartMessage } from "./messages.ts";
import { type Course, rolloutsTogether, runRollouts, STRETCH } from "./run_rollouts.ts";

/** the thread that sent the models holds them already */
const UNLIMITED = { modelBytes: Infinity, dataBytes: Infinity };

/** A model, if it was there before with its numbers of now. */
function load(bytes: Uint8Array, known: Model | undefined): Model {
  const sent = modelOver(bytes, { limits: UNLIMITED });
  if (known === undefined) return forKernels(sent);
  copyFields(known, sent);
  return known;
}

/** Runs the rollouts that a port is told of. */
export function serveRollouts(port: Port<Order, Answer>): void {
  /** The models of the current call by number, and what they were sent as. They keep their plans for the next call. */
  let models = new Map<number, { readonly model: Model; readonly words: Int32Array }>();
  /** The models of its rollouts, of which several may have the same one. */
  let listed: Model[] = [];
  let course: Course;
  let data: Data[] = [];

  function begin(next: JobMessage): void {
    const before = models;
    models = new Map();
    listed = next.models.map(({ id, bytes }) => {
      const known = models.get(id) ?? before.get(id);
      const words = new Int32Array(bytes.buffer);
      const isSame = known?.words.every((word, i) => word === words[i]);
      const model = known && isSame ? known.model : load(bytes, known?.model);
      models.set(id, { model, words });
      return model;
    });
    const [first] = listed;
    // models have the same structure, so plans of one serve all
    for (const { model } of models.values()) model.plans = first.plans;
    if (!before.has(next.models[0].id)) data = [];
    course = next.course;
  }

  function run(part: PartMessage): void {
    const { first, count, threads, state, sensordata, taken } = part;
    const own = listed.length === 1 ? listed : listed.slice(first, first + count);
    const outputs = [state, sensordata].filter(({ buffer }) => buffer instanceof ArrayBuffer);
    let done = 0;
    let last: Done["last"] = [0, 0];
    if (Atomics.load(taken, 0) < 0) Atomics.wait(taken, 0, -1);
    for (;;) {
      // a part of what is left, of which others are running some, so that threads end together, whichever is slower
      const left = count - Atomics.load(taken, 1) / Math.ceil(course.steps / STRETCH);
      const chunk = part.chunk ?? Math.min(Math.ceil(left / (2 * threads - 1)), rolloutsTogether(listed[0]));
      const r = Atomics.add(taken, 0, chunk);
      if (done > 0 && (part.tells || r >= count)) {
        const buffers = outputs.map(({ buffer }) => buffer as ArrayBuffer);
        port.answer({ kind: "done", first, count: done, last, outputs }, buffers);
        done = 0;
      }
      if (r >= count) break;
      const some = Math.min(chunk, count - r);
      runRollouts(own, data, course, part, some, r);
      done += some;
      last = [r, r + some];
    }
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
}
