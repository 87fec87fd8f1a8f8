/** The built-in values of all attributes. */

import { keepFractions } from "../types/keep_fractions.ts";
import { doublesFrom, newDoubles } from "../math/small_arrays.ts";
import {
  AlignFree,
  Bias,
  CamLight,
  CamOutBit,
  Dyn,
  Gain,
  Geom,
  GeomInertia,
  InertiaFromGeom,
  Jacobian,
  Joint,
  LightType,
  Limited,
  LRMode,
  MeshBuiltin,
  MeshInertia,
  Projection,
  Solver,
  TextureRole,
  Trn,
} from "../types/enums.ts";
import type {
  CompilerSettings,
  DefaultClass,
  OptionSettings,
  Orientation,
  SizeSettings,
  StatisticSettings,
} from "../types/spec.ts";

function vec(...values: number[]): Float64Array {
  return doublesFrom(values);
}

function solref(): Float64Array {
  return vec(0.02, 1);
}

function solimp(): Float64Array {
  return vec(0.9, 0.95, 0.001, 0.5, 2);
}

function gray(): Float64Array {
  return vec(0.5, 0.5, 0.5, 1);
}

/** No rotation. */
export function orientation(): Orientation {
  return {
    quat: vec(1, 0, 0, 0),
    orientation: "",
    axisangle: newDoubles(4),
    xyaxes: newDoubles(6),
    zaxis: newDoubles(3),
    euler: newDoubles(3),
  };
}

/** Settings of the compiler. */
export function compilerSettings(modelfiledir: string): CompilerSettings {
  return {
    autolimits: 1,
    boundmass: 0,
    boundinertia: 0,
    settotalmass: -1,
    balanceinertia: 0,
    strippath: 0,
    fitaabb: 0,
    angle: 1,
    eulerseq: "xyz",
    meshdir: "",
    texturedir: "",
    discardvisual: 0,
    fusestatic: 0,
    inertiafromgeom: InertiaFromGeom.AUTO,
    inertiagrouprange: [0, 5],
    alignfree: 0,
    lengthrange: {
      mode: LRMode.MUSCLE,
      useexisting: 1,
      uselimit: 0,
      accel: 20,
      maxforce: 0,
      timeconst: 1,
      timestep: 0.01,
      inttotal: 10,
      interval: 2,
      tolrange: 0.05,
    },
    modelfiledir,
  };
}

/** Physics options. */
export function optionSettings(): OptionSettings {
  return {
    timestep: 0.002,
    impratio: 1,
    tolerance: 1e-8,
    ls_tolerance: 0.01,
    noslip_tolerance: 1e-6,
    ccd_tolerance: 1e-6,
    sleep_tolerance: 1e-4,
    gravity: vec(0, 0, -9.81),
    wind: vec(0, 0, 0),
    magnetic: vec(0, -0.5, 0),
    density: 0,
    viscosity: 0,
    o_margin: 0,
    o_solref: solref(),
    o_solimp: solimp(),
    o_friction: vec(1, 1, 0.005, 0.0001, 0.0001),
    integrator: 0,
    cone: 0,
    jacobian: Jacobian.AUTO,
    solver: Solver.NEWTON,
    iterations: 100,
    ls_iterations: 50,
    noslip_iterations: 0,
    ccd_iterations: 35,
    disableflags: 0,
    enableflags: 0,
    disableactuator: 0,
    sdf_initpoints: 40,
    sdf_iterations: 10,
  };
}

/** Sizes. */
export function sizeSettings(): SizeSettings {
  return {
    memory: -1,
    njmax: -1,
    nconmax: -1,
    nstack: -1,
    nuserdata: 0,
    nkey: 0,
    nuser_body: -1,
    nuser_jnt: -1,
    nuser_geom: -1,
    nuser_site: -1,
    nuser_cam: -1,
    nuser_tendon: -1,
    nuser_actuator: -1,
    nuser_sensor: -1,
  };
}

/** Statistics: all derived. */
export function statisticSettings(): StatisticSettings {
  return { meaninertia: undefined, meanmass: undefined, meansize: undefined, extent: undefined, center: undefined };
}

