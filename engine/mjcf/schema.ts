/**
 * The grammar of MJCF, declared once: every element, how often it may occur, and every attribute with its type.
 * Reading, checking, and writing are loops over this table.
 */

import type { Keywords } from "./keywords.ts";
import * as K from "./keywords.ts";

/** What an attribute may hold: numbers (between `min` and `max` of them), keywords, or text. */
export type AttributeRule =
  & ({ type: "real" | "float" | "int"; min: number; max: number } | { type: "number" } | {
    type: "keyword" | "keywords";
    words: Keywords;
  } | { type: "text" })
  & { required?: true };

/** The attributes of an element. */
export type AttributeRules = Readonly<Record<string, AttributeRule>>;

/** How often an element occurs: exactly once, at most once, any number of times, or also inside itself. */
export type Occurrence = "!" | "?" | "*" | "R";

/** An element of the grammar. */
export interface ElementRule {
  occurs: Occurrence;
  attributes: AttributeRules;
  children: Readonly<Record<string, ElementRule>>;
}

function element(
  occurs: Occurrence,
  attributes: AttributeRules,
  children: Readonly<Record<string, ElementRule>> = {},
): ElementRule {
  return { occurs, attributes, children };
}

function real(min: number, max = min): AttributeRule {
  return { type: "real", min, max };
}

function float(min: number, max = min): AttributeRule {
  return { type: "float", min, max };
}

function ints(min: number, max = min): AttributeRule {
  return { type: "int", min, max };
}

function keyword(words: Keywords): AttributeRule {
  return { type: "keyword", words };
}

function keywords(words: Keywords): AttributeRule {
  return { type: "keywords", words };
}

function required(rule: AttributeRule): AttributeRule {
  return { ...rule, required: true };
}

const REAL = real(1);
const FLOAT = float(1);
const INT: AttributeRule = { type: "number" };
const TEXT: AttributeRule = { type: "text" };
const BOOL = keyword(K.BOOL);
const ENABLE = keyword(K.ENABLE);
const LIMITED = keyword(K.LIMITED);
const SOLREF = real(0, 2);
const SOLIMP = real(0, 5);
const REALS = real(0, Infinity);
const FLOATS = float(0, Infinity);
const INTS = ints(0, Infinity);
const RGBA = float(4);

const NAMED = { name: TEXT, class: TEXT };

const ORIENTATION = { quat: real(4), axisangle: real(4), xyaxes: real(6), zaxis: real(3), euler: real(3) };

const HISTORY = { nsample: INT, interp: keyword(K.INTERP), delay: REAL };

// attributes shared by an element and its default

const MESH_DEFAULT = { scale: real(3), maxhullvert: INT, inertia: keyword(K.MESH_INERTIA) };

const MATERIAL_DEFAULT = {
  texture: TEXT,
  emission: FLOAT,
  specular: FLOAT,
  shininess: FLOAT,
  reflectance: FLOAT,
  metallic: FLOAT,
  roughness: FLOAT,
  rgba: RGBA,
  texrepeat: float(2),
  texuniform: BOOL,
};

const LAYERS = { layer: element("*", { texture: required(TEXT), role: required(TEXT) }) };

const JOINT_DEFAULT = {
  type: keyword(K.JOINT_TYPE),
  group: INT,
  pos: real(3),
  axis: real(3),
  springdamper: real(2),
  limited: LIMITED,
  actuatorfrclimited: LIMITED,
  solreflimit: SOLREF,
  solimplimit: SOLIMP,
  solreffriction: SOLREF,
  solimpfriction: SOLIMP,
  stiffness: REAL,
  range: real(2),
  actuatorfrcrange: real(2),
  actuatorgravcomp: BOOL,
  margin: REAL,
  ref: REAL,
  springref: REAL,
  armature: REAL,
  damping: REAL,
  frictionloss: REAL,
  user: REALS,
};

