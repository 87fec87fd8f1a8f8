/**
 * `<flexcomp>`: a flex together with the bodies and joints of its vertices, generated from a description of its shape.
 */

import { rotVecQuat } from "../math/quat.ts";
import { Eq } from "../types/enums.ts";
import type { BodySpec } from "../types/spec.ts";
import { readAttributes } from "./attributes.ts";
import { BUILTIN } from "./builtin.ts";
import { orientation } from "./elements/shared.ts";
import { newEquality } from "./create.ts";
import { makeNodes, makeVertexBodies } from "./flexcomp_bodies.ts";
import { type Flexcomp, isInterpolated, type Pins } from "./flexcomp_description.ts";
import { loadPoints } from "./flexcomp_file.ts";
import { makeBox, makeGrid, makeSquare } from "./flexcomp_points.ts";
import { pinPoints } from "./flexcomp_pins.ts";
import { resolveOrientation } from "./orientation.ts";
import { chooseOrientation } from "./read_body_elements.ts";
import { noteUnsupported, type Reader } from "./reader.ts";
import { newFlex, readFlexParts } from "./read_flex.ts";
import { FLEXCOMP_DOF, FLEXCOMP_TYPE } from "./keywords.ts";
import { SCHEMA } from "./schema.ts";
import type { XmlElement } from "./xml.ts";

const RULE = SCHEMA.children.body.children.flexcomp;

const MINVAL = 1e-15;
const MAXVAL = 1e10;

/** Stretching of two-dimensional flexes, as bits of `elastic2d`. */
const STRETCH = 2;

const { box, cylinder, ellipsoid, square, disc, mesh, gmsh, direct, grid } = FLEXCOMP_TYPE;
const { radial, trilinear, quadratic } = FLEXCOMP_DOF;

/** Reads a `<flexcomp>` and adds its flex, bodies, joints, and constraint to the spec. */
export function readFlexcomp(reader: Reader, element: XmlElement, body: BodySpec): void {
  const flexcomp = readDescription(reader, element);
  if (element.children.some(({ name }) => name === "plugin")) return;
  const { flex } = flexcomp;
  checkDescription(element, body, flexcomp);
  const { angle, eulerseq } = reader.spec.compiler;
  resolveOrientation(flexcomp, angle, eulerseq, (what) => element.error(`flexcomp: ${what}`));

  foreseePoints(reader, element, flexcomp);
  makePoints(reader, element, flexcomp);
  if (flexcomp.type === box || flexcomp.type === cylinder || (flexcomp.type === grid && flex.dim === 3)) {
    flex.flatskin = 1;
  }
  checkPoints(element, flexcomp);
  placePoints(flexcomp);
  pinPoints(element, flexcomp, reader.spec.budget);
  if (isFromData(flexcomp)) dropUnused(flexcomp);
  makeFlex(reader, element, body, flexcomp);
}

function readDescription(reader: Reader, element: XmlElement): Flexcomp {
  const pins: Pins = { id: [], range: [], grid: [], gridrange: [] };
  const flexcomp: Flexcomp = {
    ...orientation(),
    name: "",
    type: grid,
    dof: 0,
    count: [10, 10, 10],
    spacing: Float64Array.of(0.02, 0.02, 0.02),
    scale: Float64Array.of(1, 1, 1),
    origin: new Float64Array(3),
    pos: new Float64Array(3),
    mass: 1,
    inertiabox: 0.005,
    rigid: 0,
    file: "",
    equality: 0,
    point: [],
    element: [],
    texcoord: [],
    elemtexcoord: [],
    pins,
    pinned: [],
    centered: false,
    bounds: new Float64Array(6),
    flex: newFlex(reader.spec, element),
  };
  const { flex } = flexcomp;
  const { group, dim, radius, material, rgba, flatskin, ...rules } = RULE.attributes;
  const { point, element: elements, texcoord, ...own } = rules;
  readAttributes(element, own, flexcomp);
  readAttributes(element, { group, dim, radius, material, rgba, flatskin }, flex);
  const lists: { point?: Float64Array; element?: number[]; texcoord?: Float64Array } = {};
  readAttributes(element, { point, element: elements, texcoord }, lists);
  flexcomp.point = Array.from(lists.point ?? []);
  flexcomp.element = lists.element ?? [];
  flexcomp.texcoord = Array.from(lists.texcoord ?? []);
  flex.name = flexcomp.name;
  if (flexcomp.type === mesh && flex.dim === 3 && (element.attributes.origin ?? "").trim() === "") {
    throw element.error("flexcomp: a mesh needs 'origin' to become three-dimensional");
  }
  chooseOrientation(reader, element, flexcomp);

  readFlexParts(element, flex);
  for (const child of element.children) {
    if (child.name === "edge") {
      readAttributes(child, { equality: RULE.children.edge.attributes.equality }, flexcomp);
    } else if (child.name === "pin") {
      const more: Partial<Pins> = {};
      readAttributes(child, RULE.children.pin.attributes, more);
      for (const name of ["id", "range", "grid", "gridrange"] as const) {
        if (more[name] !== undefined) pins[name] = pins[name].concat(more[name]);
      }
    } else if (child.name === "plugin") {
      noteUnsupported(reader, child, "<plugin> flexcomp");
    }
  }
  if (flex.elastic2d >= STRETCH && flexcomp.equality) {
    throw element.error("flexcomp: elasticity that resists stretching cannot be combined with an edge equality");
  }
  return flexcomp;
}

