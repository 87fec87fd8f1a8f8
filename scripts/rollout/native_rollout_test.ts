import assert from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import {
  closeRollouts,
  compile,
  Data,
  getState,
  type Model,
  rollout,
  type RolloutOptions,
  State,
  stateSize,
} from "../../mod.ts";
import { NativeRollout, readDoubles, writeDoubles } from "./native_rollout.ts";

const SEED = 20260304;
const STEPS = 8;

const MODEL = `<mujoco>
  <option timestep="0.004" iterations="2"/>
  <worldbody>
    <geom type="plane" size="3 3 .1"/>
    <body name="hand" mocap="true" pos="0 1 .5"><geom size=".05"/></body>
    <body name="box" pos="0 0 .07" euler="10 20 30"><freejoint/><geom type="box" size=".1 .07 .05"/></body>
    <body pos="0.5 0 .5">
      <joint name="hinge" axis="0 1 0" damping=".1"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
      <site name="tip" pos=".3 0 0"/>
    </body>
  </worldbody>
  <equality><connect body1="box" body2="hand" anchor="0 0 0" active="false"/></equality>
  <actuator>
    <motor joint="hinge" gear="2"/>
    <general joint="hinge" dyntype="filter" dynprm=".05" gainprm="3"/>
    <motor joint="hinge" delay=".01" nsample="3"/>
  </actuator>
  <sensor><accelerometer site="tip"/><jointpos joint="hinge"/></sensor>
</mujoco>`;

function startsOf(m: Model, count: number): Float64Array {
  const random = randomFrom(SEED);
  const n = stateSize(m, State.FULLPHYSICS);
  const all = new Float64Array(count * n);
  const d = new Data(m);
  for (let r = 0; r < count; r++) {
    for (let i = 0; i < m.nv; i++) d.qvel[i] = symmetric(random);
    const state = new Float64Array(n);
    getState(m, d, state, State.FULLPHYSICS);
    all.set(state, r * n);
  }
  return all;
}

function noise(length: number): Float64Array {
  const random = randomFrom(SEED + length);
  return Float64Array.from({ length }, () => symmetric(random));
}

/** Numbers of two builds of MuJoCo differ by rounding. */
function assertClose(got: Float64Array, wanted: Float64Array, what: string): void {
  assert.equal(got.length, wanted.length, what);
  const scale = wanted.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
  got.forEach((x, i) => {
    const isSame = Object.is(x, wanted[i]) || Math.abs(x - wanted[i]) <= 1e-9 * Math.min(scale, 1e3);
    assert.ok(isSame, `${what}[${i}]: ${x}, mujoco.rollout has ${wanted[i]}`);
  });
}

const native = await NativeRollout.start();

Deno.test({
  name: `rollout() gives the results of native mujoco.rollout (seed ${SEED})`,
  ignore: "lack" in native,
  async fn() {
    if ("lack" in native) return;
    const m = compile(MODEL);
    const folder = await Deno.makeTempDir();
    try {
      await Deno.writeTextFile(`${folder}/model.xml`, MODEL);
      const initial = startsOf(m, 3);
      const bad = initial.slice();
      bad[stateSize(m, State.FULLPHYSICS) + 1 + m.nq] = 1e300;
      const spec = State.USER & ~State.USERDATA;
      const rows = stateSize(m, spec);
      const control = noise(3 * STEPS * rows);
      const active = stateSize(m, State.CTRL | State.QFRC_APPLIED | State.XFRC_APPLIED);
      for (let i = 0; i < 3 * STEPS; i++) control[i * rows + active] = i % 2;
      const cases: Record<string, RolloutOptions> = {
        "no control": { initial, steps: STEPS },
        "one step": { initial },
        "control": { initial, control: noise(3 * STEPS * m.nu), steps: STEPS },
        "one control sequence": { initial, control: noise(STEPS * m.nu), controlShape: [1, STEPS], steps: STEPS },
        "constant controls": { initial, control: noise(3 * m.nu), controlShape: [3, 1], steps: STEPS },
        "every input": { initial, control, controlSpec: spec, steps: STEPS },
        "one state": {
          initial: startsOf(m, 1),
          control: noise(3 * STEPS * m.nu),
          controlShape: [3, STEPS],
          steps: STEPS,
        },
        "warmstart": { initial, initialWarmstart: noise(3 * m.nv).map((x) => 50 * x), steps: STEPS },
        "a warning": { initial: bad, control: noise(3 * STEPS * m.nu), steps: STEPS },
      };
      for (const [name, options] of Object.entries(cases)) {
        await compare(m, folder, name, options);
      }
    } finally {
      closeRollouts();
      await native.close();
      await Deno.remove(folder, { recursive: true });
    }
  },
});

async function compare(m: Model, folder: string, name: string, options: RolloutOptions): Promise<void> {
  if ("lack" in native) return;
  const inputs = { initial: options.initial, control: options.control, warmstart: options.initialWarmstart };
  for (const [file, numbers] of Object.entries(inputs)) {
    const path = `${folder}/${file}.f64`;
    if (numbers) await writeDoubles(path, numbers);
    else await Deno.remove(path).catch(() => {});
  }
  const { steps = 1, controlSpec = State.CTRL, controlShape } = options;
  const request = { folder, steps, controlSpec, workers: 2, write: true, ...controlShape && { controlShape } };
  const { shape } = await native.run(request);
  const got = await rollout(m, { ...options, workers: 2 });
  assert.deepEqual([got.batch, got.steps], shape.slice(0, 2), name);
  assertClose(got.state, await readDoubles(`${folder}/state.f64`), `${name}: state`);
  assertClose(got.sensordata, await readDoubles(`${folder}/sensordata.f64`), `${name}: sensordata`);
}
