// deno-lint-ignore-file no-console
/**
 * Learns a task with random search, in any JavaScript runtime: `deno run -A examples/learn.ts cart-pole --seed 1`.
 *
 * The policy is a matrix: action = matrix × normalized observation. In each round, it is changed a little in random
 * directions, forth and back; the best directions are followed in proportion to how much they gained. (Mania, Guy, and
 * Recht, "Simple random search provides a competitive approach to reinforcement learning", 2018: version V2-t.)
 */

import { Env, normal, randomFrom } from "@plumbline/sim/env";

/** A policy: one row of the matrix for each action, and the mean and spread of each observation. */
export interface Policy {
  matrix: Float64Array;
  mean: Float64Array;
  spread: Float64Array;
}

/** How to search. */
export interface Search {
  seed?: number;
  rounds?: number;
  /** directions per round, and how many of them are followed */
  directions?: number;
  followed?: number;
  /** length of a step, and of the changes that are tried */
  rate?: number;
  size?: number;
  /** called after each round with the mean return of its episodes; ends the search by returning true */
  onRound?: (round: number, meanReturn: number) => boolean | void;
}

/** The action of a policy. */
export function act({ matrix, mean, spread }: Policy, observation: Float64Array): Float64Array {
  const n = observation.length;
  const action = new Float64Array(matrix.length / n);
  for (let i = 0; i < action.length; i++) {
    for (let k = 0; k < n; k++) action[i] += matrix[i * n + k] * (observation[k] - mean[k]) / spread[k];
  }
  return action;
}

/** Sum of rewards of one episode. */
export function play(env: Env, policy: Policy, see?: (observation: Float64Array) => void): number {
  let { observation } = env.reset();
  for (let sum = 0;;) {
    see?.(observation);
    const { reward, terminated, truncated, ...next } = env.step(act(policy, observation));
    sum += reward;
    observation = next.observation;
    if (terminated || truncated) return sum;
  }
}

/** Searches for a policy. */
export function learn(env: Env, search: Search = {}): Policy {
  const { seed = 0, rounds = 60, directions = 8, followed = 4, rate = 0.05, size = 0.1, onRound } = search;
  const random = randomFrom(seed);
  const n = env.observationSpace.size;
  const matrix = new Float64Array(env.actionSpace.size * n);
  const mean = new Float64Array(n);
  const spread = new Float64Array(n).fill(1);
  const squares = new Float64Array(n);
  let seen = 0;

  // running mean and variance of what is observed (Welford)
  function see(observation: Float64Array): void {
    seen++;
    for (let k = 0; k < n; k++) {
      const before = observation[k] - nextMean[k];
      nextMean[k] += before / seen;
      squares[k] += before * (observation[k] - nextMean[k]);
    }
  }
  const nextMean = new Float64Array(n);

  env.reset({ seed });
  for (let round = 0; round < rounds; round++) {
    const tries = Array.from({ length: directions }, () => {
      const change = matrix.map(() => normal(random));
      const [forth, back] = [size, -size].map((s) => {
        return play(env, { matrix: matrix.map((x, i) => x + s * change[i]), mean, spread }, see);
      });
      return { change, forth, back };
    });
    const best = tries.sort((a, b) => Math.max(b.forth, b.back) - Math.max(a.forth, a.back)).slice(0, followed);
    const deviation = standardDeviation(best.flatMap(({ forth, back }) => [forth, back]));
    for (const { change, forth, back } of best) {
      for (let i = 0; i < matrix.length; i++) {
        matrix[i] += rate / (followed * Math.max(deviation, 1e-6)) * (forth - back) * change[i];
      }
    }
    mean.set(nextMean);
    for (let k = 0; k < n; k++) spread[k] = Math.max(Math.sqrt(squares[k] / seen), 1e-6);
    const total = tries.reduce((sum, { forth, back }) => sum + forth + back, 0);
    if (onRound?.(round, total / (2 * directions))) break;
  }
  return { matrix, mean, spread };
}

function standardDeviation(values: number[]): number {
  const mean = values.reduce((sum, x) => sum + x) / values.length;
  return Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length);
}

if (import.meta.main) {
  const [task = "cart-pole", , seed = "0"] = Deno.args;
  const env = new Env(task, { seed: 100 });
  const onRound = (round: number, mean: number) => console.log(`round ${round + 1}: mean return ${mean.toFixed(1)}`);
  const policy = learn(env, { seed: Number(seed), onRound });
  console.log(`learned: return ${play(env, policy).toFixed(1)} in a new episode`);
}
