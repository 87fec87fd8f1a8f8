import assert from "node:assert/strict";
import { compile } from "./compile/compile.ts";
import { forward } from "./forward.ts";
import { compareFwdInv, inverse } from "./inverse.ts";
import { step } from "./step.ts";
import { Data } from "./data.ts";
import { EnableBit, Integrator } from "./types/enums.ts";
import type { Model } from "./types/model.ts";
import { randomFrom } from "../harness/random.ts";

function machine(): Model {
  return compile(`<mujoco>
    <worldbody>
      <geom type="plane" size="2 2 1"/>
      <body pos="0 0 0.12"><freejoint/><geom type="box" size="0.2 0.1 0.1"/>
        <body pos="0.3 0 0"><joint name="h" axis="0 1 0" damping="0.5" stiffness="3" range="-5 5" frictionloss="0.1"/>
          <geom type="capsule" size="0.05 0.15"/>
          <body pos="0 0 0.3"><joint name="b" type="ball" damping="0.2"/><geom size="0.06" pos="0.1 0 0"/></body>
        </body>
      </body>
    </worldbody>
    <actuator><motor joint="h" gear="2"/><position joint="b" gear="0 1 0 0 0 0" kp="3" kv="0.2"/></actuator>
  </mujoco>`);
}

/** A state in motion, with contacts and an active limit. */
function moving(m: Model, seed: number): Data {
  const d = new Data(m);
  const next = randomFrom(seed);
  const random = () => next() - 0.5;
  d.qpos[2] = 0.0995;
  d.qpos[7] = 0.1;
  for (let i = 0; i < m.nv; i++) d.qvel[i] = random();
  for (let i = 0; i < m.nu; i++) d.ctrl[i] = random();
  for (let i = 0; i < m.nv; i++) d.qfrc_applied[i] = random();
  d.xfrc_applied.set([1, 2, 3, 0.1, 0.2, 0.3], 12);
  return d;
}

function assertClose(got: Float64Array, want: Float64Array, tolerance: number, what: string): void {
  for (let i = 0; i < want.length; i++) {
    assert.ok(Math.abs(got[i] - want[i]) <= tolerance, `${what}[${i}]: got ${got[i]}, want ${want[i]}`);
  }
}

/** Force of the user and the actuators in joint space. */
function appliedForce(m: Model, d: Data): Float64Array {
  const difference = new Data(m);
  difference.qpos.set(d.qpos);
  difference.xfrc_applied.set(d.xfrc_applied);
  forward(m, difference);
  const loaded = difference.qfrc_smooth.slice();
  difference.xfrc_applied.fill(0);
  forward(m, difference);
  return loaded.map((f, i) => f - difference.qfrc_smooth[i] + d.qfrc_applied[i] + d.qfrc_actuator[i]);
}

Deno.test("inverse() returns the forces that forward() was given", () => {
  const seed = 3;
  const m = machine();
  m.opt.tolerance = 0;
  m.opt.iterations = 200;
  const d = moving(m, seed);
  forward(m, d);
  assert.ok(d.nefc > 5);
  const constraint = d.qfrc_constraint.slice();
  d.qfrc_inverse.fill(NaN);
  inverse(m, d);
  assertClose(d.qfrc_inverse, appliedForce(m, d), 1e-6, `seed ${seed} qfrc_inverse`);
  assertClose(d.qfrc_constraint, constraint, 1e-6, `seed ${seed} qfrc_constraint`);
});

Deno.test("inverse() of a discrete acceleration returns the forces of a step", () => {
  const seed = 4;
  for (const integrator of [Integrator.EULER, Integrator.IMPLICIT, Integrator.IMPLICITFAST]) {
    const m = machine();
    m.opt.integrator = integrator;
    m.opt.tolerance = 0;
    m.opt.iterations = 200;
    const d = moving(m, seed);
    const before = d.qvel.slice();
    const twin = new Data(m);
    twin.qpos.set(d.qpos);
    twin.qvel.set(d.qvel);
    twin.ctrl.set(d.ctrl);
    step(m, d);
    forward(m, twin);
    twin.qacc.set(d.qvel.map((v, i) => (v - before[i]) / m.opt.timestep));
    const given = twin.qacc.slice();

    m.opt.enableflags |= EnableBit.INVDISCRETE;
    inverse(m, twin);
    assert.deepEqual(twin.qacc, given);
    twin.xfrc_applied.set(d.xfrc_applied);
    twin.qfrc_applied.set(d.qfrc_applied);
    assertClose(twin.qfrc_inverse, appliedForce(m, twin), 1e-5, `seed ${seed} integrator ${integrator}`);
  }
});

Deno.test("inverse() refuses discrete accelerations of Runge and Kutta", () => {
  const m = machine();
  m.opt.integrator = Integrator.RK4;
  m.opt.enableflags |= EnableBit.INVDISCRETE;
  assert.throws(() => inverse(m, new Data(m)), RangeError);
});

Deno.test("compareFwdInv() leaves the results of forward() alone", () => {
  const m = machine();
  const d = moving(m, 5);
  forward(m, d);
  const constraint = d.qfrc_constraint.slice();
  const force = d.efc_force.slice(0, d.nefc);
  const qacc = d.qacc.slice();
  d.solver_fwdinv.fill(NaN);
  compareFwdInv(m, d);
  assert.deepEqual(d.qfrc_constraint, constraint);
  assert.deepEqual(d.efc_force.slice(0, d.nefc), force);
  assert.deepEqual(d.qacc, qacc);
  assert.ok(d.solver_fwdinv[0] < 1e-3 && d.solver_fwdinv[1] < 1e-3);
});
