/** Attributes as properties: written by `deno task fields` from the declarations in mjcf/elements, not by hand. */

/** Numbers: a list or a typed array. */
export interface Numbers extends Iterable<number> {
  /** how many */
  readonly length: number;
  /** each of them */
  [index: number]: number;
}

/** Attributes of a body. */
export interface BodyProperties {
  /** position in the frame of the parent, at the reference configuration (m); 3 numbers, 0 0 0 by default */
  pos: Numbers;
  /** orientation in the frame of the parent, at the reference configuration (unit quaternion); 4 numbers, 1 0 0 0 by default */
  quat: Numbers;
  /** `axisangle` of MJCF; 4 numbers, 0 0 0 0 by default */
  axisangle: Numbers;
  /** `xyaxes` of MJCF; 6 numbers, 0 0 0 0 0 0 by default */
  xyaxes: Numbers;
  /** `zaxis` of MJCF; 3 numbers, 0 0 0 by default */
  zaxis: Numbers;
  /** `euler` of MJCF; 3 numbers, 0 0 0 by default */
  euler: Numbers;
  /** `mocap` of MJCF */
  mocap: boolean;
  /** gravity compensation, as a multiple of the body's weight; 1 cancels gravity; 0 by default */
  gravcomp: number;
  /** `sleep` of MJCF */
  sleep: "auto" | "never" | "allowed" | "init";
  /** user data */
  user: Numbers;
}

/** Attributes of a frame. */
export interface FrameProperties {
  /** `pos` of MJCF; 3 numbers, 0 0 0 by default */
  pos: Numbers;
  /** `quat` of MJCF; 4 numbers, 1 0 0 0 by default */
  quat: Numbers;
  /** `axisangle` of MJCF; 4 numbers, 0 0 0 0 by default */
  axisangle: Numbers;
  /** `xyaxes` of MJCF; 6 numbers, 0 0 0 0 0 0 by default */
  xyaxes: Numbers;
  /** `zaxis` of MJCF; 3 numbers, 0 0 0 by default */
  zaxis: Numbers;
  /** `euler` of MJCF; 3 numbers, 0 0 0 by default */
  euler: Numbers;
}

/** Attributes of a joint. */
export interface JointProperties {
  /** type */
  type: "free" | "ball" | "slide" | "hinge";
  /** group for visibility; 0 by default */
  group: number;
  /** anchor in the body frame (m); 3 numbers, 0 0 0 by default */
  pos: Numbers;
  /** axis in the body frame (unit vector); 3 numbers, 0 0 1 by default */
  axis: Numbers;
  /** `springdamper` of MJCF; 2 numbers, 0 0 by default */
  springdamper: Numbers;
  /** 1: `jnt_range` is enforced */
  limited: boolean | "auto";
  /** 1: `jnt_actfrcrange` is enforced */
  actuatorfrclimited: boolean | "auto";
  /** reference of the limit: time constant (s) and damping ratio, or minus stiffness and minus damping; up to 2 numbers, 0.02 1 by default */
  solreflimit: Numbers;
  /** impedance of the limit: lowest, highest, width (m or rad), midpoint, power; up to 5 numbers, 0.9 0.95 0.001 0.5 2 by default */
  solimplimit: Numbers;
  /** reference of friction loss: time constant (s) and damping ratio, or minus stiffness and minus damping; up to 2 numbers, 0.02 1 by default */
  solreffriction: Numbers;
  /** impedance of friction loss: lowest, highest, width, midpoint, power; up to 5 numbers, 0.9 0.95 0.001 0.5 2 by default */
  solimpfriction: Numbers;
  /** spring stiffness (N/m or N m/rad); 0 by default */
  stiffness: number;
  /** lowest and highest position (m or rad); for ball joints 0 and the largest angle; 2 numbers, 0 0 by default */
  range: Numbers;
  /** lowest and highest sum of actuator forces on the joint (N or N m); 2 numbers, 0 0 by default */
  actuatorfrcrange: Numbers;
  /** 1: gravity compensation counts as actuator force rather than passive force */
  actuatorgravcomp: boolean;
  /** distance from the limit at which its constraint sets in (m or rad); 0 by default */
  margin: number;
  /** `ref` of MJCF; 0 by default */
  ref: number;
  /** `springref` of MJCF; 0 by default */
  springref: number;
  /** inertia added to the diagonal of the inertia matrix (kg or kg m²); 0 by default */
  armature: number;
  /** viscous damping (N s/m or N m s/rad); 0 by default */
  damping: number;
  /** largest dry friction force (N or N m); 0: none; 0 by default */
  frictionloss: number;
  /** user data */
  user: Numbers;
  /** `align` of MJCF */
  align: boolean | "auto";
}

/** Attributes of a geom. */
export interface GeomProperties {
  /** shape */
  type: "plane" | "hfield" | "sphere" | "capsule" | "ellipsoid" | "cylinder" | "box" | "mesh" | "sdf";
  /** position in the body frame (m); 3 numbers, 0 0 0 by default */
  pos: Numbers;
  /** contact type bits: two geoms can touch if a type of one is an affinity of the other; 1 by default */
  contype: number;
  /** contact affinity bits; 1 by default */
  conaffinity: number;
  /** rows of its contacts: 1 normal, 3 with sliding friction, 4 with torsion, 6 with rolling; 3 by default */
  condim: number;
  /** group for visibility; 0 by default */
  group: number;
  /** the geom with the higher priority decides the parameters of a contact; equal ones mix; 0 by default */
  priority: number;
  /** size, by type (m): radius, half length or half sizes; up to 3 numbers, 0 0 0 by default */
  size: Numbers;
  /** `material` of MJCF */
  material: string;
  /** friction coefficients: sliding, torsional (m), rolling (m); up to 3 numbers, 1 0.005 0.0001 by default */
  friction: Numbers;
  /** `mass` of MJCF */
  mass?: number | undefined;
  /** `density` of MJCF; 1000 by default */
  density: number;
  /** `shellinertia` of MJCF */
  shellinertia: false | true;
  /** weight of its `geom_solref` and `geom_solimp` in the mix of two geoms; 1 by default */
  solmix: number;
  /** reference of its contacts: time constant (s) and damping ratio, or minus stiffness and minus damping; up to 2 numbers, 0.02 1 by default */
  solref: Numbers;
  /** impedance of its contacts: lowest, highest, width (m), midpoint, power; up to 5 numbers, 0.9 0.95 0.001 0.5 2 by default */
  solimp: Numbers;
  /** distance at which contacts are detected (m); 0 by default */
  margin: number;
  /** part of the margin, at its outer end, in which contacts exert no force (m); 0 by default */
  gap: number;
  /** `fromto` of MJCF; 6 numbers */
  fromto?: Numbers | undefined;
  /** orientation in the body frame (unit quaternion); 4 numbers, 1 0 0 0 by default */
  quat: Numbers;
  /** `axisangle` of MJCF; 4 numbers, 0 0 0 0 by default */
  axisangle: Numbers;
  /** `xyaxes` of MJCF; 6 numbers, 0 0 0 0 0 0 by default */
  xyaxes: Numbers;
  /** `zaxis` of MJCF; 3 numbers, 0 0 0 by default */
  zaxis: Numbers;
  /** `euler` of MJCF; 3 numbers, 0 0 0 by default */
  euler: Numbers;
  /** `hfield` of MJCF */
  hfield: string;
  /** `mesh` of MJCF */
  mesh: string;
  /** `fitscale` of MJCF; 1 by default */
  fitscale: number;
  /** color and opacity, from 0 to 1, where no material is set; 4 numbers, 0.5 0.5 0.5 1 by default */
  rgba: Numbers;
  /** `fluidshape` of MJCF */
  fluidshape: "none" | "ellipsoid";
  /** `fluidcoef` of MJCF; up to 5 numbers, 0.5 0.25 1.5 1 1 by default */
  fluidcoef: Numbers;
  /** user data */
  user: Numbers;
}

