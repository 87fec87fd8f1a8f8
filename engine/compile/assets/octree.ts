/** Octrees over signed distances to a closed surface. */

import { MjcfError } from "../../types/errors.ts";
import { MeshDistance } from "./mesh_distance.ts";
import { touches } from "../touches.ts";
import { layTriangles, TRIANGLE } from "./triangle_table.ts";

/** An octree in the format of the model. */
export interface Octree {
  /** number of nodes */
  readonly count: number;
  /** level of each node, the root is 0 */
  readonly depth: Int32Array;
  /** eight children per node, -1 for leaves */
  readonly child: Int32Array;
  /** center and half sizes per node */
  readonly aabb: Float64Array;
  /** signed distance at the eight corners of each node */
  readonly coeff: Float64Array;
}

/** maximum level */
const MAX_LEVEL = 6;
/** number of smallest nodes along a side of the root */
const STEPS = 1 << MAX_LEVEL;
/** lattice points along an axis */
const POINTS = STEPS + 1;
/** number of coordinates along an axis: those of the lattice and the midpoints between them */
const ROW = 2 * STEPS + 1;
/** the root is larger than the mesh by this factor */
const MARGIN = 1.1;
/** corners closer than this to the side of a node count as on it */
const ON_SIDE = 1e-9;

/**
 * The points that eight children add to the corners of their parent, in half sides, in the order in which the corners
 * of the children reach them: a bit pair for each axis.
 */
const ADDED = addedPoints();

function addedPoints(): number[] {
  const found: number[] = [];
  for (let child = 0; child < 8; child++) {
    for (let corner = 0; corner < 8; corner++) {
      const halves = [0, 1, 2].map((axis) => ((child >> axis) & 1) + ((corner >> axis) & 1));
      if (halves.includes(1)) found.push(halves[0] | (halves[1] << 2) | (halves[2] << 4));
    }
  }
  return [...new Set(found)];
}

/** The octree of a mesh with extent `aamm`: refined at the surface, with the distance at each corner. */
export function buildOctree(name: string, vert: Float64Array, face: Int32Array, aamm: Float64Array): Octree {
  const triangles = layTriangles(vert, face);
  const tree = new Builder(aamm);
  tree.refine(triangles);
  tree.balance();
  if (!tree.measure(new MeshDistance(vert, face, triangles))) {
    throw new MjcfError(`mesh '${name}': distances cannot be interpolated`);
  }
  return tree.finish();
}

/** Nodes whose corners are on the finest possible lattice. */
class Builder {
  private count = 1;
  private level = new Uint8Array(1 << 14);
  /** the first of eight consecutive children, -1 for leaves */
  private firstChild = new Int32Array(1 << 14);
  /** lattice coordinates of the lower corner */
  private origin = new Uint8Array(3 << 14);
  /** the nodes that have children, in the order of their children */
  private readonly divided: number[] = [];

  /** coordinates of the lattice and the midpoints between them, a row for each axis */
  private readonly lattice = new Float64Array(3 * ROW);
  /** for each coordinate of the lattice and each midpoint, the last cell that begins below it, a row for each axis */
  private readonly cellBelow = new Uint8Array(3 * ROW);
  /**
   * contribution of each lattice coordinate to the index of a corner, a row for each axis; equal coordinates contribute
   * the same
   */
  private readonly stride = new Int32Array(3 * POINTS);
  /** the leaf that contains each cell of the lattice */
  private readonly leafAt = new Int32Array(STEPS * STEPS * STEPS);
  /** 1 if all coordinates of the lattice are distinct */
  private isRegular = true;
  private readonly point = new Float64Array(3);
  /** signed distance at each corner */
  private readonly value = new Float64Array(POINTS * POINTS * POINTS);

