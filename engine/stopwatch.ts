/** The stopwatch of the profiler. The functions that know the order of the stages call `lap` after each of them. */

/** The parts of a step that are timed, in the order of a step; the names are also those in a profile. */
export const Lap = {
  KINEMATICS: 0,
  INERTIA: 1,
  COLLISION: 2,
  ROWS: 3,
  ISLANDS: 4,
  TRANSMISSION: 5,
  PROJECTION: 6,
  VELOCITY: 7,
  PASSIVE: 8,
  REFERENCE: 9,
  BIAS: 10,
  ACTUATION: 11,
  ACCELERATION: 12,
  SOLVER: 13,
  SENSORS: 14,
  ENERGY: 15,
  INTEGRATION: 16,
  SLEEP: 17,
  CHECKS: 18,
  INVERSE: 19,
} as const;

/** Adds up the time of laps. */
export class Stopwatch {
  /** time of each lap, in the unit of the clock */
  readonly times: Float64Array = new Float64Array(Object.keys(Lap).length);
  private last: number;

  constructor(private readonly clock: () => number) {
    this.last = clock();
  }

  /** Adds the time since the last lap. */
  lap(stage: number): void {
    const now = this.clock();
    this.times[stage] += now - this.last;
    this.last = now;
  }
}

// V8 takes what was never changed for a constant: V8-1
const now: { running: Stopwatch | null } = { running: null };

/** Adds the time since the last lap to a stage; does nothing unless a stopwatch is running. */
export function lap(stage: number): void {
  if (now.running !== null) now.running.lap(stage);
}

/** Is a stopwatch running, so that every stage has to be a call of its own? */
export function isTimed(): boolean {
  return now.running !== null;
}

/** Calls `run` with `stopwatch` running. */
export function withStopwatch(stopwatch: Stopwatch, run: () => void): void {
  const outer = now.running;
  now.running = stopwatch;
  try {
    run();
  } finally {
    now.running = outer;
  }
}
