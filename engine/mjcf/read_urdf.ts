/** From URDF documents to specs, as in MuJoCo: links become bodies, and joints belong to their child links. */

import { mulUnitQuat } from "../math/frame.ts";
import { principalAxes } from "../math/principal_axes.ts";
import { quat2Mat } from "../math/quat.ts";
import { Geom, Joint, Limited } from "../types/enums.ts";
import type { BodySpec, GeomSpec, JointSpec, MeshSpec, Spec } from "../types/spec.ts";
import { findBody } from "./attach.ts";
import { parseAttribute } from "./attributes.ts";
import { newBody, newGeom, newJoint, newMesh } from "./create.ts";
import { reals } from "./elements/attribute.ts";
import { didYouMean } from "./excerpt.ts";
import { quatFromEuler, quatFromZ } from "./orientation.ts";
import { baseName, stem } from "./paths.ts";
import { readCompiler, readOption, readSize } from "./read_settings.ts";
import type { Reader } from "./reader.ts";
import type { XmlElement } from "./xml.ts";

/** Types of joints, and the first MuJoCo joint that each becomes. */
const JOINT_TYPE: Record<string, number | undefined> = {
  revolute: Joint.HINGE,
  continuous: Joint.HINGE,
  prismatic: Joint.SLIDE,
  fixed: undefined,
  floating: Joint.FREE,
  planar: Joint.SLIDE,
  spherical: Joint.BALL,
};

/** Data collected while a URDF document is read. */
interface Urdf {
  spec: Spec;
  colors: Map<string, Float64Array>;
  geomNames: Set<string>;
  /** meshes by file name */
  meshes: Map<string, MeshSpec[]>;
  /** name of the last named geom */
  geomName: string;
}

/** Reads a `<robot>`. */
export function readUrdf(reader: Reader, root: XmlElement): void {
  const { spec } = reader;
  const { compiler } = spec;
  compiler.strippath = 1;
  compiler.fusestatic = 1;
  compiler.discardvisual = 1;
  readExtension(reader, root);
  compiler.angle = 0;
  spec.modelname = root.attributes.name ?? spec.modelname;

  const urdf: Urdf = { spec, colors: new Map(), geomNames: new Set(), meshes: new Map(), geomName: "" };
  readMaterials(urdf, root);
  const links = root.children.filter((element) => element.name === "link");
  const joints = root.children.filter((element) => element.name === "joint");
  const roots = buildTree(spec, links, joints);
  for (const link of links) readLink(urdf, link);
  for (const joint of joints) readJoint(spec, joint);
  for (const name of roots) {
    const body = bodyNamed(spec, name);
    body?.pos.fill(0);
    body?.quat.set([1, 0, 0, 0]);
  }
}

/** The sections of MJCF that a `<mujoco>` element may hold. */
function readExtension(reader: Reader, root: XmlElement): void {
  const extension = child(root, "mujoco");
  if (extension === undefined) return;
  const sections = { compiler: readCompiler, option: readOption, size: readSize };
  for (const [name, read] of Object.entries(sections)) {
    const section = child(extension, name);
    if (section !== undefined) read(reader, section);
  }
}

/** The only child with a given name. */
function child(element: XmlElement, name: string): XmlElement | undefined {
  const found = element.children.filter((candidate) => candidate.name === name);
  if (found.length > 1) throw found[1].error(`${element.name}: element '${name}' can occur only once`);
  return found[0];
}

function requiredChild(element: XmlElement, name: string): XmlElement {
  const found = child(element, name);
  if (found === undefined) throw element.error(`${element.name}: element '${name}' is required`);
  return found;
}

function text(element: XmlElement, attribute: string): string {
  const value = element.attributes[attribute];
  if (value === undefined) throw element.error(`${element.name}: attribute '${attribute}' is required`);
  return value;
}

function optionalNumbers(element: XmlElement, attribute: string, count: number): Float64Array | undefined {
  const value = parseAttribute(element, attribute, reals(count));
  if (value === undefined) return undefined;
  return typeof value === "number" ? Float64Array.of(value) : value as Float64Array;
}

function numbers(element: XmlElement, attribute: string, count: number): Float64Array {
  const value = optionalNumbers(element, attribute, count);
  if (value === undefined) throw element.error(`${element.name}: attribute '${attribute}' is required`);
  return value;
}

function readMaterials(urdf: Urdf, element: XmlElement): void {
  const { name } = element.attributes;
  if (element.name === "material" && name !== undefined && !urdf.colors.has(name)) {
    const color = child(element, "color");
    if (color !== undefined) urdf.colors.set(name, numbers(color, "rgba", 4));
  }
  for (const inner of element.children) readMaterials(urdf, inner);
}

