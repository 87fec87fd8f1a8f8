/**
 * Box against box: the separating axis with the least overlap decides between a face and a pair of edges, whose
 * contacts are found by clipping.
 */

import { MAXCONPAIR, MINVAL } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { mulMatTVec3, mulMatVec3 } from "../math/mat3.ts";
import { boxBoxEdge, edges } from "./box_box_edge.ts";
import { boxBoxFace } from "./box_box_face.ts";
import { boxes, setBoxes } from "./box_frame.ts";
import type { PairContacts } from "./pair_contacts.ts";

// a crossing of edges must beat the faces by this much
const EDGE_BIAS = 1e-12;

// relative slack of the quick test of pairs of edges
const SLACK = 1e-12;

// a contact this much outside of a box is dropped
const REMOVE_RATIO = 1.01;

const reach1 = new Float64Array(3);
const reach2 = new Float64Array(3);

/** Box against box, without contacts outside of the boxes and without duplicates. */
export function boxBox(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const count = boxBoxAll(con, m, d, g1, g2);
  return count === 0 ? 0 : prune(con, m, d, g1, g2, count);
}

/** Box against box, all contacts of the clipping. */
export function boxBoxAll(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  setBoxes(m, d, g1, g2);
  const axis = leastOverlap(con);
  if (axis < 0) return 0;
  return axis < 12 ? boxBoxFace(con, d, g1, g2, axis) : boxBoxEdge(con, d, g1, axis - 12);
}

/**
 * The axis along which the boxes overlap least: 0 to 5 for faces of the first box, 6 to 11 for faces of the second,
 * 12 to 20 for pairs of edges, −1 if some axis separates them.
 */
function leastOverlap(con: PairContacts): number {
  const { size1, size2, pos12, pos21, rotabs, rott } = boxes;
  const margin = con.margin[0];
  let least = margin;
  for (let k = 0; k < 3; k++) least += size1[k] * 3 + size2[k] * 3;
  let axis = -1;

  // faces
  mulMatVec3(reach2, 0, rotabs, 0, size2, 0);
  mulMatTVec3(reach1, 0, rotabs, 0, size1, 0);
  for (let k = 0; k < 3; k++) {
    const overlap1 = -Math.abs(pos21[k]) + size1[k] + reach2[k];
    const overlap2 = -Math.abs(pos12[k]) + size2[k] + reach1[k];
    if (overlap1 < -margin || overlap2 < -margin) return -1;
    if (overlap1 < least) {
      least = overlap1;
      axis = k + (pos21[k] < 0 ? 3 : 0);
    }
    if (overlap2 < least) {
      least = overlap2;
      axis = k + (pos12[k] < 0 ? 3 : 0) + 6;
    }
  }

  // crossings of edge direction i of the first box with edge direction j of the second
  for (let i = 0; i < 3; i++) {
    const next = i === 2 ? 0 : i + 1;
    const last = 3 - i - next;
    for (let j = 0; j < 3; j++) {
      // their cross product has no component along the first edge
      const x = -rott[3 * j + last];
      const y = rott[3 * j + next];
      const j1 = j === 0 ? 1 : 0;
      const j2 = j === 2 ? 1 : 2;

      // overlap times the length of the product, which is at most one: often that much is already too much
      const sum = size1[next] * Math.abs(x) + size1[last] * Math.abs(y) + size2[j1] * rotabs[3 * i + j2] +
        size2[j2] * rotabs[3 * i + j1];
      if (sum - Math.abs(pos21[next] * x + pos21[last] * y) > Math.max(least, 0) + SLACK * sum) continue;

      const length = Math.sqrt(x * x + y * y);
      if (length < MINVAL) continue;
      const inverse = 1 / length;
      const nx = x * inverse;
      const ny = y * inverse;
      const apart = pos21[next] * nx + pos21[last] * ny;
      const overlap = size1[next] * Math.abs(nx) + size1[last] * Math.abs(ny) +
        size2[j1] * rotabs[3 * i + j2] / length +
        size2[j2] * rotabs[3 * i + j1] / length - Math.abs(apart);
      if (overlap < -margin) return -1;
      if (!(overlap < least * (1 - EDGE_BIAS))) continue;
      least = overlap;
      axis = 12 + 3 * i + j;
      edges.normal[i] = 0;
      edges.normal[next] = nx;
      edges.normal[last] = ny;
      edges.inverted = apart < 0;
    }
  }
  if (axis >= 12) nearEdges(Math.trunc((axis - 12) / 3), (axis - 12) % 3);
  return axis;
}

