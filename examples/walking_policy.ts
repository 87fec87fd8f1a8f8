// deno-lint-ignore-file no-console
/**
 * A policy that runs on two legs: `deno run -A examples/walking_policy.ts`.
 *
 * `walking_policy.json` was found by `learn.ts`: 200 rounds from seed 1 with 16 directions, of which 6 are followed, a
 * rate of 0.02, and changes of 0.03. Simulations are the same to the last bit everywhere, so it runs equally well on
 * every platform.
 */

import { Env } from "@plumbline/sim/env";
import { act, type Policy } from "./learn.ts";
import stored from "./walking_policy.json" with { type: "json" };

/** The policy that was found. */
export const POLICY: Policy = {
  matrix: Float64Array.from(stored.matrix),
  mean: Float64Array.from(stored.mean),
  spread: Float64Array.from(stored.spread),
};

/** Runs one episode that a seed names. Returns distance and time, in meters and seconds. */
export function run(seed: number): { distance: number; time: number; fell: boolean } {
  const env = new Env("runner");
  let { observation } = env.reset({ seed });
  for (;;) {
    const { terminated, truncated, ...next } = env.step(act(POLICY, observation));
    observation = next.observation;
    if (terminated || truncated) return { distance: env.data.qpos[0], time: env.data.time, fell: terminated };
  }
}

if (import.meta.main) {
  for (const seed of [1, 2, 3]) {
    const { distance, time, fell } = run(seed);
    console.log(`${distance.toFixed(1)} m in ${time.toFixed(1)} s${fell ? ", then it fell" : ""}`);
  }
}
