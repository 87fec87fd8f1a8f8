import assert from "node:assert/strict";
import { randomFrom } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { step } from "../step.ts";
import { MjcfError, UnsupportedError } from "../types/errors.ts";
import { MODEL_FIELDS, type ModelField } from "../types/model_fields.ts";
import type { Model } from "../types/model.ts";
import type { SpecBody, SpecFrame } from "./body.ts";
import type { SpecGeom } from "./element.ts";
import { type KindName, KINDS } from "./kinds.ts";
import { Spec } from "./spec.ts";

function assertSame(a: Model, b: Model): void {
  for (const field of Object.keys(MODEL_FIELDS) as ModelField[]) assert.deepEqual(a[field], b[field], field);
}

const ARM = `
<mujoco model="arm">
  <default>
    <geom density="500"/>
    <default class="big"><geom size="0.3"/></default>
  </default>
  <worldbody>
    <frame name="mount" pos="0 0 1" euler="0 90 0">
      <body name="upper">
        <joint name="shoulder" axis="0 1 0" range="-90 90"/>
        <geom name="bone" type="capsule" size="0.05" fromto="0 0 0 0.4 0 0"/>
        <site name="tip" pos="0.4 0 0" zaxis="1 0 0"/>
        <body name="lower" pos="0.4 0 0">
          <joint name="elbow" axis="0 1 0"/>
          <geom name="ball" class="big"/>
        </body>
      </body>
    </frame>
  </worldbody>
  <tendon><fixed name="both"><joint joint="shoulder" coef="1"/><joint joint="elbow" coef="-1"/></fixed></tendon>
  <actuator><position name="servo" joint="elbow" kp="10"/><motor name="pull" tendon="both"/></actuator>
  <sensor><jointpos name="angle" joint="elbow"/></sensor>
  <keyframe><key name="bent" qpos="0.1 0.2" ctrl="1 2"/></keyframe>
</mujoco>`;

Deno.test("Spec.compile() gives the model of its document, again and again", () => {
  const spec = Spec.parse(ARM);
  assertSame(spec.compile(), compile(ARM));
  assertSame(spec.compile(), compile(ARM));
  assertSame(spec.copy().compile(), compile(ARM));
  assertSame(compile(spec.toMjcf()), compile(ARM));
});

