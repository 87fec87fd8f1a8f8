/** Seeded random numbers, the same everywhere. */

/** A source of numbers in [0, 1). */
export type Random = () => number;

/** Makes a source from a seed. */
export function randomFrom(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number in [-1, 1). */
export function symmetric(random: Random): number {
  return 2 * random() - 1;
}

/** Makes a source of numbers in [-1, 1) from a seed. */
export function symmetricFrom(seed: number): Random {
  const random = randomFrom(seed);
  return () => symmetric(random);
}
