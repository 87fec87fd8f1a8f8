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
/** the root is larger than the mesh by this factor */
const MARGIN = 1.1;
/** corners closer than this to the side of a node lie on it */
const ON_SIDE = 1e-9;

/** The octree of a mesh with extent `aamm`: fine at the surface, and with the distance at each corner. */
export function buildOctree(name: string, vert: Float64Array, face: Int32Array, aamm: Float64Array): Octree {
  const tree = new OctreeBuilder(vert, face, aamm);
  const value = tree.distances(new MeshDistance(vert, face));
  if (!value) throw new MjcfError(`mesh '${name}': distances cannot be interpolated`);
  const { count } = tree;
  const octree: Octree = {
    count,
    depth: Int32Array.from(tree.level.subarray(0, count)),
    child: new Int32Array(8 * count).fill(-1),
    aabb: new Float64Array(6 * count),
    coeff: new Float64Array(8 * count),
  };
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      const low = tree.bound(i, k, 0);
      const high = tree.bound(i, k, 1);
      octree.aabb[6 * i + k] = (low + high) / 2;
      octree.aabb[6 * i + k + 3] = (high - low) / 2;
    }
    for (let k = 0; k < 8; k++) octree.coeff[8 * i + k] = value[tree.cornerOf(i, k)];
    if (tree.firstChild[i] < 0) continue;
    for (let k = 0; k < 8; k++) octree.child[8 * i + k] = tree.firstChild[i] + k;
  }
  return octree;
}

/** Nodes whose sides lie on a lattice, the finest that there can be. */
class OctreeBuilder {
  count = 0;
  level = new Uint8Array(1024);
  /** the first of eight children in a row, -1 for leaves */
  firstChild = new Int32Array(1024);
  private parent = new Int32Array(1024);
  /** lattice coordinates of the lower corner */
  private origin = new Uint8Array(3 * 1024);

  /** coordinates of the lattice, and the first lattice coordinate with the same one */
  private readonly lattice = [0, 1, 2].map(() => new Float64Array(STEPS + 1));
  private readonly same = [0, 1, 2].map(() => new Uint8Array(STEPS + 1));
  /** corners by lattice coordinates, numbered as they appear */
  private readonly cornerAt = new Int32Array((STEPS + 1) * (STEPS + 1) * (STEPS + 1)).fill(-1);
  private corners = 0;

  constructor(vert: Float64Array, face: Int32Array, aamm: Float64Array) {
    for (let k = 0; k < 3; k++) {
      const center = (aamm[k] + aamm[k + 3]) / 2;
      const half = (aamm[k + 3] - aamm[k]) / 2;
      const x = this.lattice[k];
      x[0] = center - MARGIN * half;
      x[STEPS] = center + MARGIN * half;
      for (let step = STEPS; step > 1; step /= 2) {
        for (let i = 0; i < STEPS; i += step) x[i + step / 2] = (x[i] + x[i + step]) / 2;
      }
      for (let i = 0; i <= STEPS; i++) this.same[k][i] = x.indexOf(x[i]);
    }
    this.addNode(0, -1, 0, 0, 0);
    this.refine(vert, face);
    while (this.balance());
  }

