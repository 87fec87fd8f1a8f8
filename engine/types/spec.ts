/**
 * A model before compilation: the contents of a document, with defaults applied and references still by name.
 *
 * Numbers keep the units of the document; `undefined` marks a value that was not given.
 */

import type { MjcfError, Place } from "./errors.ts";
import type { Budget } from "./limits.ts";
import type { FlexSpec } from "./flex_spec.ts";

/** The origin of an element or value. */
export interface Origin {
  /** place in the document */
  place(attribute?: string): Place;
  /** the lines of the document around that place */
  excerpt(attribute?: string): string;
  /** makes an error that points there */
  error(what: string, attribute?: string): MjcfError;
}

/** Compiler settings, one set per document. */
export interface CompilerSettings {
  autolimits: number;
  boundmass: number;
  boundinertia: number;
  settotalmass: number;
  balanceinertia: number;
  strippath: number;
  fitaabb: number;
  /** 1: angles are in degrees */
  angle: number;
  eulerseq: string;
  meshdir: string;
  texturedir: string;
  discardvisual: number;
  fusestatic: number;
  inertiafromgeom: number;
  inertiagrouprange: number[];
  alignfree: number;
  lengthrange: LengthRangeSettings;
  /** directory of the document; empty, or with a trailing slash */
  modelfiledir: string;
}

/** Settings for computing actuator length ranges. */
export interface LengthRangeSettings {
  mode: number;
  useexisting: number;
  uselimit: number;
  accel: number;
  maxforce: number;
  timeconst: number;
  timestep: number;
  inttotal: number;
  interval: number;
  tolrange: number;
}

/** Keyframe values of one element, by keyframe and field. */
export type States = Readonly<Record<string, Readonly<Record<string, Float64Array>>>>;

/** A keyframe that came with an attached model; its values are kept in the elements. */
export interface PendingKey {
  name: string;
  time: number;
  given: Readonly<Record<"qpos" | "qvel" | "act" | "ctrl" | "mpos" | "mquat", boolean>>;
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
}

/** An element of a body. */
export interface BodyElement extends SpecElement {
  body: BodySpec;
  frame: FrameSpec | undefined;
}

/** A rigid body. */
export interface BodySpec extends SpecElement, Orientation {
  parent: BodySpec | undefined;
  frame: FrameSpec | undefined;
  childclass: DefaultClass;
  pos: Float64Array;
  mocap: number;
  gravcomp: number;
  sleep: number;
  user: Float64Array;

  explicitinertial: boolean;
  mass: number;
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

  states: States;

