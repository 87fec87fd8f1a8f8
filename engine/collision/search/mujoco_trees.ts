/** Bounding volume trees of two bodies: may two of their geoms touch? */

import { newDoubles } from "../../math/small_arrays.ts";
import { MAXVAL } from "../../types/constants.ts";
import { EnableBit, Geom } from "../../types/enums.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { mulMatVec3 } from "../../math/mat3.ts";
import { addTo3, dot3 } from "../../math/vec3.ts";
import { isEnabled } from "../../model/queries.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";
import type { CollisionPlan } from "./plan_pairs.ts";

const { OVERRIDE } = EnableBit;

// V8-1
const { PLANE } = Geom;
const HUGE = MAXVAL;

/** Dot products of the axes of two frames, kept while nodes of the same two bodies are compared. */
export interface AxisProducts {
  /** whether the products belong to the two bodies in their current poses */
  current: boolean;
  body1: number;
  body2: number;
  /** bit `j` is set once the products with the axes of frame `j` are there */
  filled: number;
  /** axis `l` of frame `i` with axis `k` of frame `j`, at `18 i + 9 j + 3 k + l` */
  product: Float64Array;
  /** origin of frame `i` with axis `k` of frame `j`, at `6 i + 3 j + k` */
  offset: Float64Array;
}

/** Allocates products. */
export function newAxisProducts(): AxisProducts {
  return {
    current: false,
    body1: -1,
    body2: -1,
    filled: 0,
    product: newDoubles(36),
    offset: newDoubles(12),
  };
}

/** Selects the inertial frames of two bodies; products are computed on demand. */
export function selectAxes(axes: AxisProducts, body1: number, body2: number): void {
  if (axes.current && axes.body1 === body1 && axes.body2 === body2) return;
  axes.current = true;
  axes.body1 = body1;
  axes.body2 = body2;
  axes.filled = 0;
}

/** Fills the products with the axes of frame `j`. */
function fillProducts(axes: AxisProducts, { xipos, ximat }: Data, j: number): void {
  const { body1, body2, product, offset } = axes;
  axes.filled |= 1 << j;
  const mj = 9 * (j === 0 ? body1 : body2);
  for (let k = 0; k < 3; k++) {
    const x = ximat[mj + k];
    const y = ximat[mj + 3 + k];
    const z = ximat[mj + 6 + k];
    for (let i = 0; i < 2; i++) {
      const body = i === 0 ? body1 : body2;
      const mi = 9 * body;
      const p = 18 * i + 9 * j + 3 * k;
      product[p] = ximat[mi] * x + ximat[mi + 3] * y + ximat[mi + 6] * z;
      product[p + 1] = ximat[mi + 1] * x + ximat[mi + 4] * y + ximat[mi + 7] * z;
      product[p + 2] = ximat[mi + 2] * x + ximat[mi + 5] * y + ximat[mi + 8] * z;
      offset[6 * i + 3 * j + k] = xipos[3 * body] * x + xipos[3 * body + 1] * y + xipos[3 * body + 2] * z;
    }
  }
}

/** Are two nodes closer than the margin of their bodies? Boxes are center and half sizes in the inertial frame. */
export function nodesMeet(
  m: Model,
  d: Data,
  axes: AxisProducts,
  body1: number,
  node1: number,
  body2: number,
  node2: number,
): boolean {
  const { bvh_aabb, body_margin } = m;
  const { product, offset } = axes;
  const a1 = 6 * node1;
  const a2 = 6 * node2;
  const infinite1 = infiniteAxes(bvh_aabb, a1) > 0;
  const infinite2 = infiniteAxes(bvh_aabb, a2) > 0;
  const margin = isEnabled(m, OVERRIDE) ? m.opt.o_margin : body_margin[body1] + body_margin[body2];
  for (let j = 0; j < 2; j++) {
    // no face of a box separates it from an infinite one
    if (j === 0 ? infinite2 : infinite1) continue;
    if ((axes.filled & (1 << j)) === 0) fillProducts(axes, d, j);
    for (let k = 0; k < 3; k++) {
      const p1 = 9 * j + 3 * k;
      const p2 = p1 + 18;
      const center1 = bvh_aabb[a1] * product[p1] + bvh_aabb[a1 + 1] * product[p1 + 1] +
        bvh_aabb[a1 + 2] * product[p1 + 2] + offset[3 * j + k];
      const center2 = bvh_aabb[a2] * product[p2] + bvh_aabb[a2 + 1] * product[p2 + 1] +
        bvh_aabb[a2 + 2] * product[p2 + 2] + offset[6 + 3 * j + k];
      const radius1 = Math.abs(bvh_aabb[a1 + 3] * product[p1]) + Math.abs(bvh_aabb[a1 + 4] * product[p1 + 1]) +
        Math.abs(bvh_aabb[a1 + 5] * product[p1 + 2]);
      const radius2 = Math.abs(bvh_aabb[a2 + 3] * product[p2]) + Math.abs(bvh_aabb[a2 + 4] * product[p2 + 1]) +
        Math.abs(bvh_aabb[a2 + 5] * product[p2 + 2]);
      if (radius1 + radius2 + margin < Math.abs(center2 - center1)) return false;
    }
  }
  return true;
}

