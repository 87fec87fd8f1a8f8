/** Removal of vertices that merges have made redundant. */

import { type Facet, MergeType, otherFacet, type Ridge, type Vertex } from "./facet.ts";
import { type Hull, HullError } from "./hull.ts";
import { addVertex, deleteRidge, makeRidges, mergeDegenerate, passOnNonconvex } from "./merge_facet.ts";
import {
  appendMerge,
  testDegenerate,
  testDegenerateNeighbors,
  testDuplicateRidge,
  testRedundantNeighbors,
} from "./merge_list.ts";
import { partitionCoplanar } from "./partition.ts";
import { distance } from "./plane.ts";
import { addUnique, remove, removeAt, removeSorted } from "./sets.ts";
import { smoothSort } from "../sort/smooth_sort.ts";

/** vertices farther apart than this many widths of a merge are not merged */
const WIDE_PINCHED = 100;

/** Removes vertices without ridges, and renames those shared by only two facets; returns whether facets were merged. */
export function reduceVertices(h: Hull): boolean {
  let merged = mergeDegenerate(h) > 0;
  while (reduceOnce(h)) merged = true;
  for (let vertex = h.newVertexList; vertex && vertex.next; vertex = vertex.next) {
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
  for (const vertex of facet.vertices) vertex.seen = false;
  for (const ridge of facet.ridges ?? []) {
    for (const vertex of ridge.vertices) vertex.seen = true;
  }
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
  renameVertex(h, vertex, newVertex, ridges, facet, other);
  return true;
}

/** Appends the ridges at a vertex between `facet` and facets that are marked as visited. */
function addRidgesOf(h: Hull, vertex: Vertex, facet: Facet, ridges: Ridge[]): void {
  for (const ridge of facet.ridges ?? []) {
    if (otherFacet(ridge, facet).visitid === h.visitId && ridge.vertices.includes(vertex)) ridges.push(ridge);
  }
  facet.visitid = h.visitId - 1;
}

/** All ridges at a vertex; those of the last facet are known from its neighbors, unless it is the only facet. */
function ridgesAt(h: Hull, vertex: Vertex, includeLast: boolean): Ridge[] {
  const ridges: Ridge[] = [];
  h.visitId += 2;
  for (const neighbor of vertex.neighbors) neighbor.visitid = h.visitId;
  const count = vertex.neighbors.length - (includeLast ? 0 : 1);
  for (let i = 0; i < count; i++) addRidgesOf(h, vertex, vertex.neighbors[i], ridges);
  return ridges;
}

/** The vertex on the most ridges that can replace another one without making two ridges equal. */
function findNewVertex(h: Hull, old: Vertex, vertices: Vertex[], ridges: Ridge[]): Vertex | null {
  for (const ridge of ridges) {
    for (const vertex of ridge.vertices) vertex.seen = false;
  }
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
  smoothSort(vertices, (a, b) => a.visitid > b.visitid ? 1 : -1);

  // a ridge is represented by its other vertex
  const rest = (ridge: Ridge, vertex: Vertex) => ridge.vertices[ridge.vertices[0] === vertex ? 1 : 0];
  for (const vertex of vertices) {
    const clash = ridgesAt(h, vertex, false).some((ridge) =>
      ridges.some((other) => other !== ridge && rest(other, old) === rest(ridge, vertex))
    );
    if (!clash) return vertex;
  }
  return null;
}

/** Replaces a vertex on its ridges, either in one facet or, without one, everywhere. */
function renameVertex(
  h: Hull,
  old: Vertex,
  by: Vertex,
  ridges: Ridge[],
  facet: Facet | null,
  other: Facet | null,
): void {
  for (const ridge of ridges) {
    if (!renameOnRidge(h, ridge, old, by)) continue;
    if (!losesVertex(ridge.top, by) && !losesVertex(ridge.bottom, by)) testDuplicateRidge(h, ridge);
  }
  if (!facet || !other) {
    for (let i = 0; i < old.neighbors.length; i++) {
      const neighbor = old.neighbors[i];
      if (neighbor.simplicial) {
        testDegenerate(h, neighbor);
        continue;
      }
      dropNeighbors(h, neighbor);
      removeSorted(neighbor.vertices, old);
      if (removeExtraVertices(h, neighbor)) i--;
      testDegenerate(h, neighbor);
      testRedundantNeighbors(h, neighbor);
      testDegenerateNeighbors(h, neighbor);
    }
    if (!old.deleted) h.dropVertex(old);
    return;
  }
  if (old.neighbors.length === 2) {
    for (const neighbor of old.neighbors) {
      removeSorted(neighbor.vertices, old);
      testDegenerate(h, neighbor);
    }
    h.dropVertex(old);
  } else {
    removeSorted(facet.vertices, old);
    remove(old.neighbors, facet);
    if (removeExtraVertices(h, other)) testDegenerate(h, other);
  }
  testDegenerate(h, facet);
}

/** Whether the facet has fewer vertices than a triangle. */
function losesVertex(facet: Facet, vertex: Vertex): boolean {
  const size = facet.vertices.length;
  return size < 3 || (size === 3 && !facet.simplicial && facet.vertices.includes(vertex));
}

/** Replaces a vertex of a ridge; returns false if the ridge was deleted because it already has the other vertex. */
function renameOnRidge(h: Hull, ridge: Ridge, old: Vertex, by: Vertex): boolean {
  const oldNth = ridge.vertices.indexOf(old);
  ridge.vertices.splice(oldNth, 1);
  const left = ridge.vertices[0];
  if (left === by) {
    if (ridge.nonconvex) passOnNonconvex(ridge);
    deleteRidge(h, ridge);
    return false;
  }
  const nth = left.id < by.id ? 0 : 1;
  ridge.vertices.splice(nth, 0, by);
  ridge.simplicialtop = false;
  ridge.simplicialbot = false;
  if (oldNth !== nth) {
    const top = ridge.top;
    ridge.top = ridge.bottom;
    ridge.bottom = top;
  }
  return true;
}

/** Unlinks neighbors with which a polygon no longer shares a ridge. */
function dropNeighbors(h: Hull, facet: Facet): void {
  h.visitId++;
  for (const ridge of facet.ridges ?? []) {
    ridge.top.visitid = h.visitId;
    ridge.bottom.visitid = h.visitId;
  }
  for (let i = 0; i < facet.neighbors.length; i++) {
    const neighbor = facet.neighbors[i] as Facet;
    if (neighbor.visitid === h.visitId) continue;
    remove(neighbor.neighbors, facet);
    if (neighbor.neighbors.length < 3) appendMerge(h, neighbor, neighbor, MergeType.DEGEN);
    removeAt(facet.neighbors, i--);
  }
  if (facet.neighbors.length < 3) appendMerge(h, facet, facet, MergeType.DEGEN);
}

/** Merges the listed pairs of vertices, the closest first. */
export function mergePinchedVertices(h: Hull): void {
  h.collectVertexNeighbors();
  h.visibleList = h.newFacetList = h.facetTail;
  h.newVertexList = h.vertexTail;
  for (let merge = nextVertexMerge(h); merge; merge = nextVertexMerge(h)) {
    renameAdjacentVertex(h, merge.vertex1, merge.vertex2);
    mergeDegenerate(h);
  }
}

function nextVertexMerge(h: Hull) {
  let best = -1;
  let least = Number.MAX_VALUE;
  for (let i = 0; i < h.vertexMerges.length; i++) {
    const { vertex1, vertex2, ridge1, ridge2, distance } = h.vertexMerges[i];
    if (vertex1.deleted || vertex2.deleted) {
      ridge1.mergevertex = false;
      ridge2.mergevertex = false;
      removeAt(h.vertexMerges, i--);
    } else if (distance < least) {
      least = distance;
      best = i;
    }
  }
  if (best < 0) return null;
  if (least / h.oneMerge > WIDE_PINCHED) throw new HullError("two facets share two edges");
  const merge = h.vertexMerges[best];
  removeAt(h.vertexMerges, best);
  return merge;
}

/** Renames a vertex in all its facets. */
function renameAdjacentVertex(h: Hull, old: Vertex, by: Vertex): void {
  if (old.deleted || by.deleted) return;
  if (old.neighbors.length === 0 || by.neighbors.length === 0) throw new HullError("a vertex has no facets");
  for (const neighbor of old.neighbors) {
    if (!neighbor.simplicial) continue;
    if (neighbor.vertices.includes(by)) {
      makeRidges(neighbor);
    } else {
      replaceVertex(neighbor, old, by);
      addUnique(by.neighbors, neighbor);
      h.renewVertices(neighbor.vertices);
    }
  }
  const ridges = ridgesAt(h, old, true);
  for (const neighbor of old.neighbors) {
    if (neighbor.simplicial) continue;
    addVertex(neighbor, by);
    addUnique(by.neighbors, neighbor);
    h.renewVertices(neighbor.vertices);
    if (h.newFacetList === h.facetTail) {
      h.moveToEnd(neighbor);
      neighbor.isNew = true;
    }
  }
  renameVertex(h, old, by, ridges, null, null);
  if (!old.deleted || old.partitioned) return;
  let best: Facet | null = null;
  let highest = -Number.MAX_VALUE;
  for (const neighbor of by.neighbors) {
    if (neighbor.visible) continue;
    const above = distance(h, old.point, neighbor);
    if (above > highest) {
      highest = above;
      best = neighbor;
    }
  }
  if (!best) throw new HullError("a vertex has no facets");
  partitionCoplanar(h, old.point, best, false);
  old.partitioned = true;
}

/** Replaces a vertex of a triangle, keeping vertices by decreasing id and neighbors opposite to them. */
function replaceVertex(facet: Facet, old: Vertex, by: Vertex): void {
  const oldAt = facet.vertices.indexOf(old);
  const [neighbor] = facet.neighbors.splice(oldAt, 1);
  facet.vertices.splice(oldAt, 1);
  let newAt = 0;
  while (newAt < facet.vertices.length && facet.vertices[newAt].id > by.id) newAt++;
  if (oldAt % 2 !== newAt % 2) facet.toporient = !facet.toporient;
  facet.vertices.splice(newAt, 0, by);
  facet.neighbors.splice(newAt, 0, neighbor);
}
