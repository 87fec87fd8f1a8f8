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
/** the root is larger than the mesh by this factor */
const MARGIN = 1.1;
/** corners closer than this to the side of a node lie on it */
const ON_SIDE = 1e-9;

/** The octree of a mesh with extent `aamm`: fine at the surface, and with the distance at each corner. */
export function buildOctree(name: string, vert: Float64Array, face: Int32Array, aamm: Float64Array): Octree {
  const tree = new OctreeBuilder(vert, face, aamm);
  const value = tree.distances(new MeshDistance(vert, face));
  if (!value) throw new MjcfError(`mesh '${name}': distances cannot be interpolated`);
  const count = tree.nodes.length;
  const octree: Octree = {
    count,
    depth: Int32Array.from(tree.nodes, (node) => node.level),
    child: new Int32Array(8 * count),
    aabb: new Float64Array(6 * count),
    coeff: new Float64Array(8 * count),
  };
  for (let i = 0; i < count; i++) {
    const { box, corner, child } = tree.nodes[i];
    octree.child.set(child, 8 * i);
    for (let k = 0; k < 3; k++) {
      octree.aabb[6 * i + k] = (box[k] + box[k + 3]) / 2;
      octree.aabb[6 * i + k + 3] = (box[k + 3] - box[k]) / 2;
    }
    for (let k = 0; k < 8; k++) octree.coeff[8 * i + k] = value[corner[k]];
  }
  return octree;
}

/** A box of the tree. */
interface Node {
  level: number;
  parent: number;
  /** which child of its parent: one bit per axis */
  slot: number;
  /** smallest and largest coordinates */
  box: Float64Array;
  child: Int32Array;
  corner: Int32Array;
}

class OctreeBuilder {
  readonly nodes: Node[] = [];
  /** coordinates of the corners */
  private readonly corners: number[] = [];
  /** corners by the number of each of their coordinates */
  private readonly cornerAt = new Map<number, number>();
  private readonly coordinates = [new Map<number, number>(), new Map<number, number>(), new Map<number, number>()];

  constructor(vert: Float64Array, face: Int32Array, aamm: Float64Array) {
    const box = new Float64Array(6);
    for (let k = 0; k < 3; k++) {
      const center = (aamm[k] + aamm[k + 3]) / 2;
      const half = (aamm[k + 3] - aamm[k]) / 2;
      box[k] = center - MARGIN * half;
      box[k + 3] = center + MARGIN * half;
    }
    this.addNode(0, -1, -1, box);
    this.refine(vert, face);
    while (this.balance());
  }

  private addNode(level: number, parent: number, slot: number, box: Float64Array): void {
    const corner = new Int32Array(8);
    for (let i = 0; i < 8; i++) {
      corner[i] = this.cornerOf(i & 1 ? box[3] : box[0], i & 2 ? box[4] : box[1], i & 4 ? box[5] : box[2]);
    }
    if (parent >= 0) this.nodes[parent].child[slot] = this.nodes.length;
    this.nodes.push({ level, parent, slot, box, child: new Int32Array(8).fill(-1), corner });
  }

  private cornerOf(x: number, y: number, z: number): number {
    const key = (this.coordinateOf(0, x) * 4096 + this.coordinateOf(1, y)) * 4096 + this.coordinateOf(2, z);
    let corner = this.cornerAt.get(key);
    if (corner === undefined) {
      corner = this.corners.length / 3;
      this.cornerAt.set(key, corner);
      this.corners.push(x, y, z);
    }
    return corner;
  }

  private coordinateOf(axis: number, x: number): number {
    const known = this.coordinates[axis];
    let id = known.get(x);
    if (id === undefined) known.set(x, id = known.size);
    return id;
  }

  private subdivide(index: number): void {
    const { box, level } = this.nodes[index];
    for (let slot = 0; slot < 8; slot++) {
      const part = new Float64Array(6);
      for (let k = 0; k < 3; k++) {
        const middle = (box[k] + box[k + 3]) / 2;
        const isHigh = (slot >> k) & 1;
        part[k] = isHigh ? middle : box[k];
        part[k + 3] = isHigh ? box[k + 3] : middle;
      }
      this.addNode(level + 1, index, slot, part);
    }
  }

