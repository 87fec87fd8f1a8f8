/** Environments that one thread steps, and the arrays that they write. */

import { rolloutsTogether } from "../engine/rollout/run_rollouts.ts";
import { stepTogether } from "../engine/step_together.ts";
import { Env } from "./env.ts";
import type { Task } from "./task.ts";
import { taskOf } from "./tasks.ts";

/** Where a thread finds a task: a built-in one by its name, any other as what a module exports. */
export type TaskSource = string | { readonly module: string; readonly name: string };

/** The task that a source names. */
export async function findTask(source: TaskSource): Promise<Task> {
  if (typeof source === "string") return taskOf(source);
  const { module, name } = source;
  const task = (await import(module))[name];
  if (task?.model === undefined) throw new RangeError(`${module} exports no task '${name}'`);
  return task;
}

/** The results of one step of many environments, one row for each. */
export interface Batch {
  /** what is seen now; if an episode has just ended, the first observation of the next one */
  observations: Float64Array;
  /** of the last action */
  rewards: Float64Array;
  /** 1 if the episode ended by what happened in it */
  terminated: Uint8Array;
  /** 1 if it ended because it was long enough, or unstable */
  truncated: Uint8Array;
  /** the last observation of an episode that has just ended; other rows are left over from earlier steps */
  finalObservations: Float64Array;
}

/** An empty batch in memory that `allocate` provides. */
export function newBatch(count: number, size: number, allocate: (bytes: number) => ArrayBufferLike): Batch {
  return {
    observations: new Float64Array(allocate(8 * count * size)),
    rewards: new Float64Array(allocate(8 * count)),
    terminated: new Uint8Array(allocate(count)),
    truncated: new Uint8Array(allocate(count)),
    finalObservations: new Float64Array(allocate(8 * count * size)),
  };
}

/** Environments `first` to `first + count − 1` of a batch. */
export class Lane {
  readonly #envs: readonly Env[];

  constructor(task: Task, readonly first: number, count: number, seed: number) {
    this.#envs = Array.from({ length: count }, (_, k) => new Env(task, { seed: seed + first + k }));
  }

  /** Begins an episode in each environment. */
  reset(batch: Batch, seed: number | undefined): void {
    this.#envs.forEach((env, k) => {
      const i = this.first + k;
      const { observation } = env.reset(seed === undefined ? {} : { seed: seed + i });
      batch.observations.set(observation, i * observation.length);
      batch.rewards[i] = 0;
      batch.terminated[i] = 0;
      batch.truncated[i] = 0;
    });
  }

  /** Applies an action to each environment. An episode that ends is followed by the next at once. */
  step(batch: Batch, actions: Float64Array): void {
    this.#take(actions);
    this.#envs.forEach((env, k) => {
      const i = this.first + k;
      const { observation, reward, terminated, truncated } = env.finish();
      const at = i * observation.length;
      batch.rewards[i] = reward;
      batch.terminated[i] = Number(terminated);
      batch.truncated[i] = Number(truncated);
      const isOver = terminated || truncated;
      if (isOver) batch.finalObservations.set(observation, at);
      batch.observations.set(isOver ? env.reset().observation : observation, at);
    });
  }

  /** Takes the steps of the actions, of several environments together. */
  #take(actions: Float64Array): void {
    const [{ model, task }] = this.#envs;
    const { nu } = model;
    const most = rolloutsTogether(model);
    for (let first = 0; first < this.#envs.length; first += most) {
      const some = this.#envs.slice(first, first + most);
      some.forEach((env, k) => {
        const i = this.first + first + k;
        env.begin(actions.subarray(i * nu, (i + 1) * nu));
      });
      const data = some.map((env) => env.data);
      for (let i = 0; i < task.stepsPerAction; i++) stepTogether(model, data, data.length);
    }
  }
}
