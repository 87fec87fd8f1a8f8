/** Rollouts one after another, on one thread. */

import { Data } from "../data.ts";
import { isEnabled, isSparse } from "../model/queries.ts";
import { resetData, resetMocap } from "../reset.ts";
import { setState, stateArrays, stateSize } from "../state.ts";
import { stepTogether, takesTurns } from "../step_together.ts";
import { dataBlockBytes } from "../types/data_memory.ts";
import { EnableBit, State } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

/** What all rollouts of a call have in common. */
export interface Course {
  readonly steps: number;
  /** which parts of the state a control vector has: bits of `State` */
  readonly controlSpec: number;
  /** distance between the inputs of two rollouts; 0: all have the same */
  readonly initialStride: number;
  readonly warmstartStride: number;
  readonly controlStride: number;
  /** distance between the controls of two steps; 0: all have the same */
  readonly controlStep: number;
}

/** Inputs and outputs of some rollouts, one after another. */
export interface Part {
  readonly initial: Float64Array;
  readonly warmstart: Float64Array | null;
  readonly control: Float64Array | null;
  readonly state: Float64Array;
  readonly sensordata: Float64Array;
  /** how many of the rollouts have been taken, −1 until inputs are there, and how many stretches of rollouts have begun */
  readonly taken: Int32Array;
}

/** most rollouts that take turns, and about as many bytes of data as the processor has at hand for them */
const MOST = 8;
const AT_HAND = 1 << 18;

/** steps of a stretch */
export const STRETCH = 8;

/**
 * Rollouts of a model that a thread runs together, step by step: several if their data are small, and the solver has no
 * large plans to exchange.
 */
export function rolloutsTogether(m: Model): number {
  if (isSparse(m) || !takesTurns(m)) return 1;
  return Math.max(1, Math.min(MOST, Math.floor(AT_HAND / dataBlockBytes(m))));
}

/**
 * Runs `count` rollouts of a part from number `first` on, of which rollout r has model `models[r]`, or the only one. The
 * results depend on nothing that the `data` held before; what lacks there is added.
 */
export function runRollouts(
  models: readonly Model[],
  data: Data[],
  course: Course,
  part: Part,
  count: number,
  first = 0,
): void {
  const most = models.length === 1 ? Math.min(count, rolloutsTogether(models[0])) : 1;
  while (data.length < most) data.push(new Data(models[0]));
  const end = first + count;
  for (let r = first; r < end; r += most) {
    runTogether(models[models.length === 1 ? 0 : r], data, course, part, Math.min(most, end - r), r);
  }
}

/** Runs `count` rollouts of a model, each with data of its own. */
function runTogether(m: Model, data: readonly Data[], course: Course, part: Part, count: number, first: number): void {
  const { steps, controlSpec } = course;
  const { state, sensordata, control, taken } = part;
  const nstate = stateSize(m, State.FULLPHYSICS);
  const { nsensordata } = m;
  const states = new Float64Array(nstate);
  const going = data.slice(0, count);
  const physics = going.map((d) => stateArrays(m, d, State.FULLPHYSICS));
  const controlled = going.map((d) => stateArrays(m, d, controlSpec));

  for (let k = 0; k < count; k++) begin(m, data[k], course, part, first + k, states);
  for (let t = 0; t < steps; t++) {
    if (t % STRETCH === 0) Atomics.add(taken, 1, count);
    // after a warning, the last state stays
    let n = 0;
    for (let k = 0; k < count; k++) {
      const d = data[k];
      if (hasWarning(d)) continue;
      going[n++] = d;
      if (control === null) continue;
      copyIn(controlled[k], control, (first + k) * course.controlStride + t * course.controlStep);
    }
    stepTogether(m, going, n);
    for (let k = 0; k < count; k++) {
      const d = data[k];
      const at = (first + k) * steps + t;
      state[at * nstate] = d.time;
      copyOut(state, at * nstate + 1, physics[k]);
      const { sensordata: readings } = d;
      for (let i = 0, to = at * nsensordata; i < nsensordata; i++, to++) sensordata[to] = readings[i];
    }
  }
}

/** Copies arrays to `to` from `at` on, one after another. */
function copyOut(to: Float64Array, at: number, arrays: readonly (Float64Array | Uint8Array)[]): void {
  for (let i = 0; i < arrays.length; i++) {
    const array = arrays[i];
    for (let k = 0; k < array.length; k++) to[at + k] = array[k];
    at += array.length;
  }
}

/** Copies what is in `from` from `at` on to arrays. */
function copyIn(arrays: readonly (Float64Array | Uint8Array)[], from: Float64Array, at: number): void {
  for (let i = 0; i < arrays.length; i++) {
    const array = arrays[i];
    for (let k = 0; k < array.length; k++) array[k] = from[at + k];
    at += array.length;
  }
}

/** The state in which a rollout begins. */
function begin(m: Model, d: Data, course: Course, part: Part, r: number, states: Float64Array): void {
  // what no control sets is as in new data
  const controlSpec = part.control === null ? 0 : course.controlSpec;
  // which trees sleep is in no part of the state
  if (isEnabled(m, EnableBit.SLEEP)) resetData(m, d);
  if (!(controlSpec & State.CTRL)) d.ctrl.fill(0);
  if (!(controlSpec & State.QFRC_APPLIED)) d.qfrc_applied.fill(0);
  if (!(controlSpec & State.XFRC_APPLIED)) d.xfrc_applied.fill(0);
  if (!(controlSpec & State.EQ_ACTIVE)) d.eq_active.set(m.eq_active0);
  // mocap bodies that no control moves are where the model has them
  const { MOCAP_POS, MOCAP_QUAT } = State;
  resetMocap(m, controlSpec & MOCAP_POS ? null : d.mocap_pos, controlSpec & MOCAP_QUAT ? null : d.mocap_quat);

  const from = r * course.initialStride;
  for (let k = 0; k < states.length; k++) states[k] = part.initial[from + k];
  setState(m, d, states, State.FULLPHYSICS);

  const { qacc_warmstart } = d;
  const start = r * course.warmstartStride;
  for (let i = 0; i < m.nv; i++) qacc_warmstart[i] = part.warmstart === null ? 0 : part.warmstart[start + i];
  d.warning.number.fill(0);
  // a sensor of the kinetic energy reads it before it is cleared
  d.flg_energyvel = 0;
}

function hasWarning({ warning: { number } }: Data): boolean {
  for (let i = 0; i < number.length; i++) if (number[i] > 0) return true;
  return false;
}
