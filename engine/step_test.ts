import { deepEqual, equal, ok, throws } from "node:assert/strict";
import { compile } from "./compile/compile.ts";
import { inverse } from "./inverse.ts";
import { forward } from "./forward.ts";
import { step, step1, step2 } from "./step.ts";
import { Data } from "./data.ts";
import { Warning } from "./types/enums.ts";

// unit mass on a rail: qacc is qfrc_applied, exactly
const RAIL = `<mujoco>
  <option gravity="0 0 -9.81"/>
  <worldbody><body><joint type="slide" axis="0 0 1"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body></worldbody>
</mujoco>`;

Deno.test("step() counts an acceleration as bad beyond 1e10, and not at it", () => {
  const m = compile(RAIL.replace("-9.81", "0"));
  const cases: [force: number, bad: number][] = [
    [9.999e9, 0],
    [1e10, 0],
    [-1e10, 0],
    [1.0000001e10, 1],
    [-1.0000001e10, 1],
    [Infinity, 1],
    [-Infinity, 1],
    [NaN, 1],
  ];
  for (const [force, bad] of cases) {
    const d = new Data(m);
    d.qfrc_applied[0] = force;
    step(m, d);
    equal(d.warning.number[Warning.BADQACC], bad, `qacc = ${force}`);
  }
});

Deno.test("step() computes everything again when it resets because of an acceleration", () => {
  const m = compile(RAIL);
  const d = new Data(m);
  for (let i = 0; i < 5; i++) step(m, d);
  d.qfrc_applied[0] = NaN;

  step(m, d);

  equal(d.warning.number[Warning.BADQACC], 1);
  equal(d.qfrc_applied[0], 0);
  equal(d.qacc[0], -9.81);
  equal(d.time, m.opt.timestep);
});

const SLEEPER = `<mujoco>
  <option><flag sleep="enable"/></option>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
    <body pos="3 0 1.5"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .4 0 0" size="0.05"/></body>
  </worldbody>
</mujoco>`;

/** A box that sleeps beside a pendulum that swings. */
function asleep(): { m: ReturnType<typeof compile>; d: Data } {
  const m = compile(SLEEPER);
  const d = new Data(m);
  for (let i = 0; i < 1000 && d.tree_asleep[0] < 0; i++) step(m, d);
  equal(d.tree_asleep[0], 0, "the box falls asleep within 1000 steps");
  ok(d.tree_asleep[1] < 0, "the pendulum stays awake");
  return { m, d };
}

Deno.test("step() does not look for bad velocities in what sleeps, but wakes it by them", () => {
  const { m, d } = asleep();
  d.qvel[0] = NaN;

  step(m, d);

  equal(d.warning.number[Warning.BADQVEL], 0);
  equal(d.warning.number[Warning.BADQACC], 1);
  equal(d.time, m.opt.timestep, "reset in the same step");
  deepEqual([...d.tree_asleep].map((x) => x < 0), [true, true]);
});

Deno.test("step() does not look for bad accelerations in what sleeps", () => {
  const { m, d } = asleep();
  step1(m, d);
  d.qacc[0] = NaN;

  step2(m, d);

  equal(d.warning.number[Warning.BADQACC], 0);
});

Deno.test("step() looks for bad positions in what sleeps too", () => {
  const { m, d } = asleep();
  d.qpos[0] = NaN;

  step(m, d);

  equal(d.warning.number[Warning.BADQPOS], 1);
});

Deno.test("forward() wakes what a force, a velocity or a displacement disturbs", () => {
  const disturbances: Record<string, (d: Data) => void> = {
    xfrc_applied: (d) => d.xfrc_applied[6] = 1,
    qfrc_applied: (d) => d.qfrc_applied[0] = 1,
    qvel: (d) => d.qvel[0] = 0.1,
    qpos: (d) => d.qpos[0] += 0.1,
  };
  for (const [name, disturb] of Object.entries(disturbances)) {
    const { m, d } = asleep();
    disturb(d);
    forward(m, d);
    ok(d.tree_asleep[0] < 0, name);
  }
});