Deno.test("a document from nothing is the one with the same elements", () => {
  const spec = new Spec();
  spec.modelname = "built";
  spec.option.gravity = [0, 0, -1];
  spec.option.integrator = "implicitfast";
  spec.flag.contact = false;
  spec.flag.energy = true;
  spec.compiler.angle = "radian";
  spec.size.nuserdata = 3;
  spec.addDefault("soft").set("geom", { solref: [0.1, 1] });
  spec.addTexture({ name: "checks", type: "2d", builtin: "checker", width: 8, height: 8, rgb1: [1, 0, 0] });
  spec.addMaterial({ name: "paint", texture: "checks", shininess: 0.2 });
  spec.addMesh({ name: "tetra", vertex: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] });
  const body = spec.worldbody.addBody({ name: "b", pos: [1, 2, 3], euler: [0.1, 0, 0] });
  body.addJoint({ name: "j", type: "slide", axis: [1, 0, 0], range: [-1, 1], limited: true });
  const frame = body.addFrame({ name: "f", pos: [0, 0, 1] });
  frame.addGeom({ name: "g", class: "soft", type: "mesh", mesh: "tetra", material: "paint" });
  frame.addSite({ name: "s", size: [0.01] });
  body.addCamera({ name: "eye", mode: "track", output: ["rgb", "depth"] });
  body.addLight({ name: "lamp", castshadow: false });
  const other = spec.worldbody.addBody({ name: "c", pos: [0, 0, 5] });
  other.addFreeJoint({ name: "free" });
  other.setInertial({ mass: 2, pos: [0, 0, 0.1], diaginertia: [1, 1, 1] });
  other.addSite({ name: "t" });
  spec.addExclude({ name: "apart", body1: "b", body2: "c" });
  spec.addEquality("weld", { name: "w", body1: "b", body2: "c", torquescale: 2 });
  spec.addTendon("spatial", { name: "rope", width: 0.1 }, [
    { site: "s" },
    { site: "t" },
    { divisor: 2 },
    { site: "t" },
    { site: "s" },
  ]);
  spec.addActuator("position", { name: "servo", joint: "j", kp: 3, ctrlrange: [-1, 1] });
  spec.addSensor("framepos", { name: "where", objtype: "site", objname: "s" });
  spec.addSensor("contact", { name: "hits", geom1: "g", data: ["found", "force"], num: 2 });
  spec.addNumeric({ name: "numbers", data: [1, 2] });
  spec.addText({ name: "words", data: "some words" });
  spec.addTuple({ name: "pair" }, [{ objtype: "body", objname: "b", prm: 0.5 }]);
  spec.addKey({ name: "k", time: 2 });

  assertSame(
    spec.compile(),
    compile(`
<mujoco model="built">
  <compiler angle="radian"/>
  <option gravity="0 0 -1" integrator="implicitfast"><flag contact="disable" energy="enable"/></option>
  <size nuserdata="3"/>
  <default><default class="soft"><geom solref="0.1 1"/></default></default>
  <asset>
    <texture name="checks" type="2d" builtin="checker" width="8" height="8" rgb1="1 0 0"/>
    <material name="paint" texture="checks" shininess="0.2"/>
    <mesh name="tetra" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
  </asset>
  <worldbody>
    <body name="b" pos="1 2 3" euler="0.1 0 0">
      <joint name="j" type="slide" axis="1 0 0" range="-1 1" limited="true"/>
      <frame name="f" pos="0 0 1">
        <geom name="g" class="soft" type="mesh" mesh="tetra" material="paint"/>
        <site name="s" size="0.01"/>
      </frame>
      <camera name="eye" mode="track" output="rgb depth"/>
      <light name="lamp" castshadow="false"/>
    </body>
    <body name="c" pos="0 0 5">
      <freejoint name="free"/>
      <inertial mass="2" pos="0 0 0.1" diaginertia="1 1 1"/>
      <site name="t"/>
    </body>
  </worldbody>
  <contact><exclude name="apart" body1="b" body2="c"/></contact>
  <equality><weld name="w" body1="b" body2="c" torquescale="2"/></equality>
  <tendon>
    <spatial name="rope" width="0.1"><site site="s"/><site site="t"/><pulley divisor="2"/><site site="t"/><site site="s"/></spatial>
  </tendon>
  <actuator><position name="servo" joint="j" kp="3" ctrlrange="-1 1"/></actuator>
  <sensor>
    <framepos name="where" objtype="site" objname="s"/>
    <contact name="hits" geom1="g" data="found force" num="2"/>
  </sensor>
  <custom>
    <numeric name="numbers" data="1 2"/>
    <text name="words" data="some words"/>
    <tuple name="pair"><element objtype="body" objname="b" prm="0.5"/></tuple>
  </custom>
  <keyframe><key name="k" time="2"/></keyframe>
</mujoco>`),
  );
});

