/** Reading and setting the history of delayed actuators and sensors. */

import { historyRead } from "./model/history_buffer.ts";
import { MINVAL } from "./types/constants.ts";
import type { Data } from "./data.ts";
import type { Model } from "./types/model.ts";

const value = new Float64Array(1);

function check(what: string, id: number, count: number): void {
  if (!(id >= 0 && id < count)) throw new RangeError(`${what}: index must be below ${count}, got ${id}`);
}

/**
 * The control that acts on actuator `id` at time `t`: the current one or, for a delayed actuator, the one that was set
 * one delay earlier. `interp` selects the interpolation between samples: 0 holds the last one, 1 is linear, 2 is cubic,
 * −1 uses the actuator's own setting.
 *
 * @example A delayed control
 * ```ts
 * import { compile, Data, readCtrl, step } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <option timestep="0.01"/>
 *     <worldbody><body><joint name="j" type="slide"/><geom size="0.1"/></body></worldbody>
 *     <actuator><motor joint="j" delay="0.02" nsample="4"/></actuator>
 *   </mujoco>`);
 * const data = new Data(model);
 * data.ctrl[0] = 1;
 * step(model, data);
 * step(model, data);
 * if (readCtrl(model, data, 0, data.time, -1) !== 1) throw new Error("should have arrived");
 * if (readCtrl(model, data, 0, data.time - 0.01, -1) !== 0) throw new Error("too early");
 * ```
 */
export function readCtrl(m: Model, d: Data, id: number, t: number, interp: number): number {
  check("readCtrl", id, m.nu);
  const n = m.actuator_history[2 * id];
  if (n === 0) return d.ctrl[id];
  const mode = interp < 0 ? m.actuator_history[2 * id + 1] : interp;
  historyRead(value, 0, d.history, m.actuator_historyadr[id], n, 1, t - m.actuator_delay[id], mode);
  return value[0];
}

/**
 * Writes the reading of sensor `id` at time `t` to `res`: the current one if the sensor keeps no history, otherwise the
 * one taken one delay earlier. `interp` is as for `readCtrl`.
 *
 * @example A past position
 * ```ts
 * import { compile, Data, readSensor, step } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <option timestep="0.01" gravity="0 0 0"/>
 *     <worldbody><body><joint name="j" type="slide"/><geom size="0.1"/></body></worldbody>
 *     <sensor><jointpos joint="j" nsample="5"/></sensor>
 *   </mujoco>`);
 * const data = new Data(model);
 * data.qvel[0] = 1;
 * for (let k = 0; k < 5; k++) step(model, data);
 * const position = new Float64Array(1);
 * readSensor(model, data, 0, 0.02, position, 0, -1);
 * if (Math.abs(position[0] - 0.02) > 1e-12) throw new Error("wrong memory");
 * ```
 */
export function readSensor(
  m: Model,
  d: Data,
  id: number,
  t: number,
  res: Float64Array,
  r: number,
  interp: number,
): void {
  check("readSensor", id, m.nsensor);
  const n = m.sensor_history[2 * id];
  const dim = m.sensor_dim[id];
  if (n === 0) {
    for (let k = 0; k < dim; k++) res[r + k] = d.sensordata[m.sensor_adr[id] + k];
    return;
  }
  const mode = interp < 0 ? m.sensor_history[2 * id + 1] : interp;
  historyRead(res, r, d.history, m.sensor_historyadr[id], n, dim, t - m.sensor_delay[id], mode);
}

/** Sets the samples of a buffer, oldest first, and its user value. */
function fill(
  history: Float64Array,
  adr: number,
  n: number,
  dim: number,
  times: Float64Array | null,
  values: Float64Array | null,
  user: number,
): void {
  const at = (k: number) => times === null ? history[adr + 2 + k] : times[k];
  for (let k = 1; k < n; k++) {
    if (at(k) - at(k - 1) < MINVAL) {
      throw new RangeError(`times must increase, got ${at(k)} at index ${k} after ${at(k - 1)}`);
    }
  }
  for (let k = 0; k < n; k++) history[adr + 2 + k] = at(k);
  if (values !== null) { for (let k = 0; k < n * dim; k++) history[adr + 2 + n + k] = values[k]; }
  history[adr] = user;
  history[adr + 1] = n - 1;
}

/**
 * Sets the history of a delayed actuator: the controls in `values`, set at `times`, oldest first. Pass null to keep the
 * current times or values.
 *
 * @example A control that was on before the start
 * ```ts
 * import { compile, Data, initCtrlHistory, readCtrl } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody><body><joint name="j" type="slide"/><geom size="0.1"/></body></worldbody>
 *     <actuator><motor joint="j" delay="0.02" nsample="2"/></actuator>
 *   </mujoco>`);
 * const data = new Data(model);
 * initCtrlHistory(model, data, 0, Float64Array.of(-0.02, -0.01), Float64Array.of(3, 4));
 * if (readCtrl(model, data, 0, 0, -1) !== 3) throw new Error("not remembered");
 * ```
 */
export function initCtrlHistory(
  m: Model,
  d: Data,
  id: number,
  times: Float64Array | null,
  values: Float64Array | null,
): void {
  check("initCtrlHistory", id, m.nu);
  const n = m.actuator_history[2 * id];
  if (n === 0) throw new RangeError(`initCtrlHistory: actuator ${id} keeps no history`);
  const adr = m.actuator_historyadr[id];
  fill(d.history, adr, n, 1, times, values, d.history[adr]);
}

/**
 * Sets the history of a sensor, with `sensor_dim` values per sample; `phase` is the time of its last sample.
 *
 * @example A reading from before the start
 * ```ts
 * import { compile, Data, initSensorHistory, readSensor } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody><body><joint name="j" type="slide"/><geom size="0.1"/></body></worldbody>
 *     <sensor><jointpos joint="j" delay="0.01" nsample="2"/></sensor>
 *   </mujoco>`);
 * const data = new Data(model);
 * initSensorHistory(model, data, 0, Float64Array.of(-0.02, -0.01), Float64Array.of(5, 6), 0);
 * const reading = new Float64Array(1);
 * readSensor(model, data, 0, 0, reading, 0, -1);
 * if (reading[0] !== 6) throw new Error("not remembered");
 * ```
 */
export function initSensorHistory(
  m: Model,
  d: Data,
  id: number,
  times: Float64Array | null,
  values: Float64Array | null,
  phase: number,
): void {
  check("initSensorHistory", id, m.nsensor);
  const n = m.sensor_history[2 * id];
  if (n === 0) throw new RangeError(`initSensorHistory: sensor ${id} keeps no history`);
  fill(d.history, m.sensor_historyadr[id], n, m.sensor_dim[id], times, values, phase);
}
