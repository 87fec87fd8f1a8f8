import assert from "node:assert/strict";
import { fingerprint } from "../fixtures_test.ts";
import { smoothSort } from "./smooth_sort.ts";
import { randomFrom } from "../../../harness/random.ts";

// found with `qsort` of musl, which MuJoCo's WASM build has, for the same arrays
for (
  const { seed, tie, expected } of [{ seed: 5, tie: 0, expected: 266251594 }, {
    seed: 6,
    tie: -1,
    expected: 2411141822,
  }]
) {
  Deno.test(`smoothSort() leaves items that compare as ${tie} in the order of MuJoCo's C library`, () => {
    const random = randomFrom(seed);
    let hash = 0;
    for (let count = 0; count < 900; count += count < 150 ? 1 : 37) {
      for (const range of [3, 1000]) {
        const value = Float64Array.from({ length: count }, () => Math.floor(range * random()));
        if (random() < 0.3) value.sort();
        const items = [...Array(count).keys()];
        smoothSort(items, (a, b) => value[a] > value[b] ? 1 : value[a] < value[b] ? -1 : tie);
        for (let i = 1; i < count; i++) {
          assert.ok(value[items[i - 1]] <= value[items[i]], `seed ${seed}, ${count} items`);
        }
        hash = fingerprint(Int32Array.from(items), hash);
      }
    }
    assert.equal(hash, expected, `seed ${seed}`);
  });
}
