/** What elements of documents can do besides being set, added, and found. */

import assert from "node:assert/strict";
import { Obj, type SpecOrientation } from "../../../mod.ts";
import { native, python, text } from "./native.ts";
import { same, written } from "./pair.ts";
import { comparison, type Foreign, mj, plumbline } from "./sides.ts";

const XML = `<mujoco>
  <asset><mesh name="tetra" vertex="0 0 0  0.1 0 0  0 0.1 0  0 0 0.1"/></asset>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <camera name="eye" resolution="3 4"/>
    <body name="arm" pos="0.1 0.2 1">
      <joint name="hinge" axis="0 1 0"/>
      <geom name="rod" size="0.1" pos="0 0 0.1"/>
      <frame name="wrist" pos="0 0 0.3" quat="0.9 0.1 0.2 0.3">
        <frame name="inner" pos="0.1 0 0"><site name="tip"/></frame>
        <geom name="ring" size="0.02"/>
        <body name="hand" pos="0.2 0 0" quat="0.8 0.2 0.4 0.1">
          <joint name="turn" axis="0 0 1"/>
          <geom name="palm" size="0.05" pos="0.1 0 0"/>
          <site name="spot" pos="0 0.1 0"/>
          <body name="finger" pos="0 0 0.2"><joint name="bend"/><geom name="nail" size="0.03"/></body>
        </body>
      </frame>
      <geom name="knob" size="0.01" pos="0 0.2 0"/>
    </body>
  </worldbody>
  <contact><exclude name="apart" body1="arm" body2="hand"/></contact>
  <actuator><motor name="drive" joint="turn"/></actuator>
  <sensor>
    <jointpos name="angle" joint="hinge"/><framequat name="pose" objtype="body" objname="hand"/>
    <rangefinder name="depth" camera="eye" data="dist normal"/><contact name="touch" num="3" data="force dist"/>
    <distance name="gap" geom1="floor" geom2="rod"/><fromto name="way" geom1="floor" geom2="rod"/><clock name="clock"/>
  </sensor>
</mujoco>`;

const name = (it: Foreign) => mj.mjs_getName(it.element ?? it);

/** Both documents. */
function open(xml = XML): { ours: InstanceType<typeof plumbline.Spec>; theirs: Foreign } {
  const theirs = mj.parseXMLString(xml);
  theirs.compiler.usethread = 0;
  return { ours: plumbline.Spec.parse(xml), theirs };
}

comparison("bodies have the children that MuJoCo finds", () => {
  const { ours, theirs } = open();
  for (const body of ["world", "arm", "hand"]) {
    const own = ours.body(body);
    const other = mj.mjs_findBody(theirs, body);
    for (const child of ["arm", "hand", "finger", "none"]) {
      const found = mj.mjs_findChild(other, child);
      assert.equal(own.findChild(child)?.name, found ? name(found) : undefined, `${body}: ${child}`);
    }
    for (const [kind, type] of [["geom", Obj.GEOM], ["site", Obj.SITE], ["joint", Obj.JOINT]] as const) {
      for (const recurse of [false, true]) {
        const list: string[] = [];
        let element = mj.mjs_firstChild(other, mj.mjtObj.values[type], Number(recurse));
        for (; element; element = mj.mjs_nextChild(other, element, Number(recurse))) list.push(name(element));
        assert.deepEqual(own.elements(kind, recurse).map((it) => it.name), list, `${body}: ${kind}, ${recurse}`);
      }
    }
  }
  theirs.delete();
}, ["mjs_findChild", "mjs_firstChild", "mjs_nextChild"]);

comparison("elements have the numbers that MuJoCo's have once they are compiled", () => {
  const { ours, theirs } = open();
  mj.mj_compile(theirs).delete();
  for (const [kind, type] of [["geom", Obj.GEOM], ["body", Obj.BODY], ["sensor", Obj.SENSOR]] as const) {
    for (const element of ours.elements(kind)) {
      const other = mj.mjs_findElement(theirs, mj.mjtObj.values[type], element.name);
      assert.equal(element.id, mj.mjs_getId(other), `${kind} ${element.name}`);
    }
  }
  theirs.delete();
}, ["mjs_getId"]);

