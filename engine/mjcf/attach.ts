/**
 * Attachment: copies a part of a model, under new names, into another model or the same one, together with all elements
 * outside the bodies that refer to the copied part.
 */

import type { BodyElement, BodySpec, DefaultClass, FrameSpec, Spec } from "../types/spec.ts";
import { copyRecord } from "./copy_record.ts";
import { newFrame } from "./create.ts";
import { copyClass } from "./defaults.ts";
import { copyExtensions, copyPluginUse, dropPlugins } from "./attach_plugins.ts";
import { copyReferring, dropReferring } from "./attach_referring.ts";
import { type Naming, rename } from "./naming.ts";
import { expandKeyframes, forgetKeyframes, storeKeyframes } from "./attach_keyframes.ts";
import type { RepeatedReferring } from "./repeated_referring.ts";
import { Obj } from "../types/enums.ts";
import type { XmlElement } from "./xml.ts";

/** Arrays that compilation only reads: replicas share them, unless they are to be edited. */
const READ_ONLY = new Set(["axisangle", "xyaxes", "zaxis", "euler", "solref", "solimp", "friction", "rgba", "fluid"]);

/** The body with a given name in the tree below `body`. */
export function findBody(body: BodySpec, name: string): BodySpec | undefined {
  if (body.name === name) return body;
  for (const child of body.bodies) {
    const found = findBody(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Copies the contents of `frame`, which belongs to `source` in `from`, into `body` of `spec`. */
export function attachFrame(
  spec: Spec,
  body: BodySpec,
  from: Spec,
  source: BodySpec,
  frame: FrameSpec,
  prefix: string,
  suffix: string,
  element: XmlElement,
  repeated?: RepeatedReferring,
): FrameSpec {
  const naming: Naming = { prefix, suffix, foreign: from !== spec, ...(repeated ? { repeated } : {}) };
  storeKeyframes(from, spec, naming, element);
  if (naming.foreign) {
    copyClasses(spec, from, naming);
    copyExtensions(spec, from);
  }

  // the frames of the part, and the copy of each
  const copies = new Map<FrameSpec, FrameSpec>();
  const inside = source.frames.filter((candidate) => isWithin(candidate, frame));
  const ordered = [frame, ...inside.filter((candidate) => candidate !== frame)];
  for (const original of ordered) copies.set(original, copyFrame(original, naming));
  for (const [original, copy] of copies) {
    const parent = original === frame ? undefined : original.parent;
    copy.parent = parent === undefined ? original.parent : copies.get(parent);
  }
  for (const copy of copies.values()) body.frames.push(copy);
  spec.budget.take("elements", copies.size, element);

  const within = (item: { frame: FrameSpec | undefined }) => isWithin(item.frame, frame);
  copyElements(spec, from, source, body, copies, naming, within);
  for (const child of source.bodies.slice()) {
    if (!within(child)) continue;
    const copy = copyBody(spec, from, child, body, naming);
    copy.frame = child.frame && copies.get(child.frame);
    body.bodies.push(copy);
    forgetKeyframes(child);
  }

  if (repeated) repeated.copy(naming, element);
  else copyReferring(spec, from, naming, element);
  expandKeyframes(spec);
  return copies.get(frame) as FrameSpec;
}

/** Copies a body of `from` into `holder`, a frame of `body`. */
export function attachBody(
  spec: Spec,
  body: BodySpec,
  holder: FrameSpec,
  from: Spec,
  child: BodySpec,
  prefix: string,
  suffix: string,
  element: XmlElement,
): BodySpec {
  const naming: Naming = { prefix, suffix, foreign: from !== spec };
  storeKeyframes(from, spec, naming, element);
  if (naming.foreign) copyExtensions(spec, from);
  const copy = copyBody(spec, from, child, body, naming);
  forgetKeyframes(child);
  copy.frame = holder;
  if (naming.foreign) copyClasses(spec, from, naming);
  body.bodies.push(copy);
  copyReferring(spec, from, naming, element);
  expandKeyframes(spec);
  return copy;
}

/** A frame around everything in the world of a model. */
export function frameWorld(model: Spec, element: XmlElement): FrameSpec {
  const { world } = model;
  const worldFrame = newFrame(model, undefined, model.main, element);
  for (const list of [world.bodies, world.sites, world.joints, world.geoms, world.lights, world.cameras]) {
    for (const item of list as { frame: FrameSpec | undefined }[]) item.frame ??= worldFrame;
  }
  for (const frame of world.frames) frame.parent ??= worldFrame;
  world.frames.push(worldFrame);
  return worldFrame;
}

/** Copies a body, or all bodies, of another model into `holder`, a frame of `body`. */
export function attachModel(
  spec: Spec,
  body: BodySpec,
  holder: FrameSpec,
  model: Spec,
  bodyName: string,
  prefix: string,
  element: XmlElement,
): void {
  if (bodyName === "") {
    // everything in the world, in a frame of its own
    const worldFrame = frameWorld(model, element);
    attachFrame(spec, body, model, model.world, worldFrame, prefix, "", element).parent = holder;
    return;
  }

  const child = findBody(model.world, bodyName);
  if (child === undefined) throw element.error(`attach: model '${model.modelname}' has no body '${bodyName}'`, "body");
  attachBody(spec, body, holder, model, child, prefix, "", element);
}

function isWithin(frame: FrameSpec | undefined, outer: FrameSpec): boolean {
  for (let f = frame; f !== undefined; f = f.parent) {
    if (f === outer) return true;
  }
  return false;
}

function copyPart<T extends object>(part: T, { repeated }: Naming): T {
  return copyRecord(part, repeated && READ_ONLY);
}

function copyFrame(frame: FrameSpec, naming: Naming): FrameSpec {
  const copy = copyPart(frame, naming);
  copy.name = rename(frame.name, naming);
  copy.id = -1;
  return copy;
}

function copyBody(spec: Spec, from: Spec, original: BodySpec, parent: BodySpec, naming: Naming): BodySpec {
  spec.budget.take("bodies", 1, original.origin);
  spec.budget.take("elements", 1 + original.frames.length, original.origin);
  const copy: BodySpec = {
    ...copyPart(original, naming),
    inertial: copyPart(original.inertial, naming),
    name: rename(original.name, naming),
    id: -1,
    parent,
    frame: undefined,
    frames: [],
    bodies: [],
    geoms: [],
    joints: [],
    sites: [],
    cameras: [],
    lights: [],
    plugin: copyPluginUse(spec, from, original.plugin, naming),
  };
  const copies = new Map<FrameSpec, FrameSpec>();
  for (const frame of original.frames) copies.set(frame, copyFrame(frame, naming));
  for (const [frame, frameCopy] of copies) frameCopy.parent = frame.parent && copies.get(frame.parent);
  for (const frame of copies.values()) copy.frames.push(frame);
  naming.repeated?.note(Obj.BODY, copy.name);
  naming.repeated?.note(Obj.XBODY, copy.name);
  copyElements(spec, from, original, copy, copies, naming, () => true);
  for (const child of original.bodies) {
    const childCopy = copyBody(spec, from, child, copy, naming);
    childCopy.frame = child.frame && copies.get(child.frame);
    copy.bodies.push(childCopy);
  }
  return copy;
}

function copyElements(
  spec: Spec,
  from: Spec,
  source: BodySpec,
  body: BodySpec,
  copies: ReadonlyMap<FrameSpec, FrameSpec>,
  naming: Naming,
  wanted: (item: BodyElement) => boolean,
): void {
  const copied = <T extends BodyElement>(type: number, items: readonly T[]): T[] =>
    items.filter(wanted).map((item) => {
      const name = rename(item.name, naming);
      spec.budget.take("elements", 1, item.origin);
      naming.repeated?.note(type, name);
      const copy = copyPart(item, naming);
      copy.name = name;
      copy.id = -1;
      copy.body = body;
      copy.frame = item.frame && copies.get(item.frame);
      return copy;
    });
  const geoms = copied(Obj.GEOM, source.geoms);
  spec.budget.take("geoms", geoms.length, source.origin);
  const joints = copied(Obj.JOINT, source.joints);
  const sites = copied(Obj.SITE, source.sites);
  const cameras = copied(Obj.CAMERA, source.cameras);
  const lights = copied(Obj.LIGHT, source.lights);
  for (const geom of geoms) geom.plugin = copyPluginUse(spec, from, geom.plugin, naming);
  for (const camera of cameras) camera.target = rename(camera.target, naming);
  for (const light of lights) {
    light.target = rename(light.target, naming);
    light.texture = rename(light.texture, naming);
  }
  if (naming.foreign) {
    for (const geom of geoms) {
      geom.material = rename(geom.material, naming);
      geom.hfield = rename(geom.hfield, naming);
      geom.mesh = rename(geom.mesh, naming);
    }
    for (const site of sites) site.material = rename(site.material, naming);
  }
  for (const geom of geoms) body.geoms.push(geom);
  for (const joint of joints) body.joints.push(joint);
  for (const site of sites) body.sites.push(site);
  for (const camera of cameras) body.cameras.push(camera);
  for (const light of lights) body.lights.push(light);
}

/** Adds the classes of the other model below the root class of this one. */
function copyClasses(spec: Spec, from: Spec, naming: Naming): void {
  const copies = new Map<DefaultClass, DefaultClass>();
  for (const original of from.classes.values()) {
    const copy = copyClass(original, rename(original.name, naming));
    copy.parent = original.parent === undefined ? spec.main : copies.get(original.parent);
    copies.set(original, copy);
    spec.classes.set(copy.name, copy);
  }
}

/** Removes a body from its parent, together with everything that refers to it. */
export function removeBody(spec: Spec, parent: BodySpec, body: BodySpec, element: XmlElement): void {
  // MuJoCo compares with a copy of the model, and copied actuators lose their stored keyframe values
  for (const actuator of spec.actuators) actuator.states = [];
  storeKeyframes(spec, spec, { prefix: "", suffix: "", foreign: false }, element);
  spec.keys.length = 0;
  dropReferring(spec, () => parent.bodies.splice(parent.bodies.indexOf(body), 1));
  dropPlugins(spec);
}
