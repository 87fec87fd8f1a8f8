/** Bodies: inertia, pose, contact flags, and all their elements. */

import { accumulateChild, accumulateFrame, accumulatePoint, invertFrame } from "../math/frame.ts";
import { normalizeVec } from "../math/normalize.ts";
import { principalAxes } from "../math/principal_axes.ts";
import { rotVecQuat } from "../math/quat.ts";
import { newDoubles } from "../math/small_arrays.ts";
import { resolveOrientation } from "../mjcf/orientation.ts";
import { MINVAL } from "../types/constants.ts";
import { AlignFree, InertiaFromGeom, Joint } from "../types/enums.ts";
import type { BodySpec, Spec } from "../types/spec.ts";
import { compileCamera, compileFrame, compileLight, compileSite, resolveCamera, resolveLight } from "./body_parts.ts";
import { buildBvh } from "./bvh.ts";
import { checkUserData } from "./check_values.ts";
import { fail } from "./fail.ts";
import { compileGeom, type Meshes } from "./geom.ts";
import { inertiaFromGeoms } from "./inertia_frame.ts";
import { compileJoint, NV } from "./joint.ts";
import type { Lookup } from "./lookup.ts";

const inversePos = new Float64Array(3);
const inverseQuat = new Float64Array(4);

/** Compiles a body and all its elements, but not its children. */
export function compileBody(spec: Spec, body: BodySpec, meshes: Meshes, lookup: Lookup): void {
  const { compiler, size } = { compiler: body.compiler, size: spec.size };
  for (const frame of body.frames) compileFrame(frame);
  checkUserData("body", body, size.nuser_body);
  for (const child of body.bodies) child.weldid = child.joints.length > 0 ? child.id : body.weldid;
  resolvePoses(body);

  // geoms come first because they may define the inertia
  const [low, high] = compiler.inertiagrouprange;
  for (const geom of body.geoms) {
    geom.inferinertia = body.id > 0 &&
      (!body.explicitinertial || compiler.inertiafromgeom === InertiaFromGeom.TRUE) &&
      geom.group >= low && geom.group <= high;
    compileGeom(geom, size, meshes);
  }
  setInertia(body);
  if (body.frame) accumulateChild(body.frame.pos, body.frame.quat, body.pos, body.quat);
  accumulateContactFlags(body);
  const aligned = alignsFreeJoint(body);
  if (aligned) alignToInertia(body);
  computeBvh(body);

  compileJoints(body, spec);
  if (body.mocap && (body.dofnum > 0 || (body.parent && body.parent.name !== "world"))) {
    throw fail("body", body, "a mocap body must be a child of the world without joints", "mocap");
  }
  for (const site of body.sites) compileSite(site, size);
  for (const camera of body.cameras) {
    compileCamera(camera, size, spec.visual.map.znear);
    resolveCamera(camera, lookup);
  }
  for (const light of body.lights) {
    compileLight(light);
    resolveLight(light, lookup);
  }
  if (aligned) alignParts(body);
}

function resolvePoses(body: BodySpec): void {
  const { compiler, inertial, fullinertia, inertia } = body;
  normalizeVec(body.quat, 0, 4);
  normalizeVec(inertial.quat, 0, 4);
  resolveOrientation(body, compiler.angle, compiler.eulerseq, (what) => fail("body", body, what));
  if (fullinertia !== undefined && !Number.isNaN(fullinertia[0])) {
    if (inertial.orientation !== "") throw fail("body", body, "fullinertia cannot be combined with an orientation");
    if (inertia[0] || inertia[1] || inertia[2]) {
      throw fail("body", body, "fullinertia cannot be combined with diaginertia");
    }
    if (!principalAxes(inertial.quat, inertia, fullinertia)) {
      throw fail("body", body, "fullinertia must have positive eigenvalues");
    }
  }
  resolveOrientation(inertial, compiler.angle, compiler.eulerseq, (what) => fail("body", body, `inertia: ${what}`));
}

function setInertia(body: BodySpec): void {
  const { compiler } = body;
  const given = body.ipos !== undefined && !Number.isNaN(body.ipos[0]);
  if (
    body.id > 0 && (compiler.inertiafromgeom === InertiaFromGeom.TRUE ||
      (!given && compiler.inertiafromgeom === InertiaFromGeom.AUTO))
  ) inertiaFromGeoms(body);
  if (body.ipos === undefined || Number.isNaN(body.ipos[0])) {
    body.ipos = body.pos.slice();
    body.inertial.quat = body.quat.slice();
  }
  if (body.id === 0) return;

  // bounds, then the triangle inequality
  const { inertia } = body;
  body.mass = Math.max(body.mass, compiler.boundmass);
  for (let k = 0; k < 3; k++) inertia[k] = Math.max(inertia[k], compiler.boundinertia);
  if (body.mass < 0 || inertia.some((value) => value < 0)) {
    throw fail("body", body, "mass and inertia cannot be negative");
  }
  const [x, y, z] = inertia;
  if (x + y < z || x + z < y || y + z < x) {
    if (!compiler.balanceinertia) {
      throw fail("body", body, `inertia must satisfy A + B >= C, got ${x} ${y} ${z}; balanceinertia would change it`);
    }
    inertia.fill((x + y + z) / 3);
  }
}

