import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { toMjcf } from "../compile/to_mjcf.ts";
import { saveModel } from "../file/save_model.ts";
import type { Model } from "../types/model.ts";

const CHILD = `<mujoco model="child">
  <default><default class="hinge"><joint damping="2" range="-30 60"/></default></default>
  <worldbody><body name="arm" euler="10 20 30"><joint name="j" class="hinge"/><geom size="0.1"/></body></worldbody>
  <keyframe><key name="bent" qpos="0.3"/></keyframe>
</mujoco>`;

const PARENT = `<mujoco>
  <compiler eulerseq="zyx"/>
  <default><geom rgba="1 0 0 1"/><tendon width="0.01"/></default>
  <asset>
    <model name="child" file="child.xml"/>
    <mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
    <hfield name="h" nrow="2" ncol="2" size="1 1 1 1" elevation="1 2 3 4"/>
  </asset>
  <worldbody>
    <geom type="hfield" hfield="h"/>
    <frame pos="1 2 3" euler="30 20 10">
      <attach model="child" body="arm" prefix="left_"/>
      <frame zaxis="1 1 0"><body name="b"><freejoint align="true"/><geom type="mesh" mesh="m"/></body></frame>
    </frame>
    <replicate count="3" offset="0 1 0"><body name="r"><joint name="k"/><geom size="0.2"/><site name="s"/></body></replicate>
    <composite prefix="c" type="cable" curve="s" count="4 1 1" size="1"><joint kind="main"/><geom size="0.01 0.02 0.03" type="box"/></composite>
  </worldbody>
  <tendon><fixed name="t"><joint joint="left_j" coef="2"/></fixed></tendon>
  <actuator><position joint="left_j" inheritrange="0.9" dampratio="1"/><muscle joint="k" lengthrange="0 1"/></actuator>
  <sensor><framepos objtype="site" objname="s" reftype="body" refname="b"/><contact geom1="" data="force normal"/></sensor>
</mujoco>`.replace(' geom1=""', "");

function values(model: Model): Record<string, unknown> {
  const { plans: _, ...rest } = { ...model };
  return rest;
}

Deno.test("toMjcf() writes a document that compiles to the same numbers", () => {
  const options = { assets: { "child.xml": CHILD } };
  const model = compile(PARENT, options);
  const text = toMjcf(model);
  assert.deepEqual(values(compile(text)), values(model));
});

Deno.test("toMjcf() keeps names of several lines", () => {
  const name = "one&#10;two&#13;three&#8232;four &amp; five";
  const text = toMjcf(compile(`<mujoco><worldbody><body name="${name}"/></worldbody></mujoco>`));
  assert.ok(text.includes(`<body name="${name}"/>`), text);
});

Deno.test("toMjcf() writes the same text again when its text is compiled", () => {
  const once = toMjcf(compile(PARENT, { assets: { "child.xml": CHILD } }));
  assert.equal(toMjcf(compile(once)), once);
});

Deno.test("toMjcf() writes numbers that are tiny so that they are read again, to the bit", () => {
  const words = ["0x1p-1074", "-0x1a2b3c4d5e6fp-1074", "2.2250738585072014e-308", "0x3p-149", "-1e-37", "0", "-0"];
  for (const word of words) {
    const model = compile(`<mujoco><option gravity="${word} 0 1"/></mujoco>`);
    assert.deepEqual(compile(toMjcf(model)).opt.gravity, model.opt.gravity, word);
  }
  const faint = compile(`<mujoco><worldbody><geom size="1" rgba="0x3p-149 0x7fffffp-149 1 1"/></worldbody></mujoco>`);
  assert.deepEqual(compile(toMjcf(faint)).geom_rgba, faint.geom_rgba);
});

Deno.test("toMjcf() refuses to leave out what MJCF cannot say of the world", () => {
  const urdf = (joint: string, link = "") =>
    `<robot name="r"><link name="a"/><link name="world">${link}</link>
      <joint name="j" type="fixed">${joint}<parent link="a"/><child link="world"/></joint></robot>`;
  const inertia = `<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>`;
  const fails = { name: "UnsupportedError", message: /a world with a pose or an inertia/ };

  assert.throws(() => toMjcf(compile(urdf(`<origin xyz="0 0 1"/>`))), fails);
  assert.throws(() => toMjcf(compile(urdf(`<origin rpy="0 1 0"/>`))), fails);
  assert.throws(() => toMjcf(compile(urdf("", inertia))), fails);
  assert.ok(saveModel(compile(urdf("", inertia))).length > 0);
  const model = compile(urdf(""));
  assert.deepEqual(values(compile(toMjcf(model))), values(model));
});
