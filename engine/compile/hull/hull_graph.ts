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
  writeVertices(graph, h);
  const corners = writeFaces(graph, h);
  writeEdges(graph, h, corners, facetsAround(h, corners));
  h.leave();
  return graph;
}

/** Writes the neighbors of each vertex, in the order of the facets around it, and of the vertices within them. */
function writeEdges(graph: Int32Array, h: Hull, corners: Int32Array, { adr, facet }: Around): void {
  const { numVertices, numFacets } = h;
  const edges = 2 + 2 * numVertices;
  const faces = edges + numVertices + 3 * numFacets;
  let at = edges;
  for (let i = 0; i < numVertices; i++) {
    graph[2 + i] = at - edges;
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
}

/** Numbers vertices by their position in the list, and writes their points. */
function writeVertices(graph: Int32Array, h: Hull): void {
  let count = 0;
  for (let vertex = h.vertexList; vertex !== h.vertexTail; vertex = vertex.next as Vertex, count++) {
    vertex.visitid = count;
    graph[2 + h.numVertices + count] = vertex.point;
  }
}

/** Numbers facets by their position in the list, and writes their points; returns the numbers of their vertices. */
function writeFaces(graph: Int32Array, h: Hull): Int32Array {
  const corners = new Int32Array(3 * h.numFacets);
  const faces = graph.length - corners.length;
  let count = 0;
  for (let facet = h.facetList; facet !== h.facetTail; facet = facet.next as Facet, count++) {
    const at = 3 * count;
    const { vertices } = facet;
    if (vertices.length !== 3) throw new HullError("a face is not a triangle");
    facet.visitid = count;
    for (let k = 0; k < 3; k++) corners[at + k] = vertices[k].visitid;
    graph[faces + at] = vertices[facet.toporient ? 1 : 0].point;
    graph[faces + at + 1] = vertices[facet.toporient ? 0 : 1].point;
    graph[faces + at + 2] = vertices[2].point;
  }
  return corners;
}

/** The facets around each vertex: those of vertex `i` are `facet[adr[i]…adr[i + 1])`. */
interface Around {
  readonly adr: Int32Array;
  readonly facet: Int32Array;
}

function facetsAround(h: Hull, corners: Int32Array): Around {
  // merges keep them up to date, in their own order
  return h.vertexNeighbors ? listNeighbors(h) : sortCorners(h.numVertices, corners);
}

function listNeighbors(h: Hull): Around {
  const adr = new Int32Array(h.numVertices + 1);
  let i = 0;
  for (let vertex = h.vertexList; vertex !== h.vertexTail; vertex = vertex.next as Vertex, i++) {
    adr[i + 1] = adr[i] + vertex.neighbors.length;
  }
  const facet = new Int32Array(adr[i]);
  let at = 0;
  for (let vertex = h.vertexList; vertex !== h.vertexTail; vertex = vertex.next as Vertex) {
    const { neighbors } = vertex;
    for (let k = 0; k < neighbors.length; k++) facet[at++] = neighbors[k].visitid;
  }
  return { adr, facet };
}

function sortCorners(numVertices: number, corners: Int32Array): Around {
  const facet = new Int32Array(corners.length);
  const adr = new Int32Array(numVertices + 1);
  for (let k = 0; k < corners.length; k++) adr[corners[k] + 1]++;
  for (let i = 0; i < numVertices; i++) adr[i + 1] += adr[i];
  const next = adr.slice();
  for (let k = 0; k < corners.length; k++) facet[next[corners[k]]++] = Math.floor(k / 3);
  return { adr, facet };
}