/** Contact flags and margin of a body, combined from all its geoms. */
export function accumulateContactFlags(body: BodySpec): void {
  body.contype = 0;
  body.conaffinity = 0;
  body.margin = 0;
  for (const geom of body.geoms) {
    body.contype |= geom.contype;
    body.conaffinity |= geom.conaffinity;
    if (geom.margin > body.margin) body.margin = geom.margin;
  }
}

/** Whether the body frame is aligned with the inertial frame: only for a free body without children. */
function alignsFreeJoint({ joints, bodies, compiler }: BodySpec): boolean {
  if (joints.length !== 1 || bodies.length > 0) return false;
  const { type, align } = joints[0];
  return type === Joint.FREE && (align === AlignFree.TRUE || (align === AlignFree.AUTO && compiler.alignfree === 1));
}

function alignToInertia(body: BodySpec): void {
  const ipos = body.ipos as Float64Array;
  const iquat = body.inertial.quat;
  accumulateFrame(body.pos, body.quat, ipos, iquat);
  invertFrame(inversePos, inverseQuat, ipos, iquat);
  ipos.fill(0);
  iquat.set([1, 0, 0, 0]);
  for (const geom of body.geoms) accumulateChild(inversePos, inverseQuat, geom.pos, geom.quat);
}

function alignParts(body: BodySpec): void {
  for (const part of [...body.sites, ...body.cameras]) accumulateChild(inversePos, inverseQuat, part.pos, part.quat);
  for (const light of body.lights) {
    accumulatePoint(inversePos, inverseQuat, light.pos);
    rotVecQuat(light.dir, 0, light.dir, 0, inverseQuat, 0);
  }
}

/**
 * Builds the tree of bounding boxes over the geoms that can collide. When a fusion rebuilds the tree, nodes without a
 * geom keep the geom that the node had in the first tree, as in MuJoCo.
 */
export function computeBvh(body: BodySpec): void {
  const geoms = body.geoms.filter((geom) => geom.contype || geom.conaffinity);
  const earlier = body.bvh?.leaves ?? [];
  if (body.geoms.length === 0) return;
  const n = geoms.length;
  const elements = {
    id: geoms.map((_, i) => i),
    pos: newDoubles(3 * n),
    quat: newDoubles(4 * n),
    aabb: newDoubles(6 * n),
  };
  geoms.forEach((geom, i) => {
    elements.pos.set(geom.pos, 3 * i);
    elements.quat.set(geom.quat, 4 * i);
    elements.aabb.set(geom.aabb, 6 * i);
  });
  const frame = { pos: body.ipos as Float64Array, quat: body.inertial.quat };
  const tree = buildBvh(elements, frame);
  const nodes = tree.nodeid.subarray(0, tree.count);
  body.bvh = { tree, leaves: Array.from(nodes, (leaf, i) => leaf < 0 ? earlier[i] : geoms[leaf]) };
}

function compileJoints(body: BodySpec, spec: Spec): void {
  body.dofnum = 0;
  let ball = false;
  for (const joint of body.joints) {
    compileJoint(joint, spec.size);
    body.dofnum += NV[joint.type];
  }
  if (body.dofnum > 6) throw fail("body", body, `a body has at most 6 degrees of freedom, got ${body.dofnum}`);
  for (const joint of body.joints) {
    if (ball && (joint.type === Joint.BALL || joint.type === Joint.HINGE)) {
      throw fail("joint", joint, "no rotational joint may follow a ball joint");
    }
    if (joint.type === Joint.BALL) ball = true;
  }
}

/** Checks that a free joint belongs to a child of the world; it has all degrees of freedom that a body may have. */
export function checkFreeJoint(body: BodySpec): void {
  const free = body.joints.filter((joint) => joint.type === Joint.FREE);
  if (free.length > 0 && body.parent && body.parent.name !== "world") {
    throw fail("joint", free[0], "a free joint needs a child of the world");
  }
}

/** Checks that a moving body has mass and inertia: its own, or that of bodies welded to it. */
export function hasInertia(body: BodySpec): boolean {
  if (body.mass >= MINVAL && body.inertia.every((value) => value >= MINVAL)) return true;
  return body.bodies.some((child) => child.joints.length === 0 && hasInertia(child));
}