/** Whether points and elements come from data rather than a shape. */
function isFromData({ type }: Flexcomp): boolean {
  return type === direct || type === mesh || type === gmsh;
}

function checkDescription(element: XmlElement, body: BodySpec, flexcomp: Flexcomp): void {
  const { count, spacing, scale, mass, inertiabox, dof, flex } = flexcomp;
  if (body.name === "") throw element.error("flexcomp: the parent body needs a name");
  if (flex.dim < 1 || flex.dim > 3) throw element.error(`flexcomp: dim must be 1, 2, or 3, got ${flex.dim}`, "dim");
  const least = dof === radial && flex.dim === 3 ? 2 : 1;
  if (count.some((value) => value < least)) {
    throw element.error(`flexcomp: counts must be at least ${least}, got ${count.join(" ")}`, "count");
  }
  const apart = 2 * flex.radius + flex.margin;
  if (!isFromData(flexcomp)) {
    if (spacing.some((value) => value < apart)) {
      throw element.error(`flexcomp: spacing must be at least ${apart}, got ${spacing.join(" ")}`, "spacing");
    }
  }
  if (scale.some((value) => value < MINVAL)) {
    throw element.error(`flexcomp: scale must be positive, got ${scale.join(" ")}`, "scale");
  }
  if (mass < MINVAL) throw element.error(`flexcomp: mass must be positive, got ${mass}`, "mass");
  if (inertiabox < MINVAL) {
    throw element.error(`flexcomp: inertiabox must be positive, got ${inertiabox}`, "inertiabox");
  }
}

/** Rejects shapes with too many points or elements before they are generated. */
function foreseePoints({ spec: { budget } }: Reader, element: XmlElement, flexcomp: Flexcomp): void {
  const { type, count, flex, name } = flexcomp;
  if (isFromData(flexcomp)) return;
  const [nx, ny, nz] = count;
  const isHollow = type === box || type === cylinder || type === ellipsoid;
  const surface = 2 * (nx * ny + ny * nz + nz * nx);
  const points = isHollow ? surface : nx * (flex.dim > 1 ? ny : 1) * (flex.dim > 2 ? nz : 1);
  const label = `flexcomp '${name}'`;
  budget.check("flexVertices", points, element, "count", label);
  budget.check("flexElements", points * (isHollow ? 2 : [0, 1, 2, 6][flex.dim]), element, "count", label);
  const hasPins = element.children.some((child) => child.name === "pin");
  if (!flexcomp.rigid && !isInterpolated(flexcomp) && !hasPins) {
    budget.foresee("bodies", points, element, "count", label);
  }
}

function makePoints(reader: Reader, element: XmlElement, flexcomp: Flexcomp): void {
  switch (flexcomp.type) {
    case box:
    case cylinder:
    case ellipsoid:
      return makeBox(element, flexcomp);
    case square:
    case disc:
      return makeSquare(element, flexcomp);
    case mesh:
    case gmsh:
      return loadPoints(reader, element, flexcomp);
    case direct:
      return;
    default:
      return makeGrid(element, flexcomp);
  }
}

