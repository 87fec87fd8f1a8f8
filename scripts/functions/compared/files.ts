/** Documents, files, and copies, against native MuJoCo. */

import assert from "node:assert/strict";
import type { Data, Model } from "../../../mod.ts";
import { State } from "../../../mod.ts";
import { numbersIn, OURS, THEIR_MODEL } from "./copies.ts";
import { intsAt, member, native, numbersAt, python, text, textAt, written } from "./native.ts";
import { comparison, plumbline } from "./sides.ts";

// numbers of few digits, which survive being written
const XML = `<mujoco model="file">
  <option timestep="0.004"/>
  <asset><mesh name="tetra" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 2 1 0 1 3 0 3 2 1 2 3"/></asset>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 0.1"/>
    <body name="arm" pos="0 0 0.5">
      <joint name="hinge" axis="0 1 0" damping="0.1"/>
      <geom name="rod" type="box" size="0.02 0.03 0.2" pos="0.1 0 0"/>
      <site name="tip" pos="0.1 0 0.2"/>
      <body name="hand" pos="0.2 0 0"><joint name="turn" type="slide" axis="0 0 1"/><geom name="palm" size="0.05"/></body>
    </body>
  </worldbody>
  <deformable><flex name="rope" dim="1" body="arm hand" element="0 1"/></deformable>
  <actuator><motor name="drive" joint="hinge" gear="0.5"/></actuator>
  <sensor>
    <jointpos name="angle" joint="hinge" delay="0.01" nsample="4" interp="linear"/>
    <framepos name="place" objtype="site" objname="tip"/>
  </sensor>
  <custom><numeric name="n" data="1 2"/><text name="t" data="words"/></custom>
</mujoco>`;

const NO_ERROR = [new Uint8Array(1000), 1000] as const;

/** Both models have the same fields, up to the rounding of different builds. */
async function sameFields(model: Model, theirs: Deno.PointerValue): Promise<void> {
  assert.ok(theirs, "MuJoCo refuses the model");
  const { mj_printFormattedModel } = await native();
  const expected = numbersIn(await written((path) => mj_printFormattedModel(theirs, path, text("%.17g"))), THEIR_MODEL);
  const ours = numbersIn(plumbline.printModel(model), OURS);
  sameNumbers(ours, expected, 1e-12);
}

function sameNumbers(ours: Map<string, number[]>, theirs: Map<string, number[]>, tolerance: number): void {
  let count = 0;
  for (const [field, numbers] of theirs) {
    const own = ours.get(field);
    if (own === undefined || own.length !== numbers.length) continue;
    numbers.forEach((x, i) => {
      assert.ok(Math.abs(own[i] - x) <= tolerance * Math.max(1, Math.abs(x)), `${field}[${i}]: ${own[i]}, MuJoCo ${x}`);
    });
    count++;
  }
  assert.ok(count > 20, `${count} fields`);
}

/** Both are in the same state. */
async function sameState(m: Model, d: Data, fm: Deno.PointerValue, fd: Deno.PointerValue): Promise<void> {
  const { mj_getState } = await native();
  const size = plumbline.stateSize(m, State.INTEGRATION);
  const [ours, theirs] = [new Float64Array(size), new Float64Array(size)];
  plumbline.getState(m, d, ours, State.INTEGRATION);
  mj_getState(fm, fd, theirs, State.INTEGRATION);
  for (let i = 0; i < size; i++) assert.ok(Math.abs(ours[i] - theirs[i]) <= 1e-12, `state ${i}`);
}

async function steps(m: Model, d: Data, fm: Deno.PointerValue, fd: Deno.PointerValue): Promise<void> {
  const { mj_step } = await native();
  for (let k = 0; k < 3; k++) {
    plumbline.step(m, d);
    mj_step(fm, fd);
  }
  await sameState(m, d, fm, fd);
}

comparison("loadModel() makes of a file what mj_loadXML makes of it", async () => {
  const { mj_loadXML } = await native();
  const path = await Deno.makeTempFile({ suffix: ".xml" });
  await Deno.writeTextFile(path, XML);
  try {
    await sameFields(await plumbline.loadModel(path), mj_loadXML(text(path), null, ...NO_ERROR));
  } finally {
    await Deno.remove(path);
  }
});

