/** The enumerations of MuJoCo, with its values. */

/** Bits of `opt.disableflags`: default features that can be turned off. */
export const DisableBit = {
  CONSTRAINT: 1,
  EQUALITY: 2,
  FRICTIONLOSS: 4,
  LIMIT: 8,
  CONTACT: 16,
  SPRING: 32,
  DAMPER: 64,
  GRAVITY: 128,
  CLAMPCTRL: 256,
  WARMSTART: 512,
  FILTERPARENT: 1024,
  ACTUATION: 2048,
  REFSAFE: 4096,
  SENSOR: 8192,
  MIDPHASE: 16384,
  EULERDAMP: 32768,
  AUTORESET: 65536,
  NATIVECCD: 131072,
  ISLAND: 262144,
  N: 19,
} as const;

/** Bits of `opt.enableflags`: optional features that can be turned on. */
export const EnableBit = {
  OVERRIDE: 1,
  ENERGY: 2,
  FWDINV: 4,
  INVDISCRETE: 8,
  MULTICCD: 16,
  SLEEP: 32,
  N: 6,
} as const;

/** How the state is advanced in time. */
export const Integrator = {
  EULER: 0,
  RK4: 1,
  IMPLICIT: 2,
  IMPLICITFAST: 3,
} as const;

/** Shape of the friction cone. */
export const Cone = {
  PYRAMIDAL: 0,
  ELLIPTIC: 1,
} as const;

/** Storage of the constraint Jacobian. */
export const Jacobian = {
  DENSE: 0,
  SPARSE: 1,
  AUTO: 2,
} as const;

/** Algorithm that solves for constraint forces. */
export const Solver = {
  PGS: 0,
  CG: 1,
  NEWTON: 2,
} as const;

/** Type of a joint. */
export const Joint = {
  FREE: 0,
  BALL: 1,
  SLIDE: 2,
  HINGE: 3,
} as const;

/** Type of a geometric shape. */
export const Geom = {
  PLANE: 0,
  HFIELD: 1,
  SPHERE: 2,
  CAPSULE: 3,
  ELLIPSOID: 4,
  CYLINDER: 5,
  BOX: 6,
  MESH: 7,
  SDF: 8,
  N: 9,
  FLEX: 105,
  TRIANGLE: 108,
  NONE: 1001,
} as const;

/** How elements of a flex are tested against each other. */
export const FlexSelf = {
  NONE: 0,
  NARROW: 1,
  BVH: 2,
  SAP: 3,
  AUTO: 4,
} as const;

/** Which frame of the body an element shares, so that its pose need not be composed. */
export const SameFrame = {
  NONE: 0,
  BODY: 1,
  INERTIA: 2,
  BODYROT: 3,
  INERTIAROT: 4,
} as const;

/** Whether a kinematic tree may fall asleep. */
export const SleepPolicy = {
  AUTO: 0,
  AUTO_NEVER: 1,
  AUTO_ALLOWED: 2,
  NEVER: 3,
  ALLOWED: 4,
  INIT: 5,
} as const;

/** Whether a body is asleep. */
export const SleepState = {
  STATIC: -1,
  ASLEEP: 0,
  AWAKE: 1,
} as const;

/** How a camera or light follows its body. */
export const CamLight = {
  FIXED: 0,
  TRACK: 1,
  TRACKCOM: 2,
  TARGETBODY: 3,
  TARGETBODYCOM: 4,
} as const;

/** Projection of a camera. */
export const Projection = {
  PERSPECTIVE: 0,
  ORTHOGRAPHIC: 1,
} as const;

/** Bits of `cam_output`. */
export const CamOutBit = {
  RGB: 1,
  DEPTH: 2,
  DIST: 4,
  NORMAL: 8,
  SEG: 16,
  N: 5,
} as const;

/** Type of a light. */
export const LightType = {
  SPOT: 0,
  DIRECTIONAL: 1,
  POINT: 2,
  IMAGE: 3,
} as const;

/** Type of a texture. */
export const Texture = {
  TEXTURE_2D: 0,
  CUBE: 1,
  SKYBOX: 2,
} as const;

/** Role of a texture in a material. */
export const TextureRole = {
  USER: 0,
  RGB: 1,
  OCCLUSION: 2,
  ROUGHNESS: 3,
  METALLIC: 4,
  NORMAL: 5,
  OPACITY: 6,
  EMISSIVE: 7,
  RGBA: 8,
  ORM: 9,
  N: 10,
} as const;

/** Color space of a texture. */
export const ColorSpace = {
  AUTO: 0,
  LINEAR: 1,
  SRGB: 2,
} as const;

/** Procedural pattern of a texture. */
export const Builtin = {
  NONE: 0,
  GRADIENT: 1,
  CHECKER: 2,
  FLAT: 3,
} as const;

/** Procedural mark on a texture. */
export const Mark = {
  NONE: 0,
  EDGE: 1,
  CROSS: 2,
  RANDOM: 3,
} as const;

