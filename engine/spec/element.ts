/** Elements of a document that can be edited. */

import { copyRecord } from "../mjcf/copy_record.ts";
import type { Attributes } from "../mjcf/elements/attribute.ts";
import { readWrap } from "../mjcf/read_objects.ts";
import { SCHEMA } from "../mjcf/schema.ts";
import { fixedDim } from "../compile/sensors.ts";
import { Wrap } from "../types/enums.ts";
import type {
  BodyElement,
  BodySpec,
  FrameSpec,
  PluginSpec,
  SensorSpec,
  SpecElement as ElementRecord,
  TendonSpec,
} from "../types/spec.ts";
import type { SpecActuator } from "./actuator.ts";
import type { SpecBody, SpecFrame, SpecSite } from "./body.ts";
import { Call, type Values } from "./call.ts";
import { editorOf } from "./editor.ts";
import { type KindName, KINDS } from "./kinds.ts";
import { defineProperties } from "./properties.ts";
import type {
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
  readonly #spec: Spec;
  readonly #kind: KindName;
  readonly #userValues = new Map<string, unknown>();

  /** Elements are made by their document. */
  constructor(spec: Spec, kind: KindName, record: object) {
    this.#spec = spec;
    this.#kind = kind;
    records.set(this, record as ElementRecord);
  }

  /** the document that it belongs to */
  get spec(): Spec {
    return this.#spec;
  }

  /** what it is, such as `geom` */
  get kind(): KindName {
    return this.#kind;
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
    const { word, attributes } = KINDS[this.kind];
    change(this, new Call(word, rest, [], this.name), attributes);
    if (name !== undefined) this.name = String(name);
    return this;
  }

  /** its number among the elements of its kind, as in the model that its document compiles to */
  get id(): number {
    return editorOf(this.spec).list(this.kind).indexOf(recordOf(this));
  }

  /**
   * Keeps a value of any kind with the element, under a key. No model has it; copies of the document, and of the element
   * by attachment, have none.
   */
  setUserValue(key: string, value: unknown): void {
    this.#userValues.set(key, value);
  }

  /** The value kept under a key, or undefined. */
  getUserValue(key: string): unknown {
    return this.#userValues.get(key);
  }

  /** Forgets the value kept under a key. */
  deleteUserValue(key: string): void {
    this.#userValues.delete(key);
  }

  /** Removes it from its document. */
  delete(): void {
    editorOf(this.spec).delete(this.kind, recordOf(this));
  }
}

/**
 * Elements as those of their kind, which have its attributes.
 *
 * @example The sizes of all geoms in a body
 * ```ts
 * import { Spec } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const spec = Spec.parse(`<mujoco><worldbody><body name="b"><geom size="0.1"/><site size="0.2"/></body></worldbody></mujoco>`);
 * const sizes = spec.body("b").children.map((child) => child.asGeom()?.size[0] ?? child.asSite()?.size[0]);
 * assert.deepEqual(sizes, [0.1, 0.2]);
 * ```
 */
export interface SpecElement {
  /** this, if it is a body */
  asBody(): SpecBody | undefined;
  /** this, if it is a frame */
  asFrame(): SpecFrame | undefined;
  /** this, if it is a joint */
  asJoint(): SpecJoint | undefined;
  /** this, if it is a geom */
  asGeom(): SpecGeom | undefined;
  /** this, if it is a site */
  asSite(): SpecSite | undefined;
  /** this, if it is a camera */
  asCamera(): SpecCamera | undefined;
  /** this, if it is a light */
  asLight(): SpecLight | undefined;
  /** this, if it is a flex */
  asFlex(): SpecFlex | undefined;
  /** this, if it is a mesh */
  asMesh(): SpecMesh | undefined;
  /** this, if it is a skin */
  asSkin(): SpecSkin | undefined;
  /** this, if it is a height field */
  asHField(): SpecHField | undefined;
  /** this, if it is a texture */
  asTexture(): SpecTexture | undefined;
  /** this, if it is a material */
  asMaterial(): SpecMaterial | undefined;
  /** this, if it is a contact pair */
  asPair(): SpecPair | undefined;
  /** this, if it is an excluded pair */
  asExclude(): SpecExclude | undefined;
  /** this, if it is an equality constraint */
  asEquality(): SpecEquality | undefined;
  /** this, if it is a tendon */
  asTendon(): SpecTendon | undefined;
  /** this, if it is an actuator */
  asActuator(): SpecActuator | undefined;
  /** this, if it is a sensor */
  asSensor(): SpecSensor | undefined;
  /** this, if it is a list of custom numbers */
  asNumeric(): SpecNumeric | undefined;
  /** this, if it is a custom text */
  asText(): SpecText | undefined;
  /** this, if it is a custom list */
  asTuple(): SpecTuple | undefined;
  /** this, if it is a keyframe */
  asKey(): SpecKey | undefined;
  /** this, if it is an instance of a plugin */
  asPlugin(): SpecPlugin | undefined;
}

