/** Sections outside the bodies as MJCF text: contact, equality, tendon, actuator, sensor, custom, keyframe. */

import { Dyn, Obj, Trn, Wrap } from "../types/enums.ts";
import type { ActuatorSpec, EqualitySpec, SensorSpec, Spec, TendonSpec, WrapSpec } from "../types/spec.ts";
import type { Attributes as Rules } from "./elements/attribute.ts";
import { ACTUATOR, ACTUATOR_ELEMENT, ACTUATOR_PLUGIN, targetOf } from "./elements/actuator.ts";
import { NUMERIC_ELEMENT } from "./elements/custom.ts";
import { EQUALITY, EQUALITY_TYPE } from "./elements/equality.ts";
import { KEY_ELEMENT } from "./elements/keyframe.ts";
import { PAIR } from "./elements/pair.ts";
import { SENSOR_SHARED, sensorOf } from "./elements/sensor.ts";
import { TENDON_ELEMENT, TENDON_VISUAL } from "./elements/tendon.ts";
import { CONTACT_DATA, DATA_TYPE, type Keywords, OBJECT_TYPE, RAY_DATA, REDUCE, STAGE } from "./keywords.ts";
import { type Attributes, attributesOf, formatNumber, formatNumbers, markup } from "./markup.ts";
import { pluginMarkup } from "./write_plugins.ts";

const CRANK = { cranklength: ACTUATOR.cranklength };

const NO_PLUGIN = { attributes: {}, children: [] };

function section(name: string, content: readonly string[]): string {
  return content.length > 0 ? markup(name, {}, content) : "";
}

function text(attributes: Record<string, string>): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ""));
}

/** Every section outside the bodies. */
export function writeObjects(spec: Spec): string[] {
  return [
    section("contact", [
      ...spec.pairs.map((pair) => markup("pair", { ...text({ name: pair.name }), ...attributesOf(pair, PAIR) })),
      ...spec.excludes.map(({ name, body1, body2 }) => markup("exclude", text({ name, body1, body2 }))),
    ]),
    section("equality", spec.equalities.map(writeEquality)),
    section("tendon", spec.tendons.map(writeTendon)),
    section("actuator", spec.actuators.map(writeActuator)),
    section("sensor", spec.sensors.map(writeSensor)),
    writeCustom(spec),
    section(
      "keyframe",
      spec.keys.map((key) => markup("key", attributesOf(key, KEY_ELEMENT))),
    ),
  ];
}

function writeEquality(item: EqualitySpec): string {
  const name = wordOf(EQUALITY_TYPE, item.type);
  const out: Attributes = { ...text({ name: item.name }), ...attributesOf(item, EQUALITY) };
  const { data, name1, name2, objtype } = item;
  if (name === "joint" || name === "tendon") {
    Object.assign(out, text({ [`${name}1`]: name1, [`${name}2`]: name2 }));
    out.polycoef = formatNumbers(data.subarray(0, 5));
  } else if (name === "flex" || name === "flexvert") {
    out.flex = name1;
  } else if (objtype === Obj.SITE) {
    Object.assign(out, { site1: name1, site2: name2 });
  } else {
    Object.assign(out, text({ body1: name1, body2: name2 }), { anchor: formatNumbers(data.subarray(0, 3)) });
    const pose = data.subarray(3, 10);
    if (name === "weld" && pose.some((value) => value !== 0)) out.relpose = formatNumbers(pose);
  }
  if (name === "weld") out.torquescale = formatNumber(data[10]);
  return markup(name, out);
}

function writeWrap({ type, name, sidesite, prm }: WrapSpec): string {
  switch (type) {
    case Wrap.JOINT:
      return markup("joint", { joint: name, coef: formatNumber(prm) });
    case Wrap.PULLEY:
      return markup("pulley", { divisor: formatNumber(prm) });
    case Wrap.SITE:
      return markup("site", { site: name });
    default:
      return markup("geom", text({ geom: name, sidesite }));
  }
}

