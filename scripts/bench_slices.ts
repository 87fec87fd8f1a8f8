/** Measures two sides in short alternating slices, so that a busy machine slows both equally. */

/** The code timed in one slice of each side, and its preparation. */
export interface Sides {
  prepareMujoco(slice: number): void;
  mujoco(): void;
  preparePlumbline(slice: number): void;
  plumbline(): void;
}

/** Microseconds per call; ratios are MuJoCo's time divided by ours. */
export interface Figures {
  mujoco: number;
  plumbline: number;
  /** median over slices, and its quartiles */
  ratio: number;
  low: number;
  high: number;
}

// slices per set of the warm-up, time of ours that a round of sets takes at least, milliseconds; rounds that are no faster
// than those before, after which it ends, and most rounds
const SET = 80;
const ROUND = 50;
const STALE_ROUNDS = 5;
const MOST_ROUNDS = 40;

/** Rounds with pauses, in which the threads that compile get to run, until the last ones were no faster than others. */
export async function warmUp(sides: Sides, calls: number): Promise<void> {
  let fastest = Infinity;
  for (let round = 0, stale = 0; round < MOST_ROUNDS && stale < STALE_ROUNDS; round++) {
    let took = 0;
    let sets = 0;
    for (; took < ROUND; sets++) {
      for (let i = 0; i < SET; i++) {
        sides.prepareMujoco(i);
        for (let k = 0; k < calls; k++) sides.mujoco();
        sides.preparePlumbline(i);
        const start = performance.now();
        for (let k = 0; k < calls; k++) sides.plumbline();
        took += performance.now() - start;
      }
    }
    stale = took / sets < 0.97 * fastest ? 0 : stale + 1;
    fastest = Math.min(fastest, took / sets);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Times slices with the given number of calls for the given number of seconds. */
export function takeTurns(sides: Sides, calls: number, seconds: number): Figures {
  const ours: number[] = [];
  const theirs: number[] = [];
  const ratios: number[] = [];
  const end = performance.now() + 1e3 * seconds;
  for (let i = 0; performance.now() < end || i < 40; i++) {
    sides.prepareMujoco(i);
    const t0 = performance.now();
    for (let k = 0; k < calls; k++) sides.mujoco();
    const t1 = performance.now();
    sides.preparePlumbline(i);
    const t2 = performance.now();
    for (let k = 0; k < calls; k++) sides.plumbline();
    const t3 = performance.now();
    theirs.push((t1 - t0) / calls * 1e3);
    ours.push((t3 - t2) / calls * 1e3);
    ratios.push((t1 - t0) / (t3 - t2));
  }
  return {
    mujoco: quantile(theirs, 0.5),
    plumbline: quantile(ours, 0.5),
    ratio: quantile(ratios, 0.5),
    low: quantile(ratios, 0.25),
    high: quantile(ratios, 0.75),
  };
}

function quantile(numbers: readonly number[], q: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}