// relative slack of the quick test, which rounds differently from the exact one
const SLACK = 1e-9;

/** Are the boxes around two geoms closer than `margin[0]`? */
export function boxesMeet(m: Model, d: Data, g1: number, g2: number, margin: Float64Array): boolean {
  const { geom_aabb } = m;
  const { geom_xpos, geom_xmat } = d;
  const infinite1 = infiniteAxes(geom_aabb, 6 * g1) > 0;
  const infinite2 = infiniteAxes(geom_aabb, 6 * g2) > 0;
  if (infinite1 || infinite2) return facesMeet(m, d, g1, g2, infinite1, infinite2, margin);

  // axes of the second box, and the vector from center to center
  const p1 = 3 * g1;
  const p2 = 3 * g2;
  const r1 = 9 * g1;
  const r2 = 9 * g2;
  const a1 = 6 * g1;
  const a2 = 6 * g2;
  const b0 = geom_xmat[r2];
  const b1 = geom_xmat[r2 + 1];
  const b2 = geom_xmat[r2 + 2];
  const b3 = geom_xmat[r2 + 3];
  const b4 = geom_xmat[r2 + 4];
  const b5 = geom_xmat[r2 + 5];
  const b6 = geom_xmat[r2 + 6];
  const b7 = geom_xmat[r2 + 7];
  const b8 = geom_xmat[r2 + 8];
  const u1 = geom_aabb[a1];
  const v1 = geom_aabb[a1 + 1];
  const w1 = geom_aabb[a1 + 2];
  const u2 = geom_aabb[a2];
  const v2 = geom_aabb[a2 + 1];
  const w2 = geom_aabb[a2 + 2];
  const x = geom_xpos[p2] + (b0 * u2 + b1 * v2 + b2 * w2) - geom_xpos[p1] -
    (geom_xmat[r1] * u1 + geom_xmat[r1 + 1] * v1 + geom_xmat[r1 + 2] * w1);
  const y = geom_xpos[p2 + 1] + (b3 * u2 + b4 * v2 + b5 * w2) - geom_xpos[p1 + 1] -
    (geom_xmat[r1 + 3] * u1 + geom_xmat[r1 + 4] * v1 + geom_xmat[r1 + 5] * w1);
  const z = geom_xpos[p2 + 2] + (b6 * u2 + b7 * v2 + b8 * w2) - geom_xpos[p1 + 2] -
    (geom_xmat[r1 + 6] * u1 + geom_xmat[r1 + 7] * v1 + geom_xmat[r1 + 8] * w1);

  // quick answer in clear cases
  const slack = margin[0];
  const x2 = geom_aabb[a2 + 3];
  const y2 = geom_aabb[a2 + 4];
  const z2 = geom_aabb[a2 + 5];
  let reachX = x2 + slack;
  let reachY = y2 + slack;
  let reachZ = z2 + slack;
  let doubt = false;
  for (let k = 0; k < 3; k++) {
    const ax = geom_xmat[r1 + k];
    const ay = geom_xmat[r1 + k + 3];
    const az = geom_xmat[r1 + k + 6];
    const alongX = Math.abs(ax * b0 + ay * b3 + az * b6);
    const alongY = Math.abs(ax * b1 + ay * b4 + az * b7);
    const alongZ = Math.abs(ax * b2 + ay * b5 + az * b8);
    const half = geom_aabb[a1 + 3 + k];
    const reach = half + slack + x2 * alongX + y2 * alongY + z2 * alongZ;
    const apart = Math.abs(ax * x + ay * y + az * z);
    if (apart > reach * (1 + SLACK)) return false;
    if (!(apart < reach * (1 - SLACK))) doubt = true;
    reachX += half * alongX;
    reachY += half * alongY;
    reachZ += half * alongZ;
  }
  const apartX = Math.abs(b0 * x + b3 * y + b6 * z);
  const apartY = Math.abs(b1 * x + b4 * y + b7 * z);
  const apartZ = Math.abs(b2 * x + b5 * y + b8 * z);
  if (apartX > reachX * (1 + SLACK) || apartY > reachY * (1 + SLACK) || apartZ > reachZ * (1 + SLACK)) return false;
  doubt ||= !(apartX < reachX * (1 - SLACK) && apartY < reachY * (1 - SLACK) && apartZ < reachZ * (1 - SLACK));
  return !doubt || facesMeet(m, d, g1, g2, infinite1, infinite2, margin);
}

