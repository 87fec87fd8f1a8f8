/** The convex hull in the form of `mesh_graph`. */

import type { Facet, Vertex } from "./facet.ts";
import { HullError } from "./hull.ts";
import { quickHull } from "./quick_hull.ts";

/**
 * Vertices, edges and triangles of the convex hull of `vert`: number of vertices, number of faces, where the edges of
 * each vertex begin, which point each vertex is, neighbours of each vertex ended by -1, and three points per face.
 */
export function hullGraph(vert: Float64Array, maxVertices: number): Int32Array {
  const h = quickHull(vert, maxVertices);
  const { numVertices, numFacets } = h;
  const graph = new Int32Array(2 + 3 * numVertices + 6 * numFacets);
  graph[0] = numVertices;
  graph[1] = numFacets;
  const edgeAdr = 2;
  const globalId = edgeAdr + numVertices;
  const edges = globalId + numVertices;
  const faces = edges + numVertices + 3 * numFacets;

  let count = 0;
  for (let vertex = h.vertexList; vertex !== h.vertexTail; vertex = vertex.next as Vertex) vertex.visitid = count++;

  // neighbours in the order of the facets around each vertex, and of the vertices in those
  let adr = 0;
  for (let vertex = h.vertexList; vertex !== h.vertexTail; vertex = vertex.next as Vertex) {
    graph[edgeAdr + vertex.visitid] = adr;
    graph[globalId + vertex.visitid] = vertex.point;
    const start = edges + adr;
    for (const facet of vertex.neighbors) {
      if (facet.vertices.length !== 3) throw new HullError("a face is no triangle");
      for (const other of facet.vertices) {
        if (other === vertex) continue;
        let known = start;
        while (known < edges + adr && graph[known] !== other.visitid) known++;
        if (known < edges + adr) continue;
        if (edges + adr >= faces) throw new HullError("an edge has more than two faces");
        graph[edges + adr++] = other.visitid;
      }
    }
    if (edges + adr >= faces) throw new HullError("an edge has more than two faces");
    graph[edges + adr++] = -1;
  }
  if (edges + adr !== faces) throw new HullError("an edge has less than two faces");

  adr = faces;
  for (let facet = h.facetList; facet !== h.facetTail; facet = facet.next as Facet) {
    const [a, b, c] = facet.vertices;
    graph[adr++] = (facet.toporient ? b : a).point;
    graph[adr++] = (facet.toporient ? a : b).point;
    graph[adr++] = c.point;
  }
  return graph;
}
