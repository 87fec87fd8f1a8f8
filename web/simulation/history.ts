/** The states before the last steps, so that steps can be taken back. */

import { getState, setState, stateSize } from "../../engine/state.ts";
import type { Data } from "../../engine/data.ts";
import { State } from "../../engine/types/enums.ts";
import type { Model } from "../../engine/types/model.ts";

/** Most states, and most memory of all of them (bytes). */
const MOST = 2000;
const MEMORY = 2e6;

/** States that are kept even if they need more memory. */
const FEWEST = 10;

/** A state without the forces that are applied nowhere: where numbers that are not +0 begin, and these numbers. */
interface Packed {
  /** first number and end of each run */
  runs: Uint32Array;
  values: Float64Array;
}

/** The states before the present one, the last of them last. */
export class History {
  readonly #packed: Packed[] = [];
  readonly #state: Float64Array;
  #bytes = 0;

  constructor(private readonly model: Model) {
    this.#state = new Float64Array(stateSize(model, State.INTEGRATION));
  }

  /** Number of steps that can be taken back. */
  get length(): number {
    return this.#packed.length;
  }

  /** Forgets everything. */
  clear(): void {
    this.#packed.length = 0;
    this.#bytes = 0;
  }

  /** Remembers a state. */
  push(d: Data): void {
    getState(this.model, d, this.#state, State.INTEGRATION);
    const packed = pack(this.#state);
    this.#packed.push(packed);
    this.#bytes += bytesOf(packed);
    while (this.length > MOST || this.#bytes > MEMORY && this.length > FEWEST) {
      this.#bytes -= bytesOf(this.#packed.shift() as Packed);
    }
  }

  /** All states and the present one, one after another. */
  save(d: Data): { size: number; states: Float64Array } {
    const size = this.#state.length;
    const states = new Float64Array(size * (this.length + 1));
    for (const [i, packed] of this.#packed.entries()) unpack(packed, states.subarray(size * i, size * (i + 1)));
    getState(this.model, d, states.subarray(size * this.length), State.INTEGRATION);
    return { size, states };
  }

  /** Replaces everything by states that were saved, and goes to the last of them. */
  restore(d: Data, size: number, states: Float64Array): void {
    if (size !== this.#state.length) {
      throw new RangeError(`a state of this model has ${this.#state.length} numbers, those of the file have ${size}`);
    }
    this.clear();
    for (let i = 0; i + size <= states.length; i += size) {
      setState(this.model, d, states.subarray(i, i + size), State.INTEGRATION);
      if (i + size < states.length) this.push(d);
    }
  }

  /** Returns to the last state that is remembered; false if there is none. */
  pop(d: Data): boolean {
    const packed = this.#packed.pop();
    if (packed === undefined) return false;
    this.#bytes -= bytesOf(packed);
    unpack(packed, this.#state);
    setState(this.model, d, this.#state, State.INTEGRATION);
    return true;
  }
}

/** Zeros that a run may contain, because another run would take as much memory. */
const GAP = 1;

function pack(state: Float64Array): Packed {
  const runs: number[] = [];
  for (let i = 0; i < state.length; i++) {
    if (Object.is(state[i], 0)) continue;
    const last = runs.length - 1;
    if (last > 0 && i <= runs[last] + GAP) runs[last] = i + 1;
    else runs.push(i, i + 1);
  }
  const values: Float64Array[] = [];
  let length = 0;
  for (let k = 0; k < runs.length; k += 2) {
    const run = state.subarray(runs[k], runs[k + 1]);
    values.push(run);
    length += run.length;
  }
  const joined = new Float64Array(length);
  let at = 0;
  for (const run of values) {
    joined.set(run, at);
    at += run.length;
  }
  return { runs: Uint32Array.from(runs), values: joined };
}

function unpack({ runs, values }: Packed, state: Float64Array): void {
  state.fill(0);
  let at = 0;
  for (let k = 0; k < runs.length; k += 2) {
    const length = runs[k + 1] - runs[k];
    state.set(values.subarray(at, at + length), runs[k]);
    at += length;
  }
}

/** Memory of a state, with that of the two arrays themselves. */
function bytesOf({ runs, values }: Packed): number {
  return runs.byteLength + values.byteLength + 200;
}
