/** Edits of documents: of every kind of element every property, and every other function of a `Spec`. */

import * as plumbline from "../../mod.ts";
import { Data, Spec, type SpecBody, type SpecElement } from "../../mod.ts";
import { LEG, WHOLE } from "./plumbline_whole.ts";

const KINDS = [
  ...["body", "frame", "joint", "geom", "site", "camera", "light", "flex", "mesh", "skin", "hfield", "texture"],
  ...["material", "pair", "exclude", "equality", "tendon", "actuator", "sensor", "numeric", "text", "tuple", "key"],
  "plugin",
] as const;

type Properties = Record<string, unknown>;
type Loose = Record<string, (...given: unknown[]) => unknown>;

/** What edits say: properties as they are read, refusals, and the documents that come of it. */
export function saidInEdits(): string[] {
  return [...properties(), ...settings(), ...calls()];
}

function parsed(): Spec {
  return Spec.parse(WHOLE, { assets: new Map([["leg.xml", new TextEncoder().encode(LEG)]]) });
}

/** What comes of something: a value, or what is wrong. */
function said(work: () => unknown): string {
  try {
    return shown(work());
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

function shown(value: unknown): string {
  if (value instanceof Spec) return `document ${value.modelname}`;
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array).join(" ");
  if (Array.isArray(value)) return value.map(shown).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  if ("kind" in value) return `${value.kind} ${(value as SpecElement).name} ${(value as SpecElement).id}`;
  return JSON.stringify(value);
}

/** Values that a property may be given: some change of it, and some of what does not fit. */
function others(value: unknown, turn: number): unknown[] {
  const pick = (...values: unknown[]) => values[turn % values.length];
  if (typeof value === "number") return [value + 1, pick([1, 2], NaN, undefined)];
  if (typeof value === "boolean") return [!value];
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    const numbers = Array.from(value as ArrayLike<number>);
    return [numbers.map((x, k) => x + 0.25 * k + 0.125), pick([...numbers, 2], numbers.slice(1), "none")];
  }
  return value === undefined ? [pick(0.5, [0.1, 0.2, 0.3], [1, 0, 0, 1, 2, 3], "word")] : [pick("another", 3, null)];
}

/** Reads every property of an object, and gives it other values. */
function tried(object: object, title: string): string[] {
  const lines: string[] = [];
  const target = object as Properties;
  let turn = 0;
  for (const name in object) {
    const before = target[name];
    lines.push(`${title}.${name} ${shown(before)}`);
    for (const value of others(before, turn++)) {
      lines.push(said(() => {
        target[name] = value;
        return target[name];
      }));
    }
  }
  return lines;
}

/** Every property of elements of every kind, and of their defaults. */
function properties(): string[] {
  const spec = parsed();
  const lines = KINDS.flatMap((kind) => {
    const all = spec.elements(kind);
    const element = all[Math.min(1, all.length - 1)];
    return [`${kind} ${element.id} of ${all.length}: ${element.kind} ${element.name}`, ...tried(element, kind)];
  });
  lines.push(said(() => spec.toMjcf()));
  for (const name of ["main", "bigger"] as const) {
    const defaults = spec.default(name);
    for (const kind in Object.getOwnPropertyDescriptors(Object.getPrototypeOf(defaults))) {
      const some = (defaults as unknown as Properties)[kind];
      if (typeof some === "object" && some !== null && some !== spec && kind !== "parent") {
        lines.push(...tried(some, `${name} ${kind}`));
      }
    }
  }
  return lines;
}

/** Every setting, and the document that comes of them. */
function settings(): string[] {
  const spec = parsed();
  const words = ["option", "compiler", "size", "statistic", "flag"] as const;
  return [...words.flatMap((word) => tried(spec[word], word)), said(() => spec.toMjcf())];
}

