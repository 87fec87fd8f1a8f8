import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import process from "node:process";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { copyModel } from "../copy_model.ts";
import { Data } from "../data.ts";
import { getState, setState, stateSize } from "../state.ts";
import { step } from "../step.ts";
import { bareMessage, fullMessage } from "../thread/bare_message.ts";
import { State } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { Order, PartMessage } from "./messages.ts";
import { closeRollouts, rollout, type RolloutOptions, type RolloutResult } from "./rollout.ts";

const SEED = 20260303;

/** Contacts, a mocap body, equalities, activations, histories, and sensors. */
const SCENE = `<mujoco>
  <option timestep="0.005"><flag energy="enable"/></option>
  <worldbody>
    <geom type="plane" size="3 3 .1"/>
    <body name="hand" mocap="true" pos="0 1 .5"><geom size=".05"/></body>
    <body name="box" pos="0 0 .06" euler="10 20 30"><freejoint/><geom type="box" size=".1 .07 .05"/></body>
    <body pos="0.5 0 .5">
      <joint name="hinge" axis="0 1 0" damping=".1"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
      <body pos=".3 0 0"><joint name="slide" type="slide" axis="0 0 1" range="-.1 .1"/><geom size=".05"/></body>
    </body>
  </worldbody>
  <equality><connect name="rope" body1="box" body2="hand" anchor="0 0 0" active="false"/></equality>
  <actuator>
    <motor joint="hinge" gear="2"/>
    <general joint="slide" dyntype="filter" dynprm=".05" gainprm="3"/>
    <motor joint="hinge" delay=".01" nsample="3"/>
  </actuator>
  <sensor><accelerometer site="tip"/><jointpos joint="hinge"/><touch site="tip"/><e_kinetic/></sensor>
</mujoco>`.replace(`size=".05"/></body>\n    </body>`, `size=".05"/><site name="tip" size=".06"/></body>\n    </body>`);

const model = compile(SCENE);
const NSTATE = stateSize(model, State.FULLPHYSICS);
const STEPS = 12;

/** States around the initial one. */
function starts(m: Model, count: number, seed: number): Float64Array {
  const random = randomFrom(seed);
  const n = stateSize(m, State.FULLPHYSICS);
  const all = new Float64Array(count * n);
  const d = new Data(m);
  for (let r = 0; r < count; r++) {
    for (let i = 0; i < m.nv; i++) d.qvel[i] = symmetric(random);
    d.time = r;
    const state = new Float64Array(n);
    getState(m, d, state, State.FULLPHYSICS);
    all.set(state, r * n);
  }
  return all;
}

function noise(length: number, seed: number): Float64Array {
  const random = randomFrom(seed);
  return Float64Array.from({ length }, () => symmetric(random));
}

/** Rollouts with data of their own, by nothing but `step`. */
function expected(models: readonly Model[], inputs: {
  batch: number;
  initial: (r: number) => Float64Array;
  control?: (r: number, t: number) => Float64Array;
  warmstart?: (r: number) => Float64Array;
  controlSpec?: number;
}): { state: number[]; sensordata: number[] } {
  const state: number[] = [];
  const sensordata: number[] = [];
  for (let r = 0; r < inputs.batch; r++) {
    const m = models[r % models.length];
    const d = new Data(m);
    setState(m, d, inputs.initial(r), State.FULLPHYSICS);
    if (inputs.warmstart) d.qacc_warmstart.set(inputs.warmstart(r));
    for (let t = 0; t < STEPS; t++) {
      if (inputs.control) setState(m, d, inputs.control(r, t), inputs.controlSpec ?? State.CTRL);
      step(m, d);
      const after = new Float64Array(NSTATE);
      getState(m, d, after, State.FULLPHYSICS);
      state.push(...after);
      sensordata.push(...d.sensordata);
    }
  }
  return { state, sensordata };
}