/** Attributes that a fixed tendon can only get from a class, because it is not visible. */
function visualOf(item: TendonSpec): Attributes {
  return isFixed(item) ? attributesOf(item, TENDON_VISUAL) : {};
}

function isFixed({ path }: TendonSpec): boolean {
  return path[0]?.type === Wrap.JOINT;
}

/**
 * Classes for values that elements cannot set themselves: the appearance of fixed tendons, and parameters that servos
 * do not use.
 */
export function writeClasses(spec: Spec): string {
  const classes = (kind: string, list: readonly Attributes[]) =>
    list.map((attributes, i) =>
      Object.keys(attributes).length === 0
        ? ""
        : markup("default", { class: `${kind}_${i}` }, [markup(kind, attributes)])
    );
  const all = [...classes("tendon", spec.tendons.map(visualOf)), ...classes("general", spec.actuators.map(unusedOf))];
  return section("default", all.filter((text) => text !== ""));
}

function writeTendon(item: TendonSpec, i: number): string {
  const kind = isFixed(item) ? "fixed" : "spatial";
  const { class: _, ...rules } = TENDON_ELEMENT[kind];
  const from: Attributes = Object.keys(visualOf(item)).length > 0 ? { class: `tendon_${i}` } : {};
  return markup(kind, { ...from, ...attributesOf(item, rules) }, item.path.map(writeWrap));
}

/** Parameters, settable only by a class: of what has no crank, and of servos that inherit the range of their target. */
function unusedOf(item: ActuatorSpec): Attributes {
  const crank = item.trntype === Trn.SLIDERCRANK ? {} : attributesOf(item, CRANK);
  return item.inheritrange > 0 ? { ...crank, ...unusedByServo(item) } : crank;
}

function unusedByServo({ dyntype, gainprm, biasprm, dynprm, actdim, actearly }: ActuatorSpec): Attributes {
  const { gainprm: gain, biasprm: bias, dynprm: dyn, actdim: dim, actearly: early } = ACTUATOR;
  const isUsed = dyntype === Dyn.FILTEREXACT;
  const unused = {
    gainprm: gainprm.map((value, k) => k < 1 ? gain.value[k] : value),
    biasprm: biasprm.map((value, k) => k === 1 || k === 2 ? 0 : value),
    dynprm: dynprm.map((value, k) => k < 1 && isUsed ? dyn.value[k] : value),
    actdim,
    actearly,
  };
  const rules = { gainprm: gain, biasprm: bias, dynprm: dyn, actdim: dim, actearly: early };
  return attributesOf(unused, rules);
}

/** Rules without those of attributes that an actuator can only get from a class. */
function without(rules: Rules, attributes: Attributes): Rules {
  return Object.fromEntries(Object.entries(rules).filter(([name]) => name !== "class" && !(name in attributes)));
}

function writeActuator(item: ActuatorSpec, i: number): string {
  const { trntype, target, slidersite, refsite, inheritrange, gainprm, biasprm, dynprm, dyntype } = item;
  const targets = text({ [targetOf(trntype)?.[0] ?? "joint"]: target, slidersite, refsite });
  const unused = unusedOf(item);
  const from: Attributes = Object.keys(unused).length > 0 ? { class: `general_${i}` } : {};
  if (item.plugin !== undefined) {
    const { plugin: _, instance: __, ...rules } = ACTUATOR_PLUGIN;
    const { attributes, children } = pluginMarkup(item.plugin);
    const out = { ...from, ...attributesOf(item, without(rules, unused)), ...targets, ...attributes };
    return markup("plugin", out, children);
  }
  if (!(inheritrange > 0)) {
    return markup("general", { ...from, ...attributesOf(item, without(ACTUATOR_ELEMENT.general, unused)), ...targets });
  }

  // only servos inherit their range from their target
  const kind = dyntype === Dyn.INTEGRATOR ? "intvelocity" : "position";
  const servoRules = without(ACTUATOR_ELEMENT[kind], unused);
  const out = { ...from, ...attributesOf(item, servoRules), ...targets, kp: formatNumber(gainprm[0]) };
  const servo: Attributes = out;
  if (biasprm[2] < 0) servo.kv = formatNumber(-biasprm[2]);
  else if (biasprm[2] > 0) servo.dampratio = formatNumber(biasprm[2]);
  if (dyntype === Dyn.FILTEREXACT) servo.timeconst = formatNumber(dynprm[0]);
  return markup(kind, servo);
}

