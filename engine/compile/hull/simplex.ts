/** The initial tetrahedron of a hull. */

import type { Facet, Vertex } from "./facet.ts";
import { type Hull, HullError } from "./hull.ts";
import { checkFlipped, computePlane, cosine, distance, interiorDistance, meanOf, orientOutside } from "./plane.ts";

/** if a new vertex spans less than this fraction of the possible, all points are searched */
const NARROW_RATIO = 1e-3;

/** the simplex is narrow if the cosine of the angle between two of its faces is below this */
const NARROW_COSINE = -0.99999999;

const EPSILON = 2.220446049250313e-16;

/** Starts the hull with four points that span a large volume; returns its vertices. */
export function makeSimplex(h: Hull): Vertex[] {
  const extremes = findExtremes(h);
  h.setTolerances();
  const vertices: Vertex[] = [];
  for (const point of selectPoints(h, extremes)) vertices.unshift(h.newVertex(point));
  linkSimplex(h, vertices);
  h.resetLists();
  meanOf(h, vertices, h.interior);
  orientSimplex(h);
  checkSimplex(h);
  return vertices;
}

/** Points with the smallest and largest coordinate of each axis; sets the extent. */
function findExtremes(h: Hull): number[] {
  const p = h.points;
  const extremes: number[] = [];
  for (let k = 0; k < 3; k++) {
    let low = 0;
    let high = 0;
    for (let i = 0; i < h.count; i++) {
      if (p[3 * high + k] < p[3 * i + k]) high = i;
      else if (p[3 * low + k] > p[3 * i + k]) low = i;
    }
    const largest = Math.max(p[3 * high + k], -p[3 * low + k]);
    h.maxWidth = Math.max(h.maxWidth, p[3 * high + k] - p[3 * low + k]);
    h.maxAbs = Math.max(h.maxAbs, largest);
    h.maxSum += largest;
    h.nearZero[k] = 80 * h.maxSum * EPSILON;
    extremes.push(low, high);
  }
  return extremes;
}

/** Four points: the two extremes in x, then the points that span the most with the previous ones, extremes first. */
function selectPoints(h: Hull, extremes: number[]): number[] {
  const p = h.points;
  if (h.maxWidth <= 0) throw new HullError("all points coincide");
  const [low, high] = extremes;
  if (low === high) throw new HullError("all points have the same x coordinate");
  const simplex = [low, high];

  let span = p[3 * high] - p[3 * low];
  while (simplex.length < 4) {
    const previous = span;
    let best = -1;
    let bestIsFlat = false;
    span = -1;
    const consider = (point: number) => {
      const size = determinant(h, point, simplex);
      if (Math.abs(size) <= span) return;
      span = Math.abs(size);
      best = point;
      bestIsFlat = span < 10 * h.nearZero[simplex.length - 1];
    };
    for (const point of extremes) {
      if (!simplex.includes(point)) consider(point);
    }

    const target = previous * h.maxWidth;
    const enough = 10 * NARROW_RATIO * target;
    const isNarrow = span > 0 && span / target < NARROW_RATIO;
    if (best < 0 || bestIsFlat || isNarrow) {
      for (let point = 0; point < h.count; point++) {
        if (simplex.includes(point)) continue;
        const before = best;
        consider(point);
        if (best !== before && !bestIsFlat && span > enough) break;
      }
    }
    simplex.push(best);
  }
  return simplex;
}

/** Area, in the xy plane, of the parallelogram with three corners, or volume with four. */
function determinant(h: Hull, apex: number, simplex: number[]): number {
  const p = h.points;
  const x = p[3 * apex];
  const y = p[3 * apex + 1];
  const z = p[3 * apex + 2];
  const a = 3 * simplex[0];
  const b = 3 * simplex[1];
  const ax = p[a] - x;
  const ay = p[a + 1] - y;
  const bx = p[b] - x;
  const by = p[b + 1] - y;
  if (simplex.length === 2) return ax * by - ay * bx;
  const c = 3 * simplex[2];
  const az = p[a + 2] - z;
  const bz = p[b + 2] - z;
  const cx = p[c] - x;
  const cy = p[c + 1] - y;
  const cz = p[c + 2] - z;
  return ax * (by * cz - bz * cy) - bx * (ay * cz - az * cy) + cx * (ay * bz - az * by);
}

/** Makes the four faces, alternately oriented, each the neighbor of all others. */
function linkSimplex(h: Hull, vertices: Vertex[]): void {
  const facets: Facet[] = [];
  let toporient = true;
  for (const vertex of vertices) {
    const [a, b, c] = vertices.filter((other) => other !== vertex);
    const facet = h.newTriangle(a, b, c, null);
    facet.toporient = toporient;
    toporient = !toporient;
    h.appendFacet(facet);
    h.appendVertex(vertex);
    facets.push(facet);
  }
  for (const facet of facets) facet.neighbors = facets.filter((other) => other !== facet);
}

/** Computes the planes, with normals pointing outward. */
function orientSimplex(h: Hull): void {
  const facets = facetsOf(h);
  for (const facet of facets) computePlane(h, facet);
  if (!facets.some((facet) => interiorDistance(h, facet) > h.distRound)) return;
  for (const facet of facets) {
    facet.toporient = !facet.toporient;
    orientOutside(h, facet);
  }
}

/** Rejects flat and concave simplices, and detects narrow ones. */
function checkSimplex(h: Hull): void {
  const facets = facetsOf(h);
  let narrowest = Number.MAX_VALUE;
  for (const facet of facets) {
    if (!checkFlipped(h, facet)) throw new HullError("all points lie in a plane, or nearly so");
    for (const neighbor of facet.neighbors as Facet[]) narrowest = Math.min(narrowest, cosine(h, facet, neighbor));
  }
  h.narrow = narrowest < NARROW_COSINE;
  for (const facet of facets) {
    for (let i = 0; i < 3; i++) {
      const above = distance(h, facet.vertices[i].point, facet.neighbors[i] as Facet);
      if (above > 0) throw new HullError("the first four points do not span a volume");
    }
  }
}

function facetsOf(h: Hull): Facet[] {
  const facets: Facet[] = [];
  for (let facet = h.facetList; facet !== h.facetTail; facet = facet.next as Facet) facets.push(facet);
  return facets;
}
