import assert from "node:assert/strict";
import { fingerprint } from "../fixtures_test.ts";
import { smoothSort } from "./smooth_sort.ts";
import { randomFrom } from "../../../harness/random.ts";

const SEED = 6;
// found with `qsort` of musl, which MuJoCo's WASM build has, for the same arrays, of which equal items compare as −1
const EXPECTED = 2411141822;

Deno.test("smoothSort() leaves items of which none is after the other in the order of MuJoCo's C library", () => {
  const random = randomFrom(SEED);
  let hash = 0;
  for (let count = 0; count < 900; count += count < 150 ? 1 : 37) {
    for (const range of [3, 1000]) {
      const value = Float64Array.from({ length: count }, () => Math.floor(range * random()));
      if (random() < 0.3) value.sort();
      const items = [...Array(count).keys()];
      smoothSort(items, (a, b) => value[a] > value[b]);
      for (let i = 1; i < count; i++) assert.ok(value[items[i - 1]] <= value[items[i]], `seed ${SEED}, ${count} items`);
      hash = fingerprint(Int32Array.from(items), hash);
    }
  }
  assert.equal(hash, EXPECTED, `seed ${SEED}`);
});
