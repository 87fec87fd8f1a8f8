/** Activation states of actuators. */

import { exp } from "../math/scalar.ts";
import { MINVAL, NDYN } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Dyn } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { FILTEREXACT } = Dyn;
const TINY = MINVAL;
const DYNS = NDYN;

/** Is actuator `i` disabled because its group is? Only groups 0 to 30 can be disabled. */
export function actuatorDisabled(m: Model, i: number): boolean {
  const { disableactuator } = m.opt;
  if (disableactuator === 0) return false;
  const group = m.actuator_group[i];
  if (group < 0 || group > 30) return false;
  return (disableactuator & (1 << group)) !== 0;
}

/**
 * Writes to `res[r]` the value of activation `adr` of actuator `i` after one step at the rate `rate[k]`. Numbers are
 * passed in arrays: V8-2.
 */
export function nextActivation(
  m: Model,
  d: Data,
  res: Float64Array,
  r: number,
  i: number,
  adr: number,
  rate: Float64Array,
  k: number,
): void {
  const { actuator_dyntype, actuator_dynprm, actuator_actlimited, actuator_actrange } = m;
  const { timestep } = m.opt;

  let act = d.act[adr];
  if (actuator_dyntype[i] === FILTEREXACT) {
    // the exact solution of a first-order filter under constant control
    const tau = Math.max(TINY, actuator_dynprm[DYNS * i]);
    act = act + rate[k] * tau * (1 - exp(-timestep / tau));
  } else {
    act = act + rate[k] * timestep;
  }

  if (actuator_actlimited[i] !== 0) {
    const low = actuator_actrange[2 * i];
    const high = actuator_actrange[2 * i + 1];
    if (act < low) act = low;
    else if (act > high) act = high;
  }
  res[r] = act;
}
