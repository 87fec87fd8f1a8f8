/** Fusing: static bodies become part of their parents. */

import { accumulateChild, accumulatePoint } from "../math/frame.ts";
import { MINVAL } from "../types/constants.ts";
import { Obj, Sensor } from "../types/enums.ts";
import { MjcfError } from "../types/errors.ts";
import type { BodySpec, GeomSpec, SiteSpec, Spec } from "../types/spec.ts";
import { resolveTarget } from "./actuators.ts";
import { accumulateContactFlags, computeBvh } from "./body.ts";
import { resolveCamera, resolveLight } from "./body_parts.ts";
import { compileExclude, resolvePair } from "./contacts.ts";
import { compileEquality } from "./equalities.ts";
import { addChildInertia } from "./inertia_frame.ts";
import type { Lookup } from "./lookup.ts";
import { resolveObjects } from "./sensors.ts";
import { resolveBones } from "./assets/skins.ts";
import { resolvePath } from "./tendons.ts";
import { resolveTuple } from "./tuples.ts";

/**
 * Fuses every static body that nothing refers to. Returns the number of unused nodes after all bounding volumes: MuJoCo
 * counts the nodes that a fusion adds twice.
 */
export function fuseStatic(spec: Spec, lookup: Lookup): number {
  let unused = 0;
  const { cameras, lights, skins, pairs, excludes, equalities, tendons, actuators, sensors, tuples } = spec;
  const lists = [cameras, lights, skins, pairs, excludes, equalities, tendons, actuators, sensors, tuples];
  const references = lists.reduce((sum, list) => sum + list.length, 0);
  for (let i = 1; i < spec.bodies.length; i++) {
    const body = spec.bodies[i];
    const { name } = body;
    // each body is checked against all references, and each fusion renumbers everything
    spec.budget.take("work", references + spec.bodies.length + spec.geoms.length, body.origin);
    if (name !== "") {
      lookup.forget(Obj.BODY, name);
      const needed = !canDoWithout(spec, body, lookup);
      lookup.remember(Obj.BODY, name, i);
      if (needed) continue;
    }
    if (body.joints.length > 0 || body.mocap) continue;
    unused += fuse(spec, body);
    i--;
  }
  lookup.refresh(Obj.BODY);
  return unused;
}

/** Whether all references from outside the tree can still be resolved without the name of the body. */
function canDoWithout(spec: Spec, body: BodySpec, lookup: Lookup): boolean {
  try {
    for (const camera of spec.cameras) resolveCamera(camera, lookup);
    for (const light of spec.lights) resolveLight(light, lookup);
    for (const skin of spec.skins) resolveBones(skin, lookup);
    for (const pair of spec.pairs) resolvePair(pair, lookup);
    for (const exclude of spec.excludes) compileExclude(exclude, lookup);
    for (const equality of spec.equalities) compileEquality(equality, lookup);
    for (const tendon of spec.tendons) resolvePath(tendon, lookup);
    for (const actuator of spec.actuators) resolveTarget(actuator, lookup);
    for (const sensor of spec.sensors) resolveObjects(sensor, lookup);
    for (const tuple of spec.tuples) resolveTuple(tuple, lookup);
  } catch (error) {
    if (error instanceof MjcfError) return false;
    throw error;
  }
  return !spec.sensors.some(({ type, obj }) =>
    (type === Sensor.FORCE || type === Sensor.TORQUE) && (obj as SiteSpec | undefined)?.body === body
  );
}

function fuse(spec: Spec, body: BodySpec): number {
  const parent = body.parent as BodySpec;
  const nodes = ({ bvh }: BodySpec) => bvh?.tree.count ?? 0;
  const before = nodes(body) + nodes(parent);
  if (parent.name !== "world" && body.mass >= MINVAL) addChildInertia(parent, body);

  // the children replace the body
  for (const child of body.bodies) {
    accumulateChild(body.pos, body.quat, child.pos, child.quat);
    child.parent = parent;
  }
  parent.bodies.splice(parent.bodies.indexOf(body), 1, ...body.bodies);
  adopt(parent, parent.geoms, body.geoms, body);
  adopt(parent, parent.sites, body.sites, body);

  // cameras and lights too
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
  for (const light of body.lights.splice(0)) {
    accumulatePoint(body.pos, body.quat, light.pos);
    light.body = parent;
    parent.lights.push(light);
  }
}

/** Renumbers the tree. */
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
