/**
 * A model before compilation: the contents of a document, with defaults applied and references still by name.
 *
 * Numbers keep the units of the document; `undefined` marks a value that was not given.
 */

import type { ActuatorAttributes } from "../mjcf/elements/actuator.ts";
import type { BodyAttributes } from "../mjcf/elements/body.ts";
import type { CameraAttributes } from "../mjcf/elements/camera.ts";
import type { CompilerSettings } from "../mjcf/elements/compiler.ts";
import type { EqualityAttributes } from "../mjcf/elements/equality.ts";
import type { GeomAttributes } from "../mjcf/elements/geom.ts";
import type { HFieldAttributes } from "../mjcf/elements/hfield.ts";
import type { JointAttributes } from "../mjcf/elements/joint.ts";
import type { KeyAttributes } from "../mjcf/elements/keyframe.ts";
import type { LightAttributes } from "../mjcf/elements/light.ts";
import type { MaterialAttributes } from "../mjcf/elements/material.ts";
import type { MeshAttributes } from "../mjcf/elements/mesh.ts";
import type { OptionSettings } from "../mjcf/elements/option.ts";
import type { PairAttributes } from "../mjcf/elements/pair.ts";
import type { SensorAttributes } from "../mjcf/elements/sensor.ts";
import type { SiteAttributes } from "../mjcf/elements/site.ts";
import type { SizeSettings } from "../mjcf/elements/size.ts";
import type { BoneAttributes, SkinAttributes } from "../mjcf/elements/skin.ts";
import type { StatisticSettings } from "../mjcf/elements/statistic.ts";
import type { TendonAttributes } from "../mjcf/elements/tendon.ts";
import type { TextureAttributes } from "../mjcf/elements/texture.ts";
import type { MjcfError, Place } from "./errors.ts";
import type { Plugin } from "./plugin.ts";
import type { Budget } from "./limits.ts";
import type { FlexSpec } from "./flex_spec.ts";
import type { Visual } from "./visual.ts";

/** The origin of an element or value. */
export interface Origin {
  /** place in the document */
  place(attribute?: string): Place;
  /** the lines of the document around that place */
  excerpt(attribute?: string): string;
  /** makes an error that points there */
  error(what: string, attribute?: string): MjcfError;
}

/** The numbers of one element in a part of a keyframe, such as its `qpos`. */
export interface KeptState {
  readonly key: string;
  readonly part: string;
  readonly value: Float64Array;
}

/** A keyframe that came with an attached model; its values are kept in the elements. */
export interface PendingKey {
  name: string;
  time: number;
}

/** Properties that every element has. */
export interface SpecElement {
  name: string;
  id: number;
  origin: Origin | undefined;
  compiler: CompilerSettings;
}

/** A rotation in one of five notations. */
export interface Orientation {
  quat: Float64Array;
  /** notation that replaces `quat`, if any */
  orientation: "axisangle" | "xyaxes" | "zaxis" | "euler" | "";
  axisangle: Float64Array;
  xyaxes: Float64Array;
  zaxis: Float64Array;
  euler: Float64Array;
}

/** A coordinate frame, which disappears during compilation. */
export interface FrameSpec extends SpecElement, Orientation {
  pos: Float64Array;
  parent: FrameSpec | undefined;
  childclass: DefaultClass;
  compiled: boolean;
  /** has it no name and no object anymore, and only moves what is in it? */
  isDeleted?: boolean;
}

/** An element of a body. */
export interface BodyElement extends SpecElement {
  body: BodySpec;
  frame: FrameSpec | undefined;
}

/** An instance of a plugin. */
export interface PluginSpec extends SpecElement {
  /** name of the plugin */
  plugin: string;
  /** values of its attributes */
  config: Readonly<Record<string, string>>;
  /** position of the plugin among those that are known */
  slot: number;
}

/** What an element says about its plugin. */
export interface PluginUse {
  /** name of the plugin; empty: that of the instance */
  plugin: string;
  /** name of the instance; empty: it has one of its own */
  instance: string;
  own: PluginSpec | undefined;
}

