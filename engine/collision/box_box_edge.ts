/**
 * Box against box where two edges cross: the near face of the second box is projected along the normal onto the
 * near face of the first, and both outlines are clipped by each other.
 */

import { MAXCONPAIR, MINVAL } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import { mulMatMatT3, mulMatVec3 } from "../math/mat3.ts";
import { add3, addTo3, addToScl3, copy3, dot3, scl3, set3, sub3, zero3 } from "../math/vec3.ts";
import { boxes, transpose3, turnMat, turnRows, turnVec } from "./box_frame.ts";
import type { PairContacts } from "./pair_contacts.ts";

/** The edges that cross. */
export const edges = {
  /** normal, in the frame of the first box */
  normal: new Float64Array(3),
  /** does the normal point to the first box */
  inverted: false,
  /** ends of the edges, as bits of the axes across them */
  corner1: 0,
  corner2: 0,
};

const turn = new Float64Array(9);
// the second box in the frame of the first one's face: rotation, its transpose, centre; normal; half sizes of the face
const rot = new Float64Array(9);
const rott = new Float64Array(9);
const center = new Float64Array(3);
const normal = new Float64Array(3);
const reach = new Float64Array(3);
// near face of the second box: corners; a corner and the two edges from there, before and after projection
const raised = new Float64Array(12);
const flat = new Float64Array(12);
const raisedAxes = new Float64Array(9);
const flatAxes = new Float64Array(9);
// outlines: start and direction
const raisedLines = new Float64Array(24);
const flatLines = new Float64Array(24);
// contacts in the frame of the face
const points = new Float64Array(3 * MAXCONPAIR);
const depth = new Float64Array(MAXCONPAIR);
const tmp = new Float64Array(3);
const gap = new Float64Array(3);

/** Contacts for the crossing of edge direction ⌊pair / 3⌋ of the first box with direction pair mod 3 of the second. */
export function boxBoxEdge(con: PairContacts, d: Data, g1: number, pair: number): number {
  const edge1 = Math.trunc(pair / 3);
  const edge2 = pair % 3;
  const { rotabs, rottabs, size1 } = boxes;

  // of the two faces at each edge, those that the other edge is flatter to
  const side = flatterAxis(rotabs, 3 * edge1, edge2);
  const up = 3 - edge1 - flatterAxis(rottabs, 3 * edge2, edge1);
  const face = edges.corner1 & (1 << up) ? up : up + 3;

  turnMat(turn, face);
  turnVec(center, boxes.pos21, face);
  turnVec(normal, edges.normal, face);
  turnRows(rot, boxes.rot, face);
  turnVec(reach, size1, face);
  transpose3(rott, rot);
  for (let k = 0; k < 3; k++) reach[k] = Math.abs(reach[k]);
  center[2] -= reach[2];
  if (Math.abs(normal[2]) < MINVAL) return 0;

  nearFace(edge2, side);
  project();
  const inverse = (1 / normal[2]) * (edges.inverted ? -1 : 1);
  const margin = con.margin[0];
  const crossings = clipOutlines(inverse, margin);
  const withCorners = faceCorners(crossings, margin);
  const count = projectedCorners(crossings, withCorners, inverse, margin);
  return report(con, d, g1, count);
}

/** Of the two axes that are not `own`, the one with the larger entry in a row. The order decides ties. */
function flatterAxis(entries: Float64Array, row: number, own: number): number {
  const first = own === 1 ? 0 : 1;
  const second = own === 2 ? 0 : 2;
  return entries[row + first] < entries[row + second] ? second : first;
}

/** Corners of the second box's face with the edge; `side` is the axis from the edge across the face. */
function nearFace(edge: number, side: number): void {
  const { size2 } = boxes;
  const out = 3 - edge - side;
  const outSign = edges.corner2 & (1 << out) ? 1 : -1;
  const sideSign = edges.corner2 & (1 << side) ? 1 : -1;
  for (let i = 0; i < 4; i++) {
    const p = 3 * i;
    copy3(raised, p, center, 0);
    addToScl3(raised, p, rott, 3 * side, size2[side] * (i < 2 ? sideSign : -sideSign));
    addToScl3(raised, p, rott, 3 * out, size2[out] * outSign);
    addToScl3(raised, p, rott, 3 * edge, i & 1 ? -size2[edge] : size2[edge]);
  }
}

/** Projects the corners along the normal, and lays out corner, edges and outlines of both versions. */
function project(): void {
  for (let i = 0; i < 12; i += 3) {
    const t = -raised[i + 2] * (1 / normal[2]);
    copy3(flat, i, raised, i);
    addToScl3(flat, i, normal, 0, t);
  }
  layOut(raised, raisedAxes, raisedLines);
  layOut(flat, flatAxes, flatLines);
}

function layOut(corners: Float64Array, axes: Float64Array, lines: Float64Array): void {
  copy3(axes, 0, corners, 0);
  sub3(axes, 3, corners, 3, corners, 0);
  sub3(axes, 6, corners, 6, corners, 0);

  copy3(lines, 0, axes, 0);
  copy3(lines, 3, axes, 3);
  copy3(lines, 6, axes, 0);
  copy3(lines, 9, axes, 6);
  add3(lines, 12, axes, 0, axes, 3);
  copy3(lines, 15, axes, 6);
  add3(lines, 18, axes, 0, axes, 6);
  copy3(lines, 21, axes, 3);
}