Deno.test("properties are read and set as in MJCF, and arrays are live", () => {
  const spec = Spec.parse(ARM);
  const ball = spec.geom("ball");
  assert.deepEqual([ball.type, ball.density, ball.size[0], ball.mass], ["sphere", 500, 0.3, undefined]);
  assert.equal(spec.joint("shoulder").limited, "auto");
  ball.size[0] = 0.5;
  ball.type = "box";
  ball.size = [0.1, 0.2, 0.3];
  ball.mass = 4;
  spec.site("tip").quat = [0, 1, 0, 0];
  spec.body("lower").mocap = false;
  spec.sensor("angle").cutoff = 2;
  spec.actuator("servo").gainprm[0] = 7;
  spec.actuator("pull").set({ joint: "shoulder" });
  spec.tendon("both").springlength = 0.25 as never;
  spec.default("main").geom.density = 100;
  const model = spec.compile();
  const expected = compile(
    ARM.replace(`class="big"/>`, `type="box" size="0.1 0.2 0.3" mass="4"/>`)
      .replace(`zaxis="1 0 0"`, `quat="0 1 0 0"`)
      .replace(`name="both"`, `name="both" springlength="0.25"`)
      .replace(`name="angle"`, `name="angle" cutoff="2"`)
      .replace(`tendon="both"`, `joint="shoulder"`),
  );
  expected.actuator_gainprm[0] = 7;
  for (const field of ["geom_size", "site_quat", "body_mass", "tendon_lengthspring", "sensor_cutoff"] as const) {
    assert.deepEqual(model[field], expected[field], field);
  }
  assert.deepEqual(model.actuator_gainprm, expected.actuator_gainprm);
  assert.deepEqual(model.actuator_trnid, expected.actuator_trnid);
  assert.equal(spec.default("main").geom.density, 100);
  assert.equal((spec.worldbody.addGeom({ size: [1] }) as SpecGeom).density, 100);
});

Deno.test("arrays of replicas are live one by one", () => {
  const pattern =
    `<geom name="g" size="1" solref=".1 1"/><site name="s" size=".1"/><camera name="c"/><light name="l"/>`;
  const spec = Spec.parse(
    `<mujoco><worldbody><replicate count="2"><frame name="f"><body name="b"><joint name="j" range="0 90"/>${pattern}</body>` +
      `</frame></replicate></worldbody></mujoco>`,
  );
  const shown = (name: string) =>
    [
      ...[spec.body("b" + name), spec.frame("f" + name), spec.joint("j" + name)],
      ...[spec.geom("g" + name), spec.site("s" + name), spec.camera("c" + name), spec.light("l" + name)],
    ].flatMap((part) => {
      const values = part as unknown as Record<string, unknown>;
      return Object.keys(Object.getPrototypeOf(values)).map((key) => values[key]);
    }).filter((value) => value instanceof Float64Array);
  const first = shown("0");
  const second = shown("1");
  assert.ok(first.length > 30 && first.length === second.length, `${first.length} arrays`);
  for (const value of first) value.fill(-7);
  for (const value of second) assert.ok(!value.includes(-7));
});

Deno.test("every attribute with usual numbers can be set, read back, and written", () => {
  const random = randomFrom(71);
  const spec = Spec.parse(ARM);
  spec.worldbody.addCamera({ name: "c" });
  spec.worldbody.addLight({ name: "l" });
  spec.addMaterial({ name: "m" });
  spec.addPair({ name: "p", geom1: "bone", geom2: "ball" });
  spec.addEquality("joint", { name: "e", joint1: "elbow" });
  let count = 0;
  for (const [kind, { attributes }] of Object.entries(KINDS)) {
    const [element] = spec.elements(kind as KindName).filter(({ name }) => name !== "" && name !== "world");
    if (element === undefined) continue;
    for (const [name, { usual, type, min, max }] of Object.entries(attributes)) {
      if (usual === undefined || name === "cranklength") continue;
      const [ranges] = usual;
      const isList = max > 1;
      const length = ranges.length > 1 ? ranges.length : isList ? Math.max(min, 2) : 1;
      const whole = type === "int" || type === "number";
      const numbers = Array.from({ length }, (_, i) => {
        const [low, high] = ranges[ranges.length > 1 ? i : 0];
        const value = low + random() * (high - low);
        return whole ? Math.trunc(value) : type === "float" ? Math.fround(value) : value;
      });
      const properties = element as unknown as Record<string, number | number[]>;
      properties[name] = isList ? numbers : numbers[0];
      const got = properties[name];
      assert.deepEqual(isList ? [...got as number[]].slice(0, length) : [got], numbers, `${kind}.${name}`);
      count++;
    }
  }
  assert.ok(count > 60, `only ${count} attributes`);
  const again = Spec.parse(spec.toMjcf());
  assert.deepEqual(again.joint("shoulder").damping, spec.joint("shoulder").damping);
  assert.deepEqual([...again.light("l").dir], [...spec.light("l").dir]);
});

