/** Default classes that can be edited. */

import { ACTUATOR_DEFAULT } from "../mjcf/elements/actuator.ts";
import { readDefaults } from "../mjcf/defaults.ts";
import { SCHEMA } from "../mjcf/schema.ts";
import type { DefaultClass } from "../types/spec.ts";
import { Call, type Values } from "./call.ts";
import type {
  ActuatorProperties,
  CameraProperties,
  EqualityProperties,
  GeomProperties,
  JointProperties,
  LightProperties,
  MaterialProperties,
  MeshProperties,
  PairProperties,
  SiteProperties,
  TendonProperties,
} from "./interfaces.ts";
import { editorOf } from "./editor.ts";
import { KINDS } from "./kinds.ts";
import { defineProperties } from "./properties.ts";
import type { Spec } from "./spec.ts";

/** The records that classes stand for. */
const records = new WeakMap<SpecDefault, DefaultClass>();

/** The record that a class stands for. */
export function defaultsOf(target: SpecDefault): DefaultClass {
  return records.get(target) as DefaultClass;
}

/**
 * A class of defaults, for elements that are added after it is set. Elements that exist already keep the values that
 * they have.
 */
export class SpecDefault {
  /** the document that it belongs to */
  readonly spec: Spec;

  /** Classes are made by their document. */
  constructor(spec: Spec, record: object) {
    this.spec = spec;
    records.set(this, record as DefaultClass);
  }

  /** name of the class */
  get name(): string {
    return defaultsOf(this).name;
  }

  /** the class that it started as a copy of; undefined for `main` */
  get parent(): SpecDefault | undefined {
    const { parent } = defaultsOf(this);
    return parent && this.spec.default(parent.name);
  }

  /**
   * Sets defaults of a kind of elements: an element of `<default>`, such as `geom` or `position`.
   *
   * @example Geoms without mass
   * ```ts
   * import { Spec } from "@plumbline/sim";
   * import assert from "node:assert/strict";
   *
   * const spec = new Spec();
   * spec.addDefault("visual").set("geom", { contype: 0, conaffinity: 0, mass: 0 });
   * const body = spec.worldbody.addBody();
   * body.addGeom({ class: "visual", size: [0.1] });
   * assert.equal(spec.compile().body_mass[1], 0);
   * ```
   */
  set(element: string, values: Values): this {
    const rules = SCHEMA.children.default.children;
    const call = new Call(element, values);
    if (!Object.hasOwn(rules, element)) throw call.error(`default: there are no defaults of '${element}'`);
    call.check(rules[element]);
    editorOf(this.spec).edit((reader) => readDefaults(reader, call, defaultsOf(this)));
    return this;
  }

  /** Removes the class and those that started as copies of it. Elements keep the values that they have. */
  delete(): void {
    editorOf(this.spec).deleteDefault(defaultsOf(this));
  }

  /** defaults of geoms */
  get geom(): GeomProperties {
    return propertiesOf(this, "geom") as GeomProperties;
  }

  /** defaults of joints */
  get joint(): JointProperties {
    return propertiesOf(this, "joint") as JointProperties;
  }

  /** defaults of sites */
  get site(): SiteProperties {
    return propertiesOf(this, "site") as SiteProperties;
  }

  /** defaults of cameras */
  get camera(): CameraProperties {
    return propertiesOf(this, "camera") as CameraProperties;
  }

  /** defaults of lights */
  get light(): LightProperties {
    return propertiesOf(this, "light") as LightProperties;
  }

  /** defaults of meshes */
  get mesh(): MeshProperties {
    return propertiesOf(this, "mesh") as MeshProperties;
  }

  /** defaults of materials */
  get material(): MaterialProperties {
    return propertiesOf(this, "material") as MaterialProperties;
  }

  /** defaults of contact pairs */
  get pair(): PairProperties {
    return propertiesOf(this, "pair") as PairProperties;
  }

  /** defaults of equality constraints */
  get equality(): EqualityProperties {
    return propertiesOf(this, "equality") as EqualityProperties;
  }

  /** defaults of tendons */
  get tendon(): TendonProperties {
    return propertiesOf(this, "tendon") as TendonProperties;
  }

  /** defaults of actuators, as those of general ones */
  get actuator(): ActuatorProperties {
    return propertiesOf(this, "actuator") as ActuatorProperties;
  }
}

/** The defaults of a kind of elements as properties. */
function propertiesOf(target: SpecDefault, word: Exclude<keyof DefaultClass, "name" | "parent">): object {
  const isActuator = word === "actuator";
  const properties = {};
  const attributes = isActuator ? ACTUATOR_DEFAULT.general : KINDS[word].attributes;
  const assign = (_: object, values: Values) => void target.set(isActuator ? "general" : word, values);
  defineProperties(properties, attributes, () => defaultsOf(target)[word], assign);
  return properties;
}
