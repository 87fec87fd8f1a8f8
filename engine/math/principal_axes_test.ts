import assert from "node:assert/strict";
import { principalAxes } from "./principal_axes.ts";

Deno.test("principalAxes() sorts moments and refuses what is not positive", () => {
  const iquat = Float64Array.of(1, 0, 0, 0);
  const inertia = new Float64Array(3);
  assert(principalAxes(iquat, inertia, Float64Array.of(1, 3, 2, 0, 0, 0)));
  [3, 2, 1].forEach((moment, k) => assert(Math.abs(inertia[k] - moment) < 1e-12));
  const before = [...inertia];
  assert(Math.abs(iquat.reduce((sum, x) => sum + x * x, 0) - 1) < 1e-12);

  assert(!principalAxes(iquat, inertia, Float64Array.of(1, 1, -1, 0, 0, 0)));
  assert.deepEqual([...inertia], before);
});

Deno.test("principalAxes() leaves everything as it was when the inertia is no number", () => {
  const iquat = Float64Array.of(1, 0, 0, 0);
  const inertia = new Float64Array(3);
  assert(principalAxes(iquat, inertia, new Float64Array(6).fill(NaN)));
  assert.deepEqual([...iquat, ...inertia], [1, 0, 0, 0, 0, 0, 0]);
});
