/** Actuators: every shortcut becomes a general actuator. */

import { Bias, Dyn, Gain, Trn } from "../types/enums.ts";
import { PI } from "../math/scalar.ts";
import type { ActuatorAttributes } from "../types/spec.ts";
import { readAttributes } from "./attributes.ts";
import { noteUnsupported, type Reader, readName } from "./reader.ts";
import { newActuator } from "./create.ts";
import { classOf } from "./class_of.ts";
import { type AttributeRules, SCHEMA } from "./schema.ts";
import type { XmlElement } from "./xml.ts";

const TARGETS = [
  ["joint", Trn.JOINT],
  ["jointinparent", Trn.JOINTINPARENT],
  ["tendon", Trn.TENDON],
  ["cranksite", Trn.SLIDERCRANK],
  ["site", Trn.SITE],
  ["body", Trn.BODY],
] as const;

/** Attributes of the shortcuts, which are converted to those of a general actuator. */
interface Shortcut {
  kp?: number;
  kv?: number;
  dampratio?: number;
  timeconst?: number | Float64Array;
  area?: number;
  diameter?: number;
  bias?: Float64Array;
  tausmooth?: number;
  range?: Float64Array;
  force?: number;
  scale?: number;
  lmin?: number;
  lmax?: number;
  vmax?: number;
  fpmax?: number;
  fvmax?: number;
  gain?: number;
}

const COMMON = new Set([
  ...["name", "class", "group", "nsample", "interp", "delay", "ctrllimited", "forcelimited", "actlimited"],
  ...["ctrlrange", "forcerange", "actrange", "lengthrange", "gear", "cranklength", "user", "slidersite", "refsite"],
  ...["inheritrange", "actdim", "dyntype", "gaintype", "biastype", "dynprm", "gainprm", "biasprm", "actearly"],
]);

/** Reads an `<actuator>` section. */
export function readActuators(reader: Reader, section: XmlElement): void {
  const { spec } = reader;
  for (const element of section.children) {
    const actuator = newActuator(spec, classOf(spec, element, spec.main), element);
    readName(element, actuator);
    if (element.name === "plugin") noteUnsupported(reader, element, "<plugin> actuator");
    else readActuatorAttributes(element, SCHEMA.children.actuator.children[element.name].attributes, actuator);
    spec.actuators.push(actuator);
  }
}

interface ActuatorRules {
  /** attributes common to all kinds */
  common: Record<string, AttributeRules[string]>;
  /** attributes added by a shortcut */
  own: Record<string, AttributeRules[string]>;
}

const splits = new WeakMap<AttributeRules, ActuatorRules>();

function splitRules(rules: AttributeRules): ActuatorRules {
  const known = splits.get(rules);
  if (known !== undefined) return known;
  const split: ActuatorRules = { common: {}, own: {} };
  for (const name in rules) (COMMON.has(name) ? split.common : split.own)[name] = rules[name];
  splits.set(rules, split);
  return split;
}

/** Reads the attributes of any kind of actuator. */
export function readActuatorAttributes(
  element: XmlElement,
  rules: AttributeRules,
  actuator: ActuatorAttributes,
): void {
  const { common, own } = splitRules(rules);
  readAttributes(element, common, actuator);
  readTransmission(element, actuator);

  const shortcut: Shortcut = {};
  readAttributes(element, own, shortcut);
  for (const key of ["dynprm", "gainprm", "biasprm"] as const) actuator[key] = actuator[key].slice();
  const fail = (what: string) => element.error(`${element.name}: ${what}`);
  switch (element.name) {
    case "general":
      return;
    case "motor":
      return setMotor(actuator);
    case "position":
      return setPosition(actuator, shortcut, fail);
    case "intvelocity":
      return setIntVelocity(actuator, shortcut, fail);
    case "velocity":
      return setVelocity(actuator, shortcut);
    case "damper":
      return setDamper(actuator, shortcut, fail);
    case "cylinder":
      return setCylinder(actuator, shortcut);
    case "muscle":
      return setMuscle(actuator, shortcut, fail);
    case "adhesion":
      return setAdhesion(actuator, shortcut, fail);
  }
}

