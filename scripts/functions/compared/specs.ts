/** Documents that are edited on both sides: what they hold, and what they compile to. */

import assert from "node:assert/strict";
import type { SpecBody } from "../../../mod.ts";
import { type KindName, KINDS } from "../../../engine/spec/kinds.ts";
import { compareModels } from "../../fuzz/fuzz_edits.ts";
import { comparison, type Foreign, mj, plumbline } from "./sides.ts";

type Spec = InstanceType<typeof plumbline.Spec>;

const XML = `<mujoco model="base">
  <default><geom density="800"/><default class="light"><geom density="200"/></default></default>
  <asset>
    <mesh name="tetra" vertex="0 0 0  0.1 0 0  0 0.1 0  0 0 0.1"/>
    <hfield name="hill" nrow="2" ncol="3" size="1 1 0.5 0.1" elevation="0 1 2 3 4 5"/>
    <texture name="check" type="2d" builtin="checker" width="8" height="8"/>
    <material name="red" rgba="1 0 0 1"/>
    <skin name="hide" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2">
      <bone body="arm" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 0.5 0.2"/>
    </skin>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 0.1"/>
    <site name="base" pos="0 0 1.5"/>
    <frame name="root" pos="0.1 0.2 0.3" euler="10 20 30"/>
    <body name="arm" pos="0 0 1">
      <joint name="hinge" axis="0 1 0"/>
      <geom name="rod" type="cylinder" size="0.02 0.2"/>
      <geom name="knob" size="0.01"/>
      <site name="tip" pos="0.1 0 0.2"/>
      <camera name="eye"/>
      <light name="lamp"/>
      <frame name="wrist" pos="0 0 0.2"/>
      <body name="hand" pos="0.2 0 0"><joint name="turn" axis="0 0 1"/><geom name="palm" size="0.05"/></body>
    </body>
  </worldbody>
  <deformable><flex name="rope" dim="1" body="arm hand" element="0 1"/></deformable>
  <contact><pair name="touch" geom1="floor" geom2="palm"/><exclude name="apart" body1="arm" body2="hand"/></contact>
  <equality><joint name="tie" joint1="hinge" joint2="turn"/></equality>
  <tendon>
    <spatial name="cord"><site site="base"/><site site="tip"/><pulley divisor="2"/><site site="base"/><geom geom="rod" sidesite="tip"/><site site="tip"/></spatial>
    <fixed name="sum"><joint joint="hinge" coef="0.7"/><joint joint="turn" coef="-0.4"/></fixed>
  </tendon>
  <actuator><motor name="drive" joint="hinge"/></actuator>
  <sensor><jointpos name="angle" joint="hinge"/></sensor>
  <custom><numeric name="n" data="1 2"/><text name="t" data="words"/><tuple name="pair"><element objtype="body" objname="arm"/></tuple></custom>
  <keyframe><key name="home" qpos="0.1 0.2"/></keyframe>
</mujoco>`;

/** Both documents. */
interface Documents {
  readonly ours: Spec;
  readonly theirs: Foreign;
}

function open(xml = XML): Documents {
  const theirs = mj.parseXMLString(xml);
  theirs.compiler.usethread = 0;
  return { ours: plumbline.Spec.parse(xml), theirs };
}

/** Both documents compile to the same model. */
function sameModel({ ours, theirs }: Documents): void {
  const model = mj.mj_compile(theirs);
  assert.ok(model, mj.mjs_getError(theirs));
  try {
    assert.equal(compareModels(ours.compile(), model, mj), null);
  } finally {
    model.delete();
  }
}

/** The same edit of both, and the models that come of it. */
function edited(functions: string, edit: (documents: Documents) => void, xml?: string): void {
  comparison(`an edit with ${functions} has the model that MuJoCo's has`, () => {
    const documents = open(xml);
    try {
      edit(documents);
      sameModel(documents);
    } finally {
      documents.theirs.delete();
    }
  }, functions.split(" "));
}

/** Sets an enumeration of the bindings. */
function choose(object: Foreign, field: string, enumeration: string, value: number): void {
  object[field] = mj[enumeration].values[value];
}

