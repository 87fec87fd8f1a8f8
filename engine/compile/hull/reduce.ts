/** Removal of vertices that merges have made redundant. */

import { type Facet, otherFacet, type Ridge, setSeen, type Vertex, visitAll } from "./facet.ts";
import type { Hull } from "./hull.ts";
import { deleteRidge, mergeDegenerate, passOnNonconvex } from "./merge_facet.ts";
import { testDegenerate } from "./merge_list.ts";
import { remove, removeAt, removeSorted } from "./sets.ts";
import { smoothSort } from "../sort/smooth_sort.ts";

/** Removes vertices without ridges, and renames those shared by only two facets; returns whether facets were merged. */
export function reduceVertices(h: Hull): boolean {
  let merged = mergeDegenerate(h) > 0;
  while (reduceOnce(h)) merged = true;
  for (let vertex = h.newVertexList; vertex.next; vertex = vertex.next) {
    if (!vertex.deleted) vertex.delridge = false;
  }
  return merged;
}

/** One round, which ends early when facets were merged. */
function reduceOnce(h: Hull): boolean {
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    if (!facet.newmerge || !removeExtraVertices(h, facet)) continue;
    testDegenerate(h, facet);
    if (mergeDegenerate(h)) return true;
  }
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    if (!facet.newmerge) continue;
    facet.newmerge = false;
    for (let i = 0; i < facet.vertices.length; i++) {
      const vertex = facet.vertices[i];
      if (!vertex.delridge || !renameSharedVertex(h, vertex, facet)) continue;
      if (mergeDegenerate(h)) return true;
      i--;
    }
  }
  return false;
}

/** Removes vertices of a polygon that are not on any of its ridges. */
function removeExtraVertices(h: Hull, facet: Facet): boolean {
  if (facet.simplicial) return false;
  const { ridges } = facet;
  setSeen(facet.vertices, false);
  for (let i = 0; ridges && i < ridges.length; i++) setSeen(ridges[i].vertices, true);
  let found = false;
  for (let i = 0; i < facet.vertices.length; i++) {
    const vertex = facet.vertices[i];
    if (vertex.seen) continue;
    found = true;
    facet.vertices.splice(i--, 1);
    remove(vertex.neighbors, facet);
    if (vertex.neighbors.length === 0) h.dropVertex(vertex);
  }
  return found;
}

/** Renames a vertex shared by only two facets, if another of their common vertices can replace it. */
function renameSharedVertex(h: Hull, vertex: Vertex, facet: Facet): boolean {
  if (vertex.neighbors.length !== 2) return false;
  const other = vertex.neighbors[vertex.neighbors[0] === facet ? 1 : 0];
  other.visitid = ++h.visitId;
  const ridges: Ridge[] = [];
  addRidgesOf(h, vertex, facet, ridges);
  const vertices = facet.vertices.filter((v) => other.vertices.includes(v));
  remove(vertices, vertex);
  const newVertex = findNewVertex(h, vertex, vertices, ridges);
  if (!newVertex) return false;
  renameVertex(h, vertex, newVertex, ridges, facet);
  return true;
}

/** Appends the ridges at a vertex between `facet` and facets that are marked as visited. */
function addRidgesOf(h: Hull, vertex: Vertex, facet: Facet, ridges: Ridge[]): void {
  for (const ridge of facet.ridges ?? []) {
    if (otherFacet(ridge, facet).visitid === h.visitId && ridge.vertices.includes(vertex)) ridges.push(ridge);
  }
  facet.visitid = h.visitId - 1;
}

/** All ridges at a vertex; those of the last facet are known from its neighbors. */
function ridgesAt(h: Hull, vertex: Vertex): Ridge[] {
  const ridges: Ridge[] = [];
  visitAll(vertex.neighbors, h.visitId += 2);
  for (let i = 0; i < vertex.neighbors.length - 1; i++) addRidgesOf(h, vertex, vertex.neighbors[i], ridges);
  return ridges;
}

/** The vertex on the most ridges that can replace another one without making two ridges equal, which no facet has. */
function findNewVertex(h: Hull, old: Vertex, vertices: Vertex[], ridges: Ridge[]): Vertex | null {
  for (const ridge of ridges) setSeen(ridge.vertices, false);
  for (const vertex of vertices) {
    vertex.visitid = 0;
    vertex.seen = true;
  }
  for (const ridge of ridges) {
    for (const vertex of ridge.vertices) {
      if (vertex.seen) vertex.visitid++;
    }
  }
  for (let i = 0; i < vertices.length; i++) {
    if (!vertices[i].visitid) removeAt(vertices, i--);
  }
  h.vertexVisit = Math.max(h.vertexVisit, ridges.length);
  smoothSort(vertices, (a, b) => a.visitid > b.visitid);

  // a ridge is represented by its other vertex
  const rest = (ridge: Ridge, vertex: Vertex) => ridge.vertices[ridge.vertices[0] === vertex ? 1 : 0];
  for (const vertex of vertices) {
    const clash = ridgesAt(h, vertex).some((ridge) =>
      ridges.some((other) => other !== ridge && rest(other, old) === rest(ridge, vertex))
    );
    if (!clash) return vertex;
  }
  return null;
}

/** Replaces a vertex on its ridges, which are those between two facets. */
function renameVertex(h: Hull, old: Vertex, by: Vertex, ridges: Ridge[], facet: Facet): void {
  for (const ridge of ridges) renameOnRidge(ridge, old, by);
  for (const neighbor of old.neighbors) {
    removeSorted(neighbor.vertices, old);
    testDegenerate(h, neighbor);
  }
  h.dropVertex(old);
  testDegenerate(h, facet);
}

/** Replaces a vertex of a ridge, which is deleted if it already has the other vertex. */
function renameOnRidge(ridge: Ridge, old: Vertex, by: Vertex): void {
  const oldNth = ridge.vertices.indexOf(old);
  ridge.vertices.splice(oldNth, 1);
  const left = ridge.vertices[0];
  if (left === by) {
    if (ridge.nonconvex) passOnNonconvex(ridge);
    deleteRidge(ridge);
    return;
  }
  const nth = left.id < by.id ? 0 : 1;
  ridge.vertices.splice(nth, 0, by);
  if (oldNth !== nth) {
    const top = ridge.top;
    ridge.top = ridge.bottom;
    ridge.bottom = top;
  }
}