/** Attributes of a site. */
export interface SiteProperties {
  /** shape */
  type: "plane" | "hfield" | "sphere" | "capsule" | "ellipsoid" | "cylinder" | "box" | "mesh" | "sdf";
  /** group for visibility; 0 by default */
  group: number;
  /** position in the body frame (m); 3 numbers, 0 0 0 by default */
  pos: Numbers;
  /** `material` of MJCF */
  material: string;
  /** size, as for a geom (m); up to 3 numbers, 0.005 0.005 0.005 by default */
  size: Numbers;
  /** `fromto` of MJCF; 6 numbers */
  fromto?: Numbers | undefined;
  /** orientation in the body frame (unit quaternion); 4 numbers, 1 0 0 0 by default */
  quat: Numbers;
  /** `axisangle` of MJCF; 4 numbers, 0 0 0 0 by default */
  axisangle: Numbers;
  /** `xyaxes` of MJCF; 6 numbers, 0 0 0 0 0 0 by default */
  xyaxes: Numbers;
  /** `zaxis` of MJCF; 3 numbers, 0 0 0 by default */
  zaxis: Numbers;
  /** `euler` of MJCF; 3 numbers, 0 0 0 by default */
  euler: Numbers;
  /** color and opacity, from 0 to 1, where no material is set; 4 numbers, 0.5 0.5 0.5 1 by default */
  rgba: Numbers;
  /** user data */
  user: Numbers;
}

/** Attributes of a camera. */
export interface CameraProperties {
  /** projection */
  projection: "perspective" | "orthographic";
  /** vertical field of view: an angle (degrees), or the height of the view if orthographic (m); 45 by default */
  fovy: number;
  /** distance between the two eyes (m); 0.068 by default */
  ipd: number;
  /** width and height of the image (pixels); 2 numbers, 1 1 by default */
  resolution: Numbers;
  /** which images it makes: bits of `CamOutBit` */
  output: readonly ("rgb" | "depth" | "distance" | "normal" | "segmentation")[];
  /** position in the body frame (m); 3 numbers, 0 0 0 by default */
  pos: Numbers;
  /** orientation in the body frame; it looks along -z, with +y up (unit quaternion); 4 numbers, 1 0 0 0 by default */
  quat: Numbers;
  /** `axisangle` of MJCF; 4 numbers, 0 0 0 0 by default */
  axisangle: Numbers;
  /** `xyaxes` of MJCF; 6 numbers, 0 0 0 0 0 0 by default */
  xyaxes: Numbers;
  /** `zaxis` of MJCF; 3 numbers, 0 0 0 by default */
  zaxis: Numbers;
  /** `euler` of MJCF; 3 numbers, 0 0 0 by default */
  euler: Numbers;
  /** how it follows its body */
  mode: "fixed" | "track" | "trackcom" | "targetbody" | "targetbodycom";
  /** `focal` of MJCF; 2 numbers, 0 0 by default */
  focal: Numbers;
  /** `focalpixel` of MJCF; 2 numbers, 0 0 by default */
  focalpixel: Numbers;
  /** `principal` of MJCF; 2 numbers, 0 0 by default */
  principal: Numbers;
  /** `principalpixel` of MJCF; 2 numbers, 0 0 by default */
  principalpixel: Numbers;
  /** width and height of the sensor (m); 0: unset, use `cam_fovy`; 2 numbers, 0 0 by default */
  sensorsize: Numbers;
  /** user data */
  user: Numbers;
  /** `target` of MJCF */
  target: string;
}

/** Attributes of a light. */
export interface LightProperties {
  /** position in the body frame (m); 3 numbers, 0 0 0 by default */
  pos: Numbers;
  /** direction in the body frame (unit vector); 3 numbers, 0 0 -1 by default */
  dir: Numbers;
  /** radius of the source, which softens shadows (m); 0.019999999552965164 by default */
  bulbradius: number;
  /** intensity (cd); 0 by default */
  intensity: number;
  /** distance up to which it has an effect (m); 10 by default */
  range: number;
  /** `directional` of MJCF */
  directional?: boolean | undefined;
  /** type */
  type: "spot" | "directional" | "point" | "image";
  /** 1: it casts shadows */
  castshadow: boolean;
  /** 1: it is on */
  active: boolean;
  /** attenuation with distance: constant, linear, and quadratic coefficient; 3 numbers, 1 0 0 by default */
  attenuation: Numbers;
  /** half angle of a spotlight's cone (degrees); 45 by default */
  cutoff: number;
  /** how sharply a spotlight fades toward the edge of its cone; 10 by default */
  exponent: number;
  /** color of the ambient light, from 0 to 1; 3 numbers, 0 0 0 by default */
  ambient: Numbers;
  /** color of the diffuse light, from 0 to 1; 3 numbers, 0.7 0.7 0.7 by default */
  diffuse: Numbers;
  /** color of the specular light, from 0 to 1; 3 numbers, 0.3 0.3 0.3 by default */
  specular: Numbers;
  /** how it follows its body */
  mode: "fixed" | "track" | "trackcom" | "targetbody" | "targetbodycom";
  /** `target` of MJCF */
  target: string;
  /** `texture` of MJCF */
  texture: string;
}

