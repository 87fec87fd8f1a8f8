/** What a thread answers to which orders. */

import assert from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { copyModel } from "../copy_model.ts";
import type { Data } from "../data.ts";
import { savedBytes, writeModel } from "../file/save_model.ts";
import { stateSize } from "../state.ts";
import { State } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { Answer, Done, JobMessage, Order, PartMessage, SentModel } from "./messages.ts";
import { type Course, rolloutsTogether, runRollouts } from "./run_rollouts.ts";
import { serveRollouts } from "./serve_rollouts.ts";

const SEED = 20261121;

const answers: Answer[] = [];
const moved: ArrayBuffer[][] = [];
let give = (_order: Order): void => {};
serveRollouts({
  answer(answer, transfer) {
    answers.push(answer);
    moved.push(transfer);
  },
  listen: (onOrder) => void (give = onOrder),
});
assert.deepEqual(answers, [{ kind: "ready" }]);

/** What is answered to an order, and what goes along. */
function answersTo(order: JobMessage | PartMessage): Answer[] {
  answers.length = moved.length = 0;
  give(order);
  return answers;
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
  const n = stateSize(model, State.FULLPHYSICS);
  const initial = Float64Array.from({ length: count * n }, (_, i) => i % n === 0 ? i : symmetric(random));
  const state = new Float64Array(count * STEPS * n);
  const sensordata = new Float64Array(count * STEPS * model.nsensordata);
  return {
    ...{ kind: "part", first: 0, count, initial, warmstart: null, control: null, state, sensordata },
    ...{ taken: new Int32Array(2), threads: 1, chunk: count, tells: true },
    ...changes,
  };
}

/** States and sensor readings that rollouts give here. */
function expected(models: readonly Model[], job: JobMessage, part: PartMessage): Float64Array[] {
  const outputs = [part.state.slice(), part.sensordata.slice()];
  const [state, sensordata] = outputs;
  const data: Data[] = [];
  runRollouts(models, data, job.course, { ...part, state, sensordata, taken: new Int32Array(2) }, part.count);
  assert.ok(outputs.every((array) => array.some((x) => x !== 0)));
  return outputs;
}

Deno.test(`a thread gives results back with their memory, unless that is shared (seed ${SEED})`, () => {
  const job = jobOf([sent(small)], small);
  assert.deepEqual(answersTo(job), []);
  const part = partOf(small, 4, { first: 7 });
  const outputs = expected([small], job, part);
  const done = { kind: "done", first: 7, count: 4, last: [0, 4] };
  assert.deepEqual(answersTo(part), [{ ...done, outputs }]);
  const [answer] = answers as Done[];
  assert.deepEqual(moved, [answer.outputs.map(({ buffer }) => buffer)]);

  const shared = (length: number) => new Float64Array(new SharedArrayBuffer(8 * length));
  const [state, sensordata] = outputs.map(({ length }) => shared(length));
  assert.deepEqual(answersTo({ ...part, state, sensordata, taken: new Int32Array(2) }), [{ ...done, outputs: [] }]);
  assert.deepEqual(moved, [[]]);
  assert.deepEqual([[...state], [...sensordata]], outputs.map((array) => [...array]));
});

Deno.test("a thread waits until inputs are there", () => {
  const job = jobOf([sent(small)], small);
  answersTo(job);
  const part = partOf(small, 2);
  const outputs = expected([small], job, part);
  const inputs = part.initial.slice();
  const taken = new Int32Array(new SharedArrayBuffer(8));
  taken[0] = -1;
  part.initial.fill(NaN);
  const { wait } = Atomics;
  try {
    Atomics.wait = (array: Int32Array | BigInt64Array, ...at: unknown[]) => {
      assert.deepEqual([array, ...at], [taken, 0, -1]);
      part.initial.set(inputs);
      taken[0] = 0;
      return "ok";
    };
    assert.deepEqual(answersTo({ ...part, taken }), [{ kind: "done", first: 0, count: 2, last: [0, 2], outputs }]);
  } finally {
    Atomics.wait = wait;
  }
});

Deno.test("a thread takes rollouts that no other has taken, as many as it is told or runs together", () => {
  answersTo(jobOf([sent(small)], small));
  const counts = (count: number, changes: Partial<PartMessage>, before = 0, begun = before) => {
    const n = stateSize(small, State.FULLPHYSICS);
    const part = partOf(small, count, { taken: Int32Array.of(before, begun), ...changes });
    const found: number[] = [];
    let end = before;
    for (const answer of answersTo(part)) {
      assert.ok(answer.kind === "done");
      found.push(answer.count);
      end += answer.count;
      assert.equal(answer.last[1], end);
      if (changes.tells !== false) assert.equal(answer.last[0], end - answer.count);
    }
    // rollouts that others have taken are left alone
    const firsts = Array.from({ length: count }, (_, r) => part.state[r * STEPS * n]);
    assert.ok(firsts.every((time, r) => (time !== 0) === (r >= before)), `${firsts}`);
    assert.ok(part.taken[0] >= count);
    // each rollout is shorter than a stretch
    assert.equal(part.taken[1] - begun, count - before);
    return found;
  };
  assert.deepEqual(counts(5, { chunk: 2 }), [2, 2, 1]);
  assert.deepEqual(counts(5, { chunk: 2 }, 2), [2, 1]);
  assert.deepEqual(counts(5, { chunk: 2 }, 5), []);
  assert.deepEqual(counts(5, { chunk: 2, tells: false }), [5]);
  assert.deepEqual(answers.map((answer) => answer.kind === "done" && answer.last), [[4, 5]]);
  assert.deepEqual(counts(5, { chunk: 2, tells: false }, 3), [2]);

  // alone, as many as it runs together; beside others, a part of what is left, and then one by one
  const most = rolloutsTogether(small);
  assert.ok(most > 3);
  const chunk = null;
  assert.deepEqual(counts(2 * most + 1, { chunk, threads: 1 }), [most, most, 1]);
  const [first, ...rest] = counts(3 * most, { chunk, threads: 2 });
  assert.equal(first, most);
  assert.equal(rest[0], Math.ceil(2 * most / 3));
  assert.deepEqual(rest.toSorted((a, b) => b - a), rest);
  assert.deepEqual(rest.slice(-2), [1, 1]);
  assert.equal(counts(11, { chunk, threads: 3 })[0], 3);
  // the more others are still running, the more
  assert.equal(counts(3 * most, { chunk, threads: 2 }, 2 * most, most)[0], Math.ceil(2 * most / 3));
  assert.equal(counts(3 * most, { chunk, threads: 2 }, 2 * most)[0], Math.ceil(most / 3));
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
    const { count } = part;
    assert.deepEqual(answersTo(part), [{ kind: "done", first: 0, count, last: [0, count], outputs: wanted }]);
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
  assert.deepEqual(answersTo(part), [{ kind: "done", first: 1, count: 2, last: [0, 2], outputs: wanted }]);
  assert.notDeepEqual(wanted, expected([small, heavy], job, part), "it makes a difference");
});

Deno.test("a thread says what fails, and goes on", () => {
  const job = jobOf([sent(small)], small);
  answersTo(job);
  const part = partOf(small, 1);
  const [failed] = answersTo({ ...part, initial: null as unknown as Float64Array });
  assert.ok(failed.kind === "failed" && failed.error instanceof TypeError, JSON.stringify(failed));
  assert.equal(answersTo({ ...part, taken: new Int32Array(2) })[0].kind, "done");
});
