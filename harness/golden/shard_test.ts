import assert from "node:assert/strict";
import { randomFrom } from "../random.ts";
import { casesOfShard, shardOf } from "./shard.ts";

const from = (variables: Record<string, string>) => (name: string) => variables[name];

Deno.test("shardOf() reads the variables of schedulers, each as it counts", () => {
  assert.deepEqual(shardOf("2/8", from({})), { part: 2, of: 8 });
  assert.deepEqual(shardOf("auto/8", from({ JOB_COMPLETION_INDEX: "0" })), { part: 1, of: 8 });
  const slurm = (id: string, min: string) =>
    from({ SLURM_ARRAY_TASK_ID: id, SLURM_ARRAY_TASK_MIN: min, SLURM_ARRAY_TASK_COUNT: "4" });
  assert.deepEqual(shardOf("auto", slurm("3", "0")), { part: 4, of: 4 });
  assert.deepEqual(shardOf("auto", slurm("4", "1")), { part: 4, of: 4 });
  assert.deepEqual(shardOf("auto", from({ CI_NODE_INDEX: "1", CI_NODE_TOTAL: "3" })), { part: 1, of: 3 });
});

Deno.test("shardOf() refuses what is no shard", () => {
  const refused: [string, Record<string, string>, RegExp][] = [
    ["3/2", {}, /expected i\/n/],
    ["0/2", {}, /expected i\/n/],
    ["2", {}, /expected i\/n/],
    ["auto", {}, /none of JOB_COMPLETION_INDEX, /],
    ["auto", { JOB_COMPLETION_INDEX: "0" }, /use auto\/n/],
    ["auto/2", { JOB_COMPLETION_INDEX: "2" }, /found 3\/2/],
    ["auto", { CI_NODE_INDEX: "1" }, /CI_NODE_TOTAL is no number/],
    ["auto/2", { CI_NODE_INDEX: "one" }, /CI_NODE_INDEX is no number/],
  ];
  for (const [text, variables, complaint] of refused) {
    assert.throws(() => shardOf(text, from(variables)), complaint, text);
  }
});

Deno.test("casesOfShard() gives every case to one shard, and all shards about the same time", () => {
  const seed = 7;
  const random = randomFrom(seed);
  const ids = Array.from({ length: 300 }, (_, i) => `item/case_${i}`);
  // few take most of the time, and of some nothing is known
  const durations = Object.fromEntries(ids.slice(0, 280).map((id) => [id, 1000 * random() ** 6]));
  for (const known of [durations, undefined]) {
    for (const  of of[1, 3, 8]) {
      const shards = Array.from({ length: of }, (_, i) => casesOfShard(ids, { part: i + 1, of }, known));
      assert.deepEqual(shards.flat().sort(), [...ids].sort(), `seed ${seed}`);
      if (known === undefined) continue;
      const loads = shards.map((shard) => shard.reduce((sum, id) => sum + (known[id] ?? 0), 0));
      assert.ok(Math.max(...loads) < 1.05 * Math.min(...loads), `seed ${seed}: ${loads}`);
    }
  }
});