/** Attributes of a flex. */
export interface FlexProperties {
  /** contact type bits, as for a geom; 1 by default */
  contype: number;
  /** contact affinity bits, as for a geom; 1 by default */
  conaffinity: number;
  /** rows of its contacts: 1, 3, 4, or 6; 3 by default */
  condim: number;
  /** the side with the higher priority decides the parameters of a contact; equal ones mix; 0 by default */
  priority: number;
  /** friction coefficients: sliding, torsional (m), rolling (m); up to 3 numbers, 1 0.005 0.0001 by default */
  friction: Numbers;
  /** weight of its `flex_solref` and `flex_solimp` in a mix; 1 by default */
  solmix: number;
  /** reference of its contacts: time constant (s) and damping ratio, or minus stiffness and minus damping; up to 2 numbers, 0.02 1 by default */
  solref: Numbers;
  /** impedance of its contacts: lowest, highest, width (m), midpoint, power; up to 5 numbers, 0.9 0.95 0.001 0.5 2 by default */
  solimp: Numbers;
  /** distance at which contacts are detected (m); 0 by default */
  margin: number;
  /** part of the margin, at its outer end, in which contacts exert no force (m); 0 by default */
  gap: number;
  /** 1: vertices collide with nearby elements of the same flex, and corners of tetrahedra with the face opposite */
  internal: boolean;
  /** how its elements are tested against each other */
  selfcollide: "none" | "narrow" | "bvh" | "sap" | "auto";
  /** how many layers of tetrahedra, counted from the surface, collide; 1 by default */
  activelayers: number;
  /** `vertcollide` of MJCF */
  vertcollide: boolean;
  /** 1: its contacts are passive forces instead of constraints */
  passive: boolean;
  /** group for visibility; 0 by default */
  group: number;
  /** 1: segments, 2: triangles, 3: tetrahedra; 2 by default */
  dim: number;
  /** radius around vertices, segments, and triangles: half the thickness that collides (m); 0.005 by default */
  radius: number;
  /** `material` of MJCF */
  material: string;
  /** color and opacity, from 0 to 1, where no material is set; 4 numbers, 0.5 0.5 0.5 1 by default */
  rgba: Numbers;
  /** 1: drawn with flat shading */
  flatskin: boolean;
  /** `vertex` of MJCF */
  vertex: Numbers;
  /** `element` of MJCF; required */
  element: Numbers;
  /** `texcoord` of MJCF */
  texcoord: Numbers;
  /** `elemtexcoord` of MJCF */
  elemtexcoord: Numbers;
  /** stiffness of the springs along edges (N/m); 0 by default */
  edgestiffness: number;
  /** damping along edges (N s/m); 0 by default */
  edgedamping: number;
  /** `young` of MJCF; 0 by default */
  young: number;
  /** `poisson` of MJCF; 0 by default */
  poisson: number;
  /** damping in proportion to stiffness (s); 0 by default */
  damping: number;
  /** `thickness` of MJCF; -1 by default */
  thickness: number;
  /** `elastic2d` of MJCF */
  elastic2d: "none" | "bend" | "stretch" | "both";
}

/** Attributes of a mesh. */
export interface MeshProperties {
  /** `scale` of MJCF; 3 numbers, 1 1 1 by default */
  scale: Numbers;
  /** `maxhullvert` of MJCF; -1 by default */
  maxhullvert: number;
  /** `inertia` of MJCF */
  inertia: "convex" | "legacy" | "exact" | "shell";
  /** `content_type` of MJCF */
  content_type: string;
  /** `file` of MJCF */
  file: string;
  /** `vertex` of MJCF */
  vertex: Numbers;
  /** `normal` of MJCF */
  normal: Numbers;
  /** `texcoord` of MJCF */
  texcoord: Numbers;
  /** `face` of MJCF */
  face: Numbers;
  /** `refpos` of MJCF; 3 numbers, 0 0 0 by default */
  refpos: Numbers;
  /** `refquat` of MJCF; 4 numbers, 1 0 0 0 by default */
  refquat: Numbers;
  /** `smoothnormal` of MJCF */
  smoothnormal: boolean;
  /** `builtin` of MJCF */
  builtin: "none" | "sphere" | "hemisphere" | "cone" | "supertorus" | "supersphere" | "wedge" | "plate";
  /** `params` of MJCF */
  params: Numbers;
  /** `material` of MJCF */
  material: string;
}

/** Attributes of a skin. */
export interface SkinProperties {
  /** `file` of MJCF */
  file: string;
  /** `material` of MJCF */
  material: string;
  /** color and opacity, from 0 to 1, where no material is set; 4 numbers, 0.5 0.5 0.5 1 by default */
  rgba: Numbers;
  /** how far it is pushed out along its normals (m); 0 by default */
  inflate: number;
  /** `vertex` of MJCF */
  vertex: Numbers;
  /** `texcoord` of MJCF */
  texcoord: Numbers;
  /** `face` of MJCF */
  face: Numbers;
  /** group for visibility; 0 by default */
  group: number;
}

/** Attributes of a hfield. */
export interface HFieldProperties {
  /** `content_type` of MJCF */
  content_type: string;
  /** `file` of MJCF */
  file: string;
  /** rows of the grid, along y; 0 by default */
  nrow: number;
  /** columns of the grid, along x; 0 by default */
  ncol: number;
  /** half sizes in x and y, elevation of the highest point, thickness of the base below zero (m); 4 numbers, 0 0 0 0 by default, required */
  size: Numbers;
}

