import assert from "node:assert/strict";
import { closeRollouts, compile } from "@plumbline/sim";
import { jobOf, rangeOf, runRange } from "./rollout_job.ts";

Deno.test("jobs share all seeds, and each seed once", () => {
  for (const [seeds, jobs] of [[10, 3], [2, 5], [100, 1], [1000003, 7]]) {
    let next = 0;
    for (let job = 0; job < jobs; job++) {
      const { first, count } = rangeOf(seeds, job, jobs);
      assert.equal(first, next);
      next += count;
    }
    assert.equal(next, seeds);
  }
  assert.throws(() => rangeOf(10, 3, 3), RangeError);
});

Deno.test("a job finds its number where schedulers put it", () => {
  assert.deepEqual(jobOf({}), { job: 0, jobs: 1 });
  assert.deepEqual(jobOf({ JOB_COMPLETION_INDEX: "2", JOB_COMPLETIONS: "4" }), { job: 2, jobs: 4 });
  const slurm = { SLURM_ARRAY_TASK_ID: "7", SLURM_ARRAY_TASK_COUNT: "5", SLURM_ARRAY_TASK_MIN: "5" };
  assert.deepEqual(jobOf(slurm), { job: 2, jobs: 5 });
  assert.throws(() => jobOf({ JOB_COMPLETION_INDEX: "2" }), /JOB_COMPLETIONS is not/);
  assert.deepEqual(jobOf({ CI_NODE_INDEX: "1", CI_NODE_TOTAL: "4" }), { job: 0, jobs: 4 });
});

Deno.test("results do not depend on how seeds are shared", async () => {
  const model = compile(`<mujoco>
    <worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
    <actuator><motor joint="j"/></actuator>
  </mujoco>`);
  const whole = await runRange(model, { first: 5, count: 6 }, 10, 2);
  const parts = await Promise.all([5, 7, 9].map((first) => runRange(model, { first, count: 2 }, 10, 1)));
  assert.deepEqual(parts.flatMap((part) => [...part]), [...whole]);
  assert.notEqual(whole[1], whole[4], "seeds differ");
  closeRollouts();
});
