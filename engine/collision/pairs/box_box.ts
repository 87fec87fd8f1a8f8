/**
 * Box against box: the separating axis with the least overlap decides between a face and a pair of edges, whose
 * contacts are found by clipping.
 */

import { MAXCONPAIR, MINVAL } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { mulMatTVec3, mulMatVec3 } from "../../math/mat3.ts";
import { boxBoxEdge } from "./box_box_edge.ts";
import { boxBoxFace } from "./box_box_face.ts";
import { BoxPair } from "./box_frame.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";

// minimum advantage of a pair of edges over the faces
const EDGE_BIAS = 1e-12;

// relative slack of the quick test of pairs of edges
const SLACK = 1e-12;

// a contact that is outside a box by this much is dropped
const REMOVE_RATIO = 1.01;

// maximum depth, relative to the smallest half size, of contacts that cannot be that far outside, and the maximum
// distance for which this holds
const SHALLOW = 0.01;
const FAR = 1e6;

// V8-1
const TINY = MINVAL;

// the current boxes
const own = new BoxPair();
const reach1 = new Float64Array(3);
const reach2 = new Float64Array(3);

/** Box against box, without contacts outside the boxes or duplicates. */
export function boxBox(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const count = boxBoxAll(con, m, d, g1, g2);
  return count === 0 ? 0 : prune(own, con, m, d, g1, g2, count);
}

/** Box against box, all contacts of the clipping. */
export function boxBoxAll(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  own.load(m, d, g1, g2);
  const axis = leastOverlap(own, con);
  if (axis < 0) return 0;
  return axis < 12 ? boxBoxFace(own, con, d, g1, g2, axis) : boxBoxEdge(own, con, d, g1, axis - 12);
}

// the smallest overlap so far; V8-2
const least = new Float64Array(1);

/**
 * The axis along which the boxes overlap least: 0 to 5 for faces of the first box, 6 to 11 for faces of the second,
 * 12 to 20 for pairs of edges, −1 if some axis separates them.
 */
function leastOverlap(boxes: BoxPair, con: PairContacts): number {
  const { pos12, pos21, rotabs, size1, size2 } = boxes;
  const margin = con.margin[0];
  least[0] = Infinity;
  let axis = -1;

  // faces
  mulMatVec3(reach2, 0, rotabs, 0, size2, 0);
  mulMatTVec3(reach1, 0, rotabs, 0, size1, 0);
  for (let k = 0; k < 3; k++) {
    const overlap1 = -Math.abs(pos21[k]) + size1[k] + reach2[k];
    const overlap2 = -Math.abs(pos12[k]) + size2[k] + reach1[k];
    if (overlap1 < -margin || overlap2 < -margin) return -1;
    if (overlap1 < least[0]) {
      least[0] = overlap1;
      axis = k + (pos21[k] < 0 ? 3 : 0);
    }
    if (overlap2 < least[0]) {
      least[0] = overlap2;
      axis = k + (pos12[k] < 0 ? 3 : 0) + 6;
    }
  }

  // crossings of edge direction i of the first box with edge direction j of the second
  for (let k = 0, rest = findCrossings(boxes); rest !== 0; k++, rest >>= 1) {
    if ((rest & 1) === 0) continue;
    const outcome = measureCrossing(boxes, Math.trunc(k / 3), k % 3, con);
    if (outcome < 0) return -1;
    if (outcome > 0) axis = 12 + k;
  }
  if (axis >= 12) nearEdges(boxes, Math.trunc((axis - 12) / 3), (axis - 12) % 3);
  return axis;
}

/** The pairs of edges that may overlap less than the faces, usually few: a bit for each. */
function findCrossings(boxes: BoxPair): number {
  const { pos21, rot, rotabs, size1, size2 } = boxes;
  const limit = least[0] > 0 ? least[0] * least[0] : 0;
  const sizeX = size2[0];
  const sizeY = size2[1];
  const sizeZ = size2[2];
  let found = 0;
  for (let i = 0; i < 3; i++) {
    const next = i === 2 ? 0 : i + 1;
    const last = 3 - i - next;
    const sizeNext = size1[next];
    const sizeLast = size1[last];
    const posNext = pos21[next];
    const posLast = pos21[last];

    // the products of the edges, which have no component along the first
    const x0 = rot[3 * last];
    const x1 = rot[3 * last + 1];
    const x2 = rot[3 * last + 2];
    const y0 = rot[3 * next];
    const y1 = rot[3 * next + 1];
    const y2 = rot[3 * next + 2];

    // extents of both boxes, times the length of the product
    const along0 = rotabs[3 * i];
    const along1 = rotabs[3 * i + 1];
    const along2 = rotabs[3 * i + 2];
    const reach0 = sizeNext * Math.abs(x0) + sizeLast * Math.abs(y0) + sizeY * along2 + sizeZ * along1;
    const reach1 = sizeNext * Math.abs(x1) + sizeLast * Math.abs(y1) + sizeX * along2 + sizeZ * along0;
    const reach2 = sizeNext * Math.abs(x2) + sizeLast * Math.abs(y2) + sizeX * along1 + sizeY * along0;
    if (mayBeLess(reach0, posLast * y0 - posNext * x0, x0 * x0 + y0 * y0, limit)) found |= 1 << (3 * i);
    if (mayBeLess(reach1, posLast * y1 - posNext * x1, x1 * x1 + y1 * y1, limit)) found |= 2 << (3 * i);
    if (mayBeLess(reach2, posLast * y2 - posNext * x2, x2 * x2 + y2 * y2, limit)) found |= 4 << (3 * i);
  }
  return found;
}

