import assert from "node:assert/strict";
import { mujocoEngine } from "../../harness/engines/mujoco.ts";
import { compareEdits, compareRecompiled } from "./fuzz_edits.ts";

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

Deno.test("a document that is compiled again and again, and edited in between, has MuJoCo's models each time", async () => {
  const mujoco = await mujocoEngine();
  let again = 0;
  for (let seed = 9000; seed < 9014; seed++) {
    const outcome = compareRecompiled(mujoco, seed);
    assert.equal(outcome.difference, null, `seed ${seed}`);
    again += Math.max(0, outcome.models - 1);
  }
  mujoco.close();
  assert.ok(again >= 8, `only ${again} models were compiled again`);
});
