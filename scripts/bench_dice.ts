/** What families of models are drawn with. */

import { type Random, randomFrom } from "../harness/random.ts";

/** Random numbers for a drawing. */
export class Dice {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  /** A number between two others, with three decimals unless more are asked for. */
  real(low: number, high: number, decimals = 3): string {
    return (low + (high - low) * this.#random()).toFixed(decimals);
  }

  /** An integer from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor((high - low + 1) * this.#random());
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)];
  }

  /** A vector within a cube around the origin. */
  vector(size: number): string {
    return [0, 1, 2].map(() => this.real(-size, size)).join(" ");
  }
}

export function times(n: number, part: (i: number) => string): string {
  return Array.from({ length: n }, (_, i) => part(i)).join("\n");
}
