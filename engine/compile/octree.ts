/** Octrees over signed distances to a closed surface. */

import { MjcfError } from "../types/errors.ts";
import { MeshDistance } from "./mesh_distance.ts";

/** Nodes in breadth-first order of their creation. */
export interface Octree {
  /** number of nodes */
  count: number;
  /** level of each node, the root is 0 */
  depth: Int32Array;
  /** eight children per node, -1 for leaves */
  child: Int32Array;
  /** centre and half sizes per node */
  aabb: Float64Array;
  /** signed distance at the eight corners of each node */
  coeff: Float64Array;
}

/** deepest level */
const MAX_LEVEL = 6;
/** sides of the smallest nodes that the root spans */
const STEPS = 1 << MAX_LEVEL;
/** coordinates along an axis: those of the sides, and the middles between them */
const ROW = 2 * STEPS + 1;
/** the root is larger than the mesh by this factor */
const MARGIN = 1.1;
/** corners closer than this to the side of a node lie on it */
const ON_SIDE = 1e-9;

/** The octree of a mesh with extent `aamm`: fine at the surface, and with the distance at each corner. */
export function buildOctree(name: string, vert: Float64Array, face: Int32Array, aamm: Float64Array): Octree {
  const tree = new OctreeBuilder(vert, face, aamm);
  const value = tree.distances(new MeshDistance(vert, face));
  if (!value) throw new MjcfError(`mesh '${name}': distances cannot be interpolated`);
  const { count, firstChild, corner } = tree;
  const octree: Octree = {
    count,
    depth: Int32Array.from(tree.level.subarray(0, count)),
    child: new Int32Array(8 * count).fill(-1),
    aabb: new Float64Array(6 * count),
    coeff: new Float64Array(8 * count),
  };
  const { child, aabb, coeff } = octree;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      const low = tree.bound(i, k, 0);
      const high = tree.bound(i, k, 1);
      aabb[6 * i + k] = (low + high) / 2;
      aabb[6 * i + k + 3] = (high - low) / 2;
    }
    for (let k = 0; k < 8; k++) coeff[8 * i + k] = value[corner[8 * i + k]];
    if (firstChild[i] < 0) continue;
    for (let k = 0; k < 8; k++) child[8 * i + k] = firstChild[i] + k;
  }
  return octree;
}

/** Nodes whose sides lie on a lattice, the finest that there can be. */
class OctreeBuilder {
  count = 0;
  level = new Uint8Array(1024);
  /** the first of eight children in a row, -1 for leaves */
  firstChild = new Int32Array(1024);
  /** numbers of the eight corners, one bit per axis */
  corner = new Int32Array(8 * 1024);
  private parent = new Int32Array(1024);
  /** lattice coordinates of the lower corner */
  private origin = new Uint8Array(3 * 1024);

  /** coordinates of the lattice and of the middles between them, a row for each axis */
  private readonly lattice = new Float64Array(3 * ROW);
  /** the first lattice coordinate with the same value, a row for each axis */
  private readonly same = new Uint8Array(3 * (STEPS + 1));
  /** corners by lattice coordinates, numbered as they appear */
  private readonly cornerAt = new Int32Array((STEPS + 1) * (STEPS + 1) * (STEPS + 1)).fill(-1);
  private corners = 0;

  constructor(vert: Float64Array, face: Int32Array, aamm: Float64Array) {
    for (let k = 0; k < 3; k++) {
      const center = (aamm[k] + aamm[k + 3]) / 2;
      const half = (aamm[k + 3] - aamm[k]) / 2;
      const x = this.lattice.subarray(k * ROW, (k + 1) * ROW);
      x[0] = center - MARGIN * half;
      x[ROW - 1] = center + MARGIN * half;
      for (let step = ROW - 1; step > 1; step /= 2) {
        for (let i = 0; i < ROW - 1; i += step) x[i + step / 2] = (x[i] + x[i + step]) / 2;
      }
      const corners = x.filter((_, i) => i % 2 === 0);
      corners.forEach((value, i) => this.same[k * (STEPS + 1) + i] = corners.indexOf(value));
    }
    this.addNode(0, -1, 0, 0, 0);
    this.refine(vert, face);
    while (this.balance());
  }

  private addNode(level: number, parent: number, x: number, y: number, z: number): void {
    const node = this.count++;
    if (node === this.level.length) this.grow();
    const { origin, same, corner, cornerAt } = this;
    this.level[node] = level;
    this.parent[node] = parent;
    this.firstChild[node] = -1;
    origin[3 * node] = x;
    origin[3 * node + 1] = y;
    origin[3 * node + 2] = z;
    const side = STEPS >> level;
    for (let k = 0; k < 8; k++) {
      const i = same[x + (k & 1) * side];
      const j = same[STEPS + 1 + y + ((k >> 1) & 1) * side];
      const at = (i * (STEPS + 1) + j) * (STEPS + 1) + same[2 * (STEPS + 1) + z + (k >> 2) * side];
      if (cornerAt[at] < 0) cornerAt[at] = this.corners++;
      corner[8 * node + k] = cornerAt[at];
    }
  }