// centers of two boxes, normals of their faces
const center = new Float64Array(6);
const normal = new Float64Array(18);

/** The exact test: no face of either box separates them. */
function facesMeet(
  m: Model,
  d: Data,
  g1: number,
  g2: number,
  infinite1: boolean,
  infinite2: boolean,
  margin: Float64Array,
): boolean {
  const { geom_aabb } = m;
  const { geom_xpos, geom_xmat } = d;
  const a1 = 6 * g1;
  const a2 = 6 * g2;
  mulMatVec3(center, 0, geom_xmat, 9 * g1, geom_aabb, a1);
  mulMatVec3(center, 3, geom_xmat, 9 * g2, geom_aabb, a2);
  addTo3(center, 0, geom_xpos, 3 * g1);
  addTo3(center, 3, geom_xpos, 3 * g2);
  for (let k = 0; k < 3; k++) {
    for (let l = 0; l < 3; l++) {
      normal[3 * k + l] = geom_xmat[9 * g1 + 3 * l + k];
      normal[9 + 3 * k + l] = geom_xmat[9 * g2 + 3 * l + k];
    }
  }
  for (let j = 0; j < 2; j++) {
    if (j === 0 ? infinite2 : infinite1) continue;
    for (let n = 9 * j; n < 9 * j + 9; n += 3) {
      const radius1 = Math.abs(geom_aabb[a1 + 3] * dot3(normal, 0, normal, n)) +
        Math.abs(geom_aabb[a1 + 4] * dot3(normal, 3, normal, n)) +
        Math.abs(geom_aabb[a1 + 5] * dot3(normal, 6, normal, n));
      const radius2 = Math.abs(geom_aabb[a2 + 3] * dot3(normal, 9, normal, n)) +
        Math.abs(geom_aabb[a2 + 4] * dot3(normal, 12, normal, n)) +
        Math.abs(geom_aabb[a2 + 5] * dot3(normal, 15, normal, n));
      const gap = Math.abs(dot3(center, 3, normal, n) - dot3(center, 0, normal, n));
      if (radius1 + radius2 + margin[0] < gap) return false;
    }
  }
  return true;
}

/** Number of axes along which a box is infinite, as only planes are. */
export function infiniteAxes(aabb: Float64Array, a: number): number {
  return (aabb[a + 3] >= HUGE ? 1 : 0) + (aabb[a + 4] >= HUGE ? 1 : 0) + (aabb[a + 5] >= HUGE ? 1 : 0);
}

/** Of two inner nodes the one with the larger measure is opened; half sizes minus centers, as MuJoCo computes it. */
export function opensFirst(aabb: Float64Array, node1: number, node2: number): boolean {
  return surface(aabb, 6 * node1) > surface(aabb, 6 * node2);
}

function surface(aabb: Float64Array, a: number): number {
  const x = aabb[a + 3] - aabb[a];
  const y = aabb[a + 4] - aabb[a + 1];
  const z = aabb[a + 5] - aabb[a + 2];
  return x * y + y * z + z * x;
}