/** Attributes of a texture. */
export interface TextureProperties {
  /** type */
  type: "2d" | "cube" | "skybox";
  /** color space */
  colorspace: "auto" | "linear" | "sRGB";
  /** `content_type` of MJCF */
  content_type: string;
  /** `file` of MJCF */
  file: string;
  /** `gridsize` of MJCF; 2 numbers, 1 1 by default */
  gridsize: Numbers;
  /** `gridlayout` of MJCF */
  gridlayout: string;
  /** `fileright` of MJCF */
  fileright?: string | undefined;
  /** `fileleft` of MJCF */
  fileleft?: string | undefined;
  /** `fileup` of MJCF */
  fileup?: string | undefined;
  /** `filedown` of MJCF */
  filedown?: string | undefined;
  /** `filefront` of MJCF */
  filefront?: string | undefined;
  /** `fileback` of MJCF */
  fileback?: string | undefined;
  /** `builtin` of MJCF */
  builtin: "none" | "gradient" | "checker" | "flat";
  /** `rgb1` of MJCF; 3 numbers */
  rgb1?: Numbers | undefined;
  /** `rgb2` of MJCF; 3 numbers */
  rgb2?: Numbers | undefined;
  /** `mark` of MJCF */
  mark?: "none" | "edge" | "cross" | "random" | undefined;
  /** `markrgb` of MJCF; 3 numbers */
  markrgb?: Numbers | undefined;
  /** `random` of MJCF */
  random?: number | undefined;
  /** columns of the image (pixels); 0 by default */
  width: number;
  /** rows of the image (pixels); 0 by default */
  height: number;
  /** `hflip` of MJCF */
  hflip: boolean;
  /** `vflip` of MJCF */
  vflip: boolean;
  /** channels of the image; 3 by default */
  nchannel: number;
}

/** Attributes of a material. */
export interface MaterialProperties {
  /** `texture` of MJCF */
  texture?: string | undefined;
  /** emission, as a multiple of the color; 0 by default */
  emission: number;
  /** specular reflection, from 0 to 1; 0.5 by default */
  specular: number;
  /** sharpness of highlights, from 0 to 1; 0.5 by default */
  shininess: number;
  /** mirror reflection, from 0 to 1; 0 by default */
  reflectance: number;
  /** metallic appearance, from 0 to 1; -1: unset; -1 by default */
  metallic: number;
  /** roughness, from 0 to 1; -1: unset; -1 by default */
  roughness: number;
  /** color and opacity, from 0 to 1; 4 numbers, 1 1 1 1 by default */
  rgba: Numbers;
  /** repetitions of the texture in x and y; 2 numbers, 1 1 by default */
  texrepeat: Numbers;
  /** 1: the texture is scaled in space, not stretched over the geom */
  texuniform: boolean;
}

/** Attributes of a pair. */
export interface PairProperties {
  /** `geom1` of MJCF */
  geom1: string;
  /** `geom2` of MJCF */
  geom2: string;
  /** rows of its contacts: 1, 3, 4, or 6; 3 by default */
  condim: number;
  /** friction coefficients: sliding in two directions, torsional (m), rolling in two directions (m); up to 5 numbers, 1 1 0.005 0.0001 0.0001 by default */
  friction: Numbers;
  /** reference in the normal direction: time constant (s) and damping ratio, or minus stiffness and minus damping; up to 2 numbers, 0.02 1 by default */
  solref: Numbers;
  /** reference in the friction directions, likewise; all 0: as in the normal direction; up to 2 numbers, 0 0 by default */
  solreffriction: Numbers;
  /** impedance: lowest, highest, width (m), midpoint, power; up to 5 numbers, 0.9 0.95 0.001 0.5 2 by default */
  solimp: Numbers;
  /** part of the margin, at its outer end, in which contacts exert no force (m); 0 by default */
  gap: number;
  /** distance at which contacts are detected (m); 0 by default */
  margin: number;
}

/** Attributes of an exclude. */
export interface ExcludeProperties {
  /** `body1` of MJCF; required */
  body1: string;
  /** `body2` of MJCF; required */
  body2: string;
}

/** Attributes of an equality constraint. */
export interface EqualityProperties {
  /** 1: active after a reset */
  active: boolean;
  /** reference: time constant (s) and damping ratio, or minus stiffness and minus damping; up to 2 numbers, 0.02 1 by default */
  solref: Numbers;
  /** impedance: lowest, highest, width, midpoint, power; up to 5 numbers, 0.9 0.95 0.001 0.5 2 by default */
  solimp: Numbers;
  /** `name1` of MJCF */
  name1: string;
  /** `name2` of MJCF */
  name2: string;
  /** `data` of MJCF; up to 11 numbers */
  data: Numbers;
}

/** Attributes of a tendon. */
export interface TendonProperties {
  /** 1: `tendon_actfrcrange` is enforced */
  actuatorfrclimited: boolean | "auto";
  /** lowest and highest sum of actuator forces on the tendon (N); 2 numbers, 0 0 by default */
  actuatorfrcrange: Numbers;
  /** inertia of its length (kg); 0 by default */
  armature: number;
  /** group for visibility; 0 by default */
  group: number;
  /** 1: `tendon_range` is enforced */
  limited: boolean | "auto";
  /** lowest and highest length (m, or the unit of the joints that it combines); 2 numbers, 0 0 by default */
  range: Numbers;
  /** reference of the limit: time constant (s) and damping ratio, or minus stiffness and minus damping; up to 2 numbers, 0.02 1 by default */
  solreflimit: Numbers;
  /** impedance of the limit: lowest, highest, width (m), midpoint, power; up to 5 numbers, 0.9 0.95 0.001 0.5 2 by default */
  solimplimit: Numbers;
  /** reference of friction loss, as of the limit; up to 2 numbers, 0.02 1 by default */
  solreffriction: Numbers;
  /** impedance of friction loss, as of the limit; up to 5 numbers, 0.9 0.95 0.001 0.5 2 by default */
  solimpfriction: Numbers;
  /** largest dry friction force (N); 0: none; 0 by default */
  frictionloss: number;
  /** range of lengths in which the spring is slack (m); up to 2 numbers, -1 -1 by default */
  springlength: Numbers;
  /** distance from the limit at which its constraint sets in (m); 0 by default */
  margin: number;
  /** spring stiffness (N/m); 0 by default */
  stiffness: number;
  /** viscous damping (N s/m); 0 by default */
  damping: number;
  /** user data */
  user: Numbers;
  /** radius with which it is drawn (m); 0.003 by default */
  width: number;
  /** `material` of MJCF */
  material: string;
  /** color and opacity, from 0 to 1, where no material is set; 4 numbers, 0.5 0.5 0.5 1 by default */
  rgba: Numbers;
}