  // results of compilation
  weldid: number;
  dofnum: number;
  contype: number;
  conaffinity: number;
  margin: number;
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

/** Attributes of a joint. */
export interface JointAttributes {
  type: number;
  group: number;
  pos: Float64Array;
  axis: Float64Array;
  springdamper: Float64Array;
  limited: number;
  actuatorfrclimited: number;
  solreflimit: Float64Array;
  solimplimit: Float64Array;
  solreffriction: Float64Array;
  solimpfriction: Float64Array;
  stiffness: number;
  range: Float64Array;
  actuatorfrcrange: Float64Array;
  actuatorgravcomp: number;
  margin: number;
  ref: number;
  springref: number;
  armature: number;
  damping: number;
  frictionloss: number;
  user: Float64Array;
  align: number;
}

/** A joint. */
export interface JointSpec extends BodyElement, JointAttributes {
  qposadr: number;
  dofadr: number;
  /** keyframe values that came with an attached model */
  states: States;
}

/** Attributes of a geom. */
export interface GeomAttributes extends Orientation {
  type: number;
  pos: Float64Array;
  contype: number;
  conaffinity: number;
  condim: number;
  group: number;
  priority: number;
  size: Float64Array;
  material: string;
  friction: Float64Array;
  mass: number | undefined;
  density: number;
  shellinertia: number;
  solmix: number;
  solref: Float64Array;
  solimp: Float64Array;
  margin: number;
  gap: number;
  fromto: Float64Array | undefined;
  hfield: string;
  mesh: string;
  fitscale: number;
  rgba: Float64Array;
  fluidshape: number;
  fluidcoef: Float64Array;
  user: Float64Array;
}

/** A geometric shape. */
export interface GeomSpec extends BodyElement, GeomAttributes {
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

/** Attributes of a site. */
export interface SiteAttributes extends Orientation {
  type: number;
  group: number;
  pos: Float64Array;
  material: string;
  size: Float64Array;
  fromto: Float64Array | undefined;
  rgba: Float64Array;
  user: Float64Array;
}

/** A site: a place on a body. */
export interface SiteSpec extends BodyElement, SiteAttributes {
  matid: number;
}

/** Attributes of a camera. */
export interface CameraAttributes extends Orientation {
  projection: number;
  fovy: number;
  ipd: number;
  resolution: number[];
  output: number;
  pos: Float64Array;
  mode: number;
  target: string;
  focal: Float64Array;
  focalpixel: Float64Array;
  principal: Float64Array;
  principalpixel: Float64Array;
  sensorsize: Float64Array;
  user: Float64Array;
}

/** A camera. */
export interface CameraSpec extends BodyElement, CameraAttributes {
  targetbodyid: number;
  intrinsic: Float64Array;
}

/** Attributes of a light. */
export interface LightAttributes {
  pos: Float64Array;
  dir: Float64Array;
  bulbradius: number;
  intensity: number;
  range: number;
  type: number;
  castshadow: number;
  active: number;
  attenuation: Float64Array;
  cutoff: number;
  exponent: number;
  ambient: Float64Array;
  diffuse: Float64Array;
  specular: Float64Array;
  mode: number;
  target: string;
  texture: string;
}

/** A light. */
export interface LightSpec extends BodyElement, LightAttributes {
  targetbodyid: number;
  texid: number;
}

/** Attributes of a mesh. */
export interface MeshAttributes {
  scale: Float64Array;
  maxhullvert: number;
  inertia: number;
  content_type: string;
  file: string;
  vertex: Float64Array;
  normal: Float64Array;
  texcoord: Float64Array;
  face: number[];
  refpos: Float64Array;
  refquat: Float64Array;
  smoothnormal: number;
  builtin: number;
  params: Float64Array;
  material: string;
}

/** A mesh. */
export interface MeshSpec extends SpecElement, MeshAttributes {
  /** directory of the document that names the file */
  modelfiledir: string;
  visual: boolean;
  needhull: boolean;
  needsdf: boolean;
}

/** A height field. */
export interface HFieldSpec extends SpecElement {
  content_type: string;
  file: string;
  modelfiledir: string;
  nrow: number;
  ncol: number;
  size: Float64Array;
  /** rows from the bottom up; empty: read from the file */
  elevation: Float32Array;
}

/** A skin. */
export interface SkinSpec extends SpecElement {
  file: string;
  modelfiledir: string;
  material: string;
  rgba: Float64Array;
  inflate: number;
  group: number;
  vertex: Float64Array;
  texcoord: Float64Array;
  face: number[];
  bones: SkinBone[];
  matid: number;
}

/** A bone of a skin. */
export interface SkinBone {
  body: string;
  bindpos: Float64Array;
  bindquat: Float64Array;
  vertid: number[];
  vertweight: Float64Array;
  bodyid: number;
}

/** A texture. */
export interface TextureSpec extends SpecElement {
  type: number;
  colorspace: number;
  content_type: string;
  file: string;
  modelfiledir: string;
  cubefiles: string[];
  gridsize: number[];
  gridlayout: string;
  builtin: number;
  width: number;
  height: number;
  nchannel: number;
  hflip: number;
  vflip: number;
}

/** Attributes of a material. */
export interface MaterialAttributes {
  /** texture names by role */
  textures: string[];
  emission: number;
  specular: number;
  shininess: number;
  reflectance: number;
  metallic: number;
  roughness: number;
  rgba: Float64Array;
  texrepeat: Float64Array;
  texuniform: number;
}

/** A material. */
export interface MaterialSpec extends SpecElement, MaterialAttributes {
  texid: Int32Array;
}

/** Attributes of a contact pair. */
export interface PairAttributes {
  condim: number;
  friction: Float64Array;
  solref: Float64Array;
  solreffriction: Float64Array;
  solimp: Float64Array;
  gap: number;
  margin: number;
}

/** An explicit contact pair. */
export interface PairSpec extends SpecElement, PairAttributes {
  geom1: string;
  geom2: string;
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

/** Attributes of an equality constraint. */
export interface EqualityAttributes {
  active: number;
  solref: Float64Array;
  solimp: Float64Array;
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

/** Attributes of a tendon. */
export interface TendonAttributes {
  group: number;
  limited: number;
  actuatorfrclimited: number;
  range: Float64Array;
  actuatorfrcrange: Float64Array;
  solreflimit: Float64Array;
  solimplimit: Float64Array;
  solreffriction: Float64Array;
  solimpfriction: Float64Array;
  frictionloss: number;
  springlength: Float64Array;
  margin: number;
  stiffness: number;
  damping: number;
  armature: number;
  width: number;
  material: string;
  rgba: Float64Array;
  user: Float64Array;
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

/** Attributes of an actuator. */
export interface ActuatorAttributes {
  group: number;
  nsample: number;
  interp: number;
  delay: number;
  ctrllimited: number;
  forcelimited: number;
  actlimited: number;
  ctrlrange: Float64Array;
  forcerange: Float64Array;
  actrange: Float64Array;
  lengthrange: Float64Array;
  gear: Float64Array;
  cranklength: number;
  user: Float64Array;
  trntype: number;
  target: string;
  slidersite: string;
  refsite: string;
  inheritrange: number;
  actdim: number;
  dyntype: number;
  gaintype: number;
  biastype: number;
  dynprm: Float64Array;
  gainprm: Float64Array;
  biasprm: Float64Array;
  actearly: number;
}

/** An actuator. */
export interface ActuatorSpec extends SpecElement, ActuatorAttributes {
  trnid: number[];
  states: States;
}

/** A sensor. */
export interface SensorSpec extends SpecElement {
  type: number;
  objtype: number;
  objname: string;
  reftype: number;
  refname: string;
  intprm: number[];
  datatype: number;
  needstage: number;
  dim: number;
  cutoff: number;
  noise: number;
  nsample: number;
  interp: number;
  delay: number;
  interval: Float64Array;
  user: Float64Array;
  obj: SpecElement | undefined;
  ref: SpecElement | undefined;
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
export interface KeySpec extends SpecElement {
  time: number;
  qpos: Float64Array;
  qvel: Float64Array;
  act: Float64Array;
  mpos: Float64Array;
  mquat: Float64Array;
  ctrl: Float64Array;
}

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

/** Statistics that the document sets. */
export interface StatisticSettings {
  meaninertia: number | undefined;
  meanmass: number | undefined;
  meansize: number | undefined;
  extent: number | undefined;
  center: Float64Array | undefined;
}

/** Sizes that the document sets; -1: derived. */
export interface SizeSettings {
  memory: number;
  njmax: number;
  nconmax: number;
  nstack: number;
  nuserdata: number;
  nkey: number;
  nuser_body: number;
  nuser_jnt: number;
  nuser_geom: number;
  nuser_site: number;
  nuser_cam: number;
  nuser_tendon: number;
  nuser_actuator: number;
  nuser_sensor: number;
}

/** Physics options as the document sets them. */
export type OptionSettings = Record<string, number | Float64Array>;

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
  /** distance of the near clipping plane, stored by cameras without intrinsics */
  znear: number;
  world: BodySpec;
  main: DefaultClass;
  classes: Map<string, DefaultClass>;
  /** models that can be attached, by name */
  models: Map<string, Spec>;
  pendingKeys: PendingKey[];
  read: ReadFile;
  /** limits on the document, shared with the models that it attaches */
  budget: Budget;
}