Deno.test("elements are found by name, listed, renamed, and deleted with what refers to them", () => {
  const spec = Spec.parse(ARM);
  assert.equal(spec.body("lower"), spec.body("lower"));
  assert.equal(spec.body("lower").parent, spec.body("upper"));
  assert.equal(spec.frame("mount").body, spec.worldbody);
  assert.deepEqual(spec.body("upper").children.map(({ kind, name }) => `${kind} ${name}`), [
    "body lower",
    "joint shoulder",
    "geom bone",
    "site tip",
  ]);
  assert.deepEqual(spec.elements("joint").map(({ name }) => name), ["shoulder", "elbow"]);
  assert.equal(spec.find("geom", "nothing"), undefined);
  spec.geom("ball").name = "hand";
  assert.equal(spec.find("geom", "ball"), undefined);

  const lower = spec.body("lower");
  lower.delete();
  assert.deepEqual(spec.elements("actuator").map(({ name }) => name), []);
  assert.deepEqual(spec.elements("sensor").length, 0);
  assert.deepEqual(spec.elements("tendon").length, 0);
  assert.equal(spec.find("geom", "hand"), undefined);
  assert.throws(() => lower.delete(), /body 'lower': it is not in this document anymore/);
  const model = spec.compile();
  assert.deepEqual([model.nq, model.nkey, model.key_qpos[0]], [1, 1, 0.1]);
});

Deno.test("paths, frames, and configurations are read and replaced", () => {
  const spec = Spec.parse(ARM);
  const both = spec.tendon("both");
  assert.deepEqual(both.path, [{ joint: "shoulder", coef: 1 }, { joint: "elbow", coef: -1 }]);
  both.path = [{ joint: "elbow", coef: 2 }];
  assert.deepEqual([...spec.compile().wrap_prm], [2]);
  both.path = [{ site: "tip" }, { geom: "ball", sidesite: "tip" }, { site: "tip" }, { divisor: 2 }];
  assert.deepEqual(both.path, [{ site: "tip" }, { geom: "ball", sidesite: "tip" }, { site: "tip" }, { divisor: 2 }]);
  assert.throws(() => both.path = [{ joint: "elbow", coef: 1 }, { site: "tip" }], /unknown element 'site'/);

  const bone = spec.geom("bone");
  assert.equal(bone.body, spec.body("upper"));
  assert.equal(bone.frame, undefined);
  const frame = spec.body("upper").addFrame({ name: "inner", pos: [0, 0, 1] });
  bone.frame = frame;
  assert.equal(bone.frame, frame);
  spec.body("lower").frame = frame;
  assert.throws(() => bone.frame = spec.frame("mount"), /geom 'bone': the frame 'mount' is not in the body/);
  spec.body("upper").frame = undefined;
  spec.tendon("both").delete();
  spec.actuator("pull").delete();
  spec.key("bent").delete();
  const model = spec.compile();
  assert.deepEqual([...model.body_pos], [0, 0, 0, 0, 0, 0, 0.4, 0, 1]);
  assert.deepEqual([...model.geom_pos.slice(0, 3)], [0.2, 0, 1]);

  spec.addPlugin("mujoco.pid", "slow", { kp: "4" });
  spec.addActuator("plugin", { joint: "elbow", instance: "slow" });
  spec.plugin("slow").config = { kp: "5", kd: "1" };
  assert.deepEqual(spec.plugin("slow").config, { kp: "5", kd: "1" });
  assert.deepEqual([...spec.compile().plugin_attr.slice(0, 5)], [53, 0, 0, 49, 0]);
});

