import assert from "node:assert/strict";
import { run } from "./walking_policy.ts";

Deno.test("the walking policy runs ten seconds without a fall", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { distance, time, fell } = run(seed);
    assert.ok(!fell && time > 9.9, `seed ${seed}: fell after ${time} s`);
    assert.ok(distance > 15, `seed ${seed}: ${distance} m`);
  }
});
