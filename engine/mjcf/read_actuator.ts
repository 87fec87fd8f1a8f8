/** Actuators: every shortcut becomes a general actuator. */

import { Bias, Dyn, Gain, Trn } from "../types/enums.ts";
import { PI } from "../math/scalar.ts";
import { readAttributes } from "./attributes.ts";
import { readPlugin } from "./read_plugin.ts";
import { type Reader, readName } from "./reader.ts";
import { newActuator } from "./create.ts";
import { classOf } from "./class_of.ts";
import { ACTUATOR, type ActuatorAttributes, type Shortcut, SHORTCUTS, TARGETS } from "./elements/actuator.ts";
import type { XmlElement } from "./xml.ts";

/** Reads an `<actuator>` section. */
export function readActuators(reader: Reader, section: XmlElement): void {
  const { spec } = reader;
  for (const element of section.children) {
    const actuator = newActuator(spec, classOf(spec, element, spec.main), element);
    readName(element, actuator);
    readActuatorAttributes(element, actuator);
    if (element.name === "plugin") actuator.plugin = readPlugin(reader, element);
    spec.actuators.push(actuator);
  }
}

/** Reads the attributes of any kind of actuator. */
export function readActuatorAttributes(element: XmlElement, actuator: ActuatorAttributes): void {
  readAttributes(element, ACTUATOR, actuator);
  readTransmission(element, actuator);
  for (const key of ["dynprm", "gainprm", "biasprm"] as const) actuator[key] = actuator[key].slice();
  const fail = (what: string) => element.error(`${element.name}: ${what}`);
  switch (element.name) {
    case "general":
      return;
    case "motor":
      return setMotor(actuator);
    case "position":
      return setPosition(actuator, readOwn(element, "position"), fail);
    case "intvelocity":
      return setIntVelocity(actuator, readOwn(element, "intvelocity"), fail);
    case "velocity":
      return setVelocity(actuator, readOwn(element, "velocity"));
    case "damper":
      return setDamper(actuator, readOwn(element, "damper"), fail);
    case "cylinder":
      return setCylinder(actuator, readOwn(element, "cylinder"));
    case "muscle":
      return setMuscle(actuator, readOwn(element, "muscle"), fail);
    case "adhesion":
      return setAdhesion(actuator, readOwn(element, "adhesion"), fail);
  }
}

/** What a shortcut says in its own words. */
function readOwn<K extends keyof typeof SHORTCUTS>(element: XmlElement, kind: K): Shortcut<K> {
  const own: Shortcut<K> = {};
  readAttributes(element, SHORTCUTS[kind], own);
  return own;
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

function setServo(actuator: ActuatorAttributes, servo: Shortcut<"position">, fail: Fail): void {
  const { kp = actuator.gainprm[0], kv, dampratio, timeconst } = servo;
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

function setPosition(actuator: ActuatorAttributes, position: Shortcut<"position">, fail: Fail): void {
  setServo(actuator, position, fail);
  if (actuator.inheritrange > 0 && (actuator.ctrlrange[0] || actuator.ctrlrange[1])) {
    throw fail("give either 'ctrlrange' or 'inheritrange', not both");
  }
  actuator.gaintype = Gain.FIXED;
  actuator.biastype = Bias.AFFINE;
}

function setIntVelocity(actuator: ActuatorAttributes, intvelocity: Shortcut<"intvelocity">, fail: Fail): void {
  // as in MuJoCo, an error in the servo part silently skips the rest of it
  let complete = false;
  try {
    setServo(actuator, intvelocity, fail);
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

function setVelocity(actuator: ActuatorAttributes, velocity: Shortcut<"velocity">): void {
  const { kv = actuator.gainprm[0] } = velocity;
  actuator.biasprm.fill(0);
  actuator.gainprm[0] = kv;
  actuator.biasprm[2] = -kv;
  actuator.dyntype = Dyn.NONE;
  actuator.gaintype = Gain.FIXED;
  actuator.biastype = Bias.AFFINE;
}

function setDamper(actuator: ActuatorAttributes, damper: Shortcut<"damper">, fail: Fail): void {
  const { kv = 0 } = damper;
  actuator.gainprm.fill(0);
  actuator.gainprm[2] = -kv;
  actuator.ctrllimited = 1;
  actuator.dyntype = Dyn.NONE;
  actuator.gaintype = Gain.AFFINE;
  actuator.biastype = Bias.NONE;
  if (kv < 0) throw fail("'kv' cannot be negative");
  if (actuator.ctrlrange[0] < 0 || actuator.ctrlrange[1] < 0) throw fail("'ctrlrange' cannot be negative");
}

function setCylinder(actuator: ActuatorAttributes, cylinder: Shortcut<"cylinder">): void {
  const { area, diameter = -1, bias, timeconst } = cylinder;
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

function setMuscle(actuator: ActuatorAttributes, muscle: Shortcut<"muscle">, fail: Fail): void {
  const { dynprm, gainprm, biasprm } = actuator;
  MUSCLE_DYNPRM.forEach(([unset, value], i) => {
    if (dynprm[i] === unset) dynprm[i] = value;
  });
  MUSCLE_GAINPRM.forEach(([unset, value], i) => {
    if (gainprm[i] === unset) gainprm[i] = value;
  });

  const { tausmooth = dynprm[2], range = [-1, -1] } = muscle;
  if (tausmooth < 0) throw fail("'tausmooth' cannot be negative");
  dynprm[2] = tausmooth;
  const { timeconst = [-1, -1] } = muscle;
  for (let i = 0; i < 2; i++) {
    if (timeconst[i] >= 0) dynprm[i] = timeconst[i];
  }
  const { force = -1, scale = -1, lmin = -1, lmax = -1, vmax = -1, fpmax = -1, fvmax = -1 } = muscle;
  [range[0], range[1], force, scale, lmin, lmax, vmax, fpmax, fvmax].forEach((value, i) => {
    if (value >= 0) gainprm[i] = value;
  });
  for (let i = 0; i < 9; i++) biasprm[i] = gainprm[i];
  actuator.dyntype = Dyn.MUSCLE;
  actuator.gaintype = Gain.MUSCLE;
  actuator.biastype = Bias.MUSCLE;
}

function setAdhesion(actuator: ActuatorAttributes, adhesion: Shortcut<"adhesion">, fail: Fail): void {
  const { gain = actuator.gainprm[0] } = adhesion;
  actuator.gainprm[0] = gain;
  actuator.ctrllimited = 1;
  actuator.gaintype = Gain.FIXED;
  actuator.biastype = Bias.NONE;
  if (gain < 0) throw fail("'gain' cannot be negative");
  if (actuator.ctrlrange[0] < 0 || actuator.ctrlrange[1] < 0) throw fail("'ctrlrange' cannot be negative");
}