/** Adds a body for every link below its parent; returns the names of the links without a parent. */
function buildTree(spec: Spec, links: readonly XmlElement[], joints: readonly XmlElement[]): string[] {
  const children = new Map<string, string[]>();
  for (const link of links) {
    const name = text(link, "name");
    if (children.has(name)) throw link.error(`link: name '${name}' is repeated`, "name");
    children.set(name, []);
  }
  const parents = new Map<string, string>();
  for (const joint of joints) {
    const [parent, below] = ["parent", "child"].map((end) => {
      const element = requiredChild(joint, end);
      const name = text(element, "link");
      if (!children.has(name)) {
        throw element.error(`joint: unknown link '${name}'${didYouMean(name, [...children.keys()])}`, "link");
      }
      return name;
    });
    if (parents.has(below)) throw joint.error(`joint: link '${below}' has several parents`);
    parents.set(below, parent);
    children.get(parent)?.push(below);
  }

  const add = (parent: BodySpec, name: string) => {
    let body = spec.world;
    if (name !== "world") {
      body = newBody(spec, parent, spec.main, links.find((link) => link.attributes.name === name));
      body.name = name;
      parent.bodies.push(body);
    }
    for (const below of children.get(name) ?? []) add(body, below);
  };
  const roots = [...children.keys()].filter((name) => !parents.has(name));
  for (const name of roots) add(spec.world, name);
  return roots;
}

function bodyNamed(spec: Spec, name: string): BodySpec | undefined {
  return findBody(spec.world, name);
}

function readLink(urdf: Urdf, link: XmlElement): void {
  const { spec } = urdf;
  const body = bodyNamed(spec, text(link, "name"));
  if (body === undefined) throw link.error(`link: '${link.attributes.name}' belongs to a loop of joints`);
  const inertial = child(link, "inertial");
  if (inertial !== undefined) readInertial(body, inertial);
  body.pos.fill(0);
  body.quat.set([1, 0, 0, 0]);

  // a color applies until the next one
  let rgba: Float64Array | undefined;
  for (const element of link.children) {
    if (element.name === "visual") {
      rgba = materialColor(urdf, element) ?? rgba;
      if (spec.compiler.discardvisual) continue;
    } else if (element.name !== "collision") {
      continue;
    }
    const geom = readGeom(urdf, element, body, element.name === "collision");
    if (rgba !== undefined && rgba[0] >= 0) geom.rgba = rgba.map(Math.fround);
    urdf.geomName = element.attributes.name ?? urdf.geomName;
    if (!urdf.geomNames.has(urdf.geomName)) {
      geom.name = urdf.geomName;
      urdf.geomNames.add(urdf.geomName);
    }
  }
}

function materialColor(urdf: Urdf, visual: XmlElement): Float64Array | undefined {
  const material = child(visual, "material");
  if (material === undefined) return undefined;
  const color = child(material, "color");
  return color !== undefined ? numbers(color, "rgba", 4) : urdf.colors.get(text(material, "name"));
}

const MOMENTS = ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"];

function readInertial(body: BodySpec, element: XmlElement): void {
  body.explicitinertial = true;
  body.ipos = new Float64Array(3);
  readOrigin(element, body.ipos, body.inertial.quat);
  body.mass = numbers(requiredChild(element, "mass"), "value", 1)[0];
  const inertia = requiredChild(element, "inertia");
  const full = Float64Array.from(MOMENTS, (name) => numbers(inertia, name, 1)[0]);
  if (full.every((value) => value === 0)) {
    body.fullinertia = undefined;
    return;
  }
  body.fullinertia = full;
  const axes = Float64Array.of(1, 0, 0, 0);
  principalAxes(axes, new Float64Array(3), full);
  mulUnitQuat(body.inertial.quat, body.inertial.quat, axes);
}

function readOrigin(element: XmlElement, pos: Float64Array, quat: Float64Array): void {
  pos.fill(0);
  quat.set([1, 0, 0, 0]);
  const origin = child(element, "origin");
  if (origin === undefined) return;
  const xyz = optionalNumbers(origin, "xyz", 3);
  if (xyz !== undefined) pos.set(xyz);
  const rpy = optionalNumbers(origin, "rpy", 3);
  if (rpy !== undefined) quatFromEuler(quat, rpy, 0, "XYZ", (what) => origin.error(what));
}

function readGeom(urdf: Urdf, element: XmlElement, body: BodySpec, collides: boolean): GeomSpec {
  const geometry = requiredChild(element, "geometry");
  const geom = newGeom(urdf.spec, body, undefined, urdf.spec.main, element);
  geom.contype = Number(collides);
  geom.conaffinity = Number(collides);
  if (!collides) {
    geom.group = 1;
    geom.density = 0;
  }
  readShape(urdf, geometry, geom);
  readOrigin(element, geom.pos, geom.quat);
  body.geoms.push(geom);
  return geom;
}