function checkPoints(element: XmlElement, flexcomp: Flexcomp): void {
  const { type, dof, point, element: elements, pins, flex } = flexcomp;
  const { dim } = flex;
  const wrong = (what: string) => element.error(`flexcomp: ${what}`);
  const onGrid = pins.grid.length > 0 || pins.gridrange.length > 0;
  if (pins.range.length % 2) throw wrong("pin ranges need 2 numbers each");
  if (pins.grid.length % dim) throw wrong(`grid pins need ${dim} numbers each`);
  if (pins.gridrange.length % (2 * dim)) throw wrong(`grid pin ranges need ${2 * dim} numbers each`);
  if (onGrid && type !== grid && dof !== trilinear && dof !== quadratic) {
    throw wrong("only grids and interpolated flexes can be pinned by grid position");
  }
  if (onGrid && dim === 1) throw wrong("a one-dimensional flex cannot be pinned by grid position");
  if (point.length === 0 || elements.length === 0) throw wrong("it needs points and elements");
  if (point.length % 3) throw wrong(`points need 3 numbers each, got ${point.length} numbers`);
  if (elements.length % (dim + 1)) {
    throw wrong(`elements need ${dim + 1} points each, got ${elements.length} points`);
  }
  const npoint = point.length / 3;
  const bad = elements.findIndex((id) => id < 0 || id >= npoint);
  if (bad >= 0) {
    throw wrong(`element ${Math.floor(bad / (dim + 1))} has the point ${elements[bad]}, but there are ${npoint}`);
  }
}

const vec = new Float64Array(3);

/** Scales points from data, moves all points into the frame of the parent, and finds their bounding box. */
function placePoints(flexcomp: Flexcomp): void {
  const { point, scale, pos, quat, bounds } = flexcomp;
  const isScaled = isFromData(flexcomp);
  bounds.fill(MAXVAL, 0, 3);
  bounds.fill(-MAXVAL, 3, 6);
  for (let i = 0; i < point.length; i += 3) {
    for (let k = 0; k < 3; k++) vec[k] = isScaled ? point[i + k] * scale[k] : point[i + k];
    rotVecQuat(vec, 0, vec, 0, quat, 0);
    for (let k = 0; k < 3; k++) {
      const x = vec[k] + pos[k];
      point[i + k] = x;
      if (x < bounds[k]) bounds[k] = x;
      if (bounds[k + 3] < x) bounds[k + 3] = x;
    }
  }
}

/** Drops points that are not in any element. */
function dropUnused(flexcomp: Flexcomp): void {
  const { point, element, texcoord, pinned } = flexcomp;
  const npoint = point.length / 3;
  const used = new Uint8Array(npoint);
  for (const id of element) used[id] = 1;
  if (!used.includes(0)) return;
  const index = new Int32Array(npoint);
  let n = 0;
  for (let i = 0; i < npoint; i++) {
    index[i] = n;
    if (!used[i]) continue;
    for (let k = 0; k < 3; k++) point[3 * n + k] = point[3 * i + k];
    if (texcoord.length > 0) { for (let k = 0; k < 2; k++) texcoord[2 * n + k] = texcoord[2 * i + k] ?? 0; }
    pinned[n] = pinned[i];
    n++;
  }
  flexcomp.element = element.map((id) => index[id]);
  point.length = 3 * n;
  if (texcoord.length > 0) texcoord.length = 2 * n;
}

function makeFlex(reader: Reader, element: XmlElement, body: BodySpec, flexcomp: Flexcomp): void {
  const { spec } = reader;
  const { flex, name, point, centered, rigid, equality } = flexcomp;
  spec.flexes.push(flex);
  flex.element = flexcomp.element;
  flex.texcoord = Float64Array.from(flexcomp.texcoord);
  flex.elemtexcoord = flexcomp.elemtexcoord;
  if (!centered) flex.vertex = Float64Array.from(point);
  if (rigid) {
    flex.vertbody = [body.name];
    return;
  }

  makeVertexBodies(spec, element, body, flexcomp);
  if (isInterpolated(flexcomp)) makeNodes(spec, element, body, flexcomp);
  if (!centered || isInterpolated(flexcomp)) flex.vertex = Float64Array.from(point);
  if (!equality) return;
  const target = newEquality(spec, BUILTIN, element);
  const edge = element.children.find((child) => child.name === "edge");
  const { solref, solimp } = RULE.children.edge.attributes;
  if (edge !== undefined) readAttributes(edge, { solref, solimp }, target);
  target.type = equality === Eq.FLEX ? Eq.FLEX : Eq.FLEXVERT;
  target.active = 1;
  target.name1 = name;
  spec.equalities.push(target);
}
