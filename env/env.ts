/** One environment: a task, a simulation, and the episode that it is in. */

import { compile, Data, type Model, resetData, step, Warning } from "../mod.ts";
import { type Random, randomFrom } from "../harness/random.ts";
import { Box } from "./space.ts";
import type { Task } from "./task.ts";
import { taskOf } from "./tasks.ts";

/** What an action led to. */
export interface Transition {
  /** what is seen now; a copy, which later steps do not change */
  observation: Float64Array;
  /** how good what happened is */
  reward: number;
  /** did the episode end by what happened in it? The value of the state is then zero. */
  terminated: boolean;
  /** did it end because it was long enough, or because the simulation became unstable? */
  truncated: boolean;
  /** what is not for the learner */
  info: Info;
}

/** What is not for the learner. */
export interface Info {
  /** actions since the episode began */
  actions: number;
  /** time of the simulation */
  time: number;
  /** did the simulation become unstable? MuJoCo then resets it, so nothing can be learned from this step. */
  unstable: boolean;
}

const models = new WeakMap<Task, Model>();

/** The compiled model of a task; a task is compiled once. */
export function modelOf(task: Task): Model {
  let model = models.get(task);
  if (model === undefined) models.set(task, model = compile(task.model));
  return model;
}

/**
 * An environment with the conventions of reinforcement learning: `reset`, `step`, spaces, seeds.
 *
 * The same seed and the same actions give the same bits, on every platform.
 *
 * @example Random actions
 * ```ts
 * import { Env } from "@plumbline/sim/env";
 * import { randomFrom } from "@plumbline/sim/env";
 *
 * const env = new Env("cart-pole", { seed: 1 });
 * const random = randomFrom(7);
 * let { observation } = env.reset();
 * let length = 0;
 * for (let over = false; !over; length++) {
 *   const transition = env.step(env.actionSpace.sample(random));
 *   observation = transition.observation;
 *   over = transition.terminated || transition.truncated;
 * }
 * if (observation.length !== 4 || length < 5 || length > 500) throw new Error("the pole should fall soon");
 * ```
 */
export class Env {
  /** what has to be achieved */
  readonly task: Task;
  /** the model, shared by all environments of the task */
  readonly model: Model;
  /** the state of the simulation */
  readonly data: Data;
  /** which actions make sense: the range of each control */
  readonly actionSpace: Box;
  /** what can be observed */
  readonly observationSpace: Box;
  #random: Random;
  #actions = -1;

  /** An environment of a task, or of the built-in task with the name. */
  constructor(task: Task | string, { seed = 0 }: { seed?: number } = {}) {
    this.task = typeof task === "string" ? taskOf(task) : task;
    this.model = modelOf(this.task);
    this.data = new Data(this.model);
    const { nu, actuator_ctrlrange, actuator_ctrllimited } = this.model;
    const bound = (i: number, side: number) => {
      return actuator_ctrllimited[i] ? actuator_ctrlrange[2 * i + side] : side === 0 ? -Infinity : Infinity;
    };
    this.actionSpace = new Box(
      Float64Array.from({ length: nu }, (_, i) => bound(i, 0)),
      Float64Array.from({ length: nu }, (_, i) => bound(i, 1)),
    );
    this.observationSpace = Box.unbounded(this.task.observationSize);
    this.#random = randomFrom(seed);
  }

  /** Begins an episode; with a seed, the one that belongs to it, otherwise the next in the sequence. */
  reset({ seed }: { seed?: number } = {}): { observation: Float64Array; info: Info } {
    const { model, data } = this;
    if (seed !== undefined) this.#random = randomFrom(seed);
    resetData(model, data);
    this.task.begin(model, data, this.#random);
    this.#actions = 0;
    return { observation: this.#observe(), info: this.#info(false) };
  }

  /** Applies an action, which is clamped to the range of each control, for the duration of an action. */
  step(action: ArrayLike<number>): Transition {
    const { task, model, data } = this;
    this.begin(action);
    for (let i = 0; i < task.stepsPerAction; i++) step(model, data);
    return this.finish();
  }

  /**
   * Begins an action, whose steps come next.
   * @internal
   */
  begin(action: ArrayLike<number>): void {
    const { model, data } = this;
    if (this.#actions < 0) throw new RangeError("Env: no episode is under way, call reset() first");
    if (action.length !== model.nu) {
      throw new RangeError(`Env: an action has ${model.nu} numbers, got ${action.length}`);
    }
    for (let i = 0; i < model.nu; i++) data.ctrl[i] = action[i];
  }

  /**
   * What an action led to, after its steps.
   * @internal
   */
  finish(): Transition {
    const { task, model, data } = this;
    this.#actions++;
    const unstable = isUnstable(data);
    const terminated = !unstable && task.isOver(model, data);
    const truncated = unstable || (!terminated && this.#actions >= task.episodeLength);
    const reward = unstable ? 0 : task.reward(model, data);
    const transition = { observation: this.#observe(), reward, terminated, truncated, info: this.#info(unstable) };
    if (terminated || truncated) this.#actions = -1;
    return transition;
  }

  #observe(): Float64Array {
    const observation = new Float64Array(this.task.observationSize);
    this.task.observe(this.model, this.data, observation, 0);
    return observation;
  }

  #info(unstable: boolean): Info {
    return { actions: this.#actions, time: this.data.time, unstable };
  }
}

/** Was a state since `resetData` bad, so that the simulation was reset? */
function isUnstable({ warning }: Data): boolean {
  return [Warning.BADQPOS, Warning.BADQVEL, Warning.BADQACC].some((kind) => warning.number[kind] > 0);
}