const GEOM_DEFAULT = {
  type: keyword(K.GEOM_TYPE),
  pos: real(3),
  contype: INT,
  conaffinity: INT,
  condim: INT,
  group: INT,
  priority: INT,
  size: real(0, 3),
  material: TEXT,
  friction: real(0, 3),
  mass: REAL,
  density: REAL,
  shellinertia: keyword(K.SHELL_INERTIA),
  solmix: REAL,
  solref: SOLREF,
  solimp: SOLIMP,
  margin: REAL,
  gap: REAL,
  fromto: real(6),
  ...ORIENTATION,
  hfield: TEXT,
  mesh: TEXT,
  fitscale: REAL,
  rgba: RGBA,
  fluidshape: keyword(K.FLUID_SHAPE),
  fluidcoef: real(0, 5),
  user: REALS,
};

const SITE_DEFAULT = {
  type: keyword(K.GEOM_TYPE),
  group: INT,
  pos: real(3),
  material: TEXT,
  size: real(0, 3),
  fromto: real(6),
  ...ORIENTATION,
  rgba: RGBA,
  user: REALS,
};

const CAMERA_DEFAULT = {
  projection: keyword(K.PROJECTION),
  fovy: REAL,
  ipd: REAL,
  resolution: ints(2),
  output: keywords(K.CAMERA_OUTPUT),
  pos: real(3),
  ...ORIENTATION,
  mode: keyword(K.CAM_LIGHT),
  focal: float(2),
  focalpixel: float(2),
  principal: float(2),
  principalpixel: float(2),
  sensorsize: float(2),
  user: REALS,
};

const LIGHT_DEFAULT = {
  pos: real(3),
  dir: real(3),
  bulbradius: FLOAT,
  intensity: FLOAT,
  range: FLOAT,
  directional: BOOL,
  type: keyword(K.LIGHT_TYPE),
  castshadow: BOOL,
  active: BOOL,
  attenuation: float(3),
  cutoff: FLOAT,
  exponent: FLOAT,
  ambient: float(3),
  diffuse: float(3),
  specular: float(3),
  mode: keyword(K.CAM_LIGHT),
};

const PAIR_DEFAULT = {
  condim: INT,
  friction: real(0, 5),
  solref: SOLREF,
  solreffriction: SOLREF,
  solimp: SOLIMP,
  gap: REAL,
  margin: REAL,
};

const EQUALITY_DEFAULT = { active: BOOL, solref: SOLREF, solimp: SOLIMP };

const TENDON_BASE = {
  group: INT,
  limited: LIMITED,
  range: real(2),
  solreflimit: SOLREF,
  solimplimit: SOLIMP,
  solreffriction: SOLREF,
  solimpfriction: SOLIMP,
  frictionloss: REAL,
  springlength: real(0, 2),
  margin: REAL,
  stiffness: REAL,
  damping: REAL,
  user: REALS,
};
const TENDON_VISUAL = { width: REAL, material: TEXT, rgba: RGBA };
const TENDON_ELEMENT = { ...NAMED, actuatorfrclimited: LIMITED, actuatorfrcrange: real(2), armature: REAL };

// attributes of the actuator shortcuts: those that defaults have too, and those that only actuators have

const ACTUATOR = { gear: real(0, 6), cranklength: REAL, user: REALS, group: INT, ...HISTORY };
const CTRL_FORCE = { ctrllimited: LIMITED, forcelimited: LIMITED, ctrlrange: real(2), forcerange: real(2) };
const FORCE = { forcelimited: LIMITED, ctrlrange: real(2), forcerange: real(2) };

