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
export function makePolygons(vert: Float64Array, face: Int32Array): MeshPolygons {
  const sides = new Sides(face);
  sides.addAll(vert);
  return sides.toPolygons(vert.length / 3);
}

/** Triangles by their normals. */
class Sides {
  /** normals of the sides, and of the triangle that is looked for */
  private readonly normal: Float64Array;
  private readonly set: OrderedSet;
  /** the first triangle of each side */
  private readonly firsts: Int32Array;
  private count = 0;
  /** most sides are single triangles: an outline is made for the second one */
  private readonly outlines = new Map<number, Outline>();

  constructor(private readonly face: Int32Array) {
    const normal = new Float64Array(face.length + 3);
    this.normal = normal;
    this.set = new OrderedSet(face.length / 3 + 1, (a, b) => compareNormals(normal, 3 * a, 3 * b));
    this.firsts = new Int32Array(face.length / 3);
  }

  addAll(vert: Float64Array): void {
    const { length } = this.face;
    for (let f = 0; f < length; f += 3) this.add(vert, f);
  }

  private add(vert: Float64Array, f: number): void {
    const { normal, set, face } = this;
    const candidate = this.count;
    makeNormal(normal, 3 * candidate, vert, face[f], face[f + 1], face[f + 2]);
    const found = set.add(candidate);
    if (found === candidate) this.firsts[this.count++] = f;
    else if (found >= 0) this.outline(found).insert(face[f], face[f + 1], face[f + 2]);
  }

  private outline(side: number): Outline {
    let outline = this.outlines.get(side);
    if (outline === undefined) {
      const { face } = this;
      const f = this.firsts[side];
      outline = new Outline(face[f], face[f + 1], face[f + 2]);
      this.outlines.set(side, outline);
    }
    return outline;
  }

  toPolygons(nvert: number): MeshPolygons {
    const polygons = new PolygonList(this.face.length);
    for (const side of this.set.inOrder()) this.list(side, polygons);
    return polygons.pack(nvert);
  }

  private list(side: number, polygons: PolygonList): void {
    const { face, outlines } = this;
    const outline = outlines.get(side);
    const f = this.firsts[side];
    if (outline === undefined) polygons.addTriangle(face[f], face[f + 1], face[f + 2]);
    else for (const path of outline.paths()) if (path.length >= 3) polygons.add(path);
  }
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
function compareNormals(normal: Float64Array, i: number, j: number): number {
  if (normal[i] * normal[j] + normal[i + 1] * normal[j + 1] + normal[i + 2] * normal[j + 2] > SAME) return 0;
  for (let k = 0; k < 3; k++) {
    if (Math.abs(normal[i + k] - normal[j + k]) > MINVAL) return normal[i + k] > normal[j + k] ? -1 : 1;
  }
  return 0;
}

/** Polygons one after another. */
class PolygonList {
  private readonly vertnum: Int32Array;
  private vert: Int32Array;
  private count = 0;
  private total = 0;

  /** `most`: three times the number of triangles */
  constructor(most: number) {
    this.vertnum = new Int32Array(most / 3);
    this.vert = new Int32Array(most);
  }

  addTriangle(a: number, b: number, c: number): void {
    this.reserve(3);
    const { vert, total } = this;
    vert[total] = a;
    vert[total + 1] = b;
    vert[total + 2] = c;
    this.end(3);
  }

  add(path: readonly number[]): void {
    this.reserve(path.length);
    this.vert.set(path, this.total);
    this.end(path.length);
  }

  /** Makes room: where triangles overlap, paths may have more corners than they. */
  private reserve(corners: number): void {
    const { vert, total } = this;
    if (total + corners <= vert.length) return;
    this.vert = new Int32Array(2 * (total + corners));
    this.vert.set(vert);
  }

  private end(corners: number): void {
    this.vertnum[this.count++] = corners;
    this.total += corners;
  }

