/** Curves and sequences: muscles, springs, Halton numbers. */

import { muscleBias as bias, muscleDynamics as dynamics, muscleGain as gain } from "../motion/muscle.ts";
import { cos, exp, sin } from "../math/scalar.ts";
import { MINVAL } from "../types/constants.ts";

const res = new Float64Array(1);
const first = new Float64Array(1);
const second = new Float64Array(1);
const range = new Float64Array(2);
const acc = new Float64Array(1);

/** Puts the numbers of one muscle where the engine has those of all. */
function load(len: number, vel: number, lengthrange: Float64Array, l: number, acc0: number): void {
  first[0] = len;
  second[0] = vel;
  range[0] = lengthrange[l];
  range[1] = lengthrange[l + 1];
  acc[0] = acc0;
}

/**
 * Active force of a muscle per unit of activation, at a length and velocity of its tendon. The nine parameters are those
 * of a `<muscle>`: range (two numbers), force, scale, lmin, lmax, vmax, fpmax, fvmax.
 */
export function muscleGain(
  len: number,
  vel: number,
  lengthrange: Float64Array,
  l: number,
  acc0: number,
  prm: Float64Array,
  p: number,
): number {
  load(len, vel, lengthrange, l, acc0);
  gain(res, 0, 0, first, second, range, acc, prm, p);
  return res[0];
}

/** Passive force of a muscle; parameters as in `muscleGain`. */
export function muscleBias(
  len: number,
  lengthrange: Float64Array,
  l: number,
  acc0: number,
  prm: Float64Array,
  p: number,
): number {
  load(len, 0, lengthrange, l, acc0);
  bias(res, 0, 0, first, range, acc, prm, p);
  return res[0];
}

/** Rate of change of a muscle's activation; the three parameters are its time constants and `tausmooth`. */
export function muscleDynamics(ctrl: number, act: number, prm: Float64Array, p: number): number {
  first[0] = ctrl;
  second[0] = act;
  dynamics(res, 0, first, 0, second, 0, prm, p);
  return res[0];
}

/** Position after `dt` seconds of a unit mass on a spring of stiffness `Kp` with damping `Kv`. */
export function springDamper(pos0: number, vel0: number, Kp: number, Kv: number, dt: number): number {
  const discriminant = Kv * Kv - 4 * Kp;
  const w = Math.sqrt(Math.abs(discriminant)) / 2;

  // two speeds of decay
  if (discriminant > MINVAL) {
    const r1 = -Kv / 2 + w;
    const r2 = -Kv / 2 - w;
    const c1 = (pos0 * r2 - vel0) / (r2 - r1);
    const c2 = (pos0 * r1 - vel0) / (r1 - r2);
    return c1 * exp(r1 * dt) + c2 * exp(r2 * dt);
  }

  // critical, or a decaying oscillation
  const decay = exp(-Kv * dt / 2);
  const speed = vel0 + Kv * pos0 / 2;
  if (discriminant >= -MINVAL) return decay * (pos0 + speed * dt);
  return decay * (pos0 * cos(w * dt) + speed / w * sin(w * dt));
}

/** Element `index` of the Halton sequence with a prime base: numbers between 0 and 1 that fill the interval evenly. */
export function Halton(index: number, base: number): number {
  let scale = 1 / base;
  let sum = 0;
  for (let rest = index; rest > 0; rest = Math.trunc(rest / base)) {
    sum += scale * (rest % base);
    scale /= base;
  }
  return sum;
}
