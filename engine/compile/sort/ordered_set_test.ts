import assert from "node:assert/strict";
import { OrderedSet } from "./ordered_set.ts";
import { type Random, randomFrom } from "../../../harness/random.ts";

Deno.test("OrderedSet holds what was added, once and in order", () => {
  const random = randomFrom(2);
  const value: number[] = [];
  const set = new OrderedSet(500, (a, b) => value[a] - value[b]);
  const added = new Set<number>();
  for (let i = 0; i < 500; i++) {
    const x = Math.floor(random() * 200);
    value[value.length] = x;
    const key = value.length - 1;
    const found = set.add(key);
    assert.equal(found !== key, added.has(x), `seed 2: ${x}`);
    assert.equal(value[found], x);
    if (added.has(x)) value.pop();
    added.add(x);
  }
  assert.deepEqual([...set.inOrder()].map((i) => value[i]), [...added].sort((a, b) => a - b));
});

Deno.test("OrderedSet is a red-black tree after every addition, in whichever order", () => {
  const random = randomFrom(3);
  const count = 70;
  const orders: ((random: Random, i: number) => number)[] = [(r) => r(), (_, i) => i, (_, i) => -i, (_, i) => i % 7];
  for (let trial = 0; trial < 24; trial++) {
    const value = Array.from({ length: count }, (_, i) => orders[trial % 4](random, i) + 1e-9 * random());
    const set = new OrderedSet(count, (a, b) => value[a] - value[b]);
    for (let key = 0; key < count; key++) {
      assert.equal(set.add(key), key);
      checkTree(set, `seed 3 trial ${trial} key ${key}`);
      const sorted = [...Array(key + 1).keys()].sort((a, b) => value[a] - value[b]);
      assert.deepEqual([...set.inOrder()], sorted, `seed 3 trial ${trial} key ${key}`);
    }
  }
});

/** Fails unless colors and parents are those of a red-black tree. */
function checkTree(set: OrderedSet, what: string): void {
  const { root, left, right, parent, red } = set as unknown as {
    root: number;
    left: Int32Array;
    right: Int32Array;
    parent: Int32Array;
    red: Uint8Array;
  };
  const blacks = (node: number): number => {
    if (node < 0) return 0;
    const below = [left[node], right[node]];
    for (const child of below) {
      if (child < 0) continue;
      assert.equal(parent[child], node, what);
      assert.ok(red[node] === 0 || red[child] === 0, `${what}: a red node below another`);
    }
    const [a, b] = below.map(blacks);
    assert.equal(a, b, `${what}: black heights differ`);
    return a + 1 - red[node];
  };
  assert.equal(red[root], 0, what);
  blacks(root);
}
