import assert from "node:assert/strict";
import { compile } from "./compile/compile.ts";
import { Data } from "./data.ts";
import { forward } from "./forward.ts";
import { inverse } from "./inverse.ts";
import { profile, type ProfileStage } from "./profile.ts";
import { step, step1, step2 } from "./step.ts";
import { DATA_FIELDS, type DataField } from "./types/data_fields.ts";
import { Integrator } from "./types/enums.ts";
import type { Model } from "./types/model.ts";

/** A scene in which every stage of a step has something to do. */
function scene(): Model {
  return compile(`
    <mujoco>
      <option><flag energy="enable" fwdinv="enable" sleep="enable"/></option>
      <worldbody>
        <geom type="plane" size="1 1 1"/>
        <body pos="0 0 0.14">
          <freejoint/>
          <geom size="0.1 0.05" type="capsule"/>
          <body pos="0.2 0 0"><joint name="hinge" axis="0 1 0" damping="0.1"/><geom size="0.05"/></body>
        </body>
        <body pos="1 0 0.2"><freejoint/><geom size="0.1 0.08 0.06" type="ellipsoid"/></body>
      </worldbody>
      <actuator><motor name="motor" joint="hinge"/></actuator>
      <sensor><jointpos joint="hinge"/><actuatorfrc actuator="motor"/></sensor>
    </mujoco>`);
}

/** A clock that advances by one with each reading. */
function ticks(): () => number {
  let now = 0;
  return () => now++;
}

/** How often a call has gone through each stage, by a clock that ticks. */
function lapsOf(m: Model, run: (m: Model, d: Data) => void): string {
  const { stages } = profile(m, new Data(m), { steps: 1, run, clock: ticks() });
  return Object.entries(stages).filter(([, { time }]) => time > 0)
    .map(([name, { time }]) => time === 1 ? name : `${name} ${time}`).join(", ");
}

/** The stages that a call has gone through. */
function stagesOf(m: Model, run: (m: Model, d: Data) => void): ProfileStage[] {
  const { stages } = profile(m, new Data(m), { steps: 1, run, clock: ticks() });
  return Object.entries(stages).filter(([, { time }]) => time > 0).map(([name]) => name as ProfileStage);
}

Deno.test("profile() accounts for the whole time, by stage", () => {
  const m = scene();
  const d = new Data(m);
  const { steps, total, stages } = profile(m, d, { steps: 300 });
  const times = Object.values(stages);
  const sum = times.reduce((sum, { time }) => sum + time, 0);
  assert.equal(steps, 300);
  assert.ok(sum <= total * (1 + 1e-9) && sum > 0.95 * total, `stages sum to ${sum} of ${total} ms`);
  for (const { time, share } of times) assert.equal(share, time / total);
  assert.ok(Math.abs(d.time - 300 * m.opt.timestep) < 1e-12);
});

Deno.test("profile() books every tick of the clock between its first and last reading", () => {
  const m = scene();
  for (const integrator of Object.values(Integrator)) {
    m.opt.integrator = integrator;
    const { total, stages } = profile(m, new Data(m), { steps: 7, clock: ticks() });
    const sum = Object.values(stages).reduce((sum, { time }) => sum + time, 0);
    // one tick before the first lap, one after the last
    assert.equal(sum, total - 2);
    assert.equal(stages.collision.time, integrator === Integrator.RK4 ? 7 * 4 : 7);
  }
});

Deno.test("profile() changes no bit of what is computed", () => {
  const m = scene();
  const timed = new Data(m);
  const plain = new Data(m);
  profile(m, timed, { steps: 50 });
  for (let i = 0; i < 50; i++) step(m, plain);
  for (const name of Object.keys(DATA_FIELDS) as DataField[]) assert.deepEqual(timed[name], plain[name], name);
});

Deno.test("profile() knows the stages of forward() and inverse()", () => {
  const m = scene();
  m.opt.enableflags = 0;
  const inStep = stagesOf(m, step);
  const inForward = stagesOf(m, forward);
  assert.deepEqual(inStep.filter((name) => !inForward.includes(name)), ["integration", "checks"]);
  assert.deepEqual(inForward.filter((name) => !inStep.includes(name)), []);
  const inInverse = stagesOf(m, inverse);
  assert.deepEqual(
    inForward.filter((name) => !inInverse.includes(name)),
    ["islands", "projection", "actuation", "acceleration"],
  );
  assert.ok(inInverse.includes("inverse") && !inForward.includes("inverse"));
});

Deno.test("profile() takes the time after every stage that is entered", () => {
  const m = scene();
  const first =
    "kinematics, inertia, collision, rows, islands, transmission, projection, velocity, passive, reference, " +
    "bias, actuation, acceleration, solver, sensors 3, energy 2";
  assert.equal(lapsOf(m, forward), `${first}, sleep`);
  const again = first.replace("bias", "bias 2").replace("solver", "solver 2");
  assert.equal(lapsOf(m, step), `${again}, integration 2, sleep 2, checks 2, inverse 3`);
  assert.equal(
    lapsOf(m, inverse),
    "kinematics, inertia, collision, rows, transmission, velocity, passive, reference, bias 2, solver, sensors 3, " +
      "energy 2, inverse 2",
  );

  m.body_pos.fill(1);
  m.qpos0.fill(1);
  m.opt.enableflags = 0;
  assert.equal(
    lapsOf(m, forward),
    "kinematics, inertia, collision, rows, islands, transmission, velocity, passive, bias, actuation, acceleration, " +
      "solver, sensors 3",
  );
});

Deno.test("profile() takes the time of two halves of a step like that of a whole one", () => {
  const m = scene();
  m.opt.enableflags = 0;
  const halves = (m: Model, d: Data) => {
    step1(m, d);
    step2(m, d);
  };
  assert.match(lapsOf(m, step), /, integration, checks 2$/);
  assert.equal(lapsOf(m, halves), lapsOf(m, step));
});

Deno.test("profile() stops the clock when a step fails", () => {
  const m = scene();
  const d = new Data(m);
  const clock = ticks();
  const fail = () => {
    throw new Error("no");
  };
  assert.throws(() => profile(m, d, { run: fail, clock }), /no/);
  const before = clock();
  step(m, d);
  assert.equal(clock(), before + 1);
});

Deno.test("profile() refuses numbers of steps that are none", () => {
  const m = scene();
  for (const steps of [0, -1, 1.5, NaN]) assert.throws(() => profile(m, new Data(m), { steps }), RangeError);
});
