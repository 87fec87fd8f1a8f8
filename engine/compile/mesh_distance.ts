/**
 * Signed distance to a closed surface: the nearest point by a tree of bounding spheres, inside or outside by
 * pseudonormals weighted with angles (Baerentzen and Aanaes 2005).
 */

import { acos } from "../math/scalar.ts";
import { introSort } from "./intro_sort.ts";

/** What the nearest point of a triangle lies on: a corner, an edge, or the face itself. */
const Part = { V0: 0, V1: 1, V2: 2, E01: 3, E12: 4, E02: 5, FACE: 6 } as const;

// the answer of the last test of a point against a triangle
let part: number = Part.FACE;
let wa = 0;
let wb = 0;
let wc = 0;

/** Distances to one surface. */
export class MeshDistance {
  // nodes of the tree: bounding spheres of both children, whose indices follow; a leaf has -1 and a triangle
  private nodes = 0;
  private readonly left: Int32Array;
  private readonly right: Int32Array;
  private readonly sphere: Float64Array;

  private readonly faceNormal: Float64Array;
  private readonly edgeNormal: Float64Array;
  private readonly vertexNormal: Float64Array;

  // nearest so far
  private distance = 0;
  private triangle = -1;
  private part = 0;
  private readonly weight = new Float64Array(3);
  private readonly p = new Float64Array(3);

  /** `face` has three vertices per triangle, with the outside where they turn counterclockwise. */
  constructor(private readonly vert: Float64Array, private readonly face: Int32Array) {
    const count = face.length / 3;
    this.left = new Int32Array(2 * count).fill(-1);
    this.right = new Int32Array(2 * count);
    this.sphere = new Float64Array(16 * count);
    this.faceNormal = new Float64Array(face.length);
    this.edgeNormal = new Float64Array(3 * face.length);
    this.vertexNormal = new Float64Array(vert.length);
    const order = Int32Array.from({ length: count }, (_, i) => i);
    this.build(order, 0, count, new Float64Array(4));
    this.makeNormals();
  }

  /** Distance of a point, negative inside. */
  signed(point: Float64Array, at: number): number {
    const { vert, face, p, weight } = this;
    for (let k = 0; k < 3; k++) p[k] = point[at + k];
    this.distance = Number.MAX_VALUE;
    this.triangle = -1;
    this.query(0);

    const t = 3 * this.triangle;
    let along = 0;
    for (let k = 0; k < 3; k++) {
      const nearest = weight[0] * vert[3 * face[t] + k] + weight[1] * vert[3 * face[t + 1] + k] +
        weight[2] * vert[3 * face[t + 2] + k];
      along += (p[k] - nearest) * this.pseudonormal(t, k);
    }
    return along >= 0 ? this.distance : -this.distance;
  }

  private pseudonormal(t: number, k: number): number {
    if (this.part === Part.FACE) return this.faceNormal[t + k];
    if (this.part <= Part.V2) return this.vertexNormal[3 * this.face[t + this.part] + k];
    return this.edgeNormal[3 * t + 3 * (this.part - Part.E01) + k];
  }

  /** Makes the node of the triangles `order[first…last)` and those below it; sets their bounding sphere. */
  private build(order: Int32Array, first: number, last: number, ball: Float64Array): number {
    const { vert, face } = this;
    const node = this.nodes++;
    this.right[node] = order[first];

    const low = [Number.MAX_VALUE, Number.MAX_VALUE, Number.MAX_VALUE];
    const high = [-Number.MAX_VALUE, -Number.MAX_VALUE, -Number.MAX_VALUE];
    ball.fill(0);
    for (let i = first; i < last; i++) {
      for (let j = 3 * order[i]; j < 3 * order[i] + 3; j++) {
        for (let k = 0; k < 3; k++) {
          const x = vert[3 * face[j] + k];
          ball[k] += x;
          if (x > high[k]) high[k] = x;
          if (x < low[k]) low[k] = x;
        }
      }
    }
    for (let k = 0; k < 3; k++) ball[k] /= 3 * (last - first);
    let squared = 0;
    for (let i = first; i < last; i++) {
      for (let j = 3 * order[i]; j < 3 * order[i] + 3; j++) {
        const x = ball[0] - vert[3 * face[j]];
        const y = ball[1] - vert[3 * face[j] + 1];
        const z = ball[2] - vert[3 * face[j] + 2];
        squared = Math.max(squared, x * x + y * y + z * z);
      }
    }
    ball[3] = Math.sqrt(squared);
    if (last - first === 1) return node;

    // halve along the longest side
    let axis = 0;
    for (let k = 1; k < 3; k++) {
      if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
    }
    introSort(order, first, last, (a, b) => vert[3 * face[3 * a] + axis] < vert[3 * face[3 * b] + axis]);
    const middle = first + ((last - first) >> 1);
    const child = new Float64Array(4);
    this.left[node] = this.build(order, first, middle, child);
    for (let k = 0; k < 4; k++) this.sphere[8 * node + k] = child[k];
    this.right[node] = this.build(order, middle, last, child);
    for (let k = 0; k < 4; k++) this.sphere[8 * node + 4 + k] = child[k];
    return node;
  }

