/** Sphere against box. */

import { MINVAL } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { mulMatTVec3, mulMatVec3 } from "../math/mat3.ts";
import { addTo3, copy3, sub3, zero3 } from "../math/vec3.ts";
import type { PairContacts } from "./pair_contacts.ts";

const center = new Float64Array(3);
const clamped = new Float64Array(3);
const outward = new Float64Array(3);
const local = new Float64Array(3);

/** A ball about a given point against a box, as contact `row`. */
export function ballBox(
  con: PairContacts,
  row: number,
  pos1: Float64Array,
  p1: number,
  size1: Float64Array,
  s1: number,
  pos2: Float64Array,
  p2: number,
  mat2: Float64Array,
  m2: number,
  size2: Float64Array,
  s2: number,
): number {
  const { dist, pos, frame } = con;
  const radius = size1[s1];
  const p = 3 * row;
  const f = 6 * row;

  // centre in the frame of the box, and the point of the box nearest to it
  sub3(local, 0, pos1, p1, pos2, p2);
  mulMatTVec3(center, 0, mat2, m2, local, 0);
  copy3(clamped, 0, center, 0);
  for (let k = 0; k < 3; k++) {
    const half = size2[s2 + k];
    if (!(half > 0)) continue;
    if (clamped[k] < -half) clamped[k] = -half;
    else if (clamped[k] > half) clamped[k] = half;
  }
  sub3(outward, 0, clamped, 0, center, 0);
  let gap = Math.sqrt(outward[0] * outward[0] + outward[1] * outward[1] + outward[2] * outward[2]);
  if (gap - radius > con.margin[0]) return 0;

  if (gap <= MINVAL) {
    // centre inside: leave by the nearest face
    let closest = (size2[s2] + size2[s2 + 1] + size2[s2 + 2]) * 2;
    let face = 0;
    for (let i = 0; i < 6; i++) {
      const k = i >> 1;
      const depth = Math.abs((i & 1 ? 1 : -1) * size2[s2 + k] - center[k]);
      if (closest > depth) {
        closest = depth;
        face = i;
      }
    }
    zero3(outward, 0);
    outward[face >> 1] = face & 1 ? -1 : 1;
    const along = (radius - closest) / 2;
    for (let k = 0; k < 3; k++) local[k] = center[k] + outward[k] * along;
    gap = -closest;
  } else {
    // midway between the nearest point of the box and the deepest point of the ball
    const inverse = 1 / gap;
    for (let k = 0; k < 3; k++) outward[k] *= inverse;
    for (let k = 0; k < 3; k++) local[k] = clamped[k] * 0.5 + (center[k] + outward[k] * radius) * 0.5;
  }

  dist[row] = gap - radius;
  mulMatVec3(pos, p, mat2, m2, local, 0);
  addTo3(pos, p, pos2, p2);
  mulMatVec3(frame, f, mat2, m2, outward, 0);
  zero3(frame, f + 3);
  return 1;
}

/** Sphere against box. */
export function sphereBox(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  return ballBox(
    con,
    0,
    geom_xpos,
    3 * g1,
    geom_size,
    3 * g1,
    geom_xpos,
    3 * g2,
    geom_xmat,
    9 * g2,
    geom_size,
    3 * g2,
  );
}
