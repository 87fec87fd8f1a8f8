/** `<default>`: classes of default values, each a copy of its parent as of the place where it is declared. */

import type { DefaultClass } from "../types/spec.ts";
import { ownDefaults } from "./builtin.ts";
import { EQUALITY } from "./elements/equality.ts";
import { JOINT } from "./elements/joint.ts";
import { PAIR } from "./elements/pair.ts";
import { TENDON } from "./elements/tendon.ts";
import { readActuatorAttributes } from "./read_actuator.ts";
import { readMaterialAttributes, readMeshAttributes } from "./read_asset.ts";
import {
  readCameraAttributes,
  readGeomAttributes,
  readLightAttributes,
  readSiteAttributes,
} from "./read_body_elements.ts";
import { readAttributes } from "./attributes.ts";
import type { Reader } from "./reader.ts";
import type { XmlElement } from "./xml.ts";

/** Reads a `<default>` and those inside it. */
export function readDefault(reader: Reader, section: XmlElement, parent?: DefaultClass): void {
  const { spec } = reader;
  const name = section.attributes.class ?? "";
  let target = spec.main;
  if (parent !== undefined) {
    if (name === "") throw section.error("default: a nested class needs a name", "class");
    if (spec.classes.has(name)) throw section.error(`default: class '${name}' is already defined`, "class");
    target = copyClass(parent, name);
    spec.classes.set(name, target);
  } else if (name !== "" && name !== "main") {
    throw section.error(`default: the top-level class is 'main' and cannot be renamed to '${name}'`, "class");
  }

  for (const element of section.children) {
    if (element.name !== "default") readDefaults(reader, element, target);
  }
  for (const element of section.children) {
    if (element.name === "default") readDefault(reader, element, target);
  }
}

/** Reads the defaults of one kind of element. */
export function readDefaults(reader: Reader, element: XmlElement, target: DefaultClass): void {
  switch (element.name) {
    case "mesh":
      return readMeshAttributes(element, ownDefaults(target, "mesh"));
    case "material":
      return readMaterialAttributes(element, ownDefaults(target, "material"));
    case "joint":
      return readAttributes(element, JOINT, ownDefaults(target, "joint"));
    case "geom":
      return readGeomAttributes(reader, element, ownDefaults(target, "geom"));
    case "site":
      return readSiteAttributes(reader, element, ownDefaults(target, "site"));
    case "camera":
      return readCameraAttributes(reader, element, ownDefaults(target, "camera"));
    case "light":
      return readLightAttributes(element, ownDefaults(target, "light"));
    case "pair":
      return readAttributes(element, PAIR, ownDefaults(target, "pair"));
    case "equality":
      return readAttributes(element, EQUALITY, ownDefaults(target, "equality"));
    case "tendon":
      readAttributes(element, TENDON, ownDefaults(target, "tendon"));
      return repeatSpringLength(element, target.tendon.springlength);
    default:
      return readActuatorAttributes(element, ownDefaults(target, "actuator"));
  }
}

/** A single spring length sets both ends of the dead band. */
export function repeatSpringLength(element: XmlElement, springlength: Float64Array): void {
  const given = element.attributes.springlength?.trim();
  if (given && !/\s/.test(given)) springlength[1] = springlength[0];
}

/** A class that starts as a copy of another one. */
export function copyClass(parent: DefaultClass, name: string): DefaultClass {
  return { ...parent, name, parent };
}
