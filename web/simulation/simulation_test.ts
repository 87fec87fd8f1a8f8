import assert from "node:assert/strict";
import { compileFiles, Simulation } from "./simulation.ts";

const MODEL = `<mujoco>
  <option timestep="0.005"/>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body name="ball" pos="0 0 0.5"><freejoint/><geom size="0.1" mass="2"/></body>
    <body name="arm" pos="1 0 1">
      <joint name="hinge" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.03"/>
    </body>
    <body name="handle" mocap="true" pos="0 1 0"/>
  </worldbody>
  <actuator><motor joint="hinge"/></actuator>
  <keyframe><key qpos="0 0 2 1 0 0 0 0.3"/></keyframe>
</mujoco>`;

const SPRINGS = { stiffness: 100, stiffnessrot: 500 };

/** A simulation whose clock is `clock.ms`; every look at it takes a tenth of a millisecond. */
function start() {
  const clock = { ms: 0 };
  const { model } = compileFiles("m.xml", new Map([["m.xml", new TextEncoder().encode(MODEL)]]));
  return { clock, simulation: new Simulation(model, SPRINGS, undefined, () => clock.ms += 0.1) };
}

Deno.test("run() keeps simulated time in step with the clock", () => {
  const { clock, simulation } = start();
  simulation.clock.speed = 0.5;
  for (let i = 0; i < 100; i++) {
    clock.ms += 10;
    simulation.run();
  }
  assert.ok(Math.abs(simulation.data.time - clock.ms / 2000) < 0.02, `${simulation.data.time} s after ${clock.ms} ms`);
  assert.ok(Math.abs(simulation.clock.factor - 0.5) < 0.05, String(simulation.clock.factor));
});

Deno.test("run() gives up what it cannot catch up", () => {
  const { clock, simulation } = start();
  clock.ms += 60_000;
  simulation.run();
  assert.ok(simulation.data.time < 0.1, String(simulation.data.time));
});

Deno.test("step(-n) restores the state before the last n steps, bit by bit", () => {
  const { simulation } = start();
  const { data } = simulation;
  simulation.set("ctrl", 0, 0.7);
  simulation.step(7);
  const wanted = [...data.qpos, ...data.qvel, data.time];
  simulation.step(30);
  simulation.step(-30);
  assert.deepEqual([...data.qpos, ...data.qvel, data.time], wanted);
  simulation.step(-100);
  assert.equal(data.time, 0);
  assert.equal(simulation.frame().past, 0);
});

Deno.test("a pulled body reaches the target, whatever its mass, and stays when it is let go", () => {
  const { simulation } = start();
  const { data, model } = simulation;
  model.opt.gravity.fill(0);
  simulation.grab({ kind: "translate", body: 1, point: [0, 0, 0] });
  simulation.move([0.1, 0.2, 0.3]);
  simulation.step(500);
  for (const [k, wanted] of [0.1, 0.2, 0.8].entries()) assert.ok(Math.abs(data.xpos[3 + k] - wanted) < 1e-3, `${k}`);
  simulation.release();
  assert.ok(data.xfrc_applied.every((x) => x === 0));
});

Deno.test("a turned body reaches the orientation, up to a quarter turn at once", () => {
  const { simulation } = start();
  const { data, model } = simulation;
  model.opt.gravity.fill(0);
  simulation.grab({ kind: "rotate", body: 1, point: [0, 0, 0] });
  simulation.turn([0, 0, 1], 3);
  simulation.step(2000);
  const angle = 2 * Math.atan2(data.qpos[6], data.qpos[3]);
  assert.ok(Math.abs(angle - Math.PI / 2) < 0.02, String(angle));
});

Deno.test("mocap bodies follow at once, floating bodies while time stands still", () => {
  const { simulation } = start();
  const { data } = simulation;
  simulation.isPaused = true;
  for (const [body, wanted] of [[1, [0.1, 0, 0.5]], [3, [0.1, 1, 0]]] as const) {
    simulation.grab({ kind: "translate", body, point: [0, 0, 0] });
    simulation.move([0.1, 0, 0]);
    simulation.run();
    simulation.release();
    assert.deepEqual([...data.xpos.slice(3 * body, 3 * body + 3)].map((x) => +x.toFixed(12)), wanted);
  }
  assert.equal(data.time, 0);
});

Deno.test("reset() goes to a keyframe, and forgets the past", () => {
  const { simulation } = start();
  simulation.step(5);
  simulation.reset(0);
  assert.deepEqual([simulation.data.qpos[2], simulation.data.qpos[7], simulation.frame().past], [2, 0.3, 0]);
});

Deno.test("frame() has one sample per step of each plotted number", () => {
  const { simulation } = start();
  simulation.plot([{ field: "qpos", index: 2 }, { field: "xpos", index: 5 }]);
  simulation.step(3);
  const { samples } = simulation.frame();
  assert.equal(samples.length, 9);
  assert.deepEqual([samples[6], samples[7]], [0.015, simulation.data.qpos[2]]);
  assert.equal(simulation.frame().samples.length, 0);
});
