/** Documents that can be edited: from MJCF or from nothing, to models. */

import { type CompileOptions, compileSpec, openSpec } from "../compile/compile.ts";
import { settleKeyframes } from "../compile/to_mjcf.ts";
import { Data } from "../data.ts";
import { ownArrays } from "../mjcf/copy_record.ts";
import { readDefault } from "../mjcf/defaults.ts";
import type { Attributes } from "../mjcf/elements/attribute.ts";
import { COMPILER } from "../mjcf/elements/compiler.ts";
import { OPTION } from "../mjcf/elements/option.ts";
import { SIZE } from "../mjcf/elements/size.ts";
import { STATISTIC } from "../mjcf/elements/statistic.ts";
import { listTree } from "../mjcf/tree.ts";
import { writeSpec } from "../mjcf/write.ts";
import { didYouMean } from "../mjcf/excerpt.ts";
import type { Model } from "../types/model.ts";
import type { SpecElement as ElementRecord } from "../types/spec.ts";
import { type SpecActuator, SpecDrive } from "./actuator.ts";
import { type Given, SpecBody, SpecFrame, SpecSite } from "./body.ts";
import { Call, configOf, pluginOf, type PluginValues, type Values } from "./call.ts";
import { cloneDocument } from "./clone.ts";
import { defaultsOf, SpecDefault } from "./default.ts";
import { Editor, editorOf } from "./editor.ts";
import {
  callsOf,
  type ElementClass,
  type SpecCamera,
  SpecElement,
  type SpecEquality,
  type SpecExclude,
  type SpecFlex,
  SpecGauge,
  type SpecGeom,
  type SpecHField,
  type SpecJoint,
  type SpecKey,
  type SpecLight,
  type SpecMaterial,
  type SpecMesh,
  type SpecNumeric,
  type SpecPair,
  SpecPart,
  SpecPath,
  SpecPlugin,
  type SpecSensor,
  SpecShape,
  type SpecSkin,
  type SpecTendon,
  type SpecText,
  type SpecTexture,
  type SpecTuple,
  type SpecWrap,
  withProperties,
} from "./element.ts";
import { keepState, type Place, placesOf } from "./keep_state.ts";
import type {
  AdhesionActuator,
  CompilerProperties,
  ConnectEquality,
  CylinderActuator,
  DamperActuator,
  ExcludeProperties,
  FlagProperties,
  FlexEquality,
  FlexValues,
  FlexvertEquality,
  GeneralActuator,
  HFieldValues,
  IntvelocityActuator,
  JointEquality,
  KeyProperties,
  MaterialProperties,
  MeshProperties,
  MotorActuator,
  MuscleActuator,
  OptionProperties,
  PairProperties,
  PositionActuator,
  SizeProperties,
  SkinProperties,
  StatisticProperties,
  TendonEquality,
  TendonProperties,
  TextureProperties,
  VelocityActuator,
  WeldEquality,
} from "./interfaces.ts";
import { type KindName, KINDS } from "./kinds.ts";
import { flagsOf, settingsOf } from "./settings.ts";

/** Kinds of elements that are parts of bodies. */
const IN_BODY: readonly KindName[] = ["joint", "geom", "site", "camera", "light"];

/** The classes of kinds that can do more than others. */
const OWN: Readonly<Record<string, ElementClass>> = {
  tendon: SpecPath,
  actuator: SpecDrive,
  sensor: SpecGauge,
  mesh: SpecShape,
};

/** The classes of kinds of elements, as far as they were needed. */
const classes: Record<string, ElementClass> = { body: SpecBody, frame: SpecFrame, site: SpecSite, plugin: SpecPlugin };

function classOf(kind: KindName): ElementClass {
  const base = IN_BODY.includes(kind) ? SpecPart : OWN[kind] ?? SpecElement;
  return classes[kind] ??= withProperties(kind, class extends base {});
}

/** What equality constraints may be given, by type. */
export interface SpecEqualities {
  /** two points coincide */
  connect: ConnectEquality;
  /** two bodies move as one */
  weld: WeldEquality;
  /** a joint follows another */
  joint: JointEquality;
  /** a tendon follows another */
  tendon: TendonEquality;
  /** the edges of a flex keep their lengths */
  flex: FlexEquality;
  /** the vertices of a flex keep their surroundings */
  flexvert: FlexvertEquality;
}

