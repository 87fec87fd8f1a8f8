import { deepEqual, equal, ok } from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { forward } from "../forward.ts";
import { step } from "../step.ts";
import { Data } from "../data.ts";
import { DisableBit } from "../types/enums.ts";

const ARM = (option: string) =>
  `<mujoco><option ${option}/><worldbody>
    <body pos="0 0 1" gravcomp="1"><joint axis="0 1 0" stiffness="3" damping=".5" springref="40"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".05"/>
      <body pos=".3 0 0" gravcomp="1"><joint type="ball" stiffness="2" damping=".2"/><geom type="ellipsoid" size=".1 .05 .2" fluidshape="ellipsoid"/></body>
    </body></worldbody></mujoco>`;

const PARTS = ["qfrc_spring", "qfrc_damper", "qfrc_gravcomp", "qfrc_fluid", "qfrc_passive"] as const;

function moving(option: string, disable = 0): Data {
  const m = compile(ARM(option));
  m.opt.disableflags |= disable;
  const d = new Data(m);
  d.qpos.set([0.3, 0.8, 0.6, 0, 0]);
  d.qvel.set([1, 0.5, -0.3, 0.2]);
  for (const name of PARTS) d[name].fill(NaN);
  forward(m, d);
  return d;
}

Deno.test("passive() adds up its parts", () => {
  const d = moving(`density="500" viscosity=".1"`);
  for (const name of PARTS) ok(d[name].some((x) => x !== 0), name);
  for (let i = 0; i < 4; i++) {
    equal(d.qfrc_passive[i], d.qfrc_spring[i] + d.qfrc_damper[i] + d.qfrc_fluid[i] + d.qfrc_gravcomp[i]);
  }
});

Deno.test("passive() leaves out springs or dampers that are turned off, and everything when both are", () => {
  const isZero = (values: Float64Array) => values.every((x) => x === 0);
  const option = `density="500"`;

  const spring = moving(option, DisableBit.SPRING);
  ok(isZero(spring.qfrc_spring) && !isZero(spring.qfrc_damper) && !isZero(spring.qfrc_fluid));
  const damper = moving(option, DisableBit.DAMPER);
  ok(!isZero(damper.qfrc_spring) && isZero(damper.qfrc_damper) && !isZero(damper.qfrc_gravcomp));
  const both = moving(option, DisableBit.SPRING | DisableBit.DAMPER);
  for (const name of PARTS) ok(isZero(both[name]), name);
});

Deno.test("passive() holds bodies that compensate their weight", () => {
  const m = compile(ARM(""));
  m.jnt_stiffness.fill(0);
  const d = new Data(m);
  d.qpos.set([0.3, 0.8, 0.6, 0, 0]);
  forward(m, d);
  for (let i = 0; i < m.nv; i++) ok(Math.abs(d.qacc[i]) < 1e-13, `dof ${i}: ${d.qacc[i]}`);
});

Deno.test("passive() never gains energy from dampers or a fluid at rest", () => {
  const m = compile(ARM(`density="800" viscosity=".3" gravity="0 0 0"`));
  m.jnt_stiffness.fill(0);
  const d = new Data(m);
  d.qvel.set([4, 3, -2, 5]);
  for (let k = 0; k < 200; k++) {
    forward(m, d);
    const power = d.qvel.reduce((sum, v, i) => sum + v * (d.qfrc_damper[i] + d.qfrc_fluid[i]), 0);
    ok(power <= 0, `step ${k}: ${power}`);
    step(m, d);
  }
});

Deno.test("passive() pulls a ball joint along the rotation back to its rest", () => {
  const m = compile(
    `<mujoco><worldbody><body><joint type="ball" stiffness="2"/><geom size=".1"/></body></worldbody></mujoco>`,
  );
  const d = new Data(m);
  const angle = 2.5;
  d.qpos.set([Math.cos(angle / 2), Math.sin(angle / 2) * 0.6, 0, Math.sin(angle / 2) * 0.8]);
  forward(m, d);
  const expected = [-2 * angle * 0.6, 0, -2 * angle * 0.8];
  for (let k = 0; k < 3; k++) ok(Math.abs(d.qfrc_spring[k] - expected[k]) < 1e-14, `axis ${k}`);
});

Deno.test("forces that the user adds see the velocities of bodies, and not yet the bias force", () => {
  const m = compile(ARM(""));
  const d = new Data(m);
  d.qvel.set([1, 0.5, -0.3, 0.2]);
  forward(m, d);
  const { cvel, qfrc_bias } = d;
  const before = cvel.slice();
  let asked = 0;
  d.callbacks = {
    passive(_, data) {
      asked++;
      ok(qfrc_bias.every(Number.isNaN), "the bias force comes later");
      deepEqual(cvel, before);
      data.qfrc_passive[0] += 2;
    },
  };
  const { qfrc_passive } = d;
  const alone = qfrc_passive.slice();
  qfrc_bias.fill(NaN);
  cvel.fill(NaN);
  forward(m, d);
  equal(asked, 1);
  ok(qfrc_bias.every(Number.isFinite));
  deepEqual([...qfrc_passive], [alone[0] + 2, ...alone.slice(1)]);
});
