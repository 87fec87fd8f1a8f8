/** `<composite>`: the only remaining type, a cable of bodies connected by ball joints. */

import { mulUnitQuat } from "../math/frame.ts";
import { normalizeVec } from "../math/normalize.ts";
import { axisAngle2Quat, rotVecQuat } from "../math/quat.ts";
import { atan2, cos, PI, sin } from "../math/scalar.ts";
import { cross, dot3 } from "../math/vec3.ts";
import { Geom, Joint } from "../types/enums.ts";
import type { BodySpec, DefaultClass, FrameSpec, PluginUse } from "../types/spec.ts";
import { readAttributes, splitWords } from "./attributes.ts";
import { BUILTIN, ownDefaults } from "./builtin.ts";
import { makeCableSkin } from "./composite_skin.ts";
import { newBody, newElement, newGeom, newJoint, newSite } from "./create.ts";
import { quatFromFrame } from "./orientation.ts";
import { readPlugin } from "./read_plugin.ts";
import { noteUnsupported, type Reader } from "./reader.ts";
import { SCHEMA } from "./schema.ts";
import type { XmlElement } from "./xml.ts";

const RULE = SCHEMA.children.body.children.composite;

const MINVAL = 1e-15;

const CABLE = 2;

/** Replacements for types that were removed. */
const REPLACEMENT: Record<number, string> = { 0: "replicate", 1: "flex", 3: "cable", 4: "flexcomp", 5: "shell" };

/** Shapes of one coordinate of a cable along its length. */
const SHAPES = ["s", "cos(s)", "sin(s)", "0"];

/** A composite as the document describes it. */
export interface Composite {
  prefix: string;
  type: number;
  count: number[];
  offset: Float64Array;
  quat: Float64Array;
  vertex: Float64Array;
  initial: string;
  size: Float64Array;
  curve: string[];
  /** defaults of its parts */
  parts: DefaultClass;
  skin: CableSkin | undefined;
  plugin: PluginUse | undefined;
}

/** The skin of a cable. */
export interface CableSkin {
  texcoord: number;
  material: string;
  rgba: Float64Array;
  inflate: number;
  subgrid: number;
  group: number;
}

/** Reads a `<composite>` and adds its bodies, joints, geoms, and sites. */
export function readComposite(
  reader: Reader,
  element: XmlElement,
  body: BodySpec,
  frame: FrameSpec | undefined,
): void {
  const composite = readDescription(reader, element);
  checkCounts(element, composite);
  reader.spec.budget.foresee("bodies", composite.count[0], element, "count", "composite");
  reader.spec.budget.check("treeDepth", composite.count[0], element, "count", "composite");
  if (composite.type !== CABLE) {
    const kind = element.attributes.type;
    throw element.error(`composite: type '${kind}' was removed, use ${REPLACEMENT[composite.type]}`, "type");
  }
  makeCable(reader, element, body, frame, composite);
}

function readDescription(reader: Reader, element: XmlElement): Composite {
  const parts = { ...BUILTIN };
  const composite: Composite = {
    prefix: "",
    type: 0,
    count: [1, 1, 1],
    offset: new Float64Array(3),
    quat: Float64Array.of(1, 0, 0, 0),
    vertex: new Float64Array(),
    initial: "ball",
    size: Float64Array.of(1, 0, 0),
    curve: ["0", "0", "0"],
    parts,
    skin: undefined,
    plugin: undefined,
  };
  const { count, curve: _, ...rules } = RULE.attributes;
  readAttributes(element, rules, composite);
  const read: { count?: number[] } = {};
  readAttributes(element, { count }, read);
  (read.count ?? []).forEach((value, i) => composite.count[i] = value);
  splitWords(element.attributes.curve ?? "").forEach((word, i) => {
    if (i > 2) throw element.error("composite: curve has at most 3 words", "curve");
    if (!SHAPES.includes(word)) throw element.error(`composite: curve cannot be '${word}', only ${SHAPES}`, "curve");
    composite.curve[i] = word;
  });

  let joints = 0;
  for (const kind of ["geom", "site", "joint"] as const) ownDefaults(parts, kind);
  parts.joint.group = 3;
  parts.site.group = 3;
  for (const child of element.children) {
    const childRules = RULE.children[child.name]?.attributes;
    switch (child.name) {
      case "plugin":
        composite.plugin ??= readCablePlugin(reader, child, composite.prefix);
        break;
      case "geom":
        readAttributes(child, childRules, parts.geom);
        break;
      case "site":
        readAttributes(child, childRules, parts.site);
        break;
      case "joint": {
        if (joints++ > 0) throw child.error("composite: only particles can have several joints");
        const { kind: __, limited: ___, solreffix: ____, solimpfix: _____, ...jointRules } = childRules;
        readAttributes(child, childRules, {});
        readAttributes(child, jointRules, parts.joint);
        break;
      }
      case "skin": {
        const skin = {
          texcoord: 0,
          material: "",
          rgba: Float64Array.of(1, 1, 1, 1),
          inflate: 0,
          subgrid: 0,
          group: 0,
        };
        readAttributes(child, childRules, skin);
        if (skin.group < 0 || skin.group > 5) throw child.error("skin: group must be between 0 and 5", "group");
        composite.skin = skin;
        break;
      }
    }
  }
  return composite;
}

