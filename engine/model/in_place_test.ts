import assert from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { fwdAcceleration } from "../actuation/fwd_acceleration.ts";
import { forward, fwdPosition, fwdVelocity } from "../forward.ts";
import { resetData } from "../reset.ts";
import { step } from "../step.ts";
import type { Model } from "../types/model.ts";
import { DATA_COUNTS, DATA_FIELDS } from "../types/data_fields.ts";
import { withoutKernels } from "../wasm/kernel_set.ts";
import { inPlace } from "./in_place.ts";

type Random = () => number;

const JOINTS = [
  'type="hinge" axis="1 2 3"',
  'type="slide" axis="0 1 -1" stiffness="2" springref="0.5"',
  'type="hinge" damping="0.3"',
];

/** A random forest: chains and branches, several joints per body, and bodies whose inertia is a constant diagonal. */
function forest(random: Random): string {
  const pick = (n: number) => Math.floor(random() * n);
  let left = 2 + pick(14);
  const body = (depth: number): string => {
    left--;
    const pos = [0, 0, 0].map(() => symmetric(random).toFixed(3)).join(" ");
    const isFree = depth === 0 && random() < 0.4;
    const several = Array.from({ length: pick(4) }, () => `<joint ${JOINTS[pick(3)]} armature="0.1"/>`).join("");
    const joints = isFree
      ? "<freejoint/>"
      : random() < 0.2
      ? `${several}<joint type="ball" stiffness="${pick(2)}"/>`
      : several;
    const simple = `<geom size="0.1"/>`;
    const turned = `<geom type="box" size="0.1 0.2 0.3" pos="0.1 0 0.2" euler="10 20 30"/>`;
    let text = `<body pos="${pos}">${joints}${random() < 0.3 ? simple : turned}`;
    while (left > 0 && random() < 0.6) text += body(depth + 1);
    return `${text}</body>`;
  };
  let bodies = "";
  while (left > 0) bodies += body(0);
  const integrator = ["Euler", "implicit", "implicitfast", "RK4"][pick(4)];
  const off = ["", "spring", "damper", "gravity"][pick(4)];
  const flag = off === "" ? "" : `<flag ${off}="disable"/>`;
  return `<mujoco><option integrator="${integrator}">${flag}</option><worldbody>${bodies}</worldbody></mujoco>`;
}

const FIELDS = [
  ...["crb", "M", "qM", "qLD", "qLDiagInv", "cvel", "cdof_dot", "qfrc_bias", "qfrc_spring", "qfrc_damper"] as const,
  ...["qfrc_gravcomp", "qfrc_fluid", "qfrc_passive", "qacc_smooth"] as const,
];

/** What stages make of random velocities, some of which are no numbers. */
function results(m: Model, seed: number, isOdd: boolean): number[][] {
  const random = randomFrom(seed);
  const d = new Data(m);
  for (let i = 0; i < m.nq; i++) d.qpos[i] += symmetric(random);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 3 * symmetric(random);
  if (isOdd) d.qvel[Math.floor(random() * m.nv)] = [NaN, Infinity, -Infinity, -0][Math.floor(random() * 4)];
  for (const name of FIELDS) d[name].fill(NaN);
  fwdPosition(m, d);
  fwdVelocity(m, d);
  fwdAcceleration(m, d);
  const found = FIELDS.map((name) => [...d[name]]);
  for (let k = 0; k < 3; k++) step(m, d);
  return [...found, [...d.qpos], [...d.qvel], [...d.qacc]];
}

Deno.test("kernels on the fields of data give the bits of the loops", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const m = compile(forest(randomFrom(seed)));
    if (m.nv === 0) continue;
    const isOdd = seed % 4 === 0;
    const fast = results(m, seed, isOdd);
    const slow = withoutKernels(() => results(m, seed, isOdd));
    assert.deepEqual(fast, slow, `seed ${seed}`);
  }
});

const PENDULUM = `<mujoco><worldbody><body><joint/><geom size="0.1" pos="0.3 0 0"/></body></worldbody></mujoco>`;