comparison("Spec.parse() makes of a text or a file what mj_parse makes of it", async () => {
  const { mj_parseXML, mj_parseXMLString, mj_parse, mj_compile } = await native();
  const path = await Deno.makeTempFile({ suffix: ".xml" });
  await Deno.writeTextFile(path, XML);
  for (
    const parse of [
      () => mj_parseXMLString(text(XML), null, ...NO_ERROR),
      () => mj_parseXML(text(path), null, ...NO_ERROR),
      () => mj_parse(text(path), text("text/xml"), null, ...NO_ERROR),
    ]
  ) {
    await sameFields(plumbline.Spec.parse(XML).compile(), mj_compile(parse(), null));
  }
  await Deno.remove(path);
}, ["mj_parseXMLString", "mj_parseXML", "mj_parse", "mj_compile"]);

comparison("Spec.recompile() goes on in the state in which mj_recompile goes on", async () => {
  const { mj_parseXMLString, mj_compile, mj_makeData, mj_recompile, mjs_addText, mjs_setName, mjs_setString } =
    await native();
  const spec = plumbline.Spec.parse(XML);
  let model = spec.compile();
  let data: Data = new plumbline.Data(model);
  const theirSpec = mj_parseXMLString(text(XML), null, ...NO_ERROR);
  const fm = mj_compile(theirSpec, null);
  const fd = mj_makeData(fm);
  await steps(model, data, fm, fd);

  spec.addText({ name: "u", data: "more" });
  [model, data] = spec.recompile(model, data);
  const added = mjs_addText(theirSpec);
  mjs_setName(member(added, 0), text("u"));
  mjs_setString(member(added, 8), text("more"));
  assert.equal(mj_recompile(theirSpec, null, fm, fd), 0);
  await sameFields(model, fm);
  await steps(model, data, fm, fd);
}, ["mj_recompile"]);

comparison("MuJoCo's and our own text of a model are read as the same model", async () => {
  const { mj_parseXMLString, mj_compile, mj_saveXML, mj_saveXMLString, mj_loadXML, mj_saveLastXML } = await native();
  const spec = mj_parseXMLString(text(XML), null, ...NO_ERROR);
  mj_compile(spec, null);
  const path = await Deno.makeTempFile({ suffix: ".xml" });
  await Deno.writeTextFile(path, XML);
  const last = mj_loadXML(text(path), null, ...NO_ERROR);
  await Deno.remove(path);

  const bytes = new Uint8Array(20000);
  mj_saveXMLString(spec, bytes, bytes.length, ...NO_ERROR);
  const theirs = [
    new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0))),
    await written((file) => mj_saveXML(spec, file, ...NO_ERROR)),
    await written((file) => mj_saveLastXML(file, last, ...NO_ERROR)),
  ];
  const numbers = (xml: string) => numbersIn(plumbline.printModel(plumbline.compile(xml)), OURS);
  for (const ours of [plumbline.Spec.parse(XML).toMjcf(), plumbline.toMjcf(plumbline.compile(XML))]) {
    for (const xml of theirs) sameNumbers(numbers(ours), numbers(xml), 1e-6);
  }
}, ["mj_saveXML", "mj_saveXMLString"]);

comparison("copies of models and data go on as MuJoCo's do", async () => {
  const { mj_parseXMLString, mj_compile, mj_makeData, mj_copyModel, mj_copyData, mjv_copyData } = await native();
  const m = plumbline.compile(XML);
  const d = new plumbline.Data(m);
  const fm = mj_compile(mj_parseXMLString(text(XML), null, ...NO_ERROR), null);
  const fd = mj_makeData(fm);
  await steps(m, d, fm, fd);
  const model = plumbline.copyModel(null, m);
  const theirModel = mj_copyModel(null, fm);
  await sameFields(model, theirModel);
  await steps(model, plumbline.copyData(null, model, d), theirModel, mj_copyData(null, theirModel, fd));

  // into data that are elsewhere
  await steps(m, d, fm, fd);
  const other = new plumbline.Data(m);
  const theirOther = mj_makeData(fm);
  plumbline.copyData(other, m, d);
  mjv_copyData(theirOther, fm, fd);
  await sameState(m, other, fm, theirOther);
});

