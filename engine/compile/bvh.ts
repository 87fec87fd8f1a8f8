/** Bounding volume hierarchies over the geoms of a body or the triangles of a mesh. */

import { rotVecQuat } from "../math/quat.ts";
import { newDoubles, newInts } from "../math/small_arrays.ts";
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
  /** center and half sizes of each element, which are overwritten */
  aabb: Float64Array;
}

/** The frame of the hierarchy; for a body, its inertial frame. */
export interface BvhFrame {
  pos: Float64Array;
  quat: Float64Array;
}

const EPS = 1e-14;

const corner = new Float64Array(3);
const inverse = new Float64Array(4);
const box = new Float64Array(6);

/** The hierarchy of a body over its geoms that can collide, or of a mesh over its triangles (no frame then). */
export function buildBvh(elements: BvhElements, frame?: BvhFrame): Bvh {
  const n = elements.id.length;
  const capacity = n > 0 ? 2 * n - 1 : 0;
  const bvh: Bvh = {
    count: 0,
    depth: newInts(capacity),
    child: newInts(2 * capacity).fill(-1),
    nodeid: newInts(capacity).fill(-1),
    aabb: newDoubles(6 * capacity),
  };
  if (n === 0) return bvh;

  const extent = extents(elements, frame);
  const place = positions(elements, frame);
  const order = newInts(n);
  for (let i = 0; i < n; i++) order[i] = i;
  new Builder(bvh, elements.id, extent, place, order).split(0, n, 0);
  return bvh;
}

/** Smallest and largest coordinates of each element in the frame of the hierarchy, in place of its box. */
function extents({ pos, quat, aabb }: BvhElements, frame: BvhFrame | undefined): Float64Array {
  for (let i = 0; i < aabb.length; i += 6) {
    for (let k = i; k < i + 3; k++) {
      const center = aabb[k];
      const half = aabb[k + 3];
      aabb[k] = center - half;
      aabb[k + 3] = center + half;
    }
  }
  if (quat && frame) rotateExtents(aabb, pos, quat, frame);
  return aabb;
}

/** Replaces each box by the one around its eight rotated corners. */
function rotateExtents(extent: Float64Array, pos: Float64Array, quat: Float64Array, frame: BvhFrame): void {
  invert(frame.quat);
  for (let i = 0; 6 * i < extent.length; i++) {
    box.set(extent.subarray(6 * i, 6 * i + 6));
    extent.fill(Number.MAX_VALUE, 6 * i, 6 * i + 3);
    extent.fill(-Number.MAX_VALUE, 6 * i + 3, 6 * i + 6);
    for (let v = 0; v < 8; v++) {
      corner[0] = v & 1 ? box[3] : box[0];
      corner[1] = v & 2 ? box[4] : box[1];
      corner[2] = v & 4 ? box[5] : box[2];
      rotVecQuat(corner, 0, corner, 0, quat, 4 * i);
      for (let k = 0; k < 3; k++) corner[k] += pos[3 * i + k] - frame.pos[k];
      rotVecQuat(corner, 0, corner, 0, inverse, 0);
      for (let k = 0; k < 3; k++) {
        if (corner[k] < extent[6 * i + k]) extent[6 * i + k] = corner[k];
        if (extent[6 * i + k + 3] < corner[k]) extent[6 * i + k + 3] = corner[k];
      }
    }
  }
}

/** Position of each element in the frame of the hierarchy. */
function positions(elements: BvhElements, frame: BvhFrame | undefined): Float64Array {
  if (!frame) return elements.pos;
  const n = elements.id.length;
  const place = newDoubles(3 * n);
  invert(frame.quat);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++) place[3 * i + k] = elements.pos[3 * i + k] - frame.pos[k];
    rotVecQuat(place, 3 * i, place, 3 * i, inverse, 0);
  }
  return place;
}

function invert(quat: Float64Array): void {
  inverse[0] = quat[0];
  for (let k = 1; k < 4; k++) inverse[k] = -quat[k];
}

/** Builds a hierarchy from the top down. */
class Builder {
  /** the box of the current node: smallest and largest coordinates */
  private readonly box = newDoubles(6);
  /** coordinates of the elements along the axis at hand, in the order of `order` */
  private readonly keys: Float64Array;

  constructor(
    private readonly bvh: Bvh,
    private readonly id: ArrayLike<number>,
    private readonly extent: Float64Array,
    private readonly place: Float64Array,
    private readonly order: Int32Array,
  ) {
    this.keys = newDoubles(order.length);
  }

  /** Makes the node for `order[first…last)` and all nodes below it; returns its index. */
  split(first: number, last: number, depth: number): number {
    const { bvh, box, order, keys, place } = this;
    const node = bvh.count++;
    bvh.depth[node] = depth;
    if (last - first === 1) {
      this.makeLeaf(node, order[first]);
      return node;
    }
    this.bound(first, last);
    const { aabb } = bvh;
    for (let k = 0; k < 3; k++) {
      aabb[6 * node + k] = (box[k + 3] + box[k]) / 2;
      aabb[6 * node + k + 3] = (box[k + 3] - box[k]) / 2;
    }

    // halve at the median along the longest axis
    let axis = 0;
    if (box[4] - box[1] >= box[3] - box[0] + EPS) axis = 1;
    if (box[5] - box[2] >= box[axis + 3] - box[axis] + EPS) axis = 2;
    const middle = first + ((last - first) >> 1);
    for (let i = first; i < last; i++) keys[i] = place[3 * order[i] + axis];
    nthElement(order, keys, first, middle, last);
    bvh.child[2 * node] = this.split(first, middle, depth + 1);
    bvh.child[2 * node + 1] = this.split(middle, last, depth + 1);
    return node;
  }

  /** Makes the node for one element. */
  private makeLeaf(node: number, element: number): void {
    const { bvh: { aabb, nodeid }, extent } = this;
    nodeid[node] = this.id[element];
    for (let k = 0; k < 3; k++) {
      let low = Number.MAX_VALUE;
      let high = -Number.MAX_VALUE;
      if (extent[6 * element + k] < low) low = extent[6 * element + k];
      if (high < extent[6 * element + k + 3]) high = extent[6 * element + k + 3];
      if (Math.abs(low - high) < EPS) {
        low -= EPS;
        high += EPS;
      }
      aabb[6 * node + k] = (high + low) / 2;
      aabb[6 * node + k + 3] = (high - low) / 2;
    }
  }

  /** The box around `order[first…last)`. */
  private bound(first: number, last: number): void {
    const { box, extent, order } = this;
    let x0 = Number.MAX_VALUE, y0 = x0, z0 = x0;
    let x1 = -Number.MAX_VALUE, y1 = x1, z1 = x1;
    for (let i = first; i < last; i++) {
      const e = 6 * order[i];
      if (extent[e] < x0) x0 = extent[e];
      if (extent[e + 1] < y0) y0 = extent[e + 1];
      if (extent[e + 2] < z0) z0 = extent[e + 2];
      if (x1 < extent[e + 3]) x1 = extent[e + 3];
      if (y1 < extent[e + 4]) y1 = extent[e + 4];
      if (z1 < extent[e + 5]) z1 = extent[e + 5];
    }
    box[0] = x0;
    box[1] = y0;
    box[2] = z0;
    box[3] = x1;
    box[4] = y1;
    box[5] = z1;
    // give flat boxes some thickness
    for (let k = 0; k < 3; k++) {
      if (Math.abs(box[k] - box[k + 3]) < EPS) {
        box[k] -= EPS;
        box[k + 3] += EPS;
      }
    }
  }
}
