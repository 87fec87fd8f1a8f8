/** Flexes: vertices, elements, edges, elasticity, and bounding volumes. */

import { mulUnitQuat } from "../../math/frame.ts";
import { pow } from "../../math/power.ts";
import { rotVecQuat } from "../../math/quat.ts";
import { doublesFrom, newDoubles } from "../../math/small_arrays.ts";
import { cross, dot3 } from "../../math/vec3.ts";
import { MINVAL } from "../../types/constants.ts";
import { Obj } from "../../types/enums.ts";
import type { CompiledFlex, FlexSpec } from "../../types/flex_spec.ts";
import type { BodySpec, Spec } from "../../types/spec.ts";
import { fail } from "../fail.ts";
import type { Lookup } from "../lookup.ts";
import { bendingStiffness } from "./bending.ts";
import { elementTree } from "./element_tree.ts";
import { findFlaps, listEdges } from "./edges.ts";
import { elementStiffness } from "./element_stiffness.ts";
import { countJacobians } from "./jacobian_sizes.ts";
import { nodeStiffness } from "./node_stiffness.ts";
import { findShell } from "./shell.ts";

/** Numbers per element in `flex_stiffness`. */
const NSTIFFNESS = 21;

/** Bits of `elastic2d`. */
const BEND = 1;
const STRETCH = 2;

/** Pose of a body in the world at the reference configuration. */
interface Pose {
  pos: Float64Array;
  quat: Float64Array;
}

/** Poses by body. */
export type BodyPoses = ReadonlyMap<BodySpec, Pose>;

/** Poses of all bodies, which must have been compiled; empty if there is no flex. */
export function bodyPoses(spec: Spec): BodyPoses {
  const poses = new Map<BodySpec, Pose>();
  if (spec.flexes.length === 0) return poses;
  for (const body of spec.bodies) {
    const pose = { pos: newDoubles(3), quat: doublesFrom([1, 0, 0, 0]) };
    const parent = body.parent && poses.get(body.parent);
    if (parent !== undefined) {
      rotVecQuat(pose.pos, 0, body.pos, 0, parent.quat, 0);
      for (let k = 0; k < 3; k++) pose.pos[k] += parent.pos[k];
      mulUnitQuat(pose.quat, parent.quat, body.quat);
    }
    poses.set(body, pose);
  }
  return poses;
}

