import assert from "node:assert/strict";
import { randomFrom } from "../../../harness/random.ts";
import { withoutKernels } from "../../wasm/kernel_set.ts";
import { faceTree } from "./face_tree.ts";

const SEED = 20251120;

/** Triangles whose corners are on a grid, so that many are flat, alike, or without area. */
function triangles(random: () => number, count: number, cells: number): { vert: Float64Array; face: Int32Array } {
  const corners = 3 + Math.floor(random() * 2 * count);
  const vert = Float64Array.from({ length: 3 * corners }, () => Math.floor(random() * cells) / cells - 0.5);
  // normals of tiny triangles are lost to rounding, and so are their centers
  for (let k = 0; k < 9; k++) vert[k] *= 1e-170;
  return { vert, face: Int32Array.from({ length: 3 * count }, () => Math.floor(random() * corners)) };
}

Deno.test(`faceTree() gives the same bits with and without kernels (seed ${SEED})`, () => {
  const random = randomFrom(SEED);
  for (const count of [1, 2, 3, 4, 5, 7, 8, 9, 20, 64, 100, 333, 1000, 5000]) {
    for (const cells of [1, 3, 50, 2 ** 40]) {
      const { vert, face } = triangles(random, count, cells);
      const expected = withoutKernels(() => faceTree(vert, face));
      const tree = faceTree(vert, face);
      assert.deepEqual(tree, expected, `${count} triangles, ${cells} cells`);
      assert.equal(tree.count, 2 * count - 1);
    }
  }
});
