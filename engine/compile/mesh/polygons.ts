/** Flat sides of a mesh: neighboring triangles with the same normal, merged into polygons. */

import { cross, dot3 } from "../../math/vec3.ts";
import { MINVAL } from "../../types/constants.ts";
import { OrderedSet } from "../sort/ordered_set.ts";
import type { MeshPolygons } from "./types.ts";

/** normals whose cosine is above this count as equal */
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

    // the candidate is at the end of the list while the set is searched for an equal one
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

/** Recomputes the normals of the polygons from their first three corners. */
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

/** Larger coordinates come first; normals that are close enough count as equal. */
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

/** borders with more edges than this are searched with a table */
const MANY_EDGES = 32;

/** marks an edge that was removed from a border with a table */
const GONE = -1;

/** The border of coplanar triangles, which need not be connected: each connected part is an island. */
class Outline {
  private from: number[];
  private to: number[];
  private island = [0, 0, 0];
  /** the island that each one was merged into, or itself */
  private readonly merged = [0];
  /** edges by their ends, in order of insertion */
  private table: Map<number, number[]> | null = null;

  constructor(a: number, b: number, c: number) {
    this.from = [a, b, c];
    this.to = [b, c, a];
  }

  /** Adds a triangle: edges shared with the border are removed, the others are added. */
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
      const other = this.islandOf(edge);
      if (island >= 0 && other !== island) this.merged[Math.max(island, other)] = Math.min(island, other);
      island = island < 0 ? other : Math.min(island, other);
      this.removeEdge(edge);
    }
    if (island < 0) {
      island = this.merged.length;
      this.merged.push(island);
    }
    for (const k of fresh) this.addEdge(corners[k], corners[k + 1], island);
  }

  /** The corners of each island, in order. */
  paths(): number[][] {
    const alive = [...this.from.keys()].filter((edge) => this.from[edge] !== GONE);
    const first = alive[0];
    if (alive.length === 3) return [alive.map((edge) => this.from[edge])];

    const starts = new Map<number, number>();
    const leaving = new Map<number, number[]>();
    for (const edge of alive) {
      const island = this.islandOf(edge);
      if (!starts.has(island)) starts.set(island, edge);
      // the first edge of the border never continues a path
      if (edge === first) continue;
      const edges = leaving.get(this.from[edge]);
      if (edges) edges.push(edge);
      else leaving.set(this.from[edge], [edge]);
    }

    const paths: number[][] = [];
    for (const island of [...starts.keys()].sort((a, b) => a - b)) {
      const start = starts.get(island) as number;
      const path = [this.from[start], this.to[start]];
      let corner = this.to[start];
      for (let step = 0; step < alive.length; step++) {
        const edge = leaving.get(corner)?.find((candidate) => this.islandOf(candidate) === island);
        if (edge === undefined) break;
        corner = this.to[edge];
        if (corner === path[0]) {
          paths.push(path);
          break;
        }
        path.push(corner);
      }
    }
    return paths;
  }

  private islandOf(edge: number): number {
    const { merged } = this;
    let island = this.island[edge];
    while (merged[island] !== island) island = merged[island];
    this.island[edge] = island;
    return island;
  }

  private findEdge(from: number, to: number): number {
    if (this.table) return this.table.get(keyOf(from, to))?.[0] ?? -1;
    for (let i = 0; i < this.from.length; i++) {
      if (this.from[i] === from && this.to[i] === to) return i;
    }
    return -1;
  }

  private addEdge(from: number, to: number, island: number): void {
    this.from.push(from);
    this.to.push(to);
    this.island.push(island);
    if (this.table) {
      this.addToTable(this.from.length - 1);
    } else if (this.from.length > MANY_EDGES) {
      this.table = new Map();
      for (let i = 0; i < this.from.length; i++) this.addToTable(i);
    }
  }

  private addToTable(edge: number): void {
    const key = keyOf(this.from[edge], this.to[edge]);
    const edges = this.table?.get(key);
    if (edges) edges.push(edge);
    else this.table?.set(key, [edge]);
  }

  private removeEdge(edge: number): void {
    if (!this.table) {
      this.from.splice(edge, 1);
      this.to.splice(edge, 1);
      this.island.splice(edge, 1);
      return;
    }
    const key = keyOf(this.from[edge], this.to[edge]);
    const edges = this.table.get(key) as number[];
    if (edges.length === 1) this.table.delete(key);
    else edges.shift();
    this.from[edge] = GONE;
  }
}

function keyOf(from: number, to: number): number {
  return from * 67108864 + to;
}