  /** Divides boxes that touch the surface, down to the deepest level. */
  private refine(vert: Float64Array, face: Int32Array): void {
    const all = new Int32Array(face.length / 3);
    for (let t = 0; t < all.length; t++) all[t] = 3 * t;
    const candidates: (Int32Array | null)[] = [all];
    for (let i = 0; i < this.nodes.length; i++) {
      const { box, level } = this.nodes[i];
      const touching = (candidates[i] as Int32Array).filter((t) => touches(vert, face, t, box));
      candidates[i] = null;
      if (touching.length === 0 || level >= MAX_LEVEL) continue;
      this.subdivide(i);
      for (let k = 0; k < 8; k++) candidates.push(touching);
    }
  }

  /** Divides leaves next to much finer ones; tells whether there were any. */
  private balance(): boolean {
    const coarse: number[] = [];
    for (const i of this.leaves()) {
      for (let direction = 0; direction < 6; direction++) {
        const neighbor = this.neighborOf(i, direction);
        if (neighbor < 0) continue;
        const { level } = this.nodes[i];
        if (this.nodes[neighbor].level > level + 1) coarse.push(i);
        if (level > this.nodes[neighbor].level + 1) coarse.push(neighbor);
      }
    }
    for (const i of coarse) {
      if (this.isLeaf(i)) this.subdivide(i);
    }
    return coarse.length > 0;
  }

  private isLeaf(i: number): boolean {
    return this.nodes[i].child[0] < 0;
  }

  private leaves(): number[] {
    const leaves: number[] = [];
    for (let i = 0; i < this.nodes.length; i++) {
      if (this.isLeaf(i)) leaves.push(i);
    }
    return leaves;
  }

  /** The leaf on one side of a leaf: direction 2 axis for the lower side, 2 axis + 1 for the upper. */
  private neighborOf(index: number, direction: number): number {
    const { nodes } = this;
    const bit = 1 << (direction >> 1);
    const isUp = (direction & 1) === 1;

    // up to the first ancestor with a sibling on that side
    let i = index;
    while (nodes[i].parent >= 0 && ((nodes[i].slot & bit) !== 0) === isUp) i = nodes[i].parent;
    if (nodes[i].parent < 0) return -1;
    let neighbor = nodes[nodes[i].parent].child[nodes[i].slot ^ bit];

    // down to the leaf that the centre faces
    const { box } = nodes[index];
    while (!this.isLeaf(neighbor)) {
      const other = nodes[neighbor].box;
      let slot = 0;
      for (let k = 0; k < 3; k++) {
        if ((box[k] + box[k + 3]) / 2 > (other[k] + other[k + 3]) / 2) slot |= 1 << k;
      }
      neighbor = nodes[neighbor].child[isUp ? slot & ~bit : slot | bit];
    }
    return neighbor;
  }

  /** Corners of fine leaves in the middle of a side or edge of a coarse one, with the corners around them. */
  private hanging(): Map<number, number[]> {
    const hanging = new Map<number, number[]>();
    for (const i of this.leaves()) {
      const node = this.nodes[i];
      for (let direction = 0; direction < 6; direction++) {
        const neighbor = this.neighborOf(i, direction);
        if (neighbor < 0 || this.nodes[neighbor].level >= node.level) continue;
        const axis = direction >> 1;
        const across = (axis + 1) % 3;
        const up = (axis + 2) % 3;
        for (let j = 0; j < 4; j++) {
          const corner = node.corner[((direction & 1) << axis) | ((j & 1) << across) | ((j >> 1) << up)];
          if (hanging.has(corner)) continue;
          const around = this.cornersAround(corner, this.nodes[neighbor]);
          if (around.length > 0) hanging.set(corner, around);
        }
      }
    }
    return hanging;
  }