/** Attributes of an actuator. */
export interface ActuatorProperties {
  /** scale of length and force; for ball, free, and site transmissions a wrench: force, torque; up to 6 numbers, 1 0 0 0 0 0 by default */
  gear: Numbers;
  /** length of the rod of a slider-crank (m); 0 by default */
  cranklength: number;
  /** user data */
  user: Numbers;
  /** group, by which actuators can be disabled; 0 by default */
  group: number;
  /** samples that it keeps of its control (0: none), and how to interpolate: 0 hold, 1 linear, 2 cubic; 0 by default */
  nsample: number;
  /** samples that it keeps of its control (0: none), and how to interpolate: 0 hold, 1 linear, 2 cubic */
  interp: "zoh" | "linear" | "cubic";
  /** delay of the control (s); 0: none; 0 by default */
  delay: number;
  /** 1: `actuator_ctrlrange` is enforced */
  ctrllimited: boolean | "auto";
  /** 1: `actuator_forcerange` is enforced */
  forcelimited: boolean | "auto";
  /** lowest and highest control; 2 numbers, 0 0 by default */
  ctrlrange: Numbers;
  /** lowest and highest force (N or N m); 2 numbers, 0 0 by default */
  forcerange: Numbers;
  /** 1: `actuator_actrange` is enforced */
  actlimited: boolean | "auto";
  /** lowest and highest activation; 2 numbers, 0 0 by default */
  actrange: Numbers;
  /** number of its activation variables; -1 by default */
  actdim: number;
  /** dynamics of its activation */
  dyntype: "none" | "integrator" | "filter" | "filterexact" | "muscle" | "user";
  /** how its gain is computed */
  gaintype: "fixed" | "affine" | "muscle" | "user";
  /** how its bias is computed */
  biastype: "none" | "affine" | "muscle" | "user";
  /** parameters of the activation dynamics; a filter has its time constant (s) first; up to 10 numbers, 1 0 0 0 0 0 0 0 0 0 by default */
  dynprm: Numbers;
  /** parameters of the gain; an affine gain is a + b · length + c · velocity; up to 10 numbers, 1 0 0 0 0 0 0 0 0 0 by default */
  gainprm: Numbers;
  /** parameters of the bias; an affine bias is a + b · length + c · velocity; up to 10 numbers, 0 0 0 0 0 0 0 0 0 0 by default */
  biasprm: Numbers;
  /** 1: the force is computed from the activation at the end of the step */
  actearly: boolean;
  /** `inheritrange` of MJCF; 0 by default */
  inheritrange: number;
  /** shortest and longest length that it can reach (m or rad); 0 and 0: not computed; 2 numbers, 0 0 by default */
  lengthrange: Numbers;
  /** `slidersite` of MJCF */
  slidersite: string;
  /** `refsite` of MJCF */
  refsite: string;
  /** `joint` of MJCF */
  joint?: string | undefined;
  /** `jointinparent` of MJCF */
  jointinparent?: string | undefined;
  /** `tendon` of MJCF */
  tendon?: string | undefined;
  /** `cranksite` of MJCF */
  cranksite?: string | undefined;
  /** `site` of MJCF */
  site?: string | undefined;
  /** `body` of MJCF */
  body?: string | undefined;
  /** `target` of MJCF */
  target: string;
}

/** Attributes of a sensor. */
export interface SensorProperties {
  /** samples that it keeps (0: none), and how to interpolate: 0 hold, 1 linear, 2 cubic; 0 by default */
  nsample: number;
  /** samples that it keeps (0: none), and how to interpolate: 0 hold, 1 linear, 2 cubic */
  interp: "zoh" | "linear" | "cubic";
  /** delay of its readings (s); 0: none; 0 by default */
  delay: number;
  /** time between samples and offset of the first (s); 0: every step; up to 2 numbers, 0 0 by default */
  interval: Numbers;
  /** largest absolute value that it returns; 0: no limit; 0 by default */
  cutoff: number;
  /** standard deviation of its noise: for the user, not added; 0 by default */
  noise: number;
  /** user data */
  user: Numbers;
  /** `objname` of MJCF */
  objname: string;
  /** `refname` of MJCF */
  refname: string;
}

/** Attributes of a numeric. */
export interface NumericProperties {
  /** `data` of MJCF */
  data?: Numbers | undefined;
}

/** Attributes of a text. */
export interface TextProperties {
  /** `data` of MJCF; required */
  data?: string | undefined;
}

/** Attributes of a key. */
export interface KeyProperties {
  /** `time` of MJCF; 0 by default */
  time: number;
  /** `qpos` of MJCF */
  qpos: Numbers;
  /** `qvel` of MJCF */
  qvel: Numbers;
  /** `act` of MJCF */
  act: Numbers;
  /** `mpos` of MJCF */
  mpos: Numbers;
  /** `mquat` of MJCF */
  mquat: Numbers;
  /** `ctrl` of MJCF */
  ctrl: Numbers;
}

/** What every new actuator may be given, except one that adheres. */
export interface ActuatorValues {
  /** shortest and longest length that it can reach (m or rad); 0 and 0: not computed; 2 numbers, 0 0 by default */
  lengthrange: Numbers;
  /** `joint` of MJCF */
  joint?: string | undefined;
  /** `jointinparent` of MJCF */
  jointinparent?: string | undefined;
  /** `tendon` of MJCF */
  tendon?: string | undefined;
  /** `slidersite` of MJCF */
  slidersite: string;
  /** `cranksite` of MJCF */
  cranksite?: string | undefined;
  /** scale of length and force; for ball, free, and site transmissions a wrench: force, torque; up to 6 numbers, 1 0 0 0 0 0 by default */
  gear: Numbers;
  /** length of the rod of a slider-crank (m); 0 by default */
  cranklength: number;
  /** user data */
  user: Numbers;
  /** group, by which actuators can be disabled; 0 by default */
  group: number;
  /** samples that it keeps of its control (0: none), and how to interpolate: 0 hold, 1 linear, 2 cubic; 0 by default */
  nsample: number;
  /** samples that it keeps of its control (0: none), and how to interpolate: 0 hold, 1 linear, 2 cubic */
  interp: "zoh" | "linear" | "cubic";
  /** delay of the control (s); 0: none; 0 by default */
  delay: number;
  /** 1: `actuator_forcerange` is enforced */
  forcelimited: boolean | "auto";
  /** lowest and highest control; 2 numbers, 0 0 by default */
  ctrlrange: Numbers;
  /** lowest and highest force (N or N m); 2 numbers, 0 0 by default */
  forcerange: Numbers;
}

