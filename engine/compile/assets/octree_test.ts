import assert from "node:assert/strict";
import { L_FACES, L_VERTICES } from "../fixtures_test.ts";
import { MeshDistance } from "./mesh_distance.ts";
import { buildOctree, type Octree } from "./octree.ts";
import { randomFrom } from "../../../harness/random.ts";

const vert = Float64Array.from(L_VERTICES);

const treeOfL = (() => {
  let tree: Octree | undefined;
  return () => tree ??= buildOctree("m", vert, L_FACES, Float64Array.of(0, 0, -0.25, 2, 2, 0.25));
})();

/** Signed distance to the L, from the boxes it is made of; exact outside of it and near its surface. */
function distanceToL(x: number, y: number, z: number): number {
  const box = (cx: number, cy: number, hx: number, hy: number) => {
    const d = [Math.abs(x - cx) - hx, Math.abs(y - cy) - hy, Math.abs(z) - 0.25];
    const [a, b, c] = d.map((t) => Math.max(t, 0));
    return Math.sqrt(a * a + b * b + c * c) + Math.min(Math.max(d[0], d[1], d[2]), 0);
  };
  return Math.min(box(1, 0.5, 1, 0.5), box(0.5, 1, 0.5, 1));
}

Deno.test("MeshDistance is the distance outside of a concave mesh, and has the right sign everywhere", () => {
  const surface = new MeshDistance(vert, L_FACES);
  const random = randomFrom(8);
  for (let trial = 0; trial < 500; trial++) {
    const p = Float64Array.of(4 * random() - 1, 4 * random() - 1, 2 * random() - 1);
    const expected = distanceToL(p[0], p[1], p[2]);
    const found = surface.signed(p, 0);
    assert.equal(found >= 0, expected >= 0, `seed 8 trial ${trial}`);
    if (expected > 0) assert.ok(Math.abs(found - expected) < 1e-12, `seed 8 trial ${trial}: ${found} for ${expected}`);
  }
});

Deno.test("buildOctree() has one value at each corner, and the exact distance at those of the largest nodes", () => {
  const tree = treeOfL();
  assert.equal(tree.depth[0], 0);
  assert.equal(Math.max(...tree.depth), 6);
  const surface = new MeshDistance(vert, L_FACES);
  const values = new Map<string, number>();
  for (let i = 0; i < 2000; i++) {
    for (let k = 0; k < 8; k++) {
      const corner = Float64Array.from({ length: 3 }, (_, axis) => {
        const side = (k >> axis) & 1 ? 1 : -1;
        return tree.aabb[6 * i + axis] + side * tree.aabb[6 * i + 3 + axis];
      });
      const value = tree.coeff[8 * i + k];
      const key = corner.map((x) => Math.round(1e9 * x)).join(" ");
      assert.equal(value, values.get(key) ?? value, `node ${i} corner ${k}`);
      values.set(key, value);
      if (tree.depth[i] > 1) continue;
      assert.ok(Math.abs(value - surface.signed(corner, 0)) < 1e-12, `node ${i} corner ${k}`);
    }
  }
});

Deno.test("buildOctree() is balanced, and children fill their parent", () => {
  const tree = treeOfL();
  for (let i = 0; i < tree.count; i++) {
    const children = tree.child.subarray(8 * i, 8 * i + 8);
    if (children[0] < 0) continue;
    children.forEach((child, k) => {
      assert.equal(tree.depth[child], tree.depth[i] + 1);
      for (let axis = 0; axis < 3; axis++) {
        const half = tree.aabb[6 * i + 3 + axis] / 2;
        const expected = tree.aabb[6 * i + axis] + ((k >> axis) & 1 ? half : -half);
        assert.ok(Math.abs(tree.aabb[6 * child + axis] - expected) < 1e-12);
        assert.ok(Math.abs(tree.aabb[6 * child + 3 + axis] - half) < 1e-12);
      }
    });
  }
});

Deno.test("buildOctree() leaves no leaf next to one that is finer by two levels", () => {
  const { count, depth, child, aabb } = treeOfL();
  const leafAt = (x: number[]) => {
    let node = 0;
    while (child[8 * node] >= 0) {
      let k = 0;
      for (let axis = 0; axis < 3; axis++) if (x[axis] > aabb[6 * node + axis]) k |= 1 << axis;
      node = child[8 * node + k];
    }
    return node;
  };
  const isInside = (x: number[]) => x.every((xi, axis) => Math.abs(xi - aabb[axis]) < aabb[3 + axis]);
  for (let i = 0; i < count; i++) {
    if (child[8 * i] >= 0) continue;
    for (let direction = 0; direction < 6; direction++) {
      // just beyond the middle of a side, off the planes on which boxes meet
      const x = [0, 1, 2].map((axis) => aabb[6 * i + axis] - 1e-7);
      const axis = direction >> 1;
      x[axis] += (direction & 1 ? 1 : -1) * (aabb[6 * i + 3 + axis] + 1e-6);
      if (!isInside(x)) continue;
      assert.ok(depth[leafAt(x)] <= depth[i] + 1, `leaf ${i} direction ${direction}`);
    }
  }
});

Deno.test("MeshDistance finds what a search of all triangles finds, for thin triangles too", () => {
  const random = randomFrom(11);
  for (let trial = 0; trial < 40; trial++) {
    // a tetrahedron, often a needle or almost flat
    const corners = Float64Array.from(
      { length: 12 },
      (_, i) => (trial % 4 > 0 && i % 3 === trial % 3 ? 1e-9 : 1) * random(),
    );
    const faces = Int32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2);
    const single = [0, 3, 6, 9].map((t) => new MeshDistance(corners, faces.slice(t, t + 3)));
    const surface = new MeshDistance(corners, faces);
    for (let i = 0; i < 50; i++) {
      const p = Float64Array.from({ length: 3 }, () => 3 * random() - 1);
      const expected = Math.min(...single.map((triangle) => Math.abs(triangle.signed(p, 0))));
      assert.equal(Math.abs(surface.signed(p, 0)), expected, `seed 11 trial ${trial} point ${i}`);
    }
  }
});