/** Points where the projected outline crosses the sides of the face; returns their number. */
function clipOutlines(inverse: number, margin: number): number {
  let n = 0;
  for (let adr = 0; adr < 24; adr += 6) {
    for (let q = 0; q < 2; q++) {
      const start = flatLines[adr + q];
      const slope = flatLines[adr + 3 + q];
      if (!(Math.abs(slope) > MINVAL)) continue;
      for (let side = -1; side <= 1; side += 2) {
        const bound = reach[q] * side;
        const t = (bound - start) * (1 / slope);
        if (t < 0 || t > 1) continue;
        const across = flatLines[adr + 1 - q] + flatLines[adr + 4 - q] * t;
        if (Math.abs(across) > reach[1 - q]) continue;
        if ((raisedLines[adr + 2] + raisedLines[adr + 5] * t) * inverse > margin) continue;

        // midway between the point of the outline and its projection
        const p = 3 * n;
        scl3(points, p, raisedLines, adr, 0.5);
        addToScl3(points, p, raisedLines, adr + 3, 0.5 * t);
        points[p + q] += 0.5 * bound;
        points[p + 1 - q] += 0.5 * across;
        depth[n] = points[p + 2] * inverse * 2;
        n++;
      }
    }
  }
  return n;
}

/** Adds corners of the face that lie within the projected outline, or near it if nothing crosses. */
function faceCorners(crossings: number, margin: number): number {
  let n = crossings;
  const a = flatAxes[3];
  const b = flatAxes[6];
  const c = flatAxes[4];
  const e = flatAxes[7];

  // MuJoCo reuses one variable for the determinant and for squared distances: after the first corner that gets as
  // far as a distance, that distance takes the place of the determinant
  let det = a * e - b * c;
  for (let i = 0; i < 4; i++) {
    const x = i & 2 ? reach[0] : -reach[0];
    const y = i & 1 ? reach[1] : -reach[1];
    const dx = x - flatAxes[0];
    const dy = y - flatAxes[1];
    let u = (dx * e - dy * b) * (1 / det);
    let v = (dy * a - dx * c) * (1 / det);
    const outsideU = u < 0 || u > 1;
    const outsideV = v < 0 || v > 1;
    if (crossings === 0 ? outsideU && outsideV : outsideU || outsideV) continue;

    // the point of the near face above the corner
    if (u < 0) u = 0;
    if (u > 1) u = 1;
    if (v < 0) v = 0;
    if (v > 1) v = 1;
    scl3(tmp, 0, raised, 0, 1 - u - v);
    addToScl3(tmp, 0, raised, 3, u);
    addToScl3(tmp, 0, raised, 6, v);

    const p = 3 * n;
    set3(points, p, x, y, 0);
    sub3(gap, 0, points, p, tmp, 0);
    det = dot3(gap, 0, gap, 0);
    if (tmp[2] > 0 && det > margin * margin) continue;

    addTo3(points, p, tmp, 0);
    scl3(points, p, points, p, 0.5);
    depth[n] = Math.sqrt(det) * (tmp[2] < 0 ? -1 : 1);
    n++;
  }
  return n;
}

/** Adds corners of the projected outline that lie within the face, or near it if nothing crosses. */
function projectedCorners(crossings: number, found: number, inverse: number, margin: number): number {
  let n = found;
  for (let i = 0; i < 12; i += 3) {
    const outsideX = flat[i] < -reach[0] || flat[i] > reach[0];
    const outsideY = flat[i + 1] < -reach[1] || flat[i + 1] > reach[1];
    if (crossings > 0) {
      if (outsideX || outsideY) continue;
    } else if (found > 0 && outsideX && outsideY) {
      continue;
    }

    // squared distance to the face; nearest point of the face
    let squared = 0;
    for (let k = 0; k < 2; k++) {
      const x = flat[i + k];
      tmp[k] = x * 0.5;
      if (x < -reach[k]) {
        squared += (x + reach[k]) * (x + reach[k]);
        tmp[k] = -reach[k] * 0.5;
      } else if (x > reach[k]) {
        squared += (x - reach[k]) * (x - reach[k]);
        tmp[k] = reach[k] * 0.5;
      }
    }
    tmp[2] = 0;
    const z = raised[i + 2];
    squared += z * inverse * z * inverse;
    if (z > 0 && squared > margin * margin) continue;

    addToScl3(tmp, 0, raised, i, 0.5);
    copy3(points, 3 * n, tmp, 0);
    depth[n] = Math.sqrt(squared) * (z < 0 ? -1 : 1);
    n++;
  }
  return n;
}

/** Turns points into contacts in the global frame. */
function report(con: PairContacts, d: Data, g1: number, count: number): number {
  const { geom_xpos, geom_xmat } = d;
  const { dist, pos, frame } = con;
  mulMatMatT3(rot, 0, geom_xmat, 9 * g1, turn, 0);
  mulMatVec3(tmp, 0, rot, 0, normal, 0);
  scl3(tmp, 0, tmp, 0, edges.inverted ? -1 : 1);
  for (let i = 0; i < count; i++) {
    dist[i] = depth[i];
    points[3 * i + 2] += reach[2];
    mulMatVec3(pos, 3 * i, rot, 0, points, 3 * i);
    addTo3(pos, 3 * i, geom_xpos, 3 * g1);
    copy3(frame, 6 * i, tmp, 0);
    zero3(frame, 6 * i + 3);
  }
  return count;
}
