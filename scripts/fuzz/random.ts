/** Seeded randomness: the same seed gives the same numbers everywhere. */

/** A source of random choices. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = (seed ^ 0x9e3779b9) >>> 0;
    for (let k = 0; k < 8; k++) this.unit();
  }

  /** A number between 0 and 1. */
  unit(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** Whether something of that probability happens. */
  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** An integer from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.unit() * (high - low + 1));
  }

  /** A number between two others, with few digits. */
  real(low: number, high: number): number {
    return Number((low + this.unit() * (high - low)).toPrecision(this.int(1, 6)));
  }

  /** One of several. */
  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)];
  }

  /** `count` numbers between two others, as an attribute value. */
  reals(count: number, low: number, high: number): string {
    return Array.from({ length: count }, () => this.real(low, high)).join(" ");
  }
}
