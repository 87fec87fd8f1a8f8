/**
 * Muscles: a Hill model without a series-elastic tendon and with closed-form curves (MuJoCo documentation, "Muscle
 * actuators"). The parameters of an actuator are `range` (two numbers), `force`, `scale`, `lmin`, `lmax`, `vmax`,
 * `fpmax`, and `fvmax`.
 */

import { MINVAL } from "../types/constants.ts";

// V8-1
const TINY = MINVAL;

/** Peak force; if the parameter is negative, it is `scale` divided by the acceleration from unit force. */
function peakForce(acc0: Float64Array, i: number, prm: Float64Array, p: number): number {
  return prm[p + 2] < 0 ? prm[p + 3] / Math.max(TINY, acc0[i]) : prm[p + 2];
}

/** Optimal length: the length at which the muscle is strongest, in units of the actuator. */
function optimumLength(lengthrange: Float64Array, r: number, prm: Float64Array, p: number): number {
  return (lengthrange[r + 1] - lengthrange[r]) / Math.max(TINY, prm[p + 1] - prm[p]);
}

/**
 * Active force as a function of normalized length: four parabolas, 0 at `lmin` and `lmax`, 1 at length 1. `curve` holds
 * the length, which is replaced by the force, `lmin`, and `lmax`.
 */
export function muscleGainLength(curve: Float64Array): void {
  const length = curve[0];
  const lmin = curve[1];
  const lmax = curve[2];
  const a = 0.5 * (lmin + 1);
  const b = 0.5 * (1 + lmax);
  if (!(lmin <= length && length <= lmax)) {
    curve[0] = 0;
  } else if (length <= a) {
    const x = (length - lmin) / Math.max(TINY, a - lmin);
    curve[0] = 0.5 * x * x;
  } else if (length <= 1) {
    const x = (1 - length) / Math.max(TINY, 1 - a);
    curve[0] = 1 - 0.5 * x * x;
  } else if (length <= b) {
    const x = (length - 1) / Math.max(TINY, b - 1);
    curve[0] = 1 - 0.5 * x * x;
  } else {
    const x = (lmax - length) / Math.max(TINY, lmax - b);
    curve[0] = 0.5 * x * x;
  }
}

const curve = new Float64Array(3);

/**
 * `res[r]` = active force of actuator `i` per unit of activation; negative, because muscles pull. Parameters begin at
 * `prm[p]`. Numbers are passed in arrays: V8-2.
 */
export function muscleGain(
  res: Float64Array,
  r: number,
  i: number,
  length: Float64Array,
  velocity: Float64Array,
  lengthrange: Float64Array,
  acc0: Float64Array,
  prm: Float64Array,
  p: number,
): void {
  const fvmax = prm[p + 8];
  const force = peakForce(acc0, i, prm, p);
  const L0 = optimumLength(lengthrange, 2 * i, prm, p);
  const L = prm[p] + (length[i] - lengthrange[2 * i]) / Math.max(TINY, L0);
  const V = velocity[i] / Math.max(TINY, L0 * prm[p + 6]);
  curve[0] = L;
  curve[1] = prm[p + 4];
  curve[2] = prm[p + 5];
  muscleGainLength(curve);
  const FL = curve[0];

  // force–velocity curve: weaker while shortening, stronger while lengthening, up to a limit
  const y = fvmax - 1;
  let FV = fvmax;
  if (V <= -1) FV = 0;
  else if (V <= 0) FV = (V + 1) * (V + 1);
  else if (V <= y) FV = fvmax - (y - V) * (y - V) / Math.max(TINY, y);
  res[r] = -force * FL * FV;
}

/** `res[r]` = derivative of `muscleGain` with respect to velocity */
export function muscleGainVel(
  res: Float64Array,
  r: number,
  i: number,
  length: Float64Array,
  velocity: Float64Array,
  lengthrange: Float64Array,
  acc0: Float64Array,
  prm: Float64Array,
  p: number,
): void {
  const vmax = prm[p + 6];
  const force = peakForce(acc0, i, prm, p);
  const L0 = optimumLength(lengthrange, 2 * i, prm, p);
  const L = prm[p] + (length[i] - lengthrange[2 * i]) / Math.max(TINY, L0);
  const V = velocity[i] / Math.max(TINY, L0 * vmax);
  curve[0] = L;
  curve[1] = prm[p + 4];
  curve[2] = prm[p + 5];
  muscleGainLength(curve);
  const FL = curve[0];

  const y = prm[p + 8] - 1;
  let slope = 0;
  if (V <= -1) slope = 0;
  else if (V <= 0) slope = 2 * V + 2;
  else if (V <= y) slope = (-2 * V + 2 * y) / Math.max(TINY, y);
  res[r] = -force * FL * slope / Math.max(TINY, L0 * vmax);
}

/** `res[r]` = passive force of actuator `i`: quadratic beyond the optimum, then linear */
export function muscleBias(
  res: Float64Array,
  r: number,
  i: number,
  length: Float64Array,
  lengthrange: Float64Array,
  acc0: Float64Array,
  prm: Float64Array,
  p: number,
): void {
  const lmax = prm[p + 5];
  const fpmax = prm[p + 7];
  const force = peakForce(acc0, i, prm, p);
  const L0 = optimumLength(lengthrange, 2 * i, prm, p);
  const L = prm[p] + (length[i] - lengthrange[2 * i]) / Math.max(TINY, L0);

  const b = 0.5 * (1 + lmax);
  if (L <= 1) {
    res[r] = 0;
  } else if (L <= b) {
    const x = (L - 1) / Math.max(TINY, b - 1);
    res[r] = -force * fpmax * 0.5 * x * x;
  } else {
    const x = (L - b) / Math.max(TINY, b - 1);
    res[r] = -force * fpmax * (0.5 + x);
  }
}

/** Quintic polynomial that rises smoothly from 0 at 0 to 1 at 1. */
export function sigmoid(x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x * x * x * (3 * x * (2 * x - 5) + 10);
}

/**
 * `res[r]` = rate of change of the activation: a first-order filter whose time constant depends on activation and
 * direction, after Millard et al. (2013). Parameters are the two time constants and the width of the transition between
 * them.
 */
export function muscleDynamics(
  res: Float64Array,
  r: number,
  ctrl: Float64Array,
  i: number,
  act: Float64Array,
  a: number,
  prm: Float64Array,
  p: number,
): void {
  const excitation = ctrl[i] < 0 ? 0 : ctrl[i] > 1 ? 1 : ctrl[i];
  const excess = excitation - act[a];
  const clipped = act[a] < 0 ? 0 : act[a] > 1 ? 1 : act[a];
  const rise = prm[p] * (0.5 + 1.5 * clipped);
  const fall = prm[p + 1] / (0.5 + 1.5 * clipped);
  const width = prm[p + 2];

  let tau = excess > 0 ? rise : fall;
  if (!(width < TINY)) tau = fall + (rise - fall) * sigmoid(excess / width + 0.5);
  res[r] = excess / Math.max(TINY, tau);
}