  /** The ends of the edge of a node, or the corners of its side, in whose middle a corner lies. */
  private cornersAround(corner: number, node: Node): number[] {
    const fixed: number[] = [];
    const bits = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const x = this.corners[3 * corner + k];
      const isHigh = Math.abs(x - node.box[k + 3]) < ON_SIDE;
      if (isHigh || Math.abs(x - node.box[k]) < ON_SIDE) fixed.push(k);
      bits[k] = isHigh ? 1 : 0;
    }
    if (fixed.length !== 1 && fixed.length !== 2) return [];
    const free = fixed.length === 2 ? [3 - fixed[0] - fixed[1]] : [(fixed[0] + 1) % 3, (fixed[0] + 2) % 3];
    const around: number[] = [];
    for (let j = 0; j < 1 << free.length; j++) {
      for (let n = 0; n < free.length; n++) bits[free[n]] = (j >> n) & 1;
      around.push(node.corner[(bits[2] << 2) | (bits[1] << 1) | bits[0]]);
    }
    return around;
  }

  /** The distance at each corner, the mean of those around it for a hanging one; undefined if these are not known. */
  distances(surface: MeshDistance): Float64Array | undefined {
    const hanging = this.hanging();
    const at = Float64Array.from(this.corners);
    const value = new Float64Array(at.length / 3);
    const done = new Uint8Array(value.length);
    const queue = [0];
    for (let q = 0; q < queue.length; q++) {
      const { corner, child } = this.nodes[queue[q]];
      for (const c of corner) {
        if (done[c]) continue;
        const around = hanging.get(c);
        if (!around) {
          value[c] = surface.signed(at, 3 * c);
        } else {
          let sum = 0;
          for (const other of around) {
            if (!done[other]) return undefined;
            sum += value[other];
          }
          value[c] = sum / around.length;
        }
        done[c] = 1;
      }
      for (const i of child) {
        if (i >= 0) queue.push(i);
      }
    }
    return value;
  }
}

const edge = new Float64Array(9);
const normal = new Float64Array(3);

/** Whether a triangle and a box overlap, by the separating axes of Schwarz and Seidel (2010). */
function touches(vert: Float64Array, face: Int32Array, t: number, box: Float64Array): boolean {
  const v = [3 * face[t], 3 * face[t + 1], 3 * face[t + 2]];
  for (let k = 0; k < 3; k++) {
    const [x, y, z] = [vert[v[0] + k], vert[v[1] + k], vert[v[2] + k]];
    if (x < box[k] && y < box[k] && z < box[k]) return false;
    if (x > box[k + 3] && y > box[k + 3] && z > box[k + 3]) return false;
  }

  // the plane of the triangle
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) edge[3 * i + k] = vert[v[(i + 1) % 3] + k] - vert[v[i] + k];
  }
  normal[0] = edge[1] * edge[5] - edge[2] * edge[4];
  normal[1] = edge[2] * edge[3] - edge[0] * edge[5];
  normal[2] = edge[0] * edge[4] - edge[1] * edge[3];
  const size = [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
  const far = [normal[0] > 0 ? size[0] : 0, normal[1] > 0 ? size[1] : 0, normal[2] > 0 ? size[2] : 0];
  const base = normal[0] * box[0] + normal[1] * box[1] + normal[2] * box[2];
  const d1 = normal[0] * (far[0] - vert[v[0]]) + normal[1] * (far[1] - vert[v[0] + 1]) +
    normal[2] * (far[2] - vert[v[0] + 2]);
  const d2 = normal[0] * (size[0] - far[0] - vert[v[0]]) + normal[1] * (size[1] - far[1] - vert[v[0] + 1]) +
    normal[2] * (size[2] - far[2] - vert[v[0] + 2]);
  if ((base + d1) * (base + d2) > 0) return false;

  // the edges, seen along each axis
  for (let a = 0; a < 3; a++) {
    const b = (a + 1) % 3;
    const c = (a + 2) % 3;
    const sign = normal[a] >= 0 ? 1 : -1;
    for (let i = 0; i < 3; i++) {
      const nb = -edge[3 * i + c] * sign;
      const nc = edge[3 * i + b] * sign;
      const d = -(nb * vert[v[i] + b] + nc * vert[v[i] + c]) + Math.max(0, size[b] * nb) + Math.max(0, size[c] * nc);
      if (nb * box[b] + nc * box[c] + d < 0) return false;
    }
  }
  return true;
}
