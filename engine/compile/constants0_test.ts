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

Deno.test("setConst() changes nothing of a model that was just compiled", () => {
  const m = compile(`<mujoco>
    <worldbody>
      <geom type="plane" size="1 1 1"/><light name="l" mode="targetbody" target="b" pos="1 0 2"/>
      <body name="a" pos="0 0 1"><freejoint/><geom type="box" size="0.1 0.2 0.3" mass="2"/><site name="s"/>
        <camera mode="trackcom" pos="1 2 3"/>
        <body pos="0.5 0 0" name="b"><joint name="h" axis="0 1 0" range="-1 1"/><geom size="0.1" mass="1"/>
          <site name="t" pos="0.1 0 0.2"/></body>
      </body>
      <body pos="3 0 1"><joint name="x" type="slide" springref="0.1" stiffness="2"/><geom size="0.1" mass="4"/>
        <body><joint type="ball"/><geom size="0.2 0.1" type="capsule"/></body></body>
      <flexcomp name="f" type="direct" dim="2" point="0 0 0  .3 0 0  .1 .2 0  .4 .3 0" element="0 1 2 2 1 3" mass="2">
        <edge equality="vert"/></flexcomp>
      <flexcomp name="g" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" pos="0 0 2" mass="1">
        <edge equality="true" damping="0.1"/><pin id="1"/></flexcomp>
    </worldbody>
    <tendon><spatial name="rope"><site site="s"/><site site="t"/></spatial>
      <fixed name="fixed"><joint joint="h" coef="2"/><joint joint="x" coef="-1"/></fixed></tendon>
    <equality><weld body1="b"/><connect body1="a" body2="b" anchor="0 0 1"/><joint joint1="h" joint2="x"/></equality>
    <actuator><position joint="h" kp="10"/><motor tendon="rope"/><motor site="t" refsite="s" gear="0 0 1 0 1 0"/></actuator>
    <sensor><framepos objtype="site" objname="s"/></sensor>
  </mujoco>`);
  const isArray = (value: unknown): value is Float64Array => ArrayBuffer.isView(value) && !(value instanceof DataView);
  const before = Object.entries(m).flatMap(([name, value]) => isArray(value) ? [[name, value.slice()] as const] : []);
  assert.ok(before.length > 300, `${before.length}`);
  for (let again = 0; again < 2; again++) {
    setConst(m, new Data(m));
    for (const [name, values] of before) assert.deepEqual(m[name as "body_mass"], values, name);
  }
});
