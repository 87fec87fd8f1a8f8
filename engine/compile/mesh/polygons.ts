/** Flat sides of a mesh: neighbouring triangles with the same normal merged into polygons. */

import { cross, dot3 } from "../../math/vec3.ts";
import { MINVAL } from "../../types/constants.ts";
import { OrderedSet } from "../ordered_set.ts";
import type { MeshPolygons } from "./types.ts";

/** normals that differ by less than the angle with this cosine count as one */
const SAME = 0.99999872;

const EPS = 1e-14;

const u = new Float64Array(3);
const v = new Float64Array(3);

/** Merges the triangles of `face` into polygons, each with its corners in order. */
export function makePolygons(vert: Float64Array, face: ArrayLike<number>): MeshPolygons {
  const normal: number[] = [];
  const outlines: Outline[] = [];
  const set = new OrderedSet((a, b) => isBefore(normal, 3 * a, 3 * b));

  const n = new Float64Array(3);
  for (let f = 0; f < face.length; f += 3) {
    const a = face[f];
    const b = face[f + 1];
    const c = face[f + 2];
    makeNormal(n, 0, vert, a, b, c);

    // the candidate stands at the end of the list while the set looks for its like
    const candidate = outlines.length;
    for (let k = 0; k < 3; k++) normal[3 * candidate + k] = n[k];
    const found = set.find(candidate);
    if (found >= 0) outlines[found].insert(a, b, c);
    else if (set.add(candidate)) outlines.push(new Outline(a, b, c));
  }

  const polygons: number[][] = [];
  const normals: number[] = [];
  for (const i of set) {
    for (const path of outlines[i].paths()) {
      if (path.length < 3) continue;
      polygons.push(path);
      normals.push(normal[3 * i], normal[3 * i + 1], normal[3 * i + 2]);
    }
  }
  return pack(polygons, normals, vert.length / 3);
}

/** Computes the normals of the polygons anew from their first three corners. */
export function updatePolygonNormals(polygons: MeshPolygons, vert: Float64Array): void {
  let adr = 0;
  for (let i = 0; i < polygons.vertnum.length; i++) {
    makeNormal(polygons.normal, 3 * i, vert, polygons.vert[adr], polygons.vert[adr + 1], polygons.vert[adr + 2]);
    adr += polygons.vertnum[i];
  }
}

function makeNormal(normal: Float64Array, i: number, vert: Float64Array, a: number, b: number, c: number): void {
  for (let k = 0; k < 3; k++) {
    u[k] = vert[3 * b + k] - vert[3 * a + k];
    v[k] = vert[3 * c + k] - vert[3 * a + k];
  }
  cross(normal, i, u, 0, v, 0);
  const length = Math.sqrt(dot3(normal, i, normal, i));
  if (length < EPS) {
    normal[i] = 1;
    normal[i + 1] = 0;
    normal[i + 2] = 0;
  }
  for (let k = 0; k < 3; k++) normal[i + k] /= length;
}

/** Larger coordinates come first; normals that are close enough are equal. */
function isBefore(normal: number[], i: number, j: number): boolean {
  if (normal[i] * normal[j] + normal[i + 1] * normal[j + 1] + normal[i + 2] * normal[j + 2] > SAME) return false;
  for (let k = 0; k < 3; k++) {
    if (Math.abs(normal[i + k] - normal[j + k]) > MINVAL) return normal[i + k] > normal[j + k];
  }
  return false;
}

function pack(polygons: number[][], normals: number[], nvert: number): MeshPolygons {
  const mapnum = new Int32Array(nvert);
  let total = 0;
  for (const polygon of polygons) {
    total += polygon.length;
    for (const i of polygon) mapnum[i]++;
  }
  const next = new Int32Array(nvert);
  for (let i = 1; i < nvert; i++) next[i] = next[i - 1] + mapnum[i - 1];

  const packed = {
    normal: Float64Array.from(normals),
    vertnum: Int32Array.from(polygons, (polygon) => polygon.length),
    vert: new Int32Array(total),
    mapnum,
    map: new Int32Array(total),
  };
  let adr = 0;
  for (let p = 0; p < polygons.length; p++) {
    for (const i of polygons[p]) {
      packed.vert[adr++] = i;
      packed.map[next[i]++] = p;
    }
  }
  return packed;
}

/** The border of coplanar triangles, which need not hang together: parts that do are an island. */
class Outline {
  private from: number[];
  private to: number[];
  private island = [0, 0, 0];
  private islands = 1;

  constructor(a: number, b: number, c: number) {
    this.from = [a, b, c];
    this.to = [b, c, a];
  }

  /** Adds a triangle: edges it shares with the border vanish, the others join it. */
  insert(a: number, b: number, c: number): void {
    let island = -1;
    const corners = [a, b, c, a];
    const fresh: number[] = [];
    for (let k = 0; k < 3; k++) {
      const edge = this.findEdge(corners[k + 1], corners[k]);
      if (edge < 0) {
        fresh.push(k);
        continue;
      }
      const other = this.island[edge];
      if (island < 0) {
        island = other;
      } else if (other !== island) {
        this.islands--;
        this.join(Math.min(island, other), Math.max(island, other));
        island = Math.min(island, other);
      }
      this.from.splice(edge, 1);
      this.to.splice(edge, 1);
      this.island.splice(edge, 1);
    }
    if (island < 0) island = this.islands++;
    for (const k of fresh) {
      this.from.push(corners[k]);
      this.to.push(corners[k + 1]);
      this.island.push(island);
    }
  }

  /** The corners of each island, in order. */
  paths(): number[][] {
    const { from, to, island } = this;
    if (from.length === 3) return [from.slice()];

    const paths: number[][] = [];
    for (let i = 0; i < this.islands; i++) {
      const start = island.indexOf(i);
      if (start < 0) continue;
      const path = [from[start], to[start]];
      let corner = to[start];

      // the first edge of the list never continues a path
      for (let step = 0; step < from.length; step++) {
        const edge = this.findContinuation(corner, i);
        if (edge < 0) break;
        corner = to[edge];
        if (corner === path[0]) {
          paths.push(path);
          break;
        }
        path.push(corner);
      }
    }
    return paths;
  }

  private findEdge(from: number, to: number): number {
    for (let i = 0; i < this.from.length; i++) {
      if (this.from[i] === from && this.to[i] === to) return i;
    }
    return -1;
  }

  private findContinuation(corner: number, island: number): number {
    for (let k = 1; k < this.from.length; k++) {
      if (this.island[k] === island && this.from[k] === corner) return k;
    }
    return -1;
  }

  private join(smaller: number, larger: number): void {
    const { island } = this;
    for (let k = 0; k < island.length; k++) {
      if (island[k] === larger) island[k] = smaller;
      else if (island[k] > larger) island[k]--;
    }
  }
}
