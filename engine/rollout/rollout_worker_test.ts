/** The program of a thread, run by this one: what it answers to which orders. */

import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import process from "node:process";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { copyModel } from "../copy_model.ts";
import type { Data } from "../data.ts";
import { savedBytes, writeModel } from "../file/save_model.ts";
import { stateSize } from "../state.ts";
import { bareMessage, fullMessage } from "../thread/bare_message.ts";
import { State } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { Answer, JobMessage, PartMessage, SentModel } from "./messages.ts";
import { type Course, rolloutsTogether, runRollouts } from "./run_rollouts.ts";

const SEED = 20261121;

/** The end of the thread that gives orders. */
class FakePort extends EventEmitter {
  readonly answers: Answer[] = [];
  readonly moved: ArrayBuffer[][] = [];
  postMessage(answer: unknown, moved: ArrayBuffer[]): void {
    this.answers.push(fullMessage(answer) as Answer);
    this.moved.push(moved);
  }
}

// the program keeps the port that it had when it was loaded, also for a second import of these tests
const ports = globalThis as { [name: symbol]: FakePort | undefined };
const NAME = Symbol.for("port of the thread under test");
const port = ports[NAME] ?? await load();

async function load(): Promise<FakePort> {
  const parentPort = new FakePort();
  const { getBuiltinModule } = process;
  Object.assign(process, { getBuiltinModule: () => ({ parentPort }) });
  try {
    await import("./rollout_worker.ts");
  } finally {
    Object.assign(process, { getBuiltinModule });
  }
  assert.deepEqual(parentPort.answers.splice(0), [{ kind: "ready" }]);
  return ports[NAME] = parentPort;
}

/** What is answered to an order, and what goes along. */
function answersTo(order: JobMessage | PartMessage): Answer[] {
  port.answers.length = port.moved.length = 0;
  port.emit("message", bareMessage(order));
  return port.answers;
}

const small = compile(`<mujoco>
  <worldbody><body><joint name="a" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/>
    <body pos=".4 0 0"><joint axis="0 1 0"/><geom size=".1" pos=".1 0 0"/></body></body></worldbody>
  <actuator><motor joint="a"/></actuator>
  <sensor><jointpos joint="a"/><jointvel joint="a"/></sensor>
</mujoco>`);
const other = compile(`<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody>
  <sensor><clock/></sensor></mujoco>`);
const heavy = copyModel(null, small);
heavy.body_mass[2] *= 3;

let numbers = 1000;

function sent(model: Model, id = numbers++): SentModel {
  const buffer = new SharedArrayBuffer(savedBytes(model));
  writeModel(model, buffer);
  return { id, bytes: new Uint8Array(buffer) };
}

const STEPS = 3;

/** A job of rollouts from states of their own. */
function jobOf(models: readonly SentModel[], model: Model): JobMessage {
  const course: Course = {
    ...{ steps: STEPS, controlSpec: State.CTRL, warmstartStride: 0, controlStride: 0, controlStep: 0 },
    initialStride: stateSize(model, State.FULLPHYSICS),
  };
  return { kind: "job", course, models };
}

/** A part whose results go along, of all rollouts. */
function partOf(model: Model, count: number, changes: Partial<PartMessage> = {}): PartMessage {
  const random = randomFrom(SEED);
  const initial = Float64Array.from(
    { length: count * stateSize(model, State.FULLPHYSICS) },
    (_, i) => i % stateSize(model, State.FULLPHYSICS) === 0 ? i : symmetric(random),
  );
  return {
    ...{ kind: "part", first: 0, count, initial, warmstart: null, control: null, state: null, sensordata: null },
    ...{ taken: null, threads: 1, chunk: count, tells: true },
    ...changes,
  };
}

/** What rollouts give here. */
function expected(models: readonly Model[], job: JobMessage, part: PartMessage) {
  const state = new Float64Array(part.count * STEPS * stateSize(models[0], State.FULLPHYSICS));
  const sensordata = new Float64Array(part.count * STEPS * models[0].nsensordata);
  const data: Data[] = [];
  runRollouts(models, data, job.course, { ...part, state, sensordata }, part.count);
  assert.ok(state.some((x) => x !== 0) && sensordata.some((x) => x !== 0));
  return { state, sensordata };
}

