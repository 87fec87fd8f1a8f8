/** Better contact normals on round geoms, for which the portal search finds only coarse ones. */

import { mulMatTVec3, mulMatVec3 } from "../../math/mat3.ts";
import { addScl3, copy3, dist3, scl3, sub3, unit3 } from "../../math/vec3.ts";
import { MINVAL } from "../../types/constants.ts";
import { Geom } from "../../types/enums.ts";
import type { ConvexShape } from "./convex_shape.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";

// V8-1
const { SPHERE, CAPSULE, ELLIPSOID, CYLINDER } = Geom;
const TINY = MINVAL;

const MAX_ITERATIONS = 30;
const TOLERANCE = 1e-6;

const normals = new Float64Array(6);
const local = new Float64Array(3);
const pos = new Float64Array(3);
const nrm = new Float64Array(3);
const next = new Float64Array(3);
const inverse2 = new Float64Array(3);

/**
 * Replaces the normal of a contact with that of the round surface at its point, or with the average if both are round.
 */
export function fixNormal(con: PairContacts, row: number, shape1: ConvexShape, shape2: ConvexShape): void {
  const { frame } = con;
  const f = 6 * row;
  copy3(normals, 0, frame, f);
  scl3(normals, 3, frame, f, -1);
  const fixed1 = surfaceNormal(con, row, shape1, 0);
  const fixed2 = surfaceNormal(con, row, shape2, 3);
  if (fixed1 && fixed2) {
    sub3(frame, f, normals, 0, normals, 3);
    unit3(frame, f);
  } else if (fixed1) {
    copy3(frame, f, normals, 0);
  } else if (fixed2) {
    scl3(frame, f, normals, 3, -1);
  }
}

/**
 * Replaces one of the normals with that of the shape's surface; returns false if the shape is flat or the point is not
 * on its round side.
 */
function surfaceNormal(con: PairContacts, row: number, shape: ConvexShape, n: number): boolean {
  const { mat, size } = shape;
  if (!isRound(shape)) return false;

  // point and normal in the frame of the geom
  sub3(local, 0, con.pos, 3 * row, shape.pos, 0);
  mulMatTVec3(pos, 0, mat, 0, local, 0);
  mulMatTVec3(nrm, 0, mat, 0, normals, n);
  const z = pos[2];
  switch (shape.type) {
    case SPHERE:
      copy3(nrm, 0, pos, 0);
      break;
    case CAPSULE:
      nrm[0] = pos[0];
      nrm[1] = pos[1];
      nrm[2] = z < -size[1] ? z + size[1] : z > size[1] ? z - size[1] : 0;
      break;
    case ELLIPSOID: {
      if (size[0] < TINY || size[1] < TINY || size[2] < TINY) return false;
      const level = pos[0] * pos[0] / (size[0] * size[0]) + pos[1] * pos[1] / (size[1] * size[1]) +
        z * z / (size[2] * size[2]);
      if (level <= 1) {
        if (!normalFromInside(size)) return false;
      } else {
        normalFromOutside(size);
      }
      break;
    }
    default: {
      // the round wall of a cylinder, unless the point is near a disk
      if (Math.abs(z) > 0.95 * size[1]) return false;
      const toDisk = Math.abs(size[1] - Math.abs(z));
      const toWall = Math.abs(size[0] - Math.sqrt(pos[0] * pos[0] + pos[1] * pos[1]));
      if (toDisk < 0.25 * toWall) return false;
      nrm[0] = pos[0];
      nrm[1] = pos[1];
      nrm[2] = 0;
    }
  }
  unit3(nrm, 0);
  mulMatVec3(normals, n, mat, 0, nrm, 0);
  return true;
}

function isRound(shape: ConvexShape): boolean {
  return shape.type === SPHERE || shape.type === CAPSULE || shape.type === ELLIPSOID ||
    shape.type === CYLINDER;
}

/** nrm = normal of an ellipsoid where the normal ray from an inner point meets it, by repeated projection */
function normalFromInside(size: Float64Array): boolean {
  const s = inverse2;
  for (let k = 0; k < 3; k++) s[k] = 1 / (size[k] * size[k]);
  const c = pos[0] * pos[0] * s[0] + pos[1] * pos[1] * s[1] + pos[2] * pos[2] * s[2] - 1;
  if (c > 0) return false;

  unit3(nrm, 0);
  for (let i = 0; i < MAX_ITERATIONS; i++) {
    // where the ray leaves
    const a = nrm[0] * nrm[0] * s[0] + nrm[1] * nrm[1] * s[1] + nrm[2] * nrm[2] * s[2];
    const b = pos[0] * nrm[0] * s[0] + pos[1] * nrm[1] * s[1] + pos[2] * nrm[2] * s[2];
    const det = b * b - a * c;
    if (det < TINY || a < TINY) return i > 0;
    const along = (-b + Math.sqrt(det)) / a;
    addScl3(next, 0, pos, 0, nrm, 0, along);

    // normal there
    for (let k = 0; k < 3; k++) next[k] *= s[k];
    unit3(next, 0);
    const change = dist3(nrm, 0, next, 0);
    copy3(nrm, 0, next, 0);
    if (change < TOLERANCE) break;
  }
  return true;
}

/** nrm = normal of an ellipsoid at the point nearest to an outer point, by Newton's method for the multiplier */
function normalFromOutside(size: Float64Array): void {
  const s0 = size[0] * size[0];
  const s1 = size[1] * size[1];
  const s2 = size[2] * size[2];
  const p0 = pos[0] * pos[0] * s0;
  const p1 = pos[1] * pos[1] * s1;
  const p2 = pos[2] * pos[2] * s2;
  let lambda = 0;
  for (let i = 0; i < MAX_ITERATIONS; i++) {
    const r0 = 1 / (s0 + lambda);
    const r1 = 1 / (s1 + lambda);
    const r2 = 1 / (s2 + lambda);
    const value = p0 * r0 * r0 + p1 * r1 * r1 + p2 * r2 * r2 - 1;
    if (value < TOLERANCE) break;
    const slope = -2 * (p0 * r0 * r0 * r0 + p1 * r1 * r1 * r1 + p2 * r2 * r2 * r2);
    if (slope > -TINY) break;
    const delta = -value / slope;
    if (delta < TOLERANCE) break;
    lambda += delta;
  }
  nrm[0] = pos[0] / (s0 + lambda);
  nrm[1] = pos[1] / (s1 + lambda);
  nrm[2] = pos[2] / (s2 + lambda);
  unit3(nrm, 0);
}