function words(table: Keywords, bits: number): string {
  return Object.keys(table).filter((word) => bits & (1 << table[word])).join(" ");
}

function wordOf(table: Keywords, value: number): string {
  return Object.keys(table).find((word) => table[word] === value) ?? "";
}

function writeSensor(item: SensorSpec): string {
  const [name, { attributes: rules }] = sensorOf(item.type);
  const { attributes, children } = item.plugin ? pluginMarkup(item.plugin) : NO_PLUGIN;
  return markup(name, {
    ...text({ name: item.name }),
    ...sharedOf(item, rules),
    ...text(objectsOf(item)),
    ...attributes,
  }, children);
}

/** Attributes of a sensor besides its objects. */
function sharedOf(item: SensorSpec, rules: Rules): Attributes {
  const shared = Object.fromEntries(Object.entries(SENSOR_SHARED).filter(([name]) => name in rules));
  return attributesOf(item, shared);
}

/** What a sensor measures, and how. */
function objectsOf(
  { type, objtype, objname, reftype, refname, intprm, datatype, needstage, dim }: SensorSpec,
): Attributes {
  const object = { objtype: wordOf(OBJECT_TYPE, objtype), objname };
  const side = (kind: number) => kind === Obj.BODY ? "body" : "geom";
  const [, { naming }] = sensorOf(type);
  switch (naming) {
    case "site":
    case "joint":
    case "tendon":
    case "actuator":
    case "body":
      return { [naming]: objname };
    case "frame":
    case "globalframe":
    case "plugin":
      return {
        ...(objtype === Obj.UNKNOWN ? {} : object),
        ...(reftype === Obj.UNKNOWN ? {} : { reftype: wordOf(OBJECT_TYPE, reftype), refname }),
      };
    case "two":
      return { [`${side(objtype)}1`]: objname, [`${side(reftype)}2`]: refname };
    case "nothing":
      return {};
    case "camprojection":
      return { site: objname, camera: refname };
    case "rangefinder":
      return { [objtype === Obj.SITE ? "site" : "camera"]: objname, data: words(RAY_DATA, intprm[0]) };
    case "insidesite":
      return { ...object, site: refname };
    case "tactile":
      return { mesh: objname, geom: refname };
    case "contact": {
      const kinds: Record<number, string> = {
        [Obj.BODY]: "body",
        [Obj.XBODY]: "subtree",
        [Obj.GEOM]: "geom",
      };
      // where anything counts, there is no name to be written
      return {
        [objtype === Obj.SITE ? "site" : `${kinds[objtype]}1`]: objname,
        [`${kinds[reftype]}2`]: refname,
        data: words(CONTACT_DATA, intprm[0]),
        reduce: wordOf(REDUCE, intprm[1]),
        num: String(intprm[2]),
      };
    }
    case "user":
      return {
        datatype: wordOf(DATA_TYPE, datatype),
        needstage: wordOf(STAGE, needstage),
        dim: String(dim),
        ...(objtype === Obj.UNKNOWN ? {} : object),
      };
  }
}

function writeCustom(spec: Spec): string {
  return section("custom", [
    ...spec.numerics.map((item) => markup("numeric", attributesOf(item, NUMERIC_ELEMENT))),
    ...spec.texts.map(({ name, data }) => markup("text", { name, data })),
    ...spec.tuples.map(({ name, elements }) =>
      markup(
        "tuple",
        { name },
        elements.map(({ objtype, objname, prm }) =>
          markup("element", { objtype: wordOf(OBJECT_TYPE, objtype), objname, prm: formatNumber(prm) })
        ),
      )
    ),
  ]);
}
