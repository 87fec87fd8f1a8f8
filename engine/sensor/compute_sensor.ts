/** The reading of one sensor. */

import { clip } from "../math/scalar.ts";
import type { Data } from "../data.ts";
import { DataType, Sensor, Stage } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { accelerationSensor } from "./acceleration_sensor.ts";
import { positionSensor } from "./position_sensor.ts";
import { velocitySensor } from "./velocity_sensor.ts";

// V8-1
const { POSITIVE, REAL } = DataType;
const { CONTACT, GEOMFROMTO } = Sensor;
const { ACC, POS, VEL } = Stage;

/** Computes sensor `i` from the current state and writes its `sensor_dim` numbers to `res`, clamped to its cutoff. */
export function computeSensor(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  switch (m.sensor_needstage[i]) {
    case POS:
      positionSensor(m, d, i, res, r);
      break;
    case VEL:
      velocitySensor(m, d, i, res, r);
      break;
    case ACC:
      accelerationSensor(m, d, i, res, r);
      break;
  }
  applyCutoff(m, i, res, r);
}

/** Clamps a reading: real numbers on both sides, positive ones from above, directions and quaternions not at all. */
export function applyCutoff(m: Model, i: number, res: Float64Array, r: number): void {
  const { sensor_cutoff, sensor_type, sensor_datatype, sensor_dim } = m;
  const cutoff = sensor_cutoff[i];
  const type = sensor_type[i];
  if (!(cutoff > 0)) return;
  if (type === CONTACT || type === GEOMFROMTO) return;

  const end = r + sensor_dim[i];
  if (sensor_datatype[i] === REAL) {
    for (let k = r; k < end; k++) res[k] = clip(res[k], -cutoff, cutoff);
  } else if (sensor_datatype[i] === POSITIVE) {
    for (let k = r; k < end; k++) res[k] = Math.min(cutoff, res[k]);
  }
}
