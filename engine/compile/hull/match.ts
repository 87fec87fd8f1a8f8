/** Finding neighbors among the new facets: two neighbors share the apex and one more vertex. */

import { DUPLICATE_RIDGE, type Facet, MERGE_RIDGE, type Vertex } from "./facet.ts";
import { type Hull, HullError } from "./hull.ts";
import { computePlane, distanceBetween } from "./plane.ts";

/** facets farther apart than this many widths of a merge are not matched if there is a choice */
const WIDE_DUPRIDGE = 50;

/** Links the new facets to each other. */
export function matchNewFacets(h: Hull): void {
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    const { vertices } = facet;
    for (let i = 0; i < vertices.length; i++) vertices[i].waiting = vertices[i].alsoWaiting = null;
  }
  let open = 0;
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    open += matchNeighbor(facet, 1);
    open += matchNeighbor(facet, 2);
  }
  if (open === 0) return;
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    if (!facet.dupridge) continue;
    for (let skip = 1; skip < 3; skip++) {
      if (facet.neighbors[skip] === DUPLICATE_RIDGE) open += matchDuplicates(h, facet, skip);
    }
  }
  if (open !== 0) throw new HullError("new facets do not fit together");
}

/** Finds the neighbor opposite to vertex `skip` of a new facet; returns the change in the number of open ridges. */
function matchNeighbor(facet: Facet, skip: number): number {
  const shared = facet.vertices[3 - skip];
  const other = firstWaiting(shared, facet);
  if (!other) {
    wait(shared, facet);
    return 1;
  }
  const otherSkip = skipOf(other, shared);
  const matched = other.neighbors[otherSkip];
  if (fits(facet, skip, other, otherSkip) && !matched) {
    other.neighbors[otherSkip] = facet;
    facet.neighbors[skip] = other;
    return -1;
  }

  // more than two facets share this ridge: decide later
  facet.neighbors[skip] = DUPLICATE_RIDGE;
  facet.dupridge = true;
  wait(shared, facet);
  let change = 1;
  if (matched !== DUPLICATE_RIDGE) {
    other.neighbors[otherSkip] = DUPLICATE_RIDGE;
    other.dupridge = true;
    if (matched) {
      matched.neighbors[matched.neighbors.indexOf(other)] = DUPLICATE_RIDGE;
      matched.dupridge = true;
      wait(shared, matched);
      change += 2;
    }
  }
  return change;
}

/** The first facet, other than `facet`, that waits at a vertex. */
function firstWaiting(vertex: Vertex, facet: Facet): Facet | null {
  if (vertex.waiting !== facet) return vertex.waiting;
  for (const other of vertex.alsoWaiting ?? []) if (other !== facet) return other;
  return null;
}

function wait(vertex: Vertex, facet: Facet): void {
  if (!vertex.waiting) vertex.waiting = facet;
  else if (vertex.waiting !== facet && !vertex.alsoWaiting?.includes(facet)) (vertex.alsoWaiting ??= []).push(facet);
}

/** All facets that wait at a vertex. */
function allWaiting(vertex: Vertex): Facet[] {
  return vertex.waiting ? [vertex.waiting, ...vertex.alsoWaiting ?? []] : [];
}

/** Index of the vertex that is neither the apex nor the shared one. */
function skipOf(facet: Facet, shared: Vertex): number {
  return facet.vertices[1] === shared ? 2 : 1;
}

/** Whether two facets have the same orientation along their common ridge. */
function fits(facet: Facet, skip: number, other: Facet, otherSkip: number): boolean {
  const sameParity = skip % 2 === otherSkip % 2;
  return sameParity === (facet.toporient !== other.toporient);
}

/** A pair of facets that share a ridge. */
interface Match {
  facet: Facet;
  skip: number;
  other: Facet;
  otherSkip: number;
}

/**
 * Among the facets that share the ridge opposite vertex `skip` of `facet`, keeps the best pair as neighbors; the others
 * are marked for merging. Returns the change in the number of open ridges.
 */
