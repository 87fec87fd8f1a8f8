/** Bending of thin plates about the edges between two triangles. */

import { dofVelocity } from "../support/dof_velocity.ts";
import { isDisabled } from "../support/flags.ts";
import type { Data } from "../types/data.ts";
import { DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

/** numbers per edge in `flex_bending`: a matrix of four by four, and what a curved reference adds */
const NBENDING = 17;

// four corners: both ends of an edge, then the far corners of the triangles; three numbers each
const vertex = new Int32Array(4);
const curved = new Float64Array(12);
const velocity = new Float64Array(12);
const spring = new Float64Array(12);
const damper = new Float64Array(12);

/** Adds bending forces of flex `f`. */
export function flexBending(m: Model, d: Data, f: number): void {
  const { flex_edgeadr, flex_edgenum, flex_edge, flex_edgeflap, flex_vertadr } = m;
  const vert = flex_vertadr[f];
  const end = flex_edgeadr[f] + flex_edgenum[f];

  for (let e = flex_edgeadr[f]; e < end; e++) {
    // at the boundary there is nothing to bend
    if (flex_edgeflap[2 * e + 1] === -1) continue;
    vertex[0] = vert + flex_edge[2 * e];
    vertex[1] = vert + flex_edge[2 * e + 1];
    vertex[2] = vert + flex_edgeflap[2 * e];
    vertex[3] = vert + flex_edgeflap[2 * e + 1];
    if (!isDisabled(m, DisableBit.SPRING)) bendingSpring(m, d, e);
    if (!isDisabled(m, DisableBit.DAMPER)) bendingDamper(m, d, e, f);
  }
}

/** Linear in the positions; a curved reference adds the gradient of the volume between the corners. */
function bendingSpring(m: Model, d: Data, e: number): void {
  const { flex_bending, flex_vertbodyid } = m;
  const { flexvert_xpos: x, qfrc_spring } = d;
  const b = NBENDING * e;

  const v0 = 3 * vertex[0];
  const v1 = 3 * vertex[1];
  const v2 = 3 * vertex[2];
  const v3 = 3 * vertex[3];
  for (let axis = 0; axis < 3; axis++) {
    const p = (axis + 1) % 3;
    const q = (axis + 2) % 3;
    const p1 = x[v1 + p] - x[v0 + p];
    const q1 = x[v1 + q] - x[v0 + q];
    const p2 = x[v2 + p] - x[v0 + p];
    const q2 = x[v2 + q] - x[v0 + q];
    const p3 = x[v3 + p] - x[v0 + p];
    const q3 = x[v3 + q] - x[v0 + q];
    curved[3 + axis] = p2 * q3 - q2 * p3;
    curved[6 + axis] = p3 * q1 - q3 * p1;
    curved[9 + axis] = p1 * q2 - q1 * p2;
    curved[axis] = -(curved[3 + axis] + curved[6 + axis] + curved[9 + axis]);
  }

  const curvature = flex_bending[b + 16];
  for (let i = 0; i < 4; i++) {
    for (let axis = 0; axis < 3; axis++) {
      spring[3 * i + axis] = flex_bending[b + 4 * i] * x[v0 + axis] + flex_bending[b + 4 * i + 1] * x[v1 + axis] +
        flex_bending[b + 4 * i + 2] * x[v2 + axis] + flex_bending[b + 4 * i + 3] * x[v3 + axis] +
        curvature * curved[3 * i + axis];
    }
  }
  for (let i = 0; i < 4; i++) addCorner(m, qfrc_spring, flex_vertbodyid[vertex[i]], spring, 3 * i, 1);
}

/** The same matrix times the velocities, in proportion to the damping of the flex. */
function bendingDamper(m: Model, d: Data, e: number, f: number): void {
  const { flex_bending, flex_vertbodyid, flex_damping, body_dofadr } = m;
  const { qfrc_damper } = d;
  const b = NBENDING * e;
  for (let i = 0; i < 4; i++) dofVelocity(m, d, velocity, 3 * i, body_dofadr[flex_vertbodyid[vertex[i]]]);
  for (let i = 0; i < 4; i++) {
    for (let axis = 0; axis < 3; axis++) {
      damper[3 * i + axis] = flex_bending[b + 4 * i] * velocity[axis] +
        flex_bending[b + 4 * i + 1] * velocity[3 + axis] +
        flex_bending[b + 4 * i + 2] * velocity[6 + axis] + flex_bending[b + 4 * i + 3] * velocity[9 + axis];
    }
  }
  for (let i = 0; i < 4; i++) {
    addCorner(m, qfrc_damper, flex_vertbodyid[vertex[i]], damper, 3 * i, flex_damping[f]);
  }
}

/** Takes `scale` times the force on a corner from the dofs of its body, which are taken for its axes in the world. */
function addCorner(m: Model, qfrc: Float64Array, body: number, force: Float64Array, o: number, scale: number): void {
  const { body_dofadr, body_dofnum } = m;
  const adr = body_dofadr[body];
  const count = Math.min(body_dofnum[body], 12 - o);
  for (let k = 0; k < count; k++) qfrc[adr + k] -= force[o + k] * scale;
}
