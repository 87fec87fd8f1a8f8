/** The tasks that come with Plumbline, by name. */

import type { Task } from "./task.ts";
import { cartPole } from "./tasks/cart_pole.ts";
import { pendulum } from "./tasks/pendulum.ts";
import { reacher } from "./tasks/reacher.ts";
import { runner } from "./tasks/runner.ts";

/** The four classic tasks: balance, swing up, reach, run. */
export const TASKS: readonly Task[] = [cartPole, pendulum, reacher, runner];

/** The task of a name. */
export function taskOf(name: string): Task {
  const found = TASKS.find((task) => task.name === name);
  if (found !== undefined) return found;
  throw new RangeError(`unknown task '${name}', known are: ${TASKS.map((task) => task.name).join(", ")}`);
}
