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
  /** the first and the last triangle of each side, and their number */
  private readonly firsts: Int32Array;
  private readonly lasts: Int32Array;
  private readonly sizes: Int32Array;
  /** the next triangle of the same side */
  private readonly next: Int32Array;
  private count = 0;

  constructor(private readonly face: Int32Array) {
    const normal = new Float64Array(face.length + 3);
    const count = face.length / 3;
    this.normal = normal;
    this.set = new OrderedSet(count + 1, (a, b) => compareNormals(normal, 3 * a, 3 * b));
    this.firsts = new Int32Array(count);
    this.lasts = new Int32Array(count);
    this.sizes = new Int32Array(count);
    this.next = new Int32Array(count);
  }

  addAll(vert: Float64Array): void {
    const { length } = this.next;
    for (let f = 0; f < length; f++) this.add(vert, f);
  }

  private add(vert: Float64Array, f: number): void {
    const { normal, set, face, lasts, sizes } = this;
    const candidate = this.count;
    makeNormal(normal, 3 * candidate, vert, face[3 * f], face[3 * f + 1], face[3 * f + 2]);
    const side = set.add(candidate);
    if (side < 0) return;
    if (side === candidate) {
      this.firsts[this.count++] = f;
    } else {
      this.next[lasts[side]] = f;
    }
    lasts[side] = f;
    sizes[side]++;
  }

  toPolygons(nvert: number): MeshPolygons {
    const polygons = new PolygonList(this.face.length);
    const outline = new Outline(this.face.length);
    const sides = this.set.inOrder();
    for (let i = 0; i < sides.length; i++) this.list(sides[i], outline, polygons);
    return polygons.pack(nvert);
  }

  private list(side: number, outline: Outline, polygons: PolygonList): void {
    const { face, next, sizes } = this;
    const size = sizes[side];
    let f = this.firsts[side];
    // most sides are single triangles
    if (size === 1) {
      polygons.add(face, 3 * f, 3);
      return;
    }
    outline.clear();
    for (let i = 0; i < size; f = next[f], i++) {
      outline.insert(face[3 * f], face[3 * f + 1], face[3 * f + 2]);
    }
    outline.list(polygons);
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

  add(corners: Int32Array, first: number, count: number): void {
    this.reserve(count);
    for (let i = first; i < first + count; i++) this.vert[this.total++] = corners[i];
    this.vertnum[this.count++] = count;
  }

  /** Makes room: where triangles overlap, paths may have more corners than they. */
  private reserve(corners: number): void {
    const { vert, total } = this;
    if (total + corners <= vert.length) return;
    this.vert = new Int32Array(2 * (total + corners));
    this.vert.set(vert);
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
  private edges = 0;
  private islands = 0;
  private readonly from: Int32Array;
  private readonly to: Int32Array;
  private readonly island: Int32Array;
  /** the island that each one was merged into, or itself */
  private readonly merged: Int32Array;
  /** the first edge of each island, and the corners of one of them */
  private readonly starts: Int32Array;
  private readonly path: Int32Array;
  /** the island of the triangle at hand, or -1 */
  private current = -1;
  /** edges by their ends, in order of insertion */
  private table: Map<number, number[]> | null = null;

  /** `most` edges at a time; the system makes room for those that there are */
  constructor(most: number) {
    this.from = new Int32Array(most);
    this.to = new Int32Array(most);
    this.island = new Int32Array(most);
    this.merged = new Int32Array(most);
    this.starts = new Int32Array(most);
    this.path = new Int32Array(most + 1);
  }

  /** Forgets all triangles. */
  clear(): void {
    this.edges = this.islands = 0;
    this.table = null;
  }

  /** Adds a triangle: edges shared with the border are removed, the others are added. */
  insert(a: number, b: number, c: number): void {
    this.current = -1;
    const ab = this.meets(a, b);
    const bc = this.meets(b, c);
    const ca = this.meets(c, a);
    if (this.current < 0) {
      this.current = this.islands++;
      this.merged[this.current] = this.current;
    }
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

  /** Lists the corners of each island, in order. */
  list(polygons: PolygonList): void {
    if (this.table) this.dropGone();
    const { from, to, islands, starts, path, edges } = this;
    if (edges === 3) {
      polygons.add(from, 0, 3);
      return;
    }
    for (let edge = edges - 1; edge >= 0; edge--) starts[this.islandOf(edge)] = edge;
    const leaving = this.table && this.byCorner();
    for (let island = 0; island < islands; island++) {
      const start = starts[island];
      path[0] = from[start];
      let corner = to[start];
      for (let count = 1; count <= edges; count++) {
        path[count] = corner;
        const edge = leaving ? this.edgeOf(island, leaving.get(corner) ?? []) : this.edgeAt(corner, island);
        if (edge < 0) break;
        corner = to[edge];
        if (corner !== path[0]) continue;
        if (count > 1) polygons.add(path, 0, count + 1);
        break;
      }
    }
  }

  /** Closes the gaps that edges have left which were removed. */
  private dropGone(): void {
    const { from, to, island, edges } = this;
    let count = 0;
    for (let edge = 0; edge < edges; edge++) {
      if (from[edge] === GONE) continue;
      from[count] = from[edge];
      to[count] = to[edge];
      island[count++] = island[edge];
    }
    this.edges = count;
  }

  /** The first edge that leaves a corner, on an island; -1 for none. The first edge of all never continues a path. */
  private edgeAt(corner: number, island: number): number {
    for (let edge = 1; edge < this.edges; edge++) {
      if (this.from[edge] === corner && this.islandOf(edge) === island) return edge;
    }
    return -1;
  }

  /** The first of some edges that is on an island; -1 for none. */
  private edgeOf(island: number, edges: readonly number[]): number {
    return edges.find((edge) => this.islandOf(edge) === island) ?? -1;
  }

  /** Edges, other than the first, by the corner that they leave. */
  private byCorner(): Map<number, number[]> {
    const leaving = new Map<number, number[]>();
    for (let edge = 1; edge < this.edges; edge++) {
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
    for (let i = 0; i < this.edges; i++) {
      if (this.from[i] === from && this.to[i] === to) return i;
    }
    return -1;
  }

  private addEdge(from: number, to: number, island: number): void {
    const edge = this.edges++;
    this.from[edge] = from;
    this.to[edge] = to;
    this.island[edge] = island;
    if (this.table) {
      this.addToTable(edge);
    } else if (this.edges > MANY_EDGES) {
      this.table = new Map();
      for (let i = 0; i <= edge; i++) this.addToTable(i);
    }
  }

  private addToTable(edge: number): void {
    const key = keyOf(this.from[edge], this.to[edge]);
    const edges = this.table?.get(key);
    if (edges) edges.push(edge);
    else this.table?.set(key, [edge]);
  }

  private removeEdge(edge: number): void {
    const { from, to, island } = this;
    if (!this.table) {
      const last = --this.edges;
      for (let i = edge; i < last; i++) {
        from[i] = from[i + 1];
        to[i] = to[i + 1];
        island[i] = island[i + 1];
      }
      return;
    }
    const key = keyOf(from[edge], to[edge]);
    const edges = this.table.get(key) as number[];
    if (edges.length === 1) this.table.delete(key);
    else edges.shift();
    from[edge] = GONE;
  }
}

function keyOf(from: number, to: number): number {
  return from * 67108864 + to;
}
