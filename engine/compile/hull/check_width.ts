/** The final check of a hull: no point may be far above its facets, and no vertex far below. */

import type { Facet, Vertex } from "./facet.ts";
import { COPLANAR, type Hull, HullError, MAXOUTSIDE } from "./hull.ts";
import { above, distance } from "./plane.ts";

/** maximum factor by which distances may grow after the hull was built */
const WIDE = 100;
/** maximum distance, in widths of a merge */
const TOO_WIDE = 1000;
/** facets with at least this many merges and neighbors are searched further around */
const MANY_MERGES = 10;
const MANY_NEIGHBORS = 100;

/** Rejects a hull with wide facets. */
export function checkWidth(h: Hull): void {
  const usual = h.oneMerge + h.distRound;
  const lowBefore = Math.min(h.minVertex, -usual);
  if (h.vertexNeighbors) h.minVertex = lowestVertex(h);
  const highBefore = Math.max(h.maxOutside, usual);
  const high = highestPoint(h);
  h.maxOutside = high;

  const limit = TOO_WIDE * h.oneMerge;
  let isWide: boolean;
  if (high / highBefore > WIDE) isWide = true;
  else if (highBefore > limit) isWide = high > limit;
  else if (h.minVertex / lowBefore > WIDE) isWide = true;
  else isWide = lowBefore < -limit && h.minVertex < -limit;
  if (isWide) throw new HullError(`rounding makes a face ${Math.max(high, -h.minVertex)} thick`);
}

/** How far a vertex is below one of its facets. */
function lowestVertex(h: Hull): number {
  let lowest = 0;
  for (let vertex = h.vertexList; vertex !== h.vertexTail; vertex = vertex.next as Vertex) {
    const { point, neighbors } = vertex;
    for (let i = 0; i < neighbors.length; i++) lowest = Math.min(lowest, distance(h, point, neighbors[i]));
  }
  return lowest;
}

/** How far a point is above its facet, or above one close to it. */
function highestPoint(h: Hull): number {
  const highest = highestOf(h, facetsOfPoints(h));
  return highest > h.distRound ? Math.max(highest, highestNoted(h)) : highest;
}

/** A facet to which each point belongs, as its place among the facets; 0 for none. */
function facetsOfPoints(h: Hull): Int32Array {
  const places = new Int32Array(h.count);
  const visit = ++h.vertexVisit;
  for (let facet = h.facetList; facet !== h.facetTail; facet = facet.next as Facet) {
    const { place, vertices, points } = facet;
    for (let i = 0; i < vertices.length; i++) {
      const vertex = vertices[i];
      if (vertex.visitid === visit) continue;
      vertex.visitid = visit;
      places[vertex.point] = place;
    }
    const { lists } = h;
    for (let p = lists.first(points + COPLANAR); p >= 0; p = lists.after(p)) places[p] = place;
  }
  return places;
}

function highestOf(h: Hull, places: Int32Array): number {
  let highest = 0;
  for (let point = 0; point < places.length; point++) {
    if (places[point] > 0) highest = Math.max(highest, highestAround(h, point, h.facetAt(places[point])));
  }
  return highest;
}

/** The largest distance of a point above a facet that was noted so far. */
function highestNoted(h: Hull): number {
  let highest = 0;
  for (let facet = h.facetList; facet !== h.facetTail; facet = facet.next as Facet) {
    highest = Math.max(highest, h.planes[facet.plane + MAXOUTSIDE]);
  }
  return highest;
}

/** The largest distance of a point above a facet and the nearly coplanar facets around it. */
function highestAround(h: Hull, point: number, start: Facet): number {
  const { points: p, planes } = h;
  const x = p[3 * point];
  const y = p[3 * point + 1];
  const z = p[3 * point + 2];
  let best = above(planes, start.plane, x, y, z);
  noteHeight(planes, start, best);
  const visit = ++h.visitId;
  const searchdist = h.searchDist();
  const minsearch = Math.min(best - searchdist, -searchdist);
  const { queue } = h;
  let waiting = 0;
  start.visitid = visit;
  let next: Facet | null = null;
  for (let facet: Facet | null = start; facet;) {
    const neighbors = facet.neighbors as Facet[];
    const isLarge = facet.nummerge > MANY_MERGES && neighbors.length > MANY_NEIGHBORS;
    const least = isLarge ? 5 * minsearch : minsearch;
    for (let i = 0; i < neighbors.length; i++) {
      const neighbor = neighbors[i];
      if (neighbor.visitid === visit) continue;
      neighbor.visitid = visit;
      const dist = above(planes, neighbor.plane, x, y, z);
      if (dist > best) best = dist;
      else if (dist < least) continue;
      noteHeight(planes, neighbor, dist);
      if (next) queue[waiting++] = next;
      next = neighbor;
    }
    facet = next ?? (waiting > 0 ? queue[--waiting] : null);
    next = null;
  }
  return best;
}

function noteHeight(planes: Float64Array, facet: Facet, dist: number): void {
  const at = facet.plane + MAXOUTSIDE;
  if (dist > planes[at]) planes[at] = dist;
}
