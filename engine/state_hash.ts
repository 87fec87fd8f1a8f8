/** A short name for a state, to tell whether two simulations are in the same one. */

import { getState, stateSize } from "./state.ts";
import type { Data } from "./data.ts";
import { State } from "./types/enums.ts";
import type { Model } from "./types/model.ts";

/**
 * The 64-bit FNV-1a hash of bytes, as 16 hexadecimal digits
 * ([definition](http://www.isthe.com/chongo/tech/comp/fnv/)).
 */
export function fnv1a(bytes: Uint8Array): string {
  // the halves of the hash; the prime is 2⁴⁰ + 0x1b3
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of bytes) {
    low = (low ^ byte) >>> 0;
    const product = low * 0x1b3;
    high = (high * 0x1b3 + Math.floor(product / 0x100000000) + (low << 8 >>> 0)) >>> 0;
    low = product >>> 0;
  }
  const hex = (half: number) => half.toString(16).padStart(8, "0");
  return hex(high) + hex(low);
}

/**
 * A hash of the parts of the state named by `signature` (bits of `State`; by default, everything that the next step
 * depends on): 16 hexadecimal digits that are equal on every platform if every bit of the state is. Zeros of either
 * sign differ; all NaNs are alike, because platforms choose their bits freely.
 *
 * It is the 64-bit FNV-1a hash of the vector that `getState` gives, as little-endian doubles.
 *
 * @example Two runs of a simulation are the same
 * ```ts
 * import { compile, Data, stateHash, step } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body><joint axis="0 1 0"/><geom size="0.1" pos="0.3 0 0"/></body>
 *     </worldbody>
 *   </mujoco>`);
 * const run = () => {
 *   const data = new Data(model);
 *   for (let i = 0; i < 100; i++) step(model, data);
 *   return stateHash(model, data);
 * };
 * const hash = run();
 * if (hash !== run()) throw new Error("not reproducible");
 * if (hash !== "0a584d311f33710e") throw new Error(`${hash}: not the state of other machines`);
 * ```
 */
export function stateHash(m: Model, d: Data, signature: number = State.INTEGRATION): string {
  const state = new Float64Array(stateSize(m, signature));
  getState(m, d, state, signature);
  const view = new DataView(new ArrayBuffer(8 * state.length));
  for (let i = 0; i < state.length; i++) {
    view.setFloat64(8 * i, state[i], true);
    if (Number.isNaN(state[i])) view.setBigUint64(8 * i, 0x7ff8000000000000n, true);
  }
  return fnv1a(new Uint8Array(view.buffer));
}
