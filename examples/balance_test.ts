import assert from "node:assert/strict";
import { compile, Data, step } from "@plumbline/sim";
import { balance, control, HUMANOID, regulator } from "./balance.ts";

/** Stands for ten seconds with a push every two; returns the least height of the chest, and who touched the floor. */
function stand(withFeedback: boolean): { lowest: number; touching: Set<string> } {
  const m = compile(HUMANOID);
  const d = new Data(m);
  const found = balance(m, d);
  if (!withFeedback) found.feedback.fill(0);
  const floor = m.geom("floor").id;
  let lowest = Infinity;
  const touching = new Set<string>();
  for (let k = 0; k < 2500; k++) {
    control(m, d, found);
    const side = k % 1000 < 500 ? 1 : -1;
    d.body("chest").xfrc_applied[1] = k % 500 < 25 ? 30 * side : 0;
    d.body("chest").xfrc_applied[0] = k % 500 < 25 ? -20 * side : 0;
    step(m, d);
    lowest = Math.min(lowest, d.body("chest").xpos[2]);
    for (let i = 0; i < d.ncon; i++) {
      const [first, second] = d.contact.geom.subarray(2 * i, 2 * i + 2);
      if (first === floor) touching.add(m.geom(second).name || `geom ${second}`);
    }
  }
  return { lowest, touching };
}

Deno.test("the humanoid stands on one leg, and is pushed", () => {
  const { lowest, touching } = stand(true);
  assert.ok(lowest > 1.02, `${lowest}`);
  assert.deepEqual([...touching], ["sole_l"]);
});

Deno.test("without feedback it falls", () => {
  assert.ok(stand(false).lowest < 0.6);
});

Deno.test("regulator() finds the best feedback of a double integrator", () => {
  const A = Float64Array.of(1, 0.1, 0, 1);
  const B = Float64Array.of(0.005, 0.1);
  const K = regulator(A, B, Float64Array.of(1, 0, 0, 1), Float64Array.of(1), 2);

  // the closed loop is stable: |λ| < 1 for x² − tr x + det
  const closed = [1 - 0.005 * K[0], 0.1 - 0.005 * K[1], -0.1 * K[0], 1 - 0.1 * K[1]];
  const trace = closed[0] + closed[3];
  const determinant = closed[0] * closed[3] - closed[1] * closed[2];
  assert.ok(Math.abs(determinant) < 1 && Math.abs(trace) < 1 + determinant);

  // and no feedback nearby costs less
  const cost = (k0: number, k1: number) => {
    let [x, v, sum] = [1, -0.5, 0];
    for (let step = 0; step < 3000; step++) {
      const u = -k0 * x - k1 * v;
      sum += x * x + v * v + u * u;
      [x, v] = [x + 0.1 * v + 0.005 * u, v + 0.1 * u];
    }
    return sum;
  };
  const least = cost(K[0], K[1]);
  for (const [a, b] of [[0.01, 0], [-0.01, 0], [0, 0.01], [0, -0.01]]) assert.ok(cost(K[0] + a, K[1] + b) > least);
});
