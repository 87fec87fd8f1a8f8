/** Random numbers for tests of solvers. */

import { type Random, symmetricFrom } from "../../harness/random.ts";

/** numbers that doubles have and people forget */
const ODD = [0, -0, NaN, Infinity, -Infinity, 5e-324, -3e-310, 1e308, 1];

/** Seeded numbers in [−1, 1), and odd ones. */
export class Numbers {
  readonly next: Random;

  /** One of `rarity` numbers of `odd()` is odd. */
  constructor(seed: number, private readonly rarity: number) {
    this.next = symmetricFrom(seed);
  }

  /** A whole number below `n`, at least 0. */
  below(n: number): number {
    return Math.floor((this.next() + 1) / 2 * n);
  }

  /** A number that may be odd. */
  odd(): number {
    return this.below(this.rarity) === 0 ? ODD[this.below(ODD.length)] : this.next();
  }
}