function assertSame(got: RolloutResult, wanted: { state: number[]; sensordata: number[] }, what = ""): void {
  assert.deepEqual([...got.state], wanted.state, `${what} states`);
  assert.deepEqual([...got.sensordata], wanted.sensordata, `${what} sensordata`);
}

const row = (array: Float64Array, i: number, n: number) => array.subarray(i * n, (i + 1) * n);

/** A test that leaves no threads behind. */
function test(name: string, body: () => Promise<void>): void {
  Deno.test(name, async () => {
    try {
      await body();
    } finally {
      closeRollouts();
    }
  });
}

test(`rollout() gives the bits of step() on any number of threads, in parts of any size (seed ${SEED})`, async () => {
  const batch = 7;
  const initial = starts(model, batch, SEED);
  const control = noise(batch * STEPS * model.nu, SEED + 1);
  const wanted = expected([model], {
    batch,
    initial: (r) => row(initial, r, NSTATE),
    control: (r, t) => row(control, r * STEPS + t, model.nu),
  });
  for (const workers of [0, 1, 2, 3]) {
    for (const chunk of [undefined, 1, 4, 100]) {
      const got = await rollout(model, { initial, control, steps: STEPS, workers, ...chunk && { chunk } });
      assertSame(got, wanted, `${workers} workers, chunk ${chunk}:`);
      assert.deepEqual([got.batch, got.steps, got.workers], [batch, STEPS, workers]);
    }
  }
  const { SharedArrayBuffer } = globalThis;
  try {
    Object.assign(globalThis, { SharedArrayBuffer: undefined });
    assertSame(await rollout(model, { initial, control, workers: 2 }), wanted, "without shared memory:");
  } finally {
    Object.assign(globalThis, { SharedArrayBuffer });
  }
});

test("rollout() repeats inputs of which there is only one", async () => {
  const batch = 3;
  const initial = starts(model, 1, SEED);
  const steps = STEPS;
  const all = noise(batch * STEPS * model.nu, SEED);
  const { nu } = model;
  const start = () => initial;
  for (
    const [what, options, control] of [
      ["one rollout", { control: row(all, 0, STEPS * nu) }, (_: number, t: number) => row(all, t, nu)],
      ["one state", { control: all, steps }, (r: number, t: number) => row(all, r * STEPS + t, nu)],
      ["one control", { control: row(all, 0, nu), steps }, () => row(all, 0, nu)],
      [
        "one control per rollout",
        { control: row(all, 0, batch * nu), controlShape: [batch, 1], steps },
        (r: number) => row(all, r, nu),
      ],
      ["no control", { steps }, () => new Float64Array(nu)],
    ] as const
  ) {
    const got = await rollout(model, { initial, workers: 0, ...options });
    assertSame(got, expected([model], { batch: got.batch, initial: start, control }), what);
    const threaded = await rollout(model, { initial, workers: 2, ...options });
    assert.deepEqual(threaded.state, got.state, what);
    assert.equal(got.batch, /^one (state|control per)/.test(what) ? batch : 1, what);
  }
});

test("rollout() sets the parts of the state that controlSpec names, and resets others", async () => {
  const batch = 2;
  const controlSpec = State.CTRL | State.QFRC_APPLIED | State.XFRC_APPLIED | State.EQ_ACTIVE | State.MOCAP_POS;
  const n = stateSize(model, controlSpec);
  const control = noise(batch * STEPS * n, SEED);
  const eq = stateSize(model, State.CTRL | State.QFRC_APPLIED | State.XFRC_APPLIED);
  for (let i = 0; i < batch * STEPS; i++) control[i * n + eq] = i % 2;
  const initial = starts(model, batch, SEED);
  const inputs = { batch, initial: (r: number) => row(initial, r, NSTATE) };
  const wanted = expected([model], { ...inputs, control: (r, t) => row(control, r * STEPS + t, n), controlSpec });
  const plain = expected([model], inputs);
  for (const workers of [0, 1]) {
    assertSame(await rollout(model, { initial, control, controlSpec, workers }), wanted);
    // the same data next
    assertSame(await rollout(model, { initial, steps: STEPS, workers }), plain);
  }
});

