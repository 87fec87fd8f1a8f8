/** Merging one facet into another. */

import {
  addRidge,
  type Facet,
  MERGE_RIDGE,
  MergeType,
  otherFacet,
  type Ridge,
  ridgeOpposite,
  ridgeTo,
  setSeen,
  setTested,
  type Vertex,
  visitAll,
} from "./facet.ts";
import { type Hull, HullError, MAXOUTSIDE } from "./hull.ts";
import { testDegenerate, testDegenerateNeighbors, testRedundantNeighbors } from "./merge_list.ts";
import { centerDistance, computeCenter, largest, type Widths, widthsBetween } from "./plane.ts";
import { remove, removeSorted, replace } from "./sets.ts";

/** polygons with this many vertices more than a triangle keep their center when they grow */
const KEEP_CENTER = 5;
/** polygons with more vertices than this are compared by their center */
const CENTER_SIZE = 2 * 3 + 20;
/** polygons with more vertices than this look for a neighbor along concave ridges first */
const NONCONVEX_SIZE = 3 + 15;
/** merges that widen a facet by more than this factor are refused */
const WIDE_FACTOR = 100;
/** elementary operations of a merge for each vertex */
const WORK_PER_VERTEX = 100;

/** Merges `facet1` into `facet2`, which becomes the last of the new facets; points of `facet1` follow later. */
export function mergeFacet(h: Hull, facet1: Facet, facet2: Facet, type: number, widths: Widths | null): void {
  h.merges++;
  h.spend(WORK_PER_VERTEX * (facet1.vertices.length + facet2.vertices.length));
  if (widths) checkWidth(h, facet1, facet2, widths);
  if (facet1 === facet2 || facet1.visible || facet2.visible) throw new HullError("a facet is merged with itself");
  if (h.numFacets - h.numVisible <= 4) throw new HullError("the points are too close to a plane");

  h.collectVertexNeighbors();
  makeRidges(facet1);
  makeRidges(facet2);
  if (widths) noteWidth(h, facet2, widths);
  facet2.nummerge += facet1.nummerge + 1;
  facet2.newmerge = true;
  facet2.dupridge = false;
  forgetTests(facet1, facet2);

  if (facet1.vertices.length === 3) {
    mergeTriangle(h, facet1, facet2, type === MergeType.COPLANARHORIZON);
  } else {
    visitAll(facet2.vertices, ++h.vertexVisit);
    mergeNeighbors(h, facet1, facet2);
    facet2.vertices = mergeVertices(facet1.vertices, facet2.vertices);
    mergeRidges(facet1, facet2);
    mergeVertexNeighbors(h, facet1, facet2);
    if (!facet2.isNew) h.renewVertices(facet2.vertices);
  }
  h.moveToEnd(facet2);
  facet2.isNew = true;

  if (type !== MergeType.COPLANARHORIZON) {
    testRedundantNeighbors(h, facet2);
    testDegenerateNeighbors(h, facet1);
    testDegenerate(h, facet2);
  }
  h.willDelete(facet1, facet2);
}

function checkWidth(h: Hull, facet1: Facet, facet2: Facet, widths: Widths): void {
  const limit = Math.max(
    WIDE_FACTOR * h.oneMerge,
    h.planes[facet1.plane + MAXOUTSIDE],
    h.planes[facet2.plane + MAXOUTSIDE],
  );
  if (widths.high > limit || -widths.low > limit) throw new HullError("merging makes a facet too wide");
}

function noteWidth(h: Hull, facet: Facet, widths: Widths): void {
  h.maxOutside = Math.max(h.maxOutside, widths.high);
  const at = facet.plane + MAXOUTSIDE;
  h.planes[at] = Math.max(h.planes[at], widths.high);
  h.minVertex = Math.min(h.minVertex, widths.low);
  if (widths.high > h.wideFacet || widths.low < -h.wideFacet) facet.keepcentrum = true;
}

/** Invalidates what was tested of the two facets. */
function forgetTests(facet1: Facet, facet2: Facet): void {
  facet2.tested = false;
  setTested(facet1, false);
  if (!facet2.hasCenter) return;
  const size = facet2.vertices.length;
  if (!facet2.keepcentrum) {
    if (size > 3 + KEEP_CENTER) facet2.keepcentrum = true;
  } else if (size === 3) {
    facet2.keepcentrum = false;
  }
  if (!facet2.keepcentrum) {
    facet2.hasCenter = false;
    setTested(facet2, false);
  }
}