comparison("saved models go on as MuJoCo's do", async () => {
  const { mj_parseXMLString, mj_compile, mj_makeData, mj_saveModel, mj_loadModel, mj_loadModelBuffer } = await native();
  const fm = mj_compile(mj_parseXMLString(text(XML), null, ...NO_ERROR), null);
  const path = await Deno.makeTempFile({ suffix: ".mjb" });
  mj_saveModel(fm, text(path), null, 0);
  const bytes = await Deno.readFile(path);
  const loaded = [mj_loadModel(text(path), null), mj_loadModelBuffer(bytes, bytes.length)];
  await Deno.remove(path);
  for (const theirs of loaded) {
    const model = plumbline.loadModelBinary(plumbline.saveModel(plumbline.compile(XML)));
    await sameFields(model, theirs);
    await steps(model, new plumbline.Data(model), theirs, mj_makeData(theirs));
  }
});

comparison("a copy of a document is edited alone, and so is a new one", async () => {
  const { mj_makeSpec, mj_copySpec, mj_parseXMLString, mj_compile, mjs_addText, mjs_setName, mjs_setString } =
    await native();
  for (const isNew of [true, false]) {
    const ours = isNew ? new plumbline.Spec() : plumbline.Spec.parse(XML).copy();
    const theirs = isNew ? mj_makeSpec() : mj_copySpec(mj_parseXMLString(text(XML), null, ...NO_ERROR));
    ours.addText({ name: "u", data: "more" });
    const added = mjs_addText(theirs);
    mjs_setName(member(added, 0), text("u"));
    mjs_setString(member(added, 8), text("more"));
    await sameFields(ours.compile(), mj_compile(theirs, null));
  }
}, ["mj_copySpec", "mj_makeSpec"]);

comparison("attributes are set as MuJoCo sets them", async () => {
  const { mj_parseXMLString, mj_compile, mjs_setString, mjs_setStringVec, mjs_setInt, mjs_setFloat, mjs_setDouble } =
    await native();
  const library = await native();
  const ours = plumbline.Spec.parse(XML);
  ours.text("t").set({ data: "other words" });
  ours.numeric("n").set({ data: [3, 4] });
  ours.addTuple({ name: "list" }, [{ objtype: "body", objname: "hand" }, { objtype: "body", objname: "arm" }]);
  ours.mesh("tetra").set({ vertex: [0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 1] });
  ours.mesh("tetra").set({ face: [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2] });

  const theirs = mj_parseXMLString(text(XML), null, ...NO_ERROR);
  const find = (type: number, name: string) => library.mjs_findElement(theirs, type, text(name));
  mjs_setString(member(library.mjs_asText(find(plumbline.Obj.TEXT, "t")), 8), text("other words"));
  mjs_setDouble(member(library.mjs_asNumeric(find(plumbline.Obj.NUMERIC, "n")), 8), Float64Array.of(3, 4), 2);
  const tuple = library.mjs_addTuple(theirs);
  library.mjs_setName(member(tuple, 0), text("list"));
  mjs_setInt(member(tuple, 8), Int32Array.of(1, 1), 2);
  mjs_setStringVec(member(tuple, 16), text("hand arm"));
  mjs_setDouble(member(tuple, 24), new Float64Array(2), 2);
  const mesh = library.mjs_asMesh(find(plumbline.Obj.MESH, "tetra"));
  mjs_setFloat(member(mesh, 120), Float32Array.of(0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 1), 12);
  mjs_setInt(member(mesh, 144), Int32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2), 12);

  const model = ours.compile();
  const compiled = mj_compile(theirs, null);
  await sameFields(model, compiled);
  // what no table shows: the text and the faces
  const printed = await written((path) => library.mj_printFormattedModel(compiled, path, text("%.17g")));
  assert.match(printed, /other words|text_data/);
  const words = new TextDecoder().decode(Uint8Array.from(model.text_data)).replace(/\0$/, "");
  const saved = await written((path) => library.mj_saveXML(theirs, path, ...NO_ERROR));
  for (const part of [words, `objname="hand"`]) {
    assert.ok(saved.includes(part), part);
    assert.ok(ours.toMjcf().includes(part), part);
  }
}, ["mjs_setString", "mjs_setStringVec", "mjs_setInt", "mjs_setFloat", "mjs_setDouble"]);

