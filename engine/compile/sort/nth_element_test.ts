import assert from "node:assert/strict";
import { fingerprint } from "../fixtures_test.ts";
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

/** The order of items whose keys are close to each other, by how many steps of 0.4e-14 they may differ. */
function orders(steps: number): number {
  const random = randomFrom(steps);
  let hash = 0;
  for (let trial = 0; trial < 3000; trial++) {
    const count = 1 + Math.floor(random() * (trial % 3 === 0 ? 90 : 12));
    const isAscending = random() < 0.3;
    const value = Float64Array.from({ length: count }, () => 0.4e-14 * Math.floor(random() * steps));
    if (isAscending) value.sort();
    if (random() < 0.5) value[Math.floor(random() * count)] = 0.4e-14 * steps;
    const items = Int32Array.from({ length: count }, (_, i) => i);
    for (let i = isAscending ? 0 : count - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [items[i], items[j]] = [items[j], items[i]];
    }
    const nth = Math.floor(random() * count);
    nthElement(items, Float64Array.from(items, (item) => value[item]), 0, nth, count);
    hash = fingerprint(items, hash);
  }
  return hash;
}

// found with `nth_element` of LLVM 18, in the same order of trials
for (const [steps, expected] of [[4, 2980485883], [12, 3986458456], [60, 2103716406], [2000, 2374172418]]) {
  Deno.test(`nthElement() leaves keys of ${steps} steps in LLVM's order, though close ones have none`, () => {
    assert.equal(orders(steps), expected, `seed ${steps}`);
  });
}

Deno.test("nthElement() ends with keys that have no order", () => {
  const items = Int32Array.from({ length: 50 }, (_, i) => i);
  nthElement(items, new Float64Array(50).fill(NaN), 0, 25, 50);
  assert.equal(new Set(items).size, 50);
});
