/** Sensors that depend on accelerations and forces. */

import { transformForce } from "../math/spatial.ts";
import { copy3 } from "../math/vec3.ts";
import { objectAcceleration } from "../motion/object_motion.ts";
import { rnePostConstraint } from "./rne_post_constraint.ts";
import type { Data } from "../data.ts";
import { Constraint, Obj, Sensor, Trn } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { contactSensor } from "./contact_sensor.ts";
import { frameAcc } from "./frame_sensor.ts";
import { limitRow } from "./limit_row.ts";
import { tactile } from "./tactile.ts";
import { touch } from "./touch.ts";

// V8-1
const { LIMIT_JOINT, LIMIT_TENDON } = Constraint;
const { SITE } = Obj;
const {
  ACCELEROMETER,
  ACTUATORFRC,
  CONTACT,
  FORCE,
  FRAMEANGACC,
  FRAMELINACC,
  JOINTACTFRC,
  JOINTLIMITFRC,
  TACTILE,
  TENDONACTFRC,
  TENDONLIMITFRC,
  TORQUE,
  TOUCH,
} = Sensor;
const { TENDON } = Trn;

const motion = new Float64Array(6);
const wrench = new Float64Array(6);

/** Writes the reading of sensor `i` to `res`. */
export function accelerationSensor(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  const id = m.sensor_objid[i];
  switch (m.sensor_type[i]) {
    case TOUCH:
      touch(m, d, i, res, r);
      break;
    case CONTACT:
      contactSensor(m, d, i, res, r);
      break;
    case TACTILE:
      tactile(m, d, i, res, r);
      break;
    case ACCELEROMETER:
      if (d.flg_rnepost === 0) rnePostConstraint(m, d);
      objectAcceleration(m, d, SITE, id, motion, 0, 1);
      copy3(res, r, motion, 3);
      break;
    case FORCE:
      jointWrench(m, d, id);
      copy3(res, r, wrench, 3);
      break;
    case TORQUE:
      jointWrench(m, d, id);
      copy3(res, r, wrench, 0);
      break;
    case ACTUATORFRC:
      res[r] = d.actuator_force[id];
      break;
    case JOINTACTFRC:
      res[r] = d.qfrc_actuator[m.jnt_dofadr[id]];
      break;
    case TENDONACTFRC:
      res[r] = tendonForce(m, d, id);
      break;
    case JOINTLIMITFRC:
      res[r] = limitForce(d, limitRow(d, LIMIT_JOINT, id));
      break;
    case TENDONLIMITFRC:
      res[r] = limitForce(d, limitRow(d, LIMIT_TENDON, id));
      break;
    case FRAMELINACC:
    case FRAMEANGACC:
      if (d.flg_rnepost === 0) rnePostConstraint(m, d);
      frameAcc(m, d, i, res, r);
      break;
  }
}

/** Torque and force between the body of a site and its parent, at the site and along its axes; written to `wrench`. */
function jointWrench(m: Model, d: Data, site: number): void {
  if (d.flg_rnepost === 0) rnePostConstraint(m, d);
  const body = m.site_bodyid[site];
  const com = 3 * m.body_rootid[body];
  transformForce(wrench, 0, d.cfrc_int, 6 * body, d.site_xpos, 3 * site, d.subtree_com, com, d.site_xmat, 9 * site);
}

/** Sum of the forces of all actuators that act on a tendon. */
function tendonForce(m: Model, d: Data, tendon: number): number {
  const { nu, actuator_trntype, actuator_trnid } = m;
  let sum = 0;
  for (let j = 0; j < nu; j++) {
    if (actuator_trntype[j] === TENDON && actuator_trnid[2 * j] === tendon) sum += d.actuator_force[j];
  }
  return sum;
}

function limitForce(d: Data, row: number): number {
  return row < 0 ? 0 : d.efc_force[row];
}
