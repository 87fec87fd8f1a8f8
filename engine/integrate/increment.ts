/** What an integrator passes to `advance`: the rates of change of the state during this step. */

import { newDoubles } from "../math/small_arrays.ts";
import { ownDoubles } from "../model/in_place.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

/** Rates of change of the state over one step. */
export interface Increment {
  /** rate of change of the activations */
  act_dot: Float64Array;
  /** acceleration that advances the velocities */
  qacc: Float64Array;
  /** velocity that advances the positions; if it is `d.qvel` itself, the step is semi-implicit */
  qvel: Float64Array;
  /** length of the step (s) */
  dt: Float64Array;
  /** storage for an acceleration other than `d.qacc` */
  solved: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** rates of change of the state over the current step */
    increment?: Increment;
  }
}

/** The increment of `d`, made on first use. */
export function incrementOf(m: Model, d: Data): Increment {
  return d.work.increment ??= {
    act_dot: d.act_dot,
    qacc: d.qacc,
    qvel: d.qvel,
    dt: newDoubles(1),
    solved: ownDoubles(d, m.nv),
  };
}
