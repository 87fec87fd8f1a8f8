/**
 * Box against box where two edges cross: the near face of the second box is projected along the normal onto the
 * near face of the first, and both outlines are clipped by each other.
 */

import { MAXCONPAIR, MINVAL } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import { type BoxPair, turnColumns, turnVec } from "./box_frame.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";

// V8-1
const TINY = MINVAL;

// with a normal so far from that of the face, projections are not precise
const STEEP = 0.01;

// the normal in the same frame
const normal = new Float64Array(3);
// near face of the second box: four corners, before and after projection
const raised = new Float64Array(12);
const flat = new Float64Array(12);
// the same as a corner, the two edges from there, and their ends
const raisedRect = new Float64Array(15);
const flatRect = new Float64Array(15);
// contacts in the frame of the face
const points = new Float64Array(3 * MAXCONPAIR);
const depth = new Float64Array(MAXCONPAIR);

/** Contacts for the crossing of edge direction ⌊pair / 3⌋ of the first box with direction pair mod 3 of the second. */
export function boxBoxEdge(boxes: BoxPair, con: PairContacts, d: Data, g1: number, pair: number): number {
  const { onFace, edges } = boxes;
  const edge1 = (pair / 3) | 0;
  const edge2 = pair % 3;

  // of the two faces at each edge, those that the other edge is flatter to
  const side = flatterAxis(boxes.rotabs, 3 * edge1, edge2);
  const up = 3 - edge1 - flatterAxis(boxes.rottabs, 3 * edge2, edge1);
  const face = edges.corner1 & (1 << up) ? up : up + 3;

  onFace.lay(boxes.rot, boxes.pos21, boxes.size1, face);
  turnVec(normal, edges.normal, face);
  if (Math.abs(normal[2]) < TINY) return 0;
  onFace.stray = Math.abs(normal[2]) < STEEP;

  nearFace(boxes, edge2, side);
  project();
  layOut(raisedRect, raised);
  layOut(flatRect, flat);
  const crossings = clipSides(boxes, con);
  const withCorners = addFaceCorners(boxes, con, crossings);
  const count = addCorners(boxes, con, crossings, withCorners);
  return report(boxes, con, d, g1, face, count);
}

/** Of the two axes that are not `own`, the one with the larger entry in a row. The order decides ties. */
function flatterAxis(entries: Float64Array, row: number, own: number): number {
  const first = own === 1 ? 0 : 1;
  const second = own === 2 ? 0 : 2;
  return entries[row + first] < entries[row + second] ? second : first;
}

/** Corners of the second box's face with the edge; `side` is the axis from the edge across the face. */
function nearFace(boxes: BoxPair, edge: number, side: number): void {
  const { size2, edges } = boxes;
  const { center, rott } = boxes.onFace;
  const third = 3 - edge - side;
  const outward = edges.corner2 & (1 << third) ? size2[third] : -size2[third];
  const sideward = edges.corner2 & (1 << side) ? size2[side] : -size2[side];
  const along = size2[edge];
  for (let k = 0; k < 3; k++) {
    const s = rott[3 * side + k];
    const o = rott[3 * third + k];
    const e = rott[3 * edge + k];
    const near = center[k] + s * sideward + o * outward;
    const far = center[k] + s * -sideward + o * outward;
    raised[k] = near + e * along;
    raised[3 + k] = near + e * -along;
    raised[6 + k] = far + e * along;
    raised[9 + k] = far + e * -along;
  }
}

/** Projects the corners along the normal onto the plane of the face. */
function project(): void {
  const inverse = 1 / normal[2];
  for (let i = 0; i < 12; i += 3) {
    const t = -raised[i + 2] * inverse;
    flat[i] = raised[i] + normal[0] * t;
    flat[i + 1] = raised[i + 1] + normal[1] * t;
    flat[i + 2] = raised[i + 2] + normal[2] * t;
  }
}