/** What a new actuator `<general>` may be given. */
export interface GeneralActuator extends ActuatorValues {
  /** `site` of MJCF */
  site?: string | undefined;
  /** `refsite` of MJCF */
  refsite: string;
  /** `body` of MJCF */
  body?: string | undefined;
  /** 1: `actuator_ctrlrange` is enforced */
  ctrllimited: boolean | "auto";
  /** 1: `actuator_actrange` is enforced */
  actlimited: boolean | "auto";
  /** lowest and highest activation; 2 numbers, 0 0 by default */
  actrange: Numbers;
  /** number of its activation variables; -1 by default */
  actdim: number;
  /** dynamics of its activation */
  dyntype: "none" | "integrator" | "filter" | "filterexact" | "muscle" | "user";
  /** how its gain is computed */
  gaintype: "fixed" | "affine" | "muscle" | "user";
  /** how its bias is computed */
  biastype: "none" | "affine" | "muscle" | "user";
  /** parameters of the activation dynamics; a filter has its time constant (s) first; up to 10 numbers, 1 0 0 0 0 0 0 0 0 0 by default */
  dynprm: Numbers;
  /** parameters of the gain; an affine gain is a + b · length + c · velocity; up to 10 numbers, 1 0 0 0 0 0 0 0 0 0 by default */
  gainprm: Numbers;
  /** parameters of the bias; an affine bias is a + b · length + c · velocity; up to 10 numbers, 0 0 0 0 0 0 0 0 0 0 by default */
  biasprm: Numbers;
  /** 1: the force is computed from the activation at the end of the step */
  actearly: boolean;
}

/** What a new actuator `<motor>` may be given. */
export interface MotorActuator extends ActuatorValues {
  /** `site` of MJCF */
  site?: string | undefined;
  /** `refsite` of MJCF */
  refsite: string;
  /** 1: `actuator_ctrlrange` is enforced */
  ctrllimited: boolean | "auto";
}

/** What a new actuator `<position>` may be given. */
export interface PositionActuator extends ActuatorValues {
  /** `site` of MJCF */
  site?: string | undefined;
  /** `refsite` of MJCF */
  refsite: string;
  /** 1: `actuator_ctrlrange` is enforced */
  ctrllimited: boolean | "auto";
  /** `inheritrange` of MJCF; 0 by default */
  inheritrange: number;
  /** `kp` of MJCF */
  kp?: number | undefined;
  /** `kv` of MJCF */
  kv?: number | undefined;
  /** `dampratio` of MJCF */
  dampratio?: number | undefined;
  /** `timeconst` of MJCF */
  timeconst?: number | undefined;
}

/** What a new actuator `<velocity>` may be given. */
export interface VelocityActuator extends ActuatorValues {
  /** `site` of MJCF */
  site?: string | undefined;
  /** `refsite` of MJCF */
  refsite: string;
  /** 1: `actuator_ctrlrange` is enforced */
  ctrllimited: boolean | "auto";
  /** `kv` of MJCF */
  kv?: number | undefined;
}

/** What a new actuator `<intvelocity>` may be given. */
export interface IntvelocityActuator extends ActuatorValues {
  /** `site` of MJCF */
  site?: string | undefined;
  /** `refsite` of MJCF */
  refsite: string;
  /** 1: `actuator_ctrlrange` is enforced */
  ctrllimited: boolean | "auto";
  /** lowest and highest activation; 2 numbers, 0 0 by default */
  actrange: Numbers;
  /** `inheritrange` of MJCF; 0 by default */
  inheritrange: number;
  /** `kp` of MJCF */
  kp?: number | undefined;
  /** `kv` of MJCF */
  kv?: number | undefined;
  /** `dampratio` of MJCF */
  dampratio?: number | undefined;
}

/** What a new actuator `<damper>` may be given. */
export interface DamperActuator extends ActuatorValues {
  /** `site` of MJCF */
  site?: string | undefined;
  /** `refsite` of MJCF */
  refsite: string;
  /** `kv` of MJCF */
  kv?: number | undefined;
}

/** What a new actuator `<cylinder>` may be given. */
export interface CylinderActuator extends ActuatorValues {
  /** `site` of MJCF */
  site?: string | undefined;
  /** `refsite` of MJCF */
  refsite: string;
  /** 1: `actuator_ctrlrange` is enforced */
  ctrllimited: boolean | "auto";
  /** `timeconst` of MJCF */
  timeconst?: number | undefined;
  /** `area` of MJCF */
  area?: number | undefined;
  /** `diameter` of MJCF */
  diameter?: number | undefined;
  /** `bias` of MJCF; 3 numbers */
  bias?: Numbers | undefined;
}

/** What a new actuator `<muscle>` may be given. */
export interface MuscleActuator extends ActuatorValues {
  /** 1: `actuator_ctrlrange` is enforced */
  ctrllimited: boolean | "auto";
  /** `timeconst` of MJCF; 2 numbers */
  timeconst?: Numbers | undefined;
  /** `range` of MJCF; 2 numbers */
  range?: Numbers | undefined;
  /** `force` of MJCF */
  force?: number | undefined;
  /** `scale` of MJCF */
  scale?: number | undefined;
  /** `lmin` of MJCF */
  lmin?: number | undefined;
  /** `lmax` of MJCF */
  lmax?: number | undefined;
  /** `vmax` of MJCF */
  vmax?: number | undefined;
  /** `fpmax` of MJCF */
  fpmax?: number | undefined;
  /** `fvmax` of MJCF */
  fvmax?: number | undefined;
  /** `tausmooth` of MJCF */
  tausmooth?: number | undefined;
}

/** What a new actuator `<adhesion>` may be given. */
export interface AdhesionActuator {
  /** `body` of MJCF */
  body?: string | undefined;
  /** 1: `actuator_forcerange` is enforced */
  forcelimited: boolean | "auto";
  /** lowest and highest control; 2 numbers, 0 0 by default */
  ctrlrange: Numbers;
  /** lowest and highest force (N or N m); 2 numbers, 0 0 by default */
  forcerange: Numbers;
  /** `gain` of MJCF */
  gain?: number | undefined;
  /** user data */
  user: Numbers;
  /** group, by which actuators can be disabled; 0 by default */
  group: number;
  /** samples that it keeps of its control (0: none), and how to interpolate: 0 hold, 1 linear, 2 cubic; 0 by default */
  nsample: number;
  /** samples that it keeps of its control (0: none), and how to interpolate: 0 hold, 1 linear, 2 cubic */
  interp: "zoh" | "linear" | "cubic";
  /** delay of the control (s); 0: none; 0 by default */
  delay: number;
}

/** What every new constraint may be given. */
export interface EqualityValues {
  /** 1: active after a reset */
  active: boolean;
  /** reference: time constant (s) and damping ratio, or minus stiffness and minus damping; up to 2 numbers, 0.02 1 by default */
  solref: Numbers;
  /** impedance: lowest, highest, width, midpoint, power; up to 5 numbers, 0.9 0.95 0.001 0.5 2 by default */
  solimp: Numbers;
}