Deno.test("classes are added, inherited, and deleted with those that start from them", () => {
  const spec = Spec.parse(ARM);
  spec.addDefault("huge", "big").set("geom", { mass: 9 }).set("position", { kp: 5 });
  assert.equal(spec.default("huge").parent, spec.default("big"));
  const geom = spec.worldbody.addGeom({ class: "huge" }) as SpecGeom;
  assert.deepEqual([geom.size[0], geom.mass], [0.3, 9]);
  spec.default("big").delete();
  assert.throws(() => spec.default("huge"), /there is no default class 'huge'/);
  assert.throws(() => spec.worldbody.addGeom({ class: "huge" }), /unknown default class 'huge'/);
  assert.throws(() => spec.default("main").delete(), RangeError);
});

Deno.test("attached parts come with prefix and suffix, and leave their document as it is", () => {
  const arm = Spec.parse(ARM);
  const before = arm.toMjcf();
  const robot = new Spec();
  const torso = robot.worldbody.addBody({ name: "torso" });
  torso.addGeom({ name: "trunk", size: [0.2] });
  const left = torso.addFrame({ pos: [0, 0.3, 0] }).attach(arm.body("upper"), { prefix: "l_", suffix: "_x" });
  assert.equal((left as SpecBody).name, "l_upper_x");
  const right = torso.addSite({ name: "socket", pos: [0, -0.3, 0], euler: [90, 0, 0] }).attach(arm.body("upper"), {
    prefix: "r_",
  });
  assert.equal((right as SpecBody).name, "r_upper");
  assert.equal((torso.attach(arm.frame("mount"), { prefix: "m_" }) as SpecFrame).name, "m_mount");
  assert.equal(arm.toMjcf(), before);
  const model = robot.compile();
  assert.deepEqual([model.nbody, model.nu, model.nsensor, model.nkey], [8, 6, 3, 3]);
  assertSame(compile(robot.toMjcf()), model);
  assert.throws(() => torso.attach(arm.body("upper") as never), /a body is attached to a frame or a site/);
  assert.throws(() => robot.worldbody.addFrame().attach(robot), /cannot be attached to itself/);
  assert.throws(
    () => torso.addFrame().attach(arm.body("upper"), { prefix: "r_" }),
    MjcfError,
  );
});

Deno.test("recompile() keeps the state of everything that is still there", () => {
  const spec = Spec.parse(ARM);
  const model = spec.compile();
  const data = new Data(model);
  data.ctrl.set([0.3, 0.4]);
  data.qvel.set([1, 2]);
  for (let k = 0; k < 5; k++) step(model, data);
  const [qpos, qvel, time] = [data.qpos.slice(), data.qvel.slice(), data.time];

  // a body before the others, and another actuator
  const first = spec.worldbody.addBody({ name: "new", pos: [5, 0, 0] });
  first.addFreeJoint();
  first.addGeom({ size: [0.1] });
  spec.actuator("servo").delete();
  spec.addActuator("motor", { name: "more", joint: "shoulder" });
  const [newModel, newData] = spec.recompile(model, data);
  assert.equal(newData.time, time);
  assert.deepEqual([newModel.nq, newModel.nu], [9, 2]);
  assert.deepEqual(newData.qpos, Float64Array.of(...qpos, 5, 0, 0, 1, 0, 0, 0));
  assert.deepEqual(newData.qvel, Float64Array.of(...qvel, 0, 0, 0, 0, 0, 0));
  assert.deepEqual([...newData.ctrl], [0.4, 0]);
  assert.throws(() => spec.recompile(compile(ARM), data), /not compiled from this spec/);
});