/** A rigid body. */
export interface BodySpec extends SpecElement, BodyAttributes {
  parent: BodySpec | undefined;
  frame: FrameSpec | undefined;
  childclass: DefaultClass;

  explicitinertial: boolean;
  /** undefined: not given */
  ipos: Float64Array | undefined;
  inertial: Orientation;
  inertia: Float64Array;
  fullinertia: Float64Array | undefined;

  frames: FrameSpec[];
  bodies: BodySpec[];
  geoms: GeomSpec[];
  joints: JointSpec[];
  sites: SiteSpec[];
  cameras: CameraSpec[];
  lights: LightSpec[];

  states: KeptState[];
  plugin: PluginUse | undefined;

  // results of compilation
  weldid: number;
  dofnum: number;
  contype: number;
  conaffinity: number;
  bvh: BodyBvh | undefined;
}

/** The nodes of one body or mesh in depth-first order, as in `bvh_*`. */
export interface Bvh {
  /** number of nodes */
  count: number;
  /** level of each node; the root is 0 */
  depth: Int32Array;
  /** two children per node, -1 for leaves */
  child: Int32Array;
  /** element of a leaf, -1 for inner nodes */
  nodeid: Int32Array;
  /** center and half sizes of each node */
  aabb: Float64Array;
}

/** A tree of bounding boxes, and the geom at each of its nodes. */
export interface BodyBvh {
  tree: Bvh;
  leaves: (GeomSpec | undefined)[];
}

/** A joint. */
export interface JointSpec extends BodyElement, JointAttributes {
  qposadr: number;
  dofadr: number;
  /** keyframe values that came with an attached model */
  states: KeptState[];
}

/** A geometric shape. */
export interface GeomSpec extends BodyElement, GeomAttributes {
  plugin: PluginUse | undefined;

  // results of compilation
  meshSpec: MeshSpec | undefined;
  hfieldSpec: HFieldSpec | undefined;
  matid: number;
  visual: boolean;
  inferinertia: boolean;
  compiledMass: number;
  inertia: Float64Array;
  aabb: Float64Array;
  fluid: Float64Array;
}

/** A site: a place on a body. */
export interface SiteSpec extends BodyElement, SiteAttributes {
  matid: number;
}

/** A camera. */
export interface CameraSpec extends BodyElement, CameraAttributes {
  targetbodyid: number;
  intrinsic: Float64Array;
}

/** A light. */
export interface LightSpec extends BodyElement, LightAttributes {
  targetbodyid: number;
  texid: number;
}

/** A mesh. */
export interface MeshSpec extends SpecElement, MeshAttributes {
  plugin: PluginUse | undefined;
  /** directory of the document that names the file */
  modelfiledir: string;
  visual: boolean;
  needhull: boolean;
  needsdf: boolean;
}

/** A height field. */
export interface HFieldSpec extends SpecElement, HFieldAttributes {
  modelfiledir: string;
  /** rows from the bottom up; empty: read from the file */
  elevation: Float32Array;
}

/** A skin. */
export interface SkinSpec extends SpecElement, SkinAttributes {
  modelfiledir: string;
  bones: SkinBone[];
  matid: number;
}

/** A bone of a skin. */
export interface SkinBone extends BoneAttributes {
  bodyid: number;
}

/** A texture. */
export interface TextureSpec extends SpecElement, TextureAttributes {
  modelfiledir: string;
  cubefiles: string[];
}

/** A material. */
export interface MaterialSpec extends SpecElement, MaterialAttributes {
  texid: Int32Array;
}

/** An explicit contact pair. */
export interface PairSpec extends SpecElement, PairAttributes {
  first: GeomSpec | undefined;
  second: GeomSpec | undefined;
  signature: number;
}

/** A pair of bodies that do not collide. */
export interface ExcludeSpec extends SpecElement {
  body1: string;
  body2: string;
  signature: number;
}