function readTransmission(element: XmlElement, actuator: ActuatorAttributes): void {
  const given = TARGETS.filter(([name]) => element.attributes[name] !== undefined);
  for (const [name, type] of given) {
    actuator.target = element.attributes[name];
    actuator.trntype = type;
  }
  if (given.length > 1) {
    const names = given.map(([name]) => name).join(", ");
    throw element.error(`${element.name}: only one transmission target is allowed, got ${names}`, given[1][0]);
  }
  const { trntype } = actuator;
  if (trntype === Trn.UNDEFINED) return;
  for (const name of ["cranklength", "slidersite"]) {
    if (element.attributes[name] !== undefined && trntype !== Trn.SLIDERCRANK) {
      throw element.error(`${element.name}: '${name}' is only allowed with 'cranksite'`, name);
    }
  }
  if (element.attributes.refsite !== undefined && trntype !== Trn.SITE) {
    throw element.error(`${element.name}: 'refsite' is only allowed with 'site'`, "refsite");
  }
}

type Fail = (what: string) => Error;

function setMotor(actuator: ActuatorAttributes): void {
  actuator.gainprm[0] = 1;
  actuator.dyntype = Dyn.NONE;
  actuator.gaintype = Gain.FIXED;
  actuator.biastype = Bias.NONE;
}

function setServo(actuator: ActuatorAttributes, shortcut: Shortcut, fail: Fail): void {
  const { kp = actuator.gainprm[0], kv, dampratio } = shortcut;
  const timeconst = shortcut.timeconst as number | undefined;
  actuator.gainprm[0] = kp;
  actuator.biasprm[1] = -kp;

  // a negative entry is a damping coefficient, a positive one a damping ratio
  if (kv !== undefined && dampratio !== undefined) throw fail("give either 'kv' or 'dampratio', not both");
  if (kv !== undefined) {
    if (kv < 0) throw fail("'kv' cannot be negative");
    actuator.biasprm[2] = -kv;
  }
  if (dampratio !== undefined) {
    if (dampratio < 0) throw fail("'dampratio' cannot be negative");
    actuator.biasprm[2] = dampratio;
  }
  if (timeconst !== undefined) {
    if (timeconst < 0) throw fail("'timeconst' cannot be negative");
    actuator.dynprm[0] = timeconst;
    actuator.dyntype = timeconst === 0 ? Dyn.NONE : Dyn.FILTEREXACT;
  }
}

function setPosition(actuator: ActuatorAttributes, shortcut: Shortcut, fail: Fail): void {
  setServo(actuator, shortcut, fail);
  if (actuator.inheritrange > 0 && (actuator.ctrlrange[0] || actuator.ctrlrange[1])) {
    throw fail("give either 'ctrlrange' or 'inheritrange', not both");
  }
  actuator.gaintype = Gain.FIXED;
  actuator.biastype = Bias.AFFINE;
}

function setIntVelocity(actuator: ActuatorAttributes, shortcut: Shortcut, fail: Fail): void {
  // as in MuJoCo, an error in the servo part silently skips the rest of it
  let complete = false;
  try {
    setServo(actuator, shortcut, fail);
    complete = !(actuator.inheritrange > 0 && (actuator.ctrlrange[0] || actuator.ctrlrange[1]));
  } catch {
    complete = false;
  }
  if (complete) {
    actuator.gaintype = Gain.FIXED;
    actuator.biastype = Bias.AFFINE;
  }
  actuator.dyntype = Dyn.INTEGRATOR;
  actuator.actlimited = 1;
  if (actuator.inheritrange > 0 && (actuator.actrange[0] || actuator.actrange[1])) {
    throw fail("give either 'actrange' or 'inheritrange', not both");
  }
}

