import assert from "node:assert/strict";
import { VERTEX } from "./ccd_work.ts";
import { projectOnPlane, subdistance } from "./subdistance.ts";
import { symmetricFrom } from "../../../harness/random.ts";

function dot(a: number[], b: number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Deno.test("subdistance() leads from support vertex to support vertex to the closest point of a cloud", () => {
  const random = symmetricFrom(3);
  const simplex = new Float64Array(4 * VERTEX);
  const lambda = new Float64Array(4);
  for (let run = 0; run < 300; run++) {
    const shift = [2 * random(), 2 * random(), 2 * random()];
    const cloud = Array.from({ length: 20 }, () => shift.map((x) => x + random()));
    let x = cloud[0];
    let n = 0;
    for (let turn = 0; turn < 50; turn++) {
      // the vertex that reaches farthest toward the origin
      const best = cloud.reduce((a, b) => dot(b, x) < dot(a, x) ? b : a);
      if (dot(x, x) - dot(x, best) < 1e-12 || n === 4) break;
      simplex.set(best, VERTEX * n++);
      lambda.set([1, 0, 0, 0]);
      if (n > 1) subdistance(lambda, n, simplex);

      // keep what carries the closest point
      const kept = [0, 1, 2, 3].filter((i) => lambda[i] > 0);
      const weights = kept.map((i) => lambda[i]);
      const points = kept.map((i) => [...simplex.subarray(VERTEX * i, VERTEX * i + 3)]);
      n = kept.length;
      points.forEach((p, i) => simplex.set(p, VERTEX * i));
      const next = [0, 1, 2].map((k) => points.reduce((sum, p, i) => sum + weights[i] * p[k], 0));
      assert.ok(turn === 0 || dot(next, next) < dot(x, x) + 1e-12, `seed 3 run ${run}: not closer`);
      assert.ok(Math.abs(weights.reduce((a, b) => a + b) - 1) < 1e-9, `seed 3 run ${run}: weights`);
      x = next;
    }
    for (const p of cloud) assert.ok(n === 4 || dot(x, p) > dot(x, x) - 1e-9, `seed 3 run ${run}: not closest`);
  }
});

Deno.test("projectOnPlane() gives the foot of the perpendicular, and refuses three points on a line", () => {
  const points = new Float64Array([1, 0, 2, 0, 1, 2, -1, -1, 2]);
  const res = new Float64Array(3);
  assert.ok(projectOnPlane(res, 0, points, 0, 3, 6));
  assert.deepEqual([...res].map((x) => x + 0), [0, 0, 2]);

  points.set([0, 0, 1, 0, 0, 2, 0, 0, 3]);
  assert.ok(!projectOnPlane(res, 0, points, 0, 3, 6));
});