const GENERAL_DEFAULT = {
  ...ACTUATOR,
  ...CTRL_FORCE,
  actlimited: LIMITED,
  actrange: real(2),
  actdim: INT,
  dyntype: keyword(K.DYN),
  gaintype: keyword(K.GAIN),
  biastype: keyword(K.BIAS),
  dynprm: real(0, 10),
  gainprm: real(0, 10),
  biasprm: real(0, 10),
  actearly: BOOL,
};
const MOTOR_DEFAULT = { ...ACTUATOR, ...CTRL_FORCE };
const POSITION_DEFAULT = {
  ...ACTUATOR,
  ...CTRL_FORCE,
  inheritrange: REAL,
  kp: REAL,
  kv: REAL,
  dampratio: REAL,
  timeconst: REAL,
};
const VELOCITY_DEFAULT = { ...ACTUATOR, ...CTRL_FORCE, kv: REAL };
const INTVELOCITY_DEFAULT = {
  ...ACTUATOR,
  ...CTRL_FORCE,
  actrange: real(2),
  inheritrange: REAL,
  kp: REAL,
  kv: REAL,
  dampratio: REAL,
};
const DAMPER_DEFAULT = { ...ACTUATOR, ...FORCE, kv: REAL };
const CYLINDER_DEFAULT = {
  ...ACTUATOR,
  ...CTRL_FORCE,
  timeconst: REAL,
  area: REAL,
  diameter: REAL,
  bias: real(3),
};
const MUSCLE_DEFAULT = {
  ...ACTUATOR,
  ...CTRL_FORCE,
  timeconst: real(2),
  range: real(2),
  force: REAL,
  scale: REAL,
  lmin: REAL,
  lmax: REAL,
  vmax: REAL,
  fpmax: REAL,
  fvmax: REAL,
};
const ADHESION_DEFAULT = { ...FORCE, gain: REAL, user: REALS, group: INT, ...HISTORY };

const TARGET = {
  ...NAMED,
  lengthrange: real(2),
  joint: TEXT,
  jointinparent: TEXT,
  tendon: TEXT,
  slidersite: TEXT,
  cranksite: TEXT,
};
const SITE_TARGET = { ...TARGET, site: TEXT, refsite: TEXT };

const PLUGIN_CONFIG = { config: element("*", { key: required(TEXT), value: required(TEXT) }) };
const PLUGIN = element("*", { plugin: TEXT, instance: TEXT }, PLUGIN_CONFIG);

const SKIN = element("*", {
  name: TEXT,
  file: TEXT,
  material: TEXT,
  rgba: RGBA,
  inflate: FLOAT,
  vertex: FLOATS,
  texcoord: FLOATS,
  face: INTS,
  group: INT,
}, {
  bone: element("*", {
    body: required(TEXT),
    bindpos: required(float(3)),
    bindquat: required(float(4)),
    vertid: required(INTS),
    vertweight: required(FLOATS),
  }),
});

const FLEX_CONTACT = element("?", {
  contype: INT,
  conaffinity: INT,
  condim: INT,
  priority: INT,
  friction: real(0, 3),
  solmix: REAL,
  solref: SOLREF,
  solimp: SOLIMP,
  margin: REAL,
  gap: REAL,
  internal: BOOL,
  selfcollide: keyword(K.FLEX_SELF),
  activelayers: INT,
  vertcollide: BOOL,
  passive: BOOL,
});
const FLEX_ELASTICITY = element("?", {
  young: REAL,
  poisson: REAL,
  damping: REAL,
  thickness: REAL,
  elastic2d: keyword(K.FLEX_ELASTIC),
});

const EQUALITY = { ...NAMED, ...EQUALITY_DEFAULT };

const SENSOR = { name: TEXT, ...HISTORY, interval: real(0, 2), cutoff: REAL, noise: REAL, user: REALS };
const ON_SITE = element("*", { ...SENSOR, site: required(TEXT) });
const ON_JOINT = element("*", { ...SENSOR, joint: required(TEXT) });
const ON_TENDON = element("*", { ...SENSOR, tendon: required(TEXT) });
const ON_ACTUATOR = element("*", { ...SENSOR, actuator: required(TEXT) });
const ON_BODY = element("*", { ...SENSOR, body: required(TEXT) });
const OBJECT = { objtype: required(TEXT), objname: required(TEXT) };
const ON_FRAME = element("*", { ...SENSOR, ...OBJECT, reftype: TEXT, refname: TEXT });
const FRAME_ACCELERATION = element("*", { ...SENSOR, ...OBJECT });
const GEOM_DISTANCE = element("*", { ...SENSOR, geom1: TEXT, geom2: TEXT, body1: TEXT, body2: TEXT });
const GLOBAL_SENSOR = element("*", SENSOR);