  private addNode(level: number, parent: number, x: number, y: number, z: number): void {
    const node = this.count++;
    if (node === this.level.length) this.grow();
    this.level[node] = level;
    this.parent[node] = parent;
    this.firstChild[node] = -1;
    this.origin[3 * node] = x;
    this.origin[3 * node + 1] = y;
    this.origin[3 * node + 2] = z;
    for (let k = 0; k < 8; k++) {
      const at = this.latticeOf(node, k);
      if (this.cornerAt[at] < 0) this.cornerAt[at] = this.corners++;
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
    this.parent = larger(this.parent, new Int32Array(size));
    this.origin = larger(this.origin, new Uint8Array(3 * size));
  }

  /** Lower or upper bound of a node along an axis. */
  bound(node: number, axis: number, end: number): number {
    return this.lattice[axis][this.origin[3 * node + axis] + end * (STEPS >> this.level[node])];
  }

  /** Number of a corner of a node: one bit per axis. */
  cornerOf(node: number, k: number): number {
    return this.cornerAt[this.latticeOf(node, k)];
  }

  private latticeOf(node: number, k: number): number {
    const side = STEPS >> this.level[node];
    const x = this.same[0][this.origin[3 * node] + (k & 1) * side];
    const y = this.same[1][this.origin[3 * node + 1] + ((k >> 1) & 1) * side];
    const z = this.same[2][this.origin[3 * node + 2] + (k >> 2) * side];
    return (x * (STEPS + 1) + y) * (STEPS + 1) + z;
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
    const candidates: (Int32Array | null)[] = [Int32Array.from({ length: face.length / 3 }, (_, t) => 3 * t)];
    for (let node = 0; node < this.count; node++) {
      for (let k = 0; k < 3; k++) {
        box[k] = this.bound(node, k, 0);
        box[k + 3] = this.bound(node, k, 1);
      }
      const all = candidates[node] as Int32Array;
      candidates[node] = null;
      if (this.level[node] >= MAX_LEVEL) continue;
      const touching = all.filter((t) => touches(vert, face, t, box));
      if (touching.length === 0) continue;
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
    const isUp = (direction & 1) === 1;

    // up to the first ancestor with a sibling on that side
    let above = node;
    let slot = 0;
    for (;; above = parent[above]) {
      if (parent[above] < 0) return -1;
      slot = above - firstChild[parent[above]];
      if (((slot & bit) !== 0) !== isUp) break;
    }
    let neighbor = firstChild[parent[above]] + (slot ^ bit);

    // down to the leaf that the centre faces
    while (firstChild[neighbor] >= 0) {
      let facing = isUp ? 0 : bit;
      for (let k = 0; k < 3; k++) {
        if (k !== axis && this.center(node, k) > this.center(neighbor, k)) facing |= 1 << k;
      }
      neighbor = firstChild[neighbor] + facing;
    }
    return neighbor;
  }

  private center(node: number, axis: number): number {
    return (this.bound(node, axis, 0) + this.bound(node, axis, 1)) / 2;
  }

  /** Corners of fine leaves in the middle of a side or edge of a coarse one, with the corners around them. */
  private hanging(): (number[] | undefined)[] {
    const hanging: (number[] | undefined)[] = new Array(this.corners).fill(undefined);
    for (let node = 0; node < this.count; node++) {
      if (this.firstChild[node] >= 0) continue;
      for (let direction = 0; direction < 6; direction++) {
        const neighbor = this.neighborOf(node, direction);
        if (neighbor < 0 || this.level[neighbor] >= this.level[node]) continue;
        const axis = direction >> 1;
        const across = (axis + 1) % 3;
        const up = (axis + 2) % 3;
        for (let j = 0; j < 4; j++) {
          const k = ((direction & 1) << axis) | ((j & 1) << across) | ((j >> 1) << up);
          const corner = this.cornerOf(node, k);
          hanging[corner] ??= this.cornersAround(node, k, neighbor);
        }
      }
    }
    return hanging;
  }

  /** The ends of the edge of a coarse node, or the corners of its side, in whose middle a corner of another lies. */
  private cornersAround(node: number, corner: number, coarse: number): number[] | undefined {
    const fixed: number[] = [];
    const bits = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const x = this.bound(node, k, (corner >> k) & 1);
      const isHigh = Math.abs(x - this.bound(coarse, k, 1)) < ON_SIDE;
      if (isHigh || Math.abs(x - this.bound(coarse, k, 0)) < ON_SIDE) fixed.push(k);
      bits[k] = isHigh ? 1 : 0;
    }
    if (fixed.length !== 1 && fixed.length !== 2) return undefined;
    const free = fixed.length === 2 ? [3 - fixed[0] - fixed[1]] : [(fixed[0] + 1) % 3, (fixed[0] + 2) % 3];
    const around: number[] = [];
    for (let j = 0; j < 1 << free.length; j++) {
      for (let n = 0; n < free.length; n++) bits[free[n]] = (j >> n) & 1;
      around.push(this.cornerOf(coarse, (bits[2] << 2) | (bits[1] << 1) | bits[0]));
    }
    return around;
  }

  /** The distance at each corner, the mean of those around it for a hanging one; undefined if these are not known. */
  distances(surface: MeshDistance): Float64Array | undefined {
    const hanging = this.hanging();
    const value = new Float64Array(this.corners);
    const done = new Uint8Array(this.corners);
    const point = new Float64Array(3);
    const queue = [0];
    for (let q = 0; q < queue.length; q++) {
      const node = queue[q];
      for (let k = 0; k < 8; k++) {
        const corner = this.cornerOf(node, k);
        if (done[corner]) continue;
        const around = hanging[corner];
        if (!around) {
          for (let axis = 0; axis < 3; axis++) point[axis] = this.bound(node, axis, (k >> axis) & 1);
          value[corner] = surface.signed(point, 0);
        } else {
          let sum = 0;
          for (const other of around) {
            if (!done[other]) return undefined;
            sum += value[other];
          }
          value[corner] = sum / around.length;
        }
        done[corner] = 1;
      }
      const first = this.firstChild[node];
      for (let k = 0; first >= 0 && k < 8; k++) queue.push(first + k);
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
