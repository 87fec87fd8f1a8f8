/** The state of a simulation as one vector: any combination of its parts, in the order of the bits of `State`. */

import { State } from "./types/enums.ts";
import type { Data } from "./data.ts";
import type { Model } from "./types/model.ts";

function check(signature: number): void {
  if (signature >= 0 && signature < 1 << State.N && Number.isInteger(signature)) return;
  throw new RangeError(`state signature must consist of bits of State below ${1 << State.N}, got ${signature}`);
}

/** Length of one part of the state. */
function sizeOf(m: Model, part: number): number {
  switch (part) {
    case State.TIME:
      return 1;
    case State.QPOS:
      return m.nq;
    case State.QVEL:
    case State.WARMSTART:
    case State.QFRC_APPLIED:
      return m.nv;
    case State.ACT:
      return m.na;
    case State.HISTORY:
      return m.nhistory;
    case State.CTRL:
      return m.nu;
    case State.XFRC_APPLIED:
      return 6 * m.nbody;
    case State.EQ_ACTIVE:
      return m.neq;
    case State.MOCAP_POS:
      return 3 * m.nmocap;
    case State.MOCAP_QUAT:
      return 4 * m.nmocap;
    case State.USERDATA:
      return m.nuserdata;
    case State.PLUGIN:
      return m.npluginstate;
    default:
      return 0;
  }
}

/** The array that holds a part of the state; undefined for the time. */
function arrayOf(d: Data, part: number): Float64Array | Uint8Array | null {
  switch (part) {
    case State.QPOS:
      return d.qpos;
    case State.QVEL:
      return d.qvel;
    case State.ACT:
      return d.act;
    case State.HISTORY:
      return d.history;
    case State.WARMSTART:
      return d.qacc_warmstart;
    case State.CTRL:
      return d.ctrl;
    case State.QFRC_APPLIED:
      return d.qfrc_applied;
    case State.XFRC_APPLIED:
      return d.xfrc_applied;
    case State.EQ_ACTIVE:
      return d.eq_active;
    case State.MOCAP_POS:
      return d.mocap_pos;
    case State.MOCAP_QUAT:
      return d.mocap_quat;
    case State.USERDATA:
      return d.userdata;
    case State.PLUGIN:
      return d.plugin_state;
    default:
      return null;
  }
}

/** The arrays that hold the parts of the state named by `signature`, in order, without the time and what is empty. */
export function stateArrays(m: Model, d: Data, signature: number): (Float64Array | Uint8Array)[] {
  const arrays: (Float64Array | Uint8Array)[] = [];
  for (let bit = 0; bit < State.N; bit++) {
    const part = signature & (1 << bit);
    const array = arrayOf(d, part);
    if (array !== null && sizeOf(m, part) > 0) arrays.push(array);
  }
  return arrays;
}

/**
 * Length of the vector that holds the parts of the state named by `signature` (bits of `State`).
 *
 * @example Length of a state vector
 * ```ts
 * import { Model, State, stateSize } from "@plumbline/sim";
 *
 * const model = new Model({ nq: 7, nv: 6 });
 * if (stateSize(model, State.QPOS | State.QVEL) !== 13) throw new Error("wrong size");
 * ```
 */
export function stateSize(m: Model, signature: number): number {
  check(signature);
  let size = 0;
  for (let bit = 0; bit < State.N; bit++) if (signature & (1 << bit)) size += sizeOf(m, 1 << bit);
  return size;
}

/**
 * Copies the parts of the state named by `signature` into the vector `state`.
 *
 * @example Save and restore the state
 * ```ts
 * import { Data, getState, Model, setState, State, stateSize } from "@plumbline/sim";
 *
 * const model = new Model({ nq: 2, nv: 2 });
 * const data = new Data(model);
 * data.qpos.set([0.5, -1]);
 * const saved = new Float64Array(stateSize(model, State.INTEGRATION));
 * getState(model, data, saved, State.INTEGRATION);
 *
 * data.qpos.fill(0);
 * setState(model, data, saved, State.INTEGRATION);
 * if (data.qpos[1] !== -1) throw new Error("not restored");
 * ```
 */
