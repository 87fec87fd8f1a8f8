import assert from "node:assert/strict";
import { swingUp } from "./mpc.ts";

Deno.test("swingUp() brings the pendulum to the top and keeps it there, the same way on any number of threads", async () => {
  const heights = async (workers: number) => {
    const found: number[] = [];
    await swingUp({ seconds: 6, workers, onAction: (_, height) => found.push(height) });
    return found;
  };
  const here = await heights(0);
  assert.ok(here.slice(-10).every((height) => height > 0.95), here.map((height) => height.toFixed(2)).join(" "));
  assert.deepEqual(await heights(2), here);
});
