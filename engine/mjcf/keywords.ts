/** The keywords of MJCF attributes and their values. */

import {
  Bias,
  Builtin,
  CamLight,
  CamOutBit,
  ColorSpace,
  ConDataField,
  Cone,
  DataType,
  Dyn,
  Eq,
  Gain,
  Geom,
  GeomInertia,
  InertiaFromGeom,
  Integrator,
  Jacobian,
  Joint,
  LightType,
  Limited,
  LRMode,
  Mark,
  MeshBuiltin,
  MeshInertia,
  Obj,
  Projection,
  RayDataField,
  SleepPolicy,
  Solver,
  Stage,
  Texture,
  TextureRole,
} from "../types/enums.ts";

/** Words and their values. */
export type Keywords = Readonly<Record<string, number>>;

export const BOOL: Keywords = { false: 0, true: 1 };
export const ENABLE: Keywords = { disable: 0, enable: 1 };
export const LIMITED: Keywords = { false: Limited.FALSE, true: Limited.TRUE, auto: Limited.AUTO };
export const COORDINATE: Keywords = { local: 0, global: 1 };
export const ANGLE: Keywords = { radian: 0, degree: 1 };
export const FLUID_SHAPE: Keywords = { none: 0, ellipsoid: 1 };

export const INERTIA_FROM_GEOM: Keywords = {
  false: InertiaFromGeom.FALSE,
  true: InertiaFromGeom.TRUE,
  auto: InertiaFromGeom.AUTO,
};

export const BODY_SLEEP: Keywords = {
  auto: SleepPolicy.AUTO,
  never: SleepPolicy.NEVER,
  allowed: SleepPolicy.ALLOWED,
  init: SleepPolicy.INIT,
};

export const JOINT_TYPE: Keywords = { free: Joint.FREE, ball: Joint.BALL, slide: Joint.SLIDE, hinge: Joint.HINGE };

export const GEOM_TYPE: Keywords = {
  plane: Geom.PLANE,
  hfield: Geom.HFIELD,
  sphere: Geom.SPHERE,
  capsule: Geom.CAPSULE,
  ellipsoid: Geom.ELLIPSOID,
  cylinder: Geom.CYLINDER,
  box: Geom.BOX,
  mesh: Geom.MESH,
  sdf: Geom.SDF,
};

export const PROJECTION: Keywords = {
  perspective: Projection.PERSPECTIVE,
  orthographic: Projection.ORTHOGRAPHIC,
};

export const CAM_LIGHT: Keywords = {
  fixed: CamLight.FIXED,
  track: CamLight.TRACK,
  trackcom: CamLight.TRACKCOM,
  targetbody: CamLight.TARGETBODY,
  targetbodycom: CamLight.TARGETBODYCOM,
};

export const LIGHT_TYPE: Keywords = {
  spot: LightType.SPOT,
  directional: LightType.DIRECTIONAL,
  point: LightType.POINT,
  image: LightType.IMAGE,
};

export const TEXTURE_ROLE: Keywords = {
  rgb: TextureRole.RGB,
  occlusion: TextureRole.OCCLUSION,
  roughness: TextureRole.ROUGHNESS,
  metallic: TextureRole.METALLIC,
  normal: TextureRole.NORMAL,
  opacity: TextureRole.OPACITY,
  emissive: TextureRole.EMISSIVE,
  rgba: TextureRole.RGBA,
  orm: TextureRole.ORM,
};

export const INTEGRATOR: Keywords = {
  Euler: Integrator.EULER,
  RK4: Integrator.RK4,
  implicit: Integrator.IMPLICIT,
  implicitfast: Integrator.IMPLICITFAST,
};

export const CONE: Keywords = { pyramidal: Cone.PYRAMIDAL, elliptic: Cone.ELLIPTIC };
export const JACOBIAN: Keywords = { dense: Jacobian.DENSE, sparse: Jacobian.SPARSE, auto: Jacobian.AUTO };
export const SOLVER: Keywords = { PGS: Solver.PGS, CG: Solver.CG, Newton: Solver.NEWTON };

export const TEXTURE_TYPE: Keywords = {
  "2d": Texture.TEXTURE_2D,
  cube: Texture.CUBE,
  skybox: Texture.SKYBOX,
};

export const COLOR_SPACE: Keywords = { auto: ColorSpace.AUTO, linear: ColorSpace.LINEAR, sRGB: ColorSpace.SRGB };

export const BUILTIN: Keywords = {
  none: Builtin.NONE,
  gradient: Builtin.GRADIENT,
  checker: Builtin.CHECKER,
  flat: Builtin.FLAT,
};

export const MARK: Keywords = { none: Mark.NONE, edge: Mark.EDGE, cross: Mark.CROSS, random: Mark.RANDOM };

export const DYN: Keywords = {
  none: Dyn.NONE,
  integrator: Dyn.INTEGRATOR,
  filter: Dyn.FILTER,
  filterexact: Dyn.FILTEREXACT,
  muscle: Dyn.MUSCLE,
  user: Dyn.USER,
};