  /** Starts with one node, larger than the extent. */
  constructor(aamm: Float64Array) {
    const { lattice, cellBelow, stride } = this;
    for (let axis = 0; axis < 3; axis++) {
      const center = (aamm[axis] + aamm[axis + 3]) / 2;
      const half = (aamm[axis + 3] - aamm[axis]) / 2;
      const x = axis * ROW;
      lattice[x] = center - MARGIN * half;
      lattice[x + ROW - 1] = center + MARGIN * half;
      for (let step = ROW - 1; step > 1; step /= 2) {
        for (let i = 0; i < ROW - 1; i += step) {
          lattice[x + i + step / 2] = (lattice[x + i] + lattice[x + i + step]) / 2;
        }
      }
      for (let i = 0, below = 0; i < ROW; i++) {
        while (lattice[x + 2 * below + 2] < lattice[x + i]) below++;
        cellBelow[x + i] = below;
      }
      const unit = axis === 0 ? POINTS * POINTS : axis === 1 ? POINTS : 1;
      for (let i = 0, same = 0; i < POINTS; i++) {
        if (lattice[x + 2 * i] !== lattice[x + 2 * same]) same = i;
        if (same !== i) this.isRegular = false;
        stride[axis * POINTS + i] = unit * same;
      }
    }
    this.firstChild[0] = -1;
  }

  /** The resulting tree. */
  finish(): Octree {
    const { count, level, firstChild, origin, lattice, stride, value } = this;
    const child = new Int32Array(8 * count);
    const aabb = new Float64Array(6 * count);
    const coeff = new Float64Array(8 * count);
    for (let node = 0; node < count; node++) {
      const side = STEPS >> level[node];
      for (let axis = 0; axis < 3; axis++) {
        const i = axis * ROW + 2 * origin[3 * node + axis];
        aabb[6 * node + axis] = lattice[i + side];
        aabb[6 * node + axis + 3] = (lattice[i + 2 * side] - lattice[i]) / 2;
      }
      const x = origin[3 * node];
      const y = POINTS + origin[3 * node + 1];
      const z = 2 * POINTS + origin[3 * node + 2];
      const corner = stride[x] + stride[y] + stride[z];
      const dx = stride[x + side] - stride[x];
      const dy = stride[y + side] - stride[y];
      const dz = stride[z + side] - stride[z];
      const first = firstChild[node];
      for (let k = 0; k < 8; k++) {
        coeff[8 * node + k] = value[corner + (k & 1) * dx + ((k >> 1) & 1) * dy + (k >> 2) * dz];
        child[8 * node + k] = first < 0 ? -1 : first + k;
      }
    }
    return { count, depth: Int32Array.from(level.subarray(0, count)), child, aabb, coeff };
  }

  private grow(): void {
    const { level, firstChild, origin } = this;
    const size = 2 * level.length;
    this.level = new Uint8Array(size);
    this.firstChild = new Int32Array(size);
    this.origin = new Uint8Array(3 * size);
    this.level.set(level);
    this.firstChild.set(firstChild);
    this.origin.set(origin);
  }

  private subdivide(node: number): void {
    if (this.count + 8 > this.level.length) this.grow();
    const { level, firstChild, origin } = this;
    const below = level[node] + 1;
    const side = STEPS >> below;
    const first = this.count;
    this.count += 8;
    firstChild[node] = first;
    this.divided.push(node);
    for (let k = 0; k < 8; k++) {
      const child = first + k;
      level[child] = below;
      firstChild[child] = -1;
      origin[3 * child] = origin[3 * node] + (k & 1) * side;
      origin[3 * child + 1] = origin[3 * node + 1] + ((k >> 1) & 1) * side;
      origin[3 * child + 2] = origin[3 * node + 2] + (k >> 2) * side;
    }
  }

