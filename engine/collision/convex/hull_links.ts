/** Edges of convex hulls, laid out for walking: no look-up between a vertex and its neighbors. */

import { fillSlack } from "./hull_slack.ts";
import { fillHints, HINT_CELLS } from "./hull_hints.ts";
import type { Model } from "../../types/model.ts";

/**
 * Hull graphs of all meshes. The entry of a hull vertex is its number in the mesh, then per neighbor the place of the
 * neighbor's entry and its number in the mesh, then −1.
 */
export interface HullLinks {
  links: Int32Array;
  /** place of the first entry of each mesh; −1 without a hull */
  first: Int32Array;
  /** table of each mesh with good places to begin a search from, `HINT_CELLS` each; they do not decide what it finds */
  hints: Int32Array;
  /**
   * how far the end of a walk may be below the farthest vertex, by vertex, meters; of the vertices at the first search
   */
  vertSlack: Float64Array;
  /** the largest of these per mesh; NaN until the mesh is searched */
  slack: Float64Array;
}

declare module "../../types/plans.ts" {
  interface Plans {
    /** edges of convex hulls */
    hullLinks?: HullLinks;
  }
}

/** Lays out the hull graphs of a model. */
export function planHullLinks(m: Model): HullLinks {
  const { nmesh, mesh_graphadr, mesh_graph, mesh_vert, mesh_vertadr } = m;
  const links: number[] = [];
  const first = new Int32Array(nmesh).fill(-1);
  for (let mesh = 0; mesh < nmesh; mesh++) {
    const adr = mesh_graphadr[mesh];
    if (adr < 0) continue;
    const numvert = mesh_graph[adr];
    const edgeadr = adr + 2;
    const globalid = edgeadr + numvert;
    const localid = globalid + numvert;

    // places of the entries
    const place = new Int32Array(numvert);
    let end = links.length;
    for (let v = 0; v < numvert; v++) {
      place[v] = end;
      let edge = localid + mesh_graph[edgeadr + v];
      while (mesh_graph[edge++] >= 0) end += 2;
      end += 2;
    }

    first[mesh] = place[0];
    for (let v = 0; v < numvert; v++) {
      links.push(mesh_graph[globalid + v]);
      let edge = localid + mesh_graph[edgeadr + v];
      for (let to = mesh_graph[edge]; to >= 0; to = mesh_graph[++edge]) {
        links.push(place[to], mesh_graph[globalid + to]);
      }
      links.push(-1);
    }
  }

  const entries = Int32Array.from(links);
  const hints = new Int32Array(HINT_CELLS * nmesh);
  for (let mesh = 0; mesh < nmesh; mesh++) {
    if (first[mesh] < 0) continue;
    fillHints(hints, HINT_CELLS * mesh, entries, first[mesh], mesh_vert, mesh_vertadr[mesh]);
  }
  const vertSlack = new Float64Array(m.nmeshvert);
  const slack = new Float64Array(nmesh).fill(NaN);
  return { links: entries, first, hints, vertSlack, slack };
}

/** Finds the slack of the hull of a mesh, to be called only while it is NaN, because every call makes a closure: V8-9. */
export function findSlack(m: Model, hulls: HullLinks, mesh: number): void {
  const { links, first, vertSlack, slack } = hulls;
  // the next hull begins where this one ends
  const end = first.find((place, other) => other > mesh && place >= 0) ?? links.length;
  slack[mesh] = fillSlack(vertSlack, links, first[mesh], end, m.mesh_vert, m.mesh_vertadr[mesh]);
}
