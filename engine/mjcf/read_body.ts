/** `<worldbody>` and everything below it. */

import { accumulateFrame } from "../math/frame.ts";
import type { BodySpec, DefaultClass, FrameSpec, Spec } from "../types/spec.ts";
import { attachFrame, attachModel, findBody, removeBody } from "./attach.ts";
import { readAttributes } from "./attributes.ts";
import { readComposite } from "./composite.ts";
import { ATTACH_ELEMENT, REPLICATE } from "./elements/attach.ts";
import { BODY, FRAME, INERTIAL_ELEMENT } from "./elements/body.ts";
import { FREEJOINT_ELEMENT, JOINT_DEFAULT } from "./elements/joint.ts";
import { ROTATION } from "./elements/shared.ts";
import { newBody, newCamera, newFrame, newFreeJoint, newGeom, newJoint, newLight, newSite } from "./create.ts";
import { classOf } from "./class_of.ts";
import { didYouMean } from "./excerpt.ts";
import { readFlexcomp } from "./flexcomp.ts";
import { quatFromEuler } from "./orientation.ts";
import {
  checkQuat,
  readCameraAttributes,
  readGeomAttributes,
  readLightAttributes,
  readOrientation,
  readSiteAttributes,
} from "./read_body_elements.ts";
import { RepeatedReferring } from "./repeated_referring.ts";
import { readPlugin } from "./read_plugin.ts";
import { type Reader, readName } from "./reader.ts";
import { SCHEMA } from "./schema.ts";
import type { XmlElement } from "./xml.ts";

const RULES = SCHEMA.children.body.children;

/** Reads the children of a `<worldbody>`, `<body>`, `<frame>`, or `<replicate>`. */
export function readBodyChildren(reader: Reader, section: XmlElement, body: BodySpec, frame?: FrameSpec): void {
  const { spec } = reader;
  const world = body === spec.world;
  if (world && frame === undefined) {
    for (const attribute in section.attributes) {
      throw section.error(`worldbody: cannot have attributes, got '${attribute}'`, attribute);
    }
  }

  for (const element of section.children) {
    const defaults = classOf(spec, element, (frame ?? body).childclass);
    switch (element.name) {
      case "inertial":
        if (world) throw element.error("inertial: the world has no inertia");
        readInertial(reader, element, body);
        break;
      case "joint": {
        if (world) throw element.error("joint: the world has no joints");
        const joint = newJoint(spec, body, frame, defaults, element);
        readName(element, joint);
        readAttributes(element, JOINT_DEFAULT, joint);
        body.joints.push(joint);
        break;
      }
      case "freejoint": {
        if (world) throw element.error("freejoint: the world has no joints");
        const joint = newFreeJoint(spec, body, frame, element);
        readAttributes(element, FREEJOINT_ELEMENT, joint);
        body.joints.push(joint);
        break;
      }
      case "geom": {
        const geom = newGeom(spec, body, frame, defaults, element);
        readName(element, geom);
        readGeomAttributes(reader, element, geom);
        for (const child of element.children) {
          if (child.name === "plugin") geom.plugin = readPlugin(reader, child);
        }
        body.geoms.push(geom);
        break;
      }
      case "site": {
        const site = newSite(spec, body, frame, defaults, element);
        readName(element, site);
        readSiteAttributes(reader, element, site);
        body.sites.push(site);
        break;
      }
      case "camera": {
        const camera = newCamera(spec, body, frame, defaults, element);
        readName(element, camera);
        readCameraAttributes(reader, element, camera);
        body.cameras.push(camera);
        break;
      }
      case "light": {
        const light = newLight(spec, body, frame, defaults, element);
        readName(element, light);
        readLightAttributes(element, light);
        body.lights.push(light);
        break;
      }
      case "plugin":
        body.plugin = readPlugin(reader, element);
        break;
      case "flexcomp":
        readFlexcomp(reader, element, body);
        break;
      case "composite":
        readComposite(reader, element, body, frame);
        break;
      case "frame":
        readFrame(reader, element, body, frame, defaults);
        break;
      case "replicate":
        readReplicate(reader, element, body, frame, defaults);
        break;
      case "body":
        readBody(reader, element, body, frame, defaults);
        break;
      case "attach":
        readAttach(reader, element, body, frame);
        break;
      default: {
        const known = [...Object.keys(RULES), "body", "frame", "replicate"];
        throw element.error(`${section.name}: unknown element '${element.name}'${didYouMean(element.name, known)}`);
      }
    }
  }
}

function readInertial(reader: Reader, element: XmlElement, body: BodySpec): void {
  const { pos, mass, diaginertia, fullinertia } = INERTIAL_ELEMENT;
  const read: { pos?: Float64Array; mass?: number; diaginertia?: Float64Array; fullinertia?: Float64Array } = {};
  readAttributes(element, { pos, mass, diaginertia, fullinertia }, read);
  readAttributes(element, ROTATION, body.inertial);
  readOrientation(reader, element, body.inertial);
  const rotated = ["quat", "axisangle", "xyaxes", "zaxis", "euler"].find((name) => element.attributes[name]);
  if (rotated !== undefined && read.fullinertia !== undefined) {
    throw element.error(`inertial: 'fullinertia' cannot be combined with '${rotated}'`, "fullinertia");
  }
  body.explicitinertial = true;
  body.ipos = read.pos;
  body.mass = read.mass ?? 0;
  body.inertia = read.diaginertia ?? body.inertia;
  body.fullinertia = read.fullinertia ?? body.fullinertia;
}

