/** Assignment of points to facets: points outside wait to be added, points close to a facet are kept as coplanar. */

import type { Facet, Vertex } from "./facet.ts";
import { COPLANAR, FURTHEST, type Hull, HullError } from "./hull.ts";
import { above, cosine, distance } from "./plane.ts";
import { findBest, findBestNew } from "./search.ts";

/** maximum distance of a coplanar point above a facet, as a multiple of the usual one */
const COPLANAR_RATIO = 30;

/** Assigns every point other than the vertices of the simplex to the first facet that it is above. */
export function partitionAll(h: Hull, vertices: Vertex[]): void {
  const taken = new Uint8Array(h.count);
  for (const vertex of vertices) taken[vertex.point] = 1;
  let left = new Int32Array(h.count);
  let count = 0;
  for (let i = 0; i < h.count; i++) {
    if (!taken[i]) left[count++] = i;
  }
  left = left.subarray(0, count);

  const outside = h.distOutside();
  for (let facet = h.facetList; facet !== h.facetTail; facet = facet.next as Facet) {
    left = left.subarray(0, takeOutside(h, facet, left, outside));
  }

  h.findBestNew = true;
  for (let i = 0; i < left.length; i++) partitionPoint(h, left[i], h.facetList);
}

/** Gives a facet the points that are above it; the others move to the front. Returns how many there are. */
function takeOutside(h: Hull, facet: Facet, left: Int32Array, outside: number): number {
  const { points: p, planes, lists } = h;
  const at = facet.points;
  let kept = 0;
  for (let i = 0; i < left.length; i++) {
    const point = left[i];
    const dist = above(planes, facet.plane, p[3 * point], p[3 * point + 1], p[3 * point + 2]);
    if (dist < outside) {
      left[kept++] = point;
    } else if (dist > planes[facet.plane + FURTHEST]) {
      lists.add(at, point);
      planes[facet.plane + FURTHEST] = dist;
    } else {
      lists.addBeforeLast(at, point);
    }
  }
  return kept;
}

/** Assigns a point to the facet that it is farthest above, starting the search at `facet`. */
function partitionPoint(h: Hull, point: number, facet: Facet): void {
  const best = h.findBestNew ? findBestNew(h, point, facet, false) : findBest(h, point, facet, false, true);
  const dist = h.bestDistance[0];
  if (best.visible) throw new HullError("a point belongs to a facet that is gone");
  if (dist >= h.minOutside || (h.narrow && dist >= -h.nearInside)) {
    addOutside(h, point, best);
  } else if (dist >= -h.nearInside) {
    addCoplanar(h, point, best, best, dist, false);
  }
}

/** Adds a point to those above the facet that the last search has found. */
function addOutside(h: Hull, point: number, facet: Facet): void {
  const dist = h.bestDistance[0];
  const { lists, planes } = h;
  const at = facet.plane + FURTHEST;
  let isFirst = false;
  if (lists.last(facet.points) < 0) {
    lists.add(facet.points, point);
    isFirst = !h.narrow || dist > h.minOutside;
    planes[at] = dist;
  } else if (planes[at] < dist) {
    isFirst = h.narrow && planes[at] < h.minOutside && dist >= h.minOutside;
    lists.add(facet.points, point);
    planes[at] = dist;
  } else {
    lists.addBeforeLast(facet.points, point);
  }

  // the facet must be visited again
  if (isFirst && h.facetNext !== facet) {
    if (facet.isNew) {
      if (h.facetNext.isNew) h.facetNext = h.newFacetList as Facet;
    } else {
      h.moveToEnd(facet);
      if (h.newFacetList) facet.isNew = true;
    }
  }
}

/** Finds the facet with which a point is coplanar, among all new facets or by a walk. */
function partitionCoplanar(h: Hull, point: number, facet: Facet, allNew: boolean): void {
  h.wasCoplanar = true;
  const best = allNew ? findBestNew(h, point, facet, true) : findBest(h, point, facet, true, false);
  const dist = h.bestDistance[0];
  if (dist < -h.nearInside) return;
  addCoplanar(h, point, facet, best, dist, true);
}

function addCoplanar(h: Hull, point: number, from: Facet, facet: Facet, dist: number, searched: boolean): void {
  h.wasCoplanar = true;
  if (facet.visible) throw new HullError("a coplanar point belongs to a facet that is gone");
  if (dist > h.maxOutside) {
    const isBeyond = searched && from !== facet && cosine(h, from, facet) < 0;
    if (isBeyond || dist > h.maxOutsideLimit * COPLANAR_RATIO) {
      // then it is above a facet by less, or clearly outside
      const before = h.findBestNew;
      h.findBestNew = false;
      partitionPoint(h, point, facet);
      h.findBestNew = before;
      return;
    }
    h.maxOutside = dist;
  }

  const at = facet.points + COPLANAR;
  const last = h.lists.last(at);
  if (last < 0 || distance(h, last, facet) < dist) h.lists.add(at, point);
  else h.lists.addBeforeLast(at, point);
}

/** Assigns the points of visible facets and the deleted vertices to new facets. */
export function partitionVisible(h: Hull): void {
  const { lists } = h;
  for (let visible = h.visibleList; visible && visible.visible; visible = visible.next) {
    const outside = visible.points;
    const close = visible.points + COPLANAR;
    if (!lists.isUsed(outside) && !lists.isUsed(close)) continue;
    const start = h.replacementOf(visible) ?? h.newFacetList as Facet;
    if (!start.next) throw new HullError("all new facets are degenerate");
    for (let point = lists.first(outside), next: number; point >= 0; point = next) {
      next = lists.after(point);
      partitionPoint(h, point, start);
    }
    for (let point = lists.first(close), next: number; point >= 0; point = next) {
      next = lists.after(point);
      partitionCoplanar(h, point, start, h.findBestNew);
    }
  }
  for (const vertex of h.delVertices) {
    if (!h.newFacetList || h.newFacetList === h.facetTail) throw new HullError("all new facets are degenerate");
    partitionCoplanar(h, vertex.point, h.newFacetList, true);
  }
}

/** Treats the points that are left above the facets of a narrow hull as coplanar. */
export function partitionRest(h: Hull): void {
  for (let facet = h.facetList; facet !== h.facetTail; facet = facet.next as Facet) {
    for (let point = h.lists.first(facet.points), next: number; point >= 0; point = next) {
      next = h.lists.after(point);
      addCoplanar(h, point, facet, facet, distance(h, point, facet), false);
    }
    h.lists.clear(facet.points);
  }
}
