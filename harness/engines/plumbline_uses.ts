/** Uses of Plumbline that are no simulation of one model, each of which says something that is compared as text. */

import { tmpdir } from "node:os";
import * as plumbline from "../../mod.ts";
import { Data, KINDS, type Model, Spec, State } from "../../mod.ts";
import { saidByAlgebra } from "./plumbline_algebra.ts";
import { saidOfBounds } from "./plumbline_bounds.ts";
import { saidByCorners } from "./plumbline_corners.ts";
import { saidOfDamage, saidOfStructure } from "./plumbline_damage.ts";
import { USES_OF_DOCUMENTS } from "./plumbline_documents.ts";
import { saidInEdits } from "./plumbline_edits.ts";
import { saidByFunctions } from "./plumbline_functions.ts";
import { saidOfHulls } from "./plumbline_hulls.ts";
import { saidOfImages } from "./plumbline_images.ts";
import { saidByKernels } from "./plumbline_kernels.ts";
import { saidByNumbers } from "./plumbline_numbers.ts";
import { saidOfOdds } from "./plumbline_odds.ts";
import { saidOfOrders } from "./plumbline_orders.ts";
import { saidByReaders } from "./plumbline_readers.ts";
import { saidBySearches } from "./plumbline_searches.ts";
import { saidBySurfaces } from "./plumbline_surfaces.ts";
import { saidByThreads } from "./plumbline_threads.ts";
import { saidByPairs } from "./plumbline_pairs.ts";
import { saidInTurns } from "./plumbline_turns.ts";
import { saidOfDoubtfulDocuments } from "./plumbline_refusals.ts";
import { saidByViewers } from "./plumbline_views.ts";

/** What is said in each use, in lines; most uses have models of their own. */
export const USES: Readonly<Record<string, (model: Model) => string[] | Promise<string[]>>> = {
  damage: saidOfDamage,
  structure: saidOfStructure,
  names,
  views,
  misuse,
  made,
  edits: saidInEdits,
  ...USES_OF_DOCUMENTS,
  refusals: saidOfDoubtfulDocuments,
  images: saidOfImages,
  readers: saidByReaders,
  viewers: saidByViewers,
  profiles,
  odds: saidOfOdds,
  functions: saidByFunctions,
  algebra: saidByAlgebra,
  numbers: saidByNumbers,
  orders: saidOfOrders,
  searches: saidBySearches,
  corners: saidByCorners,
  bounds: saidOfBounds,
  hulls: saidOfHulls,
  surfaces: saidBySurfaces,
  pairs: saidByPairs,
  threads: saidByThreads,
  kernels: saidByKernels,
  turns: saidInTurns,
  rollouts,
  files,
};