comparison("readSensor() reads what mj_readSensor reads, now and then", async () => {
  const { mj_parseXMLString, mj_compile, mj_makeData, mj_readSensor } = await native();
  const m = plumbline.compile(XML);
  const d = new plumbline.Data(m);
  d.qvel.set([1, 0.3]);
  const fm = mj_compile(mj_parseXMLString(text(XML), null, ...NO_ERROR), null);
  const fd = mj_makeData(fm);
  const start = new Float64Array(plumbline.stateSize(m, State.INTEGRATION));
  plumbline.getState(m, d, start, State.INTEGRATION);
  (await native()).mj_setState(fm, fd, start, State.INTEGRATION);
  await steps(m, d, fm, fd);
  for (let id = 0; id < m.nsensor; id++) {
    const dim = m.sensor_dim[id];
    for (const interp of [-1, 0, 1]) {
      for (const before of [0, 0.003, 0.006]) {
        const [ours, theirs] = [new Float64Array(dim).fill(NaN), new Float64Array(dim).fill(NaN)];
        plumbline.readSensor(m, d, id, d.time - before, ours, 0, interp);
        const address = mj_readSensor(fm, fd, id, d.time - before, theirs, interp);
        if (address !== null) {
          const view = new Deno.UnsafePointerView(address);
          for (let k = 0; k < dim; k++) theirs[k] = view.getFloat64(8 * k);
        }
        for (let k = 0; k < dim; k++) assert.ok(Math.abs(ours[k] - theirs[k]) <= 1e-12, `sensor ${id}[${k}]`);
        assert.ok(!theirs.some(Number.isNaN));
      }
    }
  }
});

const PID = `<mujoco>
  <extension>
    <plugin plugin="mujoco.pid"><instance name="servo"><config key="kp" value="40"/><config key="kd" value="2.5"/></instance></plugin>
  </extension>
  <worldbody><body><joint name="j"/><geom size="0.1"/></body></worldbody>
  <actuator><plugin joint="j" plugin="mujoco.pid" instance="servo"/></actuator>
</mujoco>`;

comparison("pluginConfig() and Spec.addPlugin() know the plugins that MuJoCo knows", async () => {
  const { mj_parseXMLString, mj_compile, mj_getPluginConfig, mj_makeSpec, mjs_activatePlugin } = await native();
  const m = plumbline.compile(PID);
  const fm = mj_compile(mj_parseXMLString(text(PID), null, ...NO_ERROR), null);
  for (const name of ["kp", "kd", "ki", "nothing"]) {
    const expected = textAt(mj_getPluginConfig(fm, 0, text(name)));
    assert.equal(plumbline.pluginConfig(m, 0, name) ?? "", expected ?? "", name);
  }
  for (const name of ["mujoco.pid", "mujoco.none"]) {
    const spec = new plumbline.Spec();
    let isKnown = true;
    try {
      spec.addPlugin(name);
      isKnown = spec.toMjcf().includes(name);
    } catch {
      isKnown = false;
    }
    assert.equal(isKnown, mjs_activatePlugin(mj_makeSpec(), text(name)) === 0, name);
  }
}, ["mjs_activatePlugin"]);

