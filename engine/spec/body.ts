/** Bodies, frames, and sites, which other elements can be added or attached to. */

import { readBodyChildren } from "../mjcf/read_body.ts";
import { FRAME_RULE, SCHEMA } from "../mjcf/schema.ts";
import type { BodyElement, BodySpec, FrameSpec, SiteSpec, SpecElement as ElementRecord } from "../types/spec.ts";
import { attach, type Attachment } from "./attach.ts";
import { Call, pluginOf, type PluginValues, type Values } from "./call.ts";
import {
  frameOf,
  holderOf,
  recordOf,
  setFrame,
  type SpecCamera,
  SpecElement,
  type SpecGeom,
  type SpecJoint,
  type SpecLight,
  SpecPart,
  withProperties,
} from "./element.ts";
import type {
  BodyProperties,
  CameraProperties,
  FrameProperties,
  GeomProperties,
  InertialValues,
  JointProperties,
  LightProperties,
  SiteProperties,
} from "./interfaces.ts";
import { editorOf } from "./editor.ts";
import { type KindName, KINDS } from "./kinds.ts";
import type { Spec } from "./spec.ts";

/** What a new element may be given: its attributes, its name, and its class, or that of what it contains. */
export type Given<T> = Partial<T> & { name?: string; class?: string; childclass?: string };

/** A body or a frame: a place in the tree of bodies to which elements can be added. */
export class SpecPlace extends SpecElement {
  /** Adds a body. */
  addBody(values: Given<BodyProperties> & { plugin?: PluginValues } = {}): SpecBody {
    return addTo(this, "body", "body", values) as SpecBody;
  }

  /** Adds a coordinate frame, which disappears during compilation. */
  addFrame(values: Given<FrameProperties> = {}): SpecFrame {
    return addTo(this, "frame", "frame", values) as SpecFrame;
  }

  /** Adds a joint. */
  addJoint(values: Given<JointProperties> = {}): SpecJoint {
    return addTo(this, "joint", "joint", values) as SpecJoint;
  }

  /** Adds a free joint. */
  addFreeJoint(values: Given<JointProperties> = {}): SpecJoint {
    return addTo(this, "joint", "freejoint", values) as SpecJoint;
  }

  /** Adds a geometric shape. */
  addGeom(values: Given<GeomProperties> & { plugin?: PluginValues } = {}): SpecGeom {
    return addTo(this, "geom", "geom", values) as SpecGeom;
  }

  /** Adds a site. */
  addSite(values: Given<SiteProperties> = {}): SpecSite {
    return addTo(this, "site", "site", values) as SpecSite;
  }

  /** Adds a camera. */
  addCamera(values: Given<CameraProperties> = {}): SpecCamera {
    return addTo(this, "camera", "camera", values) as SpecCamera;
  }

  /** Adds a light. */
  addLight(values: Given<LightProperties> = {}): SpecLight {
    return addTo(this, "light", "light", values) as SpecLight;
  }
}

const RULES = { ...SCHEMA.children.body.children, body: SCHEMA.children.body, frame: FRAME_RULE };

/** Adds what an element of MJCF stands for. */
function addTo(place: SpecPlace, kind: KindName, word: string, values: object): SpecElement {
  const { plugin, ...attributes } = values as { plugin?: PluginValues };
  const call = new Call(word, attributes, pluginOf(plugin)).check(RULES[word as keyof typeof RULES]);
  const section = new Call("worldbody", {}, [call]);
  const { body, frame } = holderOf(place);
  return editorOf(place.spec).added(kind, call, (reader) => {
    readBodyChildren(reader, section, body, frame);
    return body[KINDS[kind].list as keyof BodySpec] as ElementRecord[];
  });
}

/** Reads an element that generates others. */
function generate(body: SpecBody, word: string, values: Values, parts: Readonly<Record<string, Values>>): void {
  const children = Object.entries(parts).map(([name, part]) => new Call(name, part));
  const call = new Call(word, values, children).check(SCHEMA.children.body.children[word]);
  const editor = editorOf(body.spec);
  editor.edit((reader) => readBodyChildren(reader, new Call("worldbody", {}, [call]), recordOf<BodySpec>(body)));
  editor.changedTree();
}

/** Kinds of elements that a body holds. */
const IN_BODY: readonly KindName[] = ["body", "frame", "joint", "geom", "site", "camera", "light"];

/** A rigid body. */
export class SpecBody extends SpecPlace {
  /** the body that it is in; undefined for the world */
  get parent(): SpecBody | undefined {
    const { parent } = recordOf<BodySpec>(this);
    return parent && editorOf(this.spec).wrap("body", parent) as SpecBody;
  }

  /** the frame that it is in, a frame of its parent, or undefined */
  get frame(): SpecFrame | undefined {
    return frameOf(this);
  }

  /** Moves it into a frame of its parent, or out of all frames. */
  set frame(frame: SpecFrame | undefined) {
    setFrame(this, recordOf<BodySpec>(this).parent, frame);
  }

  /** bodies, frames, joints, geoms, sites, cameras, and lights in it, not those in bodies below it */
  get children(): SpecElement[] {
    const record = recordOf<BodySpec>(this);
    return IN_BODY.flatMap((kind) =>
      (record[KINDS[kind].list as keyof BodySpec] as ElementRecord[]).map((it) => editorOf(this.spec).wrap(kind, it))
    );
  }

  /** The body of that name in it, at any depth, itself included; undefined if there is none. */
  findChild(name: string): SpecBody | undefined {
    const found = this.spec.find("body", name) as SpecBody | undefined;
    for (let it = found; it !== undefined; it = it.parent) if (it === this) return found;
    return undefined;
  }

