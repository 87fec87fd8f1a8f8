import assert from "node:assert/strict";
import { nthElement } from "./nth_element.ts";
import { randomFrom } from "../../../harness/random.ts";

Deno.test("nthElement() splits at the rank, whatever the order and the ties", () => {
  const random = randomFrom(1);
  for (let trial = 0; trial < 300; trial++) {
    const count = 1 + Math.floor(random() * 60);
    const range = 1 + Math.floor(random() * 40);
    const value = Float64Array.from({ length: count }, () => Math.floor(random() * range));
    const items = Int32Array.from({ length: count }, (_, i) => i);
    const nth = Math.floor(random() * count);
    const keys = value.slice();
    nthElement(items, keys, 0, nth, count);
    assert.deepEqual([...keys], [...items].map((item) => value[item]), `seed 1 trial ${trial}: keys are elsewhere`);
    assert.deepEqual([...items].sort((a, b) => a - b), [...items.keys()], `seed 1 trial ${trial}: not a permutation`);
    for (let i = 0; i < count; i++) {
      const inPlace = i < nth ? value[items[i]] <= value[items[nth]] : value[items[i]] >= value[items[nth]];
      assert.ok(inPlace, `seed 1 trial ${trial}: item ${i} is on the wrong side of ${nth}`);
    }
  }
});

Deno.test("nthElement() ends with keys that have no order", () => {
  const items = Int32Array.from({ length: 50 }, (_, i) => i);
  nthElement(items, new Float64Array(50).fill(NaN), 0, 25, 50);
  assert.equal(new Set(items).size, 50);
});
