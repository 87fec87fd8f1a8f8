import assert from "node:assert/strict";
import { randomFrom } from "../../../harness/random.ts";
import { sortCandidates } from "./visit_sweep.ts";

Deno.test("pairs are sorted by the first, then by the second, and what is beyond the count stays", () => {
  const random = randomFrom(1);
  for (const count of [0, 1, 2, 3, 4, 5, 13, 14, 40, 41, 300]) {
    const pairs = Array.from({ length: count + 1 }, () => [Math.floor(20 * random()), Math.floor(300 * random())]);
    const g1 = Int32Array.from(pairs, ([a]) => a);
    const g2 = Int32Array.from(pairs, ([_, b]) => b);
    sortCandidates({ g1, g2, count, unsure: false, stack: new Int32Array(0) });

    const last = pairs.pop();
    const sorted = [...pairs.toSorted(([a, b], [c, d]) => a - c || b - d), last];
    assert.deepEqual(Array.from(g1, (a, i) => [a, g2[i]]), sorted, `${count} pairs`);
  }
});
