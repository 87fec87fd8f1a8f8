/** The order of things in the tree of bodies. */

import type { BodySpec, Spec } from "../types/spec.ts";

/** Fills the lists of bodies and of their elements: each body before its children, in the order of the document. */
export function listTree(spec: Spec): void {
  for (const list of [spec.bodies, spec.joints, spec.geoms, spec.sites, spec.cameras, spec.lights, spec.frames]) {
    list.length = 0;
  }
  listBody(spec, spec.world);
}

function listBody(spec: Spec, body: BodySpec): void {
  spec.bodies.push(body);
  spec.geoms.push(...body.geoms);
  spec.joints.push(...body.joints);
  spec.sites.push(...body.sites);
  spec.cameras.push(...body.cameras);
  spec.lights.push(...body.lights);
  spec.frames.push(...body.frames);
  for (const child of body.bodies) listBody(spec, child);
}