/** What a new constraint `<connect>` may be given. */
export interface ConnectEquality extends EqualityValues {
  /** `body1` of MJCF */
  body1?: string | undefined;
  /** `body2` of MJCF */
  body2?: string | undefined;
  /** `anchor` of MJCF; 3 numbers */
  anchor?: Numbers | undefined;
  /** `site1` of MJCF */
  site1?: string | undefined;
  /** `site2` of MJCF */
  site2?: string | undefined;
}

/** What a new constraint `<weld>` may be given. */
export interface WeldEquality extends EqualityValues {
  /** `body1` of MJCF */
  body1?: string | undefined;
  /** `body2` of MJCF */
  body2?: string | undefined;
  /** `relpose` of MJCF; 7 numbers */
  relpose?: Numbers | undefined;
  /** `anchor` of MJCF; 3 numbers */
  anchor?: Numbers | undefined;
  /** `site1` of MJCF */
  site1?: string | undefined;
  /** `site2` of MJCF */
  site2?: string | undefined;
  /** `torquescale` of MJCF */
  torquescale?: number | undefined;
}

/** What a new constraint `<joint>` may be given. */
export interface JointEquality extends EqualityValues {
  /** `joint1` of MJCF; required */
  joint1?: string | undefined;
  /** `joint2` of MJCF */
  joint2?: string | undefined;
  /** `polycoef` of MJCF; up to 5 numbers */
  polycoef?: Numbers | undefined;
}

/** What a new constraint `<tendon>` may be given. */
export interface TendonEquality extends EqualityValues {
  /** `tendon1` of MJCF; required */
  tendon1?: string | undefined;
  /** `tendon2` of MJCF */
  tendon2?: string | undefined;
  /** `polycoef` of MJCF; up to 5 numbers */
  polycoef?: Numbers | undefined;
}

/** What a new constraint `<flex>` may be given. */
export interface FlexEquality extends EqualityValues {
  /** `flex` of MJCF; required */
  flex?: string | undefined;
}

/** What a new constraint `<flexvert>` may be given. */
export interface FlexvertEquality extends EqualityValues {
  /** `flex` of MJCF; required */
  flex?: string | undefined;
}

/** Mass, center of mass, and inertia of a body. */
export interface InertialValues {
  /** `pos` of MJCF; 3 numbers, required */
  pos?: Numbers | undefined;
  /** `quat` of MJCF; 4 numbers, 1 0 0 0 by default */
  quat: Numbers;
  /** `axisangle` of MJCF; 4 numbers, 0 0 0 0 by default */
  axisangle: Numbers;
  /** `xyaxes` of MJCF; 6 numbers, 0 0 0 0 0 0 by default */
  xyaxes: Numbers;
  /** `zaxis` of MJCF; 3 numbers, 0 0 0 by default */
  zaxis: Numbers;
  /** `euler` of MJCF; 3 numbers, 0 0 0 by default */
  euler: Numbers;
  /** `mass` of MJCF; required */
  mass?: number | undefined;
  /** `diaginertia` of MJCF; 3 numbers */
  diaginertia?: Numbers | undefined;
  /** `fullinertia` of MJCF; 6 numbers */
  fullinertia?: Numbers | undefined;
}

/** What a new flex may be given. */
export interface FlexValues {
  /** group for visibility; 0 by default */
  group: number;
  /** 1: segments, 2: triangles, 3: tetrahedra; 2 by default */
  dim: number;
  /** radius around vertices, segments, and triangles: half the thickness that collides (m); 0.005 by default */
  radius: number;
  /** `material` of MJCF */
  material: string;
  /** color and opacity, from 0 to 1, where no material is set; 4 numbers, 0.5 0.5 0.5 1 by default */
  rgba: Numbers;
  /** 1: drawn with flat shading */
  flatskin: boolean;
  /** `body` of MJCF; required */
  body?: string | undefined;
  /** `vertex` of MJCF */
  vertex: Numbers;
  /** `element` of MJCF; required */
  element: Numbers;
  /** `texcoord` of MJCF */
  texcoord: Numbers;
  /** `elemtexcoord` of MJCF */
  elemtexcoord: Numbers;
  /** `node` of MJCF */
  node?: string | undefined;
}

/** What a new height field may be given. */
export interface HFieldValues {
  /** `content_type` of MJCF */
  content_type: string;
  /** `file` of MJCF */
  file: string;
  /** rows of the grid, along y; 0 by default */
  nrow: number;
  /** columns of the grid, along x; 0 by default */
  ncol: number;
  /** half sizes in x and y, elevation of the highest point, thickness of the base below zero (m); 4 numbers, 0 0 0 0 by default, required */
  size: Numbers;
  /** `elevation` of MJCF */
  elevation?: Numbers | undefined;
}

/** Physics options. */
export interface OptionProperties {
  /** `timestep` of MJCF; 0.002 by default */
  timestep: number;
  /** `impratio` of MJCF; 1 by default */
  impratio: number;
  /** `tolerance` of MJCF; 1e-8 by default */
  tolerance: number;
  /** `ls_tolerance` of MJCF; 0.01 by default */
  ls_tolerance: number;
  /** `noslip_tolerance` of MJCF; 0.000001 by default */
  noslip_tolerance: number;
  /** `ccd_tolerance` of MJCF; 0.000001 by default */
  ccd_tolerance: number;
  /** `sleep_tolerance` of MJCF; 0.0001 by default */
  sleep_tolerance: number;
  /** `gravity` of MJCF; 3 numbers, 0 0 -9.81 by default */
  gravity: Numbers;
  /** `wind` of MJCF; 3 numbers, 0 0 0 by default */
  wind: Numbers;
  /** `magnetic` of MJCF; 3 numbers, 0 -0.5 0 by default */
  magnetic: Numbers;
  /** `density` of MJCF; 0 by default */
  density: number;
  /** `viscosity` of MJCF; 0 by default */
  viscosity: number;
  /** `o_margin` of MJCF; 0 by default */
  o_margin: number;
  /** `o_solref` of MJCF; up to 2 numbers, 0.02 1 by default */
  o_solref: Numbers;
  /** `o_solimp` of MJCF; up to 5 numbers, 0.9 0.95 0.001 0.5 2 by default */
  o_solimp: Numbers;
  /** `o_friction` of MJCF; up to 5 numbers, 1 1 0.005 0.0001 0.0001 by default */
  o_friction: Numbers;
  /** `integrator` of MJCF */
  integrator: "Euler" | "RK4" | "implicit" | "implicitfast";
  /** `cone` of MJCF */
  cone: "pyramidal" | "elliptic";
  /** `jacobian` of MJCF */
  jacobian: "dense" | "sparse" | "auto";
  /** `solver` of MJCF */
  solver: "PGS" | "CG" | "Newton";
  /** `iterations` of MJCF; 100 by default */
  iterations: number;
  /** `ls_iterations` of MJCF; 50 by default */
  ls_iterations: number;
  /** `noslip_iterations` of MJCF; 0 by default */
  noslip_iterations: number;
  /** `ccd_iterations` of MJCF; 35 by default */
  ccd_iterations: number;
  /** `sdf_iterations` of MJCF; 10 by default */
  sdf_iterations: number;
  /** `sdf_initpoints` of MJCF; 40 by default */
  sdf_initpoints: number;
}