/** May an overlap be less, given reach and distance, both times a length, and the squares of that and of the limit? */
function mayBeLess(reach: number, apart: number, squared: number, limit: number): boolean {
  const bound = reach - Math.abs(apart) - SLACK * reach;
  return !(bound > 0 && bound * bound > limit * squared);
}

/**
 * Measures the overlap along the product of edge i of the first box and edge j of the second: 1 if it is the least so
 * far, 0 if it is not, -1 if the boxes are apart.
 */
function measureCrossing(boxes: BoxPair, i: number, j: number, con: PairContacts): number {
  const { pos21, rot, rotabs, size1, size2, edges } = boxes;
  const { normal } = edges;
  const next = i === 2 ? 0 : i + 1;
  const last = 3 - i - next;
  const x = -rot[3 * last + j];
  const y = rot[3 * next + j];
  const length = Math.sqrt(x * x + y * y);
  if (length < TINY) return 0;
  const inverse = 1 / length;
  const nx = x * inverse;
  const ny = y * inverse;
  const apart = pos21[next] * nx + pos21[last] * ny;
  const j1 = j === 0 ? 1 : 0;
  const j2 = j === 2 ? 1 : 2;
  const overlap = size1[next] * Math.abs(nx) + size1[last] * Math.abs(ny) + size2[j1] * rotabs[3 * i + j2] / length +
    size2[j2] * rotabs[3 * i + j1] / length - Math.abs(apart);
  if (overlap < -con.margin[0]) return -1;
  if (!(overlap < least[0] * (1 - EDGE_BIAS))) return 0;
  least[0] = overlap;
  normal[i] = 0;
  normal[next] = nx;
  normal[last] = ny;
  edges.inverted = apart < 0;
  return 1;
}

/** Which of the parallel edges touch, each as a corner of the face across it. */
function nearEdges(boxes: BoxPair, edge1: number, edge2: number): void {
  const { rot, edges } = boxes;
  const { normal, inverted } = edges;
  edges.corner1 = 0;
  edges.corner2 = 0;
  for (let k = 0; k < 3; k++) {
    if (k !== edge1 && (normal[k] > 0) !== inverted) edges.corner1 += 1 << k;
    if (k === edge2) continue;
    const follows = (k - edge2 + 3) % 3 === 1;
    if (((rot[3 * edge1 + 3 - k - edge2] > 0) !== inverted) !== follows) edges.corner2 += 1 << k;
  }
}

// per contact: whether it is kept
const good = new Uint8Array(MAXCONPAIR);

/** Drops contacts that are outside one box and not well inside the other, then duplicates. */
function prune(boxes: BoxPair, con: PairContacts, m: Model, d: Data, g1: number, g2: number, count: number): number {
  const { dist, pos } = con;
  if (!areShallow(boxes, con, d, g1, g2, count)) judge(con, m, d, g1, g2, count);

  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (good[i] === 0 || isRepeated(pos, i, count)) continue;
    if (kept < i) {
      dist[kept] = dist[i];
      for (let k = 0; k < 3; k++) pos[3 * kept + k] = pos[3 * i + k];
    }
    kept++;
  }
  return kept;
}

/**
 * good = 1 for contacts from the first on, while these are not deep enough to lie clearly outside of a box: they are at
 * most half their depth away from either, unless they stray. Are all such?
 */