const set = (list: Foreign, values: readonly number[]) => values.forEach((x, i) => list[i] = x);

function fill(list: Foreign, values: readonly (number | string)[]): void {
  list.resize(0, typeof values[0] === "string" ? "" : 0);
  for (const value of values) list.push_back(value);
}

const hand = ({ theirs }: Documents) => mj.mjs_findBody(theirs, "hand");
const main = ({ theirs }: Documents) => mj.mjs_getSpecDefault(theirs);
const named = (object: Foreign, name: string) => mj.mjs_setName(object.element, name);

// the tree of bodies
edited("mjs_addBody mjs_setName", (it) => {
  const body = it.ours.body("hand").addBody({ pos: [0.1, 0.2, 0.3] });
  body.name = "finger";
  body.addGeom({ size: [0.03] });
  const theirs = mj.mjs_addBody(hand(it), main(it));
  named(theirs, "finger");
  set(theirs.pos, [0.1, 0.2, 0.3]);
  mj.mjs_addGeom(theirs, main(it)).size[0] = 0.03;
  assert.equal(body.name, mj.mjs_getName(theirs.element));
});
edited("mjs_addGeom", (it) => {
  it.ours.body("hand").addGeom({ type: "box", size: [0.1, 0.2, 0.05], pos: [0, 0, 0.1] });
  const geom = mj.mjs_addGeom(hand(it), main(it));
  choose(geom, "type", "mjtGeom", 6);
  set(geom.size, [0.1, 0.2, 0.05]);
  set(geom.pos, [0, 0, 0.1]);
});
edited("mjs_addJoint", (it) => {
  it.ours.body("hand").addJoint({ name: "slide", type: "slide", axis: [1, 2, 0], damping: 0.3 });
  const joint = mj.mjs_addJoint(hand(it), main(it));
  named(joint, "slide");
  choose(joint, "type", "mjtJoint", 2);
  set(joint.axis, [1, 2, 0]);
  joint.damping = 0.3;
});
edited("mjs_addFreeJoint", (it) => {
  const body = it.ours.worldbody.addBody({ pos: [1, 1, 1] });
  body.addFreeJoint();
  body.addGeom({ size: [0.1] });
  const theirs = mj.mjs_addBody(mj.mjs_findBody(it.theirs, "world"), main(it));
  set(theirs.pos, [1, 1, 1]);
  mj.mjs_addFreeJoint(theirs);
  mj.mjs_addGeom(theirs, main(it)).size[0] = 0.1;
}, XML.replace(/<key .*?\/>/, ""));
edited("mjs_addSite", (it) => {
  it.ours.body("hand").addSite({ name: "s", pos: [0.3, 0, 0], size: [0.02] });
  const site = mj.mjs_addSite(hand(it), main(it));
  named(site, "s");
  set(site.pos, [0.3, 0, 0]);
  site.size[0] = 0.02;
});
edited("mjs_addCamera", (it) => {
  it.ours.body("hand").addCamera({ name: "c", pos: [0.3, 0, 0], fovy: 50 });
  const camera = mj.mjs_addCamera(hand(it), main(it));
  named(camera, "c");
  set(camera.pos, [0.3, 0, 0]);
  camera.fovy = 50;
});
edited("mjs_addLight", (it) => {
  it.ours.body("hand").addLight({ name: "l", pos: [0.3, 0, 0], cutoff: 30 });
  const light = mj.mjs_addLight(hand(it), main(it));
  named(light, "l");
  set(light.pos, [0.3, 0, 0]);
  light.cutoff = 30;
});
edited("mjs_addFrame mjs_setFrame", (it) => {
  const frame = it.ours.frame("wrist").addFrame({ name: "f", pos: [0.3, 0.1, 0] });
  it.ours.geom("rod").frame = frame;
  const theirs = mj.mjs_addFrame(mj.mjs_findBody(it.theirs, "arm"), mj.mjs_findFrame(it.theirs, "wrist"));
  named(theirs, "f");
  set(theirs.pos, [0.3, 0.1, 0]);
  mj.mjs_setFrame(mj.mjs_findElement(it.theirs, mj.mjtObj.mjOBJ_GEOM, "rod"), theirs);
});
edited("mjs_delete", (it) => {
  it.ours.camera("eye").delete();
  it.ours.actuator("drive").delete();
  mj.mjs_delete(it.theirs, mj.mjs_findElement(it.theirs, mj.mjtObj.mjOBJ_CAMERA, "eye"));
  mj.mjs_delete(it.theirs, mj.mjs_findElement(it.theirs, mj.mjtObj.mjOBJ_ACTUATOR, "drive"));
});
edited("mjs_attach", (it) => {
  const child = open(XML.replace(`model="base"`, `model="child"`).replace(/<keyframe>.*<\/keyframe>/, ""));
  it.ours.frame("root").attach(child.ours.body("hand"), { prefix: "l_", suffix: "_r" });
  mj.mjs_setDeepCopy(it.theirs, 1);
  const frame = mj.mjs_findFrame(it.theirs, "root").element;
  assert.ok(mj.mjs_attach(frame, hand(child).element, "l_", "_r"), mj.mjs_getError(it.theirs));
}, XML.replace(/<deformable>.*<\/deformable>/, "").replace(/<keyframe>.*<\/keyframe>/, ""));

