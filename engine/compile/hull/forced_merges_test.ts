import assert from "node:assert/strict";
import type { Facet } from "./facet.ts";
import { HullError } from "./hull.ts";
import { quickHull } from "./quick_hull.ts";

/** A cloud, and the hull that Qhull makes of it: three points for each face, or null if it gives up. */
interface Forced {
  /** width within which facets are merged */
  centrum: number;
  /** coordinates in single precision */
  points: number[];
  faces: number[] | null;
}

// made by Qhull 8.1 at the commit that MuJoCo 3.5.0 uses, with the option `C-<centrum>` and the qsort of musl, as in MuJoCo's
// WebAssembly build; of 56,000 such clouds, none differed
const CLOUDS = JSON.parse(Deno.readTextFileSync(new URL("forced_merges.json", import.meta.url))) as Forced[];

Deno.test("quickHull() merges facets as Qhull does, where a wide centrum forces it to", () => {
  assert.ok(CLOUDS.length > 50);
  for (const [i, { centrum, points, faces }] of CLOUDS.entries()) {
    assert.deepEqual(facesOf(Float64Array.from(Float32Array.from(points)), centrum), faces, `cloud ${i}`);
  }
});

function facesOf(points: Float64Array, centrum: number): number[] | null {
  try {
    const h = quickHull(points, -1, () => {}, centrum);
    const faces: number[] = [];
    for (let f = h.facetList; f !== h.facetTail; f = f.next as Facet) {
      faces.push(...f.vertices.map(({ point }) => point));
    }
    return faces;
  } catch (error) {
    if (error instanceof HullError) return null;
    throw error;
  }
}
