/** The convex hull of points. */

import { checkWidth } from "./check_width.ts";
import { collectHorizon, makeCone } from "./cone.ts";
import type { Facet } from "./facet.ts";
import { FURTHEST, Hull, type Spend } from "./hull.ts";
import { mergeNewFacets } from "./merge.ts";
import { partitionAll, partitionRest, partitionVisible } from "./partition.ts";
import { makeSimplex } from "./simplex.ts";
import { triangulate } from "./triangulate.ts";

const WORK_PER_POINT = 500;

/** The hull of `points`, three coordinates each, as triangles, with at most `maxVertices` vertices (-1: no limit). */
export function quickHull(points: Float64Array, maxVertices: number, spend: Spend = () => {}, centrum = 0): Hull {
  const h = new Hull(points, centrum);
  h.spend = spend;
  const vertices = makeSimplex(h);
  partitionAll(h, vertices);
  startWithFurthest(h);

  let complete = true;
  for (let facet = nextOutside(h); facet; facet = nextOutside(h)) {
    const point = h.lists.takeLast(facet.points);
    if (maxVertices >= 0 && h.numVertices >= maxVertices) {
      complete = false;
      break;
    }
    addPoint(h, point, facet);
  }
  if (complete && h.narrow) partitionRest(h);
  if (complete && (!h.zeroAllOk || h.wasCoplanar)) checkWidth(h);
  triangulate(h);
  return h;
}

/** Moves the facet with the farthest point to the front. */
function startWithFurthest(h: Hull): void {
  let best: Facet | null = null;
  for (let facet = h.facetList; facet !== h.facetTail; facet = facet.next as Facet) {
    if (h.lists.last(facet.points) >= 0 && (!best || furthestOf(h, facet) > furthestOf(h, best))) best = facet;
  }
  if (!best) return;
  h.removeFacet(best);
  h.prependFacet(best, h.facetNext);
}

/** The next facet with points outside, if any. */
function nextOutside(h: Hull): Facet | null {
  for (; h.facetNext !== h.facetTail; h.facetNext = h.facetNext.next as Facet) {
    const facet = h.facetNext;
    if (h.lists.last(facet.points) < 0) continue;
    if (h.narrow && furthestOf(h, facet) < h.minOutside) continue;
    return facet;
  }
  return null;
}

/** Adds a point above a facet to the hull. */
function addPoint(h: Hull, point: number, facet: Facet): void {
  h.spend(WORK_PER_POINT);
  h.updateOutsideLimit();
  collectHorizon(h, point, facet);
  makeCone(h, point);
  mergeNewFacets(h);
  h.findBestNew = h.hasManyMerges() || hasNewPolygon(h);
  partitionVisible(h);
  h.findBestNotSharp = false;
  h.deleteVisible();
  h.resetLists();
}

function hasNewPolygon(h: Hull): boolean {
  for (let made = h.newFacetList as Facet; made.next; made = made.next) if (!made.simplicial) return true;
  return false;
}

function furthestOf(h: Hull, facet: Facet): number {
  return h.planes[facet.plane + FURTHEST];
}
