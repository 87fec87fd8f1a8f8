import assert from "node:assert/strict";
import { nextCapacity } from "./next_capacity.ts";

Deno.test("nextCapacity() is more, by a quarter rounded up", () => {
  for (let capacity = 1; capacity <= 1000; capacity++) {
    const next = nextCapacity(capacity);
    assert.ok(next > capacity && 4 * next >= 5 * capacity && 4 * (next - 1) < 5 * capacity, `${capacity}: ${next}`);
  }
});
