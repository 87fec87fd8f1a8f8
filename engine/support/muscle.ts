/**
 * Muscles: a tendon-free version of the Hill model with curves in closed form (MuJoCo documentation, "Muscle
 * actuators"). Parameters of an actuator are `range` (two numbers), `force`, `scale`, `lmin`, `lmax`, `vmax`, `fpmax`
 * and `fvmax`.
 */

import { clip } from "../math/scalar.ts";
import { MINVAL } from "../types/constants.ts";

/** Peak force; a negative parameter asks for one in proportion to the inertia that the actuator feels. */
function peakForce(acc0: number, prm: Float64Array, p: number): number {
  return prm[p + 2] < 0 ? prm[p + 3] / Math.max(MINVAL, acc0) : prm[p + 2];
}

/** Length at which the muscle is strongest, in units of the actuator. */
function optimumLength(lengthrange: Float64Array, r: number, prm: Float64Array, p: number): number {
  return (lengthrange[r + 1] - lengthrange[r]) / Math.max(MINVAL, prm[p + 1] - prm[p]);
}

/** Active force over normalised length: four parabolas, zero at the ends, 1 at length 1. */
export function muscleGainLength(length: number, lmin: number, lmax: number): number {
  if (!(lmin <= length && length <= lmax)) return 0;
  const a = 0.5 * (lmin + 1);
  const b = 0.5 * (1 + lmax);
  if (length <= a) {
    const x = (length - lmin) / Math.max(MINVAL, a - lmin);
    return 0.5 * x * x;
  }
  if (length <= 1) {
    const x = (1 - length) / Math.max(MINVAL, 1 - a);
    return 1 - 0.5 * x * x;
  }
  if (length <= b) {
    const x = (length - 1) / Math.max(MINVAL, b - 1);
    return 1 - 0.5 * x * x;
  }
  const x = (lmax - length) / Math.max(MINVAL, lmax - b);
  return 0.5 * x * x;
}

/** Active force per unit of activation; negative, because muscles pull. */
export function muscleGain(
  length: number,
  velocity: number,
  lengthrange: Float64Array,
  r: number,
  acc0: number,
  prm: Float64Array,
  p: number,
): number {
  const lmin = prm[p + 4];
  const lmax = prm[p + 5];
  const vmax = prm[p + 6];
  const fvmax = prm[p + 8];
  const force = peakForce(acc0, prm, p);
  const L0 = optimumLength(lengthrange, r, prm, p);
  const L = prm[p] + (length - lengthrange[r]) / Math.max(MINVAL, L0);
  const V = velocity / Math.max(MINVAL, L0 * vmax);
  const FL = muscleGainLength(L, lmin, lmax);

  // shortening weakens, lengthening strengthens up to a limit
  const y = fvmax - 1;
  let FV = fvmax;
  if (V <= -1) FV = 0;
  else if (V <= 0) FV = (V + 1) * (V + 1);
  else if (V <= y) FV = fvmax - (y - V) * (y - V) / Math.max(MINVAL, y);
  return -force * FL * FV;
}

/** Derivative of `muscleGain` with respect to velocity. */
export function muscleGainVel(
  length: number,
  velocity: number,
  lengthrange: Float64Array,
  r: number,
  acc0: number,
  prm: Float64Array,
  p: number,
): number {
  const vmax = prm[p + 6];
  const fvmax = prm[p + 8];
  const force = peakForce(acc0, prm, p);
  const L0 = optimumLength(lengthrange, r, prm, p);
  const L = prm[p] + (length - lengthrange[r]) / Math.max(MINVAL, L0);
  const V = velocity / Math.max(MINVAL, L0 * vmax);
  const FL = muscleGainLength(L, prm[p + 4], prm[p + 5]);

  const y = fvmax - 1;
  let slope = 0;
  if (V <= -1) slope = 0;
  else if (V <= 0) slope = 2 * V + 2;
  else if (V <= y) slope = (-2 * V + 2 * y) / Math.max(MINVAL, y);
  return -force * FL * slope / Math.max(MINVAL, L0 * vmax);
}

/** Passive force: quadratic beyond the optimum, then linear. */
export function muscleBias(
  length: number,
  lengthrange: Float64Array,
  r: number,
  acc0: number,
  prm: Float64Array,
  p: number,
): number {
  const lmax = prm[p + 5];
  const fpmax = prm[p + 7];
  const force = peakForce(acc0, prm, p);
  const L0 = optimumLength(lengthrange, r, prm, p);
  const L = prm[p] + (length - lengthrange[r]) / Math.max(MINVAL, L0);

  const b = 0.5 * (1 + lmax);
  if (L <= 1) return 0;
  if (L <= b) {
    const x = (L - 1) / Math.max(MINVAL, b - 1);
    return -force * fpmax * 0.5 * x * x;
  }
  const x = (L - b) / Math.max(MINVAL, b - 1);
  return -force * fpmax * (0.5 + x);
}

/** Polynomial of degree five that rises smoothly from 0 at 0 to 1 at 1. */
export function sigmoid(x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x * x * x * (3 * x * (2 * x - 5) + 10);
}

/**
 * Rate of activation: a first-order filter whose time constant depends on activation and direction, after Millard et
 * al. (2013). Parameters are the two time constants and the width of the transition between them.
 */
export function muscleDynamics(ctrl: number, act: number, prm: Float64Array, p: number): number {
  const excitation = clip(ctrl, 0, 1);
  const clipped = clip(act, 0, 1);
  const rise = prm[p] * (0.5 + 1.5 * clipped);
  const fall = prm[p + 1] / (0.5 + 1.5 * clipped);
  const tau = muscleTimescale(excitation - act, rise, fall, prm[p + 2]);
  return (excitation - act) / Math.max(MINVAL, tau);
}

/** Time constant at a given excess of excitation over activation. */
export function muscleTimescale(excess: number, rise: number, fall: number, width: number): number {
  if (width < MINVAL) return excess > 0 ? rise : fall;
  return fall + (rise - fall) * sigmoid(excess / width + 0.5);
}
