/**
 * History buffers of controls and sensors: rings of time-stamped samples, for delays and sampling intervals.
 *
 * A buffer with `n` samples of `dim` numbers is, in `d.history`: a user value, the ring index of the newest sample, `n`
 * times, and `n · dim` values. Times increase from the oldest sample to the newest.
 */

import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

/** Interpolation between two samples, the second number of `actuator_history` and `sensor_history`. */
export const Interp = {
  ZOH: 0,
  LINEAR: 1,
  CUBIC: 2,
} as const;

/** Fills all history buffers with zeros, sampled before the start. */
export function resetHistory(m: Model, d: Data): void {
  const { nu, nsensor, actuator_history, actuator_historyadr } = m;
  const { sensor_history, sensor_historyadr, sensor_interval, sensor_dim } = m;
  const { timestep } = m.opt;
  const { history } = d;

  for (let i = 0; i < nu; i++) {
    const n = actuator_history[2 * i];
    if (n === 0) continue;
    const adr = actuator_historyadr[i];
    history[adr] = 0;
    history[adr + 1] = n - 1;
    for (let k = 0; k < n; k++) history[adr + 2 + k] = -(n - k) * timestep;
    history.fill(0, adr + 2 + n, adr + 2 + 2 * n);
  }

  for (let i = 0; i < nsensor; i++) {
    const n = sensor_history[2 * i];
    if (n === 0) continue;
    const adr = sensor_historyadr[i];
    const period = sensor_interval[2 * i];
    const phase = sensor_interval[2 * i + 1];
    const last = period > 0 ? (phase === 0 ? -period : phase) : -timestep;
    history[adr] = last;
    history[adr + 1] = n - 1;

    // samples at intervals are taken at the next time step
    for (let k = 0; k < n; k++) {
      history[adr + 2 + k] = period > 0
        ? Math.ceil((last - (n - 1 - k) * period) / timestep) * timestep
        : -(n - k) * timestep;
    }
    history.fill(0, adr + 2 + n, adr + 2 + n + n * sensor_dim[i]);
  }
}

/** Ring index of the sample `k` places after the oldest. */
function ring(cursor: number, n: number, k: number): number {
  return (cursor + 1 + k) % n;
}

/** Number of samples that are older than time `t`. */
function older(history: Float64Array, times: number, n: number, cursor: number, t: number): number {
  if (t <= history[times + ring(cursor, n, 0)]) return 0;
  if (t > history[times + ring(cursor, n, n - 1)]) return n;

  let low = 0;
  let high = n - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (history[times + ring(cursor, n, middle)] < t) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Makes room for a sample at time `t` in the buffer at `adr`, dropping the oldest one unless `t` is already there.
 * Returns the address in `history` where its `dim` values belong.
 */
export function historyInsert(history: Float64Array, adr: number, n: number, dim: number, t: number): number {
  const cursor = history[adr + 1];
  const times = adr + 2;
  const values = times + n;

  const k = older(history, times, n, cursor, t);
  if (k < n) {
    const at = ring(cursor, n, k);
    if (Math.abs(t - history[times + at]) < MINVAL) return values + at * dim;
  }

  // older than all: replaces the oldest
  if (k === 0) {
    const at = ring(cursor, n, 0);
    history[times + at] = t;
    return values + at * dim;
  }

  // newer than all: the ring advances by one
  if (k === n) {
    const at = (cursor + 1) % n;
    history[adr + 1] = at;
    history[times + at] = t;
    return values + at * dim;
  }

  // in between: older samples move down by one, overwriting the oldest
  for (let j = 0; j < k - 1; j++) {
    const from = ring(cursor, n, j + 1);
    const to = ring(cursor, n, j);
    history[times + to] = history[times + from];
    for (let c = 0; c < dim; c++) history[values + to * dim + c] = history[values + from * dim + c];
  }
  const at = ring(cursor, n, k - 1);
  history[times + at] = t;
  return values + at * dim;
}

/**
 * Reads the buffer at `adr` at time `t`: constant beyond its ends, interpolated between samples according to `interp`.
 */
export function historyRead(
  res: Float64Array,
  r: number,
  history: Float64Array,
  adr: number,
  n: number,
  dim: number,
  t: number,
  interp: number,
): void {
  const cursor = history[adr + 1];
  const times = adr + 2;
  const values = times + n;

  const oldest = ring(cursor, n, 0);
  if (t <= history[times + oldest] + MINVAL) return copy(res, r, history, values + oldest * dim, dim);
  const newest = ring(cursor, n, n - 1);
  if (t >= history[times + newest] - MINVAL) return copy(res, r, history, values + newest * dim, dim);

  const k = older(history, times, n, cursor, t);
  const next = ring(cursor, n, k);
  if (Math.abs(t - history[times + next]) < MINVAL) return copy(res, r, history, values + next * dim, dim);
  const last = ring(cursor, n, k - 1);
  if (interp === Interp.ZOH) return copy(res, r, history, values + last * dim, dim);

  const x = (t - history[times + last]) / (history[times + next] - history[times + last]);
  if (interp === Interp.LINEAR) {
    for (let c = 0; c < dim; c++) {
      const from = history[values + last * dim + c];
      res[r + c] = from + x * (history[values + next * dim + c] - from);
    }
    return;
  }

  // Hermite spline with Catmull–Rom slopes, flat at the ends
  const xx = x * x;
  const xxx = xx * x;
  const h00 = 2 * xxx - 3 * xx + 1;
  const h10 = xxx - 2 * xx + x;
  const h01 = -2 * xxx + 3 * xx;
  const h11 = xxx - xx;
  const dt = history[times + next] - history[times + last];
  for (let c = 0; c < dim; c++) {
    const from = history[values + last * dim + c];
    const to = history[values + next * dim + c];
    let slope0 = 0;
    let slope1 = 0;
    if (k > 1) {
      const before = ring(cursor, n, k - 2);
      slope0 = (to - history[values + before * dim + c]) / (history[times + next] - history[times + before]);
    }
    if (k < n - 1) {
      const after = ring(cursor, n, k + 1);
      slope1 = (history[values + after * dim + c] - from) / (history[times + after] - history[times + last]);
    }
    res[r + c] = h00 * from + h10 * dt * slope0 + h01 * to + h11 * dt * slope1;
  }
}

function copy(res: Float64Array, r: number, history: Float64Array, adr: number, dim: number): void {
  for (let c = 0; c < dim; c++) res[r + c] = history[adr + c];
}