/** Type of an equality constraint. */
export const Eq = {
  CONNECT: 0,
  WELD: 1,
  JOINT: 2,
  TENDON: 3,
  FLEX: 4,
  FLEXVERT: 5,
  DISTANCE: 6,
} as const;

/** Type of an element in a tendon path. */
export const Wrap = {
  NONE: 0,
  JOINT: 1,
  PULLEY: 2,
  SITE: 3,
  SPHERE: 4,
  CYLINDER: 5,
} as const;

/** Type of an actuator transmission. */
export const Trn = {
  JOINT: 0,
  JOINTINPARENT: 1,
  SLIDERCRANK: 2,
  TENDON: 3,
  SITE: 4,
  BODY: 5,
  UNDEFINED: 1000,
} as const;

/** Type of activation dynamics. */
export const Dyn = {
  NONE: 0,
  INTEGRATOR: 1,
  FILTER: 2,
  FILTEREXACT: 3,
  MUSCLE: 4,
  USER: 5,
} as const;

/** Type of actuator gain. */
export const Gain = {
  FIXED: 0,
  AFFINE: 1,
  MUSCLE: 2,
  USER: 3,
} as const;

/** Type of actuator bias. */
export const Bias = {
  NONE: 0,
  AFFINE: 1,
  MUSCLE: 2,
  USER: 3,
} as const;

/** Which actuators get a computed length range. */
export const LRMode = {
  NONE: 0,
  MUSCLE: 1,
  MUSCLEUSER: 2,
  ALL: 3,
} as const;

/** Type of a model element. */
export const Obj = {
  UNKNOWN: 0,
  BODY: 1,
  XBODY: 2,
  JOINT: 3,
  DOF: 4,
  GEOM: 5,
  SITE: 6,
  CAMERA: 7,
  LIGHT: 8,
  FLEX: 9,
  MESH: 10,
  SKIN: 11,
  HFIELD: 12,
  TEXTURE: 13,
  MATERIAL: 14,
  PAIR: 15,
  EXCLUDE: 16,
  EQUALITY: 17,
  TENDON: 18,
  ACTUATOR: 19,
  SENSOR: 20,
  NUMERIC: 21,
  TEXT: 22,
  TUPLE: 23,
  KEY: 24,
  PLUGIN: 25,
  N: 26,
  FRAME: 100,
  DEFAULT: 101,
  MODEL: 102,
} as const;

/** Type of a sensor. */
export const Sensor = {
  TOUCH: 0,
  ACCELEROMETER: 1,
  VELOCIMETER: 2,
  GYRO: 3,
  FORCE: 4,
  TORQUE: 5,
  MAGNETOMETER: 6,
  RANGEFINDER: 7,
  CAMPROJECTION: 8,
  JOINTPOS: 9,
  JOINTVEL: 10,
  TENDONPOS: 11,
  TENDONVEL: 12,
  ACTUATORPOS: 13,
  ACTUATORVEL: 14,
  ACTUATORFRC: 15,
  JOINTACTFRC: 16,
  TENDONACTFRC: 17,
  BALLQUAT: 18,
  BALLANGVEL: 19,
  JOINTLIMITPOS: 20,
  JOINTLIMITVEL: 21,
  JOINTLIMITFRC: 22,
  TENDONLIMITPOS: 23,
  TENDONLIMITVEL: 24,
  TENDONLIMITFRC: 25,
  FRAMEPOS: 26,
  FRAMEQUAT: 27,
  FRAMEXAXIS: 28,
  FRAMEYAXIS: 29,
  FRAMEZAXIS: 30,
  FRAMELINVEL: 31,
  FRAMEANGVEL: 32,
  FRAMELINACC: 33,
  FRAMEANGACC: 34,
  SUBTREECOM: 35,
  SUBTREELINVEL: 36,
  SUBTREEANGMOM: 37,
  INSIDESITE: 38,
  GEOMDIST: 39,
  GEOMNORMAL: 40,
  GEOMFROMTO: 41,
  CONTACT: 42,
  E_POTENTIAL: 43,
  E_KINETIC: 44,
  CLOCK: 45,
  TACTILE: 46,
  PLUGIN: 47,
  USER: 48,
} as const;

/** Stage after which a sensor can be computed. */
export const Stage = {
  NONE: 0,
  POS: 1,
  VEL: 2,
  ACC: 3,
} as const;

/** Kind of quantity that a sensor returns. */
export const DataType = {
  REAL: 0,
  POSITIVE: 1,
  AXIS: 2,
  QUATERNION: 3,
} as const;

/** Quantities that a contact sensor can return. */
export const ConDataField = {
  FOUND: 0,
  FORCE: 1,
  TORQUE: 2,
  DIST: 3,
  POS: 4,
  NORMAL: 5,
  TANGENT: 6,
  N: 7,
} as const;

/** Quantities that a rangefinder can return. */
export const RayDataField = {
  DIST: 0,
  DIR: 1,
  ORIGIN: 2,
  POINT: 3,
  NORMAL: 4,
  DEPTH: 5,
  N: 6,
} as const;