  /** Divides boxes that touch the surface, down to the maximum level. */
  refine(triangles: Float64Array): void {
    const { lattice } = this;
    const box = new Float64Array(9);
    const found = new Int32Array(triangles.length / TRIANGLE);
    // the triangles that touch each divided box, in the order of division; not needed at the last level
    const touching: Int32Array[] = [];
    for (let node = 0; node < this.count; node++) {
      const level = this.level[node];
      if (level === MAX_LEVEL) break;
      const side = STEPS >> level;
      for (let axis = 0; axis < 3; axis++) {
        const i = axis * ROW + 2 * this.origin[3 * node + axis];
        box[axis] = lattice[i];
        box[axis + 3] = lattice[i + 2 * side];
        box[axis + 6] = box[axis + 3] - box[axis];
      }
      const all = node === 0 ? found.map((_, i) => TRIANGLE * i) : touching[(node - 1) >> 3];
      const wanted = level === MAX_LEVEL - 1 ? 1 : all.length;
      let count = 0;
      for (let i = 0; i < all.length && count < wanted; i++) {
        if (touches(triangles, all[i], box)) found[count++] = all[i];
      }
      if (count === 0) continue;
      if (level < MAX_LEVEL - 1) touching.push(count === all.length ? all : found.slice(0, count));
      this.subdivide(node);
    }
  }

  /** Divides leaves that are next to much finer ones, until there are none. */
  balance(): void {
    let suspects: number[] = [];
    let seen = 0;
    do {
      for (; seen < this.count; seen++) {
        if (this.firstChild[seen] >= 0) continue;
        this.paint(seen);
        suspects.push(seen);
      }
      const coarse: number[] = [];
      suspects = this.findCoarse(suspects, coarse);
      for (const node of coarse) {
        if (this.firstChild[node] < 0) this.subdivide(node);
      }
    } while (seen < this.count);
  }

  /** Assigns the cells of a leaf to it. */
  private paint(leaf: number): void {
    const { origin, leafAt } = this;
    const side = STEPS >> this.level[leaf];
    const x = origin[3 * leaf];
    const y = origin[3 * leaf + 1];
    const z = origin[3 * leaf + 2];
    for (let i = x; i < x + side; i++) {
      for (let j = y; j < y + side; j++) {
        const row = (i * STEPS + j) * STEPS;
        for (let k = z; k < z + side; k++) leafAt[row + k] = leaf;
      }
    }
  }

  /**
   * Collects leaves with a neighbor that is finer by more than one level, in the order in which they are found. Returns
   * the leaves for which this may change once the collected ones are divided.
   */
  private findCoarse(suspects: readonly number[], coarse: number[]): number[] {
    const { firstChild, level, origin } = this;
    const again: number[] = [];
    for (const node of suspects) {
      if (firstChild[node] >= 0) continue;
      const own = level[node];
      const side = STEPS >> own;
      let isSuspect = own < MAX_LEVEL - 1;
      for (let direction = 0; direction < 6; direction++) {
        // the neighbors of a leaf within its parent are not coarser, nor much finer on the last levels
        const isInward = ((direction & 1) === 0) === ((origin[3 * node + (direction >> 1)] & side) !== 0);
        if (isInward && own >= MAX_LEVEL - 1) continue;
        const neighbor = this.neighborOf(node, direction);
        if (neighbor < 0) continue;
        if (level[neighbor] > own + 1) coarse.push(node);
        if (own > level[neighbor] + 1) coarse.push(neighbor);
        if (own > level[neighbor] + 2) isSuspect = true;
      }
      if (isSuspect) again.push(node);
    }
    return again;
  }