Deno.test("errors name the element, at the call, and change nothing", () => {
  const spec = Spec.parse(ARM);
  const before = spec.toMjcf();
  const { worldbody } = spec;
  assert.throws(
    () => worldbody.addGeom({ name: "x", type: "bal" as never }),
    /geom 'x': attribute 'type' cannot be 'bal'/,
  );
  assert.throws(
    () => worldbody.addGeom({ name: "x", sise: [1] } as never),
    /geom 'x': unknown attribute 'sise'; did you mean 'size'/,
  );
  assert.throws(
    () => worldbody.addGeom({ name: "x", size: [1, 2, 3, 4] }),
    /geom 'x': attribute 'size' needs at most 3 numbers/,
  );
  assert.throws(() => worldbody.addGeom({ name: "ball", size: [1] }), /geom 'ball': the name is repeated/);
  assert.throws(() => worldbody.addJoint({ name: "x" }), /the world has no joints/);
  assert.throws(() => spec.geom("bal"), /there is no geom 'bal'; did you mean 'ball'/);
  assert.throws(() => spec.geom("ball").set({ mass: "heavy" }), /geom 'ball': attribute 'mass' needs numbers/);
  assert.throws(() => spec.geom("ball").set({ density: 7, mass: "heavy" }), MjcfError);
  assert.throws(() => spec.geom("ball").set({ size: null as never }), /geom: attribute 'size' cannot be null/);
  assert.throws(() => spec.geom("ball").name = "bone", /the name is repeated/);
  assert.throws(
    () => spec.addSensor("jointposs", { joint: "elbow" }),
    /there is no 'jointposs'; did you mean 'jointpos'/,
  );
  assert.throws(() => spec.addSensor("jointpos", {}), /attribute 'joint' is required/);
  assert.throws(() => spec.addMesh({ name: "m", builtin: "sphere", params: [] }), MjcfError);
  assert.throws(() => worldbody.delete(), /the world cannot be deleted/);
  assert.throws(() => spec.addPlugin("mujoco.none"), UnsupportedError);
  assert.equal(spec.toMjcf(), before);
  spec.addActuator("motor", { name: "lost", joint: "nowhere" });
  assert.throws(() => spec.compile(), /actuator 'lost': unknown joint 'nowhere'$/);
});

Deno.test("plugins are enabled, and used by actuators", () => {
  const spec = Spec.parse(ARM);
  spec.addPlugin("mujoco.pid", "slow", { kp: "4", ki: "1" });
  spec.addActuator("plugin", { name: "p", joint: "shoulder", instance: "slow", actdim: 1 });
  spec.addActuator("plugin", { name: "q", joint: "shoulder", plugin: "mujoco.pid", config: { kp: "3" } });
  const model = spec.compile();
  assert.deepEqual([...model.actuator_plugin], [-1, -1, 0, 1]);
  spec.actuator("q").delete();
  assert.equal(spec.compile().nplugin, 1);
});

Deno.test("plugins are used by bodies, geoms, and meshes, which take them along when they are deleted", () => {
  const spec = new Spec();
  spec.addPlugin("mujoco.sdf.torus", "ring", { radius1: "0.3", radius2: "0.0045" });
  spec.addPlugin("mujoco.elasticity.cable");
  spec.addMesh({ name: "ring", plugin: { instance: "ring" } });
  const body = spec.worldbody.addBody({ plugin: { plugin: "mujoco.elasticity.cable", config: { bend: "1e5" } } });
  body.addJoint({ type: "ball" });
  body.addGeom({ type: "capsule", size: [0.01, 0.1] });
  const own = { plugin: "mujoco.sdf.torus", config: { radius1: "0.2", radius2: "0.1" } };
  const geom = spec.worldbody.addGeom({ type: "sdf", mesh: "ring", contype: 0, conaffinity: 0, plugin: own });
  const model = spec.compile();
  assert.deepEqual([model.nplugin, ...model.body_plugin, ...model.geom_plugin], [3, -1, 1, 2, -1]);
  assert.ok(model.mesh_vertnum[0] > 1000);
  geom.delete();
  assert.equal(spec.compile().nplugin, 2);
  const wrong = { plugin: "mujoco.pid" };
  spec.addPlugin("mujoco.pid");
  spec.worldbody.addGeom({ name: "g", size: [1], plugin: wrong });
  assert.throws(() => spec.compile(), /geom 'g': plugin 'mujoco.pid' does not support signed distance fields/);
});

