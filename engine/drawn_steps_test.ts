/** Random documents move as in MuJoCo, bit for bit. */

import assert from "node:assert/strict";
import { differenceOf } from "../scripts/explore/compare_probe.ts";

/** Seeds by generator (`scripts/explore/probes.ts`): of documents that take little time, and that MuJoCo survives. */
const SEEDS: Readonly<Record<string, readonly number[]>> = {
  grammar: [5, 15, 18, 23, 29, 30],
  smooth: [3, 7, 12, 13, 16, 18, 19, 25, 26, 27],
  contacts: [12, 16, 17, 19, 20, 22, 27, 29],
  constraints: [3, 4, 7, 8, 16, 17, 18, 19, 20, 23, 25, 26, 909424],
  everything: [3, 5, 6, 11, 12, 14, 19, 20, 21, 22],
  dense: [2, 4, 5, 6, 7, 8, 9, 10, 11, 14, 17, 21, 22, 23, 24, 27, 29, 30],
  flexes: [10, 14, 15, 19, 20, 21, 22, 23, 24, 25, 26, 27, 813209, 106286],
  hulls: [4, 6, 9, 12, 14, 27, 29, 30, 490081],
  meshes: [1, 8, 9, 12, 14, 16, 24, 29],
  poses: [
    2,
    5,
    7,
    21,
    22,
    23,
    24,
    27,
    28,
    29,
    30,
    31,
    32,
    33,
    34,
    36,
    37,
    38,
    39,
    40,
    41,
    42,
    43,
    45,
    47,
    48,
    49,
    50,
    51,
    53,
    54,
    55,
    56,
    58,
    59,
    60,
    720874,
  ],
  sleepers: [12, 16, 18, 20, 21, 29, 34, 41, 43, 45, 49, 54, 55, 56, 58, 59],
  "near:sol/crowd_searches_long": [402511],
  "near:sens/distance_many_geoms": [999274],
};

/** Generators of documents whose steps kernels do for the most part. */
const STEPPED = new Set(["smooth", "contacts", "constraints", "everything", "dense", "flexes", "poses"]);

for (const [area, seeds] of Object.entries(SEEDS)) {
  for (const seed of seeds) {
    const key = `${area}#${seed}`;
    Deno.test(`what comes of ${key} is what comes of it in MuJoCo`, async () => {
      assert.equal(await differenceOf(key), null);
    });
    if (!STEPPED.has(area)) continue;
    Deno.test(`what comes of ${key} is the same by loops, or by kernels where loops are asked for`, async () => {
      assert.equal(await differenceOf(key, true), null);
    });
  }
}
