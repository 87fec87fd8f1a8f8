/** Inertia of bodies: sums over geoms and bodies. */

import { accumulateFrame } from "../math/frame.ts";
import { principalAxes } from "../math/principal_axes.ts";
import { quat2Mat } from "../math/quat.ts";
import type { BodySpec, GeomSpec } from "../types/spec.ts";
import { fail } from "./fail.ts";

const EPS = 1e-14;

const mat = new Float64Array(9);
const rotated = new Float64Array(6);
const moved = new Float64Array(6);

/** Inertia about the axes of the parent, from principal moments: `(xx, yy, zz, xy, xz, yz)`. */
function rotateInertia(res: Float64Array, inertia: Float64Array, iquat: Float64Array): void {
  quat2Mat(mat, 0, iquat, 0);
  const entry = (i: number, j: number) =>
    mat[3 * i] * (mat[3 * j] * inertia[0]) + mat[3 * i + 1] * (mat[3 * j + 1] * inertia[1]) +
    mat[3 * i + 2] * (mat[3 * j + 2] * inertia[2]);
  res[0] = entry(0, 0);
  res[1] = entry(1, 1);
  res[2] = entry(2, 2);
  res[3] = entry(0, 1);
  res[4] = entry(0, 2);
  res[5] = entry(1, 2);
}

/** Inertia of a point mass at `(x, y, z)`. */
function pointInertia(res: Float64Array, mass: number, x: number, y: number, z: number): void {
  res[0] = mass * (y * y + z * z);
  res[1] = mass * (x * x + z * z);
  res[2] = mass * (x * x + y * y);
  res[3] = -mass * x * y;
  res[4] = -mass * x * z;
  res[5] = -mass * y * z;
}

/** Sets the mass, center of mass, and inertia of a body from its geoms. */
export function inertiaFromGeoms(body: BodySpec): void {
  const [low, high] = body.compiler.inertiagrouprange;
  const geoms = body.geoms.filter((geom) => geom.group >= low && geom.group <= high && geom.compiledMass > EPS);
  if (geoms.length === 0) return;
  if (geoms.length === 1) return copyGeom(body, geoms[0]);

  // center of mass
  const ipos = new Float64Array(3);
  body.mass = 0;
  for (const geom of geoms) {
    body.mass += geom.compiledMass;
    for (let k = 0; k < 3; k++) ipos[k] += geom.compiledMass * geom.pos[k];
  }
  for (let k = 0; k < 3; k++) ipos[k] /= body.mass;
  body.ipos = ipos;

  // inertia about it
  const total = new Float64Array(6);
  for (const geom of geoms) {
    const { pos } = geom;
    rotateInertia(rotated, geom.inertia, geom.quat);
    pointInertia(moved, geom.compiledMass, pos[0] - ipos[0], pos[1] - ipos[1], pos[2] - ipos[2]);
    for (let j = 0; j < 6; j++) total[j] = total[j] + rotated[j] + moved[j];
  }
  if (!principalAxes(body.inertial.quat, body.inertia, total)) {
    throw fail("body", body, "inertia of its geoms must have positive eigenvalues");
  }
}

function copyGeom(body: BodySpec, geom: GeomSpec): void {
  body.ipos = geom.pos.slice();
  body.inertial.quat = geom.quat.slice();
  body.mass = geom.compiledMass;
  body.inertia = geom.inertia.slice();
}

/**
 * Adds the inertia of a child that has mass to that of a body. The orientation of the child's inertia is composed with the child's
 * pose in MuJoCo's order.
 */
export function addChildInertia(body: BodySpec, child: BodySpec): void {
  const childPos = (child.ipos as Float64Array).slice();
  const childQuat = child.inertial.quat.slice();
  accumulateFrame(childPos, childQuat, child.pos, child.quat);
  const parts = [
    { mass: body.mass, ipos: (body.ipos as Float64Array).slice(), inertia: body.inertia, quat: body.inertial.quat },
    { mass: child.mass, ipos: childPos, inertia: child.inertia, quat: child.inertial.quat },
  ];

  const ipos = new Float64Array(3);
  body.ipos = ipos;
  body.mass = 0;
  for (const part of parts) {
    body.mass += part.mass;
    for (let k = 0; k < 3; k++) ipos[k] += part.mass * part.ipos[k];
  }
  for (let k = 0; k < 3; k++) ipos[k] /= body.mass;

  const total = new Float64Array(6);
  for (const part of parts) {
    rotateInertia(rotated, part.inertia, part.quat);
    pointInertia(moved, part.mass, part.ipos[0] - ipos[0], part.ipos[1] - ipos[1], part.ipos[2] - ipos[2]);
    for (let j = 0; j < 6; j++) total[j] += rotated[j] + moved[j];
  }
  if (!principalAxes(body.inertial.quat, body.inertia, total)) {
    throw fail("body", body, "inertia with its fused children must have positive eigenvalues");
  }
}
