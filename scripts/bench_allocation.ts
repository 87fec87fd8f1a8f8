const MOST_CALLS = 2000;
const FEWEST_CALLS = 50;
const TRIALS = 4;
// further trials end after this time (s), or with one that allocates less than this (bytes)
const PATIENCE = 8;
const HARDLY = 0.5;

/**
 * Heap bytes allocated per call once its code is compiled: the growth of the heap over about as many calls as asked for
 * minus that over none (reading it allocates too), as the minimum of several trials. Compilation also allocates, for
 * tens of thousands of calls; allocations of the call itself show up in every trial. NaN unless V8 runs with
 * `--expose-gc`.
 */
export async function bytesPerCall(call: () => void, wanted = MOST_CALLS): Promise<number> {
  const { gc } = globalThis as { gc?: () => void };
  if (!gc) return NaN;

  const calls = Math.round(Math.min(MOST_CALLS, Math.max(FEWEST_CALLS, wanted)));
  const growth = (calls: number): number => {
    gc();
    const before = Deno.memoryUsage().heapUsed;
    for (let i = 0; i < calls; i++) call();
    return Deno.memoryUsage().heapUsed - before;
  };

  let least = Infinity;
  const end = performance.now() + 1e3 * PATIENCE;
  for (let trial = 0; least > HARDLY && (trial < TRIALS || performance.now() < end); trial++) {
    // ignore trials in which garbage collection shrinks the heap
    const bytes = (growth(calls) - growth(0)) / calls;
    if (bytes > -1) least = Math.min(least, Math.max(0, bytes));

    // give compiler threads time to run, and their code time to be installed
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return least;
}