function areShallow(
  boxes: BoxPair,
  con: PairContacts,
  { geom_xpos }: Data,
  g1: number,
  g2: number,
  count: number,
): boolean {
  const { size1, size2, onFace } = boxes;
  const { dist, margin } = con;
  if (onFace.stray || !(margin[0] >= 0)) return false;
  const least = Math.min(size1[0], size1[1], size1[2], size2[0], size2[1], size2[2]);

  // far away, positions are not precise
  const far = FAR * least;
  for (let k = 0; k < 3; k++) {
    if (!(Math.abs(geom_xpos[3 * g1 + k]) < far && Math.abs(geom_xpos[3 * g2 + k]) < far)) return false;
  }
  const shallow = SHALLOW * least;
  for (let i = 0; i < count; i++) {
    if (!(Math.abs(dist[i]) < shallow)) return false;
    good[i] = 1;
  }
  return true;
}

/** Does a good contact at the same position follow? */
function isRepeated(pos: Float64Array, i: number, count: number): boolean {
  const x = pos[3 * i];
  const y = pos[3 * i + 1];
  const z = pos[3 * i + 2];
  for (let j = i + 1; j < count; j++) {
    if (pos[3 * j] === x && pos[3 * j + 1] === y && pos[3 * j + 2] === z && good[j] === 1) return true;
  }
  return false;
}

/** good = 0 for contacts clearly outside one box and not clearly inside the other, both widened by the margin */
function judge(con: PairContacts, m: Model, d: Data, g1: number, g2: number, count: number): void {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const { pos } = con;
  const margin = con.margin[0];

  // extents of a box
  const p1 = 3 * g1;
  const x1 = geom_xpos[p1];
  const y1 = geom_xpos[p1 + 1];
  const z1 = geom_xpos[p1 + 2];
  const sizeX1 = geom_size[p1] + margin;
  const sizeY1 = geom_size[p1 + 1] + margin;
  const sizeZ1 = geom_size[p1 + 2] + margin;
  const p2 = 3 * g2;
  const x2 = geom_xpos[p2];
  const y2 = geom_xpos[p2 + 1];
  const z2 = geom_xpos[p2 + 2];
  const sizeX2 = geom_size[p2] + margin;
  const sizeY2 = geom_size[p2 + 1] + margin;
  const sizeZ2 = geom_size[p2 + 2] + margin;

  // entries of their rotations
  const a = 9 * g1;
  const a0 = geom_xmat[a];
  const a1 = geom_xmat[a + 1];
  const a2 = geom_xmat[a + 2];
  const a3 = geom_xmat[a + 3];
  const a4 = geom_xmat[a + 4];
  const a5 = geom_xmat[a + 5];
  const a6 = geom_xmat[a + 6];
  const a7 = geom_xmat[a + 7];
  const a8 = geom_xmat[a + 8];
  const b = 9 * g2;
  const b0 = geom_xmat[b];
  const b1 = geom_xmat[b + 1];
  const b2 = geom_xmat[b + 2];
  const b3 = geom_xmat[b + 3];
  const b4 = geom_xmat[b + 4];
  const b5 = geom_xmat[b + 5];
  const b6 = geom_xmat[b + 6];
  const b7 = geom_xmat[b + 7];
  const b8 = geom_xmat[b + 8];

  for (let i = 0; i < count; i++) {
    const x = pos[3 * i];
    const y = pos[3 * i + 1];
    const z = pos[3 * i + 2];

    // the position in the frame of either box
    const dx1 = x - x1;
    const dy1 = y - y1;
    const dz1 = z - z1;
    const u1 = Math.abs(a0 * dx1 + a3 * dy1 + a6 * dz1);
    const v1 = Math.abs(a1 * dx1 + a4 * dy1 + a7 * dz1);
    const w1 = Math.abs(a2 * dx1 + a5 * dy1 + a8 * dz1);
    const dx2 = x - x2;
    const dy2 = y - y2;
    const dz2 = z - z2;
    const u2 = Math.abs(b0 * dx2 + b3 * dy2 + b6 * dz2);
    const v2 = Math.abs(b1 * dx2 + b4 * dy2 + b7 * dz2);
    const w2 = Math.abs(b2 * dx2 + b5 * dy2 + b8 * dz2);

    const out1 = u1 > sizeX1 * REMOVE_RATIO || v1 > sizeY1 * REMOVE_RATIO || w1 > sizeZ1 * REMOVE_RATIO;
    const out2 = u2 > sizeX2 * REMOVE_RATIO || v2 > sizeY2 * REMOVE_RATIO || w2 > sizeZ2 * REMOVE_RATIO;
    const bad = (out1 && !(u2 < sizeX2 / REMOVE_RATIO && v2 < sizeY2 / REMOVE_RATIO && w2 < sizeZ2 / REMOVE_RATIO)) ||
      (out2 && !(u1 < sizeX1 / REMOVE_RATIO && v1 < sizeY1 / REMOVE_RATIO && w1 < sizeZ1 / REMOVE_RATIO));
    good[i] = bad ? 0 : 1;
  }
}
