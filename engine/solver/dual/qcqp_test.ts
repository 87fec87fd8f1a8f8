import assert from "node:assert/strict";
import { solveQCQP } from "./qcqp.ts";
import { symmetricFrom } from "../../../harness/random.ts";

/** Gradient of ½ xᵀ A x + xᵀ b. */
function gradient(A: Float64Array, b: Float64Array, x: Float64Array, n: number): Float64Array {
  const g = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    g[i] = b[i];
    for (let j = 0; j < n; j++) g[i] += A[i * n + j] * x[j];
  }
  return g;
}

for (const n of [2, 3, 5]) {
  Deno.test(`solveQCQP() meets the optimality conditions in ${n} dimensions`, () => {
    const next = symmetricFrom(n);
    let active = 0;
    for (let trial = 0; trial < 200; trial++) {
      const A = new Float64Array(n * n);
      const root = Float64Array.from({ length: n * n }, next);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          for (let k = 0; k < n; k++) A[i * n + j] += root[i * n + k] * root[j * n + k];
        }
        A[i * (n + 1)] += 0.5;
      }
      const b = Float64Array.from({ length: n }, next);
      const d = Float64Array.from({ length: n }, () => 0.3 + Math.abs(next()));
      const r = 0.1 + Math.abs(next());
      const x = new Float64Array(6);

      const bound = solveQCQP(x, A, b, d, 0, r, n);

      // inside, the gradient vanishes; on the bound, it points inward along the normal of the ellipsoid
      const g = gradient(A, b, x, n);
      let length = 0;
      for (let i = 0; i < n; i++) length += (x[i] / d[i]) ** 2;
      assert.ok(length <= r * r + 1e-9, `seed ${n} trial ${trial}: outside`);
      if (!bound) {
        for (let i = 0; i < n; i++) assert.ok(Math.abs(g[i]) < 1e-9, `seed ${n} trial ${trial}: gradient ${g[i]}`);
        continue;
      }
      active++;
      assert.ok(Math.abs(length - r * r) < 1e-6, `seed ${n} trial ${trial}: not on the bound`);
      let multiplier = 0;
      for (let i = 0; i < n; i++) multiplier -= g[i] * x[i] / (r * r);
      assert.ok(multiplier > 0, `seed ${n} trial ${trial}: multiplier ${multiplier}`);
      for (let i = 0; i < n; i++) {
        assert.ok(
          Math.abs(g[i] + multiplier * x[i] / (d[i] * d[i])) < 1e-5,
          `seed ${n} trial ${trial}: direction ${i}`,
        );
      }
    }
    assert.ok(active > 20 && active < 200, `bound active in ${active} of 200`);
  });
}