/** Every function of a document and its elements. */
function calls(): string[] {
  const spec = parsed();
  const any = spec as unknown as Loose;
  const arm = spec.body("arm");
  const lines: string[] = [];
  const say = (...work: (() => unknown)[]) => lines.push(...work.map(said));

  // elements of every kind are found by name, are what they are, and belong where they are
  for (const kind of KINDS) {
    say(
      () => any[kind]("nobody"),
      () => any.find(kind, "arm"),
      () => any[kind](spec.elements(kind)[0].name),
    );
    const element = spec.elements(kind)[0];
    const as = Object.getOwnPropertyNames(Object.getPrototypeOf(Object.getPrototypeOf(spec.key("home"))));
    lines.push(
      as.filter((name) => /^as[A-Z]/.test(name) && (element as unknown as Loose)[name]() !== undefined).join(),
    );
    for (const name of ["body", "frame", "parent"]) say(() => (element as unknown as Properties)[name]);
  }
  for (const recurse of [false, true]) {
    for (const kind of ["geom", "body", "frame"] as const) say(() => spec.worldbody.elements(kind, recurse));
  }
  say(
    () => spec.worldbody.children,
    () => arm.findChild("hand"),
    () => arm.findChild("cart"),
    () => spec.findSpec("leg"),
    () => spec.findSpec("legs"),
    () => spec.default("bigger").parent?.name,
    () => spec.default("none"),
    () => spec.default("main").delete(),
    () => spec.default("main").set("body", {}),
    () => spec.default("main").set("geom", { density: 1, sizes: 2 }),
  );

  // references, paths, names, values of users
  arm.setUserValue("key", { a: 1 });
  say(() => arm.getUserValue("key"), () => spec.copy().body("arm").getUserValue("key"));
  arm.deleteUserValue("key");
  say(() => arm.getUserValue("key"));
  say(
    () => spec.tendon("rope").path,
    () => spec.tendon("sum").path,
    () => spec.tendon("sum").wrapJoint("b", 5).path,
    () => spec.tendon("rope").wrapPulley(2).wrapSite("s").wrapGeom("h").wrapSite("t").wrapGeom("k", "s").path,
    () => spec.tendon("rope").path = [{ site: "s", coef: 1 } as never],
    () => spec.tendon("rope").path = [{ site: "s" }, { site: "t" }, { divisor: 2 }, { site: "t" }, { site: "s" }],
    () => arm.name = "hand",
    () => arm.name = "",
    () => arm.name = "arm",
    () => arm.name = "arm",
    () => spec.geom("g").name = "gee",
    () => spec.geom("gee").set({ name: "g", mass: 2, friction: [1, 2, 3] }),
    () => spec.geom("g").set({ rgba: [1, 2] }),
    () => spec.geom("g").set({ rgba: "1 x 0 1" }),
    () => spec.geom("g").set({ quat: [1, 0, 0, 1], type: "box" }),
    () => spec.geom("g").set({ euler: [1, 2, 3] }),
    () => spec.site("s").set({ quat: [0, 1, 0, 1] }),
    () => spec.camera("c").set({ quat: [0, 1, 0, 1], user: [1, 2] }),
    () => spec.body("hand").set({ euler: [1, 2, 0] }),
    () => spec.body("hand").set({ quat: [1, 2, 0, 1] }),
    () => spec.mesh("tet").makeMesh("supersphere", [4, 0.5, 0.7]).set({ vertex: [] }),
    () => spec.sensor("rf").sensorDim(),
    () => spec.sensor("us").sensorDim(),
    () => new Spec().addSensor("contact", { data: "found dist", num: 3 }).sensorDim(),
    () => spec.plugin("pid").config,
    () => spec.plugin("pid").config = { kp: "5" },
    () => spec.toMjcf(),
  );

  // additions, and what is refused of them
  const frame = spec.worldbody.addFrame({ name: "new frame", pos: [1, 0, 0], euler: [0, 0, 1] });
  const hook = frame.addFrame({ name: "hook", axisangle: [0, 1, 0, 2] });
  const box = hook.addBody({ name: "box", childclass: "bigger", pos: [0, 0, 1], zaxis: [0, 1, 1] });
  const slide = box.addJoint({ name: "slide", type: "slide" });
  const lid = box.addGeom({ name: "lid", type: "box", size: [1, 2, 3] });
  box.addFrame({ name: "in box", pos: [0, 0, 0.1] }).addSite({ name: "in frame", pos: [0, 0.1, 0] });
  say(
    () => hook.addJoint({ name: "none", type: "slide" }),
    () => hook.addCamera({ name: "eye", mode: "track" }),
    () => hook.addLight({ name: "ray", type: "spot" }),
    () => box.addCamera({ name: "see" }).frame,
    () => box.addBody({ name: "box" }),
    () => new Spec().worldbody.addGeom({ size: [1], plugin: { plugin: "nothing" } }).name,
    () =>
      box.addBody({ plugin: { plugin: "mujoco.elasticity.cable", config: { twist: "1", bend: "2" } } })
        .addGeom({ type: "capsule", size: [0.01, 0.1] }).body,
    () => box.setInertial({ mass: 3, pos: [0, 0.1, 0], fullinertia: [3, 4, 5, 0.1, 0.2, 0.3] }),
    () => box.setInertial({ pos: [0, 0, 0] } as object),
    () =>
      spec.worldbody.addComposite(
        { prefix: "A", type: "cable", count: "4 1 1", curve: "s", size: 1, initial: "none" },
        {
          joint: { kind: "main", damping: 0.1 },
          geom: { type: "capsule", size: 0.01 },
        },
      ),
    () => spec.worldbody.addComposite({ type: "rope" }),
    () =>
      spec.worldbody.addFlexcomp({
        name: "F",
        type: "grid",
        count: [2, 2, 1],
        spacing: [0.1, 0.1, 0.1],
        dim: 2,
        mass: 1,
      }, {
        edge: { equality: true },
        contact: { selfcollide: "none" },
        pin: { id: 1 },
      }),
    () => spec.addDefault("bigger"),
    () => spec.addDefault("third", "bigger").geom.size,
    () => spec.addDefault("fourth", "none"),
    () => spec.default("third").set("position", { kp: 4 }).set("site", { size: 0.2 }).actuator,
    () => spec.addTexture({ name: "tex" }),
    () => spec.addTexture({ name: "new tex", type: "cube", builtin: "gradient", width: 4 }),
    () =>
      spec.addMaterial({ name: "layers" }, [{ texture: "tex", role: "rgb" }, { texture: "new tex", role: "normal" }]),
    () => spec.addMesh({ name: "cone", builtin: "cone", params: [5, 0.5] }),
    () => new Spec().addMesh({ name: "plug", plugin: { plugin: "mujoco.sdf.bolt" } }).name,
    () => spec.addHField({ name: "flat", nrow: 3, ncol: 2, size: [1, 1, 1, 1] }),
    () =>
      spec.addSkin({ name: "more", vertex: [0, 0, 0, 1, 0, 0, 0, 1, 0], face: [0, 1, 2] }, [
        { body: "box", bindpos: [0, 0, 0], bindquat: [1, 0, 0, 0], vertid: [0, 1, 2], vertweight: [1, 1, 1] },
      ]),
    () => spec.addPair({ name: "np", geom1: "lid", geom2: "k", condim: 4 }),
    () => spec.addExclude({ name: "ne", body1: "box", body2: "cart" }),
    () =>
      spec.addFlex(
        { name: "line", dim: 1, body: ["p0", "p1"], vertex: [0, 0, 0, 0, 0, 0], element: [0, 1] } as object,
        {
          edge: { stiffness: 3 },
        },
      ),
    () => spec.addEquality("weld", { name: "nw", body1: "box", body2: "cart", relpose: [0, 0, 0, 1, 0, 0, 0] }),
    () => spec.addEquality("tendon", { name: "nt", tendon1: "rope", tendon2: "sum" }),
    () => spec.addEquality("rope" as "weld", {}),
    () => spec.addTendon("spatial", { name: "thread", limited: true, range: [0, 1] }, [{ site: "s" }, { site: "t" }]),
    () => spec.addTendon("fixed", { name: "add" }, [{ joint: "slide", coef: 2 }]),
    () => spec.addActuator("muscle", { name: "flex", tendon: "thread", lengthrange: [0.1, 1] }),
    () => spec.addActuator("plugin", { joint: "slide", plugin: "mujoco.pid", config: { kp: "2" } }),
    () => spec.addActuator("adhesion", { name: "stick", body: "box", ctrlrange: [0, 1] }),
    () => spec.addSensor("touch", { name: "skin", site: "s" }),
    () => spec.addSensor("tuch", { site: "s" }),
    () => spec.addNumeric({ name: "num", size: 3, data: [1] }),
    () => spec.addText({ name: "word", data: "hello" }),
    () =>
      spec.addTuple({ name: "pile" }, [{ objtype: "geom", objname: "lid", prm: 2 }, {
        objtype: "body",
        objname: "box",
      }]),
    () => spec.addKey({ name: "later", time: 3, mpos: [1, 2, 3] }),
    () => spec.addPlugin("mujoco.pid", "second", { kp: "1" }),
    () => spec.addActuator("plugin", { joint: "slide", plugin: "mujoco.pid", instance: "second" }),
    () => spec.addPlugin("mujoco.none"),
    () => spec.toMjcf(),
  );

  // actuators become others
  const drive = spec.addActuator("general", { name: "drive", joint: "slide", gear: [2] });
  say(
    () => [drive.setToMotor().gainprm, drive.biasprm],
    () => [drive.setToPosition({ kp: 3, kv: 4 }).gainprm, drive.biasprm],
    () => drive.setToPosition({ timeconst: 0.2, inheritrange: 1 }).dynprm,
    () => drive.setToIntVelocity({ kp: 5, actrange: [-1, 1] }).biasprm,
    () => drive.setToVelocity({ kv: 6 }).biasprm,
    () => drive.setToDamper({ kv: 7, ctrlrange: [0, 1] }).gainprm,
    () => drive.setToCylinder({ timeconst: 2, area: 3, bias: [1, 2, 3] }).biasprm,
    () => drive.set({ lengthrange: [0, 1] }).setToMuscle({ timeconst: [0.1, 0.2], force: 5 }).gainprm,
    () => drive.setToAdhesion({ gain: 3 }).gainprm,
    () => drive.setToAdhesion({}).gainprm,
    () => drive.setToPosition({ kq: 1 } as object),
    () => drive.set({ joint: "j" }),
    () => drive.set({ target: "j" }),
    () => spec.actuator("drive"),
    () => spec.toMjcf(),
  );

  // frames, attachment, and bodies that become frames
  say(
    () => spec.key("home").set({ ctrl: [1, 2, 3, 4, 5, 6, 7, 8] }),
    () => lid.frame = box.addFrame({ name: "shelf", pos: [0, 0, 2] }),
    () => lid.frame?.body,
    () => slide.frame = frame,
    () => spec.body("cart").frame = hook,
    () => spec.body("cart").frame = spec.frame("in box"),
    () => spec.body("cart").frame = undefined,
    () => frame.body,
    () => frame.attach(spec),
    () => frame.attach(spec.worldbody),
    () => frame.attach(arm, { prefix: "l_", suffix: "_1" }),
    () => spec.key("home").delete(),
    () => frame.attach(spec.body("p1"), { prefix: "lone_" }),
    () => hook.attach(spec.frame("deep"), { prefix: "deep_" }),
    () => spec.site("s").attach(spec.body("hand"), { prefix: "site_" }),
    () => spec.site("in frame").attach(spec.body("p2"), { suffix: "_in" }),
    () => spec.worldbody.attach(hook, { prefix: "again_" }),
    () => spec.worldbody.attach(arm as never, { prefix: "w_" }),
    () => frame.attach(spec.findSpec("leg") as Spec, { prefix: "leg_" }),
    () => [spec.default("leg_thin").parent?.name, spec.default("leg_main").parent?.name].join(),
    () => frame.attach((spec.findSpec("leg") as Spec).body("shin"), { prefix: "shin_" }),
    () => frame.attach((spec.findSpec("leg") as Spec).frame("hip"), { prefix: "hip_" }),
    () => spec.findSpec("leg")?.toMjcf(),
    () => spec.body("hand").toFrame(),
    () => spec.body("l_hand_1").toFrame(),
    () => spec.worldbody.toFrame(),
    () => spec.toMjcf(),
  );

  // deletions, and what is gone
  const cart = spec.body("cart");
  const k = spec.geom("k");
  say(
    () => spec.frame("outer").delete(),
    () => arm.frame,
    () => spec.frame("inner").delete(),
    () => arm.frame,
    () => hook.delete(),
    () => hook.addBody(),
    () => box.frame,
    () => cart.delete(),
    () => cart.delete(),
    () => k.delete(),
    () => spec.find("geom", "k"),
    () => spec.pair("pr"),
    () => spec.default("big").delete(),
    () => spec.default("third"),
    ...KINDS.slice(2).map((kind) => () => {
      const all = spec.elements(kind);
      all.at(-1)?.delete();
      return spec.elements(kind).length;
    }),
    () => spec.toMjcf(),
  );
  const again = parsed();
  say(() => again.frame("inner").attach(again.body("arm")), () => again.toMjcf());
  return [...lines, ...turned(), ...kept(), ...orientations()];
}