comparison("sensors read as many numbers as MuJoCo says", () => {
  const { ours, theirs } = open();
  mj.mj_compile(theirs).delete();
  const sensors = ours.elements("sensor");
  assert.equal(sensors.length, 7);
  for (const { name } of sensors) {
    const other = mj.mjs_asSensor(mj.mjs_findElement(theirs, mj.mjtObj.mjOBJ_SENSOR, name));
    assert.equal(ours.sensor(name).sensorDim(), mj.mjs_sensorDim(other), name);
  }
  theirs.delete();
}, ["mjs_sensorDim"]);

comparison("a frame that is deleted leaves everything in its place", () => {
  const { ours, theirs } = open();
  ours.frame("wrist").delete();
  assert.equal(mj.mjs_delete(theirs, mj.mjs_findFrame(theirs, "wrist").element), 0);
  assert.deepEqual(ours.elements("frame").map((it) => it.name), ["inner"]);
  assert.equal(ours.geom("ring").frame, undefined);
  const [model, other] = [ours.compile(), mj.mj_compile(theirs)];
  for (const field of ["geom_pos", "site_pos", "body_pos", "body_quat", "geom_quat"] as const) {
    same(model[field], other[field], field);
  }
  same(plumbline.compile(ours.toMjcf()).geom_pos, model.geom_pos, "written");
  for (const it of [other, theirs]) it.delete();
}, ["mjs_delete"]);

comparison("SpecBody.toFrame() makes what mjs_bodyToFrame of native MuJoCo makes", async () => {
  const xml = XML.replace(/<exclude.*?\/>/, "").replace(/<framequat.*?\/>/, "");
  const fields = [
    ...["nbody", "ngeom", "njnt", "nu", "nexclude"],
    ...["body_pos", "body_quat", "geom_pos", "geom_quat", "geom_bodyid", "site_pos", "site_bodyid", "jnt_pos"],
    ...["jnt_axis", "jnt_bodyid", "body_mass", "body_inertia", "body_ipos"],
  ];
  const expected = await python(
    ["mjs_bodyToFrame"],
    `
import json, mujoco
s = mujoco.MjSpec.from_string(${JSON.stringify(xml)})
s.body("hand").to_frame()
m = s.compile()
names = [mujoco.mj_id2name(m, mujoco.mjtObj.mjOBJ_GEOM, i) for i in range(m.ngeom)]
print(json.dumps([names] + [v.ravel().tolist() if hasattr(v, "ravel") else v for v in [getattr(m, f) for f in ${
      JSON.stringify(fields)
    }]]))`,
  ) as (number | number[])[];
  const spec = plumbline.Spec.parse(xml);
  spec.body("hand").toFrame();
  const model = spec.compile();
  const names = Array.from({ length: model.ngeom }, (_, i) => plumbline.id2name(model, Obj.GEOM, i));
  assert.deepEqual(names, expected[0]);
  for (const [i, field] of fields.entries()) {
    const value = (model as unknown as Record<string, number | Float64Array>)[field];
    const theirs = expected[i + 1];
    if (typeof value === "number") {
      assert.equal(value, theirs, field);
      continue;
    }
    assert.equal(value.length, (theirs as number[]).length, field);
    value.forEach((x, k) => assert.ok(Math.abs(x - (theirs as number[])[k]) <= 1e-14, `${field}[${k}]: ${x}`));
  }
  assert.equal(plumbline.compile(spec.toMjcf()).nbody, model.nbody);
  const referred = plumbline.Spec.parse(XML);
  referred.body("hand").toFrame();
  assert.throws(() => referred.compile(), /hand/);
}, ["mjs_bodyToFrame"]);

