/** Merging of new facets into the horizon facets with which they are coplanar. */

import { type Facet, MergeType, otherFacet, ridgeOpposite, ridgeTo, type Vertex, visitAll } from "./facet.ts";
import { type Hull, HullError } from "./hull.ts";
import { makeRidges, mergeDegenerate, mergeFacet, moveRidge } from "./merge_facet.ts";
import { testRedundantNeighbors } from "./merge_list.ts";
import { keepIf, remove, removeSorted, replace } from "./sets.ts";

const KEEP_CENTER = 5;

/** Merges all new facets that have no plane; returns whether there were any. */
export function mergeCoplanarHorizon(h: Hull): boolean {
  let any = false;
  for (let facet = h.newFacetList as Facet; facet && facet.next;) {
    let next: Facet | null = facet.next;
    if (!facet.hasPlane) {
      if (!facet.mergehorizon) throw new HullError("a new facet has no plane");
      const horizon = facet.neighbors[0] as Facet;
      if (facet.link === facet) {
        for (let i = 1; i < 3; i++) facet.vertices[i].delridge = true;
        horizon.link = null;
        mergeFacet(h, facet, horizon, MergeType.COPLANARHORIZON, null);
      } else {
        const facets = markCycle(facet);
        while (next && next.cycledone) next = next.next;
        horizon.link = null;
        mergeCycle(h, cycleOf(facet), horizon);
        horizon.nummerge += facets;
      }
      any = true;
    }
    facet = next as Facet;
  }
  if (!any) return false;
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    if (!facet.coplanarhorizon) continue;
    testRedundantNeighbors(h, facet);
    facet.coplanarhorizon = false;
  }
  mergeDegenerate(h);
  return true;
}

/** Marks the facets of a cycle and removes those that already have a plane; returns how many are left. */
function markCycle(first: Facet): number {
  let count = 0;
  let previous = first;
  for (let facet: Facet | null = first.link; facet;) {
    const next: Facet | null = facet.link;
    if (facet.cycledone || facet.visible) throw new HullError("a cycle of new facets does not end");
    facet.cycledone = true;
    if (facet.hasPlane) {
      previous.link = next;
      facet.link = null;
    } else {
      previous = facet;
      count++;
    }
    facet = facet === first ? null : next;
  }
  return count;
}

/** The facets of a cycle, `last` at the end. */
function cycleOf(last: Facet): Facet[] {
  const cycle: Facet[] = [];
  let facet = last;
  do {
    facet = facet.link as Facet;
    cycle.push(facet);
  } while (facet !== last);
  return cycle;
}

/** Merges a cycle of new facets into their horizon facet, all at once. */
function mergeCycle(h: Hull, cycle: Facet[], facet: Facet): void {
  h.merges++;
  h.collectVertexNeighbors();
  const apex = cycle[0].vertices[0];
  makeRidges(facet);
  mergeNeighbors(h, cycle, facet);
  mergeRidges(h, cycle, facet);
  mergeVertexNeighbors(h, cycle, facet);
  if (facet.vertices[0] !== apex) facet.vertices.unshift(apex);
  if (!facet.isNew) h.renewVertices(facet.vertices);

  h.moveToEnd(facet);
  facet.isNew = true;
  facet.simplicial = false;
  facet.newmerge = true;
  for (let i = 0; i < cycle.length; i++) h.willDelete(cycle[i], facet);
  if (facet.vertices.length <= 3 + KEEP_CENTER) facet.hasCenter = false;
}

function mergeNeighbors(h: Hull, cycle: Facet[], facet: Facet): void {
  const sameVisit = ++h.visitId;
  visitAll(cycle, sameVisit);
  facet.visitid = ++h.visitId;
  keepIf(facet.neighbors as Facet[], (neighbor) => {
    if (neighbor.visitid === sameVisit) return false;
    neighbor.visitid = h.visitId;
    return true;
  });

  for (let i = 0; i < cycle.length; i++) {
    const same = cycle[i];
    const neighbors = same.neighbors as Facet[];
    for (let k = 0; k < neighbors.length; k++) {
      const neighbor = neighbors[k];
      if (neighbor.visitid === sameVisit) continue;
      if (!neighbor.simplicial) {
        remove(neighbor.neighbors, same);
        if (neighbor.visitid !== h.visitId) {
          neighbor.neighbors.push(facet);
          facet.neighbors.push(neighbor);
          neighbor.visitid = h.visitId;
        }
      } else if (neighbor.visitid !== h.visitId) {
        facet.neighbors.push(neighbor);
        replace(neighbor.neighbors, same, facet);
        neighbor.visitid = h.visitId;
        const ridge = ridgeTo(neighbor, same);
        if (ridge) moveRidge(ridge, same, facet);
      } else {
        makeRidges(neighbor);
        remove(neighbor.neighbors, same);
      }
    }
  }
}

function mergeRidges(h: Hull, cycle: Facet[], facet: Facet): void {
  const sameVisit = h.visitId - 1;
  const ridges = facet.ridges ??= [];
  keepIf(ridges, (ridge) => otherFacet(ridge, facet).visitid !== sameVisit);

  for (let c = 0; c < cycle.length; c++) {
    const same = cycle[c];
    const old = same.ridges;
    for (let k = 0; old && k < old.length; k++) {
      const ridge = old[k];
      let neighbor: Facet;
      if (ridge.top === same) {
        ridge.top = facet;
        neighbor = ridge.bottom;
      } else if (ridge.bottom === same) {
        ridge.bottom = facet;
        neighbor = ridge.top;
      } else if (ridge.top === facet || ridge.bottom === facet) {
        ridges.push(ridge);
        continue;
      } else {
        throw new HullError("a ridge belongs to other facets");
      }
      if (neighbor === facet) continue;
      if (neighbor.visitid === sameVisit) {
        if (neighbor.ridges) remove(neighbor.ridges, ridge);
      } else {
        ridges.push(ridge);
      }
    }
    if (old) old.length = 0;
    if (!same.simplicial) continue;
    for (let i = 0; i < same.neighbors.length; i++) {
      const neighbor = same.neighbors[i] as Facet;
      if (neighbor.visitid === sameVisit || !neighbor.simplicial) continue;
      ridges.push(ridgeOpposite(same, i, facet));
    }
  }
}

function mergeVertexNeighbors(h: Hull, cycle: Facet[], facet: Facet): void {
  const sameVisit = h.visitId - 1;
  facet.visitid = sameVisit;
  const vertices = baseVertices(h, cycle);
  vertices.push(cycle[0].vertices[0]);
  for (let i = 0; i < vertices.length; i++) {
    const vertex = vertices[i];
    vertex.delridge = true;
    keepIf(vertex.neighbors, (neighbor) => neighbor.visitid !== sameVisit);
    vertex.neighbors.push(facet);
    if (vertex.neighbors.length >= 2) continue;
    removeSorted(facet.vertices, vertex);
    h.dropVertex(vertex);
  }
}

/** The vertices of a cycle without its apex. */
function baseVertices(h: Hull, cycle: Facet[]): Vertex[] {
  const found: Vertex[] = [];
  cycle[0].vertices[0].visitid = ++h.vertexVisit;
  for (let i = 0; i < cycle.length; i++) {
    const { mergeridge, vertices } = cycle[i];
    if (mergeridge) continue;
    for (let k = 0; k < vertices.length; k++) {
      const vertex = vertices[k];
      if (vertex.visitid === h.vertexVisit) continue;
      found.push(vertex);
      vertex.visitid = h.vertexVisit;
    }
  }
  return found;
}
