import assert from "node:assert/strict";
import { OrderedSet } from "./ordered_set.ts";
import { randomFrom } from "../../../harness/random.ts";

Deno.test("OrderedSet holds what was added, once and in order", () => {
  const random = randomFrom(2);
  const value: number[] = [];
  const set = new OrderedSet(500, (a, b) => value[a] - value[b]);
  const added = new Set<number>();
  for (let i = 0; i < 500; i++) {
    const x = Math.floor(random() * 200);
    value[value.length] = x;
    const key = value.length - 1;
    const found = set.find(key);
    assert.equal(found >= 0, added.has(x), `seed 2: ${x}`);
    if (found >= 0) assert.equal(value[found], x);
    assert.equal(set.add(key), !added.has(x));
    if (added.has(x)) value.pop();
    added.add(x);
  }
  assert.deepEqual([...set.inOrder()].map((i) => value[i]), [...added].sort((a, b) => a - b));
});