function readShape(urdf: Urdf, geometry: XmlElement, geom: GeomSpec): void {
  const box = child(geometry, "box");
  const cylinder = child(geometry, "cylinder");
  const sphere = child(geometry, "sphere");
  const capsule = child(geometry, "capsule");
  const mesh = child(geometry, "mesh");
  const long = cylinder ?? capsule;
  if (box !== undefined) {
    geom.type = Geom.BOX;
    geom.size = numbers(box, "size", 3).map((value) => value / 2);
  } else if (cylinder !== undefined || (sphere === undefined && long !== undefined)) {
    const shape = long as XmlElement;
    geom.type = cylinder !== undefined ? Geom.CYLINDER : Geom.CAPSULE;
    geom.size[0] = numbers(shape, "radius", 1)[0];
    geom.size[1] = numbers(shape, "length", 1)[0] / 2;
  } else if (sphere !== undefined) {
    geom.size[0] = numbers(sphere, "radius", 1)[0];
  } else if (mesh !== undefined) {
    geom.type = Geom.MESH;
    geom.mesh = meshFor(urdf, mesh);
  } else {
    throw geometry.error("geometry: needs a box, cylinder, sphere, capsule, or mesh");
  }
}

/** Name of the mesh for a file and a scale; the same file with a different scale is a different mesh. */
function meshFor({ spec, meshes }: Urdf, element: XmlElement): string {
  const filename = text(element, "filename");
  const file = spec.compiler.strippath ? baseName(filename) : filename;
  const scale = optionalNumbers(element, "scale", 3) ?? Float64Array.of(1, 1, 1);
  const name = stem(file);
  const known = meshes.get(name) ?? [];
  const same = known.find((mesh) => mesh.scale.every((value, k) => value === scale[k]));

  // as in MuJoCo, a mesh that occurs again gets the name of the first one
  if (same !== undefined) return name;
  const mesh = newMesh(spec, spec.main, element);
  mesh.name = known.length === 0 ? name : `${name}${known.length}`;
  mesh.file = file;
  mesh.scale = scale;
  meshes.set(name, [...known, mesh]);
  spec.meshes.push(mesh);
  return mesh.name;
}

function readJoint(spec: Spec, element: XmlElement): void {
  const type = text(element, "type");
  if (!Object.hasOwn(JOINT_TYPE, type)) {
    throw element.error(`joint: unknown type '${type}'${didYouMean(type, Object.keys(JOINT_TYPE))}`, "type");
  }
  const name = text(element, "name");
  // links that belong to a loop are refused before
  const body = bodyNamed(spec, text(requiredChild(element, "child"), "link")) as BodySpec;
  readOrigin(element, body.pos, body.quat);
  const axisElement = child(element, "axis");
  const axis = axisElement ? numbers(axisElement, "xyz", 3) : Float64Array.of(1, 0, 0);
  const first = JOINT_TYPE[type];
  if (first === undefined) return;

  const add = (label: string, kind: number, direction: Float64Array): JointSpec => {
    const joint = newJoint(spec, body, undefined, spec.main, element);
    joint.name = label;
    joint.type = kind;
    joint.axis = direction;
    body.joints.push(joint);
    return joint;
  };
  const joints = type === "planar" ? planarJoints(name, axis, add) : [add(name, first, axis)];
  readDynamics(element, joints);
  readLimit(element, joints[0]);
}

/** Two slides perpendicular to the axis and a hinge about it. */
function planarJoints(
  name: string,
  axis: Float64Array,
  add: (label: string, kind: number, direction: Float64Array) => JointSpec,
): JointSpec[] {
  const quat = new Float64Array(4);
  const mat = new Float64Array(9);
  quatFromZ(quat, axis);
  quat2Mat(mat, 0, quat, 0);
  return [
    add(`${name}_TX`, Joint.SLIDE, Float64Array.of(mat[0], mat[3], mat[6])),
    add(`${name}_TY`, Joint.SLIDE, Float64Array.of(mat[1], mat[4], mat[7])),
    add(`${name}_RZ`, Joint.HINGE, axis.slice()),
  ];
}

function readDynamics(element: XmlElement, joints: readonly JointSpec[]): void {
  const dynamics = child(element, "dynamics");
  if (dynamics === undefined) return;
  const damping = optionalNumbers(dynamics, "damping", 1);
  const friction = optionalNumbers(dynamics, "friction", 1);
  for (const joint of joints) {
    if (damping !== undefined) joint.damping = damping[0];
    if (friction !== undefined) joint.frictionloss = friction[0];
  }
}

function readLimit(element: XmlElement, joint: JointSpec): void {
  const limit = child(element, "limit");
  if (limit === undefined) return;
  const lower = optionalNumbers(limit, "lower", 1);
  const upper = optionalNumbers(limit, "upper", 1);
  if (lower !== undefined) joint.range[0] = lower[0];
  if (upper !== undefined) joint.range[1] = upper[0];
  const whole = (lower === undefined) === (upper === undefined);
  if (!whole || joint.range[0] > joint.range[1]) joint.limited = Limited.FALSE;
  const effort = Math.abs(optionalNumbers(limit, "effort", 1)?.[0] ?? 0);
  if (effort > 0) joint.actuatorfrcrange.set([-effort, effort]);
}
