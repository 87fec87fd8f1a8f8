import assert from "node:assert/strict";
import { mujocoEngine } from "../../harness/engines/mujoco.ts";
import { compareEdits } from "./fuzz_edits.ts";

Deno.test("documents that are edited compile to the models of MuJoCo, which is given the same edits", async () => {
  const mujoco = await mujocoEngine();
  let models = 0;
  for (let seed = 1; seed <= 8; seed++) {
    const outcome = compareEdits(mujoco, seed);
    assert.equal(outcome.difference, null, `seed ${seed}`);
    models += outcome.models;
  }
  mujoco.close();
  assert.ok(models >= 16, `only ${models} models were compared`);
});