// everything else
edited("mjs_addSensor", (it) => {
  it.ours.addSensor("jointvel", { name: "speed", joint: "turn", cutoff: 3 });
  const sensor = mj.mjs_addSensor(it.theirs);
  named(sensor, "speed");
  choose(sensor, "type", "mjtSensor", 10);
  choose(sensor, "objtype", "mjtObj", 3);
  sensor.objname = "turn";
  sensor.cutoff = 3;
});
edited("mjs_addPair", (it) => {
  it.ours.addPair({ geom1: "floor", geom2: "rod", margin: 0.02 });
  const pair = mj.mjs_addPair(it.theirs, main(it));
  [pair.geomname1, pair.geomname2, pair.margin] = ["floor", "rod", 0.02];
});
edited("mjs_addExclude", (it) => {
  it.ours.addExclude({ name: "e", body1: "world", body2: "hand" });
  const exclude = mj.mjs_addExclude(it.theirs);
  named(exclude, "e");
  [exclude.bodyname1, exclude.bodyname2] = ["world", "hand"];
});
edited("mjs_addEquality", (it) => {
  it.ours.addEquality("connect", { name: "c", body1: "arm", body2: "world", anchor: [0.1, 0.2, 0.3] });
  const equality = mj.mjs_addEquality(it.theirs, main(it));
  named(equality, "c");
  choose(equality, "type", "mjtEq", 0);
  choose(equality, "objtype", "mjtObj", 1);
  [equality.name1, equality.name2] = ["arm", "world"];
  set(equality.data, [0.1, 0.2, 0.3]);
});
edited("mjs_addTendon mjs_wrapSite mjs_wrapGeom mjs_wrapPulley", (it) => {
  const own = it.ours.addTendon("spatial", { name: "rope2", width: 0.02 }, [{ site: "base" }]);
  own.wrapGeom("palm", "tip");
  own.wrapSite("tip");
  own.wrapPulley(3);
  own.wrapSite("tip");
  own.wrapSite("base");
  const tendon = mj.mjs_addTendon(it.theirs, main(it));
  named(tendon, "rope2");
  tendon.width = 0.02;
  mj.mjs_wrapSite(tendon, "base");
  mj.mjs_wrapGeom(tendon, "palm", "tip");
  mj.mjs_wrapSite(tendon, "tip");
  mj.mjs_wrapPulley(tendon, 3);
  mj.mjs_wrapSite(tendon, "tip");
  mj.mjs_wrapSite(tendon, "base");
});
edited("mjs_addTendon mjs_wrapJoint", (it) => {
  it.ours.addTendon("fixed", { name: "mix" }, [{ joint: "hinge", coef: 2 }]).wrapJoint("turn", -0.3);
  const tendon = mj.mjs_addTendon(it.theirs, main(it));
  named(tendon, "mix");
  mj.mjs_wrapJoint(tendon, "hinge", 2);
  mj.mjs_wrapJoint(tendon, "turn", -0.3);
});
edited("mjs_addNumeric", (it) => {
  it.ours.addNumeric({ name: "m", size: 4, data: [3, 4] });
  const numeric = mj.mjs_addNumeric(it.theirs);
  named(numeric, "m");
  numeric.size = 4;
  fill(numeric.data, [3, 4]);
});
edited("mjs_addText", (it) => {
  it.ours.addText({ name: "u", data: "more words" });
  const text = mj.mjs_addText(it.theirs);
  named(text, "u");
  text.data = "more words";
});
edited("mjs_addTuple", (it) => {
  it.ours.addTuple({ name: "list" }, [{ objtype: "geom", objname: "rod", prm: 2 }, {
    objtype: "body",
    objname: "hand",
  }]);
  const tuple = mj.mjs_addTuple(it.theirs);
  named(tuple, "list");
  fill(tuple.objtype, [5, 1]);
  fill(tuple.objname, ["rod", "hand"]);
  fill(tuple.objprm, [2, 0]);
});
edited("mjs_addKey", (it) => {
  it.ours.addKey({ name: "away", time: 2, qpos: [0.3, 0.4] });
  const key = mj.mjs_addKey(it.theirs);
  named(key, "away");
  key.time = 2;
  fill(key.qpos, [0.3, 0.4]);
});
edited("mjs_addDefault mjs_findDefault", (it) => {
  it.ours.addDefault("heavy", "light").geom.density = 3000;
  it.ours.body("hand").addGeom({ class: "heavy", size: [0.1] });
  it.ours.body("hand").addGeom({ class: "light", size: [0.2] });
  const theirs = mj.mjs_addDefault(it.theirs, "heavy", mj.mjs_findDefault(it.theirs, "light"));
  theirs.geom.density = 3000;
  mj.mjs_addGeom(hand(it), theirs).size[0] = 0.1;
  mj.mjs_addGeom(hand(it), mj.mjs_findDefault(it.theirs, "light")).size[0] = 0.2;
});
edited("mjs_getSpecDefault", (it) => {
  it.ours.default("main").geom.density = 500;
  it.ours.body("hand").addGeom({ size: [0.1] });
  mj.mjs_getSpecDefault(it.theirs).geom.density = 500;
  mj.mjs_addGeom(hand(it), main(it)).size[0] = 0.1;
});
edited("mjs_addMesh", (it) => {
  const vertex = [0, 0, 0, 0.2, 0, 0, 0, 0.3, 0, 0, 0, 0.1];
  it.ours.addMesh({ name: "wedge", vertex });
  const mesh = mj.mjs_addMesh(it.theirs, main(it));
  named(mesh, "wedge");
  fill(mesh.uservert, vertex);
});
edited("mjs_makeMesh", (it) => {
  it.ours.addMesh({ name: "ball", vertex: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] }).makeMesh("sphere", [1]);
  const mesh = mj.mjs_addMesh(it.theirs, main(it));
  named(mesh, "ball");
  const params = mj.DoubleBuffer.FromArray([1]);
  assert.equal(mj.mjs_makeMesh(mesh, mj.mjtMeshBuiltin.values[1], params, 1), 0);
  params.delete();
});
edited("mjs_addHField", (it) => {
  const elevation = [0, 0.25, 0.5, 1];
  it.ours.addHField({ name: "slope", nrow: 2, ncol: 2, size: [1, 1, 0.5, 0.1], elevation });
  const hfield = mj.mjs_addHField(it.theirs);
  named(hfield, "slope");
  [hfield.nrow, hfield.ncol] = [2, 2];
  set(hfield.size, [1, 1, 0.5, 0.1]);
  // rows are given from the top down, and stored from the bottom up
  fill(hfield.userdata, [0.5, 1, 0, 0.25]);
});
edited("mjs_addTexture", (it) => {
  it.ours.addTexture({ name: "sky", type: "2d", builtin: "gradient", width: 4, height: 4, rgb1: [1, 0, 0] });
  const texture = mj.mjs_addTexture(it.theirs);
  named(texture, "sky");
  choose(texture, "type", "mjtTexture", 0);
  texture.builtin = 1;
  [texture.width, texture.height] = [4, 4];
  set(texture.rgb1, [1, 0, 0]);
});
edited("mjs_addMaterial", (it) => {
  it.ours.addMaterial({ name: "blue", rgba: [0, 0, 1, 1], shininess: 0.2 });
  const material = mj.mjs_addMaterial(it.theirs, main(it));
  named(material, "blue");
  set(material.rgba, [0, 0, 1, 1]);
  material.shininess = 0.2;
});
edited("mjs_addSkin", (it) => {
  it.ours.addSkin({ name: "coat", vertex: [0, 0, 0, 1, 0, 0, 0, 1, 0], face: [0, 1, 2] }, [
    { body: "hand", bindpos: [0, 0, 0], bindquat: [1, 0, 0, 0], vertid: [0, 1, 2], vertweight: [1, 0.5, 0.2] },
  ]);
  const skin = mj.mjs_addSkin(it.theirs);
  named(skin, "coat");
  fill(skin.vert, [0, 0, 0, 1, 0, 0, 0, 1, 0]);
  fill(skin.face, [0, 1, 2]);
  fill(skin.bodyname, ["hand"]);
  fill(skin.bindpos, [0, 0, 0]);
  fill(skin.bindquat, [1, 0, 0, 0]);
  const ids = new mj.mjIntVec();
  for (const id of [0, 1, 2]) ids.push_back(id);
  skin.vertid.push_back(ids);
  const weights = new mj.mjFloatVec();
  for (const weight of [1, 0.5, 0.2]) weights.push_back(weight);
  skin.vertweight.push_back(weights);
});
edited("mjs_addFlex", (it) => {
  it.ours.addFlex({ name: "wire", dim: 1, body: "hand arm", element: [0, 1], radius: 0.01 });
  const flex = mj.mjs_addFlex(it.theirs);
  named(flex, "wire");
  flex.dim = 1;
  flex.radius = 0.01;
  fill(flex.vertbody, ["hand", "arm"]);
  fill(flex.elem, [0, 1]);
});

