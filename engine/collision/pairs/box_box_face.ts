/** Box against box where a face of one touches the other: the other's near face is clipped by it. */

import { MINVAL } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import { type BoxPair, turnColumns } from "./box_frame.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";

// V8-1
const TINY = MINVAL;
// near face of the other box: the lowest corner, the two edges from there, the three other corners
const rect = new Float64Array(18);
// contacts in the frame of the face
const points = new Float64Array(3 * 24);

/** Contacts for axis 0 to 5: a face of the first box, or 6 to 11: a face of the second. */
export function boxBoxFace(boxes: BoxPair, con: PairContacts, d: Data, g1: number, g2: number, axis: number): number {
  const second = axis >= 6;
  const face = second ? axis - 6 : axis;

  if (second) boxes.onFace.lay(boxes.rott, boxes.pos12, boxes.size2, face);
  else boxes.onFace.lay(boxes.rot, boxes.pos21, boxes.size1, face);
  const nedge = nearFace(boxes, second ? boxes.size1 : boxes.size2);
  let count = clipSides(boxes, nedge);
  if (nedge === 2) count = addFaceCorners(boxes, count);
  count = keepNear(addCorners(boxes, nedge, count), con);
  return report(boxes, con, d, second ? g2 : g1, face, second ? -1 : 1, count);
}

/** The corner of the other box that is lowest, and the edges from there that are not steep; returns their number. */
function nearFace(boxes: BoxPair, size: Float64Array): number {
  const { center, rot, rott } = boxes.onFace;
  let x = center[0];
  let y = center[1];
  let z = center[2];
  for (let k = 0; k < 3; k++) {
    const along = rot[6 + k] < 0 ? size[k] : -size[k];
    x += rott[3 * k] * along;
    y += rott[3 * k + 1] * along;
    z += rott[3 * k + 2] * along;
  }
  rect[0] = x;
  rect[1] = y;
  rect[2] = z;

  let nedge = 0;
  for (let k = 0; k < 3; k++) {
    if (!(Math.abs(rot[6 + k]) < 0.5)) continue;
    nedge++;
    const along = size[k] * (rot[6 + k] < 0 ? -2 : 2);
    rect[3 * nedge] = rott[3 * k] * along;
    rect[3 * nedge + 1] = rott[3 * k + 1] * along;
    rect[3 * nedge + 2] = rott[3 * k + 2] * along;
  }
  for (let i = 0; i < 3; i++) {
    const end1 = rect[i] + rect[3 + i];
    rect[9 + i] = end1;
    rect[12 + i] = rect[i] + rect[6 + i];
    rect[15 + i] = end1 + rect[6 + i];
  }
  return nedge;
}

/** Points where the outline of the near face crosses the sides of the face; returns their number. */
function clipSides(boxes: BoxPair, nedge: number): number {
  if (nedge === 0) return 0;
  let n = clipSide(boxes, 0, 0, 3);
  if (nedge < 2) return n;
  n = clipSide(boxes, n, 0, 6);
  n = clipSide(boxes, n, 9, 6);
  return clipSide(boxes, n, 12, 3);
}

/** Adds the crossings of the side of the near face from `s` along `e`. */
function clipSide(boxes: BoxPair, count: number, s: number, e: number): number {
  const { reach } = boxes.onFace;
  const x = rect[s];
  const y = rect[s + 1];
  const z = rect[s + 2];
  const dx = rect[e];
  const dy = rect[e + 1];
  const dz = rect[e + 2];
  const reachX = reach[0];
  const reachY = reach[1];
  let n = count;
  if (Math.abs(dx) > TINY) {
    const inverse = 1 / dx;
    for (let sign = -1; sign <= 1; sign += 2) {
      const t = (reachX * sign - x) * inverse;
      if (t < 0 || t > 1 || Math.abs(y + dy * t) > reachY) continue;
      points[3 * n] = x + dx * t;
      points[3 * n + 1] = y + dy * t;
      points[3 * n + 2] = z + dz * t;
      n++;
    }
  }
  if (Math.abs(dy) > TINY) {
    const inverse = 1 / dy;
    for (let sign = -1; sign <= 1; sign += 2) {
      const t = (reachY * sign - y) * inverse;
      if (t < 0 || t > 1 || Math.abs(x + dx * t) > reachX) continue;
      points[3 * n] = x + dx * t;
      points[3 * n + 1] = y + dy * t;
      points[3 * n + 2] = z + dz * t;
      n++;
    }
  }
  return n;
}