  /**
   * The leaf on one side of a leaf, or -1: direction 2 axis for the lower side, 2 axis + 1 for the upper. If there are
   * several, it is the one found by descending from the smallest common ancestor toward the leaf's center.
   */
  private neighborOf(node: number, direction: number): number {
    const { origin, cellBelow } = this;
    const axis = direction >> 1;
    const side = STEPS >> this.level[node];
    const boundary = origin[3 * node + axis] + (direction & 1) * side;
    if (boundary === 0 || boundary === STEPS) return -1;
    const beside = boundary - 1 + (direction & 1);

    // the descent starts in a box whose size is given by the lowest bit of the boundary
    const within = -(boundary & -boundary);
    const x = origin[3 * node];
    const y = origin[3 * node + 1];
    const z = origin[3 * node + 2];
    const i = axis === 0 ? beside : Math.max(cellBelow[2 * x + side], x & within);
    const j = axis === 1 ? beside : Math.max(cellBelow[ROW + 2 * y + side], y & within);
    const k = axis === 2 ? beside : Math.max(cellBelow[2 * ROW + 2 * z + side], z & within);
    return this.leafAt[(i * STEPS + j) * STEPS + k];
  }

  /**
   * Hanging corners, which belong to fine leaves and are in the middle of a side or edge of a coarse one. For each
   * corner: 0, or 1 combined with the coarse leaf, a bit for each axis along which the corner is at an end of the leaf,
   * and a bit for each upper end.
   */
  private findHanging(): Int32Array {
    const { divided, firstChild, level, origin, stride } = this;
    const hanging = new Int32Array(POINTS * POINTS * POINTS);
    for (const parent of divided) {
      const sides = this.coarseSides(parent);
      if (sides === 0) continue;
      const side = STEPS >> (level[parent] + 1);
      for (let child = 0; child < 8; child++) {
        const node = firstChild[parent] + child;
        if (firstChild[node] >= 0) continue;
        for (let axis = 0; axis < 3; axis++) {
          const end = (child >> axis) & 1;
          if ((sides & (1 << (2 * axis + end))) === 0) continue;
          const neighbor = this.neighborOf(node, 2 * axis + end);
          if (neighbor < 0 || level[neighbor] >= level[node]) continue;
          const across = axis === 2 ? 0 : axis + 1;
          const up = across === 2 ? 0 : across + 1;
          for (let j = 0; j < 4; j++) {
            const k = (end << axis) | ((j & 1) << across) | ((j >> 1) << up);
            const x = origin[3 * node] + (k & 1) * side;
            const y = origin[3 * node + 1] + ((k >> 1) & 1) * side;
            const z = origin[3 * node + 2] + (k >> 2) * side;
            const corner = stride[x] + stride[POINTS + y] + stride[2 * POINTS + z];
            if (hanging[corner] === 0) hanging[corner] = this.endsAt(neighbor, x, y, z);
          }
        }
      }
    }
    return hanging;
  }

  /** The sides of a node on which there may be a leaf at least as large as the node, a bit for each direction. */
  private coarseSides(node: number): number {
    if (!this.isRegular) return 63;
    const { level, origin, leafAt } = this;
    const side = STEPS >> level[node];
    const x = origin[3 * node];
    const y = origin[3 * node + 1];
    const z = origin[3 * node + 2];
    const cell = (x * STEPS + y) * STEPS + z;
    let sides = 0;
    for (let direction = 0; direction < 6; direction++) {
      const axis = direction >> 1;
      const lower = axis === 0 ? x : axis === 1 ? y : z;
      const step = axis === 0 ? STEPS * STEPS : axis === 1 ? STEPS : 1;
      const isUpper = (direction & 1) === 1;
      if (isUpper ? lower + side === STEPS : lower === 0) continue;
      if (level[leafAt[cell + (isUpper ? side : -1) * step]] <= level[node]) sides |= 1 << direction;
    }
    return sides;
  }

  /** The entry for a lattice point on the surface of a coarse leaf, or 0 if it is not between the leaf's corners. */
  private endsAt(coarse: number, x: number, y: number, z: number): number {
    const { lattice, origin } = this;
    const side = STEPS >> this.level[coarse];
    let ends = 0;
    let upper = 0;
    for (let axis = 0; axis < 3; axis++) {
      const at = lattice[axis * ROW + 2 * (axis === 0 ? x : axis === 1 ? y : z)];
      const low = axis * ROW + 2 * origin[3 * coarse + axis];
      if (Math.abs(at - lattice[low + 2 * side]) < ON_SIDE) upper |= 1 << axis;
      else if (Math.abs(at - lattice[low]) >= ON_SIDE) continue;
      ends |= 1 << axis;
    }
    return ends === 0 || ends === 7 ? 0 : 1 + (((coarse << 3) | ends) << 3) + upper;
  }