/** Would a descent into the trees of two bodies reach two given geoms? */
export function treesMeet(
  m: Model,
  d: Data,
  plan: CollisionPlan,
  axes: AxisProducts,
  body1: number,
  body2: number,
  g1: number,
  g2: number,
): boolean {
  // walk from the roots toward both leaves; every pair of nodes on the way must overlap
  const { bvh_child, bvh_aabb } = m;
  const { bvhparent } = plan;
  const root1 = m.body_bvhadr[body1];
  const root2 = m.body_bvhadr[body2];
  const inOrder = m.geom_bodyid[g1] === body1;
  const leaf1 = plan.leaf[inOrder ? g1 : g2];
  const leaf2 = plan.leaf[inOrder ? g2 : g1];
  let node1 = 0;
  let node2 = 0;
  selectAxes(axes, body1, body2);
  while (node1 >= 0 && node2 >= 0) {
    const end1 = isLeaf(bvh_child, root1 + node1);
    const end2 = isLeaf(bvh_child, root2 + node2);
    if (end1 && end2) return true;
    if (!nodesMeet(m, d, axes, body1, root1 + node1, body2, root2 + node2)) return false;
    if (end2 || (!end1 && opensFirst(bvh_aabb, root1 + node1, root2 + node2))) {
      node1 = childTowards(bvhparent, root1, node1, leaf1);
    } else {
      node2 = childTowards(bvhparent, root2, node2, leaf2);
    }
  }
  return false;
}

/** Does a node hold a geom? */
export function isLeaf(bvh_child: Int32Array, node: number): boolean {
  return bvh_child[2 * node] < 0 && bvh_child[2 * node + 1] < 0;
}

/** The child of a node on the way to a leaf, -1 if that is not below it. */
function childTowards(bvhparent: Int32Array, root: number, node: number, leaf: number): number {
  let child = leaf;
  while (child >= 0 && bvhparent[root + child] !== node) child = bvhparent[root + child];
  return child;
}

// contacts deeper than this are well inside of the box around a plane, whose sizes leave no more digits
const PLANE_DEPTH = 5e-5;

/**
 * Is the first contact of two geoms well inside the boxes around them, and inside their leaves? Then all boxes on the
 * way from the roots overlap there too and need not be compared.
 */
export function isEnclosed(
  m: Model,
  d: Data,
  plan: CollisionPlan,
  con: PairContacts,
  body1: number,
  body2: number,
  g1: number,
  g2: number,
): boolean {
  const { geom_aabb, geom_bodyid, geom_type, bvh_aabb, body_bvhadr, body_margin } = m;
  const { geom_xpos, geom_xmat, xipos, ximat } = d;
  const { dist, pos, margin } = con;
  if (margin[0] < 0 || body_margin[body1] + body_margin[body2] < 0) return false;
  const plane = geom_type[g1] === PLANE;
  if (plane && !(dist[0] < -PLANE_DEPTH)) return false;

  for (let i = plane ? 1 : 0; i < 2; i++) {
    const g = i === 0 ? g1 : g2;
    const body = geom_bodyid[g];
    if (!isInside(pos, geom_aabb, 6 * g, geom_xpos, 3 * g, geom_xmat, 9 * g)) return false;
    const leaf = body_bvhadr[body] + plan.leaf[g];
    if (!isInside(pos, bvh_aabb, 6 * leaf, xipos, 3 * body, ximat, 9 * body)) return false;
  }
  return true;
}

/** Is a point clearly inside a box given in some frame? */
function isInside(
  point: Float64Array,
  aabb: Float64Array,
  a: number,
  origin: Float64Array,
  o: number,
  mat: Float64Array,
  r: number,
): boolean {
  const x = point[0] - origin[o];
  const y = point[1] - origin[o + 1];
  const z = point[2] - origin[o + 2];
  const slack = SLACK * (Math.abs(point[0]) + Math.abs(point[1]) + Math.abs(point[2]));
  for (let k = 0; k < 3; k++) {
    const along = mat[r + k] * x + mat[r + 3 + k] * y + mat[r + 6 + k] * z - aabb[a + k];
    if (!(Math.abs(along) < aabb[a + 3 + k] * (1 - SLACK) - slack)) return false;
  }
  return true;
}