Deno.test(`a thread gives results back with their memory, unless that is shared (seed ${SEED})`, () => {
  const job = jobOf([sent(small)], small);
  assert.deepEqual(answersTo(job), []);
  const part = partOf(small, 4, { first: 7 });
  const wanted = expected([small], job, part);
  assert.deepEqual(answersTo(part), [{ kind: "done", first: 7, count: 4, ...wanted }]);
  const [answer] = port.answers as { state: Float64Array; sensordata: Float64Array }[];
  assert.deepEqual(port.moved, [[answer.state.buffer, answer.sensordata.buffer]]);

  const shared = (length: number) => new Float64Array(new SharedArrayBuffer(8 * length));
  const [state, sensordata] = [shared(wanted.state.length), shared(wanted.sensordata.length)];
  const none = { kind: "done", first: 7, count: 4, state: null, sensordata: null };
  assert.deepEqual(answersTo({ ...part, state, sensordata }), [none]);
  assert.deepEqual(port.moved, [[]]);
  assert.deepEqual([[...state], [...sensordata]], [[...wanted.state], [...wanted.sensordata]]);
  // one of the two alone
  assert.deepEqual(answersTo({ ...part, state: state.fill(0) }), [{ ...none, sensordata: wanted.sensordata }]);
  assert.deepEqual([...state], [...wanted.state]);
});

Deno.test("a thread takes rollouts that no other has taken, as many as it is told or runs together", () => {
  answersTo(jobOf([sent(small)], small));
  const counts = (count: number, changes: Partial<PartMessage>, before = 0) => {
    const n = stateSize(small, State.FULLPHYSICS);
    const memory = { state: new Float64Array(count * STEPS * n), sensordata: new Float64Array(count * STEPS * 2) };
    const taken = Int32Array.of(before);
    const found = answersTo(partOf(small, count, { ...memory, taken, ...changes }))
      .map((answer) => answer.kind === "done" ? answer.count : answer.kind);
    // rollouts that others have taken are left alone
    const firsts = Array.from({ length: count }, (_, r) => memory.state[r * STEPS * n]);
    assert.ok(firsts.every((time, r) => (time !== 0) === (r >= before)), `${firsts}`);
    assert.ok(taken[0] >= count);
    return found;
  };
  assert.deepEqual(counts(5, { chunk: 2 }), [2, 2, 1]);
  assert.deepEqual(counts(5, { chunk: 2 }, 2), [2, 1]);
  assert.deepEqual(counts(5, { chunk: 2 }, 5), []);
  assert.deepEqual(counts(5, { chunk: 2, tells: false }), [5]);
  assert.deepEqual(counts(5, { chunk: 2, tells: false }, 3), [2]);

  // alone, as many as it runs together; beside others, a part of what is left, and then one by one
  const most = rolloutsTogether(small);
  assert.ok(most > 3);
  assert.deepEqual(counts(2 * most + 1, { chunk: null, threads: 1 }), [most, most, 1]);
  const [first, ...rest] = counts(3 * most, { chunk: null, threads: 2 }) as number[];
  assert.equal(first, most);
  assert.equal(rest[0], Math.floor(2 * most / 3));
  assert.deepEqual(rest.toSorted((a, b) => b - a), rest);
  assert.deepEqual(rest.slice(-3), [1, 1, 1]);
  assert.equal(counts(11, { chunk: null, threads: 3 })[0], 2);
});

Deno.test("a thread knows models again, sees their changes, and does not mix them up", () => {
  const [id, heavyId, otherId] = [sent(small).id, sent(heavy).id, sent(other).id];
  const check = (models: readonly (readonly [Model, number])[]) => {
    const [[first]] = models;
    const job = jobOf(models.map(([model, id]) => sent(model, id)), first);
    const part = partOf(first, Math.max(3, models.length));
    const own = models.map(([model]) => copyModel(null, model));
    assert.deepEqual(answersTo(job), []);
    const wanted = expected(own, job, part);
    assert.deepEqual(answersTo(part), [{ kind: "done", first: 0, count: part.count, ...wanted }]);
  };
  check([[small, id]]);
  check([[small, id]]);
  check([[heavy, id]]);
  check([[small, id], [heavy, heavyId], [small, id]]);
  check([[heavy, heavyId], [small, id], [small, heavyId + 100]]);
  check([[other, otherId]]);
  check([[small, id]]);
});

Deno.test("a thread gives the rollouts of a part their own models", () => {
  const job = jobOf([sent(small), sent(heavy), sent(small)], small);
  answersTo(job);
  const part = partOf(small, 2, { first: 1 });
  const wanted = expected([heavy, small], job, part);
  assert.deepEqual(answersTo(part), [{ kind: "done", first: 1, count: 2, ...wanted }]);
  assert.notDeepEqual(wanted, expected([small, heavy], job, part), "it makes a difference");
});

Deno.test("a thread says what fails, and goes on", () => {
  const job = jobOf([sent(small)], small);
  answersTo(job);
  const part = partOf(small, 1);
  const [failed] = answersTo({ ...part, initial: null as unknown as Float64Array });
  assert.ok(failed.kind === "failed" && failed.error instanceof TypeError, JSON.stringify(failed));
  assert.equal(answersTo(part)[0].kind, "done");
});
