/**
 * Hulls of points with a centrum so wide that facets merge in every way, and what is left of the search for them: the
 * order in which facets are made and visited decides which merge comes first. Models of MuJoCo have no such centrum.
 */

import type { Facet, Vertex } from "../../engine/compile/hull/facet.ts";
import { COPLANAR, type Hull, HullError } from "../../engine/compile/hull/hull.ts";
import { quickHull } from "../../engine/compile/hull/quick_hull.ts";
import { id2name, type Model, Obj } from "../../mod.ts";
import { line } from "./spoken_numbers.ts";

/** The hull of each custom number: coordinates of points; its name begins with the centrum. */
export function saidOfHulls(m: Model): string[] {
  return Array.from({ length: m.nnumeric }, (_, i) => {
    const points = m.numeric_data.slice(m.numeric_adr[i], m.numeric_adr[i] + m.numeric_size[i]);
    const title = id2name(m, Obj.NUMERIC, i) ?? "";
    return `${title}: ${saidOfHull(points, Number.parseFloat(title))}`;
  });
}

/** The facets of a hull with their planes and points, and the marks of its search; or why there is none. */
export function saidOfHull(points: Float64Array, centrum: number): string {
  let work = 0;
  try {
    const h = quickHull(points, -1, (some) => work += some, centrum);
    const said = line(`work ${work},`, numbersOf(h));
    h.leave();
    return said;
  } catch (error) {
    if (!(error instanceof HullError)) throw error;
    return `work ${work}, ${error.message}`;
  }
}

function numbersOf(h: Hull): number[] {
  const { facetId, vertexId, visitId, vertexVisit, merges, maxOutside, minVertex, maxOutsideLimit } = h;
  const numbers = [facetId, vertexId, visitId, vertexVisit, merges, maxOutside, minVertex, maxOutsideLimit];
  numbers.push(...[h.narrow, h.wasCoplanar, h.zeroAllOk, h.vertexNeighbors].map(Number), ...h.interior);
  for (let vertex = h.vertexList; vertex !== h.vertexTail; vertex = vertex.next as Vertex) {
    numbers.push(vertex.id, vertex.point, ...vertex.neighbors.map(({ id }) => id), -1);
  }
  for (let facet = h.facetList; facet !== h.facetTail; facet = facet.next as Facet) {
    numbers.push(facet.id, Number(facet.toporient), Number(facet.simplicial), facet.nummerge);
    numbers.push(...facet.vertices.map(({ id }) => id), ...facet.neighbors.map((it) => it?.id ?? -1));
    numbers.push(...h.planes.subarray(facet.plane, facet.plane + (facet.hasCenter ? 9 : 6)));
    const coplanar = facet.points + COPLANAR;
    for (let point = h.lists.first(coplanar); point >= 0; point = h.lists.after(point)) numbers.push(point);
  }
  return numbers;
}
