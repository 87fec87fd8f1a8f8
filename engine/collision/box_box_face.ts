/** Box against box where a face of one touches the other: the other's near face is clipped by it. */

import { MINVAL } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import { mulMatMatT3, mulMatVec3 } from "../math/mat3.ts";
import { add3, addScl3, addTo3, addToScl3, copy3, scl3, set3, zero3 } from "../math/vec3.ts";
import { boxes, transpose3, turnMat, turnRows, turnVec } from "./box_frame.ts";
import type { PairContacts } from "./pair_contacts.ts";

const turn = new Float64Array(9);
// the other box in the frame of the face: rotation, its transpose, centre
const rot = new Float64Array(9);
const rott = new Float64Array(9);
const center = new Float64Array(3);
const reach = new Float64Array(3);
// near face of the other box: a corner, the two edges from there, the three other corners
const pts = new Float64Array(18);
// its outline: start and direction
const lines = new Float64Array(24);
const points = new Float64Array(3 * 24);

/** Contacts for axis 0 to 5: a face of the first box, or 6 to 11: a face of the second. */
export function boxBoxFace(con: PairContacts, d: Data, g1: number, g2: number, axis: number): number {
  const second = axis >= 6;
  const face = axis % 6;
  const size = second ? boxes.size1 : boxes.size2;

  // let the face point up and lie at height zero
  turnMat(turn, face);
  if (second) {
    mulMatMatT3(rot, 0, turn, 0, boxes.rot, 0);
    turnVec(center, boxes.pos12, face);
    turnVec(reach, boxes.size2, face);
  } else {
    turnRows(rot, boxes.rot, face);
    turnVec(center, boxes.pos21, face);
    turnVec(reach, boxes.size1, face);
  }
  transpose3(rott, rot);
  for (let k = 0; k < 3; k++) reach[k] = Math.abs(reach[k]);
  const height = reach[2];
  center[2] -= height;

  const nedge = nearFace(size);
  const count = keepNear(clip(nedge, outline(nedge)), con.margin[0]);
  return report(con, d, second ? g2 : g1, second, height, count);
}

/** The corner of the other box that is lowest, and the edges from there that are not steep; returns their number. */
function nearFace(size: Float64Array): number {
  copy3(pts, 0, center, 0);
  for (let k = 0; k < 3; k++) addToScl3(pts, 0, rott, 3 * k, size[k] * (rot[6 + k] < 0 ? 1 : -1));

  let nedge = 0;
  for (let k = 0; k < 3; k++) {
    if (!(Math.abs(rot[6 + k]) < 0.5)) continue;
    nedge++;
    scl3(pts, 3 * nedge, rott, 3 * k, size[k] * (rot[6 + k] < 0 ? -2 : 2));
  }
  add3(pts, 9, pts, 0, pts, 3);
  add3(pts, 12, pts, 0, pts, 6);
  add3(pts, 15, pts, 9, pts, 6);
  return nedge;
}

/** Fills the outline of the near face; returns the number of lines. */
function outline(nedge: number): number {
  if (nedge === 0) return 0;
  line(0, 0, 3);
  if (nedge === 1) return 1;
  line(1, 0, 6);
  line(2, 9, 6);
  line(3, 12, 3);
  return 4;
}

function line(k: number, start: number, direction: number): void {
  copy3(lines, 6 * k, pts, start);
  copy3(lines, 6 * k + 3, pts, direction);
}

/** Intersects the outline and the rectangle of the face, in both directions; returns the number of points. */
function clip(nedge: number, nline: number): number {
  let n = 0;

  // where the outline crosses the sides of the rectangle
  for (let i = 0; i < nline; i++) {
    const adr = 6 * i;
    for (let q = 0; q < 2; q++) {
      const start = lines[adr + q];
      const slope = lines[adr + 3 + q];
      if (!(Math.abs(slope) > MINVAL)) continue;
      for (let side = -1; side <= 1; side += 2) {
        const t = (reach[q] * side - start) * (1 / slope);
        if (t < 0 || t > 1) continue;
        const across = lines[adr + 1 - q] + lines[adr + 4 - q] * t;
        if (Math.abs(across) > reach[1 - q]) continue;
        addScl3(points, 3 * n, lines, adr, lines, adr + 3, t);
        n++;
      }
    }
  }

  // corners of the rectangle below or above the near face
  if (nedge === 2) {
    const a = pts[3];
    const b = pts[6];
    const c = pts[4];
    const e = pts[7];
    const det = a * e - b * c;
    for (let i = 0; i < 4; i++) {
      const x = i & 2 ? reach[0] : -reach[0];
      const y = i & 1 ? reach[1] : -reach[1];
      const dx = x - pts[0];
      const dy = y - pts[1];
      const u = (dx * e - dy * b) * (1 / det);
      const v = (dy * a - dx * c) * (1 / det);
      if (u <= 0 || v <= 0 || u >= 1 || v >= 1) continue;
      set3(points, 3 * n, x, y, pts[2] + u * pts[5] + v * pts[8]);
      n++;
    }
  }

  // corners of the near face over the rectangle; the lowest in any case
  for (let i = 0; i < 1 << nedge; i++) {
    const p = i === 0 ? 0 : 3 * (i + 2);
    if (i > 0) {
      if (pts[p] <= -reach[0] || pts[p] >= reach[0]) continue;
      if (pts[p + 1] <= -reach[1] || pts[p + 1] >= reach[1]) continue;
    }
    copy3(points, 3 * n, pts, p);
    n++;
  }
  return n;
}

/** Drops points above the margin; returns how many are left. */
function keepNear(n: number, margin: number): number {
  let kept = 0;
  for (let i = 0; i < n; i++) {
    if (points[3 * i + 2] > margin) continue;
    copy3(points, 3 * kept, points, 3 * i);
    kept++;
  }
  return kept;
}

const tmp = new Float64Array(3);

/** Turns points into contacts: midway to the face, in the global frame. */
function report(con: PairContacts, d: Data, g: number, second: boolean, height: number, count: number): number {
  const { geom_xpos, geom_xmat } = d;
  const { dist, pos, frame } = con;
  const sign = second ? -1 : 1;
  mulMatMatT3(rot, 0, geom_xmat, 9 * g, turn, 0);
  for (let i = 0; i < count; i++) {
    const half = points[3 * i + 2] * 0.5;
    dist[i] = 2 * half;
    set3(tmp, 0, points[3 * i], points[3 * i + 1], half + height);
    mulMatVec3(pos, 3 * i, rot, 0, tmp, 0);
    addTo3(pos, 3 * i, geom_xpos, 3 * g);
    set3(frame, 6 * i, sign * rot[2], sign * rot[5], sign * rot[8]);
    zero3(frame, 6 * i + 3);
  }
  return count;
}
