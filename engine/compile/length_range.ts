/** Actuator length ranges: from limits, or by pulling each actuator to both ends in a simulation. */

import { exp } from "../math/scalar.ts";
import { norm } from "../math/vec.ts";
import { resetData } from "../reset.ts";
import { step1, step2 } from "../step.ts";
import { solveM } from "../linear/ltdl.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Bias, DisableBit, Gain, LRMode, Trn } from "../types/enums.ts";
import { MjcfError } from "../types/errors.ts";
import type { Model } from "../types/model.ts";
import { denseMoment } from "./constants0.ts";

/** Options for finding length ranges: the attributes of `<compiler><lengthrange>`. */
export interface LengthRangeOptions {
  /** which actuators: a value of `LRMode` */
  mode: number;
  /** keep a range that is already set */
  useexisting: boolean;
  /** take the range from a limited joint or tendon */
  uselimit: boolean;
  /** target acceleration, from which the force is computed */
  accel: number;
  /** maximum force; 0: no maximum */
  maxforce: number;
  /** time constant of velocity reduction (s) */
  timeconst: number;
  /** time step of the simulation (s); 0: that of the model */
  timestep: number;
  /** duration of the simulation (s) */
  inttotal: number;
  /** duration of the evaluation of lengths at the end (s) */
  interval: number;
  /** convergence tolerance, relative to the range */
  tolrange: number;
}

/** MuJoCo's defaults. */
export const DEFAULT_LENGTH_RANGE: Readonly<LengthRangeOptions> = {
  mode: LRMode.MUSCLE,
  useexisting: true,
  uselimit: false,
  accel: 20,
  maxforce: 0,
  timeconst: 1,
  timestep: 0.01,
  inttotal: 10,
  interval: 2,
  tolrange: 0.05,
};

/**
 * Sets `actuator_lengthrange` of the actuators that `options` selects. Simulates with `d`, without contacts, friction,
 * springs, dampers, gravity, or actuation. Calls `onSearch` with the number of steps before it simulates an actuator.
 *
 * @example Ranges from limits
 * ```ts
 * import { compile, Data, DEFAULT_LENGTH_RANGE, LRMode, setLengthRanges } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body name="cart"><joint name="j" type="slide" range="-1 2"/><geom name="box" size="0.1"/></body>
 *     </worldbody>
 *     <actuator><motor joint="j"/></actuator>
 *   </mujoco>`);
 * const options = { ...DEFAULT_LENGTH_RANGE, mode: LRMode.ALL, uselimit: true };
 * setLengthRanges(model, new Data(model), options);
 * if (model.actuator_lengthrange[1] !== 2) throw new Error("wrong range");
 * ```
 */
export function setLengthRanges(
  m: Model,
  d: Data,
  options: Readonly<LengthRangeOptions>,
  onSearch: (actuator: number, steps: number) => void = () => {},
): void {
  const { disableflags, timestep } = m.opt;
  m.opt.disableflags = DisableBit.FRICTIONLOSS | DisableBit.CONTACT | DisableBit.SPRING | DisableBit.DAMPER |
    DisableBit.GRAVITY | DisableBit.ACTUATION;
  if (options.timestep > 0) m.opt.timestep = options.timestep;
  try {
    for (let i = 0; i < m.nu; i++) findRange(m, d, i, options, onSearch);
  } finally {
    m.opt.disableflags = disableflags;
    m.opt.timestep = timestep;
  }
}

/**
 * Sets `actuator_lengthrange` of one actuator, if `options` selects it. Simulates with `d` and all forces that
 * `m.opt.disableflags` leaves, which a call usually disables first.
 *
 * @example How far a slider goes against its limits
 * ```ts
 * import { compile, Data, DEFAULT_LENGTH_RANGE, LRMode, setLengthRange } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const model = compile(`
 *   <mujoco>
 *     <option gravity="0 0 0"/>
 *     <worldbody>
 *       <body><joint name="j" type="slide" range="-1 2" limited="true"/><geom size="0.1"/></body>
 *     </worldbody>
 *     <actuator><motor joint="j"/></actuator>
 *   </mujoco>`);
 * setLengthRange(model, new Data(model), 0, { ...DEFAULT_LENGTH_RANGE, mode: LRMode.ALL });
 * assert(Math.abs(model.actuator_lengthrange[1] - 2) < 0.01);
 * ```
 */
export function setLengthRange(m: Model, d: Data, index: number, options: Readonly<LengthRangeOptions>): void {
  if (!(index >= 0 && index < m.nu)) throw new RangeError(`setLengthRange: there is no actuator ${index}`);
  findRange(m, d, index, options, () => {});
}

/** Called before a simulation, with the number of its steps. */
type OnSearch = (actuator: number, steps: number) => void;

