/**
 * The cone of new facets from a point to its horizon, the border of the part of the hull that is visible from the
 * point.
 */

import { addRidge, type Facet, joinVertices, otherFacet, type Ridge, type Vertex } from "./facet.ts";
import { type Hull, HullError, MAXOUTSIDE } from "./hull.ts";
import { matchNewFacets } from "./match.ts";
import { above, computePlane } from "./plane.ts";
import { remove, removeAt, replace } from "./sets.ts";

/** Moves the facets below the point to the visible list, beginning with `facet`. */
export function collectHorizon(h: Hull, point: number, facet: Facet): void {
  h.moveToEnd(facet);
  h.numVisible = 1;
  h.visibleList = facet;
  facet.visible = true;
  h.visitId++;

  const { points: p, planes } = h;
  const x = p[3 * point];
  const y = p[3 * point + 1];
  const z = p[3 * point + 2];
  let horizon = 0;
  for (let visible: Facet | null = facet; visible && visible.visible; visible = visible.next) {
    visible.visitid = h.visitId;
    const neighbors = visible.neighbors as Facet[];
    for (let i = 0; i < neighbors.length; i++) {
      const neighbor = neighbors[i];
      if (neighbor.visitid === h.visitId) continue;
      neighbor.visitid = h.visitId;
      const dist = above(planes, neighbor.plane, x, y, z);
      if (dist > h.minVisible) {
        h.moveToEnd(neighbor);
        neighbor.visible = true;
        h.numVisible++;
      } else {
        horizon++;
        neighbor.coplanarhorizon = dist >= -h.minVisible;
        if (neighbor.coplanarhorizon) noteCoplanar(h, neighbor, dist);
      }
    }
  }
  if (horizon === 0) throw new HullError("a point sees the whole hull");
}

/** Notes how far the point is above or below a facet that stays. */
function noteCoplanar(h: Hull, facet: Facet, dist: number): void {
  if (dist > 0) {
    if (dist > h.maxOutside) h.maxOutside = dist;
    const at = facet.plane + MAXOUTSIDE;
    if (dist > h.planes[at]) h.planes[at] = dist;
  } else if (dist < h.minVertex) {
    h.minVertex = dist;
  }
}

/** Makes a facet from the point to each ridge of the horizon, and their planes; returns the vertex of the point. */
export function makeCone(h: Hull, point: number): Vertex {
  const apex = makeNewFacets(h, point);
  matchNewFacets(h);
  for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) {
    if (!facet.mergehorizon) computePlane(h, facet);
  }
  updateNeighborsOfCone(h);
  return apex;
}

function makeNewFacets(h: Hull, point: number): Vertex {
  h.newFacetList = h.facetTail;
  h.newVertexList = h.vertexTail;
  const apex = h.newVertex(point);
  h.appendVertex(apex);

  let made: Facet | null = null;
  let madeFromRidges: Facet | null = null;
  for (let visible = h.visibleList; visible && visible.visible; visible = visible.next) {
    const neighbors = visible.neighbors as Facet[];
    for (let i = 0; i < neighbors.length; i++) neighbors[i].seen = false;
    if (visible.ridges) madeFromRidges = coneFromRidges(h, visible, apex);
    if (visible.simplicial) made = coneFromTriangle(h, visible, apex);
    if (madeFromRidges) made = madeFromRidges;
    if (made) visible.link = made;
  }
  return apex;
}

/** Makes new facets over the ridges between a visible facet and facets that stay; returns the last one. */
export function coneFromRidges(h: Hull, visible: Facet, apex: Vertex): Facet | null {
  let made: Facet | null = null;
  const ridges = visible.ridges as Ridge[];
  for (let i = 0; i < ridges.length; i++) {
    const ridge = ridges[i];
    const neighbor = otherFacet(ridge, visible);
    if (!neighbor.visible) {
      const toporient = ridge.top === visible;
      made = makeNewFacet(h, apex, ridge.vertices[0], ridge.vertices[1], toporient, neighbor);
      if (neighbor.coplanarhorizon) joinCycle(made, neighbor);

      // a horizon facet that borders several visible ones gets several new neighbors
      if (neighbor.seen) neighbor.neighbors.push(made);
      else replace(neighbor.neighbors, visible, made);
      if (neighbor.simplicial) {
        remove(neighbor.ridges as Ridge[], ridge);
      } else {
        addRidge(made, ridge);
        if (toporient) ridge.top = made;
        else ridge.bottom = made;
      }
    }
    neighbor.seen = true;
  }
  return made;
}

/** Records that a new facet is coplanar with its horizon facet, together with other such new facets. */
function joinCycle(facet: Facet, horizon: Facet): void {
  facet.mergehorizon = true;
  if (!horizon.seen) {
    facet.link = facet;
    horizon.link = facet;
  } else {
    const cycle = horizon.link as Facet;
    facet.link = cycle.link;
    cycle.link = facet;
  }
}

/** Makes new facets over the sides between a visible triangle and facets that stay; returns the last one. */
function coneFromTriangle(h: Hull, visible: Facet, apex: Vertex): Facet | null {
  let made: Facet | null = null;
  for (let i = 0; i < visible.neighbors.length; i++) {
    const neighbor = visible.neighbors[i] as Facet;
    if (neighbor.seen || neighbor.visible) continue;
    const { vertices, neighbors } = neighbor;
    const skip = neighbors[0] === visible ? 0 : neighbors[1] === visible ? 1 : 2;
    const first = vertices[skip === 0 ? 1 : 0];
    const second = vertices[skip === 2 ? 1 : 2];
    made = makeNewFacet(h, apex, first, second, neighbor.toporient === (skip === 1), neighbor);
    if (neighbor.coplanarhorizon) {
      made.link = made;
      made.mergehorizon = true;
    }
    neighbors[skip] = made;
  }
  return made;
}

function makeNewFacet(h: Hull, apex: Vertex, b: Vertex, c: Vertex, toporient: boolean, horizon: Facet): Facet {
  if (!b.isNew) h.renewVertex(b);
  if (!c.isNew) h.renewVertex(c);
  const facet = h.newTriangle(apex, b, c, horizon);
  facet.toporient = toporient;
  h.appendFacet(facet);
  return facet;
}

function updateNeighborsOfCone(h: Hull): void {
  if (h.vertexNeighbors) {
    for (let vertex = h.newVertexList; vertex.next; vertex = vertex.next) {
      for (let i = 0; i < vertex.neighbors.length; i++) {
        if (vertex.neighbors[i].visible) removeAt(vertex.neighbors, i--);
      }
    }
    for (let facet = h.newFacetList; facet && facet.next; facet = facet.next) joinVertices(facet);
  }
  dropUnusedVertices(h);
}

/** Removes the vertices that belong only to visible facets. */
function dropUnusedVertices(h: Hull): void {
  for (let visible = h.visibleList; visible && visible.visible; visible = visible.next) {
    const { vertices } = visible;
    for (let i = 0; i < vertices.length; i++) {
      const vertex = vertices[i];
      if (vertex.isNew || vertex.deleted) continue;
      if (h.vertexNeighbors && staysOnHull(vertex)) remove(vertex.neighbors, visible);
      else h.dropVertex(vertex);
    }
  }
}

function staysOnHull({ neighbors }: Vertex): boolean {
  for (let i = 0; i < neighbors.length; i++) if (!neighbors[i].visible) return true;
  return false;
}