/** Adds corners of the face that lie over or under the near face. */
function addFaceCorners(boxes: BoxPair, count: number): number {
  const { reach } = boxes.onFace;
  const a = rect[3];
  const b = rect[6];
  const c = rect[4];
  const e = rect[7];
  const inverse = 1 / (a * e - b * c);
  let n = count;
  for (let i = 0; i < 4; i++) {
    const x = i & 2 ? reach[0] : -reach[0];
    const y = i & 1 ? reach[1] : -reach[1];
    const dx = x - rect[0];
    const dy = y - rect[1];
    const u = (dx * e - dy * b) * inverse;
    const v = (dy * a - dx * c) * inverse;
    if (u <= 0 || v <= 0 || u >= 1 || v >= 1) continue;
    points[3 * n] = x;
    points[3 * n + 1] = y;
    points[3 * n + 2] = rect[2] + u * rect[5] + v * rect[8];
    n++;
  }
  return n;
}

/** Adds corners of the near face that lie over or under the face, the lowest in any case. */
function addCorners(boxes: BoxPair, nedge: number, count: number): number {
  const { onFace } = boxes;
  const { reach } = boxes.onFace;
  let n = count;
  for (let i = 0; i < 1 << nedge; i++) {
    const p = i === 0 ? 0 : 3 * (i + 2);
    const x = rect[p];
    const y = rect[p + 1];
    const outside = x <= -reach[0] || x >= reach[0] || y <= -reach[1] || y >= reach[1];
    if (i === 0) onFace.stray = outside;
    else if (outside) continue;
    points[3 * n] = x;
    points[3 * n + 1] = y;
    points[3 * n + 2] = rect[p + 2];
    n++;
  }
  return n;
}

/** Drops points above the margin; returns how many are left. */
function keepNear(count: number, con: PairContacts): number {
  const margin = con.margin[0];
  let kept = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    if (points[i + 2] > margin) continue;
    points[3 * kept] = points[i];
    points[3 * kept + 1] = points[i + 1];
    points[3 * kept + 2] = points[i + 2];
    kept++;
  }
  return kept;
}

/** Turns points into contacts: midway to the face, in the global frame. */
function report(
  boxes: BoxPair,
  con: PairContacts,
  d: Data,
  g: number,
  face: number,
  sign: number,
  count: number,
): number {
  const { reach, rot } = boxes.onFace;
  const { geom_xpos, geom_xmat } = d;
  const { dist, pos, frame } = con;
  turnColumns(rot, geom_xmat, 9 * g, face);
  const x0 = geom_xpos[3 * g];
  const y0 = geom_xpos[3 * g + 1];
  const z0 = geom_xpos[3 * g + 2];
  const nx = sign * rot[2];
  const ny = sign * rot[5];
  const nz = sign * rot[8];
  for (let i = 0; i < count; i++) {
    const p = 3 * i;
    const half = points[p + 2] * 0.5;
    const x = points[p];
    const y = points[p + 1];
    const z = half + reach[2];
    dist[i] = 2 * half;
    pos[p] = rot[0] * x + rot[1] * y + rot[2] * z + x0;
    pos[p + 1] = rot[3] * x + rot[4] * y + rot[5] * z + y0;
    pos[p + 2] = rot[6] * x + rot[7] * y + rot[8] * z + z0;
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