/** Names of kinds in the names of functions, where they are not just capitalized. */
const TITLES: Readonly<Partial<Record<KindName, string>>> = { hfield: "HField" };

for (const kind of Object.keys(KINDS) as KindName[]) {
  const title = TITLES[kind] ?? kind[0].toUpperCase() + kind.slice(1);
  Object.defineProperty(SpecElement.prototype, `as${title}`, {
    value(this: SpecElement) {
      return this.kind === kind ? this : undefined;
    },
    configurable: true,
  });
}

/** Takes over what a call gives, if it gives only what the element may have. */
export function change(element: SpecElement, call: Call, attributes: Attributes): void {
  call.check({ occurs: "*", attributes, children: {} });
  const { read } = KINDS[element.kind];
  const record = recordOf(element);
  editorOf(element.spec).edit((reader) => {
    // an error changes nothing
    read(reader, call, copyRecord(record));
    read(reader, call, record);
  });
}

/** The body of a place, and the frame in it. */
export function holderOf(place: SpecElement): { body: BodySpec; frame: FrameSpec | undefined } {
  if (place.kind === "body") return { body: recordOf<BodySpec>(place), frame: undefined };
  const frame = recordOf<FrameSpec>(place);
  return { body: editorOf(place.spec).bodyOf(frame), frame };
}

/** A frame of the body that an element is in, or undefined. */
export function frameOf(element: SpecElement): SpecFrame | undefined {
  let { frame } = recordOf<ElementRecord & { frame: FrameSpec | undefined }>(element);
  while (frame?.isDeleted) frame = frame.parent;
  return frame && editorOf(element.spec).wrap("frame", frame) as SpecFrame;
}

/** Moves an element into a frame of the body that it is in, or out of all frames. */
export function setFrame(element: SpecElement, owner: BodySpec | undefined, frame: SpecFrame | undefined): void {
  const record = frame && recordOf<FrameSpec>(frame);
  if (
    frame !== undefined && (frame.spec !== element.spec || editorOf(frame.spec).bodyOf(record as FrameSpec) !== owner)
  ) {
    throw new RangeError(
      `${element.kind} '${element.name}': the frame '${frame.name}' is not in the body that it is in`,
    );
  }
  recordOf<ElementRecord & { frame: FrameSpec | undefined }>(element).frame = record;
}

/** An element of a body. */
export class SpecPart extends SpecElement {
  /** the body that it is in */
  get body(): SpecBody {
    return editorOf(this.spec).wrap("body", recordOf<BodyElement>(this).body) as SpecBody;
  }

  /** the frame of the body that it is in, or undefined */
  get frame(): SpecFrame | undefined {
    return frameOf(this);
  }

  /** Moves it into a frame of its body, or out of all frames. */
  set frame(frame: SpecFrame | undefined) {
    setFrame(this, recordOf<BodyElement>(this).body, frame);
  }
}

/** What a spatial tendon passes, or what a fixed one adds up. */
export type SpecWrap =
  | { readonly site: string }
  | { readonly geom: string; readonly sidesite?: string }
  | { readonly divisor: number }
  | { readonly joint: string; readonly coef: number };

/** The word of a part of a tendon's path, by the attribute that it must have. */
const WRAPS = [["divisor", "pulley"], ["geom", "geom"], ["joint", "joint"], ["site", "site"]] as const;

/** The parts of a path as elements. */
export function callsOf(path: readonly SpecWrap[]): Call[] {
  return path.map((wrap) => new Call(WRAPS.find(([name]) => name in wrap)?.[1] ?? "site", wrap));
}