/** What actuators may be given, by type. */
export interface SpecActuators {
  /** any gain, bias, and dynamics */
  general: GeneralActuator;
  /** a force that is the control */
  motor: MotorActuator;
  /** a servo for positions */
  position: PositionActuator;
  /** a servo for velocities */
  velocity: VelocityActuator;
  /** a servo for positions that are integrals of the control */
  intvelocity: IntvelocityActuator;
  /** a damper whose coefficient is the control */
  damper: DamperActuator;
  /** a pneumatic or hydraulic cylinder */
  cylinder: CylinderActuator;
  /** a muscle */
  muscle: MuscleActuator;
  /** a force that pulls a body onto what it touches */
  adhesion: AdhesionActuator;
  /** a plugin, with the values of its attributes or the name of an instance */
  plugin: Partial<GeneralActuator> & {
    /** name of the plugin */
    plugin?: string;
    /** name of an instance */
    instance?: string;
    /** values of the attributes of an instance of its own */
    config?: Readonly<Record<string, string>>;
  };
}

/**
 * A document that can be edited and compiled: elements are added, found, changed, attached, and deleted as objects.
 *
 * Attributes are those of MJCF, with its names, words, defaults, and errors: `geom.set({ type: "box", size: [1, 2, 3] })`
 * is `<geom type="box" size="1 2 3"/>`. An element belongs to one document; references between elements are names.
 *
 * @example A pendulum from nothing
 * ```ts
 * import { Data, Spec, step } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const spec = new Spec();
 * const arm = spec.worldbody.addBody({ name: "arm", pos: [0, 0, 1] });
 * arm.addJoint({ name: "hinge", axis: [0, 1, 0] });
 * arm.addGeom({ name: "rod", type: "capsule", fromto: [0, 0, 0, 0.5, 0, 0], size: [0.02] });
 * let model = spec.compile();
 * let data = new Data(model);
 * step(model, data);
 *
 * spec.geom("rod").size = [0.04];
 * [model, data] = spec.recompile(model, data);
 * assert.ok(data.qvel[0] > 0);
 * ```
 */
export class Spec {
  readonly #options: CompileOptions;
  readonly #places = new WeakMap<Model, readonly Place[]>();
  readonly #models = new WeakMap<object, Spec>();
  readonly #defaults = new WeakMap<object, SpecDefault>();

  /** physics options */
  readonly option: OptionProperties;
  /** settings of the compiler */
  readonly compiler: CompilerProperties;
  /** sizes; -1: derived */
  readonly size: SizeProperties;
  /** statistics that are not to be derived */
  readonly statistic: StatisticProperties;
  /** flags of `<flag>`: whether something is enabled */
  readonly flag: FlagProperties;

  /** Makes an empty document; `options` are those of `compile`. */
  constructor(options: CompileOptions = {}) {
    this.#options = options;
    const reader = openSpec("<mujoco/>", options);
    const editor = new Editor(this, reader, (kind, record) => new (classOf(kind))(this, kind, record));
    const settings = (word: string, rules: Attributes, record: () => object) => settingsOf(editor, word, rules, record);
    this.option = settings("option", OPTION, () => editor.document.option) as OptionProperties;
    this.compiler = settings("compiler", COMPILER, () => editor.document.compiler) as CompilerProperties;
    this.size = settings("size", SIZE, () => editor.document.size) as SizeProperties;
    this.statistic = settings("statistic", STATISTIC, () => editor.document.statistic) as StatisticProperties;
    this.flag = flagsOf(editor) as FlagProperties;
  }

  /**
   * Reads MJCF, with its includes, classes, and patterns expanded; `options` are those of `compile`.
   *
   * @example Change a model before it is compiled
   * ```ts
   * import { Spec } from "@plumbline/sim";
   * import assert from "node:assert/strict";
   *
   * const spec = Spec.parse(`<mujoco><worldbody><body name="ball"><geom size="0.1"/></body></worldbody></mujoco>`);
   * spec.body("ball").pos = [0, 0, 2];
   * spec.body("ball").addFreeJoint();
   * assert.equal(spec.compile().qpos0[2], 2);
   * ```
   */
  static parse(xml: string, options: CompileOptions = {}): Spec {
    const spec = new Spec(options);
    const reader = openSpec(xml, options);
    listTree(reader.spec);
    const { bodies, frames, geoms, sites, cameras } = reader.spec;
    const inertials = bodies.map(({ inertial }) => inertial);
    // replicas share arrays, which may be edited from now on
    for (const list of [bodies, inertials, frames, geoms, sites, cameras]) {
      for (const record of list) ownArrays(record);
    }
    editorOf(spec).reader = reader;
    return spec;
  }