/** An equality constraint. */
export interface EqualitySpec extends SpecElement, EqualityAttributes {
  type: number;
  objtype: number;
  name1: string;
  name2: string;
  data: Float64Array;
  obj1id: number;
  obj2id: number;
}

/** A tendon. */
export interface TendonSpec extends SpecElement, TendonAttributes {
  path: WrapSpec[];
  matid: number;
}

/** An element of a tendon's path. */
export interface WrapSpec {
  type: number;
  name: string;
  sidesite: string;
  prm: number;
  origin: Origin | undefined;
  obj: SpecElement | undefined;
  sideid: number;
}

/** An actuator. */
export interface ActuatorSpec extends SpecElement, ActuatorAttributes {
  trnid: number[];
  states: KeptState[];
  plugin: PluginUse | undefined;
}

/** A sensor. */
export interface SensorSpec extends SpecElement, SensorAttributes {
  obj: SpecElement | undefined;
  ref: SpecElement | undefined;
  plugin: PluginUse | undefined;
}

/** A custom array of numbers. */
export interface NumericSpec extends SpecElement {
  size: number;
  data: Float64Array;
}

/** A custom text. */
export interface TextSpec extends SpecElement {
  data: string;
}

/** A custom list of objects. */
export interface TupleSpec extends SpecElement {
  elements: { objtype: number; objname: string; prm: number; obj: SpecElement | undefined }[];
}

/** A keyframe; empty parts default to the reference configuration. */
export interface KeySpec extends SpecElement, KeyAttributes {}

/** The defaults of a class. */
export interface DefaultClass {
  name: string;
  parent: DefaultClass | undefined;
  mesh: MeshAttributes;
  material: MaterialAttributes;
  joint: JointAttributes;
  geom: GeomAttributes;
  site: SiteAttributes;
  camera: CameraAttributes;
  light: LightAttributes;
  pair: PairAttributes;
  equality: EqualityAttributes;
  tendon: TendonAttributes;
  actuator: ActuatorAttributes;
}

/** The lists of a spec, by element type. */
export interface SpecLists {
  bodies: BodySpec[];
  joints: JointSpec[];
  geoms: GeomSpec[];
  sites: SiteSpec[];
  cameras: CameraSpec[];
  lights: LightSpec[];
  frames: FrameSpec[];
  flexes: FlexSpec[];
  meshes: MeshSpec[];
  skins: SkinSpec[];
  hfields: HFieldSpec[];
  textures: TextureSpec[];
  materials: MaterialSpec[];
  pairs: PairSpec[];
  excludes: ExcludeSpec[];
  equalities: EqualitySpec[];
  tendons: TendonSpec[];
  actuators: ActuatorSpec[];
  sensors: SensorSpec[];
  numerics: NumericSpec[];
  texts: TextSpec[];
  tuples: TupleSpec[];
  keys: KeySpec[];
  /** instances of plugins */
  plugins: PluginSpec[];
}

/** Name of a list of elements. */
export type SpecList = keyof SpecLists;

/** Reads a file by its path; undefined if there is none. */
export type ReadFile = (path: string) => Uint8Array | undefined;

/** A document that has been read but not compiled: only includes, classes, and patterns are resolved. */
export interface MjcfDocument {
  /** name of the model */
  modelname: string;
}

/** A model before it is compiled. */
export interface Spec extends SpecLists, MjcfDocument {
  compiler: CompilerSettings;
  option: OptionSettings;
  size: SizeSettings;
  /** the last `<size>` */
  sizeOrigin: Origin | undefined;
  statistic: StatisticSettings;
  visual: Visual;
  world: BodySpec;
  main: DefaultClass;
  classes: Map<string, DefaultClass>;
  /** models that can be attached, by name */
  models: Map<string, Spec>;
  pendingKeys: PendingKey[];
  /** names of the plugins that the document enables */
  extensions: string[];
  /** plugins that it may enable */
  knownPlugins: readonly Plugin[];
  read: ReadFile;
  /** limits on the document, shared with the models that it attaches */
  budget: Budget;
}