  private grow(): void {
    const larger = <T extends Uint8Array | Int32Array>(old: T, array: T) => {
      array.set(old);
      return array;
    };
    const size = 2 * this.level.length;
    this.level = larger(this.level, new Uint8Array(size));
    this.firstChild = larger(this.firstChild, new Int32Array(size));
    this.corner = larger(this.corner, new Int32Array(8 * size));
    this.parent = larger(this.parent, new Int32Array(size));
    this.origin = larger(this.origin, new Uint8Array(3 * size));
  }

  /** Lower or upper bound of a node along an axis. */
  bound(node: number, axis: number, end: number): number {
    return this.lattice[axis * ROW + 2 * (this.origin[3 * node + axis] + end * (STEPS >> this.level[node]))];
  }

  private subdivide(node: number): void {
    const level = this.level[node] + 1;
    const side = STEPS >> level;
    this.firstChild[node] = this.count;
    for (let k = 0; k < 8; k++) {
      const { origin } = this;
      const x = origin[3 * node] + (k & 1) * side;
      const y = origin[3 * node + 1] + ((k >> 1) & 1) * side;
      this.addNode(level, node, x, y, origin[3 * node + 2] + (k >> 2) * side);
    }
  }

  /** Divides boxes that touch the surface, down to the deepest level. */
  private refine(vert: Float64Array, face: Int32Array): void {
    const box = new Float64Array(6);
    const found = new Int32Array(face.length / 3);
    const candidates: (Int32Array | null)[] = [Int32Array.from({ length: face.length / 3 }, (_, t) => 3 * t)];
    for (let node = 0; node < this.count; node++) {
      for (let k = 0; k < 3; k++) {
        box[k] = this.bound(node, k, 0);
        box[k + 3] = this.bound(node, k, 1);
      }
      const all = candidates[node] as Int32Array;
      candidates[node] = null;
      if (this.level[node] >= MAX_LEVEL) continue;
      let count = 0;
      for (let i = 0; i < all.length; i++) {
        if (touches(vert, face, all[i], box)) found[count++] = all[i];
      }
      if (count === 0) continue;
      const touching = count === all.length ? all : found.slice(0, count);
      this.subdivide(node);
      for (let k = 0; k < 8; k++) candidates.push(touching);
    }
  }

  /** Divides leaves next to much finer ones; tells whether there were any. */
  private balance(): boolean {
    const coarse: number[] = [];
    const { count, firstChild, level } = this;
    for (let node = 0; node < count; node++) {
      if (firstChild[node] >= 0) continue;
      for (let direction = 0; direction < 6; direction++) {
        const neighbor = this.neighborOf(node, direction);
        if (neighbor < 0) continue;
        if (level[neighbor] > level[node] + 1) coarse.push(node);
        if (level[node] > level[neighbor] + 1) coarse.push(neighbor);
      }
    }
    for (const node of coarse) {
      if (this.firstChild[node] < 0) this.subdivide(node);
    }
    return coarse.length > 0;
  }

  /** The leaf on one side of a leaf: direction 2 axis for the lower side, 2 axis + 1 for the upper. */
  private neighborOf(node: number, direction: number): number {
    const { parent, firstChild } = this;
    const axis = direction >> 1;
    const bit = 1 << axis;
    const wanted = (direction & 1) === 1 ? 0 : bit;

    // up to the first ancestor with a sibling on that side
    let above = node;
    let slot = 0;
    for (;;) {
      const whole = parent[above];
      if (whole < 0) return -1;
      slot = above - firstChild[whole];
      if ((slot & bit) === wanted) break;
      above = whole;
    }
    let neighbor = firstChild[parent[above]] + (slot ^ bit);
    if (firstChild[neighbor] < 0) return neighbor;

    // down to the leaf that the centre faces
    const across = axis === 2 ? 0 : axis + 1;
    const up = across === 2 ? 0 : across + 1;
    const acrossCenter = this.center(node, across);
    const upCenter = this.center(node, up);
    do {
      let facing = wanted;
      if (acrossCenter > this.center(neighbor, across)) facing |= 1 << across;
      if (upCenter > this.center(neighbor, up)) facing |= 1 << up;
      neighbor = firstChild[neighbor] + facing;
    } while (firstChild[neighbor] >= 0);
    return neighbor;
  }

  private center(node: number, axis: number): number {
    return this.lattice[axis * ROW + 2 * this.origin[3 * node + axis] + (STEPS >> this.level[node])];
  }

  /**
   * The corners around those of fine leaves that are in the middle of a side or edge of a coarse one: four entries for
   * each corner, -1 behind the last.
   */
  private hanging(): Int32Array {
    const around = new Int32Array(4 * this.corners).fill(-1);
    const { count, firstChild, level, corner } = this;
    for (let node = 0; node < count; node++) {
      if (firstChild[node] >= 0) continue;
      for (let direction = 0; direction < 6; direction++) {
        const neighbor = this.neighborOf(node, direction);
        if (neighbor < 0 || level[neighbor] >= level[node]) continue;
        const axis = direction >> 1;
        const across = (axis + 1) % 3;
        const up = (axis + 2) % 3;
        for (let j = 0; j < 4; j++) {
          const k = ((direction & 1) << axis) | ((j & 1) << across) | ((j >> 1) << up);
          const at = 4 * corner[8 * node + k];
          if (around[at] < 0) this.cornersAround(around, at, node, k, neighbor);
        }
      }
    }
    return around;
  }