  /** Copies the document; its elements are found by name in the copy. */
  copy(): Spec {
    const copy = new Spec(this.#options);
    const { reader, document } = editorOf(this);
    editorOf(copy).reader = { ...reader, spec: cloneDocument(document).document, unsupported: [] };
    return copy;
  }

  /** Compiles the document, which can be edited and compiled again. */
  compile(): Model {
    const { document } = editorOf(this);
    const model = compileSpec(cloneDocument(document).document);
    this.#places.set(model, placesOf(document));
    return model;
  }

  /**
   * Compiles the document again and returns a new model and new data, in the state that `data` has: time, positions,
   * velocities, activations, controls, and mocap poses stay with their joints, actuators, and bodies; those of new
   * elements are the initial ones. `model` must have been compiled from this document.
   */
  recompile(model: Model, data: Data): [Model, Data] {
    const places = this.#places.get(model);
    if (places === undefined) throw new RangeError("recompile: the model was not compiled from this spec");
    const newModel = this.compile();
    const newData = new Data(newModel);
    keepState(newData, this.#places.get(newModel) as readonly Place[], data, places);
    return [newModel, newData];
  }

  /** Writes the document as MJCF: a single file, without classes and patterns, that compiles to the same model. */
  toMjcf(): string {
    // only the list of keyframes may become another one
    const document = { ...editorOf(this).document };
    if (document.pendingKeys.length > 0) settleKeyframes(document, this.compile());
    return writeSpec(document);
  }

  /**
   * The document of that name that this one can attach: a `<model>` of its assets. It can be edited; the same object each
   * time.
   */
  findSpec(name: string): Spec | undefined {
    const { reader, document } = editorOf(this);
    const found = document.models.get(name);
    if (found === undefined) return undefined;
    let spec = this.#models.get(found);
    if (spec === undefined) {
      spec = new Spec(this.#options);
      editorOf(spec).reader = { ...reader, spec: found, unsupported: [] };
      this.#models.set(found, spec);
    }
    return spec;
  }

  /** name of the model */
  get modelname(): string {
    return editorOf(this).document.modelname;
  }

  /** Names the model. */
  set modelname(name: string) {
    editorOf(this).document.modelname = name;
  }

  /** the world */
  get worldbody(): SpecBody {
    const editor = editorOf(this);
    return editor.wrap("body", editor.document.world) as SpecBody;
  }

  // elements by name; all of these throw a RangeError if there is no such element

  /** the body of that name */
  body(name: string): SpecBody {
    return get(this, "body", name) as SpecBody;
  }

  /** the frame of that name */
  frame(name: string): SpecFrame {
    return get(this, "frame", name) as SpecFrame;
  }

  /** the joint of that name */
  joint(name: string): SpecJoint {
    return get(this, "joint", name) as SpecJoint;
  }

  /** the geom of that name */
  geom(name: string): SpecGeom {
    return get(this, "geom", name) as SpecGeom;
  }

  /** the site of that name */
  site(name: string): SpecSite {
    return get(this, "site", name) as SpecSite;
  }

  /** the camera of that name */
  camera(name: string): SpecCamera {
    return get(this, "camera", name) as SpecCamera;
  }

  /** the light of that name */
  light(name: string): SpecLight {
    return get(this, "light", name) as SpecLight;
  }

  /** the flex of that name */
  flex(name: string): SpecFlex {
    return get(this, "flex", name) as SpecFlex;
  }

  /** the mesh of that name */
  mesh(name: string): SpecMesh {
    return get(this, "mesh", name) as SpecMesh;
  }

  /** the skin of that name */
  skin(name: string): SpecSkin {
    return get(this, "skin", name) as SpecSkin;
  }

  /** the height field of that name */
  hfield(name: string): SpecHField {
    return get(this, "hfield", name) as SpecHField;
  }

  /** the texture of that name */
  texture(name: string): SpecTexture {
    return get(this, "texture", name) as SpecTexture;
  }

  /** the material of that name */
  material(name: string): SpecMaterial {
    return get(this, "material", name) as SpecMaterial;
  }

  /** the contact pair of that name */
  pair(name: string): SpecPair {
    return get(this, "pair", name) as SpecPair;
  }

  /** the excluded pair of that name */
  exclude(name: string): SpecExclude {
    return get(this, "exclude", name) as SpecExclude;
  }

  /** the equality constraint of that name */
  equality(name: string): SpecEquality {
    return get(this, "equality", name) as SpecEquality;
  }

  /** the tendon of that name */
  tendon(name: string): SpecTendon {
    return get(this, "tendon", name) as SpecTendon;
  }

  /** the actuator of that name */
  actuator(name: string): SpecActuator {
    return get(this, "actuator", name) as SpecActuator;
  }

  /** the sensor of that name */
  sensor(name: string): SpecSensor {
    return get(this, "sensor", name) as SpecSensor;
  }

  /** the custom numbers of that name */
  numeric(name: string): SpecNumeric {
    return get(this, "numeric", name) as SpecNumeric;
  }

  /** the custom text of that name */
  text(name: string): SpecText {
    return get(this, "text", name) as SpecText;
  }

  /** the custom list of that name */
  tuple(name: string): SpecTuple {
    return get(this, "tuple", name);
  }

  /** the keyframe of that name */
  key(name: string): SpecKey {
    return get(this, "key", name) as SpecKey;
  }

  /** the plugin instance of that name */
  plugin(name: string): SpecPlugin {
    return get(this, "plugin", name) as SpecPlugin;
  }

  /** the default class of that name; `main` is the one that all others start from */
  default(name: string): SpecDefault {
    const { classes } = editorOf(this).document;
    const record = classes.get(name);
    if (record === undefined) {
      throw new RangeError(`there is no default class '${name}'${didYouMean(name, [...classes.keys()])}`);
    }
    let found = this.#defaults.get(record);
    if (found === undefined) this.#defaults.set(record, found = new SpecDefault(this, record));
    return found;
  }

  /**
   * The element of a kind and name, or undefined if there is none.
   *
   * @example Add what is missing
   * ```ts
   * import { Spec } from "@plumbline/sim";
   * import assert from "node:assert/strict";
   *
   * const spec = new Spec();
   * if (spec.find("camera", "front") === undefined) spec.worldbody.addCamera({ name: "front" });
   * assert.equal(spec.elements("camera").length, 1);
   * ```
   */
  find(kind: KindName, name: string): SpecElement | undefined {
    const editor = editorOf(this);
    const record = editor.names(kind).get(name);
    return record && editor.wrap(kind, record);
  }

  /** All elements of a kind, in the order of the compiled model. */
  elements(kind: KindName): SpecElement[] {
    const editor = editorOf(this);
    return editor.list(kind).map((record) => editor.wrap(kind, record));
  }

  // additions: attributes are those of MJCF

  /** Adds a default class, which starts as a copy of another one. */
  addDefault(name: string, parent = "main"): SpecDefault {
    const from = defaultsOf(this.default(parent));
    editorOf(this).edit((reader) => readDefault(reader, new Call("default", { class: name }), from));
    return this.default(name);
  }

  /** Adds a mesh. */
  addMesh({ plugin, ...values }: Given<MeshProperties> & { plugin?: PluginValues }): SpecMesh {
    return add(this, "mesh", "asset", "mesh", values, pluginOf(plugin)) as SpecMesh;
  }

  /** Adds a height field. */
  addHField(values: Given<HFieldValues>): SpecHField {
    return add(this, "hfield", "asset", "hfield", values) as SpecHField;
  }

  /** Adds a skin with its bones. */
  addSkin(values: Given<SkinProperties>, bones: readonly Values[] = []): SpecSkin {
    return add(this, "skin", "asset", "skin", values, bones.map((bone) => new Call("bone", bone))) as SpecSkin;
  }

  /** Adds a texture. */
  addTexture(values: Given<TextureProperties>): SpecTexture {
    return add(this, "texture", "asset", "texture", values) as SpecTexture;
  }

  /** Adds a material, and its textures by role if there are several. */
  addMaterial(values: Given<MaterialProperties>, layers: readonly Values[] = []): SpecMaterial {
    const children = layers.map((layer) => new Call("layer", layer));
    return add(this, "material", "asset", "material", values, children) as SpecMaterial;
  }

  /** Adds a contact pair. */
  addPair(values: Given<PairProperties>): SpecPair {
    return add(this, "pair", "contact", "pair", values) as SpecPair;
  }

  /** Adds two bodies that do not collide. */
  addExclude(values: Given<ExcludeProperties>): SpecExclude {
    return add(this, "exclude", "contact", "exclude", values) as SpecExclude;
  }

  /** Adds a deformable body; the parts of `<flex>` are given by name. */
  addFlex(values: Given<FlexValues>, parts: Readonly<Record<string, Values>> = {}): SpecFlex {
    const children = Object.entries(parts).map(([name, part]) => new Call(name, part));
    return add(this, "flex", "deformable", "flex", values, children) as SpecFlex;
  }

  /** Adds an equality constraint. */
  addEquality<T extends keyof SpecEqualities>(type: T, values: Given<SpecEqualities[T]>): SpecEquality {
    return add(this, "equality", "equality", type, values) as SpecEquality;
  }

  /** Adds a tendon with its path. */
  addTendon(type: "spatial" | "fixed", values: Given<TendonProperties>, path: readonly SpecWrap[]): SpecTendon {
    return add(this, "tendon", "tendon", type, values, callsOf(path)) as SpecTendon;
  }

  /**
   * Adds an actuator: a general one, or a shortcut.
   *
   * @example A servo
   * ```ts
   * import { Spec } from "@plumbline/sim";
   * import assert from "node:assert/strict";
   *
   * const spec = Spec.parse(`<mujoco><worldbody><body><joint name="j"/><geom size="1"/></body></worldbody></mujoco>`);
   * spec.addActuator("position", { joint: "j", kp: 40 });
   * assert.equal(spec.compile().actuator_biasprm[1], -40);
   * ```
   */
  addActuator<T extends keyof SpecActuators>(type: T, values: Given<SpecActuators[T]>): SpecActuator {
    return add(this, "actuator", "actuator", type, values) as SpecActuator;
  }

  /** Adds a sensor: an element of `<sensor>`. */
  addSensor(type: string, values: Values): SpecSensor {
    return add(this, "sensor", "sensor", type, values) as SpecSensor;
  }

  /** Adds custom numbers. */
  addNumeric(values: { name: string; size?: number; data?: Iterable<number> }): SpecNumeric {
    return add(this, "numeric", "custom", "numeric", values) as SpecNumeric;
  }

  /** Adds a custom text. */
  addText(values: { name: string; data: string }): SpecText {
    return add(this, "text", "custom", "text", values) as SpecText;
  }

  /** Adds a custom list of objects. */
  addTuple(
    values: { name: string },
    elements: readonly { objtype: string; objname: string; prm?: number }[],
  ): SpecTuple {
    return add(this, "tuple", "custom", "tuple", values, elements.map((element) => new Call("element", element)));
  }

  /** Adds a keyframe. */
  addKey(values: Given<KeyProperties>): SpecKey {
    return add(this, "key", "keyframe", "key", values) as SpecKey;
  }

  /**
   * Enables a plugin, and adds a named instance of it if `instance` is given. Actuators and sensors of type `plugin` use
   * it by name, and so do the `plugin` of bodies, geoms, and meshes.
   */
  addPlugin(plugin: string, instance?: string, config: Readonly<Record<string, string>> = {}): SpecPlugin | undefined {
    const children = instance === undefined ? [] : [new Call("instance", { name: instance }, configOf(config))];
    const editor = editorOf(this);
    editor.read("extension", new Call("plugin", { plugin }, children));
    editor.changedTree();
    return instance === undefined ? undefined : this.plugin(instance);
  }
}

/** The element of a kind and name, or an error that says which name may have been meant. */
function get(spec: Spec, kind: KindName, name: string): SpecElement {
  const found = spec.find(kind, name);
  if (found !== undefined) return found;
  throw new RangeError(`there is no ${kind} '${name}'${didYouMean(name, [...editorOf(spec).names(kind).keys()])}`);
}

/** Adds an element of a section. */
function add(
  spec: Spec,
  kind: KindName,
  section: string,
  word: string,
  values: object,
  children: readonly Call[] = [],
): SpecElement {
  const { config, ...rest } = values as { config?: Readonly<Record<string, string>> };
  const call = new Call(word, rest, [...children, ...configOf(config)]);
  const editor = editorOf(spec);
  return editor.added(kind, call, () => {
    editor.read(section, call);
    return editor.document[KINDS[kind].list] as ElementRecord[];
  });
}