// actuators
for (
  const [type, values, call] of [
    ["motor", {}, (a: Foreign) => mj.mjs_setToMotor(a)],
    ["velocity", { kv: 3 }, (a: Foreign) => mj.mjs_setToVelocity(a, 3)],
    ["damper", { kv: 3, ctrlrange: [0, 1] }, (a: Foreign) => mj.mjs_setToDamper(a, 3)],
    ["cylinder", { timeconst: 0.4, area: 2 }, (a: Foreign) => mj.mjs_setToCylinder(a, 0.4, 0, 2, -1)],
    ["adhesion", { gain: 2, ctrlrange: [0, 1] }, (a: Foreign) => mj.mjs_setToAdhesion(a, 2)],
  ] as const
) {
  edited(`mjs_addActuator mjs_setTo${type[0].toUpperCase()}${type.slice(1)}`, (it) => {
    const target = type === "adhesion" ? { body: "hand" } : { joint: "turn" };
    const { ctrlrange, ...rest } = { ctrlrange: [0, 0], ...values };
    const own = it.ours.addActuator("general", { name: "a", ...target, ctrlrange, gainprm: [7], biasprm: [7] });
    own[`setTo${type[0].toUpperCase()}${type.slice(1)}` as "setToMuscle"](rest as object);
    own.biasprm = [0];
    const actuator = mj.mjs_addActuator(it.theirs, main(it));
    named(actuator, "a");
    actuator.target = type === "adhesion" ? "hand" : "turn";
    choose(actuator, "trntype", "mjtTrn", type === "adhesion" ? 5 : 0);
    if ("ctrlrange" in values) set(actuator.ctrlrange, values.ctrlrange);
    actuator.biasprm[0] = 7;
    actuator.gainprm[0] = 7;
    call(actuator);
    actuator.biasprm[0] = 0;
  });
}

