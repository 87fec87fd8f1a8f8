import assert from "node:assert/strict";
import type { Data } from "../../data.ts";
import { randomFrom } from "../../../harness/random.ts";
import { taking } from "../../wasm/arena.ts";
import { KernelPlan, PlanMemory } from "./plan_memory.ts";

const MOST = 200;

Deno.test("PlanMemory keeps what it can, and always has what a step needs", () => {
  const random = randomFrom(5);
  const below = (n: number) => Math.floor(n * random());
  const buffer = new ArrayBuffer(4096);
  const memories = [0, 2048].map((at) => {
    const memory = new PlanMemory();
    memory.lay(taking(buffer, at), MOST);
    return memory;
  });
  const everybody = Array.from({ length: 3 }, () => ({
    data: { work: {} } as Data,
    plans: Array.from({ length: 12 }, () => ({ plan: new KernelPlan(), ints: new Int32Array(0) })),
  }));
  let kept = 0;
  let rewritten = 0;

  for (let turn = 0; turn < 2000; turn++) {
    // most often they stay where they are, sometimes their rows move
    const owner = everybody[below(3)];
    const memory = memories[below(20) === 0 ? below(2) : everybody.indexOf(owner) & 1];
    if (below(100) === 0) memory.lay(taking(buffer, 2048 * memories.indexOf(memory)), MOST);
    memory.begin(owner.data);
    let left = MOST;
    for (const known of owner.plans) {
      if (below(2) === 0) continue;
      const isNew = below(10) === 0;
      const length = isNew || known.ints.length === 0 ? 1 + below(50) : known.ints.length;
      if (length > left) break;
      left -= length;
      if (isNew || known.plan.at < 0) {
        const before = known.ints;
        known.ints = Int32Array.from({ length }, () => below(1e9));
        // its beginning and a part in the middle may stay
        const [last, next] = [Math.min(5, before.length), Math.min(9, before.length)];
        const changed = known.ints.slice();
        for (let k = 0; k < Math.min(next, length); k++) if (k < 2 || k >= last) known.ints[k] = before[k];
        const isThere = known.plan.at >= 0 && next <= length &&
          memory.rewrite(known.plan, changed, length, Math.min(2, last), last, next);
        if (isThere) rewritten++;
        else memory.write(known.plan, known.ints, length);
      } else kept++;
      const { ints } = known;
      assert.deepEqual(new Int32Array(buffer, memory.place(known.plan), ints.length), ints, `turn ${turn}`);
    }
  }
  assert.ok(kept > 2000, `${kept} plans were still there`);
  assert.ok(rewritten > 100, `${rewritten} plans were rewritten in part`);
});
