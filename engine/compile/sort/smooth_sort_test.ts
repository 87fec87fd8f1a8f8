import assert from "node:assert/strict";
import { smoothSort } from "./smooth_sort.ts";
import { randomFrom } from "../../../harness/random.ts";

Deno.test("smoothSort() sorts, with comparisons that never say equal too", () => {
  const random = randomFrom(4);
  for (let count = 0; count < 200; count++) {
    const items = Array.from({ length: count }, () => Math.floor(random() * 30));
    const expected = items.toSorted((a, b) => a - b);
    smoothSort(items, (a, b) => a > b ? 1 : -1);
    assert.deepEqual(items, expected, `seed 4, ${count} items`);
  }
});