// what is there
comparison("elements are found, and know where they are, as in MuJoCo", () => {
  const { ours, theirs } = open();
  const name = (it: Foreign) => it ? mj.mjs_getName(it.element ?? it) : undefined;
  assert.equal(ours.body("hand").name, name(mj.mjs_findBody(theirs, "hand")));
  assert.equal(ours.find("geom", "rod")?.name, name(mj.mjs_findElement(theirs, mj.mjtObj.mjOBJ_GEOM, "rod")));
  assert.equal(ours.find("geom", "none")?.name, name(mj.mjs_findElement(theirs, mj.mjtObj.mjOBJ_GEOM, "none")));
  assert.equal(ours.frame("wrist").name, name(mj.mjs_findFrame(theirs, "wrist")));
  assert.equal(ours.body("hand").parent?.name, name(mj.mjs_getParent(mj.mjs_findBody(theirs, "hand").element)));
  const arm = mj.mjs_findBody(theirs, "arm");
  assert.equal(ours.body("arm").children.find((it) => it.name === "hand")?.name, name(mj.mjs_findChild(arm, "hand")));
  assert.equal(ours.geom("rod").spec.modelname, mj.mjs_getSpec(arm.element)?.modelname);

  const children = (body: SpecBody, kind: KindName) => body.children.filter((it) => it.kind === kind);
  for (const kind of ["body", "joint", "geom", "site", "camera", "light"] as const) {
    const names: string[] = [];
    const type = mj.mjtObj.values[KINDS[kind].type];
    for (let it = mj.mjs_firstChild(arm, type, 0); it; it = mj.mjs_nextChild(arm, it, 0)) names.push(name(it));
    assert.ok(names.length > 0);
    assert.deepEqual(children(ours.body("arm"), kind).map((it) => it.name), names, kind);
  }
  const geoms: string[] = [];
  for (
    let it = mj.mjs_firstElement(theirs, mj.mjtObj.mjOBJ_GEOM);
    it;
    it = mj.mjs_nextElement(theirs, it)
  ) geoms.push(name(it));
  assert.deepEqual(ours.elements("geom").map((it) => it.name), geoms);

  const rod = mj.mjs_findElement(theirs, mj.mjtObj.mjOBJ_GEOM, "rod");
  assert.equal(ours.geom("rod").frame, mj.mjs_getFrame(rod) ?? undefined);
  mj.mjs_setFrame(rod, mj.mjs_findFrame(theirs, "wrist"));
  ours.geom("rod").frame = ours.frame("wrist");
  assert.equal(ours.geom("rod").frame?.name, name(mj.mjs_getFrame(rod)));
}, [
  ...["mjs_findBody", "mjs_findElement", "mjs_findFrame", "mjs_getParent", "mjs_findChild", "mjs_getSpec"],
  ...["mjs_getName", "mjs_firstChild", "mjs_nextChild", "mjs_firstElement", "mjs_nextElement", "mjs_getFrame"],
]);

