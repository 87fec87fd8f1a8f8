/** Sensors that depend on velocities. */

import { copy3 } from "../math/vec3.ts";
import { objectVelocity } from "../motion/object_motion.ts";
import { subtreeVel } from "./subtree_vel.ts";
import type { Data } from "../data.ts";
import { Constraint, Obj, Sensor } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { frameVel } from "./frame_sensor.ts";
import { limitRow } from "./limit_row.ts";

// V8-1
const { LIMIT_JOINT, LIMIT_TENDON } = Constraint;
const { SITE } = Obj;
const {
  ACTUATORVEL,
  BALLANGVEL,
  FRAMEANGVEL,
  FRAMELINVEL,
  GYRO,
  JOINTLIMITVEL,
  JOINTVEL,
  SUBTREEANGMOM,
  SUBTREELINVEL,
  TENDONLIMITVEL,
  TENDONVEL,
  VELOCIMETER,
} = Sensor;

const motion = new Float64Array(6);

/** Writes the reading of sensor `i` to `res`. */
export function velocitySensor(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  const id = m.sensor_objid[i];
  switch (m.sensor_type[i]) {
    case VELOCIMETER:
      objectVelocity(m, d, SITE, id, motion, 0, 1);
      copy3(res, r, motion, 3);
      break;
    case GYRO:
      objectVelocity(m, d, SITE, id, motion, 0, 1);
      copy3(res, r, motion, 0);
      break;
    case JOINTVEL:
      res[r] = d.qvel[m.jnt_dofadr[id]];
      break;
    case TENDONVEL:
      res[r] = d.ten_velocity[id];
      break;
    case ACTUATORVEL:
      res[r] = d.actuator_velocity[id];
      break;
    case BALLANGVEL:
      copy3(res, r, d.qvel, m.jnt_dofadr[id]);
      break;
    case JOINTLIMITVEL:
      res[r] = limitVel(d, limitRow(d, LIMIT_JOINT, id));
      break;
    case TENDONLIMITVEL:
      res[r] = limitVel(d, limitRow(d, LIMIT_TENDON, id));
      break;
    case FRAMELINVEL:
    case FRAMEANGVEL:
      frameVel(m, d, i, res, r);
      break;
    case SUBTREELINVEL:
      if (d.flg_subtreevel === 0) subtreeVel(m, d);
      copy3(res, r, d.subtree_linvel, 3 * id);
      break;
    case SUBTREEANGMOM:
      if (d.flg_subtreevel === 0) subtreeVel(m, d);
      copy3(res, r, d.subtree_angmom, 3 * id);
      break;
  }
}

function limitVel(d: Data, row: number): number {
  return row < 0 ? 0 : d.efc_vel[row];
}
