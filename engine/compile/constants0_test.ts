import assert from "node:assert/strict";
import { Data } from "../data.ts";
import { resetData } from "../reset.ts";
import type { Model } from "../types/model.ts";
import { compile } from "./compile.ts";
import { setConst } from "./constants0.ts";

function model(): Model {
  return compile(`<mujoco>
    <worldbody>
      <body pos="0 0 1"><freejoint/><geom type="box" size="0.1 0.2 0.3" mass="2"/><site name="s"/>
        <body pos="0.5 0 0"><joint name="h" axis="0 1 0" armature="0.1"/><geom size="0.1" mass="1"/><site name="t" pos="0.1 0 0.2"/></body>
      </body>
      <body pos="3 0 1"><joint name="x" type="slide"/><geom size="0.1" mass="4"/></body>
    </worldbody>
    <tendon><spatial name="rope"><site site="s"/><site site="t"/></spatial></tendon>
    <actuator><position joint="h" kp="10" dampratio="1"/><motor tendon="rope"/></actuator>
  </mujoco>`);
}

/** Fields that `setConst` derives, without those that it only completes. */
const DERIVED = [
  "body_subtreemass",
  "body_invweight0",
  "dof_M0",
  "dof_invweight0",
  "dof_length",
  "tendon_length0",
  "tendon_invweight0",
  "actuator_acc0",
  "actuator_length0",
] as const;

Deno.test("setConst() derives the same from poisoned fields as the compiler", () => {
  const m = model();
  const want = DERIVED.map((name) => m[name].slice());
  const stat = { ...m.stat };
  for (const name of DERIVED) m[name].fill(NaN);
  const d = new Data(m);
  setConst(m, d);
  DERIVED.forEach((name, k) => assert.deepEqual(m[name], want[k], name));
  assert.deepEqual({ ...m.stat }, stat);
});

Deno.test("setConst() follows a change of mass", () => {
  const m = model();
  const d = new Data(m);
  m.body_mass[3] = 8;
  setConst(m, d);
  resetData(m, d);
  assert.equal(m.body_subtreemass[0], 11);
  assert.equal(m.dof_M0[7], 8);
  assert.equal(m.dof_invweight0[7], 1 / 8);
});

Deno.test("setConst() finds the inverse mass and inertia of a free body", () => {
  const m = compile(`<mujoco><worldbody>
    <body><freejoint/><inertial pos="0 0 0" mass="2" diaginertia="1 2 3"/></body>
  </worldbody></mujoco>`);
  assert.equal(m.body_invweight0[2], 0.5);
  assert.ok(Math.abs(m.body_invweight0[3] - (1 + 1 / 2 + 1 / 3) / 3) < 1e-15);
  assert.deepEqual([...m.dof_M0].slice(0, 3), [2, 2, 2]);
});

Deno.test("setConst() turns a damping ratio into damping once", () => {
  const m = model();
  const damping = m.actuator_biasprm[2];
  const inertia = m.dof_M0[6];
  assert.ok(Math.abs(damping + 2 * Math.sqrt(10 * inertia)) < 1e-12);
  setConst(m, new Data(m));
  assert.equal(m.actuator_biasprm[2], damping);
});
