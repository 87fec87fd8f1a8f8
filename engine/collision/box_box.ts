/**
 * Box against box: the separating axis with the least overlap decides between a face and a pair of edges, whose
 * contacts are found by clipping.
 */

import { MAXCONPAIR, MINVAL } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { mulMatTVec3, mulMatVec3 } from "../math/mat3.ts";
import { dot3, normalize3, sub3, zero3 } from "../math/vec3.ts";
import { boxBoxEdge, edges } from "./box_box_edge.ts";
import { boxBoxFace } from "./box_box_face.ts";
import { boxes, setBoxes } from "./box_frame.ts";
import type { PairContacts } from "./pair_contacts.ts";

// a crossing of edges must beat the faces by this much
const EDGE_BIAS = 1e-12;

// a contact this much outside of a box is dropped
const REMOVE_RATIO = 1.01;

const reach1 = new Float64Array(3);
const reach2 = new Float64Array(3);
const normal = new Float64Array(3);

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
  const { size1, size2, pos12, pos21, rot, rotabs, rott } = boxes;
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
    const next = (i + 1) % 3;
    const last = (i + 2) % 3;
    for (let j = 0; j < 3; j++) {
      zero3(normal, 0);
      normal[next] = -rott[3 * j + last];
      normal[last] = rott[3 * j + next];
      const length = normalize3(normal, 0);
      if (length < MINVAL) continue;

      const apart = dot3(pos21, 0, normal, 0);
      let overlap = 0;
      for (let k = 0; k < 3; k++) {
        if (k !== i) overlap += size1[k] * Math.abs(normal[k]);
      }
      for (let k = 0; k < 3; k++) {
        if (k !== j) overlap += size2[k] * rotabs[3 * i + 3 - k - j] / length;
      }
      overlap -= Math.abs(apart);
      if (overlap < -margin) return -1;
      if (!(overlap < least * (1 - EDGE_BIAS))) continue;
      least = overlap;
      axis = 12 + 3 * i + j;

      // the edges that touch, each as a corner of the face across it
      const inverted = apart < 0;
      edges.corner1 = 0;
      edges.corner2 = 0;
      for (let k = 0; k < 3; k++) {
        if (k !== i && (normal[k] > 0) !== inverted) edges.corner1 += 1 << k;
        if (k === j) continue;
        const follows = (k - j + 3) % 3 === 1;
        if (((rot[3 * i + 3 - k - j] > 0) !== inverted) !== follows) edges.corner2 += 1 << k;
      }
      edges.inverted = inverted;
      for (let k = 0; k < 3; k++) edges.normal[k] = normal[k];
    }
  }
  return axis;
}

const verdict = new Int8Array(MAXCONPAIR);
const grown = new Float64Array(3);
const local = new Float64Array(3);

/** Drops contacts that lie outside of one box and not well inside of the other, then repeated ones. */
function prune(con: PairContacts, m: Model, d: Data, g1: number, g2: number, count: number): number {
  const { dist, pos, frame } = con;
  const margin = con.margin[0];

  for (let i = 0; i < count; i++) {
    const place1 = placeInBox(pos, 3 * i, m, d, g1, margin);
    const place2 = placeInBox(pos, 3 * i, m, d, g2, margin);
    const bad = (place1 === 1 && place2 !== -1) || (place2 === 1 && place1 !== -1);
    verdict[i] = bad ? 0 : 1;
  }

  // of equal positions the last is kept
  for (let i = 0; i < count - 1; i++) {
    if (!verdict[i]) continue;
    for (let j = i + 1; j < count; j++) {
      if (!verdict[j]) continue;
      if (pos[3 * i] === pos[3 * j] && pos[3 * i + 1] === pos[3 * j + 1] && pos[3 * i + 2] === pos[3 * j + 2]) {
        verdict[i] = 0;
        break;
      }
    }
  }

  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (!verdict[i]) continue;
    dist[kept] = dist[i];
    for (let k = 0; k < 3; k++) pos[3 * kept + k] = pos[3 * i + k];
    for (let k = 0; k < 6; k++) frame[6 * kept + k] = frame[6 * i + k];
    kept++;
  }
  return kept;
}

/** 1 for a point clearly outside of a box that is widened by `margin`, −1 clearly inside, 0 near its surface. */
function placeInBox(pos: Float64Array, p: number, m: Model, d: Data, g: number, margin: number): number {
  const { geom_xpos, geom_xmat } = d;
  sub3(local, 0, pos, p, geom_xpos, 3 * g);
  mulMatTVec3(local, 0, geom_xmat, 9 * g, local, 0);
  for (let k = 0; k < 3; k++) grown[k] = m.geom_size[3 * g + k] + margin;

  let inside = true;
  for (let k = 0; k < 3; k++) {
    const outer = grown[k] * REMOVE_RATIO;
    const inner = grown[k] / REMOVE_RATIO;
    if (local[k] > outer || local[k] < -outer) return 1;
    if (!(local[k] < inner && local[k] > -inner)) inside = false;
  }
  return inside ? -1 : 0;
}