/** A document that is made, changed, and attached to itself; its text. */
function made(): string[] {
  const spec = new Spec();
  spec.modelname = "made";
  spec.option.timestep = 0.001;
  spec.flag.gravity = false;
  spec.size.nuserdata = 2;
  spec.addDefault("light").set("geom", { density: 10 }).set("joint", { damping: 0.5 });
  spec.default("main").site.size = [0.02];
  spec.addTexture({ name: "t", type: "2d", builtin: "flat", width: 2, height: 2 });
  spec.addMaterial({ name: "m", texture: "t" });
  spec.addMesh({ name: "tet", vertex: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] });
  spec.addHField({ name: "h", nrow: 2, ncol: 2, size: [1, 1, 1, 1] });
  const frame = spec.worldbody.addFrame({ name: "f", pos: [0, 0, 1] });
  const arm = frame.addBody({ name: "arm", childclass: "light" });
  arm.addJoint({ name: "j", axis: [0, 1, 0] });
  arm.addGeom({ name: "g", type: "capsule", fromto: [0, 0, 0, 0.5, 0, 0], size: [0.02] });
  arm.setInertial({ mass: 2, pos: [0, 0, 0.1], diaginertia: [1, 1, 1] });
  const hand = arm.addBody({ name: "hand", pos: [0.5, 0, 0] });
  hand.addGeom({ name: "tip", type: "mesh", mesh: "tet", material: "m" });
  hand.addSite({ name: "s" });
  arm.addSite({ name: "r", pos: [0, 0, 0.2] });
  arm.addCamera({ name: "c" });
  arm.addLight({ name: "l" });
  spec.worldbody.addBody({ name: "free", pos: [3, 0, 0] }).addFreeJoint({ name: "fj" });
  spec.body("free").addGeom({ name: "ball", size: [0.1] });
  spec.addTendon("spatial", { name: "x" }, [{ site: "s" }, { site: "r" }]);
  spec.addTendon("fixed", { name: "y" }, [{ joint: "j", coef: 2 }]);
  spec.tendon("x").path = [{ site: "r" }, { geom: "ball", sidesite: "s" }, { site: "s" }];
  spec.addActuator("position", { name: "a", joint: "j", kp: 20 });
  spec.addSensor("jointpos", { name: "p", joint: "j" });
  spec.addEquality("joint", { name: "e", joint1: "j" });
  spec.addExclude({ name: "x", body1: "arm", body2: "hand" });
  spec.addPair({ name: "q", geom1: "g", geom2: "ball" });
  spec.addNumeric({ name: "n", data: [1, 2] });
  spec.addText({ name: "w", data: "hello" });
  spec.addTuple({ name: "u" }, [{ objtype: "geom", objname: "ball" }]);
  spec.addKey({ name: "k", time: 2 });
  const lines = [spec.toMjcf()];

  const other = spec.copy();
  const first = other.compile();
  const state = new Data(first);
  state.qpos[1] = 4;
  other.geom("g").set({ size: [0.03], rgba: [1, 0, 0, 1] });
  other.geom("tip").frame = other.body("hand").addFrame({ pos: [0, 0.1, 0] });
  other.body("free").name = "loose";
  other.sensor("p").delete();
  other.key("k").delete();
  const [model, data] = other.recompile(first, state);
  lines.push(other.toMjcf(), `${model.nq} ${data.qpos.join(" ")}`);
  const place = other.worldbody.addFrame({ name: "place", pos: [0, 2, 0] });
  place.attach(spec.body("arm"), { prefix: "left_", suffix: "_1" });
  lines.push(other.toMjcf(), other.body("left_hand_1").parent?.name ?? "", plumbline.printModel(other.compile()));
  for (const kind of ["body", "geom", "site", "tendon", "default"] as const) {
    lines.push(
      kind === "default"
        ? `${other.default("light").parent?.name}`
        : other.elements(kind).map(({ name }) => name).join(" "),
    );
  }
  lines.push(other.body("arm").children.map(({ kind, name }) => `${kind} ${name}`).join(" "));
  lines.push(other.worldbody.findChild("left_hand_1")?.name ?? "", `${other.find("geom", "none")?.name}`);
  lines.push(`${other.default("light") === other.default("light")} ${other.body("arm") === other.body("arm")}`);
  other.body("arm").delete();
  lines.push(other.toMjcf());
  return lines;
}

/** Numbers of several objects at once, and views of one. */
function names(model: Model): string[] {
  const data = new Data(model);
  plumbline.step(model, data);
  const joints = data.bind("joint", ["jb"]);
  const geoms = model.bind("geom", ["ga", "gc", 0]);
  const before = geoms.read("size");
  geoms.write("size", before.map((x, k) => 2 * x + k));
  const lines = [joints.ids, geoms.ids, joints.read("qpos"), before, model.geom_size, data.body("b").xpos]
    .map((it) => Array.from(it).join(" "));
  geoms.write("size", before);
  return [...lines, model.geom("ga").size.join(" "), `${geoms.read("size", new Float64Array(11).fill(7))}`];
}

/** The fields of every object, read and written by name. */
function views(model: Model): string[] {
  return [model, plumbline.compile(SEEN)].flatMap(viewsOf);
}

