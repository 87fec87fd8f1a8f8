/** What makes a simulation an environment: how episodes begin, what is seen, what is rewarded. */

import type { Data, Model } from "../mod.ts";
import type { Random } from "../harness/random.ts";

/** A task. All its functions are pure but for what they write, so that one task serves any number of environments. */
export interface Task {
  /** the name by which `new Env(name)` finds a built-in task */
  readonly name: string;
  /** one sentence: what has to be achieved */
  readonly goal: string;
  /** the model, in MJCF; an action is its controls */
  readonly model: string;
  /** steps of the model per action */
  readonly stepsPerAction: number;
  /** actions after which an episode is truncated */
  readonly episodeLength: number;
  /** length of an observation */
  readonly observationSize: number;

  /** Writes the state in which an episode begins, after `resetData`. */
  begin(m: Model, d: Data, random: Random): void;

  /** Writes the observation of a state to `into[at]` and the numbers after it. */
  observe(m: Model, d: Data, into: Float64Array, at: number): void;

  /** Reward of the state that an action led to. */
  reward(m: Model, d: Data): number;

  /** Has the episode ended, by success or failure? */
  isOver(m: Model, d: Data): boolean;
}
