import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { resetData } from "../reset.ts";
import { step } from "../step.ts";
import { MINAWAKE } from "../types/constants.ts";
import { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { sleepCycle, wakeTree } from "./wake_tree.ts";

const floats = (policy = "") => `<body pos="0 0 1" ${policy}><freejoint/><geom size=".1"/></body>`;

function simulate(bodies: string, rest = ""): { m: Model; d: Data } {
  const m = compile(`<mujoco><option gravity="0 0 0" sleep_tolerance=".01"><flag sleep="enable"/></option>
    <worldbody>${bodies}</worldbody>${rest}</mujoco>`);
  const d = new Data(m);
  resetData(m, d);
  return { m, d };
}

Deno.test("sleep() waits for a while before a tree at rest falls asleep", () => {
  const { m, d } = simulate(floats());
  for (let i = 0; i < MINAWAKE - 1; i++) step(m, d);
  assert.equal(d.ntree_awake, 1);
  step(m, d);
  step(m, d);
  assert.equal(d.ntree_awake, 0);
  assert.equal(d.nv_awake, 0);
  assert.equal(d.tree_asleep[0], 0);
});

Deno.test("sleep() stops what is slow enough and lets the rest move", () => {
  const { m, d } = simulate(floats() + floats().replace("0 0 1", "3 0 1"));
  d.qvel[0] = 1e-3;
  d.qvel[6] = 1;
  for (let i = 0; i < 30; i++) step(m, d);
  assert.ok(d.tree_asleep[0] >= 0);
  assert.equal(d.qvel[0], 0);
  assert.ok(d.tree_asleep[1] < 0);
  assert.equal(d.qvel[6], 1);
});

Deno.test("sleep() respects the policy of a tree", () => {
  const { m, d } = simulate(floats(`sleep="never"`));
  for (let i = 0; i < 40; i++) step(m, d);
  assert.equal(d.ntree_awake, 1);
});

Deno.test("wake() wakes a tree that the user pushes, moves or sets in motion", () => {
  const changes: ((d: Data) => void)[] = [
    (d) => d.xfrc_applied[6] = 1,
    (d) => d.qfrc_applied[2] = 1,
    (d) => d.qvel[1] = 0.1,
    (d) => d.qpos[0] += 0.1,
  ];
  for (const change of changes) {
    const { m, d } = simulate(floats());
    for (let i = 0; i < 20; i++) step(m, d);
    assert.equal(d.ntree_awake, 0);
    change(d);
    step(m, d);
    assert.equal(d.ntree_awake, 1);
  }
});

Deno.test("wakeTree() wakes all trees that sleep together", () => {
  const tree_asleep = Int32Array.of(2, -3, 3, 0, 4);
  assert.equal(sleepCycle(tree_asleep, 5, 3), 0);
  assert.equal(sleepCycle(tree_asleep, 5, 4), 4);
  assert.equal(sleepCycle(tree_asleep, 5, 1), -1);
  assert.equal(wakeTree(tree_asleep, 5, 2, -11), 3);
  assert.deepEqual([...tree_asleep], [-11, -3, -11, -11, 4]);
});
