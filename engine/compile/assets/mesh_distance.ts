/**
 * Signed distance to a closed surface: the nearest point is found with a tree of bounding spheres, and the sign with
 * angle-weighted pseudonormals (Baerentzen and Aanaes 2005).
 */

import { acos } from "../../math/scalar.ts";
import { introSort } from "../sort/intro_sort.ts";
import { EDGES, HIGH, layTriangles, LOW, NORMAL, TRIANGLE } from "./triangle_table.ts";

/** The part of a triangle with the nearest point: a corner, an edge, or the face itself. */
const Part = { V0: 0, V1: 1, V2: 2, E01: 3, E12: 4, E02: 5, FACE: 6 } as const;

/** length of a node: bounding sphere and bounding box of both children */
const NODE = 20;
/**
 * a triangle with a smaller height, relative to the size of the mesh, is degenerate: its nearest point may be outside
 * its box
 */
const SLIVER = 1e-7;
/** margin, relative to the size of the mesh, beyond which a part is farther despite any rounding */
const CLEARLY = 1e-6;
/** the same, relative to the size of the coordinates */
const ROUNDING = 1e-12;
/** stack size of a search: more levels than a tree of triangles can have */
const MAX_DEPTH = 64;

/** Distances to one surface. */
export class MeshDistance {
  // nodes of the tree: two children, or -1 and a triangle for a leaf
  private nodes = 0;
  private readonly left: Int32Array;
  private readonly right: Int32Array;
  /** bounds of the children of each node */
  private readonly bounds: Float64Array;

  private readonly faceNormal: Float64Array;
  private readonly edgeNormal: Float64Array;
  private readonly vertexNormal: Float64Array;

  // result of the last search
  private triangle = 0;
  private part = 0;
  /** squared distance, weights of the corners */
  private readonly nearest = new Float64Array(4);
  /** the same for the current triangle */
  private readonly found = new Float64Array(4);
  private readonly p = new Float64Array(3);

  // stack of nodes to visit, with distances to their spheres and squared distances to their boxes
  private readonly later = new Int32Array(MAX_DEPTH);
  private readonly laterFrom = new Float64Array(MAX_DEPTH);
  private readonly laterBox = new Float64Array(MAX_DEPTH);

  /** longest side of the box around everything */
  private readonly size: number;
  /** bound on the rounding error of a distance */
  private readonly slack: number;