export function getState(m: Model, d: Data, state: Float64Array, signature: number): void {
  check(signature);
  let at = 0;
  for (let bit = 0; bit < State.N; bit++) {
    const part = 1 << bit;
    if (!(signature & part)) continue;
    const size = sizeOf(m, part);
    const array = arrayOf(d, part);
    if (array === null) state[at] = d.time;
    else for (let k = 0; k < size; k++) state[at + k] = array[k];
    at += size;
  }
}

/**
 * Copies the vector `state` into the parts of the state named by `signature`: the inverse of `getState`.
 *
 * @example Put a slider somewhere else
 * ```ts
 * import { compile, Data, setState, State } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body name="cart"><joint name="j" type="slide" range="-1 2"/><geom name="box" size="0.1"/></body>
 *     </worldbody>
 *     <actuator><motor joint="j"/></actuator>
 *   </mujoco>`);
 * const data = new Data(model);
 * setState(model, data, Float64Array.of(0.5, -2), State.QPOS | State.QVEL);
 * if (data.qpos[0] !== 0.5 || data.qvel[0] !== -2) throw new Error("wrong state");
 * ```
 */
export function setState(m: Model, d: Data, state: Float64Array, signature: number): void {
  check(signature);
  let at = 0;
  for (let bit = 0; bit < State.N; bit++) {
    const part = 1 << bit;
    if (!(signature & part)) continue;
    const size = sizeOf(m, part);
    const array = arrayOf(d, part);
    if (array === null) d.time = state[at];
    else for (let k = 0; k < size; k++) array[k] = state[at + k];
    at += size;
  }
}

/**
 * Copies the parts of the state named by `signature` from one `Data` of a model to another.
 *
 * @example Copy velocities to a twin
 * ```ts
 * import { copyState, Data, Model, State } from "@plumbline/sim";
 *
 * const model = new Model({ nq: 1, nv: 1 });
 * const here = new Data(model);
 * const there = new Data(model);
 * here.qvel[0] = 2;
 * copyState(model, here, there, State.PHYSICS);
 * if (there.qvel[0] !== 2) throw new Error("not copied");
 * ```
 */
export function copyState(_m: Model, src: Data, dst: Data, signature: number): void {
  check(signature);
  for (let bit = 0; bit < State.N; bit++) {
    const part = 1 << bit;
    if (!(signature & part)) continue;
    const from = arrayOf(src, part);
    const to = arrayOf(dst, part);
    if (from === null || to === null) dst.time = src.time;
    else to.set(from);
  }
}

/**
 * Extracts the parts named by `dstSignature` from the vector `src`, which holds those named by `srcSignature`, and
 * writes them to `dst`.
 *
 * @example Extract the velocities from a state
 * ```ts
 * import { extractState, Model, State } from "@plumbline/sim";
 *
 * const model = new Model({ nq: 1, nv: 2 });
 * const qvel = new Float64Array(2);
 * extractState(model, Float64Array.of(0.1, 7, 8), State.QPOS | State.QVEL, qvel, State.QVEL);
 * if (qvel[0] !== 7 || qvel[1] !== 8) throw new Error("wrong part");
 * ```
 */
export function extractState(
  m: Model,
  src: Float64Array,
  srcSignature: number,
  dst: Float64Array,
  dstSignature: number,
): void {
  check(srcSignature);
  check(dstSignature);
  if ((srcSignature & dstSignature) !== dstSignature) {
    throw new RangeError(`extractState: signature ${dstSignature} asks for parts that ${srcSignature} lacks`);
  }
  let from = 0;
  let to = 0;
  for (let bit = 0; bit < State.N; bit++) {
    const part = 1 << bit;
    if (!(srcSignature & part)) continue;
    const size = sizeOf(m, part);
    if (dstSignature & part) { for (let k = 0; k < size; k++) dst[to++] = src[from + k]; }
    from += size;
  }
}
