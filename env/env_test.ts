import assert from "node:assert/strict";
import { Env } from "./env.ts";
import { Box } from "./space.ts";
import { randomFrom } from "../harness/random.ts";
import type { Task } from "./task.ts";
import { TASKS } from "./tasks.ts";

/** All that random actions lead to in two episodes. */
function history(task: Task, seed: number): number[] {
  const env = new Env(task, { seed });
  const random = randomFrom(seed);
  const numbers: number[] = [];
  for (let episode = 0; episode < 2; episode++) {
    numbers.push(...env.reset().observation);
    for (let over = false; !over;) {
      const { observation, reward, terminated, truncated } = env.step(env.actionSpace.sample(random));
      numbers.push(...observation, reward, Number(terminated), Number(truncated));
      over = terminated || truncated;
    }
  }
  return numbers;
}

for (const task of TASKS) {
  Deno.test(`${task.name} gives the same numbers for the same seed, and others for another`, () => {
    const first = history(task, 1);
    assert.ok(first.every(Number.isFinite));
    assert.deepEqual(history(task, 1), first);
    assert.notDeepEqual(history(task, 2), first);
  });

  Deno.test(`${task.name} writes every number of its observation`, () => {
    const env = new Env(task);
    env.reset();
    const observation = new Float64Array(task.observationSize + 2).fill(NaN);
    task.observe(env.model, env.data, observation, 1);
    assert.deepEqual([...observation.keys()].filter((i) => Number.isNaN(observation[i])), [
      0,
      task.observationSize + 1,
    ]);
  });

  Deno.test(`${task.name} ends its episodes`, () => {
    const env = new Env(task);
    env.reset();
    let actions = 0;
    for (let over = false; !over; actions++) {
      const { terminated, truncated } = env.step(new Float64Array(env.actionSpace.size));
      over = terminated || truncated;
      assert.equal(truncated, over && actions + 1 === task.episodeLength);
    }
    assert.throws(() => env.step(new Float64Array(env.actionSpace.size)), /call reset\(\) first/);
  });
}

Deno.test("Env starts an episode that a seed names, whatever came before", () => {
  const env = new Env("reacher", { seed: 5 });
  const { observation } = env.reset({ seed: 9 });
  env.step([1, -1]);
  env.reset();
  assert.deepEqual(env.reset({ seed: 9 }).observation, observation);
});

Deno.test("Env clamps actions to the range of the controls, and rejects those of another length", () => {
  const [clamped, beyond] = [1, 50].map((push) => {
    const env = new Env("cart-pole");
    env.reset();
    return env.step([push]).observation;
  });
  assert.deepEqual(beyond, clamped);
  const env = new Env("cart-pole");
  assert.throws(() => env.step([0]), /no episode is under way/);
  env.reset();
  assert.throws(() => env.step([0, 0]), /an action has 1 numbers, got 2/);
});

Deno.test("Env truncates an episode whose simulation becomes unstable, without a reward", () => {
  const env = new Env("pendulum");
  env.reset();
  env.data.qvel[0] = 1e12;
  const { reward, terminated, truncated, info } = env.step([0]);
  assert.deepEqual({ reward, terminated, truncated, unstable: info.unstable }, {
    reward: 0,
    terminated: false,
    truncated: true,
    unstable: true,
  });
});

Deno.test("Env rejects a task that does not exist", () => {
  assert.throws(
    () => new Env("tightrope"),
    /unknown task 'tightrope', known are: cart-pole, pendulum, reacher, runner/,
  );
});

Deno.test("Box samples what it contains, with every kind of bounds", () => {
  const random = randomFrom(11);
  const box = new Box(Float64Array.of(-1, 2, -Infinity, -Infinity), Float64Array.of(1, Infinity, -3, Infinity));
  for (let i = 0; i < 1000; i++) assert.ok(box.contains(box.sample(random)));
  assert.ok(!box.contains([0, 3, -4]));
  assert.ok(!box.contains([0, 3, -2, 0]));
  assert.ok(!box.contains([NaN, 3, -4, 0]));
  assert.throws(() => new Box(Float64Array.of(1), Float64Array.of(0)), /bounds 0 must increase/);
});
