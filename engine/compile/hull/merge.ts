/** Merging of new facets until they are convex with their neighbors, before points are assigned to them. */

import { type Facet, MERGE_RIDGE, MergeType } from "./facet.ts";
import { type Hull, HullError } from "./hull.ts";
import { mergeCoplanarHorizon } from "./merge_cycle.ts";
import { findBestNeighbor, makeRidges, mergeDegenerate, mergeFacet } from "./merge_facet.ts";
import { appendMerge, listInitialMerges, listMerges } from "./merge_list.ts";
import { distance, largest, widthsBetween } from "./plane.ts";
import { reduceVertices } from "./reduce.ts";

/** limit for merges due to a ridge with too many neighbors, as a multiple of the usual distance */
const WIDE_DUPLICATE = 100;
/** flipped facets are preferred up to this many widths of a merge */
const WIDE_DUPRIDGE = 50;

/** Merges new facets that are coplanar or concave. */
export function mergeNewFacets(h: Hull): void {
  if (h.centrum === 0 && isClearlyConvex(h)) return;
  listDuplicateRidges(h);
  let merged = mergeCoplanarHorizon(h);
  if (mergeDuplicateRidges(h)) merged = true;
  if (mergeFlipped(h)) merged = true;
  listInitialMerges(h);
  mergeAll(h, merged);
}

/** Whether new facets and their horizon are simple triangles with all other vertices clearly below. */
function isClearlyConvex(h: Hull): boolean {
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    const horizon = facet.neighbors[0] as Facet;
    if (!horizon.simplicial || facet.flipped || facet.dupridge || !facet.hasPlane) {
      h.zeroAllOk = false;
      return false;
    }
  }
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    if (isBelowNeighbors(h, facet)) continue;
    h.zeroAllOk = false;
    return false;
  }
  return true;
}

/** Whether the other vertices of a new triangle and of its neighbors are clearly below each other. */
function isBelowNeighbors(h: Hull, facet: Facet): boolean {
  const limit = -2 * h.distRound;
  const { vertices, neighbors } = facet;
  for (let i = 1; i < neighbors.length; i++) {
    if (distance(h, vertices[i].point, neighbors[i] as Facet) >= limit) return false;
  }
  const corners = (neighbors[0] as Facet).vertices;
  for (let i = 0; i < corners.length; i++) {
    const corner = corners[i];
    if (corner === vertices[1] || corner === vertices[2]) continue;
    return distance(h, corner.point, facet) < limit;
  }
  return true;
}

/** Merges until no merges are listed, then removes redundant vertices, which may list more. */
function mergeAll(h: Hull, merged: boolean): void {
  for (;;) {
    let any = merged;
    merged = false;
    while (h.facetMerges.length > 0) {
      for (let merge = h.facetMerges.pop(); merge; merge = h.facetMerges.pop()) {
        const { facet1, facet2, type } = merge;
        if (facet1.visible || facet2.visible) continue;

        // coplanar facets wait for the next round if one of them has just grown
        if (type === MergeType.COPLANAR && ((!facet1.tested && facet1.isNew) || (!facet2.tested && facet2.isNew))) {
          continue;
        }
        mergeNonconvex(h, facet1, facet2, type);
        mergeDegenerate(h);
        any = true;
      }
      listMerges(h);
    }
    if (!h.vertexNeighbors || !any || !reduceVertices(h)) break;
    listMerges(h);
  }
}

/** Merges whichever of the two is closer to a neighbor. */
function mergeNonconvex(h: Hull, facet1: Facet, facet2: Facet, type: number): void {
  const first = facet1.isNew ? facet1 : facet2;
  const second = facet1.isNew ? facet2 : facet1;
  const best1 = findBestNeighbor(h, first);
  const best2 = findBestNeighbor(h, second);
  if (best1.dist < best2.dist) mergeFacet(h, first, best1.neighbor, type, best1.widths);
  else mergeFacet(h, second, best2.neighbor, type, best2.widths);
}

/** Lists pairs of new facets that share a ridge with others. */
function listDuplicateRidges(h: Hull): void {
  let any = false;
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    if (!facet.dupridge) continue;
    for (const neighbor of facet.neighbors as Facet[]) {
      if (neighbor === MERGE_RIDGE) {
        facet.mergeridge = true;
        continue;
      }
      if (!neighbor.dupridge) continue;
      const isTwin = facet.vertices.every((vertex, i) => neighbor.vertices[i] === vertex);
      if (neighbor.neighbors.includes(facet) && !isTwin) continue;
      const isLast = neighbor.neighbors.includes(facet);
      appendMerge(h, facet, neighbor, MergeType.DUPRIDGE);
      facet.mergeridge2 = true;
      facet.mergeridge = true;
      any = true;
      if (isLast) break;
    }
  }
  if (!any) return;
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    if (facet.mergeridge && !facet.mergeridge2) makeRidges(facet);
  }
  for (const { facet1, facet2 } of h.facetMerges) {
    if (!facet2.mergeridge2 || !facet2.neighbors.includes(facet1)) facet2.neighbors.push(facet1);
    makeRidges(facet1);
  }
}

/** Merges the pairs that share a ridge with others; returns whether there were any. */
function mergeDuplicateRidges(h: Hull): boolean {
  const listed = h.facetMerges;
  if (listed.length === 0) return false;
  h.facetMerges = [];
  let merged = false;
  for (const merge of listed) {
    const facet1 = h.replacementOf(merge.facet1);
    const facet2 = h.replacementOf(merge.facet2);
    if (!facet1 || !facet2 || facet1 === facet2) continue;
    if (!facet2.neighbors.includes(facet1)) throw new HullError("facets with a common ridge are not neighbors");
    const widths1 = widthsBetween(h, facet1, facet2);
    const widths2 = widthsBetween(h, facet2, facet1);
    const dist1 = largest(widths1);
    const dist2 = largest(widths2);
    checkWidth(h, Math.min(dist1, dist2));

    const limit = WIDE_DUPRIDGE * (h.oneMerge + h.distRound);
    const firstGoes = dist1 < dist2
      ? !(facet2.flipped && !facet1.flipped && dist2 < limit)
      : facet1.flipped && !facet2.flipped && dist1 < limit;
    if (firstGoes) mergeFacet(h, facet1, facet2, merge.type, widths1);
    else mergeFacet(h, facet2, facet1, merge.type, widths2);
    mergeDegenerate(h);
    merged = true;
  }
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    if (!facet.dupridge) continue;
    facet.dupridge = false;
    if (facet.neighbors.length < 3) appendMerge(h, facet, facet, MergeType.DEGEN);
  }
  mergeDegenerate(h);
  return merged;
}

function checkWidth(h: Hull, dist: number): void {
  const usual = Math.max(
    Math.max(h.maxOutside, h.distRound) + h.distRound,
    h.oneMerge + h.distRound,
    h.minOutside + h.distRound,
  );
  if (dist / usual > WIDE_DUPLICATE) throw new HullError(`merging facets with a common ridge makes one ${dist} wide`);
}

/** Merges facets that face the interior point; returns whether there were any. */
function mergeFlipped(h: Hull): boolean {
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    if (facet.flipped && !facet.visible) appendMerge(h, facet, facet, MergeType.FLIP);
  }
  const listed = h.facetMerges;
  h.facetMerges = [];
  for (const { type, facet1 } of listed) {
    if (facet1.visible) continue;
    const { neighbor, widths } = findBestNeighbor(h, facet1);
    mergeFacet(h, facet1, neighbor, type, widths);
  }
  mergeDegenerate(h);
  return listed.length > 0;
}
