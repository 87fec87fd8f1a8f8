/** Hulls of points with ties everywhere are those of MuJoCo, down to the order of their vertices, edges, and faces. */

import assert from "node:assert/strict";
import { CLOUDS, differenceInHull } from "../../../scripts/explore/compare_hulls.ts";

const SEEDS = 12;

for (const kind of Object.keys(CLOUDS)) {
  Deno.test(`the hull of ${kind} is that of MuJoCo`, async () => {
    for (let seed = 1; seed <= SEEDS; seed++) assert.equal(await differenceInHull(kind, seed), null, `seed ${seed}`);
  });
}