/** The defaults of the root class. */
export function mainClass(): DefaultClass {
  return {
    name: "main",
    parent: undefined,
    mesh: {
      scale: vec(1, 1, 1),
      maxhullvert: -1,
      inertia: MeshInertia.LEGACY,
      content_type: "",
      file: "",
      vertex: vec(),
      normal: vec(),
      texcoord: vec(),
      face: [],
      refpos: vec(0, 0, 0),
      refquat: vec(1, 0, 0, 0),
      smoothnormal: 0,
      builtin: MeshBuiltin.NONE,
      params: vec(),
      material: "",
    },
    material: {
      textures: new Array<string>(TextureRole.N).fill(""),
      emission: 0,
      specular: 0.5,
      shininess: 0.5,
      reflectance: 0,
      metallic: -1,
      roughness: -1,
      rgba: vec(1, 1, 1, 1),
      texrepeat: vec(1, 1),
      texuniform: 0,
    },
    joint: {
      type: Joint.HINGE,
      group: 0,
      pos: vec(0, 0, 0),
      axis: vec(0, 0, 1),
      springdamper: vec(0, 0),
      limited: Limited.AUTO,
      actuatorfrclimited: Limited.AUTO,
      solreflimit: solref(),
      solimplimit: solimp(),
      solreffriction: solref(),
      solimpfriction: solimp(),
      stiffness: 0,
      range: vec(0, 0),
      actuatorfrcrange: vec(0, 0),
      actuatorgravcomp: 0,
      margin: 0,
      ref: 0,
      springref: 0,
      armature: 0,
      damping: 0,
      frictionloss: 0,
      user: vec(),
      align: AlignFree.AUTO,
    },
    geom: {
      ...orientation(),
      type: Geom.SPHERE,
      pos: vec(0, 0, 0),
      contype: 1,
      conaffinity: 1,
      condim: 3,
      group: 0,
      priority: 0,
      size: vec(0, 0, 0),
      material: "",
      friction: vec(1, 0.005, 0.0001),
      mass: undefined,
      density: 1000,
      shellinertia: GeomInertia.VOLUME,
      solmix: 1,
      solref: solref(),
      solimp: solimp(),
      margin: 0,
      gap: 0,
      fromto: undefined,
      hfield: "",
      mesh: "",
      fitscale: 1,
      rgba: gray(),
      fluidshape: 0,
      fluidcoef: vec(0.5, 0.25, 1.5, 1, 1),
      user: vec(),
    },
    site: {
      ...orientation(),
      type: Geom.SPHERE,
      group: 0,
      pos: vec(0, 0, 0),
      material: "",
      size: vec(0.005, 0.005, 0.005),
      fromto: undefined,
      rgba: gray(),
      user: vec(),
    },
    camera: {
      ...orientation(),
      projection: Projection.PERSPECTIVE,
      fovy: 45,
      ipd: 0.068,
      resolution: [1, 1],
      output: CamOutBit.RGB,
      pos: vec(0, 0, 0),
      mode: CamLight.FIXED,
      target: "",
      focal: vec(0, 0),
      focalpixel: vec(0, 0),
      principal: vec(0, 0),
      principalpixel: vec(0, 0),
      sensorsize: vec(0, 0),
      user: vec(),
    },
    light: {
      pos: vec(0, 0, 0),
      dir: vec(0, 0, -1),
      bulbradius: Math.fround(0.02),
      intensity: 0,
      range: 10,
      type: LightType.SPOT,
      castshadow: 1,
      active: 1,
      attenuation: vec(1, 0, 0),
      cutoff: 45,
      exponent: 10,
      ambient: vec(0, 0, 0),
      diffuse: vec(0.7, 0.7, 0.7),
      specular: vec(0.3, 0.3, 0.3),
      mode: CamLight.FIXED,
      target: "",
      texture: "",
    },
    pair: {
      condim: 3,
      friction: vec(1, 1, 0.005, 0.0001, 0.0001),
      solref: solref(),
      solreffriction: vec(0, 0),
      solimp: solimp(),
      gap: 0,
      margin: 0,
    },
    equality: { active: 1, solref: solref(), solimp: solimp() },
    tendon: {
      group: 0,
      limited: Limited.AUTO,
      actuatorfrclimited: Limited.FALSE,
      range: vec(0, 0),
      actuatorfrcrange: vec(0, 0),
      solreflimit: solref(),
      solimplimit: solimp(),
      solreffriction: solref(),
      solimpfriction: solimp(),
      frictionloss: 0,
      springlength: vec(-1, -1),
      margin: 0,
      stiffness: 0,
      damping: 0,
      armature: 0,
      width: 0.003,
      material: "",
      rgba: gray(),
      user: vec(),
    },
    actuator: {
      group: 0,
      nsample: 0,
      interp: 0,
      delay: 0,
      ctrllimited: Limited.AUTO,
      forcelimited: Limited.AUTO,
      actlimited: Limited.AUTO,
      ctrlrange: vec(0, 0),
      forcerange: vec(0, 0),
      actrange: vec(0, 0),
      lengthrange: vec(0, 0),
      gear: vec(1, 0, 0, 0, 0, 0),
      cranklength: 0,
      user: vec(),
      trntype: Trn.UNDEFINED,
      target: "",
      slidersite: "",
      refsite: "",
      inheritrange: 0,
      actdim: -1,
      dyntype: Dyn.NONE,
      gaintype: Gain.FIXED,
      biastype: Bias.NONE,
      dynprm: vec(1, 0, 0, 0, 0, 0, 0, 0, 0, 0),
      gainprm: vec(1, 0, 0, 0, 0, 0, 0, 0, 0, 0),
      biasprm: vec(0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
      actearly: 0,
    },
  };
}

/** The built-in defaults, which are never modified. */
export const BUILTIN: Readonly<DefaultClass> = mainClass();

// elements start as copies of these or of copies of them
keepFractions(BUILTIN.joint, "stiffness", "margin", "ref", "springref", "armature", "damping", "frictionloss");
keepFractions(BUILTIN.geom, "density", "solmix", "margin", "gap", "fitscale");
keepFractions(BUILTIN.pair, "gap", "margin");
keepFractions(BUILTIN.tendon, "frictionloss", "margin", "stiffness", "damping", "armature");
keepFractions(BUILTIN.actuator, "delay", "cranklength", "inheritrange");
keepFractions(BUILTIN.camera, "fovy");
keepFractions(BUILTIN.light, "intensity", "range", "cutoff", "exponent");
keepFractions(BUILTIN.material, "emission", "reflectance", "metallic", "roughness");

/** A copy of a record that shares no arrays with it. */
export function copyRecord<T extends object>(record: T): T {
  const copy = { ...record } as Record<string, unknown>;
  for (const key in copy) {
    const value = copy[key];
    if (typeof value !== "object") continue;
    if (value instanceof Float64Array) copy[key] = doublesFrom(value);
    else if (Array.isArray(value)) copy[key] = value.slice();
  }
  return copy as T;
}

/** The defaults of one kind of element, for modification; until then a class shares them with other classes. */
export function ownDefaults<K extends Exclude<keyof DefaultClass, "name" | "parent">>(
  target: DefaultClass,
  kind: K,
): DefaultClass[K] {
  return target[kind] = copyRecord(target[kind]);
}