function viewsOf(model: Model): string[] {
  const data = new Data(model);
  plumbline.forward(model, data);
  const lines: string[] = [];
  for (const [kind, { size, type }] of Object.entries(KINDS)) {
    for (let id = 0; id < Math.min(5, model[size]); id++) {
      lines.push(`${kind} ${id} ${plumbline.id2name(model, type, id)}`);
      for (const owner of [model, data]) {
        const find = (owner as unknown as Record<string, ((id: number) => Fields) | undefined>)[kind];
        const view = find?.call(owner, id);
        if (view === undefined) continue;
        if (view !== find?.call(owner, id)) lines.push("another view");
        for (const field in view) {
          const value = view[field];
          if (value !== view[field] && value === value) lines.push(`another ${field}`);
          lines.push(`${field}: ${typeof value === "string" ? value : [value].flat().join(" ")}`);
          if (field === "id" || field === "name") continue;
          const before = typeof value === "number" ? value : Array.from(value as ArrayLike<number>);
          view[field] = typeof before === "number" ? before + 1 : before.map((x) => x + 1);
          lines.push(`${view[field]}`, attempt(() => view[field] = [1, 2, 3, 4, 5, 6, 7, 8]));
          view[field] = before;
        }
      }
    }
    for (const id of [-1, 0.5, model[size], NaN]) {
      lines.push(`${plumbline.id2name(model, type, id)}`);
    }
  }
  return lines;
}

type Fields = Record<string, unknown>;

/** Data with islands as text, before and after contacts are added, and which parts of steps are timed how often. */
function profiles(model: Model): string[] {
  const data = new Data(model);
  data.ctrl[0] = 1;
  const lines: string[] = [];
  const { opt } = model;
  const { integrator } = opt;
  for (const run of [plumbline.step, plumbline.forward, plumbline.inverse]) {
    for (opt.integrator = 0; opt.integrator < 4; opt.integrator++) {
      let ticks = 0;
      const clock = () => ticks += 1 + (ticks % 7);
      lines.push(JSON.stringify(plumbline.profile(model, data, { steps: 2, run, clock })));
    }
  }
  opt.integrator = integrator;
  const bare = plumbline.compile("<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>");
  const alone = new Data(bare);
  for (const run of [plumbline.step, plumbline.forward, plumbline.inverse]) {
    let ticks = 0;
    lines.push(
      JSON.stringify(plumbline.profile(bare, alone, { steps: 2, run, clock: () => ticks += 1 + (ticks % 7) })),
    );
  }
  lines.push(
    plumbline.printData(model, data),
    plumbline.printData(model, data, { digits: 4 }),
    plumbline.printModel(model),
    plumbline.printModel(bare, { digits: 1 }),
  );
  lines.push(plumbline.stateHash(model, data), plumbline.stateHash(model, data, State.QPOS | State.CTRL));
  plumbline.addContact(model, data, { pos: [1, 2, 3], dim: 3, friction: 0.4 });
  lines.push(plumbline.printData(model, data));
  return lines;
}

const CONTROLLED = `<mujoco>
  <worldbody>
    <body><joint name="j" axis="0 1 0" range="-1 1" limited="true"/><geom size=".1" pos=".2 0 0"/></body>
    <body><joint type="slide" axis="1 0 0"/><geom size=".1" contype="0"/></body>
  </worldbody>
  <actuator><motor joint="j"/></actuator>
  <sensor><jointpos joint="j"/></sensor>
</mujoco>`;

/** A slide that hardly moves, and sleeps after ten steps. */
const DROWSY = `<mujoco>
  <option gravity="0 0 -1e-12" jacobian="sparse"><flag sleep="enable"/></option>
  <worldbody><body><joint type="slide" axis="0 0 1"/><geom size=".1"/></body></worldbody>
</mujoco>`;