function matchDuplicates(h: Hull, facet: Facet, skip: number): number {
  const shared = facet.vertices[3 - skip];
  const chain = allWaiting(shared);
  let change = 0;
  const choice = chooseMatch(h, chain, shared, facet, skip);
  if (!choice.match) throw new HullError("new facets do not fit together");
  const { match } = choice;
  match.facet.neighbors[match.skip] = match.other;
  match.other.neighbors[match.otherSkip] = match.facet;
  change -= 2;

  let good: Match | null = choice.isGood ? match : null;
  h.visitId++;
  let next: Facet | null = facet;
  let nextSkip = skip;
  while (next) {
    const current: Facet = next;
    const currentSkip = nextSkip;
    next = null;
    current.visitid = h.visitId;
    for (const other of chain) {
      if (!other.dupridge || other.visitid === h.visitId) continue;
      const otherSkip = skipOf(other, shared);
      if (other.neighbors[otherSkip] !== DUPLICATE_RIDGE) continue;
      if (!fits(current, currentSkip, other, otherSkip)) {
        next = other;
        nextSkip = otherSkip;
      } else if (current.neighbors[currentSkip] === DUPLICATE_RIDGE) {
        other.neighbors[otherSkip] = current;
        if (current.tricoplanar) {
          current.neighbors[currentSkip] = other;
        } else if (good) {
          good.other.neighbors[good.otherSkip] = MERGE_RIDGE;
          current.neighbors[currentSkip] = other;
          good = null;
        } else {
          current.neighbors[currentSkip] = MERGE_RIDGE;
        }
        change -= 2;
      }
    }
    if (current.neighbors[currentSkip] === DUPLICATE_RIDGE) throw new HullError("new facets do not fit together");
  }
  return change;
}

/** The closest pair or, if all are far apart, the farthest one. */
function chooseMatch(
  h: Hull,
  chain: Facet[],
  shared: Vertex,
  facet: Facet,
  skip: number,
): { match: Match | null; isGood: boolean } {
  const maxgood = WIDE_DUPRIDGE * (h.oneMerge + h.distRound);
  let good: Match | null = null;
  let gooddist = 0;
  let far: Match | null = null;
  let fardist = -Number.MAX_VALUE;
  let duplicate = false;
  h.visitId++;

  let next: Facet | null = facet;
  let nextSkip = skip;
  while (next) {
    const current: Facet = next;
    const currentSkip = nextSkip;
    next = null;
    current.visitid = h.visitId;
    for (const other of chain) {
      if (!other.dupridge || other.visitid === h.visitId) continue;
      const otherSkip = skipOf(other, shared);
      if (current.vertices[currentSkip] === other.vertices[otherSkip]) duplicate = true;
      if (other.neighbors[otherSkip] !== DUPLICATE_RIDGE) continue;
      if (!fits(current, currentSkip, other, otherSkip)) {
        next = other;
        nextSkip = otherSkip;
        continue;
      }
      if (current.neighbors[currentSkip] !== DUPLICATE_RIDGE) continue;
      if (!other.hasPlane) computePlane(h, other);
      if (!current.hasPlane) computePlane(h, current);
      let dist = distanceBetween(h, other, current);
      const reverse = distanceBetween(h, current, other);
      const forward = { facet: other, skip: otherSkip, other: current, otherSkip: currentSkip };
      const backward = { facet: current, skip: currentSkip, other, otherSkip };
      if (duplicate) {
        good = null;
        fardist = Math.min(dist, reverse);
        far = forward;
        break;
      } else if (other.flipped && !current.flipped && dist < maxgood) {
        if (!good || !good.facet.flipped || dist < gooddist) {
          good = forward;
          gooddist = dist;
        }
      } else if (current.flipped && !other.flipped && reverse < maxgood) {
        if (!good || !good.facet.flipped || reverse < gooddist) {
          good = backward;
          gooddist = reverse;
        }
      } else if (dist < maxgood && (!current.flipped || other.flipped)) {
        if (!good || (!good.facet.flipped && dist < gooddist)) {
          good = forward;
          gooddist = dist;
        }
      } else if (reverse < maxgood && (!other.flipped || current.flipped)) {
        if (!good || (!good.facet.flipped && reverse < gooddist)) {
          good = backward;
          gooddist = reverse;
        }
      } else if (!good) {
        if (!current.flipped || other.flipped) dist = Math.min(dist, reverse);
        if (dist > fardist) {
          fardist = dist;
          far = forward;
        }
      }
    }
  }
  return good ? { match: good, isGood: true } : { match: far, isGood: false };
}