/** The plugin of all bodies of a cable, which gets a name. */
function readCablePlugin(reader: Reader, child: XmlElement, prefix: string): PluginUse {
  const use = readPlugin(reader, child);
  if (use.plugin !== "mujoco.elasticity.cable") {
    throw child.error(`composite: the plugin of a cable is 'mujoco.elasticity.cable', got '${use.plugin}'`, "plugin");
  }
  if (use.own !== undefined) use.own.name = `composite${prefix}`;
  return use.own === undefined ? use : { ...use, instance: use.own.name, own: undefined };
}

function checkCounts(element: XmlElement, composite: Composite): void {
  const { count, size, vertex } = composite;
  if (count.some((value) => value < 1)) {
    throw element.error(`composite: counts must be positive, got ${count.join(" ")}`, "count");
  }
  if (dot3(size, 0, size, 0) < MINVAL && vertex.length === 0) {
    throw element.error("composite: size must be positive", "size");
  }
  if (vertex.length > 0) {
    if (count[0] > 1) throw element.error("composite: give either 'vertex' or 'count', not both", "count");
    count[0] = Math.trunc(vertex.length / 3);
    count[1] = 1;
  }
  let single = false;
  for (const value of count) {
    if (value === 1) single = true;
    else if (single) throw element.error("composite: counts of 1 must come last", "count");
  }
}

function makeCable(
  reader: Reader,
  element: XmlElement,
  parent: BodySpec,
  frame: FrameSpec | undefined,
  composite: Composite,
): void {
  const { spec } = reader;
  const { prefix, count, parts } = composite;
  if (count[0] < 2 || count[1] !== 1 || count[2] !== 1) {
    throw element.error("composite: a cable is one-dimensional, with at least 2 vertices", "count");
  }
  const { type } = parts.geom;
  if (type !== Geom.CYLINDER && type !== Geom.CAPSULE && type !== Geom.BOX) {
    throw element.error("composite: geoms of a cable are cylinders, capsules, or boxes");
  }
  spec.texts.push({ ...newElement(spec, element), name: `composite_${prefix}`, data: `rope_${prefix}` });

  if (composite.vertex.length === 0) composite.vertex = curveVertices(composite);
  const state: Moving = { normal: Float64Array.of(0, 1, 0), quat: Float64Array.of(1, 0, 0, 0) };
  let body = parent;
  for (let ix = 0; ix < count[0] - 1; ix++) body = addCableBody(reader, element, body, frame, composite, ix, state);
  if (type !== Geom.BOX) return;
  if (composite.skin !== undefined && composite.skin.subgrid > 0) noteUnsupported(reader, element, "skin subgrid");
  else makeCableSkin(spec, composite, element);
}

function curveVertices({ count, size, curve, quat }: Composite): Float64Array {
  const vertices = new Float64Array(3 * count[0]);
  const last = count[0] - 1;
  const v = new Float64Array(3);
  for (let ix = 0; ix <= last; ix++) {
    for (let k = 0; k < 3; k++) {
      switch (curve[k]) {
        case "s":
          v[k] = ix * size[0] / last;
          break;
        case "cos(s)":
          v[k] = size[1] * cos(PI * ix * size[2] / last);
          break;
        case "sin(s)":
          v[k] = size[1] * sin(PI * ix * size[2] / last);
          break;
        default:
          v[k] = 0;
      }
    }
    rotVecQuat(v, 0, v, 0, quat, 0);
    for (let k = 0; k < 3; k++) vertices[3 * ix + k] = Math.fround(v[k]);
  }
  return vertices;
}

/** The frame that moves along the cable. */
interface Moving {
  normal: Float64Array;
  quat: Float64Array;
}

/** Edge from vertex `i` to the next; differences are rounded to single precision. */
function edgeAt(vertex: Float64Array, i: number): Float64Array {
  return Float64Array.from([0, 1, 2], (k) => Math.fround(vertex[3 * (i + 1) + k] - vertex[3 * i + k]));
}

