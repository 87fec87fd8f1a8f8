/** Values of attributes that random documents use: the numbers that documents usually have, as declared. */

import { SHORTCUTS, TARGETS } from "../../engine/mjcf/elements/actuator.ts";
import type { Attribute } from "../../engine/mjcf/elements/attribute.ts";
import { type ElementRule, SCHEMA } from "../../engine/mjcf/schema.ts";
import type { Random } from "./random.ts";

/** The most numbers where the grammar allows any number of them. */
const MANY = 3;

/** A value of an attribute. */
export function valueOf(r: Random, attribute: Attribute): string {
  const { type, min, max, words, usual } = attribute;
  switch (type) {
    case "keyword":
    case "keywords":
      return r.pick(Object.keys(words));
    case "text":
      return "text";
  }
  const whole = type === "number" || type === "int";
  if (usual === undefined) {
    const length = Math.min(max, Math.max(1, min));
    return Array.from({ length }, () => whole ? r.int(0, type === "int" ? 9 : 20) : r.real(0, 2)).join(" ");
  }

  // single numbers are equally likely; of other alternatives the first is the most usual one
  const isChoice = usual.every(([[low, high]]) => low === high);
  const ranges = isChoice || r.chance(0.2) ? r.pick(usual) : usual[0];
  const length = ranges.length > 1 ? ranges.length : r.int(Math.max(1, min), max === Infinity ? MANY : max);
  return Array.from({ length }, (_, i) => {
    const [low, high] = ranges[ranges.length > 1 ? i : 0];
    return whole ? r.int(low, high) : r.real(low, high);
  }).join(" ");
}

/** Attributes of which it is known what documents usually have, by name: the first in the grammar of each name. */
export const USUAL: ReadonlyMap<string, Attribute> = collect(SCHEMA, new Map());

function collect({ attributes, children }: ElementRule, found: Map<string, Attribute>): Map<string, Attribute> {
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute.usual !== undefined && !found.has(name)) found.set(name, attribute);
  }
  for (const child of Object.values(children)) collect(child, found);
  return found;
}

/** A usual value of the attributes of some name. */
export function usual(r: Random, name: string): string {
  const attribute = USUAL.get(name);
  if (attribute === undefined) throw new Error(`attribute ${name} has no usual values`);
  return valueOf(r, attribute);
}

/** A positive number. */
export function positive(r: Random): string {
  return String(r.real(0.01, 2));
}

/** A small positive number. */
export function small(r: Random): string {
  return String(r.real(0.001, 0.2));
}

/** Attributes that depend on each other or on names: written by hand. */
export const BY_HAND: ReadonlySet<string> = new Set([
  ...["name", "class", "childclass", "type", "size", "fromto", "mesh", "hfield", "material", "texture", "target"],
  ...["mode", "limited", "range", "actuatorfrclimited", "actuatorfrcrange", "align", "shellinertia", "directional"],
  ...["sleep", "quat", "axisangle", "xyaxes", "zaxis", "euler", "mocap", "focal", "focalpixel", "principal"],
  ...["principalpixel", "sensorsize", "file", "output", "springlength", "nsample", "interp", "delay", "interval"],
  ...["fovy", "diaginertia"],
]);

/** Attributes of actuators that depend on each other, on names, or on the kind of actuator. */
export const ACTUATORS_BY_HAND: ReadonlySet<string> = new Set([
  ...BY_HAND,
  ...TARGETS.map(([name]) => name),
  ...Object.values(SHORTCUTS).flatMap((own) => Object.keys(own)),
  ...["lengthrange", "slidersite", "refsite", "cranklength", "inheritrange", "ctrllimited", "ctrlrange"],
  ...["forcelimited", "forcerange", "actlimited", "actrange", "actdim", "actearly", "dyntype", "dynprm"],
  ...["gaintype", "gainprm", "biastype", "biasprm"],
]);