Deno.test("generated bodies are found like others", () => {
  const spec = new Spec();
  const bodies = () => spec.elements("body").length;
  const [before, found] = [bodies(), spec.find("body", "cB_1")];
  assert.equal(found, undefined);
  spec.worldbody.addComposite(
    { type: "cable", prefix: "c", count: [4, 1, 1], size: [1, 0, 0], curve: ["s", "0", "0"] },
    { geom: { type: "capsule", size: [0.01] } },
  );
  assert.equal(bodies(), before + 3);
  spec.body("cB_1").gravcomp = 1;
  assert.equal(spec.find("flex", "cloth"), undefined);
  const mass = { mass: 1, type: "grid", count: [2, 2, 1], spacing: [0.1, 0.1, 0.1], dim: 2, radius: 0.01 };
  spec.worldbody.addFlexcomp({ name: "cloth", ...mass }, { edge: { equality: true } });
  const model = spec.compile();
  assert.deepEqual([model.ngravcomp, model.nflex, model.nflexvert], [1, 1, 4]);
  assert.equal(spec.flex("cloth").radius, 0.01);
});

Deno.test("flexes, height fields, skins, and meshes are those of a document", () => {
  const spec = new Spec();
  for (const [i, name] of ["a", "b", "c"].entries()) {
    const body = spec.worldbody.addBody({ name, pos: [i, i * i, 0] });
    body.addFreeJoint();
    body.addGeom({ size: [0.1] });
  }
  const flex = { name: "sheet", dim: 2, radius: 0.02, element: [0, 1, 2] };
  spec.addFlex({ ...flex, body: "a b c" }, { contact: { condim: 1 }, edge: { damping: 2 } });
  spec.addHField({ name: "hills", nrow: 2, ncol: 2, size: [1, 1, 1, 0.1], elevation: [0, 1, 2, 3] });
  spec.addSkin({ name: "skin", vertex: [0, 0, 0, 1, 0, 0, 0, 1, 0], face: [0, 1, 2] }, [
    { body: "a", bindpos: [0, 0, 0], bindquat: [1, 0, 0, 0], vertid: [0, 1, 2], vertweight: [1, 1, 1] },
  ]);
  spec.addMesh({ name: "ball", builtin: "sphere", params: [1] });
  spec.addPair({ name: "p", geom1: "g1", geom2: "g2" });
  spec.worldbody.addGeom({ name: "g1", type: "hfield", hfield: "hills" });
  spec.worldbody.addGeom({ name: "g2", type: "mesh", mesh: "ball" });
  spec.addKey({ name: "start" });
  spec.key("start").time = 1;
  const bodies = ["a", "b", "c"].map((name, i) =>
    `<body name="${name}" pos="${i} ${i * i} 0"><freejoint/><geom size="0.1"/></body>`
  );
  const expected = compile(`
<mujoco>
  <asset>
    <hfield name="hills" nrow="2" ncol="2" size="1 1 1 0.1" elevation="0 1 2 3"/>
    <mesh name="ball" builtin="sphere" params="1"/>
  </asset>
  <worldbody>
    ${bodies.join("\n")}
    <geom name="g1" type="hfield" hfield="hills"/>
    <geom name="g2" type="mesh" mesh="ball"/>
  </worldbody>
  <deformable>
    <flex name="sheet" dim="2" radius="0.02" element="0 1 2" body="a b c">
      <contact condim="1"/>
      <edge damping="2"/>
    </flex>
    <skin name="skin" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2">
      <bone body="a" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>
    </skin>
  </deformable>
  <contact><pair name="p" geom1="g1" geom2="g2"/></contact>
  <keyframe><key name="start" time="1"/></keyframe>
</mujoco>`);
  assertSame(spec.compile(), expected);
});