function readBody(
  reader: Reader,
  element: XmlElement,
  parent: BodySpec,
  frame: FrameSpec | undefined,
  defaults: DefaultClass,
): void {
  const { spec } = reader;
  const childclass = childclassOf(reader, element, defaults);
  const body = newBody(spec, parent, childclass, element);
  readName(element, body);
  readAttributes(element, BODY, body);
  readOrientation(reader, element, body);
  body.frame = frame;
  parent.bodies.push(body);
  readBodyChildren(reader, element, body);
}

function childclassOf(reader: Reader, element: XmlElement, otherwise: DefaultClass): DefaultClass {
  if (element.attributes.childclass === "" && !reader.strict) {
    reader.warn(`${element.name}: an empty childclass means 'main'`, element, "childclass");
    return reader.spec.main;
  }
  return classOf(reader.spec, element, otherwise, "childclass");
}

function readFrame(
  reader: Reader,
  element: XmlElement,
  body: BodySpec,
  parent: FrameSpec | undefined,
  defaults: DefaultClass,
): void {
  const frame = newFrame(reader.spec, parent, childclassOf(reader, element, defaults), element);
  readName(element, frame);
  readAttributes(element, FRAME, frame);
  readOrientation(reader, element, frame);
  checkQuat(element, frame.quat);
  body.frames.push(frame);
  readBodyChildren(reader, element, body, frame);
}

function readReplicate(
  reader: Reader,
  element: XmlElement,
  body: BodySpec,
  frame: FrameSpec | undefined,
  defaults: DefaultClass,
): void {
  const { spec } = reader;
  const read = { count: [0], offset: new Float64Array(3), euler: new Float64Array(3), sep: "" };
  readAttributes(element, REPLICATE, read);
  const [count] = read.count;
  const { angle, eulerseq } = spec.compiler;
  const fail = (what: string) => element.error(`replicate: ${what}`, "euler");

  // the pattern is read once, into a temporary body
  const childclass = childclassOf(reader, element, defaults);
  const given = element.attributes.childclass !== undefined;
  const pattern = newBody(spec, body, given ? childclass : body.childclass, element);
  body.bodies.push(pattern);
  const holder = newFrame(spec, frame, childclass, element);
  pattern.frames.push(holder);
  readBodyChildren(reader, element, pattern, holder);
  const part = partOf(pattern);
  foreseeCopies(spec, element, part, count);

  // each copy is offset by one more step of translation and rotation
  const step = new Float64Array(4);
  quatFromEuler(step, read.euler, angle, eulerseq, fail);
  const pos = new Float64Array(3);
  const quat = new Float64Array(4);
  const digits = String(count).length;
  const repeated = new RepeatedReferring(spec, read.sep.length + digits);
  const euler = new Float64Array(3);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) euler[k] = i * read.euler[k];
    quatFromEuler(quat, euler, angle, eulerseq, fail);
    holder.pos.set(pos);
    holder.quat.set(quat);
    accumulateFrame(pos, quat, read.offset, step);
    const suffix = read.sep + String(i).padStart(digits, "0");
    attachFrame(spec, body, spec, pattern, holder, "", suffix, element, repeated);
  }
  removeBody(spec, body, pattern, element);
}

const PART = ["bodies", "geoms", "elements"] as const;

type Part = Record<(typeof PART)[number], number>;

/** Numbers of elements in a pattern. */
function partOf(body: BodySpec): Part {
  const { frames, joints, geoms, sites, cameras, lights } = body;
  const elements = 1 + frames.length + joints.length + geoms.length + sites.length + cameras.length + lights.length;
  const part = { bodies: 1, geoms: geoms.length, elements };
  for (const child of body.bodies) {
    const inner = partOf(child);
    for (const name of PART) part[name] += inner[name];
  }
  return part;
}

/**
 * Throws if there would be too many copies, before the first one is made; the pattern itself is discarded and does not
 * count.
 */
function foreseeCopies({ budget }: Spec, element: XmlElement, part: Part, count: number): void {
  for (const name of PART) {
    budget.give(name, part[name]);
    // the temporary body is not copied
    const copied = part[name] - (name === "geoms" ? 0 : 1);
    budget.foresee(name, copied * Math.max(0, count), element, "count", "replicate");
  }
}

function readAttach(reader: Reader, element: XmlElement, body: BodySpec, frame: FrameSpec | undefined): void {
  const { spec } = reader;
  const read = { model: "", body: "", prefix: "" };
  readAttributes(element, ATTACH_ELEMENT, read);
  let holder = frame;
  if (holder === undefined) {
    holder = newFrame(spec, undefined, spec.main, element);
    body.frames.push(holder);
  }

  // a body that is already part of the model is moved into the frame
  const present = findBody(spec.world, read.prefix + read.body);
  if (present !== undefined) {
    if (present.parent !== body) {
      throw element.error(`attach: body '${present.name}' belongs to another body`, "body");
    }
    present.frame = holder;
    return;
  }
  const model = spec.models.get(read.model);
  if (model === undefined) {
    const known = [...spec.models.keys()];
    throw element.error(`attach: unknown model '${read.model}'${didYouMean(read.model, known)}`, "model");
  }
  attachModel(spec, body, holder, model, read.body, read.prefix, element);
}