comparison("values of the user's are kept with elements, as in native MuJoCo", async () => {
  const functions = await native();
  const { mjs_setUserValue, mjs_setUserValueWithCleanup, mjs_getUserValue, mjs_deleteUserValue } = functions;
  const theirs = functions.mj_parseXMLString(text(XML), null, new Uint8Array(1), 0);
  const element = functions.mjs_findElement(theirs, Obj.GEOM, text("rod"));
  const geom = plumbline.Spec.parse(XML).geom("rod");
  const address = (value: number) => Deno.UnsafePointer.create(BigInt(value));
  const number = (value: unknown) =>
    value === null || value === undefined ? undefined : Number(Deno.UnsafePointer.value(value as Deno.PointerObject));
  const check = (key: string) =>
    assert.equal(geom.getUserValue(key), number(mjs_getUserValue(element, text(key))), key);

  check("a");
  for (const [key, value] of [["a", 16], ["b", 32], ["a", 48]] as const) {
    geom.setUserValue(key, value);
    mjs_setUserValue(element, text(key), address(value));
    for (const it of ["a", "b"]) check(it);
  }
  geom.setUserValue("b", 64);
  mjs_setUserValueWithCleanup(element, text("b"), address(64), null);
  check("b");
  geom.deleteUserValue("a");
  mjs_deleteUserValue(element, text("a"));
  for (const it of ["a", "b"]) check(it);
}, ["mjs_setUserValue", "mjs_setUserValueWithCleanup", "mjs_getUserValue", "mjs_deleteUserValue"]);

comparison("the documents that a document attaches are found, and can be edited before", () => {
  const child = `<mujoco model="c"><worldbody><body name="b"><geom name="g" size="0.1"/></body></worldbody></mujoco>`;
  const xml =
    `<mujoco><asset><model name="part" file="/part.xml"/></asset><worldbody><frame name="f"/></worldbody></mujoco>`;
  mj.FS.writeFile("/part.xml", child);
  const theirs = mj.parseXMLString(xml);
  const ours = plumbline.Spec.parse(xml, { assets: { "/part.xml": child } });
  for (const name of ["part", "none"]) {
    assert.equal(ours.findSpec(name)?.modelname, mj.mjs_findSpec(theirs, name)?.modelname, name);
  }
  const [own, other] = [ours.findSpec("part"), mj.mjs_findSpec(theirs, "part")];
  assert.ok(own && own === ours.findSpec("part"));
  own.geom("g").size = [0.3];
  mj.mjs_asGeom(mj.mjs_findElement(other, mj.mjtObj.mjOBJ_GEOM, "g")).size[0] = 0.3;
  ours.frame("f").attach(own.body("b"), { prefix: "p_" });
  assert.ok(mj.mjs_attach(mj.mjs_findFrame(theirs, "f").element, mj.mjs_findBody(other, "b").element, "p_", ""));
  const [model, compiled] = [ours.compile(), mj.mj_compile(theirs)];
  same(model.geom_size, compiled.geom_size, "size");
  assert.equal(plumbline.id2name(model, Obj.GEOM, 0), "p_g");
  for (const it of [compiled, theirs]) it.delete();
}, ["mjs_findSpec"]);

comparison("resolveOrientation() gives what mjs_resolveOrientation gives", () => {
  const cases: [SpecOrientation, number][] = [
    [{ axisangle: [0.1, 0.4, -0.3, 50] }, 1],
    [{ xyaxes: [0.1, 0.4, -0.3, 0.5, 0.2, 0.9] }, 2],
    [{ zaxis: [0.1, 0.4, -0.3] }, 3],
    [{ euler: [10, -40, 70] }, 4],
  ];
  const spec = mj.parseXMLString("<mujoco/>");
  for (const [orientation, type] of cases) {
    for (const sequence of ["xyz", "ZYX", "zXy"]) {
      for (const degree of [0, 1] as const) {
        const theirs = mj.mjs_addBody(mj.mjs_findBody(spec, "world"), mj.mjs_getSpecDefault(spec)).alt;
        theirs.type = mj.mjtOrientation.values[type];
        const [[name, values]] = Object.entries(orientation);
        theirs[name].set(values);
        const quat = Float64Array.of(7, 7, 7, 7, 7);
        plumbline.resolveOrientation(quat, 1, degree, sequence, orientation);
        const expected = written(4, (q) => mj.mjs_resolveOrientation(q, degree, sequence, theirs), [1, 0, 0, 0]);
        same(quat, [7, ...expected], `${name}, ${sequence}, ${degree}`);
      }
    }
  }
  spec.delete();
  assert.throws(
    () => plumbline.resolveOrientation(new Float64Array(4), 0, 1, "xyz", { zaxis: [1] }),
    /^RangeError: resolveOrientation: zaxis needs 3 numbers, got 1/,
  );
});