function setVelocity(actuator: ActuatorAttributes, shortcut: Shortcut): void {
  const { kv = actuator.gainprm[0] } = shortcut;
  actuator.biasprm.fill(0);
  actuator.gainprm[0] = kv;
  actuator.biasprm[2] = -kv;
  actuator.dyntype = Dyn.NONE;
  actuator.gaintype = Gain.FIXED;
  actuator.biastype = Bias.AFFINE;
}

function setDamper(actuator: ActuatorAttributes, shortcut: Shortcut, fail: Fail): void {
  const { kv = 0 } = shortcut;
  actuator.gainprm.fill(0);
  actuator.gainprm[2] = -kv;
  actuator.ctrllimited = 1;
  actuator.dyntype = Dyn.NONE;
  actuator.gaintype = Gain.AFFINE;
  actuator.biastype = Bias.NONE;
  if (kv < 0) throw fail("'kv' cannot be negative");
  if (actuator.ctrlrange[0] < 0 || actuator.ctrlrange[1] < 0) throw fail("'ctrlrange' cannot be negative");
}

function setCylinder(actuator: ActuatorAttributes, shortcut: Shortcut): void {
  const { area, diameter = -1, bias } = shortcut;
  const timeconst = shortcut.timeconst as number | undefined;
  if (timeconst !== undefined) actuator.dynprm[0] = timeconst;
  if (bias !== undefined) actuator.biasprm[0] = bias[0];
  if (area !== undefined) actuator.gainprm[0] = area;
  if (diameter >= 0) actuator.gainprm[0] = PI / 4 * diameter * diameter;
  actuator.dyntype = Dyn.FILTER;
  actuator.gaintype = Gain.FIXED;
  actuator.biastype = Bias.AFFINE;
}

/** Default parameters of a muscle: index, value that means unset, and default. */
const MUSCLE_DYNPRM = [[1, 0.01], [0, 0.04]];
const MUSCLE_GAINPRM = [[1, 0.75], [0, 1.05], [0, -1], [0, 200], [0, 0.5], [0, 1.6], [0, 1.5], [0, 1.3], [0, 1.2]];

function setMuscle(actuator: ActuatorAttributes, shortcut: Shortcut, fail: Fail): void {
  const { dynprm, gainprm, biasprm } = actuator;
  MUSCLE_DYNPRM.forEach(([unset, value], i) => {
    if (dynprm[i] === unset) dynprm[i] = value;
  });
  MUSCLE_GAINPRM.forEach(([unset, value], i) => {
    if (gainprm[i] === unset) gainprm[i] = value;
  });

  const { tausmooth = dynprm[2], range = [-1, -1] } = shortcut;
  if (tausmooth < 0) throw fail("'tausmooth' cannot be negative");
  dynprm[2] = tausmooth;
  const timeconst = shortcut.timeconst as Float64Array | undefined ?? [-1, -1];
  for (let i = 0; i < 2; i++) {
    if (timeconst[i] >= 0) dynprm[i] = timeconst[i];
  }
  const { force = -1, scale = -1, lmin = -1, lmax = -1, vmax = -1, fpmax = -1, fvmax = -1 } = shortcut;
  [range[0], range[1], force, scale, lmin, lmax, vmax, fpmax, fvmax].forEach((value, i) => {
    if (value >= 0) gainprm[i] = value;
  });
  for (let i = 0; i < 9; i++) biasprm[i] = gainprm[i];
  actuator.dyntype = Dyn.MUSCLE;
  actuator.gaintype = Gain.MUSCLE;
  actuator.biastype = Bias.MUSCLE;
}

function setAdhesion(actuator: ActuatorAttributes, shortcut: Shortcut, fail: Fail): void {
  const { gain = actuator.gainprm[0] } = shortcut;
  actuator.gainprm[0] = gain;
  actuator.ctrllimited = 1;
  actuator.gaintype = Gain.FIXED;
  actuator.biastype = Bias.NONE;
  if (gain < 0) throw fail("'gain' cannot be negative");
  if (actuator.ctrlrange[0] < 0 || actuator.ctrlrange[1] < 0) throw fail("'ctrlrange' cannot be negative");
}
