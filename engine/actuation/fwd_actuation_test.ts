import { deepEqual, equal, ok } from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { forward } from "../forward.ts";
import { step } from "../step.ts";
import { Data } from "../data.ts";
import { DisableBit, Stage, Warning } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

function rail(actuators: string, joint = ""): Model {
  return compile(`<mujoco><worldbody><body><joint name="j" type="slide" ${joint}/><geom size=".1"/></body></worldbody>
    <actuator>${actuators}</actuator></mujoco>`);
}

function forceOf(m: Model, ctrl: number, prepare: (d: Data) => void = () => {}): Data {
  const d = new Data(m);
  d.ctrl.fill(ctrl);
  d.actuator_force.fill(NaN);
  d.qfrc_actuator.fill(NaN);
  prepare(d);
  forward(m, d);
  return d;
}

Deno.test("fwdActuation() clamps controls, then forces, then what reaches the joint", () => {
  const m = rail(
    `<motor joint="j" gear="2" ctrlrange="-1 3" forcerange="-2 2"/>`,
    `actuatorfrcrange="-3 3"`,
  );
  const cases: [ctrl: number, force: number, joint: number][] = [[0.5, 0.5, 1], [9, 2, 3], [-9, -1, -2]];
  for (const [ctrl, force, joint] of cases) {
    const d = forceOf(m, ctrl);
    equal(d.actuator_force[0], force, `ctrl ${ctrl}`);
    equal(d.qfrc_actuator[0], joint, `ctrl ${ctrl}`);
    equal(d.ctrl[0], ctrl, "the control itself stays");
  }
  m.opt.disableflags |= DisableBit.CLAMPCTRL;
  equal(forceOf(m, -9).actuator_force[0], -2);
});

Deno.test("fwdActuation() does nothing when actuation is off", () => {
  const m = rail(`<motor joint="j"/>`);
  m.opt.disableflags |= DisableBit.ACTUATION;
  const d = forceOf(m, 1);
  deepEqual([...d.actuator_force, ...d.qfrc_actuator], [0, 0]);
});

Deno.test("fwdActuation() treats all controls as zero when one is bad", () => {
  const m = rail(`<motor joint="j"/><motor joint="j" gear="2"/>`);
  for (const bad of [NaN, Infinity, 1.1e10]) {
    const d = forceOf(m, 1, (it) => it.ctrl[1] = bad);
    deepEqual([...d.actuator_force], [0, 0]);
    equal(d.warning.number[Warning.BADCTRL], 1);
    equal(d.warning.lastinfo[Warning.BADCTRL], 1);
  }
});

Deno.test("fwdActuation() silences the actuators of disabled groups only", () => {
  const m = rail(`<motor joint="j" group="1"/><motor joint="j" group="2"/>`);
  m.opt.disableactuator = 1 << 2;
  deepEqual([...forceOf(m, 1).actuator_force], [1, 0]);
});

Deno.test("fwdActuation() makes an exact filter approach its control exactly", () => {
  const m = rail(`<general joint="j" dyntype="filterexact" dynprm=".05"/>`);
  const d = new Data(m);
  d.ctrl[0] = 1;
  for (let k = 0; k < 10; k++) step(m, d);
  ok(Math.abs(d.act[0] - (1 - Math.exp(-10 * m.opt.timestep / 0.05))) < 1e-15);
});

Deno.test("fwdActuation() uses the activation of the end of the step when asked", () => {
  const m = rail(`<general joint="j" dyntype="integrator"/><general joint="j" dyntype="integrator" actearly="true"/>`);
  const d = forceOf(m, 1);
  deepEqual([...d.actuator_force], [0, m.opt.timestep]);
});

Deno.test("fwdActuation() reads a delayed control as it was", () => {
  const m = rail(`<motor joint="j" delay=".01" nsample="8"/>`);
  const d = new Data(m);
  const forces: number[] = [];
  for (let k = 0; k < 12; k++) {
    d.ctrl[0] = k + 1;
    step(m, d);
    forces.push(d.actuator_force[0]);
  }
  // five steps of two milliseconds
  deepEqual(forces, [0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7]);
});

Deno.test("fwdActuation() scales actuators together to the limit of their tendon", () => {
  const m = compile(`<mujoco><worldbody><body><joint name="j" type="slide"/><geom size=".1"/></body></worldbody>
    <tendon><fixed name="t" actuatorfrclimited="true" actuatorfrcrange="-3 3"><joint joint="j" coef="1"/></fixed></tendon>
    <actuator><motor tendon="t"/><motor tendon="t"/><motor joint="j"/></actuator></mujoco>`);
  const d = forceOf(m, 0, (it) => it.ctrl.set([4, 8, 1]));
  deepEqual([...d.actuator_force], [1, 2, 1]);
});

Deno.test("fwdActuation() asks the user for rates, gains and biases of type user, and does without", () => {
  const m = rail(`<general joint="j" dyntype="user" gaintype="user" biastype="user"/>
    <general joint="j" dyntype="user" actdim="2" gaintype="user"/>`);
  const prepare = (d: Data) => d.act.set([2, 3, 5]);
  const alone = forceOf(m, 1, prepare);
  deepEqual([...alone.actuator_force], [2, 5]);
  deepEqual([...alone.act_dot], [0, 0, 0]);

  const asked = forceOf(m, 1, (d) => {
    prepare(d);
    d.callbacks = {
      actDyn(_, { act_dot }, i) {
        if (i === 1) act_dot.set([11, 13], 1);
        return 7;
      },
      actGain: (_, __, i) => 10 * (i + 1),
      actBias: () => 0.5,
    };
  });
  deepEqual([...asked.actuator_force], [20.5, 100]);
  deepEqual([...asked.act_dot], [7, 11, 13]);
});

Deno.test("forward() lets the user set controls, add passive forces and fill sensors within their cutoff", () => {
  const m = compile(`<mujoco><worldbody><body><joint name="j" type="slide"/><geom size=".1"/></body></worldbody>
    <actuator><motor joint="j"/></actuator>
    <sensor><user dim="2" cutoff="4" needstage="vel"/><jointpos joint="j"/><user dim="1" needstage="pos"/></sensor>
    </mujoco>`);
  const d = new Data(m);
  const stages: number[] = [];
  d.callbacks = {
    control: (_, data) => data.ctrl[0] = 3,
    passive: (_, data) => data.qfrc_passive[0] += 2,
    sensor(_, data, stage) {
      stages.push(stage);
      if (stage === Stage.VEL) data.sensordata.set([9, 1], 0);
    },
  };
  forward(m, d);
  equal(d.qfrc_actuator[0] + d.qfrc_passive[0], 5);
  deepEqual([...d.sensordata], [4, 1, 0, 0]);
  deepEqual(stages, [Stage.POS, Stage.VEL]);
});