/** Compiles a flex; bodies must have been compiled before. */
export function compileFlex(spec: Spec, flex: FlexSpec, lookup: Lookup, poses: BodyPoses): void {
  checkSizes(flex);
  if (flex.material !== "") {
    const material = lookup.find(Obj.MATERIAL, flex.material);
    if (material === undefined) throw fail("flex", flex, `unknown material '${flex.material}'`, "material");
    flex.matid = material.id;
  }
  const { dim, young, thickness, elastic2d, poisson } = flex;
  const interpolated = flex.nodebody.length > 0;
  const vertbody = flex.vertbody.map((name) => vertexBody(flex, name, lookup));
  const nodebody = flex.nodebody.map((name) => findBody(flex, name, lookup));
  const vertbodyid = Int32Array.from(vertbody, ({ id }) => id);
  const nodebodyid = Int32Array.from(nodebody, ({ id }) => id);
  spec.budget.check("flexElements", flex.element.length / (dim + 1), flex.origin, "element", `flex '${flex.name}'`);
  const element = Int32Array.from(flex.element);
  checkRepeats(flex);

  const given = flex.vertex.length > 0;
  const nvert = given ? flex.vertex.length / 3 : flex.vertbody.length;
  spec.budget.check("flexVertices", nvert, flex.origin, "vertex", `flex '${flex.name}'`);
  const rigid = (given && vertbodyid.length === 1) ||
    (!interpolated && vertbodyid.every((id) => id === vertbodyid[0]));
  const zero = (values: Float64Array) => values.every((value) => value === 0);
  const centered = !given || zero(interpolated ? flex.node : flex.vertex);

  const vertex = given && (interpolated || !centered) ? flex.vertex : undefined;
  const vertpos = newDoubles(3 * nvert);
  for (let i = 0; i < nvert; i++) {
    globalPosition(vertpos, i, vertex, poses.get(vertbody[rigid ? 0 : i]));
  }
  const nodepos = newDoubles(3 * nodebodyid.length);
  nodebody.forEach((body, i) => globalPosition(nodepos, i, centered ? undefined : flex.node, poses.get(body)));
  if (interpolated) vertbodyid.fill(-1);
  if (dim === 3) orientTetrahedra(element, vertpos);

  const edges = listEdges(element, dim, nvert);
  const flaps = dim === 2 ? findFlaps(element, edges) : undefined;
  const nelem = element.length / (dim + 1);
  const nedge = edges.edge.length / 2;
  const stiffness = newDoubles(NSTIFFNESS * nelem);
  const bending = newDoubles(17 * nedge);
  if (young > 0) {
    if (poisson < 0 || poisson >= 0.5) {
      throw fail("flex", flex, `poisson must be at least 0 and less than 0.5, got ${poisson}`);
    }
    if (interpolated) {
      const least = Math.floor(nodepos.length * nodepos.length / NSTIFFNESS);
      if (least > nelem) throw fail("flex", flex, `interpolation needs at least ${least} elements, got ${nelem}`);
      nodeStiffness(stiffness, nodepos, young, poisson, flex.order);
    } else if (dim === 3 || (dim === 2 && elastic2d & STRETCH && thickness > 0)) {
      elementStiffness(stiffness, element, vertpos, flex);
    }
    if (flaps !== undefined && elastic2d & BEND) {
      if (thickness < 0) throw fail("flex", flex, `thickness must be positive for bending, got ${thickness}`);
      bendingStiffness(bending, edges.edge, flaps, element, edges.elemedge, vertpos, flex);
    }
  }

  const { shell, elemlayer, evpair } = findShell(element, dim);
  const bvh = elementTree(flex, element, elemlayer, vertpos);
  const size = Float64Array.from([3, 4, 5], (k) => (bvh.count > 0 ? bvh.aabb[k] : 0) - flex.radius);
  const compiled: CompiledFlex = {
    nvert,
    nnode: nodebodyid.length,
    nelem,
    nedge,
    rigid,
    centered,
    interpolated,
    order: flex.order,
    vertbodyid,
    nodebodyid,
    element,
    elemtexcoord: textureOfElements(flex, element),
    edge: edges.edge,
    elemedge: edges.elemedge,
    edgeflap: elastic2d & BEND ? flaps : undefined,
    stiffness,
    bending,
    elemlayer,
    shell,
    evpair,
    bvh,
    size,
    vert0: relativePositions(vertpos, bvh.aabb, size),
    node0: nodepos,
    nJfe: 0,
    nJfv: 0,
  };
  countJacobians(spec, compiled);
  flex.compiled = compiled;
}

function checkSizes(flex: FlexSpec): void {
  const { dim, element, vertbody, nodebody, vertex, texcoord, elemtexcoord } = flex;
  const wrong = (what: string, attribute?: string) => fail("flex", flex, what, attribute);
  if (dim < 1 || dim > 3) throw wrong(`dim must be 1, 2, or 3, got ${dim}`, "dim");
  if (element.length === 0) throw wrong("it needs elements", "element");
  if (element.length % (dim + 1)) {
    throw wrong(`elements need ${dim + 1} vertices each, got ${element.length}`, "element");
  }
  if (vertbody.length === 0 && nodebody.length === 0) throw wrong("it needs bodies for its vertices or nodes", "body");
  if (vertex.length % 3) throw wrong(`vertices need 3 numbers each, got ${vertex.length} numbers`, "vertex");
  if (flex.edgestiffness > 0 && dim > 1) throw wrong("edge stiffness is for one-dimensional flexes only");
  if (nodebody.length > 0 && flex.selfcollide !== 0) throw wrong("an interpolated flex cannot collide with itself");
  if (nodebody.length > 0 && flex.internal) throw wrong("an interpolated flex has no internal collisions");

  const nvert = vertex.length > 0 ? vertex.length / 3 : vertbody.length;
  if (vertex.length > 0 && vertbody.length !== 1 && vertbody.length !== nvert) {
    throw wrong(`${nvert} vertices need one body, or as many, got ${vertbody.length}`, "body");
  }
  if (nvert < dim + 1) throw wrong(`it needs at least ${dim + 1} vertices, got ${nvert}`);
  const nnode = nodebody.length;
  if (nnode > 0 && flex.order === 0) {
    flex.order = Math.trunc(pow(nnode, 1 / 3) - 1);
    const side = flex.order + 1;
    if (nnode !== side * side * side) throw wrong(`nodes must form a cube, got ${nnode}`, "node");
  }
  const bad = element.findIndex((id) => id < 0 || id >= nvert);
  if (bad >= 0) throw wrong(`an element has the vertex ${element[bad]}, but there are ${nvert}`, "element");
  if (texcoord.length > 0 && texcoord.length !== 2 * nvert && elemtexcoord.length === 0) {
    throw wrong(
      `${nvert} vertices need as many pairs of texture coordinates, got ${texcoord.length} numbers`,
      "texcoord",
    );
  }
}