comparison("instances of plugins are added and configured as in MuJoCo's package for Python", async () => {
  const names = ["mjs_addPlugin", "mjs_setPluginAttributes", "mjs_getPluginAttributes"];
  const expected = await python(
    names,
    `
import json, mujoco
spec = mujoco.MjSpec.from_string('<mujoco><extension><plugin plugin="mujoco.pid"/></extension></mujoco>')
own = spec.add_plugin(name="own", plugin_name="mujoco.pid", active=True)
own.config = {"kp": "5"}
print(json.dumps({"config": dict(own.config), "count": len(spec.plugins)}))`,
  );
  const spec = new plumbline.Spec();
  spec.addPlugin("mujoco.pid", "own", { kp: "4", kd: "1" });
  spec.plugin("own").config = { kp: "5" };
  assert.deepEqual({ config: { ...spec.plugin("own").config }, count: spec.elements("plugin").length }, expected);
}, ["mjs_addPlugin", "mjs_setPluginAttributes", "mjs_getPluginAttributes"]);

/** Places of the members of MuJoCo's `mjsActuator`, in bytes. */
const TRANSMISSION = 280;
const TARGET = 336;
const ACTRANGE = 448;

comparison("servos, integrators, and muscles have MuJoCo's parameters", async () => {
  const { mj_parseXMLString, mj_compile, mjs_addActuator, mjs_setString } = await native();
  const { mjs_setToPosition, mjs_setToIntVelocity, mjs_setToMuscle } = await native();
  const xml = `<mujoco><worldbody><body><joint name="j" range="-30 50"/><geom size="0.1"/></body></worldbody></mujoco>`;
  const spec = plumbline.Spec.parse(xml);
  const own = () => spec.addActuator("general", { joint: "j" });
  own().setToPosition({ kp: 7, kv: 0.5 });
  own().setToPosition({ kp: 7, dampratio: 0.8, timeconst: 0.1 });
  own().setToIntVelocity({ kp: 3, kv: 0.2, actrange: [-1, 1] });
  own().setToMuscle({
    ...{ timeconst: [0.02, 0.05], tausmooth: 0.1, range: [0.7, 1.1], force: 10, scale: 150 },
    ...{ lmin: 0.4, lmax: 1.7, vmax: 1.4, fpmax: 1.2, fvmax: 1.1 },
  });

  const theirs = mj_parseXMLString(text(xml), null, ...NO_ERROR);
  const add = () => {
    const actuator = mjs_addActuator(theirs, null);
    intsAt(actuator, TRANSMISSION, 1)[0] = 0;
    mjs_setString(member(actuator, TARGET), text("j"));
    return actuator;
  };
  const one = (x: number) => Float64Array.of(x);
  mjs_setToPosition(add(), 7, one(0.5), null, null, 0);
  mjs_setToPosition(add(), 7, null, one(0.8), one(0.1), 0);
  const velocity = add();
  numbersAt(velocity, ACTRANGE, 2).set([-1, 1]);
  mjs_setToIntVelocity(velocity, 3, one(0.2), null, null, 0);
  const muscle = [10, 150, 0.4, 1.7, 1.4, 1.2, 1.1];
  mjs_setToMuscle(add(), Float64Array.of(0.02, 0.05), 0.1, Float64Array.of(0.7, 1.1), ...muscle);
  await sameFields(spec.compile(), mj_compile(theirs, null));
}, ["mjs_setToPosition", "mjs_setToIntVelocity", "mjs_setToMuscle"]);

comparison("warning() counts a warning as mj_warning does", async () => {
  const expected = await python(
    ["mj_warning"],
    `
import ctypes, json, mujoco, os, pathlib
os.chdir("/tmp")
library = ctypes.CDLL(str(next(pathlib.Path(mujoco.__file__).parent.glob("libmujoco.*"))))
m = mujoco.MjModel.from_xml_string("<mujoco/>")
d = mujoco.MjData(m)
for info in [4, 2]:
  library.mj_warning(ctypes.c_void_p(d._address), 4, info)
print(json.dumps([[w.number, w.lastinfo] for w in d.warning]))`,
  ) as [number, number][];
  const data = new plumbline.Data(plumbline.compile("<mujoco/>"));
  for (const info of [4, 2]) plumbline.warning(data, 4, info);
  assert.deepEqual([...data.warning.number].map((number, i) => [number, data.warning.lastinfo[i]]), expected);
});