const RGBA_SETTINGS = [
  ...["fog", "haze", "force", "inertia", "joint", "actuator", "actuatornegative", "actuatorpositive", "com", "camera"],
  ...["light", "selectpoint", "connect", "contactpoint", "contactforce", "contactfriction", "contacttorque"],
  ...["contactgap", "rangefinder", "constraint", "slidercrank", "crankbroken", "frustum", "bv", "bvactive"],
];
const SCALE_SETTINGS = [
  ...["forcewidth", "contactwidth", "contactheight", "connect", "com", "camera", "light", "selectpoint"],
  ...["jointlength", "jointwidth", "actuatorlength", "actuatorwidth", "framelength", "framewidth", "constraint"],
  ...["slidercrank", "frustum"],
];
const MAP_SETTINGS = [
  ...["stiffness", "stiffnessrot", "force", "torque", "alpha", "fogstart", "fogend", "znear", "zfar", "haze"],
  ...["shadowclip", "shadowscale", "actuatortendon"],
];
const DISABLE_FLAGS = [
  ...["constraint", "equality", "frictionloss", "limit", "contact", "spring", "damper", "gravity", "clampctrl"],
  ...["warmstart", "filterparent", "actuation", "refsafe", "sensor", "midphase", "eulerdamp", "autoreset"],
  ...["nativeccd", "island"],
];
const ENABLE_FLAGS = ["override", "energy", "fwdinv", "invdiscrete", "multiccd", "sleep"];

function each(names: readonly string[], rule: AttributeRule): AttributeRules {
  return Object.fromEntries(names.map((name) => [name, rule]));
}