function addCableBody(
  reader: Reader,
  element: XmlElement,
  parent: BodySpec,
  frame: FrameSpec | undefined,
  composite: Composite,
  ix: number,
  state: Moving,
): BodySpec {
  const { spec } = reader;
  const { prefix, vertex, offset, initial, parts } = composite;
  const lastIndex = composite.count[0] - 2;
  const first = ix === 0;
  const last = ix === lastIndex;
  const label = (i: number) => i === 0 ? "first" : i === lastIndex ? "last" : String(i);

  const edge = edgeAt(vertex, ix);
  const previous = first ? new Float64Array(3) : edgeAt(vertex, ix - 1);
  const lengthPrevious = first ? 0 : normalizeVec(previous, 0, 3);
  const next = last ? new Float64Array(3) : edgeAt(vertex, ix + 1);
  if (!last) normalizeVec(next, 0, 3);
  const thisQuat = new Float64Array(4);
  const length = moveFrame(thisQuat, state.normal, edge, previous, next, first);

  // body, relative to the previous one
  const body = newBody(spec, parent, parent.childclass, element);
  body.name = `${prefix}B_${label(ix)}`;
  parent.bodies.push(body);
  if (first) {
    for (let k = 0; k < 3; k++) body.pos[k] = offset[k] + vertex[k];
    body.quat.set(thisQuat);
    body.frame = frame;
  } else {
    body.pos[0] = lengthPrevious;
    const [w, x, y, z] = state.quat;
    mulUnitQuat(body.quat, Float64Array.of(w, -x, -y, -z), thisQuat);
  }

  const geom = newGeom(spec, body, undefined, parts, element);
  geom.name = `${prefix}G${ix}`;
  if (geom.type === Geom.BOX) {
    geom.pos.fill(0);
    geom.pos[0] = length / 2;
    geom.size[0] = length / 2;
  } else {
    geom.fromto = Float64Array.of(0, 0, 0, length, 0, 0);
  }
  body.geoms.push(geom);
  body.plugin = composite.plugin;
  state.quat.set(thisQuat);

  if (!first || initial !== "none") {
    const joint = newJoint(spec, body, undefined, parts, element);
    joint.name = `${prefix}J_${label(ix)}`;
    joint.type = first && initial === "free" ? Joint.FREE : Joint.BALL;
    if (joint.type === Joint.FREE) {
      joint.damping = 0;
      joint.armature = 0;
      joint.frictionloss = 0;
    }
    body.joints.push(joint);
  }
  if (!last) {
    // the second body counts, even if it is the last one
    const body2 = `${prefix}B_${first ? ix + 1 : label(ix + 1)}`;
    spec.excludes.push({ ...newElement(spec, element), body1: body.name, body2, signature: -1 });
  }
  if (first || last) {
    const site = newSite(spec, body, undefined, parts, element);
    site.name = `${prefix}S_${first ? "first" : "last"}`;
    site.pos = Float64Array.of(last ? length : 0, 0, 0);
    site.quat = Float64Array.of(1, 0, 0, 0);
    body.sites.push(site);
  }
  return body;
}

const axes = new Float64Array(9);
const turn = new Float64Array(4);

/** Moves the frame to an edge: x along the edge, with as little twist as possible. Returns the edge's length. */
function moveFrame(
  quat: Float64Array,
  normal: Float64Array,
  edge: Float64Array,
  previous: Float64Array,
  next: Float64Array,
  first: boolean,
): number {
  const tangent = edge.slice();
  const binormal = new Float64Array(3);
  normalizeVec(tangent, 0, 3);
  if (first) {
    cross(binormal, 0, tangent, 0, next, 0);
    normalizeVec(binormal, 0, 3);
    cross(normal, 0, binormal, 0, tangent, 0);
    normalizeVec(normal, 0, 3);
  } else {
    // rotate the normal about the binormal of the vertex
    cross(binormal, 0, previous, 0, tangent, 0);
    const s = normalizeVec(binormal, 0, 3);
    axisAngle2Quat(turn, 0, binormal, 0, atan2(s, dot3(previous, 0, tangent, 0)));
    rotVecQuat(normal, 0, normal, 0, turn, 0);
    normalizeVec(normal, 0, 3);
    cross(binormal, 0, tangent, 0, normal, 0);
    normalizeVec(binormal, 0, 3);
  }
  axes.set(tangent, 0);
  axes.set(normal, 3);
  axes.set(binormal, 6);
  quatFromFrame(quat, axes);
  return Math.sqrt(dot3(edge, 0, edge, 0));
}
