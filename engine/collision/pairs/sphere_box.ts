/** Sphere against box. */

import { MINVAL } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { mulMatVec3 } from "../../math/mat3.ts";
import { addTo3, zero3 } from "../../math/vec3.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";

// V8-1
const TINY = MINVAL;

const center = new Float64Array(3);
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

  // center in the frame of the box, and the point of the box nearest to it
  const x = pos1[p1] - pos2[p2];
  const y = pos1[p1 + 1] - pos2[p2 + 1];
  const z = pos1[p1 + 2] - pos2[p2 + 2];
  const cx = mat2[m2] * x + mat2[m2 + 3] * y + mat2[m2 + 6] * z;
  const cy = mat2[m2 + 1] * x + mat2[m2 + 4] * y + mat2[m2 + 7] * z;
  const cz = mat2[m2 + 2] * x + mat2[m2 + 5] * y + mat2[m2 + 8] * z;
  const halfX = size2[s2];
  const halfY = size2[s2 + 1];
  const halfZ = size2[s2 + 2];
  const nearX = halfX > 0 ? Math.max(-halfX, Math.min(cx, halfX)) : cx;
  const nearY = halfY > 0 ? Math.max(-halfY, Math.min(cy, halfY)) : cy;
  const nearZ = halfZ > 0 ? Math.max(-halfZ, Math.min(cz, halfZ)) : cz;
  let u = nearX - cx;
  let v = nearY - cy;
  let w = nearZ - cz;
  const gap = Math.sqrt(u * u + v * v + w * w);
  if (gap - radius > con.margin[0]) return 0;

  if (gap <= TINY) {
    center[0] = cx;
    center[1] = cy;
    center[2] = cz;
    leave(dist, row, size1, s1, size2, s2);
  } else {
    // midway between the nearest point of the box and the deepest point of the ball
    const inverse = 1 / gap;
    u *= inverse;
    v *= inverse;
    w *= inverse;
    dist[row] = gap - radius;
    outward[0] = u;
    outward[1] = v;
    outward[2] = w;
    local[0] = nearX * 0.5 + (cx + u * radius) * 0.5;
    local[1] = nearY * 0.5 + (cy + v * radius) * 0.5;
    local[2] = nearZ * 0.5 + (cz + w * radius) * 0.5;
  }

  mulMatVec3(pos, p, mat2, m2, local, 0);
  addTo3(pos, p, pos2, p2);
  mulMatVec3(frame, f, mat2, m2, outward, 0);
  zero3(frame, f + 3);
  return 1;
}

/** A ball whose center is inside leaves by the nearest face. */
function leave(
  dist: Float64Array,
  row: number,
  size1: Float64Array,
  s1: number,
  size: Float64Array,
  s: number,
): void {
  const radius = size1[s1];
  let closest = (size[s] + size[s + 1] + size[s + 2]) * 2;
  let face = 0;
  for (let i = 0; i < 6; i++) {
    const k = i >> 1;
    const depth = Math.abs((i & 1 ? 1 : -1) * size[s + k] - center[k]);
    if (closest > depth) {
      closest = depth;
      face = i;
    }
  }
  zero3(outward, 0);
  outward[face >> 1] = face & 1 ? -1 : 1;
  const along = (radius - closest) / 2;
  for (let k = 0; k < 3; k++) local[k] = center[k] + outward[k] * along;
  dist[row] = -closest - radius;
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