  pack(nvert: number): MeshPolygons {
    const { count, total } = this;
    const vertnum = this.vertnum.slice(0, count);
    const vert = this.vert.slice(0, total);
    const mapnum = new Int32Array(nvert);
    for (let k = 0; k < total; k++) mapnum[vert[k]]++;
    const next = new Int32Array(nvert);
    for (let i = 1; i < nvert; i++) next[i] = next[i - 1] + mapnum[i - 1];

    const map = new Int32Array(total);
    for (let p = 0, k = 0; p < count; p++) {
      for (const end = k + vertnum[p]; k < end; k++) map[next[vert[k]]++] = p;
    }
    return { normal: new Float64Array(3 * count), vertnum, vert, mapnum, map };
  }
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
  /** the island of the triangle at hand, or -1 */
  private current = -1;
  /** edges by their ends, in order of insertion */
  private table: Map<number, number[]> | null = null;

  constructor(a: number, b: number, c: number) {
    this.from = [a, b, c];
    this.to = [b, c, a];
  }

  /** Adds a triangle: edges shared with the border are removed, the others are added. */
  insert(a: number, b: number, c: number): void {
    this.current = -1;
    const ab = this.meets(a, b);
    const bc = this.meets(b, c);
    const ca = this.meets(c, a);
    if (this.current < 0) this.current = this.merged.push(this.merged.length) - 1;
    if (!ab) this.addEdge(a, b, this.current);
    if (!bc) this.addEdge(b, c, this.current);
    if (!ca) this.addEdge(c, a, this.current);
  }

  /** Is an edge of the triangle shared with the border? If so, it is removed, and the triangle joins its island. */
  private meets(from: number, to: number): boolean {
    const edge = this.findEdge(to, from);
    if (edge < 0) return false;
    const { current } = this;
    const other = this.islandOf(edge);
    if (current >= 0 && other !== current) this.merged[Math.max(current, other)] = Math.min(current, other);
    this.current = current < 0 ? other : Math.min(current, other);
    this.removeEdge(edge);
    return true;
  }

  /** The corners of each island, in order. */
  paths(): number[][] {
    const { from, to } = this;
    const alive: number[] = [];
    for (let edge = 0; edge < from.length; edge++) if (from[edge] !== GONE) alive.push(edge);
    if (alive.length === 3) return [alive.map((edge) => from[edge])];

    const starts: number[] = new Array(this.merged.length).fill(-1);
    for (const edge of alive) {
      const island = this.islandOf(edge);
      if (starts[island] < 0) starts[island] = edge;
    }
    // the first edge of the border never continues a path
    const others = alive.slice(1);
    const leaving = this.table && this.byCorner(others);

    const paths: number[][] = [];
    for (let island = 0; island < starts.length; island++) {
      const start = starts[island];
      if (start < 0) continue;
      const path = [from[start], to[start]];
      let corner = to[start];
      for (let step = 0; step < alive.length; step++) {
        const edge = this.edgeAt(corner, island, leaving ? leaving.get(corner) ?? [] : others);
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

  /** The first of some edges that leaves a corner, on an island; -1 for none. */
  private edgeAt(corner: number, island: number, edges: readonly number[]): number {
    for (let k = 0; k < edges.length; k++) {
      if (this.from[edges[k]] === corner && this.islandOf(edges[k]) === island) return edges[k];
    }
    return -1;
  }

  /** Edges by the corner that they leave. */
  private byCorner(edges: readonly number[]): Map<number, number[]> {
    const leaving = new Map<number, number[]>();
    for (const edge of edges) {
      const known = leaving.get(this.from[edge]);
      if (known) known.push(edge);
      else leaving.set(this.from[edge], [edge]);
    }
    return leaving;
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
      removeInOrder(this.from, edge);
      removeInOrder(this.to, edge);
      removeInOrder(this.island, edge);
      return;
    }
    const key = keyOf(this.from[edge], this.to[edge]);
    const edges = this.table.get(key) as number[];
    if (edges.length === 1) this.table.delete(key);
    else edges.shift();
    this.from[edge] = GONE;
  }
}

function removeInOrder(numbers: number[], at: number): void {
  for (let i = at + 1; i < numbers.length; i++) numbers[i - 1] = numbers[i];
  numbers.pop();
}

function keyOf(from: number, to: number): number {
  return from * 67108864 + to;
}
