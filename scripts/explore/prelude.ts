/** What the sources of `instrument.ts` call; to be imported before the engine. */

/** Ways in which a decision can go: false and true, or less, equal, and greater. */
export const WAYS = 3;

/** Which ways have been taken: three for each decision. */
export const taken = new Uint8Array(WAYS * 30_000);

Object.assign(globalThis, {
  decided(k: number, x: unknown): unknown {
    taken[WAYS * k + (x ? 1 : 0)] = 1;
    return x;
  },
  compared(k: number, a: number, b: number, how: number): boolean {
    taken[WAYS * k + (a < b ? 0 : a > b ? 2 : 1)] = 1;
    return how === 0 ? a < b : how === 1 ? a <= b : how === 2 ? a > b : a >= b;
  },
});