/** Rollouts with inputs of every shape: their results, or what is wrong. */
async function rollouts(): Promise<string[]> {
  const m = plumbline.compile(CONTROLLED);
  const heavy = plumbline.compile(CONTROLLED.replace('pos=".2 0 0"', 'pos=".2 0 0" mass="3"'));
  const broken = plumbline.compile(CONTROLLED.replace('size=".1" contype="0"', 'type="box" size=".1 .1 .1"'));
  const other = plumbline.compile("<mujoco/>");
  const sleeper = plumbline.compile(DROWSY);
  const n = plumbline.stateSize(m, State.FULLPHYSICS);
  const states = (count: number) =>
    Float64Array.from({ length: count * n }, (_, i) => 0.01 * (i % n) * (1 + Math.floor(i / n)));
  const row = (count: number) => Float64Array.from({ length: count }, (_, i) => 1 - 0.3 * i);
  const bad = states(3).map((x, i) => i === n + 1 ? NaN : x);
  const inputs: [Model | Model[], plumbline.RolloutOptions][] = [
    [m, { initial: states(1), steps: 2 }],
    [m, { initial: states(3), steps: 2, control: row(1) }],
    [m, { initial: states(2), control: row(4) }],
    [m, { initial: states(1), control: row(4) }],
    [m, { initial: states(1), control: row(6), steps: 3 }],
    [m, { initial: states(1), control: row(6), controlShape: [3, 2] }],
    [m, { initial: states(1), control: row(6), controlShape: [2, 2] }],
    [m, { initial: states(1), control: row(6), controlShape: [3, 2], steps: 3 }],
    [m, { initial: states(2), control: row(5), steps: 3 }],
    [m, { initial: states(2), steps: 3, initialWarmstart: row(4) }],
    [m, { initial: states(2), steps: 3, initialWarmstart: row(3) }],
    [m, { initial: states(2), steps: 2, control: row(6), controlSpec: State.CTRL | State.QFRC_APPLIED }],
    [m, { initial: states(2), steps: 2, controlSpec: State.QPOS }],
    [m, { initial: bad, steps: 3 }],
    [[m, heavy], { initial: states(2), steps: 2 }],
    [[m, heavy], { initial: states(1), steps: 2, control: row(1) }],
    [[m, heavy], { initial: states(3), steps: 2 }],
    [[m, heavy, heavy, m], { initial: states(4), steps: 2, chunk: 3 }],
    [[m, broken], { initial: states(1), steps: 1 }],
    [[m, other], { initial: states(1), steps: 1 }],
    [[], { initial: states(1), steps: 1 }],
    [m, { initial: states(1), steps: -1 }],
    [m, { initial: states(1), steps: 0 }],
    [m, { initial: row(n + 1), steps: 1 }],
    [m, { initial: states(1), steps: 1, chunk: 0 }],
    [m, { initial: states(5), steps: 1, chunk: 2 }],
    [m, { initial: states(64), steps: 1 }],
    [m, { initial: states(1), steps: 1, state: row(3) }],
    [m, { initial: states(1), steps: 1, workers: -1 }],
    [m, { initial: states(1), steps: 0, workers: 1024 }],
    [m, { initial: states(1), steps: 0, workers: 1025 }],
    // one after the other with the same data, in which the first falls asleep where the next one begins
    [sleeper, { initial: Float64Array.of(0, 64, 0, 0, 64, 0), steps: 12 }],
    [other, { initial: Float64Array.of(0), steps: 1, control: row(1) }],
    [other, { initial: row(67), steps: 1 }],
  ];
  // side by side, because each waits for a turn of the event loop
  return await Promise.all(inputs.map(([model, options]) =>
    said(async () => {
      const parts: string[] = [];
      const onProgress = ({ done, total }: plumbline.RolloutProgress) => parts.push(`${done}/${total}`);
      const { state, sensordata, batch, steps } = await plumbline.rollout(model, {
        workers: 0,
        onProgress,
        ...options,
      });
      return `${parts} ${batch} ${steps} ${state.join(" ")} ${sensordata.join(" ")}`;
    })
  ));
}

