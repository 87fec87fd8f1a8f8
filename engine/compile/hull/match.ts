/** Finding the neighbours of new facets among each other: two of them share the apex and one more vertex. */

import { DUPLICATE_RIDGE, type Facet, MERGE_RIDGE } from "./facet.ts";
import { type Hull, HullError } from "./hull.ts";
import { distanceBetween, setPlane } from "./plane.ts";

/** facets further apart than this many merges are not matched if there is a choice */
const WIDE_DUPRIDGE = 50;

/** facets by the id of the vertex that they share with a neighbour, besides the apex */
type Chains = Map<number, Facet[]>;

/** Links the new facets with each other. */
export function matchNewFacets(h: Hull): void {
  const chains: Chains = new Map();
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    facet.neighbors.length = 1;
    facet.neighbors.push(null, null);
  }
  let open = 0;
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    open += matchNeighbor(chains, facet, 1);
    open += matchNeighbor(chains, facet, 2);
  }
  if (open === 0) return;
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    if (!facet.dupridge) continue;
    for (let skip = 1; skip < 3; skip++) {
      if (facet.neighbors[skip] === DUPLICATE_RIDGE) open += matchDuplicates(h, chains, facet, skip);
    }
  }
  if (open !== 0) throw new HullError("new facets do not fit together");
}

/** Finds the neighbour opposite to vertex `skip` of a new facet; returns the change in the number of open ridges. */
function matchNeighbor(chains: Chains, facet: Facet, skip: number): number {
  const chain = chainOf(chains, facet, skip);
  let isIn = false;
  for (const other of chain) {
    if (other === facet) {
      isIn = true;
      continue;
    }
    const otherSkip = skipOf(other, facet.vertices[3 - skip].id);
    const matched = other.neighbors[otherSkip];
    if (fits(facet, skip, other, otherSkip) && !matched) {
      other.neighbors[otherSkip] = facet;
      facet.neighbors[skip] = other;
      return -1;
    }

    // more than two facets share this ridge: decide later
    facet.neighbors[skip] = DUPLICATE_RIDGE;
    facet.dupridge = true;
    addOnce(chain, facet);
    let change = 1;
    if (matched !== DUPLICATE_RIDGE) {
      other.neighbors[otherSkip] = DUPLICATE_RIDGE;
      other.dupridge = true;
      if (matched) {
        matched.neighbors[matched.neighbors.indexOf(other)] = DUPLICATE_RIDGE;
        matched.dupridge = true;
        addOnce(chain, matched);
        change += 2;
      }
    }
    return change;
  }
  if (!isIn) chain.push(facet);
  return 1;
}

function chainOf(chains: Chains, facet: Facet, skip: number): Facet[] {
  const id = facet.vertices[3 - skip].id;
  let chain = chains.get(id);
  if (!chain) chains.set(id, chain = []);
  return chain;
}

function addOnce(chain: Facet[], facet: Facet): void {
  if (!chain.includes(facet)) chain.push(facet);
}

/** Index of the vertex that is neither the apex nor the one with `id`. */
function skipOf(facet: Facet, id: number): number {
  return facet.vertices[1].id === id ? 2 : 1;
}

/** Whether two facets are oriented alike along their common ridge. */
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
 * Among the facets that share the ridge opposite vertex `skip` of `facet`, keeps the best pair as neighbours; the
 * others are marked for merging. Returns the change in the number of open ridges.
 */
function matchDuplicates(h: Hull, chains: Chains, facet: Facet, skip: number): number {
  const chain = chainOf(chains, facet, skip);
  const id = facet.vertices[3 - skip].id;
  let change = 0;
  const choice = chooseMatch(h, chain, id, facet, skip);
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
      const otherSkip = skipOf(other, id);
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

/** The pair that is closest together, or if all are far apart the pair that is furthest. */
function chooseMatch(
  h: Hull,
  chain: Facet[],
  id: number,
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
      const otherSkip = skipOf(other, id);
      if (current.vertices[currentSkip] === other.vertices[otherSkip]) duplicate = true;
      if (other.neighbors[otherSkip] !== DUPLICATE_RIDGE) continue;
      if (!fits(current, currentSkip, other, otherSkip)) {
        next = other;
        nextSkip = otherSkip;
        continue;
      }
      if (current.neighbors[currentSkip] !== DUPLICATE_RIDGE) continue;
      if (!other.hasPlane) setPlane(h, other);
      if (!current.hasPlane) setPlane(h, current);
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
