// deno-lint-ignore-file no-console
/**
 * Model-predictive control by sampling: `deno run -A examples/mpc.ts`.
 *
 * Before each action, many random changes of the plan are simulated on several threads, and the plan becomes the one
 * that costs least. (Howell and others, "Predictive sampling", 2022.) A pendulum swings up with a weak motor.
 */

import { compile, Data, getState, rollout, State, stateSize, step } from "@plumbline/sim";
import { normal, randomFrom, taskOf } from "@plumbline/sim/env";

/** steps of a plan, steps for which each of its controls is held, and plans that are compared before each action */
const HORIZON = 120;
const HOLD = 10;
const PLANS = 64;
const SPREAD = 0.6;

/** Swings the pendulum up from rest. Calls `onAction` with the time and the height of the bob, 1 at the top. */
export async function swingUp(
  { seconds = 6, seed = 1, workers, onAction }: {
    seconds?: number;
    seed?: number;
    workers?: number;
    onAction?: (time: number, height: number) => void;
  } = {},
): Promise<void> {
  const random = randomFrom(seed);
  const m = compile(taskOf("pendulum").model);
  const d = new Data(m);
  const size = stateSize(m, State.FULLPHYSICS);
  const initial = new Float64Array(size);
  const control = new Float64Array(PLANS * HORIZON);
  const plan = new Float64Array(HORIZON / HOLD);
  const plans = Array.from({ length: PLANS }, () => new Float64Array(plan.length));

  while (d.time < seconds) {
    // the plan as it is, and changes of it
    plans.forEach((changed, i) => {
      plan.forEach((u, k) => changed[k] = i === 0 ? u : Math.min(Math.max(u + SPREAD * normal(random), -1), 1));
      for (let k = 0; k < HORIZON; k++) control[i * HORIZON + k] = changed[Math.floor(k / HOLD)];
    });
    getState(m, d, initial, State.FULLPHYSICS);
    const { state } = await rollout(m, {
      initial,
      control,
      steps: HORIZON,
      ...(workers === undefined ? {} : { workers }),
    });

    let least = Infinity;
    let best = 0;
    for (let i = 0; i < PLANS; i++) {
      let cost = 0;
      for (let k = 0; k < HORIZON; k++) {
        // a state is the time, the angle, and the speed
        const at = (i * HORIZON + k) * size;
        cost += 1 + Math.cos(state[at + 1]) + 0.02 * state[at + 2] ** 2 + 0.001 * control[i * HORIZON + k] ** 2;
      }
      if (cost < least) [least, best] = [cost, i];
    }
    plan.set(plans[best]);

    d.ctrl[0] = plan[0];
    for (let k = 0; k < HOLD; k++) step(m, d);
    onAction?.(d.time, -Math.cos(d.qpos[0]));

    // what comes next is already planned
    plan.copyWithin(0, 1);
    plan[plan.length - 1] = 0;
  }
}

if (import.meta.main) {
  await swingUp({
    onAction: (time, height) => console.log(`${time.toFixed(2)} s ${"▒".repeat(Math.round(20 * (1 + height)))}`),
  });
}
