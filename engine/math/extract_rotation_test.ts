import assert from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { extractRotation } from "./extract_rotation.ts";
import { mulMatMat3, mulMatMatT3 } from "./mat3.ts";
import { normalize4, quat2Mat } from "./quat.ts";

Deno.test("extractRotation() finds the rotation of a product of a rotation and a stretch", () => {
  for (let seed = 0; seed < 20; seed++) {
    const next = randomFrom(seed);
    const quat = Float64Array.from({ length: 4 }, () => symmetric(next));
    const rotation = new Float64Array(9);
    const root = Float64Array.from({ length: 9 }, (_, k) => (k % 4 === 0 ? 1 : 0) + 0.3 * symmetric(next));
    const stretch = new Float64Array(9);
    const product = new Float64Array(9);
    normalize4(quat, 0);
    quat2Mat(rotation, 0, quat, 0);
    mulMatMatT3(stretch, 0, root, 0, root, 0);
    mulMatMat3(product, 0, rotation, 0, stretch, 0);

    const found = Float64Array.of(1, 0, 0, 0);
    extractRotation(found, product);
    quat2Mat(product, 0, found, 0);
    for (let k = 0; k < 9; k++) {
      assert.ok(Math.abs(product[k] - rotation[k]) < 1e-6, `seed ${seed}: ${product} for ${rotation}`);
    }
  }
});

Deno.test("extractRotation() keeps what is aligned already", () => {
  const found = Float64Array.of(1, 0, 0, 0);
  extractRotation(found, Float64Array.of(2, 0, 0, 0, 0.5, 0, 0, 0, 1));
  assert.deepEqual([...found], [1, 0, 0, 0]);
});
