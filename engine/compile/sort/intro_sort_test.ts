import assert from "node:assert/strict";
import { introSort } from "./intro_sort.ts";
import { randomFrom } from "../../../harness/random.ts";

Deno.test("introSort() sorts ranges of every length, sorted, reversed, random, and with ties", () => {
  const random = randomFrom(12);
  for (let count = 0; count < 400; count += count < 30 ? 1 : 17) {
    for (const ties of [1, 3, 1000]) {
      for (const shape of [() => random(), (i: number) => i / count, (i: number) => -i / count]) {
        const value = Float64Array.from({ length: count }, (_, i) => Math.floor(ties * shape(i)));
        const items = Int32Array.from({ length: count }, (_, i) => i);
        introSort(items, 0, count, (a, b) => value[a] < value[b]);
        assert.equal(new Set(items).size, count, `seed 12, ${count} items`);
        for (let i = 1; i < count; i++) assert.ok(value[items[i - 1]] <= value[items[i]], `seed 12, ${count} items`);
      }
    }
  }
});
