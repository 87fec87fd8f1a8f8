/** Bodies and joints that move the vertices of a `<flexcomp>`, or the nodes between which they are interpolated. */

import { normalizeVec } from "../math/normalize.ts";
import { doublesFrom, newDoubles } from "../math/small_arrays.ts";
import { Geom, Joint } from "../types/enums.ts";
import type { BodySpec, Spec } from "../types/spec.ts";
import { newBody, newGeom, newJoint } from "./create.ts";
import { type Flexcomp, isInterpolated } from "./flexcomp_description.ts";
import { FLEXCOMP_DOF } from "./keywords.ts";
import type { XmlElement } from "./xml.ts";

/** Group of the spheres at vertices. */
const VERTEX_GROUP = 4;

/** Mass fractions of the nodes along one axis of the quadratic interpolation. */
const SHARES = [1 / 6, 2 / 3, 1 / 6];

/** Adds a body for each vertex that is not pinned; pinned ones belong to the parent. */
export function makeVertexBodies(spec: Spec, element: XmlElement, parent: BodySpec, flexcomp: Flexcomp): void {
  const { name, dof, point, pinned, centered, mass, flex } = flexcomp;
  const npoint = point.length / 3;
  for (let i = 0; i < npoint; i++) {
    if (pinned[i] || isInterpolated(flexcomp)) {
      flex.vertbody.push(parent.name);
      continue;
    }
    const body = addMass(spec, element, parent, flexcomp, mass / npoint);
    body.name = `${name}_${i}`;
    for (let k = 0; k < 3; k++) body.pos[k] = point[3 * i + k];
    if (flex.vertcollide) addSphere(spec, element, body, flexcomp).group = VERTEX_GROUP;
    if (dof === FLEXCOMP_DOF.radial) {
      const axis = addSlide(spec, element, body);
      axis.set(body.pos);
      normalizeVec(axis, 0, 3);
    } else {
      addSlides(spec, element, body);
    }
    flex.vertbody.push(body.name);
    if (!centered) point.fill(0, 3 * i, 3 * i + 3);
  }
}

/**
 * Adds a body for each node, at the corners of the bounding box and, for quadratic interpolation, halfway between them.
 */
export function makeNodes(spec: Spec, element: XmlElement, parent: BodySpec, flexcomp: Flexcomp): void {
  const { name, dof, pinned, centered, bounds, mass, flex } = flexcomp;
  const order = dof === FLEXCOMP_DOF.trilinear ? 1 : 2;
  const step = 1 / order;
  const place = (at: number, k: number) => bounds[k] + at * step * (bounds[k + 3] - bounds[k]);
  const node: number[] = [];
  flex.order = order;
  for (let i = 0; i <= order; i++) {
    for (let j = 0; j <= order; j++) {
      for (let k = 0; k <= order; k++) {
        const pos = [place(i, 0), place(j, 1), place(k, 2)];
        if (pinned[node.length / 3]) {
          node.push(...pos);
          flex.nodebody.push(parent.name);
          continue;
        }
        node.push(0, 0, 0);
        const share = order === 1 ? mass / 8 : mass * SHARES[i] * SHARES[j] * SHARES[k];
        const body = addMass(spec, element, parent, flexcomp, share);
        body.name = `${name}_${i}_${j}_${k}`;
        body.pos.set(pos);
        if (flex.vertcollide) addSphere(spec, element, body, flexcomp);
        addSlides(spec, element, body);
        flex.nodebody.push(body.name);
      }
    }
  }
  if (!centered) flex.node = doublesFrom(node);
}

function addMass(spec: Spec, element: XmlElement, parent: BodySpec, flexcomp: Flexcomp, mass: number): BodySpec {
  const { inertiabox } = flexcomp;
  const body = newBody(spec, parent, parent.childclass, element);
  parent.bodies.push(body);
  body.explicitinertial = true;
  body.ipos = newDoubles(3);
  body.mass = mass;
  body.inertia.fill(mass * (2 * inertiabox * inertiabox) / 3);
  return body;
}

function addSphere(spec: Spec, element: XmlElement, body: BodySpec, { flex }: Flexcomp): { group: number } {
  const geom = newGeom(spec, body, undefined, body.childclass, element);
  geom.type = Geom.SPHERE;
  geom.size = geom.size.slice();
  geom.size[0] = flex.radius;
  body.geoms.push(geom);
  return geom;
}

/** Adds a slide joint at the origin of the body; returns its axis, still zero. */
function addSlide(spec: Spec, element: XmlElement, body: BodySpec): Float64Array {
  const joint = newJoint(spec, body, undefined, body.childclass, element);
  joint.type = Joint.SLIDE;
  joint.pos = newDoubles(3);
  joint.axis = newDoubles(3);
  body.joints.push(joint);
  return joint.axis;
}

function addSlides(spec: Spec, element: XmlElement, body: BodySpec): void {
  for (let k = 0; k < 3; k++) addSlide(spec, element, body)[k] = 1;
}