/** Settings of the compiler. */
export interface CompilerProperties {
  /** `autolimits` of MJCF */
  autolimits: boolean;
  /** `boundmass` of MJCF; 0 by default */
  boundmass: number;
  /** `boundinertia` of MJCF; 0 by default */
  boundinertia: number;
  /** `settotalmass` of MJCF; -1 by default */
  settotalmass: number;
  /** `balanceinertia` of MJCF */
  balanceinertia: boolean;
  /** `strippath` of MJCF */
  strippath: boolean;
  /** `coordinate` of MJCF */
  coordinate?: "local" | "global" | undefined;
  /** `angle` of MJCF */
  angle: "radian" | "degree";
  /** `fitaabb` of MJCF */
  fitaabb: boolean;
  /** `eulerseq` of MJCF */
  eulerseq: string;
  /** `meshdir` of MJCF */
  meshdir: string;
  /** `texturedir` of MJCF */
  texturedir: string;
  /** `discardvisual` of MJCF */
  discardvisual: boolean;
  /** `usethread` of MJCF */
  usethread?: boolean | undefined;
  /** `fusestatic` of MJCF */
  fusestatic: boolean;
  /** `inertiafromgeom` of MJCF */
  inertiafromgeom: false | true | "auto";
  /** `inertiagrouprange` of MJCF; 2 numbers, 0 5 by default */
  inertiagrouprange: Numbers;
  /** `saveinertial` of MJCF */
  saveinertial?: boolean | undefined;
  /** `assetdir` of MJCF */
  assetdir?: string | undefined;
  /** `alignfree` of MJCF */
  alignfree: boolean;
}

/** Sizes; -1: derived. */
export interface SizeProperties {
  /** `memory` of MJCF; -1 by default */
  memory: number;
  /** `njmax` of MJCF; -1 by default */
  njmax: number;
  /** `nconmax` of MJCF; -1 by default */
  nconmax: number;
  /** `nstack` of MJCF; -1 by default */
  nstack: number;
  /** `nuserdata` of MJCF; 0 by default */
  nuserdata: number;
  /** `nkey` of MJCF; 0 by default */
  nkey: number;
  /** `nuser_body` of MJCF; -1 by default */
  nuser_body: number;
  /** `nuser_jnt` of MJCF; -1 by default */
  nuser_jnt: number;
  /** `nuser_geom` of MJCF; -1 by default */
  nuser_geom: number;
  /** `nuser_site` of MJCF; -1 by default */
  nuser_site: number;
  /** `nuser_cam` of MJCF; -1 by default */
  nuser_cam: number;
  /** `nuser_tendon` of MJCF; -1 by default */
  nuser_tendon: number;
  /** `nuser_actuator` of MJCF; -1 by default */
  nuser_actuator: number;
  /** `nuser_sensor` of MJCF; -1 by default */
  nuser_sensor: number;
}

/** Statistics that are not to be derived. */
export interface StatisticProperties {
  /** `meaninertia` of MJCF */
  meaninertia?: number | undefined;
  /** `meanmass` of MJCF */
  meanmass?: number | undefined;
  /** `meansize` of MJCF */
  meansize?: number | undefined;
  /** `extent` of MJCF */
  extent?: number | undefined;
  /** `center` of MJCF; 3 numbers */
  center?: Numbers | undefined;
}

/** Flags of physics options. */
export interface FlagProperties {
  /** flag `constraint` of MJCF: whether it is enabled */
  constraint: boolean;
  /** flag `equality` of MJCF: whether it is enabled */
  equality: boolean;
  /** flag `frictionloss` of MJCF: whether it is enabled */
  frictionloss: boolean;
  /** flag `limit` of MJCF: whether it is enabled */
  limit: boolean;
  /** flag `contact` of MJCF: whether it is enabled */
  contact: boolean;
  /** flag `spring` of MJCF: whether it is enabled */
  spring: boolean;
  /** flag `damper` of MJCF: whether it is enabled */
  damper: boolean;
  /** flag `gravity` of MJCF: whether it is enabled */
  gravity: boolean;
  /** flag `clampctrl` of MJCF: whether it is enabled */
  clampctrl: boolean;
  /** flag `warmstart` of MJCF: whether it is enabled */
  warmstart: boolean;
  /** flag `filterparent` of MJCF: whether it is enabled */
  filterparent: boolean;
  /** flag `actuation` of MJCF: whether it is enabled */
  actuation: boolean;
  /** flag `refsafe` of MJCF: whether it is enabled */
  refsafe: boolean;
  /** flag `sensor` of MJCF: whether it is enabled */
  sensor: boolean;
  /** flag `midphase` of MJCF: whether it is enabled */
  midphase: boolean;
  /** flag `eulerdamp` of MJCF: whether it is enabled */
  eulerdamp: boolean;
  /** flag `autoreset` of MJCF: whether it is enabled */
  autoreset: boolean;
  /** flag `nativeccd` of MJCF: whether it is enabled */
  nativeccd: boolean;
  /** flag `island` of MJCF: whether it is enabled */
  island: boolean;
  /** flag `override` of MJCF: whether it is enabled */
  override: boolean;
  /** flag `energy` of MJCF: whether it is enabled */
  energy: boolean;
  /** flag `fwdinv` of MJCF: whether it is enabled */
  fwdinv: boolean;
  /** flag `invdiscrete` of MJCF: whether it is enabled */
  invdiscrete: boolean;
  /** flag `multiccd` of MJCF: whether it is enabled */
  multiccd: boolean;
  /** flag `sleep` of MJCF: whether it is enabled */
  sleep: boolean;
}