comparison("the path of a tendon is read as in MuJoCo", () => {
  const { ours, theirs } = open();
  const target = (wrap: Foreign) => mj.mjs_getName(mj.mjs_getWrapTarget(wrap));
  const tendon = (name: string) => mj.mjs_asTendon(mj.mjs_findElement(theirs, mj.mjtObj.mjOBJ_TENDON, name));
  for (const name of ["cord", "sum"]) {
    const path = Array.from({ length: mj.mjs_getWrapNum(tendon(name)) }, (_, i) => {
      const wrap = mj.mjs_getWrap(tendon(name), i);
      const type = mj.mjtWrap.values.indexOf?.(wrap.type) ?? wrap.type?.value;
      if (type === 2) return { divisor: mj.mjs_getWrapDivisor(wrap) };
      if (type === 1) return { joint: target(wrap), coef: mj.mjs_getWrapCoef(wrap) };
      if (type === 3) return { site: target(wrap) };
      return { geom: target(wrap), sidesite: mj.mjs_getName(mj.mjs_getWrapSideSite(wrap).element) };
    });
    assert.deepEqual(ours.tendon(name).path, path);
  }
}, [
  ...["mjs_getWrapNum", "mjs_getWrap", "mjs_getWrapTarget", "mjs_getWrapSideSite", "mjs_getWrapDivisor"],
  "mjs_getWrapCoef",
]);

