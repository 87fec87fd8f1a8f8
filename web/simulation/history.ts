/** The states before the last steps, so that steps can be taken back. */

import { getState, setState, stateSize } from "../../engine/state.ts";
import type { Data } from "../../engine/data.ts";
import { State } from "../../engine/types/enums.ts";
import type { Model } from "../../engine/types/model.ts";

/** Most states, and most memory of all of them (bytes). */
const MOST = 2000;
const MEMORY = 4e6;

/** A ring of states. */
export class History {
  readonly #states: Float64Array[] = [];
  readonly #size: number;
  readonly #capacity: number;
  #end = 0;
  #count = 0;

  constructor(private readonly model: Model) {
    this.#size = stateSize(model, State.INTEGRATION);
    this.#capacity = Math.max(10, Math.min(MOST, Math.floor(MEMORY / (8 * this.#size + 1))));
  }

  /** Number of steps that can be taken back. */
  get length(): number {
    return this.#count;
  }

  /** Forgets everything. */
  clear(): void {
    this.#count = 0;
  }

  /** Remembers a state. */
  push(d: Data): void {
    const state = this.#states[this.#end] ??= new Float64Array(this.#size);
    getState(this.model, d, state, State.INTEGRATION);
    this.#end = (this.#end + 1) % this.#capacity;
    this.#count = Math.min(this.#count + 1, this.#capacity);
  }

  /** Returns to the last state that is remembered; false if there is none. */
  pop(d: Data): boolean {
    if (this.#count === 0) return false;
    this.#end = (this.#end + this.#capacity - 1) % this.#capacity;
    this.#count--;
    setState(this.model, d, this.#states[this.#end], State.INTEGRATION);
    return true;
  }
}