/** Gives a triangle explicit ridges. */
export function makeRidges(facet: Facet): void {
  if (!facet.simplicial) return;
  facet.simplicial = false;
  const { ridges } = facet;
  const neighbors = facet.neighbors as Facet[];
  const merging = neighbors.includes(MERGE_RIDGE);
  setSeen(neighbors, false);
  for (let i = 0; ridges && i < ridges.length; i++) otherFacet(ridges[i], facet).seen = true;
  for (let i = 0; i < neighbors.length; i++) {
    const neighbor = neighbors[i];
    if (neighbor === MERGE_RIDGE || neighbor.seen) continue;
    const ridge = ridgeOpposite(facet, i, facet);
    ridge.tested = facet.tested && !merging;
    addRidge(facet, ridge);
  }
  while (merging && remove(neighbors, MERGE_RIDGE));
}

/** Merges a triangle: at most one vertex joins the other facet. */
function mergeTriangle(h: Hull, facet1: Facet, facet2: Facet, mergeApex: boolean): void {
  const { vertices } = facet1;
  let opposite = vertices[0];
  let isNew = false;
  if (mergeApex) {
    if (!facet2.isNew) h.renewVertices(facet2.vertices);
    if (facet2.vertices[0] !== opposite) {
      facet2.vertices.unshift(opposite);
      isNew = true;
    }
  } else {
    const shared = ridgeTo(facet1, facet2)?.vertices;
    for (let i = 2; i >= 0; i--) if (!shared?.includes(vertices[i])) opposite = vertices[i];
    isNew = addVertex(facet2, opposite);
    if (!facet2.isNew) {
      h.renewVertices(facet2.vertices);
    } else if (!opposite.isNew) {
      h.removeVertex(opposite);
      h.appendVertex(opposite);
    }
  }
  for (let i = 0; i < 3; i++) {
    const vertex = vertices[i];
    if (vertex === opposite && isNew) replace(vertex.neighbors, facet1, facet2);
    else leaveVertex(h, vertex, facet1, facet2);
  }

  visitAll(facet2.neighbors as Facet[], ++h.visitId);
  const ridges = facet1.ridges as Ridge[];
  for (let i = 0; i < ridges.length; i++) {
    const ridge = ridges[i];
    const other = otherFacet(ridge, facet1);
    if (other === facet2) {
      deleteRidge(ridge);
      i--;
      remove(facet2.neighbors, facet1);
      continue;
    }
    if (other.dupridge && !other.neighbors.includes(facet1)) throw new HullError("a facet cannot be merged");
    addRidge(facet2, ridge);
    if (other.visitid !== h.visitId) {
      facet2.neighbors.push(other);
      replace(other.neighbors, facet1, facet2);
      other.visitid = h.visitId;
    } else {
      if (other.simplicial) makeRidges(other);
      joinNeighbors(other, facet1, facet2);
    }
    moveRidge(ridge, facet1, facet2);
  }
}

/** Removes `facet1` from a vertex; deletes the vertex if it is left with a single facet. */
function leaveVertex(h: Hull, vertex: Vertex, facet1: Facet, facet2: Facet): void {
  remove(vertex.neighbors, facet1);
  if (vertex.neighbors.length >= 2) return;
  removeSorted(facet2.vertices, vertex);
  h.dropVertex(vertex);
}

/** Removes `facet1` from the neighbors of a facet that had both; the first neighbor stays first. */
function joinNeighbors(facet: Facet, facet1: Facet, facet2: Facet): void {
  if (facet.neighbors[0] === facet1) {
    remove(facet.neighbors, facet2);
    replace(facet.neighbors, facet1, facet2);
  } else {
    remove(facet.neighbors, facet1);
  }
}

/** Gives a ridge of one facet to another. */
export function moveRidge(ridge: Ridge, from: Facet, to: Facet): void {
  if (ridge.top === from) ridge.top = to;
  else ridge.bottom = to;
}

function mergeNeighbors(h: Hull, facet1: Facet, facet2: Facet): void {
  visitAll(facet2.neighbors as Facet[], ++h.visitId);
  const neighbors = facet1.neighbors as Facet[];
  for (let i = 0; i < neighbors.length; i++) {
    const neighbor = neighbors[i];
    if (neighbor.visitid === h.visitId) {
      if (neighbor.simplicial) makeRidges(neighbor);
      joinNeighbors(neighbor, facet1, facet2);
    } else if (neighbor !== facet2) {
      facet2.neighbors.push(neighbor);
      replace(neighbor.neighbors, facet1, facet2);
    }
  }
  remove(facet1.neighbors, facet2);
  remove(facet2.neighbors, facet1);
}

/** The union of two lists, sorted by decreasing id. */
function mergeVertices(vertices1: Vertex[], vertices2: Vertex[]): Vertex[] {
  const merged: Vertex[] = [];
  let j = 0;
  for (const vertex of vertices1) {
    while (j < vertices2.length && vertices2[j].id > vertex.id) merged.push(vertices2[j++]);
    if (vertices2[j] === vertex) j++;
    merged.push(vertex);
  }
  while (j < vertices2.length) merged.push(vertices2[j++]);
  return merged;
}

