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

Deno.test("OrderedSet finds what two descents find, one for the first that is not smaller and one for the place", () => {
  const outcomes = [0, 0, 0];
  for (let seed = 1; seed <= 40; seed++) {
    const random = randomFrom(seed);
    const count = 120;
    const [x, y] = [6, 6].map((size) => Array.from({ length: count }, () => size * random()));
    // like normals, points that are close are equal, and others are ordered by their first coordinates alone
    const compare = (a: number, b: number) => (x[a] - x[b]) ** 2 + (y[a] - y[b]) ** 2 < 0.3 ? 0 : x[a] - x[b];
    const set = new OrderedSet(count, compare);
    const { left, right } = fieldsOf(set);
    for (let key = 0; key < count; key++) {
      const { root } = fieldsOf(set);
      let lower = -1;
      for (let node = root; node >= 0;) {
        if (compare(node, key) < 0) node = right[node];
        else {
          lower = node;
          node = left[node];
        }
      }
      const found = lower >= 0 && compare(key, lower) >= 0;
      let isTaken = false;
      for (let node = root; node >= 0 && !isTaken;) {
        const order = compare(key, node);
        isTaken = order === 0;
        node = order < 0 ? left[node] : right[node];
      }
      const expected = found ? lower : isTaken ? -1 : key;
      assert.equal(set.add(key), expected, `seed ${seed} key ${key}`);
      outcomes[found ? 0 : isTaken ? 1 : 2]++;
    }
  }
  assert.ok(outcomes.every((n) => n > 10), `${outcomes}`);
});

/** What a set keeps to itself. */
function fieldsOf(set: OrderedSet) {
  return set as unknown as {
    root: number;
    left: Int32Array;
    right: Int32Array;
    parent: Int32Array;
    red: Uint8Array;
  };
}

/** Fails unless colors and parents are those of a red-black tree. */
function checkTree(set: OrderedSet, what: string): void {
  const { root, left, right, parent, red } = fieldsOf(set);
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