test("rollout() starts the solver where it is told", async () => {
  const batch = 2;
  const initial = starts(model, batch, SEED);
  const initialWarmstart = noise(batch * model.nv, SEED).map((x) => 100 * x);
  const loose = copyModel(null, model);
  loose.opt.iterations = 1;
  const inputs = { batch, initial: (r: number) => row(initial, r, NSTATE) };
  const wanted = expected([loose], { ...inputs, warmstart: (r) => row(initialWarmstart, r, model.nv) });
  const got = await rollout(loose, { initial, initialWarmstart, steps: STEPS, workers: 2 });
  assertSame(got, wanted);
  assert.notDeepEqual(expected([loose], inputs).state, wanted.state, "it makes a difference");
});

test("rollout() runs each rollout with its own model, and sees later changes", async () => {
  const models = [1, 2, 3].map((factor) => {
    const m = copyModel(null, model);
    m.body_mass[2] *= factor;
    m.opt.gravity[0] = factor;
    return m;
  });
  const initial = starts(model, 1, SEED);
  for (let change = 0; change < 2; change++) {
    const wanted = expected(models, { batch: 3, initial: () => initial });
    for (const workers of [0, 2]) assertSame(await rollout(models, { initial, steps: STEPS, workers }), wanted);
    for (const m of models) m.opt.timestep *= 0.5;
    for (const m of models) m.dof_damping[6] += 1;
  }
  const other = compile(SCENE.replace(`type="box"`, `type="ellipsoid"`));
  await assert.rejects(rollout([model, other], { initial }), /rollout: the models differ in structure: geom_type/);
});

test("several rollouts may have the same model", async () => {
  const heavy = copyModel(null, model);
  heavy.body_mass[2] *= 2;
  const models = [model, heavy, model];
  const initial = starts(model, 1, SEED);
  const wanted = expected(models, { batch: 3, initial: () => initial });
  for (const workers of [0, 1, 2]) assertSame(await rollout(models, { initial, steps: STEPS, workers }), wanted);
});

test("after a warning, the last state fills the rest of a rollout", async () => {
  const batch = 3;
  const initial = starts(model, batch, SEED);
  initial[NSTATE + 1 + model.nq] = 1e300;
  for (const workers of [0, 2]) {
    const { state, sensordata } = await rollout(model, { initial, steps: STEPS, workers });
    const wanted = expected([model], { batch, initial: (r) => row(initial, r, NSTATE) });
    const size = STEPS * NSTATE;
    for (const r of [0, 2]) assert.deepEqual([...row(state, r, size)], wanted.state.slice(r * size, (r + 1) * size));
    for (let t = 1; t < STEPS; t++) {
      assert.deepEqual(row(state, STEPS + t, NSTATE), row(state, STEPS, NSTATE), `step ${t}`);
      assert.deepEqual(row(sensordata, STEPS + t, model.nsensordata), row(sensordata, STEPS, model.nsensordata));
    }
  }
});

test("rollouts do not depend on which trees those before them put to sleep", async () => {
  const m = compile(`<mujoco>
    <option><flag sleep="enable"/></option>
    <worldbody>
      <geom type="plane" size="5 5 .1"/>
      <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
      <body pos="1 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    </worldbody>
  </mujoco>`);
  const d = new Data(m);
  const initial = new Float64Array(stateSize(m, State.FULLPHYSICS));
  getState(m, d, initial, State.FULLPHYSICS);
  const batch = 4;
  const states = new Float64Array(batch * initial.length);
  for (let r = 0; r < batch; r++) states.set(initial, r * initial.length);
  const { state } = await rollout(m, { initial: states, steps: 400, workers: 1 });
  for (let r = 1; r < batch; r++) {
    assert.deepEqual(row(state, r, 400 * initial.length), row(state, 0, 400 * initial.length), `rollout ${r}`);
  }
});