/** Which of the parallel edges touch, each as a corner of the face across it. */
function nearEdges(edge1: number, edge2: number): void {
  const { rot } = boxes;
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

// verdicts per contact
const place1 = new Int8Array(MAXCONPAIR);
const place2 = new Int8Array(MAXCONPAIR);

/** Drops contacts that lie outside of one box and not well inside of the other, then repeated ones. */
function prune(con: PairContacts, m: Model, d: Data, g1: number, g2: number, count: number): number {
  const { dist, pos, frame } = con;
  placeInBox(place1, con, count, m, d, g1);
  placeInBox(place2, con, count, m, d, g2);

  let kept = 0;
  for (let i = 0; i < count; i++) {
    const outside = (place1[i] === 1 && place2[i] !== -1) || (place2[i] === 1 && place1[i] !== -1);
    place1[i] = outside ? 0 : 1;
  }
  for (let i = 0; i < count; i++) {
    if (place1[i] === 0 || isRepeated(pos, i, count)) continue;
    if (kept < i) {
      dist[kept] = dist[i];
      for (let k = 0; k < 3; k++) pos[3 * kept + k] = pos[3 * i + k];
      for (let k = 0; k < 6; k++) frame[6 * kept + k] = frame[6 * i + k];
    }
    kept++;
  }
  return kept;
}

/** Does a good contact at the same position follow? */
function isRepeated(pos: Float64Array, i: number, count: number): boolean {
  for (let j = i + 1; j < count; j++) {
    if (pos[3 * i] !== pos[3 * j] || pos[3 * i + 1] !== pos[3 * j + 1] || pos[3 * i + 2] !== pos[3 * j + 2]) continue;
    if (place1[j] === 1) return true;
  }
  return false;
}

/** res = 1 for contacts clearly outside of a box that is widened by the margin, −1 clearly inside, 0 near its surface */
function placeInBox(res: Int8Array, con: PairContacts, count: number, m: Model, d: Data, g: number): void {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const { pos } = con;
  const margin = con.margin[0];
  const p = 3 * g;
  const a = 9 * g;
  const sx = geom_size[p] + margin;
  const sy = geom_size[p + 1] + margin;
  const sz = geom_size[p + 2] + margin;
  const outerX = sx * REMOVE_RATIO;
  const outerY = sy * REMOVE_RATIO;
  const outerZ = sz * REMOVE_RATIO;
  const innerX = sx / REMOVE_RATIO;
  const innerY = sy / REMOVE_RATIO;
  const innerZ = sz / REMOVE_RATIO;
  for (let i = 0; i < count; i++) {
    const dx = pos[3 * i] - geom_xpos[p];
    const dy = pos[3 * i + 1] - geom_xpos[p + 1];
    const dz = pos[3 * i + 2] - geom_xpos[p + 2];
    const x = Math.abs(geom_xmat[a] * dx + geom_xmat[a + 3] * dy + geom_xmat[a + 6] * dz);
    const y = Math.abs(geom_xmat[a + 1] * dx + geom_xmat[a + 4] * dy + geom_xmat[a + 7] * dz);
    const z = Math.abs(geom_xmat[a + 2] * dx + geom_xmat[a + 5] * dy + geom_xmat[a + 8] * dz);
    if (x > outerX || y > outerY || z > outerZ) res[i] = 1;
    else res[i] = x < innerX && y < innerY && z < innerZ ? -1 : 0;
  }
}