export const GAIN: Keywords = { fixed: Gain.FIXED, affine: Gain.AFFINE, muscle: Gain.MUSCLE, user: Gain.USER };
export const BIAS: Keywords = { none: Bias.NONE, affine: Bias.AFFINE, muscle: Bias.MUSCLE, user: Bias.USER };
export const INTERP: Keywords = { zoh: 0, linear: 1, cubic: 2 };
export const STAGE: Keywords = { none: Stage.NONE, pos: Stage.POS, vel: Stage.VEL, acc: Stage.ACC };

export const DATA_TYPE: Keywords = {
  real: DataType.REAL,
  positive: DataType.POSITIVE,
  axis: DataType.AXIS,
  quaternion: DataType.QUATERNION,
};

export const CONTACT_DATA: Keywords = {
  found: ConDataField.FOUND,
  force: ConDataField.FORCE,
  torque: ConDataField.TORQUE,
  dist: ConDataField.DIST,
  pos: ConDataField.POS,
  normal: ConDataField.NORMAL,
  tangent: ConDataField.TANGENT,
};

export const RAY_DATA: Keywords = {
  dist: RayDataField.DIST,
  dir: RayDataField.DIR,
  origin: RayDataField.ORIGIN,
  point: RayDataField.POINT,
  normal: RayDataField.NORMAL,
  depth: RayDataField.DEPTH,
};

export const CAMERA_OUTPUT: Keywords = {
  rgb: CamOutBit.RGB,
  depth: CamOutBit.DEPTH,
  distance: CamOutBit.DIST,
  normal: CamOutBit.NORMAL,
  segmentation: CamOutBit.SEG,
};

export const REDUCE: Keywords = { none: 0, mindist: 1, maxforce: 2, netforce: 3 };

export const LR_MODE: Keywords = {
  none: LRMode.NONE,
  muscle: LRMode.MUSCLE,
  muscleuser: LRMode.MUSCLEUSER,
  all: LRMode.ALL,
};

export const COMPOSITE_TYPE: Keywords = { particle: 0, grid: 1, rope: 3, loop: 4, cable: 2, cloth: 5 };
export const COMPOSITE_JOINT: Keywords = { main: 0 };

export const FLEX_SELF: Keywords = { none: 0, narrow: 1, bvh: 2, sap: 3, auto: 4 };
export const FLEX_ELASTIC: Keywords = { none: 0, bend: 1, stretch: 2, both: 3 };
export const FLEX_EQUALITY: Keywords = { false: 0, true: Eq.FLEX, vert: Eq.FLEXVERT };

export const FLEXCOMP_TYPE: Keywords = {
  grid: 0,
  box: 1,
  cylinder: 2,
  ellipsoid: 3,
  square: 4,
  disc: 5,
  circle: 6,
  mesh: 7,
  gmsh: 8,
  direct: 9,
};
export const FLEXCOMP_DOF: Keywords = { full: 0, radial: 1, trilinear: 2, quadratic: 3 };

export const SHELL_INERTIA: Keywords = { false: GeomInertia.VOLUME, true: GeomInertia.SHELL };

export const MESH_INERTIA: Keywords = {
  convex: MeshInertia.CONVEX,
  legacy: MeshInertia.LEGACY,
  exact: MeshInertia.EXACT,
  shell: MeshInertia.SHELL,
};

export const MESH_BUILTIN: Keywords = {
  none: MeshBuiltin.NONE,
  sphere: MeshBuiltin.SPHERE,
  hemisphere: MeshBuiltin.HEMISPHERE,
  cone: MeshBuiltin.CONE,
  supertorus: MeshBuiltin.SUPERTORUS,
  supersphere: MeshBuiltin.SUPERSPHERE,
  wedge: MeshBuiltin.WEDGE,
  plate: MeshBuiltin.PLATE,
};

/** Names of element types in attributes; other names mean "unknown". */
export const OBJECT_TYPE: Keywords = {
  body: Obj.BODY,
  xbody: Obj.XBODY,
  joint: Obj.JOINT,
  dof: Obj.DOF,
  geom: Obj.GEOM,
  site: Obj.SITE,
  camera: Obj.CAMERA,
  light: Obj.LIGHT,
  flex: Obj.FLEX,
  mesh: Obj.MESH,
  skin: Obj.SKIN,
  hfield: Obj.HFIELD,
  texture: Obj.TEXTURE,
  material: Obj.MATERIAL,
  pair: Obj.PAIR,
  exclude: Obj.EXCLUDE,
  equality: Obj.EQUALITY,
  tendon: Obj.TENDON,
  actuator: Obj.ACTUATOR,
  sensor: Obj.SENSOR,
  numeric: Obj.NUMERIC,
  text: Obj.TEXT,
  tuple: Obj.TUPLE,
  key: Obj.KEY,
  plugin: Obj.PLUGIN,
};
