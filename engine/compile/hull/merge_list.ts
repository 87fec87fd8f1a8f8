/** The lists of pending merges, and the tests that fill them. */

import {
  type Facet,
  type FacetMerge,
  MergeType,
  otherFacet,
  ridgeTo,
  setSeen,
  setTested,
  type Vertex,
  visitAll,
} from "./facet.ts";
import { CENTER, type Hull } from "./hull.ts";
import { above, computeCenter } from "./plane.ts";
import { smoothSort } from "../sort/smooth_sort.ts";

/** Lists a merge of two facets, unless one of them is already listed as redundant. */
export function appendMerge(h: Hull, facet1: Facet, facet2: Facet, type: number, distance = 0): void {
  if ((facet1.redundant && type !== MergeType.MIRROR) || facet2.redundant) return;
  if (facet1.degenerate && type === MergeType.DEGEN) return;
  const merge = { type, facet1, facet2, distance };
  if (type < MergeType.DEGEN) {
    h.facetMerges.push(merge);
  } else if (type === MergeType.DEGEN) {
    facet1.degenerate = true;
    const last = h.degenMerges[h.degenMerges.length - 1];
    if (!last || last.type === MergeType.DEGEN) h.degenMerges.push(merge);
    else h.degenMerges.unshift(merge);
  } else {
    facet1.redundant = true;
    if (type === MergeType.MIRROR) facet2.redundant = true;
    h.degenMerges.push(merge);
  }
}

/** Lists the merges of new facets that are not convex with their neighbors, before ridges are marked. */
export function listInitialMerges(h: Hull): void {
  h.visitId++;
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    facet.visitid = h.visitId;
    const neighbors = facet.neighbors as Facet[];
    for (let i = 0; i < neighbors.length; i++) {
      const neighbor = neighbors[i];
      if (neighbor.visitid === h.visitId || !testMerge(h, facet, neighbor)) continue;
      const ridge = ridgeTo(neighbor, facet);
      if (ridge) ridge.nonconvex = true;
    }
    facet.tested = true;
    setTested(facet, true);
  }
  smoothSort(h.facetMerges, isTakenBefore);
}

/** Lists the merges of new facets along ridges that changed since they were last tested. */
export function listMerges(h: Hull): void {
  h.visitId++;
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    if (facet.tested) continue;
    facet.visitid = h.visitId;
    setSeen(facet.neighbors as Facet[], false);
    const { ridges } = facet;
    for (let i = 0; ridges && i < ridges.length; i++) {
      const ridge = ridges[i];
      if (ridge.tested && !ridge.nonconvex) continue;
      const neighbor = otherFacet(ridge, facet);
      if (neighbor.seen) {
        ridge.tested = true;
        ridge.nonconvex = false;
      } else if (neighbor.visitid !== h.visitId) {
        neighbor.seen = true;
        ridge.nonconvex = testMerge(h, facet, neighbor);
        ridge.tested = true;
      }
    }
    facet.tested = true;
  }
  smoothSort(h.facetMerges, isTakenBefore);
}

/** Sorts merges so that they can be taken from the end: highest priority first, then closest. */
function isTakenBefore(a: FacetMerge, b: FacetMerge): boolean {
  return a.type === b.type ? a.distance < b.distance : a.type < b.type;
}

/** Lists a merge if the center of one facet is not clearly below the other. */
function testMerge(h: Hull, facet: Facet, neighbor: Facet): boolean {
  if (!facet.hasCenter) computeCenter(h, facet);
  if (!neighbor.hasCenter) computeCenter(h, neighbor);
  const { planes, centrumRadius: radius } = h;
  // a function that returns such a distance would allocate it: V8-2
  const i = facet.plane;
  const j = neighbor.plane;
  const dist = above(planes, j, planes[i + CENTER], planes[i + CENTER + 1], planes[i + CENTER + 2]);
  const dist2 = above(planes, i, planes[j + CENTER], planes[j + CENTER + 1], planes[j + CENTER + 2]);
  const isConcave = dist > radius || dist2 > radius;
  const isCoplanar = (dist <= radius && dist >= -radius) || (dist2 <= radius && dist2 >= -radius);
  if (!isConcave && !isCoplanar) return false;
  const { COPLANAR, CONCAVE, CONCAVECOPLANAR } = MergeType;
  const type = isConcave ? isCoplanar ? CONCAVECOPLANAR : CONCAVE : COPLANAR;
  const apart = isConcave ? Math.max(dist, dist2) : Math.min(Math.abs(dist), Math.abs(dist2));
  if (type === CONCAVECOPLANAR && !(dist > dist2)) appendMerge(h, neighbor, facet, type, apart);
  else appendMerge(h, facet, neighbor, type, apart);
  return true;
}

/** Lists the facet if it has too few neighbors or if all its vertices belong to one neighbor. */
export function testDegenerate(h: Hull, facet: Facet): void {
  if (facet.flipped) return;
  for (const neighbor of facet.neighbors as Facet[]) {
    if (neighbor.flipped) continue;
    visitAll(neighbor.vertices, ++h.vertexVisit);
    if (hasOnlyVisited(h, facet.vertices)) {
      appendMerge(h, facet, neighbor, MergeType.REDUNDANT);
      return;
    }
  }
  if (facet.neighbors.length < 3) appendMerge(h, facet, facet, MergeType.DEGEN);
}

/** Lists neighbors that have too few neighbors. */
export function testDegenerateNeighbors(h: Hull, facet: Facet): void {
  for (const neighbor of facet.neighbors as Facet[]) {
    if (neighbor.degenerate || neighbor.redundant || neighbor.dupridge) continue;
    if (neighbor.neighbors.length < 3) appendMerge(h, neighbor, neighbor, MergeType.DEGEN);
  }
}

/** Lists the facet if it has too few neighbors, and neighbors that have only vertices of the facet. */
export function testRedundantNeighbors(h: Hull, facet: Facet): void {
  if (facet.neighbors.length < 3) {
    appendMerge(h, facet, facet, MergeType.DEGEN);
    return;
  }
  visitAll(facet.vertices, ++h.vertexVisit);
  const neighbors = facet.neighbors as Facet[];
  for (let i = 0; i < neighbors.length; i++) {
    const neighbor = neighbors[i];
    if (neighbor.degenerate || neighbor.redundant || neighbor.dupridge) continue;
    if (facet.flipped && !neighbor.flipped) continue;
    if (hasOnlyVisited(h, neighbor.vertices)) appendMerge(h, neighbor, facet, MergeType.REDUNDANT);
  }
}

function hasOnlyVisited(h: Hull, vertices: Vertex[]): boolean {
  for (let i = 0; i < vertices.length; i++) {
    if (vertices[i].visitid !== h.vertexVisit) return false;
  }
  return true;
}
