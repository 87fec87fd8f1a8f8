import assert from "node:assert/strict";
import { introSort } from "./intro_sort.ts";
import { type Random, randomFrom } from "../../../harness/random.ts";

/** Values as they may lie in memory: random, ascending, descending, up and down, in teeth, almost sorted. */
const SHAPES: readonly ((i: number, count: number, random: Random) => number)[] = [
  (_i, _count, random) => random(),
  (i) => i,
  (i) => -i,
  (i, count) => Math.min(i, count - i),
  (i, count) => i % Math.ceil(Math.sqrt(count)),
  (i, _count, random) => random() < 0.1 ? 100 * random() : i,
];

/** Numbers that equal each other for V8, which sorts with LLVM's library too: it puts NaN last, whatever its payload. */
const FIRST_NAN = 0x7ff8000000000001n;

Deno.test("introSort() leaves equal items in the order in which V8 leaves NaN", () => {
  const random = randomFrom(12);
  for (let count = 0; count < 300; count += count < 140 ? 1 : 13) {
    for (const [shape, valueAt] of SHAPES.entries()) {
      for (const share of [0, 0.1, 0.6]) {
        const value = Float64Array.from({ length: count }, (_, i) => valueAt(i, count, random));
        const items = Int32Array.from({ length: count }, (_, i) => i);
        const numbers = value.slice();
        const bits = new BigUint64Array(numbers.buffer);
        for (let i = 0; i < count; i++) {
          if (random() >= share) continue;
          value[i] = Infinity;
          bits[i] = FIRST_NAN + BigInt(i);
        }
        introSort(items, 0, count, (a, b) => value[a] < value[b]);
        numbers.sort();
        for (let i = 0; i < count; i++) {
          const what = `seed 12, ${count} items of shape ${shape}, ${share} of them NaN: item ${i}`;
          if (value[items[i]] < Infinity) assert.equal(numbers[i], value[items[i]], what);
          else assert.equal(Number(bits[i] - FIRST_NAN), items[i], what);
        }
      }
    }
  }
});

Deno.test("introSort() sorts a range, and leaves what is around it", () => {
  const items = Int32Array.from({ length: 60 }, (_, i) => 60 - i);
  introSort(items, 10, 50, (a, b) => a < b);
  const rest = (i: number) => i < 10 || i >= 50;
  for (let i = 0; i < 60; i++) assert.equal(items[i], rest(i) ? 60 - i : i + 1, `item ${i}`);
});