/** Bodies with every kind of frame, joints of every kind, and a body that is moved by the user. */
function machine(integrator: string, sleep: string): string {
  return `<mujoco>
    <option integrator="${integrator}"><flag sleep="${sleep}"/></option>
    <worldbody>
      <geom type="plane" size="1 1 1"/>
      <body mocap="true" pos="0 0 2"><site/></body>
      <body pos="0 0 0.09">
        <freejoint/>
        <geom type="box" size="0.1 0.2 0.1" euler="10 0 20" pos="0.02 0 0.02"/>
        <site name="thruster" pos="0 0 0.1"/>
        <body pos="0.3 0 0.1">
          <joint axis="1 1 0" damping="0.2" armature="0.1"/>
          <joint type="slide"/>
          <geom size="0.1" pos="0.1 0 0"/>
        </body>
      </body>
    </worldbody>
    <actuator><motor site="thruster" gear="1 2 3 4 5 6"/></actuator>
  </mujoco>`;
}

Deno.test("step() reads and writes arrays of data wherever they are", () => {
  for (
    const [integrator, sleep] of [["Euler", "disable"], ["Euler", "enable"], ["implicitfast", "disable"], [
      "implicit",
      "disable",
    ]]
  ) {
    const m = compile(machine(integrator, sleep));
    const run = (act: (d: Data, step: number) => void) => {
      const d = new Data(m);
      for (let i = 0; i < 3; i++) {
        act(d, i);
        d.qvel[0] = 0.1;
        d.mocap_pos[0] = i;
        d.ctrl[0] = 1;
        d.xfrc_applied[8] = 1;
        step(m, d);
      }
      return d as unknown as Record<string, Float64Array>;
    };
    const expected = run(() => {});
    for (const [name, [dtype, size]] of Object.entries(DATA_FIELDS)) {
      if (dtype !== "f64" || size in DATA_COUNTS) continue;
      for (const when of [0, 1]) {
        const found = run((d, step) => {
          const fields = d as unknown as Record<string, Float64Array>;
          if (step === when) fields[name] = fields[name].slice();
        });
        for (const field of Object.keys(DATA_FIELDS)) {
          assert.deepEqual(found[field], expected[field], `${field} after ${name} was replaced in step ${when}`);
        }
      }
    }
  }
});

Deno.test("step() follows the structure of the model that it is given", () => {
  const parts = [
    `<body><joint axis="0 1 0"/><geom size="0.1"/><body pos="0.3 0 0"><joint type="slide"/><geom size="0.1"/></body></body>`,
    `<body pos="1 0 0"><freejoint/><geom size="0.1" pos="0.3 0 0"/></body>`,
  ];
  const models = [parts, parts.toReversed()].map((bodies) =>
    compile(`<mujoco><worldbody>${bodies.join("")}</worldbody></mujoco>`)
  );
  const d = new Data(models[0]);
  for (const m of [...models, ...models]) {
    const fresh = new Data(m);
    resetData(m, d);
    for (let k = 0; k < 3; k++) {
      step(m, fresh);
      step(m, d);
    }
    assert.deepEqual(d.qpos, fresh.qpos);
  }
});

Deno.test("inPlace() gives kernels, unless they are off", () => {
  const m = compile(PENDULUM);
  const d = new Data(m);
  assert.ok(inPlace(m, d));
  assert.equal(withoutKernels(() => inPlace(m, d)), null);
});

Deno.test("inPlace() sees numbers of the model that change", () => {
  const m = compile(PENDULUM);
  const d = new Data(m);
  forward(m, d);
  const before = d.M[0];
  m.dof_armature[0] += 1;
  forward(m, d);
  assert.equal(d.M[0], before + 1);
});

Deno.test("new Data() works without WebAssembly, and where there is no address space", () => {
  const m = compile(PENDULUM);
  const large = compile(
    `<mujoco><size nuserdata="300000"/><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>`,
  );
  // takes the room beside the model
  assert.ok(inPlace(large, new Data(large)));
  const { Memory } = WebAssembly;
  WebAssembly.Memory = function () {
    throw new RangeError("no address space");
  } as unknown as typeof Memory;
  try {
    const d = new Data(large);
    assert.equal(inPlace(large, d), null);
    step(large, d);
    assert.equal(d.qacc[2], -9.81);
  } finally {
    WebAssembly.Memory = Memory;
  }
  const d = new Data(m);
  resetData(m, d);
  assert.equal(d.qvel[0], 0);
});

Deno.test("data do not see each other's numbers", () => {
  const m = compile(PENDULUM);
  const all = Array.from({ length: 300 }, () => new Data(m));
  all.forEach((d, i) => d.qvel[0] = i);
  for (const d of all) forward(m, d);
  all.forEach((d, i) => assert.equal(d.cvel[8], i));
});