  /** Elements of a kind in it; with `recurse`, those of bodies in it too, after its own. */
  elements(kind: KindName, recurse = false): SpecElement[] {
    const own = this.children.filter((it) => it.kind === kind);
    if (!recurse) return own;
    const inside = recordOf<BodySpec>(this).bodies.map((it) => editorOf(this.spec).wrap("body", it) as SpecBody);
    return [...own, ...inside.flatMap((it) => it.elements(kind, true))];
  }

  /**
   * Puts everything in it into its parent, in a frame in its place, and removes it. Frames in it stay around what is in
   * them; its mass is that of its geoms, and what refers to it has to be changed before the document is compiled.
   */
  toFrame(): SpecFrame {
    const record = recordOf<BodySpec>(this);
    const { parent } = record;
    if (parent === undefined) throw new RangeError("the world cannot become a frame");
    const editor = editorOf(this.spec);
    const { pos, quat, orientation, childclass } = record;
    const rotation = orientation === "" ? { quat } : { [orientation]: record[orientation] };
    const place = this.frame ?? this.parent as SpecPlace;
    const frame = place.addFrame({ pos, ...rotation });
    const holder = recordOf<FrameSpec>(frame);
    holder.childclass = childclass;
    holder.compiler = record.compiler;
    for (const kind of IN_BODY) {
      const list = KINDS[kind].list as "geoms";
      for (const it of record[list] as (ElementRecord & Partial<BodyElement & BodySpec & FrameSpec>)[]) {
        if (kind === "body") it.parent = parent as BodySpec & FrameSpec;
        else if (kind !== "frame") it.body = parent;
        if (kind === "frame") it.parent ??= holder as BodySpec & FrameSpec;
        else it.frame ??= holder;
      }
      (parent[list] as object[]).push(...record[list].splice(0));
    }
    parent.bodies.splice(parent.bodies.indexOf(record), 1);
    editor.changedTree();
    return frame;
  }

  /** Gives it a mass, a center of mass, and an inertia, instead of those of its geoms. */
  setInertial(values: Given<InertialValues>): this {
    const call = new Call("inertial", values).check(SCHEMA.children.body.children.inertial);
    const section = new Call("body", {}, [call], this.name);
    editorOf(this.spec).edit((reader) => readBodyChildren(reader, section, recordOf<BodySpec>(this)));
    return this;
  }

  /** Adds a cable of bodies; the parts of `<composite>` are given by name. */
  addComposite(values: Values, parts: Readonly<Record<string, Values>> = {}): void {
    generate(this, "composite", values, parts);
  }

  /** Adds a deformable body with its vertices; the parts of `<flexcomp>` are given by name. */
  addFlexcomp(values: Values, parts: Readonly<Record<string, Values>> = {}): void {
    generate(this, "flexcomp", values, parts);
  }

  /**
   * Attaches a copy of a frame, with everything in it and everything that refers to that, under names with a prefix and
   * a suffix. The frame may belong to another document, which stays as it is.
   */
  attach(frame: SpecFrame, names: Attachment = {}): SpecFrame {
    return attach(this, frame, names) as SpecFrame;
  }
}

/** A coordinate frame in a body, which disappears during compilation. */
export class SpecFrame extends SpecPlace {
  /** the body that it is in */
  get body(): SpecBody {
    return editorOf(this.spec).wrap("body", holderOf(this).body) as SpecBody;
  }

  /**
   * Attaches a copy of a body, a frame, or the contents of a whole world, together with everything that refers to it,
   * under names with a prefix and a suffix. It may belong to another document, which stays as it is.
   *
   * @example Two arms on a torso
   * ```ts
   * import { Spec } from "@plumbline/sim";
   * import assert from "node:assert/strict";
   *
   * const arm = Spec.parse(`
   *   <mujoco>
   *     <worldbody>
   *       <body name="arm"><joint name="elbow"/><geom size="0.1"/></body>
   *     </worldbody>
   *     <actuator><motor name="motor" joint="elbow"/></actuator>
   *   </mujoco>`);
   * const robot = new Spec();
   * const torso = robot.worldbody.addBody({ name: "torso" });
   * torso.addFrame({ pos: [0, 0.2, 0] }).attach(arm.body("arm"), { prefix: "left_" });
   * torso.addFrame({ pos: [0, -0.2, 0] }).attach(arm.body("arm"), { prefix: "right_" });
   * assert.equal(robot.compile().nu, 2);
   * assert.equal(robot.actuator("left_motor").joint, undefined);
   * assert.equal(robot.actuator("left_motor").target, "left_elbow");
   * ```
   */
  attach(part: SpecBody | SpecFrame | Spec, names: Attachment = {}): SpecBody | SpecFrame {
    return attach(this, part, names);
  }
}

/** A site: a place on a body. */
export class SpecSite extends SpecPart {
  /** Attaches a copy of a body or a frame at the pose of the site, like {@link SpecFrame.attach}. */
  attach(part: SpecBody | SpecFrame | Spec, names: Attachment = {}): SpecBody | SpecFrame {
    const { body, frame, pos, quat, orientation, ...rest } = recordOf<SiteSpec>(this);
    const editor = editorOf(this.spec);
    const parent = (frame ? editor.wrap("frame", frame) : editor.wrap("body", body)) as SpecPlace;
    const rotation = orientation === "" ? { quat } : { [orientation]: rest[orientation] };
    return parent.addFrame({ pos, ...rotation }).attach(part, names);
  }
}

/** The attributes of a body. */
export interface SpecBody extends BodyProperties {}
/** The attributes of a frame. */
export interface SpecFrame extends FrameProperties {}
/** The attributes of a site. */
export interface SpecSite extends SiteProperties {}

withProperties("body", SpecBody);
withProperties("frame", SpecFrame);
withProperties("site", SpecSite);