function findBody(flex: FlexSpec, name: string, lookup: Lookup): BodySpec {
  const body = lookup.find(Obj.BODY, name) as BodySpec | undefined;
  if (body === undefined) throw fail("flex", flex, `unknown body '${name}'`, "body");
  return body;
}

function vertexBody(flex: FlexSpec, name: string, lookup: Lookup): BodySpec {
  const body = findBody(flex, name, lookup);
  if (body.joints.length !== 3 && flex.dim === 2 && flex.elastic2d & BEND) {
    throw fail("flex", flex, `bending needs vertices that can move, body '${name}' is pinned`);
  }
  return body;
}

function checkRepeats(flex: FlexSpec): void {
  const { element, dim } = flex;
  for (let e = 0; e < element.length; e += dim + 1) {
    if (new Set(element.slice(e, e + dim + 1)).size <= dim) {
      throw fail("flex", flex, `element ${e / (dim + 1)} has a vertex twice`, "element");
    }
  }
}

const offset = new Float64Array(3);

/** World position of a point, given in the frame of its body. */
function globalPosition(res: Float64Array, i: number, local: Float64Array | undefined, pose: Pose | undefined): void {
  if (pose === undefined) return;
  res.set(pose.pos, 3 * i);
  if (local === undefined) return;
  rotVecQuat(offset, 0, local, 3 * i, pose.quat, 0);
  for (let k = 0; k < 3; k++) res[3 * i + k] += offset[k];
}

const sides = new Float64Array(9);
const normal = new Float64Array(3);

/** Swaps two vertices of tetrahedra where needed, so that their faces have outward normals. */
function orientTetrahedra(element: Int32Array, vertpos: Float64Array): void {
  for (let e = 0; e < element.length; e += 4) {
    for (let v = 0; v < 3; v++) {
      for (let k = 0; k < 3; k++) {
        sides[3 * v + k] = vertpos[3 * element[e + v + 1] + k] - vertpos[3 * element[e] + k];
      }
    }
    cross(normal, 0, sides, 0, sides, 3);
    if (dot3(normal, 0, sides, 6) > 0) {
      [element[e + 1], element[e + 2]] = [element[e + 2], element[e + 1]];
    }
  }
}

/** Texture coordinates of each element: those of its vertices, unless the document gives others. */
function textureOfElements(flex: FlexSpec, element: Int32Array): number[] {
  if (flex.texcoord.length === 0) return Array.from(element);
  if (flex.elemtexcoord.length > 0) return flex.elemtexcoord;
  // before any element is reoriented, and as if all elements were triangles
  return flex.element.slice(0, 3 * flex.element.length / (flex.dim + 1));
}

/** Positions of the vertices in the bounding box, from 0 to 1 along each axis. */
function relativePositions(vertpos: Float64Array, box: Float64Array, size: Float64Array): Float64Array {
  return vertpos.map((x, i) => {
    const k = i % 3;
    return size[k] > MINVAL ? (x - box[k]) / (2 * size[k]) + 0.5 : 0.5;
  });
}
