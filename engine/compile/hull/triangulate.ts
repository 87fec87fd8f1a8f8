/** Cutting polygons into triangles, from their newest vertex. */

import { coneFromRidges } from "./cone.ts";
import { type Facet, joinVertices, MergeType } from "./facet.ts";
import { type Hull, HullError, OFFSET } from "./hull.ts";
import { matchNewFacets } from "./match.ts";
import { appendMerge } from "./merge_list.ts";
import { keepIf, replace } from "./sets.ts";

/** Replaces all polygons by triangles. Triangles that would lie on a side of their polygon are removed. */
export function triangulate(h: Hull): void {
  h.newVertexList = h.vertexTail;
  let first: Facet | null = null;
  for (let facet: Facet = h.facetList; facet.next;) {
    const next: Facet = facet.next;
    if (!facet.visible && !facet.simplicial) {
      first ??= facet;
      cut(h, facet);
    }
    facet = next;
  }
  if (!first) return;

  // a triangle with the apex twice is degenerate
  h.visibleList = null;
  for (let facet: Facet = first; facet.next;) {
    const next: Facet = facet.next;
    if (!facet.visible && facet.vertices[0] === facet.vertices[1]) removeNull(h, facet);
    facet = next;
  }
  h.visibleList = h.facetTail;
  for (let merge = h.degenMerges.pop(); merge; merge = h.degenMerges.pop()) {
    removeMirror(h, merge.facet1, merge.facet2);
  }
  for (let vertex = h.newVertexList; vertex.next; vertex = vertex.next) {
    keepIf(vertex.neighbors, (neighbor) => !neighbor.visible);
  }
  for (let facet: Facet = first; facet.next;) {
    const next: Facet = facet.next;
    if (facet.visible) h.deleteFacet(facet);
    facet = next;
  }
}

/** Cuts one polygon into triangles at the end of the list. */
function cut(h: Hull, facet: Facet): void {
  const neighbors = facet.neighbors as Facet[];
  for (let i = 0; i < neighbors.length; i++) {
    const neighbor = neighbors[i];
    neighbor.seen = false;
    neighbor.coplanarhorizon = false;
  }
  h.visibleList = h.newFacetList = h.facetTail;
  const apex = facet.vertices[0];
  if (!apex.isNew) h.renewVertex(apex);
  coneFromRidges(h, facet, apex);
  h.willDelete(facet, null);
  for (let made = h.newFacetList as Facet; made.next; made = made.next) {
    made.tricoplanar = true;
    made.hasPlane = true;
    for (let k = 0; k <= OFFSET; k++) h.planes[made.plane + k] = h.planes[facet.plane + k];
  }
  matchNewFacets(h);
  for (let made = h.newFacetList as Facet; made.next; made = made.next) joinVertices(made);
}

/** Removes a triangle with a duplicate vertex and links the neighbors on both of its sides. */
function removeNull(h: Hull, facet: Facet): void {
  link(h, facet, facet.neighbors[0] as Facet, facet, facet.neighbors[1] as Facet);
  h.willDelete(facet, null);
}

function link(h: Hull, oldA: Facet, a: Facet, oldB: Facet, b: Facet): void {
  const isNeighbor = a.neighbors.includes(b);
  if (isNeighbor !== b.neighbors.includes(a)) throw new HullError("neighbors are not mutual");
  if (isNeighbor && !(a.redundant && b.redundant && hasMirror(h, a, b))) appendMerge(h, a, b, MergeType.MIRROR);
  replace(b.neighbors, oldB, a);
  replace(a.neighbors, oldA, b);
}

/** Removes two triangles with the same vertices and links their neighbors. */
function removeMirror(h: Hull, a: Facet, b: Facet): void {
  for (let i = 0; i < a.neighbors.length; i++) {
    const neighborA = a.neighbors[i] as Facet;
    const neighborB = b.neighbors[i] as Facet;
    if (neighborA === b && neighborB === a) continue;
    if (neighborA.redundant && neighborB.redundant && hasMirror(h, neighborA, neighborB)) continue;
    if (neighborA.visible && neighborB.visible) continue;
    link(h, a, neighborA, b, neighborB);
  }
  h.willDelete(a, null);
  h.willDelete(b, null);
}

function hasMirror(h: Hull, a: Facet, b: Facet): boolean {
  return h.degenMerges.some(({ facet1, facet2 }) => (facet1 === a && facet2 === b) || (facet1 === b && facet2 === a));
}