  /** The ends of the edge of a coarse node, or the corners of its side, in whose middle a corner of another lies. */
  private cornersAround(around: Int32Array, at: number, node: number, k: number, coarse: number): void {
    let fixed = 0;
    let count = 0;
    let high = 0;
    for (let axis = 0; axis < 3; axis++) {
      const x = this.bound(node, axis, (k >> axis) & 1);
      const isHigh = Math.abs(x - this.bound(coarse, axis, 1)) < ON_SIDE;
      if (isHigh) high |= 1 << axis;
      if (!isHigh && Math.abs(x - this.bound(coarse, axis, 0)) >= ON_SIDE) continue;
      fixed |= 1 << axis;
      count++;
    }
    if (count !== 1 && count !== 2) return;

    // the free axes, for a side in the order that follows the fixed one
    const free = 7 & ~fixed;
    const first = count === 2 ? free : fixed === 4 ? 1 : fixed << 1;
    const second = count === 2 ? 0 : free ^ first;
    for (let j = 0; j < (count === 2 ? 2 : 4); j++) {
      const bits = (high & fixed) | (j & 1 ? first : 0) | (j >> 1 ? second : 0);
      around[at + j] = this.corner[8 * coarse + bits];
    }
  }

  /** The distance at each corner, the mean of those around it for a hanging one; undefined if these are not known. */
  distances(surface: MeshDistance): Float64Array | undefined {
    const around = this.hanging();
    const { count, firstChild, corner } = this;
    const value = new Float64Array(this.corners);
    const done = new Uint8Array(this.corners);
    const point = new Float64Array(3);
    const queue = new Int32Array(count);
    let waiting = 1;
    for (let q = 0; q < waiting; q++) {
      const node = queue[q];
      for (let k = 0; k < 8; k++) {
        const c = corner[8 * node + k];
        if (done[c]) continue;
        if (around[4 * c] < 0) {
          for (let axis = 0; axis < 3; axis++) point[axis] = this.bound(node, axis, (k >> axis) & 1);
          value[c] = surface.signed(point, 0);
        } else {
          const length = around[4 * c + 2] < 0 ? 2 : 4;
          let sum = 0;
          for (let j = 0; j < length; j++) {
            const other = around[4 * c + j];
            if (!done[other]) return undefined;
            sum += value[other];
          }
          value[c] = sum / length;
        }
        done[c] = 1;
      }
      const first = firstChild[node];
      for (let k = 0; first >= 0 && k < 8; k++) queue[waiting++] = first + k;
    }
    return value;
  }
}

const edge = new Float64Array(9);
const normal = new Float64Array(3);
const size = new Float64Array(3);

/** Whether a triangle and a box overlap, by the separating axes of Schwarz and Seidel (2010). */
function touches(vert: Float64Array, face: Int32Array, t: number, box: Float64Array): boolean {
  const v0 = 3 * face[t];
  const v1 = 3 * face[t + 1];
  const v2 = 3 * face[t + 2];
  for (let k = 0; k < 3; k++) {
    const x = vert[v0 + k];
    const y = vert[v1 + k];
    const z = vert[v2 + k];
    if (x < box[k] && y < box[k] && z < box[k]) return false;
    if (x > box[k + 3] && y > box[k + 3] && z > box[k + 3]) return false;
    edge[k] = y - x;
    edge[3 + k] = z - y;
    edge[6 + k] = x - z;
    size[k] = box[k + 3] - box[k];
  }

  // the plane of the triangle, against the two opposite corners
  normal[0] = edge[1] * edge[5] - edge[2] * edge[4];
  normal[1] = edge[2] * edge[3] - edge[0] * edge[5];
  normal[2] = edge[0] * edge[4] - edge[1] * edge[3];
  const base = normal[0] * box[0] + normal[1] * box[1] + normal[2] * box[2];
  let far = 0;
  let near = 0;
  for (let k = 0; k < 3; k++) {
    const corner = normal[k] > 0 ? size[k] : 0;
    far += normal[k] * (corner - vert[v0 + k]);
    near += normal[k] * (size[k] - corner - vert[v0 + k]);
  }
  if ((base + far) * (base + near) > 0) return false;

  // the edges, seen along each axis
  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    const c = (a + 2) % 3;
    const sign = normal[a] >= 0 ? 1 : -1;
    for (let i = 0; i < 3; i++) {
      const from = i === 0 ? v0 : i === 1 ? v1 : v2;
      const nb = -edge[3 * i + c] * sign;
      const nc = edge[3 * i + b] * sign;
      const d = -(nb * vert[from + b] + nc * vert[from + c]) + Math.max(0, size[b] * nb) + Math.max(0, size[c] * nc);
      if (nb * box[b] + nc * box[c] + d < 0) return false;
    }
  }
  return true;
}
