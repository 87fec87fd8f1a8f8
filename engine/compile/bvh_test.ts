import assert from "node:assert/strict";
import { buildBvh } from "./bvh.ts";
import { randomFrom } from "../../harness/random.ts";

Deno.test("buildBvh() has each element in one leaf, inside the boxes of all nodes above", () => {
  const random = randomFrom(3);
  for (const count of [1, 2, 3, 7, 64, 101]) {
    const pos = Float64Array.from({ length: 3 * count }, () => random());
    const aabb = Float64Array.from(
      { length: 6 * count },
      (_, i) => i % 6 < 3 ? pos[3 * Math.floor(i / 6) + i % 6] : 0.01,
    );
    const bvh = buildBvh({ id: Int32Array.from({ length: count }, (_, i) => 10 + i), pos, aabb });
    assert.equal(bvh.count, 2 * count - 1);

    const leaves: number[] = [];
    for (let node = 0; node < bvh.count; node++) {
      const [left, right] = bvh.child.subarray(2 * node, 2 * node + 2);
      if (left < 0) {
        leaves.push(bvh.nodeid[node]);
        continue;
      }
      assert.equal(bvh.nodeid[node], -1);
      for (const child of [left, right]) {
        assert.equal(bvh.depth[child], bvh.depth[node] + 1);
        for (let k = 0; k < 3; k++) {
          const [c, h] = [bvh.aabb[6 * child + k], bvh.aabb[6 * child + k + 3]];
          const [pc, ph] = [bvh.aabb[6 * node + k], bvh.aabb[6 * node + k + 3]];
          assert.ok(c - h >= pc - ph - 1e-12 && c + h <= pc + ph + 1e-12, `seed 3, ${count} elements, node ${child}`);
        }
      }
    }
    assert.deepEqual(leaves.sort((a, b) => a - b), Array.from({ length: count }, (_, i) => 10 + i));
    assert.ok(Math.max(...bvh.depth) <= Math.ceil(Math.log2(count)));
  }
});

Deno.test("buildBvh() turns the boxes of elements into the frame", () => {
  const half = Math.sqrt(0.5);
  const quarter = Float64Array.of(half, 0, 0, half);
  const element = { id: [0], pos: Float64Array.of(1, 2, 3), aabb: Float64Array.of(0, 0, 0, 1, 2, 3) };
  const turned = buildBvh({ ...element, quat: quarter }, {
    pos: Float64Array.of(1, 0, 0),
    quat: Float64Array.of(1, 0, 0, 0),
  });
  for (const [k, expected] of [0, 2, 3, 2, 1, 3].entries()) assert.ok(Math.abs(turned.aabb[k] - expected) < 1e-12);
});

Deno.test("buildBvh() of nothing is empty", () => {
  assert.equal(buildBvh({ id: [], pos: new Float64Array(0), aabb: new Float64Array(0) }).count, 0);
});
