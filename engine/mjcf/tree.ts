/** The order of elements in the tree of bodies. */

import type { BodySpec, Spec } from "../types/spec.ts";

/** Fills the lists of bodies and their elements: each body before its children, in document order. */
export function listTree(spec: Spec): void {
  for (const list of [spec.bodies, spec.joints, spec.geoms, spec.sites, spec.cameras, spec.lights, spec.frames]) {
    list.length = 0;
  }
  listBody(spec, spec.world, 0);
}

function listBody(spec: Spec, body: BodySpec, depth: number): void {
  spec.budget.check("treeDepth", depth, body.origin, undefined, "the tree");
  spec.bodies.push(body);
  // not spread, because the number of arguments of a call is limited
  for (const geom of body.geoms) spec.geoms.push(geom);
  for (const joint of body.joints) spec.joints.push(joint);
  for (const site of body.sites) spec.sites.push(site);
  for (const camera of body.cameras) spec.cameras.push(camera);
  for (const light of body.lights) spec.lights.push(light);
  for (const frame of body.frames) spec.frames.push(frame);
  for (const child of body.bodies) listBody(spec, child, depth + 1);
}
