import assert from "node:assert/strict";
import { compile, Data, DATA_FIELDS, Model, MODEL_FIELDS, step } from "../../mod.ts";
import { KINDS } from "./kinds.ts";
import { placesOf } from "./view.ts";

const XML = `<mujoco>
  <size nuser_jnt="2"/>
  <asset><material name="red" rgba="1 0 0 1"/></asset>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="target" mocap="true" pos="0 1 0"/>
    <body name="ball" pos="0 0 1"><freejoint name="free"/><geom name="ball" size="0.1"/></body>
    <body name="arm">
      <joint name="shoulder" type="ball"/><geom size="0.1"/>
      <body name="hand" pos="0 0 -1"><joint name="elbow" range="-90 0" user="3 4"/><geom size="0.1"/><site name="tip"/></body>
    </body>
  </worldbody>
  <tendon><fixed name="cord"><joint joint="elbow" coef="2"/></fixed></tendon>
  <equality><joint name="lock" joint1="elbow" active="false"/></equality>
  <actuator><motor name="motor" joint="elbow"/><general name="filter" joint="elbow" dyntype="filter"/></actuator>
  <sensor><gyro name="gyro" site="tip"/><framequat name="pose" objtype="site" objname="tip"/></sensor>
  <custom><numeric name="gains" data="1 2 3"/></custom>
  <keyframe><key name="home" qvel="1 2 3 4 5 6 7 8 9 10"/></keyframe>
</mujoco>`;

function open(): { m: Model; d: Data } {
  const m = compile(XML);
  return { m, d: new Data(m) };
}