Deno.test("inverse() refuses discrete inverse dynamics of Runge-Kutta", () => {
  const m = compile(RAIL.replace('gravity="0 0 -9.81"/>', 'integrator="RK4"><flag invdiscrete="enable"/></option>'));
  const d = new Data(m);
  forward(m, d);
  throws(() => inverse(m, d), RangeError);
});

// one boxed double is 16 bytes, so that this is about none
const MOST_BYTES = 64;
const WINDOW = 200;

/**
 * Bytes that a step allocates once all code is compiled: steps until two windows in a row stay below the bound, else
 * returns the least of any two. The heap shrinks in a window in which garbage is collected, which tells nothing.
 */
function bytesPerStep(m: ReturnType<typeof compile>, d: Data): number {
  let least = Infinity;
  let previous = Infinity;
  for (let i = 0; i < 300 && least > MOST_BYTES; i++) {
    const before = Deno.memoryUsage().heapUsed;
    for (let k = 0; k < WINDOW; k++) step(m, d);
    const bytes = (Deno.memoryUsage().heapUsed - before) / WINDOW;
    const current = bytes < 0 ? Infinity : bytes;
    least = Math.min(least, Math.max(current, previous));
    previous = current;
  }
  return least;
}

Deno.test("step() simulates a pile of contacts faster than 1000 steps per second, and allocates nothing", () => {
  const bodies = Array.from(
    { length: 10 },
    (_, i) =>
      `<body pos="${0.01 * i} ${0.013 * (i % 3)} ${0.12 + 0.21 * i}"><freejoint/><geom type="${
        ["sphere", "capsule", "box"][i % 3]
      }" size=".1 .1 .1"/></body>`,
  );
  const m = compile(`<mujoco><worldbody><geom type="plane" size="5 5 .1"/>${bodies.join("")}</worldbody></mujoco>`);
  const d = new Data(m);
  for (let i = 0; i < 1500; i++) step(m, d);
  ok(d.ncon > 10);

  const bytes = bytesPerStep(m, d);
  const start = performance.now();
  for (let i = 0; i < 500; i++) step(m, d);
  const perStep = (performance.now() - start) / 500;

  ok(perStep < 1, `${perStep.toFixed(3)} ms per step`);
  ok(bytes <= MOST_BYTES, `${bytes.toFixed(0)} bytes per step`);
});

Deno.test("step() allocates nothing for a chain with a tendon, actuators and sensors", () => {
  const m = compile(`<mujoco>
    <worldbody>
      <site name="wall" pos="1 0 1"/>
      <body pos="0 0 .5">
        <joint name="hinge" axis="0 1 0" damping=".1" limited="true" range="-100 100"/>
        <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
        <body pos=".3 0 0">
          <joint type="ball"/>
          <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
          <site name="end" pos=".3 0 0"/>
          <body pos=".3 0 0">
            <joint name="slide" type="slide" stiffness="20" damping=".2" frictionloss=".1"/>
            <geom type="box" size=".05 .05 .05"/>
          </body>
        </body>
      </body>
    </worldbody>
    <tendon><spatial><site site="end"/><site site="wall"/></spatial></tendon>
    <actuator>
      <motor name="motor" joint="hinge"/>
      <position joint="slide" kp="10"/>
      <general joint="hinge" dyntype="filter" dynprm=".1"/>
    </actuator>
    <sensor>
      <framepos objtype="site" objname="end"/>
      <accelerometer site="end"/>
      <jointvel joint="hinge"/>
      <actuatorfrc actuator="motor"/>
    </sensor>
  </mujoco>`);
  const bytes = bytesPerStep(m, new Data(m));
  ok(bytes <= MOST_BYTES, `${bytes.toFixed(0)} bytes per step`);
});

Deno.test("step() lets a tree with a tendon equality sleep, where MuJoCo stops with an error", () => {
  const m = compile(`<mujoco>
    <option><flag sleep="enable"/></option>
    <worldbody><body><joint name="j" type="slide"/><geom type="sphere" size="0.1"/></body></worldbody>
    <tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon>
    <equality><tendon tendon1="t"/></equality>
  </mujoco>`);
  const d = new Data(m);
  for (let i = 0; i < 1000 && d.tree_asleep[0] < 0; i++) step(m, d);
  equal(d.tree_asleep[0], 0);
  ok(Math.abs(d.qpos[0]) < 1e-3);
});