function findRange(m: Model, d: Data, i: number, options: Readonly<LengthRangeOptions>, onSearch: OnSearch): void {
  if (!isWanted(m, i, options) || (options.uselimit && copyLimit(m, i))) return;
  onSearch(i, 2 * options.inttotal / m.opt.timestep);
  simulateRange(m, d, i, options);
}

function isWanted(m: Model, actuator: number, options: Readonly<LengthRangeOptions>): boolean {
  const { actuator_gaintype, actuator_biastype, actuator_lengthrange } = m;
  const muscle = actuator_gaintype[actuator] === Gain.MUSCLE || actuator_biastype[actuator] === Bias.MUSCLE;
  const user = actuator_gaintype[actuator] === Gain.USER || actuator_biastype[actuator] === Bias.USER;
  if (options.mode === LRMode.NONE) return false;
  if (options.mode === LRMode.MUSCLE && !muscle) return false;
  if (options.mode === LRMode.MUSCLEUSER && !muscle && !user) return false;
  return !(options.useexisting && actuator_lengthrange[2 * actuator] < actuator_lengthrange[2 * actuator + 1]);
}

/** Copies the range of the limited joint or tendon that the actuator acts on, if there is one. */
function copyLimit(m: Model, actuator: number): boolean {
  const { actuator_trntype, actuator_trnid, actuator_lengthrange } = m;
  const { jnt_limited, jnt_range, tendon_limited, tendon_range } = m;
  const type = actuator_trntype[actuator];

  // MuJoCo indexes the target pairs with the actuator's own id, so only the first actuator finds its own target
  const target = actuator_trnid[actuator];
  if (target < 0) return false;

  let range: Float64Array;
  if ((type === Trn.JOINT || type === Trn.JOINTINPARENT) && jnt_limited[target] !== 0) range = jnt_range;
  else if (type === Trn.TENDON && tendon_limited[target] !== 0) range = tendon_range;
  else return false;
  actuator_lengthrange[2 * actuator] = range[2 * target];
  actuator_lengthrange[2 * actuator + 1] = range[2 * target + 1];
  return true;
}

/** Pulls the actuator to its shortest, then to its longest length. */
function simulateRange(m: Model, d: Data, actuator: number, options: Readonly<LengthRangeOptions>): void {
  const { actuator_lengthrange } = m;
  const { inttotal, interval, tolrange } = options;
  const moment = new Float64Array(m.nv);
  const shortest = [0, 0];
  const longest = [0, 0];

  for (let side = 0; side < 2; side++) {
    resetData(m, d);
    let updated = false;

    // a simulation that keeps resetting itself would never end
    let left = 2 * inttotal / m.opt.timestep + 10;
    while (d.time < inttotal) {
      if (left-- < 0) throw new MjcfError(`actuator ${actuator}: the search for its length range did not end`);
      pull(m, d, actuator, side === 0 ? -1 : 1, moment, options);
      if (d.time === 0) throw new MjcfError(`actuator ${actuator}: the search for its length range is unstable`);
      if (d.time <= inttotal - interval) continue;
      const length = d.actuator_length[actuator];
      if (length < shortest[side] || !updated) shortest[side] = length;
      if (length > longest[side] || !updated) longest[side] = length;
      updated = true;
    }
    actuator_lengthrange[2 * actuator + side] = side === 0 ? shortest[0] : longest[1];
  }

  const low = shortest[0];
  const high = longest[1];
  const range = `(${low}, ${high})`;
  if (high - low <= 0) throw new MjcfError(`actuator ${actuator}: length range is empty, got ${range}`);
  for (let side = 0; side < 2; side++) {
    if (longest[side] - shortest[side] > tolrange * (high - low)) {
      const end = `(${shortest[side]}, ${longest[side]})`;
      throw new MjcfError(`actuator ${actuator}: length range did not converge, got ${end} at one end of ${range}`);
    }
  }
}

/** One time step with a force along the actuator that gives the target acceleration. */
function pull(
  m: Model,
  d: Data,
  actuator: number,
  sign: number,
  moment: Float64Array,
  options: Readonly<LengthRangeOptions>,
): void {
  const { nv } = m;
  const { qvel, qfrc_applied } = d;
  const { accel, maxforce, timeconst } = options;

  // dissipate kinetic energy
  const keep = exp(-m.opt.timestep / Math.max(0.01, timeconst));
  for (let i = 0; i < nv; i++) qvel[i] *= keep;

  step1(m, d);
  denseMoment(d, moment, actuator);
  solveM(m, d, qfrc_applied, 0, moment, 0, 1);
  const scale = sign * accel / Math.max(MINVAL, norm(qfrc_applied, 0, nv));
  for (let i = 0; i < nv; i++) qfrc_applied[i] = moment[i] * scale;

  const size = norm(qfrc_applied, 0, nv);
  if (maxforce > 0 && size > maxforce) {
    const shrink = maxforce / Math.max(MINVAL, size);
    for (let i = 0; i < nv; i++) qfrc_applied[i] *= shrink;
  }
  step2(m, d);
}
