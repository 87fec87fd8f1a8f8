/** Sensors that depend on velocities. */

import { copy3 } from "../math/vec3.ts";
import { objectVelocity } from "../motion/object_motion.ts";
import { subtreeVel } from "./subtree_vel.ts";
import type { Data } from "../data.ts";
import { Constraint, Obj, Sensor } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { frameVel } from "./frame_sensor.ts";
import { limitRow } from "./limit_row.ts";

const motion = new Float64Array(6);

/** Writes the reading of sensor `i` to `res`. */
export function velocitySensor(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  const id = m.sensor_objid[i];
  switch (m.sensor_type[i]) {
    case Sensor.VELOCIMETER:
      objectVelocity(m, d, Obj.SITE, id, motion, 0, 1);
      copy3(res, r, motion, 3);
      break;
    case Sensor.GYRO:
      objectVelocity(m, d, Obj.SITE, id, motion, 0, 1);
      copy3(res, r, motion, 0);
      break;
    case Sensor.JOINTVEL:
      res[r] = d.qvel[m.jnt_dofadr[id]];
      break;
    case Sensor.TENDONVEL:
      res[r] = d.ten_velocity[id];
      break;
    case Sensor.ACTUATORVEL:
      res[r] = d.actuator_velocity[id];
      break;
    case Sensor.BALLANGVEL:
      copy3(res, r, d.qvel, m.jnt_dofadr[id]);
      break;
    case Sensor.JOINTLIMITVEL:
      res[r] = limitVel(d, limitRow(d, Constraint.LIMIT_JOINT, id));
      break;
    case Sensor.TENDONLIMITVEL:
      res[r] = limitVel(d, limitRow(d, Constraint.LIMIT_TENDON, id));
      break;
    case Sensor.FRAMELINVEL:
    case Sensor.FRAMEANGVEL:
      frameVel(m, d, i, res, r);
      break;
    case Sensor.SUBTREELINVEL:
      if (d.flg_subtreevel === 0) subtreeVel(m, d);
      copy3(res, r, d.subtree_linvel, 3 * id);
      break;
    case Sensor.SUBTREEANGMOM:
      if (d.flg_subtreevel === 0) subtreeVel(m, d);
      copy3(res, r, d.subtree_angmom, 3 * id);
      break;
  }
}

function limitVel(d: Data, row: number): number {
  return row < 0 ? 0 : d.efc_vel[row];
}