/** Type of a constraint row. */
export const Constraint = {
  EQUALITY: 0,
  FRICTION_DOF: 1,
  FRICTION_TENDON: 2,
  LIMIT_JOINT: 3,
  LIMIT_TENDON: 4,
  CONTACT_FRICTIONLESS: 5,
  CONTACT_PYRAMIDAL: 6,
  CONTACT_ELLIPTIC: 7,
} as const;

/** State of a constraint row at the solution. */
export const ConstraintState = {
  SATISFIED: 0,
  QUADRATIC: 1,
  LINEARNEG: 2,
  LINEARPOS: 3,
  CONE: 4,
} as const;

/** Run-time trouble that `data.warning` counts. */
export const Warning = {
  INERTIA: 0,
  CONTACTFULL: 1,
  CNSTRFULL: 2,
  VGEOMFULL: 3,
  BADQPOS: 4,
  BADQVEL: 5,
  BADQACC: 6,
  BADCTRL: 7,
  N: 8,
} as const;

/** Bits that name the parts of a state vector. */
export const State = {
  TIME: 1,
  QPOS: 2,
  QVEL: 4,
  ACT: 8,
  HISTORY: 16,
  WARMSTART: 32,
  CTRL: 64,
  QFRC_APPLIED: 128,
  XFRC_APPLIED: 256,
  EQ_ACTIVE: 512,
  MOCAP_POS: 1024,
  MOCAP_QUAT: 2048,
  USERDATA: 4096,
  PLUGIN: 8192,
  N: 14,
  PHYSICS: 30,
  FULLPHYSICS: 8223,
  USER: 8128,
  INTEGRATION: 16383,
} as const;

/** Whether the mass of a geom fills it or covers it. */
export const GeomInertia = {
  VOLUME: 0,
  SHELL: 1,
} as const;

/** How the inertia of a mesh is computed. */
export const MeshInertia = {
  CONVEX: 0,
  EXACT: 1,
  LEGACY: 2,
  SHELL: 3,
} as const;

/** Procedural meshes. */
export const MeshBuiltin = {
  NONE: 0,
  SPHERE: 1,
  HEMISPHERE: 2,
  CONE: 3,
  SUPERSPHERE: 4,
  SUPERTORUS: 5,
  WEDGE: 6,
  PLATE: 7,
} as const;

/** How signed distances are combined. */
export const SDFType = {
  SINGLE: 0,
  INTERSECTION: 1,
  MIDSURFACE: 2,
  COLLISION: 3,
} as const;

/** When body inertias are inferred from geoms. */
export const InertiaFromGeom = {
  FALSE: 0,
  TRUE: 1,
  AUTO: 2,
} as const;

/** Whether free joints align the body frame with its inertia. */
export const AlignFree = {
  FALSE: 0,
  TRUE: 1,
  AUTO: 2,
} as const;

/** Whether a limit is on, off, or decided by the presence of a range. */
export const Limited = {
  FALSE: 0,
  TRUE: 1,
  AUTO: 2,
} as const;

/** What a perturbation changes: bits of `Perturb.active`. */
export const PertBit = {
  TRANSLATE: 1,
  ROTATE: 2,
} as const;

/** How the signed distance fields of two geoms are combined. */
export const SdfType = {
  SINGLE: 0,
  INTERSECTION: 1,
  MIDSURFACE: 2,
  COLLISION: 3,
} as const;

/** What a viewpoint is tied to. */
export const Camera = {
  FREE: 0,
  TRACKING: 1,
  FIXED: 2,
  USER: 3,
} as const;

/** What viewers show: indices of the flags of a `ViewOption`. */
export const VisFlag = {
  CONVEXHULL: 0,
  TEXTURE: 1,
  JOINT: 2,
  CAMERA: 3,
  ACTUATOR: 4,
  ACTIVATION: 5,
  LIGHT: 6,
  TENDON: 7,
  RANGEFINDER: 8,
  CONSTRAINT: 9,
  INERTIA: 10,
  SCLINERTIA: 11,
  PERTFORCE: 12,
  PERTOBJ: 13,
  CONTACTPOINT: 14,
  ISLAND: 15,
  CONTACTFORCE: 16,
  CONTACTSPLIT: 17,
  TRANSPARENT: 18,
  AUTOCONNECT: 19,
  COM: 20,
  SELECT: 21,
  STATIC: 22,
  SKIN: 23,
  FLEXVERT: 24,
  FLEXEDGE: 25,
  FLEXFACE: 26,
  FLEXSKIN: 27,
  BODYBVH: 28,
  MESHBVH: 29,
  SDFITER: 30,
} as const;

/** What a mouse movement does. */
export const Mouse = {
  NONE: 0,
  ROTATE_V: 1,
  ROTATE_H: 2,
  MOVE_V: 3,
  MOVE_H: 4,
  ZOOM: 5,
  MOVE_V_REL: 6,
  MOVE_H_REL: 7,
} as const;