  /**
   * Finds the distance at each corner, for a hanging one as the mean of the corners around it; returns whether these
   * were always known.
   */
  measure(surface: MeshDistance): boolean {
    const hanging = this.findHanging();
    const { firstChild, level, origin } = this;
    const isKnown = new Uint8Array(this.value.length);
    for (let k = 0; k < 8; k++) {
      if (!this.measureAt(surface, (k & 1) * STEPS, ((k >> 1) & 1) * STEPS, (k >> 2) * STEPS, hanging, isKnown)) {
        return false;
      }
    }

    // level by level, visiting points shared by the children of a node once
    const queue = new Int32Array(this.divided.length);
    let waiting = firstChild[0] < 0 ? 0 : 1;
    for (let q = 0; q < waiting; q++) {
      const node = queue[q];
      const half = (STEPS >> level[node]) >> 1;
      const x = origin[3 * node];
      const y = origin[3 * node + 1];
      const z = origin[3 * node + 2];
      for (let i = 0; i < ADDED.length; i++) {
        const added = ADDED[i];
        const px = x + (added & 3) * half;
        const py = y + ((added >> 2) & 3) * half;
        const pz = z + (added >> 4) * half;
        if (!this.measureAt(surface, px, py, pz, hanging, isKnown)) return false;
      }
      const first = firstChild[node];
      for (let child = first; child < first + 8; child++) {
        if (firstChild[child] >= 0) queue[waiting++] = child;
      }
    }
    return true;
  }

  /** Finds the distance at a lattice point, if it is not known. */
  private measureAt(
    surface: MeshDistance,
    x: number,
    y: number,
    z: number,
    hanging: Int32Array,
    isKnown: Uint8Array,
  ): boolean {
    const { lattice, stride, point } = this;
    const corner = stride[x] + stride[POINTS + y] + stride[2 * POINTS + z];
    if (isKnown[corner] === 1) return true;
    isKnown[corner] = 1;
    if (hanging[corner] !== 0) return this.interpolate(corner, hanging[corner] - 1, isKnown);
    point[0] = lattice[2 * x];
    point[1] = lattice[ROW + 2 * y];
    point[2] = lattice[2 * ROW + 2 * z];
    this.value[corner] = surface.signed(point, 0);
    return true;
  }

  /** Takes the mean of the corners of a coarse leaf around a hanging one; returns whether these are known. */
  private interpolate(corner: number, note: number, isKnown: Uint8Array): boolean {
    const { origin, stride, value } = this;
    const coarse = note >> 6;
    const ends = (note >> 3) & 7;
    const upper = note & ends;
    const side = STEPS >> this.level[coarse];
    const isSide = ends === 1 || ends === 2 || ends === 4;

    // the free axes; for a side, in cyclic order after the fixed one
    const free = 7 & ~ends;
    const first = !isSide ? free : ends === 4 ? 1 : ends << 1;
    const second = isSide ? free ^ first : 0;
    const length = isSide ? 4 : 2;
    let sum = 0;
    for (let j = 0; j < length; j++) {
      const bits = upper | (j & 1 ? first : 0) | (j >> 1 ? second : 0);
      const around = stride[origin[3 * coarse] + (bits & 1) * side] +
        stride[POINTS + origin[3 * coarse + 1] + ((bits >> 1) & 1) * side] +
        stride[2 * POINTS + origin[3 * coarse + 2] + (bits >> 2) * side];
      if (around === corner || isKnown[around] === 0) return false;
      sum += value[around];
    }
    value[corner] = sum / length;
    return true;
  }
}
