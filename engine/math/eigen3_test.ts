import assert from "node:assert/strict";
import { eig3 } from "./eigen3.ts";
import { mulMatMat3, mulMatMatT3 } from "./mat3.ts";

const eigval = new Float64Array(3);
const eigvec = new Float64Array(9);
const quat = new Float64Array(4);

Deno.test("eig3() rebuilds the matrix from its axes, largest first", () => {
  let seed = 12345;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 1073741824 - 1;
  for (let trial = 0; trial < 200; trial++) {
    const [a, b, c, d, e, f] = Array.from({ length: 6 }, random);
    const mat = Float64Array.of(a, b, c, b, d, e, c, e, f);
    const iterations = eig3(eigval, 0, eigvec, 0, quat, 0, mat, 0);
    assert.ok(iterations < 50, `seed 12345 trial ${trial}: ${iterations} iterations`);
    assert.ok(eigval[0] >= eigval[1] && eigval[1] >= eigval[2]);

    const scaled = new Float64Array(9);
    const rebuilt = new Float64Array(9);
    const diagonal = Float64Array.of(eigval[0], 0, 0, 0, eigval[1], 0, 0, 0, eigval[2]);
    mulMatMat3(scaled, 0, eigvec, 0, diagonal, 0);
    mulMatMatT3(rebuilt, 0, scaled, 0, eigvec, 0);
    // the last rotation left out turns by less than 1.5e-6 radians
    for (let k = 0; k < 9; k++) {
      assert.ok(Math.abs(rebuilt[k] - mat[k]) < 1e-5, `seed 12345 trial ${trial}: ${rebuilt[k]} for ${mat[k]}`);
    }
  }
});

Deno.test("eig3() leaves a sorted diagonal alone", () => {
  eig3(eigval, 0, eigvec, 0, quat, 0, Float64Array.of(3, 0, 0, 0, 2, 0, 0, 0, 1), 0);
  assert.deepEqual([...eigval], [3, 2, 1]);
  assert.deepEqual([...quat], [1, 0, 0, 0]);
});

Deno.test("eig3() does not reorder equal eigenvalues", () => {
  eig3(eigval, 0, eigvec, 0, quat, 0, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), 0);
  assert.deepEqual([...quat], [1, 0, 0, 0]);
});
