/** Fusing: bodies that cannot move become part of their parents. */

import { MINVAL } from "../types/constants.ts";
import { Obj, Sensor, Trn } from "../types/enums.ts";
import type { BodySpec, GeomSpec, SiteSpec, Spec } from "../types/spec.ts";
import { accumulateContactFlags, computeBvh } from "./body.ts";
import { accumulateChild } from "./frame.ts";
import { addChildInertia } from "./inertia_frame.ts";
import type { Lookup } from "./lookup.ts";

/**
 * Fuses every static body that nothing else refers to. Returns the number of nodes that MuJoCo, which counts the nodes
 * that a fusion adds twice, leaves unused behind all bounding volumes.
 */
export function fuseStatic(spec: Spec, lookup: Lookup): number {
  let unused = 0;
  for (let i = 1; i < spec.bodies.length; i++) {
    const body = spec.bodies[i];
    if (body.joints.length > 0 || body.mocap || isReferred(spec, body, lookup)) continue;
    unused += fuse(spec, body);
    i--;
  }
  return unused;
}

/** Whether an element outside the tree needs the body. */
function isReferred(spec: Spec, body: BodySpec, lookup: Lookup): boolean {
  const { name } = body;
  if (name === "") return false;
  const names = (type: number, ...names: string[]) => (type === Obj.BODY || type === Obj.XBODY) && names.includes(name);
  const bodyType = Obj.BODY;
  return spec.cameras.some((camera) => camera.target === name) ||
    spec.lights.some((light) => light.target === name) ||
    spec.skins.some((skin) => skin.bones.some((bone) => bone.body === name)) ||
    spec.excludes.some((exclude) => names(bodyType, exclude.body1, exclude.body2)) ||
    spec.equalities.some((equality) => names(equality.objtype, equality.name1, equality.name2)) ||
    spec.actuators.some((actuator) => actuator.trntype === Trn.BODY && actuator.target === name) ||
    spec.sensors.some((sensor) => names(sensor.objtype, sensor.objname) || names(sensor.reftype, sensor.refname)) ||
    spec.sensors.some((sensor) => isForceSensorOn(sensor.type, sensor.objname, body, lookup)) ||
    spec.tuples.some((tuple) => tuple.elements.some((item) => names(item.objtype, item.objname)));
}

function isForceSensorOn(type: number, siteName: string, body: BodySpec, lookup: Lookup): boolean {
  if (type !== Sensor.FORCE && type !== Sensor.TORQUE) return false;
  const site = lookup.find(Obj.SITE, siteName) as SiteSpec | undefined;
  return site?.body === body;
}

function fuse(spec: Spec, body: BodySpec): number {
  const parent = body.parent as BodySpec;
  const nodes = ({ bvh }: BodySpec) => bvh?.tree.count ?? 0;
  const before = nodes(body) + nodes(parent);
  if (parent.name !== "world" && body.mass >= MINVAL) addChildInertia(parent, body);

  // the children take the place of the body
  for (const child of body.bodies) {
    accumulateChild(body.pos, body.quat, child.pos, child.quat);
    child.parent = parent;
  }
  parent.bodies.splice(parent.bodies.indexOf(body), 1, ...body.bodies);
  adopt(parent, parent.geoms, body.geoms, body);
  adopt(parent, parent.sites, body.sites, body);

  // cameras and lights as well
  for (const camera of body.cameras.splice(0)) {
    accumulateChild(body.pos, body.quat, camera.pos, camera.quat);
    camera.body = parent;
    parent.cameras.push(camera);
  }
  moveLights(parent, body);

  reindex(spec);
  accumulateContactFlags(parent);
  computeBvh(parent);
  return nodes(parent) - before;
}

function adopt<T extends GeomSpec | SiteSpec>(parent: BodySpec, target: T[], source: T[], body: BodySpec): void {
  for (const item of source.splice(0)) {
    accumulateChild(body.pos, body.quat, item.pos, item.quat);
    item.body = parent;
    target.push(item);
  }
}

function moveLights(parent: BodySpec, body: BodySpec): void {
  const unit = new Float64Array(4);
  for (const light of body.lights.splice(0)) {
    unit.set([1, 0, 0, 0]);
    accumulateChild(body.pos, body.quat, light.pos, unit);
    light.body = parent;
    parent.lights.push(light);
  }
}

/** Numbers the tree anew. */
function reindex(spec: Spec): void {
  for (const list of [spec.bodies, spec.joints, spec.geoms, spec.sites, spec.cameras, spec.lights]) list.length = 0;
  reindexBody(spec, spec.world);
}

function reindexBody(spec: Spec, body: BodySpec): void {
  body.id = spec.bodies.length;
  spec.bodies.push(body);
  if (body.parent) body.weldid = body.joints.length > 0 ? body.id : body.parent.weldid;
  const put = <T extends { id: number }>(list: T[], items: T[]) => {
    for (const item of items) {
      item.id = list.length;
      list.push(item);
    }
  };
  put(spec.joints, body.joints);
  put(spec.geoms, body.geoms);
  put(spec.sites, body.sites);
  put(spec.cameras, body.cameras);
  put(spec.lights, body.lights);
  for (const child of body.bodies) reindexBody(spec, child);
}
