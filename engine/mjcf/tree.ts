/** The order of things in the tree of bodies. */

import type { BodySpec, Spec } from "../types/spec.ts";

/** Fills the lists of bodies and of their elements: each body before its children, in the order of the document. */
export function listTree(spec: Spec): void {
  for (const list of [spec.bodies, spec.joints, spec.geoms, spec.sites, spec.cameras, spec.lights, spec.frames]) {
    list.length = 0;
  }
  listBody(spec, spec.world, 0);
}

function listBody(spec: Spec, body: BodySpec, depth: number): void {
  spec.budget.check("treeDepth", depth, body.origin, undefined, "the tree");
  spec.bodies.push(body);
  // not spread: a call has room for some thousand arguments only
  for (const geom of body.geoms) spec.geoms.push(geom);
  for (const joint of body.joints) spec.joints.push(joint);
  for (const site of body.sites) spec.sites.push(site);
  for (const camera of body.cameras) spec.cameras.push(camera);
  for (const light of body.lights) spec.lights.push(light);
  for (const frame of body.frames) spec.frames.push(frame);
  for (const child of body.bodies) listBody(spec, child, depth + 1);
}
