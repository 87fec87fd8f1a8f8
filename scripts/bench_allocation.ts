const CALLS = 2000;
const TRIALS = 4;
// more trials than that take no longer than this, seconds, and end with one that hardly allocates, bytes
const PATIENCE = 8;
const HARDLY = 1;

/**
 * Heap bytes that a call allocates once its code is compiled: the growth of the heap over many calls, less the growth
 * over none (reading it costs something too), the least of some trials. Compiling allocates too, and goes on for tens of
 * thousands of calls; what a call itself allocates shows in every trial. NaN unless V8 runs with `--expose-gc`.
 */
export async function bytesPerCall(call: () => void): Promise<number> {
  const { gc } = globalThis as { gc?: () => void };
  if (!gc) return NaN;

  const growth = (calls: number): number => {
    gc();
    const before = Deno.memoryUsage().heapUsed;
    for (let i = 0; i < calls; i++) call();
    return Deno.memoryUsage().heapUsed - before;
  };

  let least = Infinity;
  const end = performance.now() + 1e3 * PATIENCE;
  for (let trial = 0; least > HARDLY && (trial < TRIALS || performance.now() < end); trial++) {
    // the heap shrinks when it is collected meanwhile, which tells nothing
    const bytes = (growth(CALLS) - growth(0)) / CALLS;
    if (bytes > -1) least = Math.min(least, Math.max(0, bytes));

    // the threads that compile get to run, and their code gets to replace what runs
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return least;
}
