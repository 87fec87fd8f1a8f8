import { ok } from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { forward } from "../forward.ts";
import { step } from "../step.ts";
import { mulM } from "../linear/inertia.ts";
import { differentiatePos, integratePos } from "./integrate_pos.ts";
import { Data } from "../data.ts";
import { Integrator, Warning } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { rneVel } from "./rne_vel.ts";
import { smoothVel } from "./smooth_vel.ts";

const TREE = (option: string, geom = "", rest = "") =>
  `<mujoco>
  <option ${option}/>
  <worldbody>
    <body pos="0 0 1"><freejoint/><geom type="ellipsoid" size=".1 .2 .3" pos=".1 0 0" ${geom}/><site name="p"/>
      <body pos=".3 0 0"><joint name="a" axis="1 2 3" damping=".3"/><geom type="box" size=".1 .2 .1" euler="10 20 30" ${geom}/>
        <body pos="0 .2 .1"><joint type="ball" pos="0 .1 0"/><geom type="capsule" size=".1 .2"/><site name="q" pos=".2 0 0"/></body>
      </body>
      <body pos="-.3 0 0"><joint name="b" type="slide" axis="0 1 1" damping="2"/><geom size=".1"/></body>
    </body>
  </worldbody>
  ${rest}
</mujoco>`;

function stateAt(m: Model, seed: number): Data {
  const d = new Data(m);
  const next = randomFrom(seed);
  integratePos(m, d.qpos, Float64Array.from({ length: m.nv }, () => symmetric(next)), 1);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = symmetric(next);
  for (let i = 0; i < m.nu; i++) d.ctrl[i] = symmetric(next);
  forward(m, d);
  return d;
}

Deno.test("smoothVel() and rneVel() are the derivative of the smooth forces with respect to velocity", () => {
  const actuators = `<tendon><spatial name="t" damping="1.5"><site site="p"/><site site="q"/></spatial></tendon>
    <actuator>
      <general joint="a" gaintype="affine" gainprm="1 0 -2" biastype="affine" biasprm="0 0 -.7"/>
      <muscle tendon="t" lengthrange=".1 .9" force="20"/>
    </actuator>`;
  const models: Record<string, string> = {
    vacuum: TREE("", "", actuators),
    sparse: TREE(`jacobian="sparse"`, "", actuators),
    "inertia box": TREE(`density="300" viscosity=".4" wind="1 2 0"`),
    ellipsoids: TREE(`density="300" viscosity=".4" wind="1 2 0"`, `fluidshape="ellipsoid"`),
  };
  for (const [name, xml] of Object.entries(models)) {
    const m = compile(xml);
    const d = stateAt(m, 3);
    d.act.fill(0.4);
    forward(m, d);
    d.qDeriv.fill(NaN);
    smoothVel(m, d);
    rneVel(m, d);

    const h = 1e-6;
    for (let j = 0; j < m.nv; j++) {
      const [plus, minus] = [h, -h].map((dv) => {
        const moved = new Data(m);
        moved.qpos.set(d.qpos);
        moved.qvel.set(d.qvel);
        moved.act.set(d.act);
        moved.ctrl.set(d.ctrl);
        moved.qvel[j] += dv;
        forward(m, moved);
        return moved.qfrc_smooth;
      });
      for (let i = 0; i < m.nv; i++) {
        // forces between branches are outside the pattern
        const end = m.D_rowadr[i] + m.D_rownnz[i];
        for (let adr = m.D_rowadr[i]; adr < end; adr++) {
          if (m.D_colind[adr] !== j) continue;
          const slope = (plus[i] - minus[i]) / (2 * h);
          ok(
            Math.abs(d.qDeriv[adr] - slope) < 1e-6 * Math.max(1, Math.abs(slope)),
            `${name} [${i}, ${j}]: ${d.qDeriv[adr]} against ${slope}`,
          );
        }
      }
    }
  }
});

const FREE = `<mujoco><option gravity="0 0 0" timestep=".005" integrator="RK4"/><worldbody>
  <body><freejoint/><geom type="ellipsoid" size=".1 .2 .3" pos=".1 0 0"/>
    <body pos=".3 0 0"><joint type="ball"/><geom type="box" size=".1 .2 .1"/></body></body></worldbody></mujoco>`;