test("rollout() uses shared memory as it is", async () => {
  const batch = 4;
  const shared = (from: ArrayLike<number>) => {
    const array = new Float64Array(new SharedArrayBuffer(8 * from.length));
    array.set(from);
    return array;
  };
  const initial = shared(starts(model, batch, SEED));
  const state = shared(new Float64Array(batch * STEPS * NSTATE).fill(NaN));
  const sensordata = new Float64Array(batch * STEPS * model.nsensordata).fill(NaN);
  const got = await rollout(model, { initial, steps: STEPS, workers: 2, state, sensordata });
  assert.equal(got.state, state);
  assert.equal(got.sensordata, sensordata);
  assertSame(got, expected([model], { batch, initial: (r) => row(initial, r, NSTATE) }));
});

/** A thread that is told what it has done. */
class FakeThread extends EventEmitter {
  static all: FakeThread[] = [];
  readonly parts: PartMessage[] = [];

  constructor() {
    super();
    FakeThread.all.push(this);
    queueMicrotask(() => this.emit("message", { kind: "ready" }));
  }
  postMessage(message: unknown): void {
    const order = fullMessage(message) as Order;
    if (order.kind === "part") this.parts.push(order);
  }
  done(first: number, last: readonly [from: number, to: number], count = last[1] - last[0]): void {
    this.emit("message", bareMessage({ kind: "done", first, count, last, outputs: [] }));
  }
  ref(): void {}
  unref(): void {}
  terminate(): void {}
}

test("rollout() takes what is done at the first answer, and what a thread ran last at its own", async () => {
  const { getBuiltinModule } = process;
  Object.assign(process, { getBuiltinModule: () => ({ Worker: FakeThread }) });
  try {
    const initial = starts(model, 6, SEED);
    const times = (state: Float64Array) => Array.from({ length: 6 }, (_, r) => state[r * NSTATE]);
    for (const onProgress of [undefined, () => {}]) {
      FakeThread.all = [];
      const state = new Float64Array(6 * NSTATE);
      const running = rollout(model, { initial, workers: 2, state, ...onProgress && { onProgress } });
      await new Promise((resolve) => setTimeout(resolve, 0));
      const [a, b] = FakeThread.all;
      const [part] = a.parts;
      assert.deepEqual([...part.initial], [...initial]);
      assert.deepEqual([...part.taken], [0, 0]);
      assert.equal(part.taken.buffer, b.parts[0].taken.buffer);
      const write = (rollouts: number[], time: number) => rollouts.forEach((r) => part.state[r * NSTATE] = time);
      write([0, 1, 4, 5], 1);
      write([2, 3], 2);
      a.done(0, [4, 5], 4);
      assert.deepEqual(times(state), onProgress ? [0, 0, 0, 0, 1, 0] : [1, 1, 2, 2, 1, 1]);
      write([2, 3], 3);
      b.done(0, [2, 4]);
      assert.deepEqual(times((await running).state), onProgress ? [0, 0, 3, 3, 1, 0] : [1, 1, 3, 3, 1, 1]);
      closeRollouts();
    }
  } finally {
    Object.assign(process, { getBuiltinModule });
  }
});

test("rollout() gives more than it holds on shared memory at once", async () => {
  const model = compile(`
    <mujoco>
      <worldbody><body><joint axis="0 1 0"/><geom size="0.1" pos="0.3 0 0"/></body></worldbody>
      <sensor><user dim="1000000"/><clock/></sensor>
    </mujoco>`);
  const nstate = stateSize(model, State.FULLPHYSICS);
  const initial = noise(12 * nstate, SEED);
  const seen: number[] = [];
  const onProgress = ({ done }: { done: number }) => seen.push(done);
  const wanted = await rollout(model, { initial, steps: 2, workers: 0 });
  const got = await rollout(model, { initial, steps: 2, workers: 2, chunk: 2, onProgress });
  assert.deepEqual(got.state, wanted.state);
  assert.deepEqual(got.sensordata, wanted.sensordata);
  assert.deepEqual(seen, [2, 4, 6, 8, 10, 12]);
});

