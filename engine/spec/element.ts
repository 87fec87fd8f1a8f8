/** Elements of a document that can be edited. */

import { copyRecord } from "../mjcf/copy_record.ts";
import type { BodySpec, FrameSpec, SpecElement as ElementRecord } from "../types/spec.ts";
import { Call, type Values } from "./call.ts";
import { editorOf } from "./editor.ts";
import { type KindName, KINDS } from "./kinds.ts";
import { defineProperties } from "./properties.ts";
import type {
  ActuatorProperties,
  CameraProperties,
  EqualityProperties,
  ExcludeProperties,
  FlexProperties,
  GeomProperties,
  HFieldProperties,
  JointProperties,
  KeyProperties,
  LightProperties,
  MaterialProperties,
  MeshProperties,
  NumericProperties,
  PairProperties,
  SensorProperties,
  SkinProperties,
  TendonProperties,
  TextProperties,
  TextureProperties,
} from "./interfaces.ts";
import type { Spec } from "./spec.ts";

/** The records that elements stand for. */
const records = new WeakMap<SpecElement, ElementRecord>();

/** The record that an element stands for. */
export function recordOf<T extends ElementRecord = ElementRecord>(element: SpecElement): T {
  return records.get(element) as T;
}

/** An element of a {@link Spec}: its attributes are properties, named as in MJCF. Arrays are live. */
export class SpecElement {
  /** the document that it belongs to */
  readonly spec: Spec;
  /** what it is, such as `geom` */
  readonly kind: KindName;

  /** Elements are made by their document. */
  constructor(spec: Spec, kind: KindName, record: object) {
    this.spec = spec;
    this.kind = kind;
    records.set(this, record as ElementRecord);
  }

  /** name, which no other element of this kind has; empty: none */
  get name(): string {
    return recordOf(this).name;
  }

  /** Names it. References to it are by name, and stay as they are. */
  set name(name: string) {
    editorOf(this.spec).rename(this.kind, recordOf(this), name);
  }

  /**
   * Sets several attributes at once; their values are those that a document would have.
   *
   * @example A heavier foot
   * ```ts
   * import { Spec } from "@plumbline/sim";
   * import assert from "node:assert/strict";
   *
   * const spec = Spec.parse(`<mujoco><worldbody><geom name="foot" size="0.1"/></worldbody></mujoco>`);
   * spec.geom("foot").set({ density: 2000, friction: [1.2] });
   * assert.equal(spec.compile().geom_friction[0], 1.2);
   * ```
   */
  set(values: Values): this {
    const { name, ...rest } = values;
    const { word, attributes, read } = KINDS[this.kind];
    const call = new Call(word, rest, [], this.name);
    call.check({ occurs: "*", attributes, children: {} });
    const record = recordOf(this);
    editorOf(this.spec).edit((reader) => {
      // an error changes nothing
      read(reader, call, copyRecord(record));
      read(reader, call, record);
    });
    if (name !== undefined) this.name = String(name);
    return this;
  }

  /** Removes it from its document. */
  delete(): void {
    editorOf(this.spec).delete(this.kind, recordOf(this));
  }
}

/** The body of a place, and the frame in it. */
export function holderOf(place: SpecElement): { body: BodySpec; frame: FrameSpec | undefined } {
  if (place.kind === "body") return { body: recordOf<BodySpec>(place), frame: undefined };
  const frame = recordOf<FrameSpec>(place);
  return { body: editorOf(place.spec).bodyOf(frame), frame };
}

/** A joint. */
export type SpecJoint = SpecElement & JointProperties;
/** A geometric shape. */
export type SpecGeom = SpecElement & GeomProperties;
/** A camera. */
export type SpecCamera = SpecElement & CameraProperties;
/** A light. */
export type SpecLight = SpecElement & LightProperties;
/** A deformable body. */
export type SpecFlex = SpecElement & FlexProperties;
/** A mesh. */
export type SpecMesh = SpecElement & MeshProperties;
/** A skin. */
export type SpecSkin = SpecElement & SkinProperties;
/** A height field. */
export type SpecHField = SpecElement & HFieldProperties;
/** A texture. */
export type SpecTexture = SpecElement & TextureProperties;
/** A material. */
export type SpecMaterial = SpecElement & MaterialProperties;
/** A contact pair. */
export type SpecPair = SpecElement & PairProperties;
/** Two bodies that do not collide. */
export type SpecExclude = SpecElement & ExcludeProperties;
/** An equality constraint. */
export type SpecEquality = SpecElement & EqualityProperties;
/** A tendon. */
export type SpecTendon = SpecElement & TendonProperties;
/** An actuator; shortcuts such as `position` have become general. */
export type SpecActuator = SpecElement & ActuatorProperties;
/** A sensor. */
export type SpecSensor = SpecElement & SensorProperties;
/** Custom numbers. */
export type SpecNumeric = SpecElement & NumericProperties;
/** A custom text. */
export type SpecText = SpecElement & TextProperties;
/** A custom list of objects. */
export type SpecTuple = SpecElement;
/** A keyframe. */
export type SpecKey = SpecElement & KeyProperties;
/** An instance of a plugin. */
export type SpecPlugin = SpecElement;

/** The class of the elements of a kind. */
export type ElementClass = new (spec: Spec, kind: KindName, record: object) => SpecElement;

/** Gives a class the properties of a kind. */
export function withProperties<C extends ElementClass>(kind: KindName, base: C): C {
  defineProperties(base.prototype as SpecElement, KINDS[kind].attributes, recordOf, (self, values) => self.set(values));
  return base;
}