function mergeRidges(facet1: Facet, facet2: Facet): void {
  const ridges = facet2.ridges ??= [];
  for (let i = 0; i < ridges.length; i++) {
    if (ridges[i].top === facet1 || ridges[i].bottom === facet1) deleteRidge(ridges[i--]);
  }
  for (const ridge of facet1.ridges ?? []) {
    moveRidge(ridge, facet1, facet2);
    ridges.push(ridge);
  }
}

function mergeVertexNeighbors(h: Hull, facet1: Facet, facet2: Facet): void {
  const { vertices } = facet1;
  for (let i = 0; i < vertices.length; i++) {
    const vertex = vertices[i];
    if (vertex.visitid !== h.vertexVisit) replace(vertex.neighbors, facet1, facet2);
    else leaveVertex(h, vertex, facet1, facet2);
  }
}

/** Deletes a ridge between merged facets. */
export function deleteRidge(ridge: Ridge): void {
  if (ridge.nonconvex) passOnNonconvex(ridge);
  const { vertices } = ridge;
  for (let i = 0; i < vertices.length; i++) vertices[i].delridge = true;
  if (ridge.top.ridges) remove(ridge.top.ridges, ridge);
  if (ridge.bottom.ridges) remove(ridge.bottom.ridges, ridge);
}

/** Marks another ridge between the same facets as not convex. */
export function passOnNonconvex(ridge: Ridge): void {
  ridge.nonconvex = false;
  for (const other of ridge.top.ridges ?? []) {
    if (other === ridge || (other.top !== ridge.bottom && other.bottom !== ridge.bottom)) continue;
    other.nonconvex = true;
    return;
  }
}

/** Inserts a vertex in order unless the facet has it. */
function addVertex(facet: Facet, vertex: Vertex): boolean {
  let i = 0;
  while (i < facet.vertices.length && facet.vertices[i].id > vertex.id) i++;
  if (facet.vertices[i] === vertex) return false;
  facet.vertices.splice(i, 0, vertex);
  return true;
}

/** Merges degenerate facets into their best neighbor and redundant ones into the facet that covers them. */
export function mergeDegenerate(h: Hull): number {
  let merged = 0;
  for (let merge = h.degenMerges.pop(); merge; merge = h.degenMerges.pop()) {
    const { facet1, facet2, type } = merge;
    if (facet1.visible) continue;
    facet1.degenerate = false;
    facet1.redundant = false;
    if (type === MergeType.REDUNDANT) {
      const target = h.replacementOf(facet2);
      if (!target) throw new HullError("a redundant facet has no replacement");
      if (facet1 === target) continue;
      mergeFacet(h, facet1, target, type, null);
      merged++;
    } else if (facet1.neighbors.length === 0) {
      h.willDelete(facet1, null);
      for (const vertex of facet1.vertices) {
        remove(vertex.neighbors, facet1);
        if (vertex.neighbors.length === 0) h.dropVertex(vertex);
      }
      merged++;
    } else if (facet1.neighbors.length < 3) {
      const { neighbor, widths } = findBestNeighbor(h, facet1);
      mergeFacet(h, facet1, neighbor, type, widths);
      merged++;
    }
  }
  return merged;
}

/** The neighbor that a facet is closest to, and how far its vertices are from that. */
export function findBestNeighbor(h: Hull, facet: Facet): { neighbor: Facet; dist: number; widths: Widths } {
  const size = facet.vertices.length;
  const byCenter = size > CENTER_SIZE;
  if (byCenter && !facet.hasCenter) computeCenter(h, facet);
  let best: Facet | null = null;
  let dist = Number.MAX_VALUE;
  let widths: Widths = { low: 0, high: 0 };
  const consider = (neighbor: Facet) => {
    if (facet.flipped && neighbor.flipped && best && !best.flipped) return;
    let between: Widths;
    if (byCenter) {
      const d = centerDistance(h, facet, neighbor) * 3;
      between = { low: Math.min(d, 0), high: Math.max(d, 0) };
    } else {
      between = widthsBetween(h, facet, neighbor);
    }
    const d = largest(between);
    if (d >= dist) return;
    best = neighbor;
    dist = d;
    widths = between;
  };
  if (size > NONCONVEX_SIZE) {
    for (const ridge of facet.ridges ?? []) {
      if (ridge.nonconvex) consider(otherFacet(ridge, facet));
    }
  }
  if (!best) {
    for (let i = 0; i < facet.neighbors.length; i++) consider(facet.neighbors[i] as Facet);
  }
  if (!best) throw new HullError("a facet without neighbors cannot be merged");
  if (byCenter) widths = widthsBetween(h, facet, best);
  return { neighbor: best, dist, widths };
}