function layOut(rect: Float64Array, corners: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const start = corners[k];
    const edge1 = corners[3 + k] - start;
    const edge2 = corners[6 + k] - start;
    rect[k] = start;
    rect[3 + k] = edge1;
    rect[6 + k] = edge2;
    rect[9 + k] = start + edge1;
    rect[12 + k] = start + edge2;
  }
}

/** Points where the projected outline crosses the sides of the face; returns their number. */
function clipSides(boxes: BoxPair, con: PairContacts): number {
  const { edges } = boxes;
  limits[0] = (1 / normal[2]) * (edges.inverted ? -1 : 1);
  limits[1] = con.margin[0];
  let n = clipSide(boxes, 0, 0, 3);
  n = clipSide(boxes, n, 0, 6);
  n = clipSide(boxes, n, 9, 6);
  return clipSide(boxes, n, 12, 3);
}

// distance along the normal per height above the face, and the margin; V8-2
const limits = new Float64Array(2);

/** Adds the crossings of the side of the projected outline from `s` along `e`. */
function clipSide(boxes: BoxPair, count: number, s: number, e: number): number {
  const { reach } = boxes.onFace;
  const inverse = limits[0];
  const margin = limits[1];
  let n = count;
  for (let q = 0; q < 2; q++) {
    const slope = flatRect[e + q];
    if (!(Math.abs(slope) > TINY)) continue;
    const start = flatRect[s + q];
    const startAcross = flatRect[s + 1 - q];
    const slopeAcross = flatRect[e + 1 - q];
    const limit = reach[1 - q];
    const inverseSlope = 1 / slope;
    for (let sign = -1; sign <= 1; sign += 2) {
      const bound = reach[q] * sign;
      const t = (bound - start) * inverseSlope;
      if (t < 0 || t > 1) continue;
      const across = startAcross + slopeAcross * t;
      if (Math.abs(across) > limit) continue;
      if ((raisedRect[s + 2] + raisedRect[e + 2] * t) * inverse > margin) continue;

      // midway between the point of the outline and its projection
      const p = 3 * n;
      const half = 0.5 * t;
      const x = raisedRect[s] * 0.5 + raisedRect[e] * half;
      const y = raisedRect[s + 1] * 0.5 + raisedRect[e + 1] * half;
      const z = raisedRect[s + 2] * 0.5 + raisedRect[e + 2] * half;
      points[p] = x + 0.5 * (q === 0 ? bound : across);
      points[p + 1] = y + 0.5 * (q === 0 ? across : bound);
      points[p + 2] = z;
      depth[n] = z * inverse * 2;
      n++;
    }
  }
  return n;
}

/** Adds corners of the face that lie within the projected outline, or near it if nothing crosses. */
function addFaceCorners(boxes: BoxPair, con: PairContacts, crossings: number): number {
  const { reach } = boxes.onFace;
  const margin = con.margin[0];
  const a = flatRect[3];
  const b = flatRect[6];
  const c = flatRect[4];
  const e = flatRect[7];
  let n = crossings;

  // MuJoCo reuses one variable for the determinant and for squared distances: the first squared distance that is
  // computed replaces the determinant for later corners
  let inverse = 1 / (a * e - b * c);
  for (let i = 0; i < 4; i++) {
    const x = i & 2 ? reach[0] : -reach[0];
    const y = i & 1 ? reach[1] : -reach[1];
    const dx = x - flatRect[0];
    const dy = y - flatRect[1];
    let u = (dx * e - dy * b) * inverse;
    let v = (dy * a - dx * c) * inverse;
    const outsideU = u < 0 || u > 1;
    const outsideV = v < 0 || v > 1;
    if (crossings === 0 ? outsideU && outsideV : outsideU || outsideV) continue;

    // the point of the near face above the corner
    if (u < 0) u = 0;
    if (u > 1) u = 1;
    if (v < 0) v = 0;
    if (v > 1) v = 1;
    const w = 1 - u - v;
    const px = raised[0] * w + raised[3] * u + raised[6] * v;
    const py = raised[1] * w + raised[4] * u + raised[7] * v;
    const pz = raised[2] * w + raised[5] * u + raised[8] * v;
    const squared = (x - px) * (x - px) + (y - py) * (y - py) + (0 - pz) * (0 - pz);
    inverse = 1 / squared;
    if (pz > 0 && squared > margin * margin) continue;

    points[3 * n] = (x + px) * 0.5;
    points[3 * n + 1] = (y + py) * 0.5;
    points[3 * n + 2] = (0 + pz) * 0.5;
    depth[n] = Math.sqrt(squared) * (pz < 0 ? -1 : 1);
    n++;
  }
  return n;
}

