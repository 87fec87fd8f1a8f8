/** Sensors, stage by stage. */

import { hasPluginSensor, pluginOf } from "../model/plugins.ts";
import * as queries from "../model/queries.ts";
import { historyInsert, historyRead } from "../model/history_buffer.ts";
import { rnePostConstraint } from "./rne_post_constraint.ts";
import { sensorSleepState } from "../model/sleep_state.ts";
import { subtreeVel } from "./subtree_vel.ts";
import type { Data } from "../data.ts";
import { DisableBit, Sensor, SleepState, Stage } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { applyCutoff, computeSensor } from "./compute_sensor.ts";

// V8-1
const { isDisabled, isSleepFiltered } = queries;
const { SENSOR } = DisableBit;
const { PLUGIN, USER } = Sensor;
const { ASLEEP } = SleepState;
const { ACC, POS, VEL } = Stage;

/** Readings of all sensors that need positions. */
export function sensorPos(m: Model, d: Data): void {
  sensorsOfStage(m, d, POS);
}

/** Readings of all sensors that need velocities. */
export function sensorVel(m: Model, d: Data): void {
  sensorsOfStage(m, d, VEL);
}

/** Readings of all sensors that need accelerations and forces. */
export function sensorAcc(m: Model, d: Data): void {
  sensorsOfStage(m, d, ACC);
}

/** Disabled and sleeping sensors keep their last readings. */
function sensorsOfStage(m: Model, d: Data, stage: number): void {
  const { nsensor } = m;
  if (nsensor === 0 || isDisabled(m, SENSOR)) return;
  const { sensor_needstage, sensor_type, sensor_adr, sensor_history } = m;
  const { sensordata } = d;

  const filtered = isSleepFiltered(m, d);
  for (let i = 0; i < nsensor; i++) {
    if (sensor_needstage[i] !== stage) continue;
    if (filtered && sensorSleepState(m, d, i) === ASLEEP) continue;
    if (sensor_type[i] === PLUGIN) continue;
    if (sensor_type[i] === USER) userSensor(m, d, i, stage);
    else if (sensor_history[2 * i] > 0) readHistory(m, d, i, sensordata, sensor_adr[i]);
    else computeSensor(m, d, i, sensordata, sensor_adr[i]);
  }
  if (d.callbacks.sensor !== undefined) askUser(m, d, stage);
  for (let i = 0; i < m.nplugin; i++) if (hasPluginSensor(m, i, stage)) pluginSensors(m, d, i, stage);
}

/** Readings of all sensors of a plugin instance. */
function pluginSensors(m: Model, d: Data, instance: number, stage: number): void {
  const { nsensor, sensor_plugin, sensor_needstage, sensor_adr } = m;
  deriveForUsers(m, d, stage);
  pluginOf(m, instance).sensor?.compute(m, d, instance);
  for (let i = 0; i < nsensor; i++) {
    const isOwn = sensor_plugin[i] === instance;
    if (isOwn && sensor_needstage[i] === stage) applyCutoff(m, i, d.sensordata, sensor_adr[i]);
  }
}

/** Computes what users and plugins may want to read. */
function deriveForUsers(m: Model, d: Data, stage: number): void {
  if (stage === VEL && d.flg_subtreevel === 0) subtreeVel(m, d);
  if (stage === ACC && d.flg_rnepost === 0) rnePostConstraint(m, d);
}

/** Calls the user to fill in the `user` sensors of a stage, if there are any. */
function askUser(m: Model, d: Data, stage: number): void {
  const { nsensor, sensor_needstage, sensor_type, sensor_adr } = m;
  const isUsers = (i: number) => sensor_type[i] === USER && sensor_needstage[i] === stage;
  let first = 0;
  while (first < nsensor && !isUsers(first)) first++;
  if (first === nsensor) return;
  d.callbacks.sensor?.(m, d, stage);
  for (let i = first; i < nsensor; i++) if (isUsers(i)) applyCutoff(m, i, d.sensordata, sensor_adr[i]);
}

/** A `user` sensor reads zero until the callback fills it in, after everything else in its stage. */
function userSensor(m: Model, d: Data, i: number, stage: number): void {
  const { sensor_adr, sensor_dim } = m;
  deriveForUsers(m, d, stage);
  d.sensordata.fill(0, sensor_adr[i], sensor_adr[i] + sensor_dim[i]);
}

/** For a sensor with a history: the current reading, or the one selected by its delay and interval. */
function readHistory(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  const { sensor_history, sensor_historyadr, sensor_delay, sensor_interval, sensor_dim } = m;
  const { history, time } = d;
  const n = sensor_history[2 * i];
  const delay = sensor_delay[i];
  const period = sensor_interval[2 * i];
  const adr = sensor_historyadr[i];
  const due = delay <= 0 && (period <= 0 || history[adr] + period <= time);
  if (due) computeSensor(m, d, i, res, r);
  else historyRead(res, r, history, adr, n, sensor_dim[i], time - delay, sensor_history[2 * i + 1]);
}

/** Records the readings of this step for sensors with a delay, an interval, or a history. */
export function advanceSensorHistory(m: Model, d: Data): void {
  const { nsensor, sensor_history, sensor_historyadr, sensor_delay, sensor_interval } = m;
  const { sensor_dim, sensor_adr } = m;
  const { history, sensordata, time } = d;

  for (let i = 0; i < nsensor; i++) {
    const n = sensor_history[2 * i];
    if (n === 0) continue;
    const adr = sensor_historyadr[i];
    const dim = sensor_dim[i];

    // the first number is the time of the last sample
    const period = sensor_interval[2 * i];
    if (period > 0) {
      if (history[adr] + period > time) continue;
      history[adr] += period;
    }
    const slot = historyInsert(history, adr, n, dim, time);
    if (sensor_delay[i] > 0) computeSensor(m, d, i, history, slot);
    else for (let k = 0; k < dim; k++) history[slot + k] = sensordata[sensor_adr[i] + k];
  }
}