/** A body with a class, parts in frames in it, and a body below it. */
const HOLDER = `<mujoco>
  <default><default class="c"><geom size="0.3"/></default></default>
  <worldbody><body name="a" childclass="c" pos="1 0 0" euler="30 0 0">
    <frame name="f" pos="0 1 0"><frame name="n" pos="0 0 1"><geom name="g"/></frame><site name="s"/></frame>
    <body name="b"><geom name="h" pos="0 2 0"/></body><geom name="k" pos="0 0 3"/>
  </body></worldbody>
</mujoco>`;

/** A body that becomes a frame, in a document that measures angles in another way: what is where then. */
function turned(): string[] {
  const spec = new Spec();
  spec.compiler.angle = "radian";
  spec.worldbody.addFrame({ name: "outer" }).attach(Spec.parse(HOLDER));
  const frame = spec.body("a").toFrame();
  frame.name = "turned";
  frame.addGeom({ name: "late" });
  const names = (["body", "frame", "geom", "site"] as const).flatMap((kind) =>
    spec.elements(kind).map((it) => {
      const { name, parent, body, frame } = it as unknown as Record<string, SpecElement | undefined>;
      return [name, parent?.name, body?.name, frame?.name].join();
    })
  );
  return [...names, spec.toMjcf(), shown(spec.compile().geom_pos)];
}

