/** Finding the facet to which a point belongs. */

import type { Facet } from "./facet.ts";
import { type Hull, HullError } from "./hull.ts";
import { above } from "./plane.ts";

/**
 * Walks from `start` to the facet that the point is farthest above or least below. With `allBest` it does not stop at
 * the first facet that the point is clearly above; with `onlyNew` it visits only new facets.
 */
export function findBest(h: Hull, point: number, start: Facet, allBest: boolean, onlyNew: boolean): Facet {
  const { points: p, planes } = h;
  const x = p[3 * point];
  const y = p[3 * point + 1];
  const z = p[3 * point + 2];
  let bestdist = above(planes, start.plane, x, y, z);
  let best = start;
  const visit = ++h.visitId;
  if (!allBest && bestdist >= h.minOutside) {
    h.bestDistance[0] = bestdist;
    return start;
  }

  // move to the first better neighbor, as long as there is one
  start.visitid = visit;
  for (let facet: Facet | null = start; facet;) {
    let better: Facet | null = null;
    const neighbors = facet.neighbors as Facet[];
    for (let i = 0; i < neighbors.length; i++) {
      const neighbor = neighbors[i];
      if (onlyNew && !neighbor.isNew) continue;
      if (neighbor.visitid === visit) continue;
      neighbor.visitid = visit;
      const dist = above(planes, neighbor.plane, x, y, z);
      if (dist > bestdist) {
        best = neighbor;
        bestdist = dist;
        if (!allBest && dist >= h.minOutside) {
          h.bestDistance[0] = dist;
          return neighbor;
        }
        better = neighbor;
        break;
      }
    }
    facet = better;
  }

  // at a sharp edge the walk may have ended on the wrong side
  if (onlyNew && !h.findBestNotSharp && bestdist < -h.distRound) {
    if (isSharp(h)) {
      h.findBestNew = true;
      return findBestNew(h, point, best, allBest);
    }
    h.findBestNotSharp = true;
  }
  h.bestDistance[0] = bestdist;
  return findBestHorizon(h, point, best);
}

/** Compares the point with all new facets, beginning with `start`, and then with those across their horizon. */
export function findBestNew(h: Hull, point: number, start: Facet, allBest: boolean): Facet {
  const { points: p, planes } = h;
  const x = p[3 * point];
  const y = p[3 * point + 1];
  const z = p[3 * point + 2];
  let bestdist = -Infinity;
  let best = start;
  if (!start.next) throw new HullError("no new facets are left");
  const outside = h.distOutside();
  for (let pass = 0; pass < 2; pass++) {
    for (let facet: Facet | null = pass === 0 ? start : h.newFacetList; facet && facet.next; facet = facet.next) {
      if (pass === 1 && facet === start) break;
      const dist = above(planes, facet.plane, x, y, z);
      if (dist > bestdist) {
        best = facet;
        bestdist = dist;
        if (!allBest && dist >= outside) {
          h.bestDistance[0] = dist;
          return facet;
        }
      }
    }
  }
  h.bestDistance[0] = bestdist;
  return findBestHorizon(h, point, best);
}

/** Searches facets around the best one, as long as they are about equally good. */
function findBestHorizon(h: Hull, point: number, start: Facet): Facet {
  const { points: p, planes } = h;
  const x = p[3 * point];
  const y = p[3 * point + 1];
  const z = p[3 * point + 2];
  let best = start;
  let bestdist = h.bestDistance[0];
  const visit = ++h.visitId;
  const searchdist = h.searchDist();
  let minsearch = bestdist - searchdist;
  const { queue } = h;
  let waiting = 0;
  start.visitid = visit;

  let next: Facet | null = null;
  for (let facet: Facet | null = start; facet;) {
    const neighbors = facet.neighbors as Facet[];
    for (let i = 0; i < neighbors.length; i++) {
      const neighbor = neighbors[i];
      if (neighbor.visitid === visit) continue;
      neighbor.visitid = visit;
      const dist = above(planes, neighbor.plane, x, y, z);
      if (dist > bestdist) {
        minsearch = dist - searchdist;
        if (dist > bestdist + searchdist) waiting = 0;
        best = neighbor;
        bestdist = dist;
      } else if (dist < minsearch) {
        continue;
      }
      if (next) queue[waiting++] = next;
      next = neighbor;
    }
    facet = next ?? (waiting > 0 ? queue[--waiting] : null);
    next = null;
  }
  h.bestDistance[0] = bestdist;
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