/** Adds corners of the projected outline that lie within the face, or near it if nothing crosses. */
function addCorners(boxes: BoxPair, con: PairContacts, crossings: number, found: number): number {
  const { edges } = boxes;
  const { reach } = boxes.onFace;
  const margin = con.margin[0];
  const inverse = (1 / normal[2]) * (edges.inverted ? -1 : 1);
  let n = found;
  for (let i = 0; i < 12; i += 3) {
    const x = flat[i];
    const y = flat[i + 1];
    const z = raised[i + 2];
    const outsideX = x < -reach[0] || x > reach[0];
    const outsideY = y < -reach[1] || y > reach[1];
    if (crossings > 0) {
      if (outsideX || outsideY) continue;
    } else if (found > 0 && outsideX && outsideY) {
      continue;
    }

    // squared distance to the face
    const nearX = x < -reach[0] ? -reach[0] : x > reach[0] ? reach[0] : x;
    const nearY = y < -reach[1] ? -reach[1] : y > reach[1] ? reach[1] : y;
    let squared = 0;
    if (outsideX) squared += (x - nearX) * (x - nearX);
    if (outsideY) squared += (y - nearY) * (y - nearY);
    squared += z * inverse * z * inverse;
    if (z > 0 && squared > margin * margin) continue;

    points[3 * n] = nearX * 0.5 + raised[i] * 0.5;
    points[3 * n + 1] = nearY * 0.5 + raised[i + 1] * 0.5;
    points[3 * n + 2] = 0 + z * 0.5;
    depth[n] = Math.sqrt(squared) * (z < 0 ? -1 : 1);
    n++;
  }
  return n;
}

/** Turns points into contacts in the global frame. */
function report(boxes: BoxPair, con: PairContacts, d: Data, g1: number, face: number, count: number): number {
  const { edges } = boxes;
  const { reach, rot } = boxes.onFace;
  const { geom_xpos, geom_xmat } = d;
  const { dist, pos, frame } = con;
  turnColumns(rot, geom_xmat, 9 * g1, face);
  const sign = edges.inverted ? -1 : 1;
  const nx = (rot[0] * normal[0] + rot[1] * normal[1] + rot[2] * normal[2]) * sign;
  const ny = (rot[3] * normal[0] + rot[4] * normal[1] + rot[5] * normal[2]) * sign;
  const nz = (rot[6] * normal[0] + rot[7] * normal[1] + rot[8] * normal[2]) * sign;
  for (let i = 0; i < count; i++) {
    const p = 3 * i;
    const x = points[p];
    const y = points[p + 1];
    const z = points[p + 2] + reach[2];
    dist[i] = depth[i];
    pos[p] = rot[0] * x + rot[1] * y + rot[2] * z + geom_xpos[3 * g1];
    pos[p + 1] = rot[3] * x + rot[4] * y + rot[5] * z + geom_xpos[3 * g1 + 1];
    pos[p + 2] = rot[6] * x + rot[7] * y + rot[8] * z + geom_xpos[3 * g1 + 2];
  }
  con.oneFrame = true;
  frame[0] = nx;
  frame[1] = ny;
  frame[2] = nz;
  frame[3] = 0;
  frame[4] = 0;
  frame[5] = 0;
  return count;
}