/** An element with a path. */
export class SpecPath extends SpecElement {
  /** what the tendon passes or adds up, in order */
  get path(): SpecWrap[] {
    return recordOf<TendonSpec>(this).path.map(({ type, name, sidesite, prm }) => {
      if (type === Wrap.JOINT) return { joint: name, coef: prm };
      if (type === Wrap.PULLEY) return { divisor: prm };
      if (type === Wrap.SITE) return { site: name };
      return sidesite === "" ? { geom: name } : { geom: name, sidesite };
    });
  }

  /** Replaces the path. */
  set path(path: readonly SpecWrap[]) {
    const word = path.some((wrap) => "joint" in wrap) ? "fixed" : "spatial";
    const call = new Call(word, {}, callsOf(path), this.name).check(SCHEMA.children.tendon.children[word]);
    const target: Pick<TendonSpec, "path"> = { path: [] };
    for (const child of call.children) readWrap(call, child, target);
    recordOf<TendonSpec>(this).path = target.path;
  }

  /** Leads a spatial tendon on through a site. */
  wrapSite(site: string): this {
    return this.#wrap({ site });
  }

  /** Leads a spatial tendon on around a sphere or cylinder, or through it if the site is inside. */
  wrapGeom(geom: string, sidesite?: string): this {
    return this.#wrap(sidesite === undefined ? { geom } : { geom, sidesite });
  }

  /** Adds a joint to a fixed tendon, times a coefficient. */
  wrapJoint(joint: string, coef: number): this {
    return this.#wrap({ joint, coef });
  }

  /** Begins another branch of a spatial tendon, whose length is divided. */
  wrapPulley(divisor: number): this {
    return this.#wrap({ divisor });
  }

  #wrap(wrap: SpecWrap): this {
    this.path = [...this.path, wrap];
    return this;
  }
}

/** A mesh. */
export class SpecShape extends SpecElement {
  /** Replaces what it is by one of the shapes of `<mesh builtin>`, such as `sphere`, with its parameters. */
  makeMesh(builtin: string, params: readonly number[]): this {
    return this.set({ builtin, params });
  }
}

/** A sensor. */
export class SpecGauge extends SpecElement {
  /** How many numbers it reads. Where that depends on other elements, the document is compiled to find out. */
  sensorDim(): number {
    return fixedDim(recordOf<SensorSpec>(this)) ?? this.spec.compile().sensor_dim[this.id];
  }
}

/** An instance of a plugin. */
export class SpecPlugin extends SpecElement {
  /** values of its attributes */
  get config(): Readonly<Record<string, string>> {
    return recordOf<PluginSpec>(this).config;
  }

  /** Replaces the values of its attributes. */
  set config(config: Readonly<Record<string, string>>) {
    recordOf<PluginSpec>(this).config = { ...config };
  }
}

/** A joint. */
export type SpecJoint = SpecPart & JointProperties;
/** A geometric shape. */
export type SpecGeom = SpecPart & GeomProperties;
/** A camera. */
export type SpecCamera = SpecPart & CameraProperties;
/** A light. */
export type SpecLight = SpecPart & LightProperties;
/** A deformable body. */
export type SpecFlex = SpecElement & FlexProperties;
/** A mesh. */
export type SpecMesh = SpecShape & MeshProperties;
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
export type SpecTendon = SpecPath & TendonProperties;
/** A sensor. */
export type SpecSensor = SpecGauge & SensorProperties;
/** Custom numbers. */
export type SpecNumeric = SpecElement & NumericProperties;
/** A custom text. */
export type SpecText = SpecElement & TextProperties;
/** A custom list of objects. */
export type SpecTuple = SpecElement;
/** A keyframe. */
export type SpecKey = SpecElement & KeyProperties;
/** The class of the elements of a kind. */
export type ElementClass = new (spec: Spec, kind: KindName, record: object) => SpecElement;

/** Gives a class the properties of a kind. */
export function withProperties<C extends ElementClass>(kind: KindName, base: C): C {
  defineProperties(base.prototype as SpecElement, KINDS[kind].attributes, recordOf, (self, values) => self.set(values));
  return base;
}
