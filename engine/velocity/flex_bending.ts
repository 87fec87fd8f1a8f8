/** Bending of thin plates about the edges between two triangles. */

import { isDisabled } from "../model/queries.ts";
import type { Data } from "../data.ts";
import { DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { DAMPER, SPRING } = DisableBit;

/** numbers per edge in `flex_bending`: a 4 × 4 matrix, and a coefficient for a curved reference */
const NBENDING = 17;

/** expected dofs of a corner: slides along the world axes */
const AXES = 3;

// four corners: both ends of an edge, then the far corners of the two triangles; offsets of their data, three numbers
// each
const vertex = new Int32Array(4);
const place = new Int32Array(4);
const curved = new Float64Array(12);
const force = new Float64Array(12);

/** Adds bending forces of flex `f`. */
export function flexBending(m: Model, d: Data, f: number): void {
  const { flex_edgeadr, flex_edgenum, flex_edge, flex_edgeflap, flex_vertadr, flex_damping } = m;
  const vert = flex_vertadr[f];
  const end = flex_edgeadr[f] + flex_edgenum[f];
  const hasSpring = !isDisabled(m, SPRING);
  const hasDamper = !isDisabled(m, DAMPER) && flex_damping[f] !== 0;

  for (let e = flex_edgeadr[f]; e < end; e++) {
    // boundary edges do not bend
    if (flex_edgeflap[2 * e + 1] === -1) continue;
    vertex[0] = vert + flex_edge[2 * e];
    vertex[1] = vert + flex_edge[2 * e + 1];
    vertex[2] = vert + flex_edgeflap[2 * e];
    vertex[3] = vert + flex_edgeflap[2 * e + 1];
    if (hasSpring) bendingSpring(m, d, e);
    if (hasDamper) bendingDamper(m, d, e, f);
  }
}

/** Linear in the positions; a curved reference adds the gradient of the volume between the corners. */
function bendingSpring(m: Model, d: Data, e: number): void {
  const { flex_bending } = m;
  const { flexvert_xpos } = d;
  for (let i = 0; i < 4; i++) place[i] = 3 * vertex[i];
  timesBending(m, e, flexvert_xpos);

  const curvature = flex_bending[NBENDING * e + 16];
  if (curvature !== 0) {
    volumeGradient(flexvert_xpos);
    for (let k = 0; k < 12; k++) force[k] += curvature * curved[k];
  }
  takeForce(m, d.qfrc_spring, 1);
}

/** The same matrix times the velocities, in proportion to the damping of the flex. */
function bendingDamper(m: Model, d: Data, e: number, f: number): void {
  const { flex_vertbodyid, flex_damping, body_dofadr } = m;
  // every corner has three joints, and so at least three dofs
  for (let i = 0; i < 4; i++) place[i] = body_dofadr[flex_vertbodyid[vertex[i]]];
  timesBending(m, e, d.qvel);
  takeForce(m, d.qfrc_damper, flex_damping[f]);
}

/** force = the matrix of edge `e` times the vectors of the corners, at four offsets in `x` */
function timesBending(m: Model, e: number, x: Float64Array): void {
  const { flex_bending } = m;
  const p0 = place[0];
  const p1 = place[1];
  const p2 = place[2];
  const p3 = place[3];
  const x0 = x[p0];
  const y0 = x[p0 + 1];
  const z0 = x[p0 + 2];
  const x1 = x[p1];
  const y1 = x[p1 + 1];
  const z1 = x[p1 + 2];
  const x2 = x[p2];
  const y2 = x[p2 + 1];
  const z2 = x[p2 + 2];
  const x3 = x[p3];
  const y3 = x[p3 + 1];
  const z3 = x[p3 + 2];
  let b = NBENDING * e;
  for (let k = 0; k < 12; k += 3) {
    const b0 = flex_bending[b];
    const b1 = flex_bending[b + 1];
    const b2 = flex_bending[b + 2];
    const b3 = flex_bending[b + 3];
    force[k] = b0 * x0 + b1 * x1 + b2 * x2 + b3 * x3;
    force[k + 1] = b0 * y0 + b1 * y1 + b2 * y2 + b3 * y3;
    force[k + 2] = b0 * z0 + b1 * z1 + b2 * z2 + b3 * z3;
    b += 4;
  }
}

/** Gradient of the volume of the tetrahedron between the four corners. */
function volumeGradient(x: Float64Array): void {
  const p0 = place[0];
  const p1 = place[1];
  const p2 = place[2];
  const p3 = place[3];
  for (let axis = 0; axis < 3; axis++) {
    const u = (axis + 1) % 3;
    const w = (axis + 2) % 3;
    const u1 = x[p1 + u] - x[p0 + u];
    const w1 = x[p1 + w] - x[p0 + w];
    const u2 = x[p2 + u] - x[p0 + u];
    const w2 = x[p2 + w] - x[p0 + w];
    const u3 = x[p3 + u] - x[p0 + u];
    const w3 = x[p3 + w] - x[p0 + w];
    curved[3 + axis] = u2 * w3 - w2 * u3;
    curved[6 + axis] = u3 * w1 - w3 * u1;
    curved[9 + axis] = u1 * w2 - w1 * u2;
    curved[axis] = -(curved[3 + axis] + curved[6 + axis] + curved[9 + axis]);
  }
}

/**
 * Subtracts the forces on the corners, times `scale`, from the dofs of their bodies, which are slides along the world
 * axes.
 */
function takeForce(m: Model, qfrc: Float64Array, scale: number): void {
  const { flex_vertbodyid, body_dofadr, body_dofnum } = m;
  for (let i = 0; i < 4; i++) {
    const body = flex_vertbodyid[vertex[i]];
    const adr = body_dofadr[body];
    if (body_dofnum[body] === AXES) {
      qfrc[adr] -= force[3 * i] * scale;
      qfrc[adr + 1] -= force[3 * i + 1] * scale;
      qfrc[adr + 2] -= force[3 * i + 2] * scale;
      continue;
    }
    // as in MuJoCo, a body with more dofs also receives the force of the next corner
    const count = Math.min(body_dofnum[body], 12 - 3 * i);
    for (let k = 0; k < count; k++) qfrc[adr + k] -= force[3 * i + k] * scale;
  }
}