const PENDULUM = `<mujoco><option gravity="0 0 0" integrator="RK4"/><worldbody>
  <body><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".05"/>
    <body pos=".3 0 0"><joint axis="1 2 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".05"/></body></body></worldbody></mujoco>`;

function kineticEnergy(m: Model, d: Data): number {
  const p = new Float64Array(m.nv);
  mulM(m, d, p, 0, d.qvel, 0);
  return 0.5 * p.reduce((sum, x, i) => sum + x * d.qvel[i], 0);
}

Deno.test("rungeKutta() conserves energy to fourth order in the time step", () => {
  const drift = (timestep: number) => {
    const m = compile(PENDULUM);
    m.opt.timestep = timestep;
    const d = new Data(m);
    d.qvel.set([4, -7]);
    forward(m, d);
    const before = kineticEnergy(m, d);
    const steps = Math.floor(0.4 / timestep + 0.5);
    for (let k = 0; k < steps; k++) step(m, d);
    forward(m, d);
    return Math.abs(kineticEnergy(m, d) - before) / before;
  };
  const coarse = drift(0.01);
  const fine = drift(0.005);
  ok(coarse < 1e-3, `${coarse}`);
  ok(coarse / fine > 12, `halving the step divides the drift by ${coarse / fine}`);
});

Deno.test("every integrator conserves the momentum of a free system", () => {
  for (const integrator of Object.values(Integrator)) {
    const m = compile(FREE);
    m.opt.integrator = integrator;
    const d = new Data(m);
    d.qvel.set([0.1, 0.2, 0.3, 4, 5, 6, -3, 2, 1]);
    forward(m, d);
    const velocity = () => {
      const com = d.subtree_com.slice(3, 6);
      step(m, d);
      forward(m, d);
      return d.subtree_com.slice(3, 6).map((x, k) => (x - com[k]) / m.opt.timestep);
    };
    const first = velocity();
    let last = first;
    for (let k = 0; k < 40; k++) last = velocity();
    for (let k = 0; k < 3; k++) {
      ok(Math.abs(last[k] - first[k]) < 2e-2, `integrator ${integrator}, axis ${k}: ${first[k]} then ${last[k]}`);
    }
  }
});

Deno.test("implicit() stays stable where explicit damping explodes", () => {
  const m = compile(
    `<mujoco><option timestep=".01"/><worldbody><body><joint name="j" type="slide"/><geom size=".02"/></body></worldbody>
    <actuator><velocity joint="j" kv="100"/></actuator></mujoco>`,
  );
  const run = (integrator: number) => {
    m.opt.integrator = integrator;
    m.opt.gravity.fill(0);
    const d = new Data(m);
    d.qvel[0] = 1;
    for (let k = 0; k < 5; k++) step(m, d);
    return Math.abs(d.qvel[0]);
  };
  ok(run(Integrator.EULER) > 1e3);
  ok(run(Integrator.IMPLICIT) < 1e-3);
  ok(run(Integrator.IMPLICITFAST) < 1e-3);
});

Deno.test("integratePos() undoes differentiatePos()", () => {
  const m = compile(TREE(""));
  const a = stateAt(m, 5).qpos;
  const b = stateAt(m, 6).qpos;
  const v = new Float64Array(m.nv).fill(NaN);
  differentiatePos(m, v, 0.3, a, b);
  const moved = a.slice();
  integratePos(m, moved, v, 0.3);
  for (let i = 0; i < m.nq; i++) ok(Math.abs(moved[i] - b[i]) < 1e-13, `qpos[${i}]: ${moved[i]} against ${b[i]}`);
});

Deno.test("step() resets after an implicit step with singular inertia, which it counts", () => {
  const m = compile(
    `<mujoco>
  <option integrator="implicit" timestep="0.001953125"/>
  <worldbody><body><joint type="slide" damping="-512"/><geom size=".1" mass="1"/></body></worldbody>
</mujoco>`,
  );
  const d = new Data(m);
  d.qvel[0] = 1;
  step(m, d);
  ok(!Number.isFinite(d.qpos[0]), "1 − 512/512 kg do not resist");
  step(m, d);
  ok(d.warning.number[Warning.BADQPOS] === 1 && d.time === m.opt.timestep);
});
