/** Actuators: the general one, and shortcuts that set some of its attributes in other words. */

import { Bias, Dyn, Gain, Obj, Trn } from "../../types/enums.ts";
import * as K from "../keywords.ts";
import {
  type Attributes,
  between,
  bool,
  defaultsOf,
  each,
  int,
  keyword,
  limited,
  real,
  reals,
  type RecordOf,
  text,
} from "./attribute.ts";
import { PLUGIN_ELEMENT } from "./plugin.ts";
import { group, history, NAMED, POSITIVE, user } from "./shared.ts";

const USUAL_RANGE = each([-2, -0.1], [0.1, 2]);

/** Attributes that every actuator has, except that adhesion has no gear. */
const GEAR = {
  gear: reals([0, 6], [1, 0, 0, 0, 0, 0], "actuator_gear", between(0.5, 3)),
  cranklength: real(0, "actuator_cranklength", POSITIVE),
};
const COMMON = {
  user: user("actuator_user"),
  group: group("actuator_group"),
  ...history("actuator"),
};

/** Limits on control and force. */
const LIMITS = {
  ctrllimited: limited("ctrlrange", undefined, "actuator_ctrllimited"),
  forcelimited: limited("forcerange", undefined, "actuator_forcelimited"),
  ctrlrange: reals(2, [0, 0], "actuator_ctrlrange", USUAL_RANGE),
  forcerange: reals(2, [0, 0], "actuator_forcerange", USUAL_RANGE),
};
const SHARED = { ...GEAR, ...COMMON, ...LIMITS };

/** Attributes of a general actuator, in classes too. */
const GENERAL = {
  ...SHARED,
  actlimited: limited("actrange", undefined, "actuator_actlimited"),
  actrange: reals(2, [0, 0], "actuator_actrange", USUAL_RANGE),
  actdim: int(-1, "actuator_actnum"),
  dyntype: keyword(K.DYN, Dyn.NONE, "actuator_dyntype"),
  gaintype: keyword(K.GAIN, Gain.FIXED, "actuator_gaintype"),
  biastype: keyword(K.BIAS, Bias.NONE, "actuator_biastype"),
  dynprm: reals([0, 10], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0], "actuator_dynprm"),
  gainprm: reals([0, 10], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0], "actuator_gainprm"),
  biasprm: reals([0, 10], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "actuator_biasprm"),
  actearly: bool(0, "actuator_actearly"),
};

/** Attributes that only an element has, and how it names what it acts on. */
const TARGET = {
  ...NAMED,
  lengthrange: reals(2, [0, 0], "actuator_lengthrange"),
  joint: text(),
  jointinparent: text(),
  tendon: text(),
  slidersite: text(""),
  cranksite: text(),
};
const SITE_TARGET = { ...TARGET, site: text(), refsite: text("") };
const BODY_TARGET = { body: text() };
const INHERITED = { inheritrange: real(0) };

/** What actuators act on: the attribute that names it, the type of transmission, and the type of object. */
export const TARGETS = [
  ["joint", Trn.JOINT, Obj.JOINT],
  ["jointinparent", Trn.JOINTINPARENT, Obj.JOINT],
  ["tendon", Trn.TENDON, Obj.TENDON],
  ["cranksite", Trn.SLIDERCRANK, Obj.SITE],
  ["site", Trn.SITE, Obj.SITE],
  ["body", Trn.BODY, Obj.BODY],
] as const;

/** What actuators with some type of transmission act on; undefined: nothing. */
export function targetOf(trntype: number): (typeof TARGETS)[number] | undefined {
  return TARGETS.find(([, type]) => type === trntype);
}

/** The attributes that a record of an actuator holds. */
export const ACTUATOR = {
  ...GENERAL,
  ...INHERITED,
  lengthrange: TARGET.lengthrange,
  slidersite: TARGET.slidersite,
  refsite: SITE_TARGET.refsite,
};

/** The values of a record's attributes, and what it acts on. */
export interface ActuatorAttributes extends RecordOf<typeof ACTUATOR> {
  trntype: number;
  target: string;
}

/** The built-in defaults of actuators. */
export function actuatorDefaults(): ActuatorAttributes {
  return defaultsOf(ACTUATOR, { trntype: Trn.UNDEFINED, target: "" });
}

/** Attributes that shortcuts have of their own, which become attributes of a general actuator. */
export const SHORTCUTS = {
  position: { kp: real(), kv: real(), dampratio: real(), timeconst: real() },
  velocity: { kv: real() },
  intvelocity: { kp: real(), kv: real(), dampratio: real() },
  damper: { kv: real() },
  cylinder: { timeconst: real(), area: real(), diameter: real(), bias: reals(3) },
  muscle: {
    timeconst: reals(2),
    range: reals(2),
    force: real(),
    scale: real(),
    lmin: real(),
    lmax: real(),
    vmax: real(),
    fpmax: real(),
    fvmax: real(),
    tausmooth: real(),
  },
  adhesion: { gain: real() },
} satisfies Record<string, Attributes>;

/** What a shortcut says in its own words. */
export type Shortcut<K extends keyof typeof SHORTCUTS> = Partial<RecordOf<(typeof SHORTCUTS)[K]>>;

const { ctrllimited: _, ...FORCE } = LIMITS;
const { tausmooth, ...MUSCLE } = SHORTCUTS.muscle;
const { actlimited, actrange, actdim, dyntype, dynprm, actearly } = GENERAL;

/** The grammar of `<default>`. */
export const ACTUATOR_DEFAULT = {
  general: GENERAL,
  motor: SHARED,
  position: { ...SHARED, ...INHERITED, ...SHORTCUTS.position },
  velocity: { ...SHARED, ...SHORTCUTS.velocity },
  intvelocity: { ...SHARED, actrange, ...INHERITED, ...SHORTCUTS.intvelocity },
  damper: { ...GEAR, ...COMMON, ...FORCE, ...SHORTCUTS.damper },
  cylinder: { ...SHARED, ...SHORTCUTS.cylinder },
  muscle: { ...SHARED, ...MUSCLE },
  adhesion: { ...FORCE, ...SHORTCUTS.adhesion, ...COMMON },
};

/** The grammar of `<actuator>`. */
export const ACTUATOR_ELEMENT = {
  general: { ...SITE_TARGET, ...BODY_TARGET, ...ACTUATOR_DEFAULT.general },
  motor: { ...SITE_TARGET, ...ACTUATOR_DEFAULT.motor },
  position: { ...SITE_TARGET, ...ACTUATOR_DEFAULT.position },
  velocity: { ...SITE_TARGET, ...ACTUATOR_DEFAULT.velocity },
  intvelocity: { ...SITE_TARGET, ...ACTUATOR_DEFAULT.intvelocity },
  damper: { ...SITE_TARGET, ...ACTUATOR_DEFAULT.damper },
  cylinder: { ...SITE_TARGET, ...ACTUATOR_DEFAULT.cylinder },
  muscle: { ...TARGET, ...ACTUATOR_DEFAULT.muscle, tausmooth },
  adhesion: { ...NAMED, ...BODY_TARGET, ...ACTUATOR_DEFAULT.adhesion },
};

const { site } = SITE_TARGET;

/** Attributes of an actuator that is a plugin. */
export const ACTUATOR_PLUGIN = {
  ...TARGET,
  site,
  ...PLUGIN_ELEMENT,
  ...SHARED,
  actlimited,
  actrange,
  actdim,
  dyntype,
  dynprm,
  actearly,
};
