/** Keeps simulated time in step with the clock. */

/** Longest work between two looks at messages, ms. */
const WORK = 12;

/** Longest lag that is caught up, s. */
const LAG = 0.05;

/** Interval over which the speed is measured, ms. */
const MEASURED = 500;

/** Runs steps as real time passes, or as many as there is time for. */
export class Clock {
  /** how fast time should pass */
  speed = 1;
  /** how fast it does */
  factor = 0;
  #last = 0;
  #debt = 0;
  #since = { clock: 0, time: 0 };

  /** Starts anew, after a pause. */
  start(now: number, time: number): void {
    this.#last = now;
    this.#debt = 0;
    this.#since = { clock: now, time };
  }

  /** Calls `step`, which returns the simulated time, as often as is due. */
  run(timestep: number, now: () => number, step: () => number): void {
    const began = now();
    this.#debt = Math.min(this.#debt + (began - this.#last) / 1000 * this.speed, LAG * Math.max(1, this.speed));
    this.#last = began;
    let time: number | undefined;
    while (this.#debt >= timestep) {
      time = step();
      this.#debt -= timestep;
      if (now() - began > WORK) {
        // what cannot be caught up is given up
        this.#debt = Math.min(this.#debt, LAG);
        break;
      }
    }
    const elapsed = began - this.#since.clock;
    if (time === undefined || elapsed < MEASURED) return;
    this.factor = (time - this.#since.time) / (elapsed / 1000);
    this.#since = { clock: began, time };
  }
}