/** The grammar, from the root element down. */
export const SCHEMA = element("!", { model: TEXT }, {
  compiler: element("*", {
    autolimits: BOOL,
    boundmass: REAL,
    boundinertia: REAL,
    settotalmass: REAL,
    balanceinertia: BOOL,
    strippath: BOOL,
    coordinate: keyword(K.COORDINATE),
    angle: keyword(K.ANGLE),
    fitaabb: BOOL,
    eulerseq: TEXT,
    meshdir: TEXT,
    texturedir: TEXT,
    discardvisual: BOOL,
    usethread: BOOL,
    fusestatic: BOOL,
    inertiafromgeom: keyword(K.INERTIA_FROM_GEOM),
    inertiagrouprange: ints(2),
    saveinertial: BOOL,
    assetdir: TEXT,
    alignfree: BOOL,
  }, {
    lengthrange: element("?", {
      mode: keyword(K.LR_MODE),
      useexisting: BOOL,
      uselimit: BOOL,
      accel: REAL,
      maxforce: REAL,
      timeconst: REAL,
      timestep: REAL,
      inttotal: REAL,
      interval: REAL,
      tolrange: REAL,
    }),
  }),

  option: element("*", {
    timestep: REAL,
    impratio: REAL,
    tolerance: REAL,
    ls_tolerance: REAL,
    noslip_tolerance: REAL,
    ccd_tolerance: REAL,
    sleep_tolerance: REAL,
    gravity: real(3),
    wind: real(3),
    magnetic: real(3),
    density: REAL,
    viscosity: REAL,
    o_margin: REAL,
    o_solref: SOLREF,
    o_solimp: SOLIMP,
    o_friction: real(0, 5),
    integrator: keyword(K.INTEGRATOR),
    cone: keyword(K.CONE),
    jacobian: keyword(K.JACOBIAN),
    solver: keyword(K.SOLVER),
    iterations: INT,
    ls_iterations: INT,
    noslip_iterations: INT,
    ccd_iterations: INT,
    sdf_iterations: INT,
    sdf_initpoints: INT,
    actuatorgroupdisable: ints(0, 31),
  }, {
    flag: element("?", each([...DISABLE_FLAGS, ...ENABLE_FLAGS], ENABLE)),
  }),

  size: element("*", {
    memory: TEXT,
    njmax: INT,
    nconmax: INT,
    nstack: INT,
    nuserdata: INT,
    nkey: INT,
    nuser_body: INT,
    nuser_jnt: INT,
    nuser_geom: INT,
    nuser_site: INT,
    nuser_cam: INT,
    nuser_tendon: INT,
    nuser_actuator: INT,
    nuser_sensor: INT,
  }),

  visual: element("*", {}, {
    global: element("?", {
      cameraid: INT,
      orthographic: BOOL,
      fovy: FLOAT,
      ipd: FLOAT,
      azimuth: FLOAT,
      elevation: FLOAT,
      linewidth: FLOAT,
      glow: FLOAT,
      offwidth: INT,
      offheight: INT,
      realtime: FLOAT,
      ellipsoidinertia: BOOL,
      bvactive: BOOL,
    }),
    quality: element("?", each(["shadowsize", "offsamples", "numslices", "numstacks", "numquads"], INT)),
    headlight: element("?", { ambient: float(3), diffuse: float(3), specular: float(3), active: INT }),
    map: element("?", each(MAP_SETTINGS, FLOAT)),
    scale: element("?", each(SCALE_SETTINGS, FLOAT)),
    rgba: element("?", each(RGBA_SETTINGS, RGBA)),
  }),

  statistic: element("*", { meaninertia: REAL, meanmass: REAL, meansize: REAL, extent: REAL, center: real(3) }),

  default: element("R", { class: TEXT }, {
    mesh: element("?", MESH_DEFAULT),
    material: element("?", MATERIAL_DEFAULT, LAYERS),
    joint: element("?", JOINT_DEFAULT),
    geom: element("?", GEOM_DEFAULT),
    site: element("?", SITE_DEFAULT),
    camera: element("?", CAMERA_DEFAULT),
    light: element("?", LIGHT_DEFAULT),
    pair: element("?", PAIR_DEFAULT),
    equality: element("?", EQUALITY_DEFAULT),
    tendon: element("?", { ...TENDON_BASE, ...TENDON_VISUAL }),
    general: element("?", GENERAL_DEFAULT),
    motor: element("?", MOTOR_DEFAULT),
    position: element("?", POSITION_DEFAULT),
    velocity: element("?", VELOCITY_DEFAULT),
    intvelocity: element("?", INTVELOCITY_DEFAULT),
    damper: element("?", DAMPER_DEFAULT),
    cylinder: element("?", CYLINDER_DEFAULT),
    muscle: element("?", MUSCLE_DEFAULT),
    adhesion: element("?", ADHESION_DEFAULT),
  }),

  extension: element("*", {}, {
    plugin: element("*", { plugin: required(TEXT) }, {
      instance: element("*", { name: required(TEXT) }, PLUGIN_CONFIG),
    }),
  }),

  custom: element("*", {}, {
    numeric: element("*", { name: required(TEXT), size: INT, data: REALS }),
    text: element("*", { name: required(TEXT), data: required(TEXT) }),
    tuple: element("*", { name: required(TEXT) }, {
      element: element("*", { objtype: required(TEXT), objname: required(TEXT), prm: REAL }),
    }),
  }),

  asset: element("*", {}, {
    mesh: element("*", {
      ...NAMED,
      ...MESH_DEFAULT,
      content_type: TEXT,
      file: TEXT,
      vertex: FLOATS,
      normal: FLOATS,
      texcoord: FLOATS,
      face: INTS,
      refpos: real(3),
      refquat: real(4),
      smoothnormal: BOOL,
      builtin: keyword(K.MESH_BUILTIN),
      params: REALS,
      material: TEXT,
    }, { plugin: PLUGIN }),
    hfield: element("*", {
      name: TEXT,
      content_type: TEXT,
      file: TEXT,
      nrow: INT,
      ncol: INT,
      size: required(real(4)),
      elevation: FLOATS,
    }),
    skin: SKIN,
    texture: element("*", {
      name: TEXT,
      type: keyword(K.TEXTURE_TYPE),
      colorspace: keyword(K.COLOR_SPACE),
      content_type: TEXT,
      file: TEXT,
      gridsize: ints(2),
      gridlayout: TEXT,
      fileright: TEXT,
      fileleft: TEXT,
      fileup: TEXT,
      filedown: TEXT,
      filefront: TEXT,
      fileback: TEXT,
      builtin: keyword(K.BUILTIN),
      rgb1: real(3),
      rgb2: real(3),
      mark: keyword(K.MARK),
      markrgb: real(3),
      random: REAL,
      width: INT,
      height: INT,
      hflip: BOOL,
      vflip: BOOL,
      nchannel: INT,
    }),
    material: element("*", { ...NAMED, ...MATERIAL_DEFAULT }, LAYERS),
    model: element("*", { name: TEXT, file: required(TEXT), content_type: TEXT }),
  }),

  body: element("R", {
    name: TEXT,
    childclass: TEXT,
    pos: real(3),
    ...ORIENTATION,
    mocap: BOOL,
    gravcomp: REAL,
    sleep: keyword(K.BODY_SLEEP),
    user: REALS,
  }, {
    inertial: element("?", {
      pos: required(real(3)),
      ...ORIENTATION,
      mass: required(REAL),
      diaginertia: real(3),
      fullinertia: real(6),
    }),
    joint: element("*", { ...NAMED, ...JOINT_DEFAULT }),
    freejoint: element("*", { name: TEXT, group: INT, align: LIMITED }),
    geom: element("*", { ...NAMED, ...GEOM_DEFAULT }, { plugin: PLUGIN }),
    attach: element("*", { model: required(TEXT), body: TEXT, prefix: required(TEXT) }),
    site: element("*", { ...NAMED, ...SITE_DEFAULT }),
    camera: element("*", { ...NAMED, ...CAMERA_DEFAULT, target: TEXT }),
    light: element("*", { ...NAMED, ...LIGHT_DEFAULT, target: TEXT, texture: TEXT }),
    plugin: PLUGIN,
    composite: element("*", {
      prefix: TEXT,
      type: required(keyword(K.COMPOSITE_TYPE)),
      count: ints(0, 3),
      offset: real(3),
      vertex: FLOATS,
      initial: TEXT,
      curve: TEXT,
      size: real(0, 3),
      quat: real(4),
    }, {
      joint: element("*", {
        kind: required(keyword(K.COMPOSITE_JOINT)),
        group: INT,
        stiffness: REAL,
        damping: REAL,
        armature: REAL,
        solreffix: SOLREF,
        solimpfix: SOLIMP,
        type: keyword(K.JOINT_TYPE),
        axis: real(3),
        limited: LIMITED,
        range: real(2),
        margin: REAL,
        solreflimit: SOLREF,
        solimplimit: SOLIMP,
        frictionloss: REAL,
        solreffriction: SOLREF,
        solimpfriction: SOLIMP,
      }),
      skin: element("?", {
        texcoord: BOOL,
        material: TEXT,
        group: INT,
        rgba: RGBA,
        inflate: FLOAT,
        subgrid: INT,
      }),
      geom: element("?", {
        type: keyword(K.GEOM_TYPE),
        contype: INT,
        conaffinity: INT,
        condim: INT,
        group: INT,
        priority: INT,
        size: real(0, 3),
        material: TEXT,
        rgba: RGBA,
        friction: real(0, 3),
        mass: REAL,
        density: REAL,
        solmix: REAL,
        solref: SOLREF,
        solimp: SOLIMP,
        margin: REAL,
        gap: REAL,
      }),
      site: element("?", { group: INT, size: real(0, 3), material: TEXT, rgba: RGBA }),
      plugin: PLUGIN,
    }),
    flexcomp: element("*", {
      name: required(TEXT),
      type: keyword(K.FLEXCOMP_TYPE),
      group: INT,
      dim: INT,
      dof: keyword(K.FLEXCOMP_DOF),
      count: ints(3),
      spacing: real(3),
      radius: REAL,
      rigid: BOOL,
      mass: REAL,
      inertiabox: REAL,
      scale: real(3),
      file: TEXT,
      point: REALS,
      element: INTS,
      texcoord: FLOATS,
      material: TEXT,
      rgba: RGBA,
      flatskin: BOOL,
      pos: real(3),
      ...ORIENTATION,
      origin: real(3),
    }, {
      edge: element("?", {
        equality: keyword(K.FLEX_EQUALITY),
        solref: SOLREF,
        solimp: SOLIMP,
        stiffness: REAL,
        damping: REAL,
      }),
      elasticity: FLEX_ELASTICITY,
      contact: FLEX_CONTACT,
      pin: element("*", { id: INTS, range: INTS, grid: INTS, gridrange: INTS }),
      plugin: PLUGIN,
    }),
  }),

  deformable: element("*", {}, {
    flex: element("*", {
      name: TEXT,
      group: INT,
      dim: INT,
      radius: REAL,
      material: TEXT,
      rgba: RGBA,
      flatskin: BOOL,
      body: required(TEXT),
      vertex: REALS,
      element: required(INTS),
      texcoord: FLOATS,
      elemtexcoord: INTS,
      node: TEXT,
    }, {
      contact: FLEX_CONTACT,
      edge: element("?", { stiffness: REAL, damping: REAL }),
      elasticity: FLEX_ELASTICITY,
    }),
    skin: SKIN,
  }),

  contact: element("*", {}, {
    pair: element("*", { ...NAMED, geom1: TEXT, geom2: TEXT, ...PAIR_DEFAULT }),
    exclude: element("*", { name: TEXT, body1: required(TEXT), body2: required(TEXT) }),
  }),

  equality: element("*", {}, {
    connect: element("*", { ...EQUALITY, body1: TEXT, body2: TEXT, anchor: real(3), site1: TEXT, site2: TEXT }),
    weld: element("*", {
      ...EQUALITY,
      body1: TEXT,
      body2: TEXT,
      relpose: real(7),
      anchor: real(3),
      site1: TEXT,
      site2: TEXT,
      torquescale: REAL,
    }),
    joint: element("*", { ...EQUALITY, joint1: required(TEXT), joint2: TEXT, polycoef: real(0, 5) }),
    tendon: element("*", { ...EQUALITY, tendon1: required(TEXT), tendon2: TEXT, polycoef: real(0, 5) }),
    flex: element("*", { ...EQUALITY, flex: required(TEXT) }),
    flexvert: element("*", { ...EQUALITY, flex: required(TEXT) }),
  }),

  tendon: element("*", {}, {
    spatial: element("*", { ...TENDON_ELEMENT, ...TENDON_BASE, ...TENDON_VISUAL }, {
      site: element("*", { site: required(TEXT) }),
      geom: element("*", { geom: required(TEXT), sidesite: TEXT }),
      pulley: element("*", { divisor: required(REAL) }),
    }),
    fixed: element("*", { ...TENDON_ELEMENT, ...TENDON_BASE }, {
      joint: element("*", { joint: required(TEXT), coef: required(REAL) }),
    }),
  }),

  actuator: element("*", {}, {
    general: element("*", { ...SITE_TARGET, body: TEXT, ...GENERAL_DEFAULT }),
    motor: element("*", { ...SITE_TARGET, ...MOTOR_DEFAULT }),
    position: element("*", { ...SITE_TARGET, ...POSITION_DEFAULT }),
    velocity: element("*", { ...SITE_TARGET, ...VELOCITY_DEFAULT }),
    intvelocity: element("*", { ...SITE_TARGET, ...INTVELOCITY_DEFAULT }),
    damper: element("*", { ...SITE_TARGET, ...DAMPER_DEFAULT }),
    cylinder: element("*", { ...SITE_TARGET, ...CYLINDER_DEFAULT }),
    muscle: element("*", { ...TARGET, ...MUSCLE_DEFAULT, tausmooth: REAL }),
    adhesion: element("*", { ...NAMED, body: TEXT, ...ADHESION_DEFAULT }),
    plugin: element("*", {
      ...TARGET,
      site: TEXT,
      plugin: TEXT,
      instance: TEXT,
      ...ACTUATOR,
      ...CTRL_FORCE,
      actlimited: LIMITED,
      actrange: real(2),
      actdim: INT,
      dyntype: keyword(K.DYN),
      dynprm: real(0, 10),
      actearly: BOOL,
    }, PLUGIN_CONFIG),
  }),

  sensor: element("*", {}, {
    touch: ON_SITE,
    accelerometer: ON_SITE,
    velocimeter: ON_SITE,
    gyro: ON_SITE,
    force: ON_SITE,
    torque: ON_SITE,
    magnetometer: ON_SITE,
    camprojection: element("*", { ...SENSOR, site: required(TEXT), camera: required(TEXT) }),
    rangefinder: element("*", { ...SENSOR, site: TEXT, camera: TEXT, data: keywords(K.RAY_DATA) }),
    jointpos: ON_JOINT,
    jointvel: ON_JOINT,
    tendonpos: ON_TENDON,
    tendonvel: ON_TENDON,
    actuatorpos: ON_ACTUATOR,
    actuatorvel: ON_ACTUATOR,
    actuatorfrc: ON_ACTUATOR,
    jointactuatorfrc: ON_JOINT,
    tendonactuatorfrc: ON_TENDON,
    ballquat: ON_JOINT,
    ballangvel: ON_JOINT,
    jointlimitpos: ON_JOINT,
    jointlimitvel: ON_JOINT,
    jointlimitfrc: ON_JOINT,
    tendonlimitpos: ON_TENDON,
    tendonlimitvel: ON_TENDON,
    tendonlimitfrc: ON_TENDON,
    framepos: ON_FRAME,
    framequat: ON_FRAME,
    framexaxis: ON_FRAME,
    frameyaxis: ON_FRAME,
    framezaxis: ON_FRAME,
    framelinvel: ON_FRAME,
    frameangvel: ON_FRAME,
    framelinacc: FRAME_ACCELERATION,
    frameangacc: FRAME_ACCELERATION,
    subtreecom: ON_BODY,
    subtreelinvel: ON_BODY,
    subtreeangmom: ON_BODY,
    insidesite: element("*", { ...SENSOR, site: required(TEXT), ...OBJECT }),
    distance: GEOM_DISTANCE,
    normal: GEOM_DISTANCE,
    fromto: GEOM_DISTANCE,
    contact: element("*", {
      ...SENSOR,
      geom1: TEXT,
      geom2: TEXT,
      body1: TEXT,
      body2: TEXT,
      subtree1: TEXT,
      subtree2: TEXT,
      site: TEXT,
      num: INT,
      data: keywords(K.CONTACT_DATA),
      reduce: keyword(K.REDUCE),
    }),
    e_potential: GLOBAL_SENSOR,
    e_kinetic: GLOBAL_SENSOR,
    clock: GLOBAL_SENSOR,
    tactile: element("*", {
      name: TEXT,
      geom: required(TEXT),
      mesh: required(TEXT),
      ...HISTORY,
      interval: real(0, 2),
      user: REALS,
    }),
    user: element("*", {
      name: TEXT,
      objtype: TEXT,
      objname: TEXT,
      datatype: keyword(K.DATA_TYPE),
      needstage: keyword(K.STAGE),
      dim: required(INT),
      cutoff: REAL,
      noise: REAL,
      user: REALS,
    }),
    plugin: element("*", {
      name: TEXT,
      plugin: TEXT,
      instance: TEXT,
      cutoff: REAL,
      objtype: TEXT,
      objname: TEXT,
      reftype: TEXT,
      refname: TEXT,
      user: REALS,
    }, PLUGIN_CONFIG),
  }),

  keyframe: element("*", {}, {
    key: element("*", {
      name: TEXT,
      time: REAL,
      qpos: REALS,
      qvel: REALS,
      act: REALS,
      mpos: REALS,
      mquat: REALS,
      ctrl: REALS,
    }),
  }),
});

/** The rule of `<frame>`, which the grammar treats as a body without a body's attributes. */
export const FRAME_RULE = element("R", { name: TEXT, childclass: TEXT, pos: real(3), ...ORIENTATION });

/** The rule of `<replicate>`. */
export const REPLICATE_RULE = element("R", {
  count: required(ints(1)),
  offset: real(3),
  euler: real(3),
  sep: TEXT,
  childclass: TEXT,
});