/** Files on disk: models that are read, and what is refused. */
async function files(): Promise<string[]> {
  // only the process that has this use pays for the module
  const { mkdir, mkdtemp, rm, symlink, writeFile } = await import("node:fs/promises");
  const outside = await mkdtemp(`${tmpdir()}/plumbline-`);
  const root = `${outside}/root`;
  const write = (name: string, text: string) => writeFile(`${outside}/${name}`, text);
  try {
    await mkdir(root);
    await write("other.xml", "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>");
    await write("root/part.xml", "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>");
    await write("root/whole.xml", "<mujoco><include file='part.xml'/></mujoco>");
    await write("root/up.xml", "<mujoco><include file='../other.xml'/></mujoco>");
    await write("root/linked.xml", "<mujoco><include file='link.xml'/></mujoco>");
    await write("root/into.xml", "<mujoco><include file='folder'/></mujoco>");
    await write("root/assets.xml", DEPENDENT);
    await write("root/secret.txt", "a word 'that' nobody may see");
    await write("root/reads.xml", "<mujoco><include file='secret.txt'/></mujoco>");
    await write("root/nested.xml", "<mujoco><compiler meshdir='m'/><include file='folder/inner.xml'/></mujoco>");
    await mkdir(`${root}/folder`);
    await write("root/folder/inner.xml", INNER);
    await write("root/folder/beside.xml", "<mujoco><asset><mesh file='solid.obj'/></asset></mujoco>");
    await write("root/folder/solid.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    await write("root/endless.xml", `<mujoco><include file="${root}/device"/></mujoco>`);
    await symlink(`${outside}/other.xml`, `${root}/link.xml`);
    await symlink("/dev/null", `${root}/device`);
    const lines: string[] = [];
    const anywhere = [{}, { root }];
    const elsewhere = [{ root: "/" }, { root: `${root}/` }, { root: `${root}/folder` }, { root: `${root}/nowhere` }, {
      limits: { documentBytes: 50 },
    }];
    for (const name of ["whole", "up", "linked", "into", "reads", "none", "nested", "endless"]) {
      for (const options of name === "whole" ? [...anywhere, ...elsewhere] : anywhere) {
        lines.push(
          await said(async () => `${(await plumbline.loadModel(`${root}/${name}.xml`, options)).ngeom} geoms`),
        );
      }
    }
    lines.push(await said(async () => `${(await plumbline.loadModel(`${root}/secret.txt`)).ngeom}`));
    for (const name of ["whole", "assets", "reads", "none", "nested"]) {
      lines.push(await said(async () => (await plumbline.getXMLDependencies(`${root}/${name}.xml`)).join(" ")));
    }
    return lines.map((line) => line.replaceAll(outside, ""));
  } finally {
    await rm(outside, { recursive: true });
  }
}

/** A document that includes one beside the main document, and one beside itself. */
const INNER = "<mujoco><include file='part.xml'/><include file='beside.xml'/></mujoco>";

/** A document with a number of geoms that have names. */
function named(count: number): string {
  const geoms = Array.from({ length: count }, (_, k) => `<geom name="geom ${k}" size=".1"/>`).join("");
  return `<mujoco><worldbody>${geoms}</worldbody></mujoco>`;
}

/** A document with a sensor. */
const SENSING = `<mujoco><worldbody><body name="b"><joint name="j"/><geom size="1"/></body></worldbody>
  <actuator><motor joint="j"/></actuator><sensor><clock/></sensor></mujoco>`;

/** A body whose bounds are its ball's, and height fields of which the second is the larger. */
const LOOSE = `<mujoco>
  <asset><hfield name="a" nrow="2" ncol="2" size="1 2 .3 .4"/><hfield name="b" nrow="2" ncol="2" size="20 30 40 .5"/></asset>
  <worldbody><geom type="hfield" hfield="b" pos="1 0 0"/><geom type="plane" size="40 3 1"/><geom type="plane" size="0 0 1"/>
    <body><joint type="slide"/><geom size=".1"/></body>
    <body><geom size=".1"/><geom size=".05" pos=".5 0 0"/></body></worldbody>
</mujoco>`;

/** A document that needs files of every kind, most of which are missing. */
const DEPENDENT = `<mujoco><compiler meshdir="m" texturedir="t"/><include file="part.xml"/><asset>
  <mesh file="a.stl"/><hfield file="b.png" size="1 1 1 1"/><texture name="c" type="2d" file="c.png"/>
  <texture name="d" type="cube" fileright="r.png" fileup="u.png"/><model name="e" file="part.xml"/></asset>
  <deformable><skin file="s.skn"/></deformable></mujoco>`;

/** One object of each kind that is rare elsewhere. */
const SEEN = `<mujoco>
  <asset><texture name="t" type="2d" builtin="flat" width="2" height="1"/><material name="m" texture="t"/></asset>
  <worldbody>
    <camera name="c" pos="1 2 3"/><light name="l" pos="3 2 1"/><site name="s"/>
    <body name="b"><joint name="j"/><geom size="1"/><site name="u" pos="0 0 1"/></body>
  </worldbody>
  <tendon><spatial name="x"><site site="s"/><site site="u"/></spatial></tendon>
  <keyframe><key name="k" time="2" qpos="1"/></keyframe>
</mujoco>`;

/** A tuple that names what is deleted. */
const TOLD = `<mujoco><worldbody><body name="b"><geom name="g" size="1"/></body></worldbody>
  <custom><tuple name="t"><element objtype="geom" objname="g"/></tuple></custom></mujoco>`;

/** Names that end with letters beyond ASCII. */
const FOREIGN =
  `<mujoco><worldbody><body name="é"/><body name="zaß"/><body name="a long word ü"/><geom name="ü" size="1"/>
  <site name="日本"/><site name="añ"/><site name="b"/></worldbody></mujoco>`;

/** Files of which one cannot be read. */
function unreadable(file: string): plumbline.AssetSource {
  return (path) => {
    if (path === file) throw new TypeError(`${path} is locked`);
    return undefined;
  };
}

/** What functions say to what makes no sense, and a loader to damaged files. */
function misuse(model: Model): string[] {
  const data = new Data(model);
  plumbline.step(model, data);
  const bytes = plumbline.saveModel(model);
  const cut = (length: number) => () => plumbline.loadModelBinary(bytes.subarray(0, length)).nq;
  const flipped = (at: number) => () => {
    bytes[at] ^= 1;
    try {
      return plumbline.loadModelBinary(bytes).nq;
    } finally {
      bytes[at] ^= 1;
    }
  };
  // what begins beside a word is copied first
  const shifted = (by: number) => () => {
    const all = new Uint8Array(by + bytes.length);
    all.set(bytes, by);
    all[all.length - 1] ^= 1;
    return plumbline.loadModelBinary(all.subarray(by)).nq;
  };
  const ten = new Float64Array(10);
  const sensing = plumbline.compile(SENSING);
  const calls: (() => unknown)[] = [
    ...[0, 3, 8, 40, 200, bytes.length - 8, bytes.length].map(cut),
    ...[0, 5, 9, 14, 20, 60, bytes.length >> 1, bytes.length - 1].map(flipped),
    ...[3, 8].map(shifted),
    () => model.body("world").id,
    () => model.geom("floor").id,
    ...[8, 9].map((count) => () => plumbline.compile(named(count)).geom("zz").id),
    () => model.geom("gaa" as string),
    () => model.geom("nothing like it" as string),
    () => model.geom(99),
    () => model.geom(model.ngeom),
    () => model.geom(0.5),
    () => model.geom(-1),
    () => model.light("l" as string),
    () => model.bind("geom", ["ga"]).read("mas" as "size"),
    () => model.bind("geom", ["ga"]).write("size", [1]),
    () => plumbline.setLengthRange(model, data, 9, plumbline.DEFAULT_LENGTH_RANGE),
    () => plumbline.addContact(model, data, { pos: [1, 2] }),
    () =>
      plumbline.addContact(model, data, { pos: [1, 2, 3], dim: 1, geom: [0, 2] }) + [...data.contact.geom].join(" "),
    () => plumbline.setKeyframe(model, data, 4),
    () => plumbline.readCtrl(model, data, 9, 0, -1),
    () => plumbline.initCtrlHistory(model, data, 9, null, null),
    () => plumbline.initCtrlHistory(sensing, new Data(sensing), 0, null, null),
    () => plumbline.initSensorHistory(sensing, new Data(sensing), 0, null, null, 0),
    () => plumbline.initSensorHistory(model, data, 99, null, null, 0),
    () => plumbline.loadModelBinary(bytes.slice(0, bytes.length - 1)).nq,
    () => plumbline.copyData(null, sensing, new Data(plumbline.compile(SENSING.replace("<clock/>", "")))),
    () => plumbline.copyData(new Data(sensing), sensing, new Data(plumbline.compile(SENSING.replace("<clock/>", "")))),
    () => plumbline.readSensor(model, data, 99, 0, ten, 0, -1),
    () => plumbline.boxQP(ten.slice(), ten.slice(), null, ten, ten, 1, Float64Array.of(1), Float64Array.of(0)),
    () => plumbline.printModel(model, { digits: 0 }),
    () => plumbline.printModel(model, { digits: 101 }),
    () => plumbline.copyData(null, plumbline.compile("<mujoco/>"), data),
    () => `${plumbline.version()} ${plumbline.versionString()}`,
    () => new Spec().body("none"),
    () => new Spec().worldbody.addGeom({ size: [-1] }).name,
    () => new Spec().worldbody.addBody({ nam: "a" } as object).name,
    () => new Spec().addSensor("nothing", {}).name,
    () => new Spec().worldbody.delete(),
    () => new Spec().compile().nbody,
    () => new Spec().worldbody.addJoint({ name: "none" }).name,
    () => {
      const spec = new Spec();
      spec.worldbody.addJoint({ name: "none" });
      return spec.compile().njnt;
    },
    () => new Spec().worldbody.name = "earth",
    () => plumbline.compile(FOREIGN).names_map.join(" "),
    () => plumbline.compile(`<mujoco><include file="a.xml"/></mujoco>`, { assets: unreadable("a.xml") }).nbody,
    () =>
      plumbline.compile(`<mujoco><asset><mesh file="a.stl"/></asset></mujoco>`, { assets: unreadable("a.stl") }).nmesh,
    () => plumbline.boxQP(ten.slice(), ten.slice(), null, ten, ten, 0, null, null),
    () => plumbline.euler2Quat(ten.slice(), 0, ten, 0, "xyzx"),
    () => plumbline.euler2Quat(ten.slice(), 0, ten, 0, "xyw"),
    ...[1, -1].map((sign) => () => {
      const heavy = plumbline.compile(LOOSE);
      if (sign < 0) heavy.body_mass.fill(0);
      else heavy.geom_rbound.fill(0);
      plumbline.setConst(heavy, new Data(heavy));
      return `${heavy.stat.extent} ${heavy.stat.center} ${heavy.stat.meansize}`;
    }),
    ...["pos", "quat", "xaxis", "linvel", "angvel", "linacc", "angacc"].map((part) => () => {
      const odd = plumbline.compile(SENSING.replace("<clock/>", `<frame${part} objtype="body" objname="b"/>`));
      odd.sensor_objtype[0] = 99;
      plumbline.forward(odd, new Data(odd));
      return "measured";
    }),
    () => {
      const spec = Spec.parse(TOLD);
      spec.body("b").delete();
      return spec.compile().ntuple;
    },
    ...[0, 1e3, 1e300].map((accel) => () => {
      const pulled = plumbline.compile(SENSING);
      if (accel === 0) pulled.opt.timestep = 0;
      const options = {
        ...plumbline.DEFAULT_LENGTH_RANGE,
        mode: plumbline.LRMode.ALL,
        accel,
        maxforce: 0,
        inttotal: 0.1,
      };
      plumbline.setLengthRange(pulled, new Data(pulled), 0, options);
      return pulled.actuator_lengthrange.join(" ");
    }),
  ];
  return calls.map(attempt);
}

function attempt(call: () => unknown): string {
  try {
    return String(call());
  } catch (error) {
    return describe(error);
  }
}

async function said(call: () => Promise<string>): Promise<string> {
  try {
    return await call();
  } catch (error) {
    return describe(error);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
