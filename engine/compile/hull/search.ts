/** Finding the facet to which a point belongs. */

import type { Facet } from "./facet.ts";
import { type Hull, HullError } from "./hull.ts";
import { distance } from "./plane.ts";

const queue: Facet[] = [];

/**
 * Walks from `start` to the facet that the point is farthest above or least below. With `allBest` it does not stop at
 * the first facet that the point is clearly above; with `onlyNew` it visits only new facets.
 */
export function findBest(h: Hull, point: number, start: Facet, allBest: boolean, onlyNew: boolean): Facet {
  let bestdist = -Number.MAX_VALUE / 2;
  let best: Facet | null = null;
  const visit = ++h.visitId;
  h.isOutside = true;
  if (!start.flipped) {
    bestdist = distance(h, point, start);
    best = start;
    if (!allBest && bestdist >= h.minOutside) {
      h.bestDistance = bestdist;
      return start;
    }
  }

  // move to the first better neighbor, as long as there is one
  start.visitid = visit;
  for (let facet: Facet | null = start; facet;) {
    let better: Facet | null = null;
    for (const neighbor of facet.neighbors as Facet[]) {
      if (onlyNew && !neighbor.isNew) continue;
      if (neighbor.visitid === visit) continue;
      neighbor.visitid = visit;
      if (neighbor.flipped) continue;
      const dist = distance(h, point, neighbor);
      if (dist > bestdist) {
        best = neighbor;
        bestdist = dist;
        if (!allBest && dist >= h.minOutside) {
          h.bestDistance = dist;
          return neighbor;
        }
        better = neighbor;
        break;
      }
    }
    facet = better;
  }

  // at a sharp edge the walk may have ended on the wrong side
  if (onlyNew) {
    const sharp = best !== null && !h.findBestNotSharp && bestdist < -h.distRound;
    if (!best) {
      const found = findBestNew(h, point, h.newFacetList as Facet, allBest);
      h.isOutside = h.isOutside && h.bestDistance >= h.minOutside;
      return found;
    }
    if (sharp) {
      if (isSharp(h)) {
        const found = findBestNew(h, point, best, allBest);
        h.findBestNew = true;
        h.isOutside = h.isOutside && h.bestDistance >= h.minOutside;
        return found;
      }
      h.findBestNotSharp = true;
    }
  }
  if (!best) throw new HullError("a point belongs to no facet");
  best = findBestHorizon(h, point, best, bestdist);
  if (h.bestDistance < h.minOutside) h.isOutside = false;
  return best;
}

/** Compares the point with all new facets, beginning with `start`, and then with those across their horizon. */
export function findBestNew(h: Hull, point: number, start: Facet, allBest: boolean): Facet {
  let bestdist = -Number.MAX_VALUE / 2;
  let best: Facet | null = null;
  const visit = ++h.visitId;
  if (!start.next) throw new HullError("no new facets are left");
  const outside = h.distOutside();
  h.isOutside = true;
  for (let pass = 0; pass < 2; pass++) {
    for (let facet: Facet | null = pass === 0 ? start : h.newFacetList; facet && facet.next; facet = facet.next) {
      if (pass === 1 && facet === start) break;
      facet.visitid = visit;
      if (facet.flipped) continue;
      const dist = distance(h, point, facet);
      if (dist > bestdist) {
        best = facet;
        bestdist = dist;
        if (!allBest && dist >= outside) {
          h.bestDistance = dist;
          return facet;
        }
      }
    }
  }
  best = findBestHorizon(h, point, best ?? start, bestdist);
  if (h.bestDistance < h.minOutside) h.isOutside = false;
  return best;
}

/** Searches facets around the best one, as long as they are about equally good. */
function findBestHorizon(h: Hull, point: number, start: Facet, startDistance: number): Facet {
  let best = start;
  let bestdist = startDistance;
  const visit = ++h.visitId;
  const searchdist = h.searchDist();
  let minsearch = bestdist - searchdist;
  queue.length = 0;
  start.visitid = visit;

  let next: Facet | null = null;
  for (let facet: Facet | null = start; facet;) {
    for (const neighbor of facet.neighbors as Facet[]) {
      if (neighbor.visitid === visit) continue;
      neighbor.visitid = visit;
      if (!neighbor.flipped) {
        const dist = distance(h, point, neighbor);
        if (dist > bestdist) {
          minsearch = dist - searchdist;
          if (dist > bestdist + searchdist) queue.length = 0;
          best = neighbor;
          bestdist = dist;
        } else if (dist < minsearch) {
          continue;
        }
      }
      if (next) queue.push(next);
      next = neighbor;
    }
    facet = next;
    next = null;
    if (!facet) facet = queue.pop() ?? null;
  }
  h.bestDistance = bestdist;
  return best;
}

/** Whether normals of the new facets are in different octants. */
function isSharp(h: Hull): boolean {
  const first = h.newFacetList as Facet;
  for (let facet: Facet | null = first.next; facet && facet.next; facet = facet.next) {
    for (let k = 0; k < 3; k++) {
      if (h.planes[facet.plane + k] > 0 !== h.planes[first.plane + k] > 0) return true;
    }
  }
  return false;
}
