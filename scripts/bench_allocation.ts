const CALLS = 2000;
const TRIALS = 4;

/**
 * Heap bytes that a call allocates once its code is compiled: the growth of the heap over many calls, less the growth
 * over none (reading it costs something too), the least of a few trials. NaN unless V8 runs with `--expose-gc`.
 */
export function bytesPerCall(call: () => void): number {
  const { gc } = globalThis as { gc?: () => void };
  if (!gc) return NaN;

  const growth = (calls: number): number => {
    gc();
    const before = Deno.memoryUsage().heapUsed;
    for (let i = 0; i < calls; i++) call();
    return Deno.memoryUsage().heapUsed - before;
  };

  let least = Infinity;
  for (let trial = 0; trial < TRIALS; trial++) {
    // the heap shrinks when it is collected meanwhile, which tells nothing
    const bytes = (growth(CALLS) - growth(0)) / CALLS;
    if (bytes > -1) least = Math.min(least, Math.max(0, bytes));
  }
  return least;
}
