import assert from "node:assert/strict";
import type { Comparison, Took } from "../../harness/live/compare.ts";
import { judge } from "./judge.ts";

const LOADED: Took = { outcome: "loaded" };
const SINGULAR = "engine error: mju_factorLUSparse: diagonal element too small";

function comparison(given: Partial<Comparison>): Comparison {
  const nothing = { compiled: null, stepping: null, departure: null, broke: null, notes: [] };
  return { mujoco: LOADED, engine: LOADED, ...nothing, ...given };
}

Deno.test("judge() tells a test step that ends at a singular matrix from a model that is refused", () => {
  assert.equal(judge(comparison({ mujoco: { outcome: "rejected", message: `Error: ${SINGULAR}` } })).kind, "aborted");
  assert.equal(judge(comparison({ mujoco: { outcome: "rejected", message: "Error: no mass" } })).kind, "differ");
  assert.equal(judge(comparison({ broke: `MuJoCo broke in mj_step: ${SINGULAR}` })).kind, "aborted");
  assert.equal(judge(comparison({ broke: "MuJoCo broke in mj_step: unreachable" })).kind, "broken");
});

Deno.test("judge() tells what the README says is accepted from what should have been refused", () => {
  const kindOf = (message: string, engine: Took = LOADED) =>
    judge(comparison({ mujoco: { outcome: "rejected", message }, engine })).kind;
  const refused: Took = { outcome: "rejected", message: "no" };
  const STACK = "Error: engine error: mj_stackAlloc: out of memory, stack overflow\n  max = 0";
  assert.equal(kindOf(STACK), "documented");
  assert.equal(kindOf(STACK, refused), "refused");
  assert.equal(kindOf("XML Error: plugin mujoco.pid not found\nElement 'plugin', line 3"), "documented");
  assert.equal(kindOf("XML Error: plugin acme.pid not found\nElement 'plugin', line 3"), "differ");
});

Deno.test("judge() counts what differs before MuJoCo ends", () => {
  const failure = { case: "c", step: -1, field: "nq", index: 0, reason: "missing" } as const;
  const compiled = { compared: 1, failed: 1, frames: 1, fields: [], failures: [failure as never] };
  assert.equal(judge(comparison({ compiled, broke: `MuJoCo broke in mj_step: ${SINGULAR}` })).kind, "differ");
});
