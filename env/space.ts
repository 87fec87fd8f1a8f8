/** Spaces: which vectors actions and observations can be. */

import type { Random } from "../harness/random.ts";

/** A box: vectors whose numbers each lie between two bounds, which may be infinite. */
export class Box {
  /** number of numbers */
  readonly size: number;

  /** A box with the given bounds of each number, both included. */
  constructor(readonly low: Float64Array, readonly high: Float64Array) {
    if (low.length !== high.length) {
      throw new RangeError(`Box: ${low.length} lower bounds, ${high.length} upper bounds`);
    }
    for (let i = 0; i < low.length; i++) {
      if (!(low[i] <= high[i])) throw new RangeError(`Box: bounds ${i} must increase, got ${low[i]} and ${high[i]}`);
    }
    this.size = low.length;
  }

  /** The same bounds for each of `size` numbers. */
  static uniform(size: number, low: number, high: number): Box {
    return new Box(new Float64Array(size).fill(low), new Float64Array(size).fill(high));
  }

  /** All vectors of a size. */
  static unbounded(size: number): Box {
    return Box.uniform(size, -Infinity, Infinity);
  }

  /** Does the vector lie in the box? */
  contains(vector: ArrayLike<number>): boolean {
    if (vector.length !== this.size) return false;
    for (let i = 0; i < this.size; i++) if (!(vector[i] >= this.low[i] && vector[i] <= this.high[i])) return false;
    return true;
  }

  /**
   * A random vector of the box. A number with two bounds is uniform between them, one with a single bound exponential
   * beyond it, one without bounds normal.
   */
  sample(random: Random): Float64Array {
    return Float64Array.from(this.low, (low, i) => {
      const high = this.high[i];
      if (low > -Infinity && high < Infinity) return low + (high - low) * random();
      if (low > -Infinity) return low - Math.log(1 - random());
      if (high < Infinity) return high + Math.log(1 - random());
      return normal(random);
    });
  }
}

/** A number with standard normal distribution. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