  /**
   * `face` has three vertices per triangle, counterclockwise when seen from outside; `triangles` are the same
   * triangles, laid out.
   */
  constructor(
    private readonly vert: Float64Array,
    private readonly face: Int32Array,
    private readonly triangles: Float64Array = layTriangles(vert, face),
  ) {
    const count = face.length / 3;
    let size = 0;
    let far = 0;
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let t = k; t < triangles.length; t += TRIANGLE) {
        low = Math.min(low, triangles[t + LOW]);
        high = Math.max(high, triangles[t + HIGH]);
      }
      size = Math.max(size, high - low);
      far = Math.max(far, -low, high);
    }
    this.size = size;
    this.slack = CLEARLY * size + ROUNDING * far;
    this.left = new Int32Array(2 * count).fill(-1);
    this.right = new Int32Array(2 * count);
    this.bounds = new Float64Array(2 * NODE * count);
    this.faceNormal = new Float64Array(face.length);
    this.edgeNormal = new Float64Array(3 * face.length);
    this.vertexNormal = new Float64Array(vert.length);
    const order = Int32Array.from({ length: count }, (_, i) => i);
    this.build(order, 0, count, new Float64Array(NODE / 2));
    this.makeNormals();
  }

  /** Signed distance of a point, negative inside. */
  signed(point: Float64Array, at: number): number {
    const { triangles, p, nearest } = this;
    for (let k = 0; k < 3; k++) p[k] = point[at + k];
    this.search();

    const t = TRIANGLE * this.triangle;
    let along = 0;
    for (let k = 0; k < 3; k++) {
      const on = nearest[1] * triangles[t + k] + nearest[2] * triangles[t + 3 + k] + nearest[3] * triangles[t + 6 + k];
      along += (p[k] - on) * this.pseudonormal(3 * this.triangle, k);
    }
    const distance = Math.sqrt(nearest[0]);
    return along >= 0 ? distance : -distance;
  }

  private pseudonormal(t: number, k: number): number {
    if (this.part === Part.FACE) return this.faceNormal[t + k];
    if (this.part <= Part.V2) return this.vertexNormal[3 * this.face[t + this.part] + k];
    return this.edgeNormal[3 * t + 3 * (this.part - Part.E01) + k];
  }

  /** Makes the node for the triangles `order[first…last)` and all nodes below it; sets its bounding sphere and box. */
  private build(order: Int32Array, first: number, last: number, bound: Float64Array): number {
    const { triangles, left, right, bounds } = this;
    const node = this.nodes++;
    right[node] = order[first];

    const low = [Number.MAX_VALUE, Number.MAX_VALUE, Number.MAX_VALUE];
    const high = [-Number.MAX_VALUE, -Number.MAX_VALUE, -Number.MAX_VALUE];
    bound.fill(0);
    for (let i = first; i < last; i++) {
      const t = TRIANGLE * order[i];
      for (let k = 0; k < 3; k++) {
        for (let j = t + k; j < t + 9; j += 3) bound[k] += triangles[j];
        low[k] = Math.min(low[k], triangles[t + LOW + k]);
        high[k] = Math.max(high[k], triangles[t + HIGH + k]);
      }
    }
    for (let k = 0; k < 3; k++) bound[k] /= 3 * (last - first);
    let squared = 0;
    for (let i = first; i < last; i++) {
      const t = TRIANGLE * order[i];
      for (let j = t; j < t + 9; j += 3) {
        const x = bound[0] - triangles[j];
        const y = bound[1] - triangles[j + 1];
        const z = bound[2] - triangles[j + 2];
        squared = Math.max(squared, x * x + y * y + z * z);
      }
    }
    bound[3] = Math.sqrt(squared);
    if (last - first === 1) {
      const isSliver = this.isSliver(TRIANGLE * order[first]);
      for (let k = 0; k < 3; k++) {
        bound[4 + k] = isSliver ? -Infinity : low[k];
        bound[7 + k] = isSliver ? Infinity : high[k];
      }
      return node;
    }

    // halve along the longest side
    let axis = 0;
    for (let k = 1; k < 3; k++) {
      if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
    }
    introSort(order, first, last, (a, b) => triangles[TRIANGLE * a + axis] < triangles[TRIANGLE * b + axis]);
    const middle = first + ((last - first) >> 1);
    const child = new Float64Array(NODE / 2);
    const l = NODE * node;
    const r = l + NODE / 2;
    left[node] = this.build(order, first, middle, child);
    bounds.set(child, l);
    right[node] = this.build(order, middle, last, child);
    bounds.set(child, r);
    for (let k = 4; k < 7; k++) bound[k] = Math.min(bounds[l + k], bounds[r + k]);
    for (let k = 7; k < 10; k++) bound[k] = Math.max(bounds[l + k], bounds[r + k]);
    return node;
  }

  /** Whether a triangle is so thin that rounding may move its nearest point out of its box. */
  private isSliver(t: number): boolean {
    const { triangles, size } = this;
    let longest = 0;
    for (let e = t + EDGES; e < t + EDGES + 9; e += 3) longest = Math.max(longest, square(triangles, e));
    return square(triangles, t + NORMAL) <= SLIVER * SLIVER * size * size * longest;
  }

  /** Finds the nearest triangle. */
  private search(): void {
    const { p, left, right, bounds, nearest, found, later, laterFrom, laterBox, slack } = this;
    const x = p[0];
    const y = p[1];
    const z = p[2];

    // the triangle nearest to the last point gives an upper bound
    this.toTriangle(TRIANGLE * this.triangle);
    let reach = Math.sqrt(found[0]) + slack;
    let limit = reach * reach;
    let distance = Number.MAX_VALUE;
    let waiting = 0;
    let node = 0;
    for (;;) {
      const first = left[node];
      if (first < 0) {
        const t = right[node];
        const part = this.toTriangle(TRIANGLE * t);
        const squared = found[0];
        if (squared < distance * distance) {
          distance = Math.sqrt(squared);
          reach = distance + slack;
          limit = Math.min(limit, reach * reach);
          this.triangle = t;
          this.part = part;
          for (let k = 0; k < 4; k++) nearest[k] = found[k];
        }
      } else {
        const second = right[node];
        const l = NODE * node;
        const r = l + NODE / 2;
        const ax = Math.max(bounds[l + 4] - x, x - bounds[l + 7], 0);
        const ay = Math.max(bounds[l + 5] - y, y - bounds[l + 8], 0);
        const az = Math.max(bounds[l + 6] - z, z - bounds[l + 9], 0);
        const firstBox = ax * ax + ay * ay + az * az;
        const bx = Math.max(bounds[r + 4] - x, x - bounds[r + 7], 0);
        const by = Math.max(bounds[r + 5] - y, y - bounds[r + 8], 0);
        const bz = Math.max(bounds[r + 6] - z, z - bounds[r + 9], 0);
        const secondBox = bx * bx + by * by + bz * bz;
        let firstFrom = Infinity;
        let secondFrom = Infinity;
        if (firstBox <= limit) {
          const dx = x - bounds[l];
          const dy = y - bounds[l + 1];
          const dz = z - bounds[l + 2];
          firstFrom = Math.sqrt(dx * dx + dy * dy + dz * dz) - bounds[l + 3];
        }
        if (secondBox <= limit) {
          const dx = x - bounds[r];
          const dy = y - bounds[r + 1];
          const dz = z - bounds[r + 2];
          secondFrom = Math.sqrt(dx * dx + dy * dy + dz * dz) - bounds[r + 3];
        }

        // visit the child with the nearer sphere first, then the other
        if (firstFrom < secondFrom) {
          if (secondFrom < distance) {
            later[waiting] = second;
            laterFrom[waiting] = secondFrom;
            laterBox[waiting++] = secondBox;
          }
          if (firstFrom < distance) {
            node = first;
            continue;
          }
        } else {
          if (firstFrom < distance) {
            later[waiting] = first;
            laterFrom[waiting] = firstFrom;
            laterBox[waiting++] = firstBox;
          }
          if (secondFrom < distance) {
            node = second;
            continue;
          }
        }
      }
      do {
        if (waiting === 0) return;
        waiting--;
      } while (laterFrom[waiting] >= distance || laterBox[waiting] > limit);
      node = later[waiting];
    }
  }

  /** Finds the squared distance to a triangle and the weights of its corners; returns the nearest part. */
  private toTriangle(t: number): number {
    const { triangles, p } = this;
    const px = p[0], py = p[1], pz = p[2];
    const ax = triangles[t], ay = triangles[t + 1], az = triangles[t + 2];
    const bx = triangles[t + 3], by = triangles[t + 4], bz = triangles[t + 5];
    const cx = triangles[t + 6], cy = triangles[t + 7], cz = triangles[t + 8];
    const abx = bx - ax, aby = by - ay, abz = bz - az;
    const acx = cx - ax, acy = cy - ay, acz = cz - az;
    const bcx = cx - bx, bcy = cy - by, bcz = cz - bz;
    const apx = px - ax, apy = py - ay, apz = pz - az;
    const bpx = px - bx, bpy = py - by, bpz = pz - bz;
    const cpx = px - cx, cpy = py - cy, cpz = pz - cz;

    // corners: beyond both edges
    const snom = apx * abx + apy * aby + apz * abz;
    const sdenom = bpx * (ax - bx) + bpy * (ay - by) + bpz * (az - bz);
    const tnom = apx * acx + apy * acy + apz * acz;
    const tdenom = cpx * (ax - cx) + cpy * (ay - cy) + cpz * (az - cz);
    if (snom <= 0 && tnom <= 0) {
      this.keep(1, 0, 0, ax, ay, az);
      return Part.V0;
    }
    const unom = bpx * bcx + bpy * bcy + bpz * bcz;
    const udenom = cpx * (bx - cx) + cpy * (by - cy) + cpz * (bz - cz);
    if (sdenom <= 0 && unom <= 0) {
      this.keep(0, 1, 0, bx, by, bz);
      return Part.V1;
    }
    if (tdenom <= 0 && udenom <= 0) {
      this.keep(0, 0, 1, cx, cy, cz);
      return Part.V2;
    }

    // edges: between the corners, on the outer side
    const nx = aby * acz - abz * acy;
    const ny = -abx * acz + abz * acx;
    const nz = abx * acy - aby * acx;
    const qax = ax - px, qay = ay - py, qaz = az - pz;
    const qbx = bx - px, qby = by - py, qbz = bz - pz;
    const qcx = cx - px, qcy = cy - py, qcz = cz - pz;
    const vc = nx * (qay * qbz - qaz * qby) + ny * (-qax * qbz + qaz * qbx) + nz * (qax * qby - qay * qbx);
    if (vc <= 0 && snom >= 0 && sdenom >= 0) {
      const arc = snom / (snom + sdenom);
      const v = 1 - arc;
      this.keep(v, arc, 0, v * ax + arc * bx, v * ay + arc * by, v * az + arc * bz);
      return Part.E01;
    }
    const va = nx * (qby * qcz - qbz * qcy) + ny * (-qbx * qcz + qbz * qcx) + nz * (qbx * qcy - qby * qcx);
    if (va <= 0 && unom >= 0 && udenom >= 0) {
      const arc = unom / (unom + udenom);
      const v = 1 - arc;
      this.keep(0, v, arc, v * bx + arc * cx, v * by + arc * cy, v * bz + arc * cz);
      return Part.E12;
    }
    const vb = nx * (qcy * qaz - qcz * qay) + ny * (-qcx * qaz + qcz * qax) + nz * (qcx * qay - qcy * qax);
    if (vb <= 0 && tnom >= 0 && tdenom >= 0) {
      const arc = tnom / (tnom + tdenom);
      const v = 1 - arc;
      this.keep(v, 0, arc, v * ax + arc * cx, v * ay + arc * cy, v * az + arc * cz);
      return Part.E02;
    }

    const u = va / (va + vb + vc);
    const v = vb / (va + vb + vc);
    const w = 1 - u - v;
    this.keep(u, v, w, u * ax + v * bx + w * cx, u * ay + v * by + w * cy, u * az + v * bz + w * cz);
    return Part.FACE;
  }

  private keep(u: number, v: number, w: number, x: number, y: number, z: number): void {
    const { p, found } = this;
    const dx = p[0] - x;
    const dy = p[1] - y;
    const dz = p[2] - z;
    found[0] = dx * dx + dy * dy + dz * dz;
    found[1] = u;
    found[2] = v;
    found[3] = w;
  }

  /** Pseudonormals: face normals, their sums at edges, and their angle-weighted sums at vertices. */
  private makeNormals(): void {
    const { vert, face, faceNormal, edgeNormal, vertexNormal } = this;
    const count = vert.length / 3;
    const keyOf = (i: number, j: number) => Math.min(i, j) * count + Math.max(i, j);
    const edges = new Map<number, Float64Array>();
    for (let t = 0; t < face.length; t += 3) {
      const corners = [face[t], face[t + 1], face[t + 2]];
      const ab = between(vert, corners[0], corners[1]);
      const ac = between(vert, corners[0], corners[2]);
      const bc = between(vert, corners[1], corners[2]);
      const normal = Float64Array.of(
        ab[1] * ac[2] - ab[2] * ac[1],
        -ab[0] * ac[2] + ab[2] * ac[0],
        ab[0] * ac[1] - ab[1] * ac[0],
      );
      unit(normal, 0);
      faceNormal.set(normal, t);
      unit(ab, 0);
      unit(ac, 0);
      unit(bc, 0);
      const angles = [acos(dot(ab, ac, 1)), acos(dot(ab, bc, -1)), acos(dot(bc, ac, 1))];
      for (let j = 0; j < 3; j++) {
        for (let k = 0; k < 3; k++) vertexNormal[3 * corners[j] + k] += angles[j] * normal[k];
      }
      for (const key of [keyOf(corners[0], corners[1]), keyOf(corners[1], corners[2]), keyOf(corners[0], corners[2])]) {
        const sum = edges.get(key);
        if (!sum) edges.set(key, normal.slice());
        else for (let k = 0; k < 3; k++) sum[k] += normal[k];
      }
    }
    for (let i = 0; i < vert.length; i += 3) unit(vertexNormal, i);
    for (const normal of edges.values()) unit(normal, 0);
    for (let t = 0; t < face.length; t += 3) {
      edgeNormal.set(edges.get(keyOf(face[t], face[t + 1])) as Float64Array, 3 * t);
      edgeNormal.set(edges.get(keyOf(face[t + 1], face[t + 2])) as Float64Array, 3 * t + 3);
      edgeNormal.set(edges.get(keyOf(face[t], face[t + 2])) as Float64Array, 3 * t + 6);
    }
  }
}

function between(vert: Float64Array, i: number, j: number): Float64Array {
  const res = new Float64Array(3);
  for (let k = 0; k < 3; k++) res[k] = vert[3 * j + k] - vert[3 * i + k];
  return res;
}

function unit(v: Float64Array, i: number): void {
  const norm = Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
  for (let k = 0; k < 3; k++) v[i + k] /= norm;
}

function dot(a: Float64Array, b: Float64Array, sign: number): number {
  return sign * (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

/** The squared length of a vector. */
function square(v: Float64Array, i: number): number {
  return v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2];
}
