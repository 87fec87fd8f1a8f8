/** Stages, each called again and again while inputs and results of others change. */

import assert from "node:assert/strict";
import { generateStaged } from "../../fuzz/fuzz_stages.ts";
import { compareSequence, STAGE_NAMES } from "../../fuzz/stage_sequences.ts";
import { comparison, mj } from "./sides.ts";

for (const name of STAGE_NAMES) {
  comparison(`${name}() leaves what mj_${name} leaves, whatever changed before`, () => {
    for (const seed of [1, 2, 3, 4]) {
      const { difference } = compareSequence(mj, generateStaged(seed), seed, 30, [name, name, "kinematics", "comVel"]);
      assert.equal(difference, null, `seed ${seed}`);
    }
  });
}
