/** Bounding volume hierarchies over the geoms of a body, the elements of a flex, or the triangles of a mesh. */

import { rotVecQuat } from "../math/quat.ts";
import { countFrom, newDoubles, newInts } from "../math/small_arrays.ts";
import type { Bvh } from "../types/spec.ts";
import { nthElement } from "./sort/nth_element.ts";

/** The elements of a hierarchy. */
export interface BvhElements {
  /** value of `nodeid` for each element */
  id: ArrayLike<number>;
  /** position of each element, in the frame of its parent */
  pos: Float64Array;
  /** orientation of each element; if missing, `aabb` is in the frame of the hierarchy */
  quat?: Float64Array;
  /** center and half sizes of each element */
  aabb: Float64Array;
}

/** The frame of the hierarchy; for a body, its inertial frame. */
export interface BvhFrame {
  pos: Float64Array;
  quat: Float64Array;
}

/** numbers of an element: smallest coordinates, largest ones with the other sign, position; the last may be anything */
export const STRIDE = 10;
export const PLACE = 6;

const EPS = 1e-14;

const corner = new Float64Array(3);
const inverse = new Float64Array(4);
const box = new Float64Array(6);

/** The hierarchy of a body over its geoms that can collide, or of a flex over its elements (no frame then). */
export function buildBvh({ id, pos, quat, aabb }: BvhElements, frame?: BvhFrame): Bvh {
  const { length } = id;
  const table = newDoubles(STRIDE * length);
  if (frame) invert(frame.quat);
  for (let i = 0; i < length; i++) {
    const e = STRIDE * i;
    for (let k = 0; k < 3; k++) {
      const center = aabb[6 * i + k];
      const half = aabb[6 * i + k + 3];
      table[e + k] = center - half;
      table[e + k + 3] = -(center + half);
      table[e + PLACE + k] = pos[3 * i + k];
    }
    if (!frame) continue;
    if (quat) rotateBox(table, e, pos, 3 * i, quat, 4 * i, frame);
    for (let k = 0; k < 3; k++) table[e + PLACE + k] -= frame.pos[k];
    rotVecQuat(table, e + PLACE, table, e + PLACE, inverse, 0);
  }
  return buildFrom(id, table);
}

/** A hierarchy over as many elements that is still to be built. */
export function newBvh(elements: number): Bvh {
  const count = Math.max(0, 2 * elements - 1);
  return {
    count,
    depth: newInts(count),
    child: newInts(2 * count),
    nodeid: newInts(count),
    aabb: newDoubles(6 * count),
  };
}

/** The hierarchy over the elements of a table. */
export function buildFrom(id: ArrayLike<number>, table: Float64Array): Bvh {
  const bvh = newBvh(id.length);
  if (id.length > 0) new Builder(bvh, id, table).split(0, id.length, 0);
  return bvh;
}

/** Replaces the box of an element by the one around its eight rotated corners. */
function rotateBox(
  table: Float64Array,
  e: number,
  pos: Float64Array,
  p: number,
  quat: Float64Array,
  q: number,
  frame: BvhFrame,
): void {
  for (let k = 0; k < 6; k++) {
    box[k] = k < 3 ? table[e + k] : -table[e + k];
    table[e + k] = Number.MAX_VALUE;
  }
  for (let v = 0; v < 8; v++) {
    corner[0] = v & 1 ? box[3] : box[0];
    corner[1] = v & 2 ? box[4] : box[1];
    corner[2] = v & 4 ? box[5] : box[2];
    rotVecQuat(corner, 0, corner, 0, quat, q);
    for (let k = 0; k < 3; k++) corner[k] += pos[p + k] - frame.pos[k];
    rotVecQuat(corner, 0, corner, 0, inverse, 0);
    for (let k = 0; k < 3; k++) {
      if (corner[k] < table[e + k]) table[e + k] = corner[k];
      if (-corner[k] < table[e + k + 3]) table[e + k + 3] = -corner[k];
    }
  }
}

function invert(quat: Float64Array): void {
  inverse[0] = quat[0];
  for (let k = 1; k < 4; k++) inverse[k] = -quat[k];
}

/** Builds a hierarchy from the top down. */
class Builder {
  /** the box of the current node: smallest and largest coordinates */
  private readonly box = newDoubles(6);
  private readonly order: Int32Array;
  /** coordinates of the elements along the axis at hand, in the order of `order` */
  private readonly keys: Float64Array;
  private count = 0;

  constructor(private readonly bvh: Bvh, private readonly id: ArrayLike<number>, private readonly table: Float64Array) {
    this.order = countFrom(0, id.length);
    this.keys = newDoubles(id.length);
  }

  /** Makes the node for `order[first…last)` and all nodes below it; returns its index. */
  split(first: number, last: number, depth: number): number {
    const { bvh: { aabb, child, nodeid }, box, order, keys, table } = this;
    const node = this.count++;
    this.bvh.depth[node] = depth;
    this.bound(first, last);
    for (let k = 0; k < 3; k++) {
      aabb[6 * node + k] = (box[k + 3] + box[k]) / 2;
      aabb[6 * node + k + 3] = (box[k + 3] - box[k]) / 2;
    }
    if (last - first === 1) {
      nodeid[node] = this.id[order[first]];
      child[2 * node] = child[2 * node + 1] = -1;
      return node;
    }
    nodeid[node] = -1;

    // halve at the median along the longest axis
    let axis = 0;
    if (box[4] - box[1] >= box[3] - box[0] + EPS) axis = 1;
    if (box[5] - box[2] >= box[axis + 3] - box[axis] + EPS) axis = 2;
    const middle = first + ((last - first) >> 1);
    for (let i = first; i < last; i++) keys[i] = table[STRIDE * order[i] + PLACE + axis];
    nthElement(order, keys, first, middle, last);
    child[2 * node] = this.split(first, middle, depth + 1);
    child[2 * node + 1] = this.split(middle, last, depth + 1);
    return node;
  }

  /** The box around `order[first…last)`. */
  private bound(first: number, last: number): void {
    const { box, table, order } = this;
    let x0 = Number.MAX_VALUE, y0 = x0, z0 = x0, x1 = x0, y1 = x0, z1 = x0;
    for (let i = first; i < last; i++) {
      const e = STRIDE * order[i];
      if (table[e] < x0) x0 = table[e];
      if (table[e + 1] < y0) y0 = table[e + 1];
      if (table[e + 2] < z0) z0 = table[e + 2];
      if (table[e + 3] < x1) x1 = table[e + 3];
      if (table[e + 4] < y1) y1 = table[e + 4];
      if (table[e + 5] < z1) z1 = table[e + 5];
    }
    box[0] = x0;
    box[1] = y0;
    box[2] = z0;
    box[3] = -x1;
    box[4] = -y1;
    box[5] = -z1;
    // give flat boxes some thickness
    for (let k = 0; k < 3; k++) {
      if (Math.abs(box[k] - box[k + 3]) < EPS) {
        box[k] -= EPS;
        box[k + 3] += EPS;
      }
    }
  }
}