/** The state that a document keeps while it changes. */
function kept(): string[] {
  const spec = parsed();
  spec.frame("outer").attach(spec.findSpec("leg") as Spec, { prefix: "leg_" });
  spec.key("home").delete();
  const first = spec.compile();
  const data = new Data(first);
  for (const part of [data.qpos, data.qvel, data.ctrl, data.mocap_pos, data.mocap_quat]) {
    for (let i = 0; i < part.length; i++) part[i] = 1 + i / 8;
  }
  data.time = 4;
  const other: SpecBody = spec.worldbody.addBody({ name: "late", mocap: true, pos: [7, 8, 9] });
  other.addGeom({ size: [0.1] });
  spec.body("arm").addJoint({ name: "extra", type: "ball" });
  spec.actuator("pull").delete();
  const [model, now] = spec.recompile(first, data);
  return [
    ...[now.time, now.qpos, now.qvel, now.ctrl, now.mocap_pos, now.mocap_quat].map(shown),
    shown(model.key_qpos),
    said(() => spec.recompile(plumbline.compile("<mujoco/>"), data)),
    said(() => spec.toMjcf()),
    plumbline.printModel(model),
  ];
}

/** Rotations in every notation. */
function orientations(): string[] {
  const quat = new Float64Array(6);
  const notations: plumbline.SpecOrientation[] = [
    { axisangle: [1, 2, 3, 40] },
    { xyaxes: [1, 0.2, 0, 0.3, 1, 0.1] },
    { zaxis: [1, 2, -3] },
    { euler: [10, 20, 30] },
    { euler: [10, 20] },
    {} as plumbline.SpecOrientation,
    { zaxis: [0, 0, 0] },
    { axisangle: [0, 0, 0, 1] },
  ];
  return notations.flatMap((notation) =>
    ([[0, "xyz"], [1, "ZyX"], [1, "zxq"]] as const).map(([degree, sequence]) =>
      said(() => {
        plumbline.resolveOrientation(quat, 1, degree, sequence, notation);
        return quat;
      })
    )
  );
}
