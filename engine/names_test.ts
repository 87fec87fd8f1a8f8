import assert from "node:assert/strict";
import { compile } from "./compile/compile.ts";
import { id2name, name2id } from "./names.ts";
import { Obj } from "./types/enums.ts";

const model = compile(`<mujoco>
  <asset><material name="stein"/><texture name="x" builtin="flat" type="2d" width="1" height="1"/></asset>
  <worldbody>
    <body name="größe"><joint name="x"/><joint/><geom name="x" size="0.1"/><site name="x"/><camera name="x"/><light name="x"/></body>
    <body/>
  </worldbody>
  <tendon><fixed name="x"><joint joint="x" coef="1"/></fixed></tendon>
  <actuator><motor name="x" joint="x"/></actuator>
  <sensor><jointpos name="x" joint="x"/></sensor>
  <keyframe><key name="x"/></keyframe>
</mujoco>`);

Deno.test("name2id() tells types apart", () => {
  const types = [
    Obj.JOINT,
    Obj.GEOM,
    Obj.SITE,
    Obj.CAMERA,
    Obj.LIGHT,
    Obj.TEXTURE,
    Obj.TENDON,
    Obj.ACTUATOR,
    Obj.SENSOR,
    Obj.KEY,
  ];
  for (const type of types) {
    assert.equal(name2id(model, type, "x"), 0, `type ${type}`);
    assert.equal(id2name(model, type, 0), "x", `type ${type}`);
    assert.equal(name2id(model, type, "y"), -1);
  }
  assert.equal(name2id(model, Obj.BODY, "x"), -1);
});

Deno.test("id2name() reads text beyond ASCII, and knows no name where there is none", () => {
  assert.equal(id2name(model, Obj.BODY, 1), "größe");
  assert.equal(name2id(model, Obj.XBODY, "größe"), 1);
  assert.equal(id2name(model, Obj.BODY, 0), "world");
  assert.equal(id2name(model, Obj.BODY, 2), null);
  assert.equal(id2name(model, Obj.JOINT, 1), null);
  assert.equal(id2name(model, Obj.JOINT, 2), null);
  assert.equal(id2name(model, Obj.JOINT, -1), null);
  assert.equal(id2name(model, Obj.UNKNOWN, 0), null);
  assert.equal(name2id(model, Obj.JOINT, ""), -1);
});
