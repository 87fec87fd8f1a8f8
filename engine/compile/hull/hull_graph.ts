/** The convex hull in the form of `mesh_graph`. */

import type { Facet, Vertex } from "./facet.ts";
import { type Hull, HullError, type Spend } from "./hull.ts";
import { quickHull } from "./quick_hull.ts";

/**
 * The convex hull of `vert`: number of vertices, number of faces, start of the edges of each vertex, point of each
 * vertex, neighbors of each vertex terminated by -1, and three points per face.
 */
export function hullGraph(vert: Float64Array, maxVertices: number, spend?: Spend): Int32Array {
  const h = quickHull(vert, maxVertices, spend);
  const { numVertices, numFacets } = h;
  const graph = new Int32Array(2 + 3 * numVertices + 6 * numFacets);
  graph[0] = numVertices;
  graph[1] = numFacets;
  const edgeAdr = 2;
  const globalId = edgeAdr + numVertices;
  const edges = globalId + numVertices;
  const faces = edges + numVertices + 3 * numFacets;

  const corners = numberCorners(h);
  const { adr, facet } = facetsAround(h, corners);

  // neighbors in the order of the facets around each vertex, and of the vertices within them
  let at = edges;
  let i = 0;
  for (let vertex = h.vertexList; vertex !== h.vertexTail; vertex = vertex.next as Vertex, i++) {
    graph[edgeAdr + i] = at - edges;
    graph[globalId + i] = vertex.point;
    const start = at;
    for (let j = adr[i]; j < adr[i + 1]; j++) {
      for (let k = 3 * facet[j]; k < 3 * facet[j] + 3; k++) {
        const other = corners[k];
        if (other === i) continue;
        let known = start;
        while (known < at && graph[known] !== other) known++;
        if (known < at) continue;
        if (at >= faces) throw new HullError("an edge has more than two faces");
        graph[at++] = other;
      }
    }
    if (at >= faces) throw new HullError("an edge has more than two faces");
    graph[at++] = -1;
  }
  if (at !== faces) throw new HullError("an edge has fewer than two faces");

  for (let f = h.facetList; f !== h.facetTail; f = f.next as Facet) {
    const [a, b, c] = f.vertices;
    graph[at++] = (f.toporient ? b : a).point;
    graph[at++] = (f.toporient ? a : b).point;
    graph[at++] = c.point;
  }
  h.leave();
  return graph;
}

/** Numbers vertices and facets by their position in the lists; returns the vertex numbers of each facet. */
function numberCorners(h: Hull): Int32Array {
  let count = 0;
  for (let vertex = h.vertexList; vertex !== h.vertexTail; vertex = vertex.next as Vertex) vertex.visitid = count++;
  count = 0;
  const corners = new Int32Array(3 * h.numFacets);
  for (let facet = h.facetList; facet !== h.facetTail; facet = facet.next as Facet) {
    if (facet.vertices.length !== 3) throw new HullError("a face is not a triangle");
    facet.visitid = count;
    for (let k = 0; k < 3; k++) corners[3 * count + k] = facet.vertices[k].visitid;
    count++;
  }
  return corners;
}

/** The facets around each vertex: those of vertex `i` are `facet[adr[i]…adr[i + 1])`. */
function facetsAround(h: Hull, corners: Int32Array): { adr: Int32Array; facet: Int32Array } {
  const adr = new Int32Array(h.numVertices + 1);
  if (h.vertexNeighbors) {
    // kept up to date by merges, in their own order
    const around: number[] = [];
    let i = 0;
    for (let vertex = h.vertexList; vertex !== h.vertexTail; vertex = vertex.next as Vertex) {
      for (const facet of vertex.neighbors) around.push(facet.visitid);
      adr[++i] = around.length;
    }
    return { adr, facet: Int32Array.from(around) };
  }
  for (const vertex of corners) adr[vertex + 1]++;
  for (let i = 0; i < h.numVertices; i++) adr[i + 1] += adr[i];
  const next = adr.slice();
  const facet = new Int32Array(corners.length);
  for (let k = 0; k < corners.length; k++) facet[next[corners[k]]++] = Math.floor(k / 3);
  return { adr, facet };
}