  private query(node: number): void {
    const { p, sphere } = this;
    if (this.left[node] < 0) {
      const t = this.right[node];
      const squared = this.toTriangle(3 * t);
      if (squared < this.distance * this.distance) {
        this.distance = Math.sqrt(squared);
        this.triangle = t;
        this.part = part;
        this.weight[0] = wa;
        this.weight[1] = wb;
        this.weight[2] = wc;
      }
      return;
    }
    const s = 8 * node;
    const lx = p[0] - sphere[s];
    const ly = p[1] - sphere[s + 1];
    const lz = p[2] - sphere[s + 2];
    const rx = p[0] - sphere[s + 4];
    const ry = p[1] - sphere[s + 5];
    const rz = p[2] - sphere[s + 6];
    const left = Math.sqrt(lx * lx + ly * ly + lz * lz) - sphere[s + 3];
    const right = Math.sqrt(rx * rx + ry * ry + rz * rz) - sphere[s + 7];
    if (left < right) {
      if (left < this.distance) this.query(this.left[node]);
      if (right < this.distance) this.query(this.right[node]);
    } else {
      if (right < this.distance) this.query(this.right[node]);
      if (left < this.distance) this.query(this.left[node]);
    }
  }

  /** Squared distance to a triangle; sets the part that is nearest and the weights of the corners. */
  private toTriangle(t: number): number {
    const { vert, face, p } = this;
    const a = 3 * face[t];
    const b = 3 * face[t + 1];
    const c = 3 * face[t + 2];
    const px = p[0], py = p[1], pz = p[2];
    const ax = vert[a], ay = vert[a + 1], az = vert[a + 2];
    const bx = vert[b], by = vert[b + 1], bz = vert[b + 2];
    const cx = vert[c], cy = vert[c + 1], cz = vert[c + 2];
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
    if (snom <= 0 && tnom <= 0) return this.at(Part.V0, 1, 0, 0, ax, ay, az);
    const unom = bpx * bcx + bpy * bcy + bpz * bcz;
    const udenom = cpx * (bx - cx) + cpy * (by - cy) + cpz * (bz - cz);
    if (sdenom <= 0 && unom <= 0) return this.at(Part.V1, 0, 1, 0, bx, by, bz);
    if (tdenom <= 0 && udenom <= 0) return this.at(Part.V2, 0, 0, 1, cx, cy, cz);

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
      return this.at(Part.E01, v, arc, 0, v * ax + arc * bx, v * ay + arc * by, v * az + arc * bz);
    }
    const va = nx * (qby * qcz - qbz * qcy) + ny * (-qbx * qcz + qbz * qcx) + nz * (qbx * qcy - qby * qcx);
    if (va <= 0 && unom >= 0 && udenom >= 0) {
      const arc = unom / (unom + udenom);
      const v = 1 - arc;
      return this.at(Part.E12, 0, v, arc, v * bx + arc * cx, v * by + arc * cy, v * bz + arc * cz);
    }
    const vb = nx * (qcy * qaz - qcz * qay) + ny * (-qcx * qaz + qcz * qax) + nz * (qcx * qay - qcy * qax);
    if (vb <= 0 && tnom >= 0 && tdenom >= 0) {
      const arc = tnom / (tnom + tdenom);
      const v = 1 - arc;
      return this.at(Part.E02, v, 0, arc, v * ax + arc * cx, v * ay + arc * cy, v * az + arc * cz);
    }

    const u = va / (va + vb + vc);
    const v = vb / (va + vb + vc);
    const w = 1 - u - v;
    return this.at(
      Part.FACE,
      u,
      v,
      w,
      u * ax + v * bx + w * cx,
      u * ay + v * by + w * cy,
      u * az + v * bz + w * cz,
    );
  }

  private at(which: number, u: number, v: number, w: number, x: number, y: number, z: number): number {
    part = which;
    wa = u;
    wb = v;
    wc = w;
    const dx = this.p[0] - x;
    const dy = this.p[1] - y;
    const dz = this.p[2] - z;
    return dx * dx + dy * dy + dz * dz;
  }

  /** Normals of faces, sums of those at edges, and at vertices sums weighted with the angles. */
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
