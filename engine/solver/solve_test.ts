import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { forward } from "../forward.ts";
import { resetData } from "../reset.ts";
import { step } from "../step.ts";
import { mulM } from "../linear/inertia.ts";
import { Data } from "../data.ts";
import { Constraint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

const SCENE = (option: string) =>
  `<mujoco>
  <option tolerance="1e-14" iterations="1000" ${option}/>
  <worldbody>
    <geom type="plane" size="2 2 .1" condim="4"/>
    <body pos="0 0 .095"><freejoint/><geom size=".1" condim="6"/></body>
    <body pos=".16 0 .1"><freejoint/><geom type="capsule" size=".09 .1" condim="3"/></body>
    <body pos="1 0 .3"><joint axis="0 1 0" frictionloss=".3" limited="true" range="-20 -5"/><geom type="capsule" fromto="0 0 0 .2 0 -.27" size=".04"/>
      <body name="tip" pos=".2 0 -.2"><joint type="slide" axis="0 .5 1" damping="1"/><geom size=".05"/></body></body>
  </worldbody>
  <equality><connect body1="tip" anchor="0 0 .1" solref=".05 1"/></equality>
</mujoco>`;

function solved(option: string): { m: Model; d: Data } {
  const m = compile(SCENE(option));
  const d = new Data(m);
  resetData(m, d);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.4 * Math.sqrt(i + 1) - 1;
  for (let i = 0; i < 3; i++) step(m, d);
  forward(m, d);
  return { m, d };
}

const COMBINATIONS = ["Newton", "CG", "PGS"].flatMap((solver) =>
  ["pyramidal", "elliptic"].flatMap((cone) =>
    ["dense", "sparse"].map((jacobian) => `solver="${solver}" cone="${cone}" jacobian="${jacobian}"`)
  )
);

Deno.test("fwdConstraint() gives forces that explain the acceleration", () => {
  for (const option of COMBINATIONS) {
    const { m, d } = solved(option);
    assert.ok(d.nefc > 15, option);
    const Ma = new Float64Array(m.nv);
    mulM(m, d, Ma, 0, d.qacc, 0);
    for (let i = 0; i < m.nv; i++) {
      const rest = Ma[i] - d.qfrc_smooth[i] - d.qfrc_constraint[i];
      assert.ok(Math.abs(rest) < 1e-4, `${option}: dof ${i} is off by ${rest}`);
    }
  }
});

Deno.test("fwdConstraint() finds the same acceleration with both primal solvers and storages", () => {
  for (const cone of ["pyramidal", "elliptic"]) {
    const reference = compile(SCENE(`cone="${cone}"`));
    const start = new Data(reference);
    resetData(reference, start);
    for (let i = 0; i < reference.nv; i++) start.qvel[i] = 0.4 * Math.sqrt(i + 1) - 1;
    forward(reference, start);

    for (const option of COMBINATIONS.filter((text) => text.includes(cone) && !text.includes("PGS"))) {
      const m = compile(SCENE(option));
      const d = new Data(m);
      resetData(m, d);
      d.qvel.set(start.qvel);
      forward(m, d);
      for (let i = 0; i < m.nv; i++) {
        const bound = 1e-4 * (1 + Math.abs(start.qacc[i]));
        assert.ok(
          Math.abs(d.qacc[i] - start.qacc[i]) < bound,
          `${option}: qacc[${i}] ${d.qacc[i]}, not ${start.qacc[i]}`,
        );
      }
    }
  }
});

Deno.test("fwdConstraint() keeps forces where they are admissible", () => {
  for (const option of COMBINATIONS) {
    const { m, d } = solved(option);
    for (let i = 0; i < d.nefc; i++) {
      const force = d.efc_force[i];
      const text = `${option}: row ${i} has force ${force}`;
      switch (d.efc_type[i]) {
        case Constraint.FRICTION_DOF:
          assert.ok(Math.abs(force) <= m.dof_frictionloss[d.efc_id[i]] * (1 + 1e-12), text);
          break;
        case Constraint.LIMIT_JOINT:
        case Constraint.CONTACT_FRICTIONLESS:
        case Constraint.CONTACT_PYRAMIDAL:
          assert.ok(force >= 0, text);
          break;
        case Constraint.CONTACT_ELLIPTIC: {
          const id = d.efc_id[i];
          let tangential = 0;
          for (let k = 1; k < d.contact.dim[id]; k++) {
            tangential += (d.efc_force[i + k] / d.contact.friction[5 * id + k - 1]) ** 2;
          }
          assert.ok(force >= 0 && Math.sqrt(tangential) <= force * (1 + 1e-6) + 1e-9, text);
          i += d.contact.dim[id] - 1;
        }
      }
    }
  }
});

Deno.test("fwdConstraint() leaves the unconstrained acceleration alone when nothing constrains it", () => {
  const m = compile(`<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>`);
  const d = new Data(m);
  resetData(m, d);
  d.solver_niter.fill(7);
  forward(m, d);
  assert.deepEqual(d.qacc, d.qacc_smooth);
  assert.ok(d.solver_niter.every((n) => n === 0));
  assert.ok(d.qfrc_constraint.every((f) => f === 0));
});

Deno.test("fwdConstraint() with noslip removes the slip of a box that friction can hold", () => {
  const slope = (noslip: number) => {
    const m = compile(`<mujoco><option cone="elliptic" noslip_iterations="${noslip}"/>
      <worldbody><geom type="plane" size="2 2 .1" euler="0 20 0"/><body pos="0 0 .1" euler="0 20 0"><freejoint/><geom type="box" size=".1 .1 .0936"/></body></worldbody></mujoco>`);
    const d = new Data(m);
    resetData(m, d);
    for (let i = 0; i < 300; i++) step(m, d);
    const before = d.qpos[0];
    for (let i = 0; i < 300; i++) step(m, d);
    return Math.abs(d.qpos[0] - before);
  };
  const soft = slope(0);
  const hard = slope(10);
  assert.ok(hard < soft / 100, `${hard} with noslip, ${soft} without`);
});

for (const solver of ["Newton", "CG"]) {
  Deno.test(`fwdConstraint() stores the results of every island in its order, also of an only one, with ${solver}`, () => {
    const ball = (x: number) => `<body pos="${x} 0 .095"><freejoint/><geom size=".1" condim="3"/></body>`;
    for (const bodies of [ball(0), ball(0) + ball(0.19), ball(0) + ball(1)]) {
      const m = compile(`
        <mujoco>
          <option solver="${solver}"/>
          <worldbody><geom type="plane" size="2 2 .1"/>${bodies}</worldbody>
        </mujoco>`);
      const d = new Data(m);
      for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.3 * Math.sqrt(i + 1) - 0.5;
      for (const name of ["iacc", "ifrc_constraint", "iefc_force"] as const) d[name].fill(NaN);
      forward(m, d);
      assert.ok(d.nisland > 0 && d.nidof === m.nv);
      for (let i = 0; i < d.nidof; i++) {
        const dof = d.map_idof2dof[i];
        assert.equal(d.iacc[i], d.qacc[dof]);
        assert.equal(d.iacc_smooth[i], d.qacc_smooth[dof]);
        assert.equal(d.ifrc_smooth[i], d.qfrc_smooth[dof]);
        assert.equal(d.ifrc_constraint[i], d.qfrc_constraint[dof]);
      }
      for (let i = 0; i < d.nefc; i++) {
        const row = d.map_iefc2efc[i];
        assert.equal(d.iefc_force[i], d.efc_force[row]);
        assert.equal(d.iefc_aref[i], d.efc_aref[row]);
      }
    }
  });
}
