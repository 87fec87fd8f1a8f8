/** Profiles of steps, by stage. */

import { step } from "./step.ts";
import { Lap, Stopwatch, withStopwatch } from "./stopwatch.ts";
import type { Data } from "./data.ts";
import type { Model } from "./types/model.ts";

/**
 * A stage of a step: `kinematics` (poses, tendons, flexes), `inertia`, `collision`, constraint `rows`, `islands`,
 * `transmission`, `projection` (the matrix of the dual problem), `velocity`, `passive` forces, `reference`
 * accelerations of rows, `bias` forces, `actuation`, `acceleration` without constraints, constraint `solver`,
 * `sensors`, `energy`, `integration`, `sleep`, `checks` for bad states, and the rest of `inverse` dynamics.
 */
export type ProfileStage = Lowercase<keyof typeof Lap>;

/** Options of `profile`. */
export interface ProfileOptions {
  /** number of calls; 1000 by default */
  steps?: number;
  /** the function to call; `step` by default; `forward` and `inverse` can be profiled too */
  run?: (model: Model, data: Data) => void;
  /** the clock (ms); `performance.now` by default */
  clock?: () => number;
}

/** Time of one stage. */
export interface StageTime {
  /** total time of all calls (ms) */
  time: number;
  /** share of the total time, from 0 to 1 */
  share: number;
}

/** Result of `profile`. */
export interface Profile {
  /** number of calls */
  steps: number;
  /** total time of all calls (ms) */
  total: number;
  /** every stage, in the order of a step; stages that did not run have time 0 */
  stages: Record<ProfileStage, StageTime>;
}

/**
 * Steps a simulation and measures how long each stage takes, like MuJoCo's `mjTIMER_*`. The state advances as usual.
 * Steps cost about 4 µs more while they are measured, and nothing extra before or after. The first steps of a program
 * are slow because V8 has not optimized them yet: run some before, unless you want to measure them.
 *
 * @example Where the time goes
 * ```ts
 * import { compile, Data, profile } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <geom type="plane" size="1 1 1"/>
 *       <body pos="0 0 0.1"><freejoint/><geom size="0.1"/></body>
 *     </worldbody>
 *   </mujoco>`);
 * const { total, stages } = profile(model, new Data(model), { steps: 100 });
 *
 * const sum = Object.values(stages).reduce((sum, { share }) => sum + share, 0);
 * if (!(total > 0 && sum > 0.9 && sum <= 1.001)) throw new Error("the stages do not add up");
 * const [slowest] = Object.entries(stages).sort(([, a], [, b]) => b.time - a.time);
 * if (slowest[1].share < 1 / 20) throw new Error(`${slowest[0]} cannot be the slowest of 20 stages`);
 * ```
 */
export function profile(m: Model, d: Data, options: ProfileOptions = {}): Profile {
  const { steps = 1000, run = step, clock = () => performance.now() } = options;
  if (!(Number.isInteger(steps) && steps > 0)) {
    throw new RangeError(`profile: steps must be a positive integer, got ${steps}`);
  }

  const start = clock();
  const stopwatch = new Stopwatch(clock);
  withStopwatch(stopwatch, () => {
    for (let i = 0; i < steps; i++) run(m, d);
  });
  const total = clock() - start;

  const entries = Object.entries(Lap).map(([name, stage]) => {
    const time = stopwatch.times[stage];
    return [name.toLowerCase(), { time, share: total > 0 ? time / total : 0 }];
  });
  return { steps, total, stages: Object.fromEntries(entries) };
}