/** Names of kinds in functions. */
const AS: Partial<Record<KindName, string>> = { hfield: "HField" };

/** The name of the function that gives an element as one of a kind. */
const as = (kind: KindName) => `as${AS[kind] ?? kind[0].toUpperCase() + kind.slice(1)}`;

comparison("elements are what MuJoCo says that they are", () => {
  const { ours, theirs } = open();
  ours.addPlugin("mujoco.pid", "own");
  named(mj.mjs_addPlugin(theirs), "own");
  for (const [kind, { type }] of Object.entries(KINDS) as [KindName, { type: number }][]) {
    const element = kind === "frame"
      ? mj.mjs_findFrame(theirs, "root").element
      : mj.mjs_firstElement(theirs, mj.mjtObj.values[type]);
    assert.ok(element, kind);
    const [own] = ours.elements(kind);
    const is = mj[`mjs_${as(kind)}`](element);
    assert.equal(own.kind, kind);
    assert.equal((own as Foreign)[as(kind)]()?.name, mj.mjs_getName(is.element), kind);
    // something else is not
    const other = kind === "geom" ? "joint" : "geom";
    const isNot = mj[`mjs_${as(other)}`](element);
    assert.equal(Boolean((own as Foreign)[as(other)]()), Boolean(isNot), `${kind}: ${other}`);
  }
}, (Object.keys(KINDS) as KindName[]).map((kind) => `mjs_${as(kind)}`));

/** The defaults of classes: numbers that MuJoCo gives, by kind. */
const DEFAULTS: Readonly<Record<string, readonly string[]>> = {
  joint: ["axis", "damping", "armature", "frictionloss", "margin"],
  geom: ["size", "friction", "density", "solimp", "rgba", "margin"],
  site: ["size", "rgba", "group"],
  camera: ["fovy", "ipd", "resolution"],
  light: ["attenuation", "cutoff", "exponent", "diffuse"],
  mesh: ["scale", "maxhullvert"],
  material: ["emission", "specular", "shininess", "rgba"],
  pair: ["friction", "margin", "gap", "condim", "solref"],
  equality: ["solref", "solimp"],
  tendon: ["width", "rgba", "stiffness", "damping", "margin"],
  actuator: ["gear", "ctrlrange", "gainprm", "biasprm"],
};

for (const [kind, fields] of Object.entries(DEFAULTS)) {
  const word = kind[0].toUpperCase() + kind.slice(1);
  comparison(`the defaults of a ${kind} are those of mjs_default${word}`, () => {
    const defaults = new plumbline.Spec().default("main")[kind as "geom"] as unknown as Record<string, number>;
    const theirs = mj.mjs_getSpecDefault(mj.parseXMLString("<mujoco/>"))[kind];
    const values = (it: Foreign): number[] => typeof it === "number" ? [it] : Array.from(it as ArrayLike<number>);
    // other values than the defaults come first
    for (const field of fields) {
      if (typeof theirs[field] === "number") theirs[field] = 7;
      else theirs[field].fill(7);
    }
    mj[`mjs_default${word}`](theirs);
    for (const field of fields) {
      const own = values(defaults[field]);
      assert.ok(own.length > 0, field);
      // MuJoCo has colors in single precision
      const expected = values(theirs[field]).slice(0, own.length);
      assert.deepEqual(Array.from(own, Math.fround), Array.from(expected, Math.fround), field);
    }
  }, [`mjs_default${word}`]);
}

comparison("a document from nothing compiles to the model of MuJoCo's empty document", () => {
  const theirs = mj.parseXMLString("<mujoco/>");
  const ours = new plumbline.Spec();
  sameModel({ ours, theirs });
  const body = ours.copy().worldbody.addBody({ name: "b" });
  assert.equal(ours.find("body", "b"), undefined);
  assert.equal(body.spec.find("body", "b")?.name, "b");
}, ["mj_compile"]);