Deno.test("objects of data are live views of its arrays", () => {
  const { m, d } = open();
  d.joint("elbow").qpos[0] = -0.3;
  d.joint("free").qvel.set([1, 2, 3, 4, 5, 6]);
  d.actuator("motor").ctrl = 0.7;
  d.body("ball").xfrc_applied[2] = 5;
  d.body("target").mocap_pos[1] = 8;
  d.equality("lock").active = 1;
  assert.deepEqual([...d.qpos.slice(-1), ...d.qvel.slice(0, 6)], [-0.3, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual([...d.ctrl, d.xfrc_applied[14], d.mocap_pos[1], d.eq_active[0]], [0.7, 0, 5, 8, 1]);

  step(m, d);
  assert.deepEqual([...d.body("hand").xpos], [...d.xpos.slice(12, 15)]);
  assert.deepEqual([...d.sensor("pose").data], [...d.sensordata.slice(3)]);
  assert.deepEqual([...d.site("tip").xmat], [...d.site_xmat]);
  assert.equal(d.tendon("cord").length, d.ten_length[0]);
  assert.deepEqual([...d.actuator("filter").act], [...d.act]);
  assert.equal(d.actuator("motor").act.length, 0);
  assert.equal(d.body("ball").mocap_pos.length, 0);
  assert.deepEqual(["free", "shoulder", "elbow"].map((name) => d.joint(name).qpos.length), [7, 4, 1]);
  assert.deepEqual(["free", "shoulder", "elbow"].map((name) => d.joint(name).qacc.length), [6, 3, 1]);
});

Deno.test("objects of models are live views of its arrays", () => {
  const { m } = open();
  assert.deepEqual([...m.joint("elbow").range], [...m.jnt_range.slice(4)]);
  assert.deepEqual([...m.joint("elbow").user], [3, 4]);
  assert.deepEqual([...m.joint("shoulder").damping], [0, 0, 0]);
  m.joint("shoulder").armature.fill(0.5);
  assert.deepEqual([...m.dof_armature.slice(6, 9)], [0.5, 0.5, 0.5]);
  m.body("ball").mass = 4;
  assert.equal(m.body_mass[2], 4);
  m.geom("floor").friction = Float64Array.of(0.5, 0.1, 0.1);
  assert.deepEqual([...m.geom_friction.slice(0, 3)], [0.5, 0.1, 0.1]);
  assert.deepEqual([...m.material("red").rgba], [1, 0, 0, 1]);
  assert.deepEqual([...m.numeric("gains").data], [1, 2, 3]);
  assert.deepEqual([...m.key("home").qvel], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.equal(m.actuator("filter").trntype, m.actuator_trntype[1]);
});

Deno.test("objects are found by number too, know their name, and stay the same", () => {
  const { m, d } = open();
  assert.equal(m.geom(0), m.geom("floor"));
  assert.deepEqual([m.geom(0).name, m.geom(0).id, m.geom(2).name], ["floor", 0, ""]);
  assert.equal(d.joint("elbow").qpos, d.joint(2).qpos);
  assert.notEqual(new Data(m).joint("elbow").qpos, d.joint("elbow").qpos);
});

Deno.test("names and numbers that do not exist are reported with what exists", () => {
  const { m, d } = open();
  assert.throws(() => d.joint("elbwo"), new RangeError("there is no joint 'elbwo'; did you mean 'elbow'?"));
  assert.throws(
    () => d.joint("tail"),
    new RangeError("there is no joint 'tail': names are 'free', 'shoulder', 'elbow'"),
  );
  assert.throws(() => m.mesh("a"), new RangeError("there is no mesh 'a': no mesh of the model has a name"));
  for (const number of [7, 4, -1, 0.5]) {
    assert.throws(() => m.geom(number), new RangeError(`there is no geom ${number}: the model has 4 of them`));
  }
  assert.throws(
    () => m.geom("floor").friction = new Float64Array(2),
    /^RangeError: friction of 'floor' has 3 elements, got 2/,
  );
  assert.throws(() => d.bind("joint", ["elbow"]).write("qpos", [1, 2]), /^RangeError: qpos of these objects has 1/);
  assert.throws(
    () => d.bind("joint", ["elbow"]).read("qpso" as "qpos"),
    /^RangeError: there is no field 'qpso': fields are/,
  );
});

Deno.test("at most eight names are listed", () => {
  const listOf = (count: number) => {
    const sites = Array.from({ length: count }, (_, i) => `<site name="at${i}"/>`).join("");
    const m = compile(`<mujoco><worldbody>${sites}</worldbody></mujoco>`);
    try {
      m.site("where");
    } catch (error) {
      return String(error);
    }
  };
  const eight = "'at0', 'at1', 'at2', 'at3', 'at4', 'at5', 'at6', 'at7'";
  assert.equal(listOf(8), `RangeError: there is no site 'where': names are ${eight}`);
  assert.equal(listOf(10), `RangeError: there is no site 'where': names are ${eight}, and 2 more`);
});

Deno.test("bound objects are read and written end to end", () => {
  const { m, d } = open();
  const joints = d.bind("joint", ["elbow", "shoulder"]);
  joints.write("qvel", [1, 2, 3, 4]);
  assert.deepEqual([...d.qvel.slice(6)], [2, 3, 4, 1]);
  const out = new Float64Array(5).fill(NaN);
  assert.equal(joints.read("qpos", out), out);
  assert.deepEqual([...out], [0, 1, 0, 0, 0]);
  m.bind("actuator", [0, 1]).write("ctrllimited", [1, 0]);
  assert.deepEqual([...m.actuator_ctrllimited], [1, 0]);
});

Deno.test("every field with a row for each object of a kind is a property of that kind", () => {
  for (const [side, table] of [["model", MODEL_FIELDS], ["data", DATA_FIELDS]] as const) {
    for (const [field, [, rows]] of Object.entries(table)) {
      for (const [name, kind] of Object.entries(KINDS)) {
        if (kind.size !== rows) continue;
        const fields = [...placesOf(side, kind).values()].map((place) => place.field);
        assert.ok(fields.includes(field), `${side} ${name}: ${field}`);
      }
    }
  }
});

Deno.test("objects can be asked for in data that come from a model only", () => {
  const d = new Data(new Model({ nq: 1, nv: 1 }));
  assert.throws(() => d.joint("a"), /^RangeError: there is no joint 'a'/);
});
