import assert from "node:assert/strict";
import { randomFrom } from "../harness/random.ts";
import { Env } from "./env.ts";
import { TASKS } from "./tasks.ts";
import { VectorEnv } from "./vector_env.ts";

/** more than take turns at once */
const COUNT = 11;
const SEED = 3;

const rowOf = (array: Float64Array, i: number, n: number) => array.subarray(i * n, (i + 1) * n);

/** Everything that 60 random actions lead to, environment by environment; without `workers`, each alone. */
async function history(task: string, workers?: number): Promise<number[][]> {
  const alone = workers === undefined
    ? Array.from({ length: COUNT }, (_, i) => new Env(task, { seed: SEED + i }))
    : null;
  const envs = await VectorEnv.make(task, { count: COUNT, seed: SEED, workers: workers ?? 0 });
  assert.equal(envs.workers, workers ?? 0);
  const { observationSpace: { size }, actionSpace } = envs;
  const random = randomFrom(SEED);
  const rows: number[][] = Array.from({ length: COUNT }, () => []);
  try {
    const { observations } = await envs.reset();
    rows.forEach((row, i) => row.push(...alone?.[i].reset().observation ?? rowOf(observations, i, size)));
    for (let k = 0; k < 60; k++) {
      const actions = Array.from({ length: COUNT }, () => actionSpace.sample(random));
      if (alone) {
        alone.forEach((env, i) => {
          const { observation, reward, terminated, truncated } = env.step(actions[i]);
          const isOver = terminated || truncated;
          rows[i].push(...isOver ? env.reset().observation : observation, reward, +terminated, +truncated);
          if (isOver) rows[i].push(...observation);
        });
        continue;
      }
      const given = new Float64Array(COUNT * actionSpace.size);
      actions.forEach((action, i) => given.set(action, i * action.length));
      const batch = await envs.step(given);
      rows.forEach((row, i) => {
        row.push(...rowOf(batch.observations, i, size), batch.rewards[i], batch.terminated[i], batch.truncated[i]);
        if (batch.terminated[i] || batch.truncated[i]) row.push(...rowOf(batch.finalObservations, i, size));
      });
    }
  } finally {
    envs.close();
  }
  return rows;
}

for (const { name } of TASKS) {
  Deno.test(`VectorEnv of ${name} gives the bits of its environments alone, on any number of threads`, async () => {
    const alone = await history(name);
    assert.ok(alone.flat().every(Number.isFinite));
    for (const workers of [0, 1, 2]) assert.deepEqual(await history(name, workers), alone, `${workers}`);
  });
}

Deno.test("VectorEnv does what its environments do alone, and begins the next episode at once", async () => {
  const envs = await VectorEnv.make("cart-pole", { count: 2, seed: 8, workers: 0 });
  const alone = [8, 9].map((seed) => new Env("cart-pole", { seed }));
  await envs.reset();
  for (const env of alone) env.reset();
  let ends = 0;
  for (let k = 0; k < 200; k++) {
    const batch = await envs.step(Float64Array.of(0.7, -0.4));
    [0.7, -0.4].forEach((action, i) => {
      const { observation, reward, terminated, truncated } = alone[i].step([action]);
      assert.equal(batch.rewards[i], reward);
      assert.equal(batch.terminated[i], Number(terminated));
      const row = (array: Float64Array) => array.slice(4 * i, 4 * i + 4);
      if (!terminated && !truncated) return assert.deepEqual(row(batch.observations), observation);
      ends++;
      assert.deepEqual(row(batch.finalObservations), observation);
      assert.deepEqual(row(batch.observations), alone[i].reset().observation);
    });
  }
  assert.ok(ends > 2, `${ends} episodes ended`);
});

Deno.test("VectorEnv works without shared memory", async () => {
  const shared = globalThis.SharedArrayBuffer;
  const wanted = await history("reacher", 0);
  try {
    Reflect.deleteProperty(globalThis, "SharedArrayBuffer");
    assert.deepEqual(await history("reacher", 2), wanted);
  } finally {
    globalThis.SharedArrayBuffer = shared;
  }
});

Deno.test("VectorEnv finds tasks that a module exports", async () => {
  const module = new URL("tasks/pendulum.ts", import.meta.url).href;
  const envs = await VectorEnv.make({ module, name: "pendulum" }, { count: 2, workers: 1 });
  const { observations } = await envs.reset();
  assert.equal(observations.length, 6);
  envs.close();
  await assert.rejects(VectorEnv.make({ module, name: "tightrope" }, { count: 1 }), /exports no task 'tightrope'/);
});

Deno.test("VectorEnv rejects misuse", async () => {
  await assert.rejects(VectorEnv.make("reacher", { count: 0 }), /count must be positive, got 0/);
  await assert.rejects(VectorEnv.make("reacher", { count: 1, workers: 0.5 }), /workers must be a nonnegative integer/);
  const envs = await VectorEnv.make("reacher", { count: 1, workers: 1 });
  await assert.rejects(envs.step(new Float64Array(2)), /call reset\(\) first/);
  assert.throws(() => envs.step(new Float64Array(3)), /actions need 2 numbers, got 3/);
  const first = envs.reset();
  await assert.rejects(envs.reset(), /await the call before/);
  await first;
  envs.close();
  await assert.rejects(envs.reset(), /it is closed/);
});