test("rollout() tells how far it is, and ends when it is told to", async () => {
  const initial = starts(model, 20, SEED);
  for (const workers of [0, 2]) {
    const seen: number[] = [];
    await rollout(model, { initial, workers, chunk: 3, onProgress: ({ done, total }) => seen.push(done / total) });
    assert.equal(seen.length, 7);
    assert.equal(seen.at(-1), 1);
    assert.deepEqual(seen.toSorted((a, b) => a - b), seen);

    const controller = new AbortController();
    const stopped = rollout(model, {
      ...{ initial, workers, steps: 1000, chunk: 1, signal: controller.signal },
      onProgress: () => controller.abort(new Error("enough")),
    });
    await assert.rejects(stopped, /enough/);
    await assert.rejects(rollout(model, { initial, workers, signal: controller.signal }), /enough/);
    assert.equal((await rollout(model, { initial, workers })).batch, 20, "and works again afterward");
  }
});

test("calls at the same time take turns", async () => {
  const initial = starts(model, 2, SEED);
  const calls = [1, 2, 3].map((workers) => rollout(model, { initial, steps: STEPS, workers }));
  const [first, ...others] = await Promise.all(calls);
  for (const other of others) assert.deepEqual(other.state, first.state);
});

test("rollout() runs on this thread where there are no others", async () => {
  const { Worker } = globalThis;
  const { getBuiltinModule } = process;
  try {
    Object.assign(globalThis, { Worker: undefined });
    Object.assign(process, { getBuiltinModule: () => undefined });
    const { workers, batch } = await rollout(model, { initial: starts(model, 3, SEED), workers: 2 });
    assert.deepEqual([workers, batch], [0, 3]);
  } finally {
    Object.assign(globalThis, { Worker });
    Object.assign(process, { getBuiltinModule });
  }
});

test("rollout() says which input does not fit", async () => {
  const initial = starts(model, 4, SEED);
  const { nu } = model;
  const cases: [RolloutOptions, RegExp][] = [
    [{ initial: initial.slice(1) }, /initial must have rows of 27 numbers, got 107 numbers/],
    [{ initial, steps: 1.5 }, /steps must be a whole number/],
    [{ initial, steps: -1 }, /steps must be a whole number/],
    [{ initial, control: new Float64Array(nu + 1) }, /control must have rows of 3 numbers/],
    [{ initial, control: new Float64Array(6 * nu), steps: 2 }, /control has 3 rollouts, which must be 1 or 4/],
    [{ initial, control: new Float64Array(5 * nu), steps: 2 }, /control has 5 rows, which is no multiple of 2 steps/],
    [{ initial, control: new Float64Array(4 * nu), controlShape: [3, 1] }, /4 rows, not 3 × 1/],
    [{ initial, initialWarmstart: new Float64Array(2 * model.nv) }, /initialWarmstart has 2 rollouts/],
    [{ initial, controlSpec: State.QPOS }, /controlSpec may only have bits of State.USER/],
    [{ initial, workers: -1 }, /workers must be a whole number from 0/],
    [{ initial, workers: 1, chunk: 0 }, /chunk must be a whole number from 1/],
    [{ initial, state: new Float64Array(1) }, /state must have length 108, got 1/],
  ];
  for (const [options, message] of cases) await assert.rejects(rollout(model, options), message);
  await assert.rejects(rollout([], { initial }), /no model/);
  const { state } = await rollout(model, { initial, steps: 0 });
  assert.equal(state.length, 0);
});
