import assert from "node:assert/strict";
import { choose } from "./choose.ts";

Deno.test("choose() takes what shows most for its time, and nothing that shows little new", () => {
  const slow = { key: "slow", ms: 9, mutants: [1, 2, 3, 4] };
  const quick = { key: "quick", ms: 1, mutants: [1, 2] };
  const same = { key: "same", ms: 2, mutants: [1, 2] };
  const rare = { key: "rare", ms: 30, mutants: [5] };
  const all = [slow, rare, same, quick];
  assert.deepEqual(choose(all, 0.1).map(({ key }) => key), ["quick", "slow"]);
  assert.deepEqual(choose(all, 0.01).map(({ key }) => key), ["quick", "slow", "rare"]);
  assert.deepEqual(choose([], 0.1), []);
});
