/** Sensors that depend on positions. */

import { mulMatTVec3 } from "../math/mat3.ts";
import { copy4, normalize4 } from "../math/quat.ts";
import { copy3 } from "../math/vec3.ts";
import { isInsideGeom } from "./inside_geom.ts";
import { positionsOf } from "../model/object_frame.ts";
import type { Data } from "../data.ts";
import { Constraint, Sensor } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { camProjection } from "./cam_projection.ts";
import { distanceSensor } from "./distance_sensor.ts";
import { energyPos, energyVel } from "./energy.ts";
import { frameAxis, framePos, frameQuat } from "./frame_sensor.ts";
import { limitRow } from "./limit_row.ts";
import { rangefinder } from "./rangefinder.ts";

// V8-1
const { LIMIT_JOINT, LIMIT_TENDON } = Constraint;
const {
  ACTUATORPOS,
  BALLQUAT,
  CAMPROJECTION,
  CLOCK,
  E_KINETIC,
  E_POTENTIAL,
  FRAMEPOS,
  FRAMEQUAT,
  FRAMEXAXIS,
  FRAMEYAXIS,
  FRAMEZAXIS,
  GEOMDIST,
  GEOMFROMTO,
  GEOMNORMAL,
  INSIDESITE,
  JOINTLIMITPOS,
  JOINTPOS,
  MAGNETOMETER,
  RANGEFINDER,
  SUBTREECOM,
  TENDONLIMITPOS,
  TENDONPOS,
} = Sensor;

/** Writes the reading of sensor `i` to `res`. */
export function positionSensor(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  const id = m.sensor_objid[i];
  switch (m.sensor_type[i]) {
    case MAGNETOMETER:
      mulMatTVec3(res, r, d.site_xmat, 9 * id, m.opt.magnetic, 0);
      break;
    case CAMPROJECTION:
      camProjection(m, d, i, res, r);
      break;
    case RANGEFINDER:
      rangefinder(m, d, i, res, r);
      break;
    case JOINTPOS:
      res[r] = d.qpos[m.jnt_qposadr[id]];
      break;
    case TENDONPOS:
      res[r] = d.ten_length[id];
      break;
    case ACTUATORPOS:
      res[r] = d.actuator_length[id];
      break;
    case BALLQUAT:
      copy4(res, r, d.qpos, m.jnt_qposadr[id]);
      normalize4(res, r);
      break;
    case JOINTLIMITPOS:
      res[r] = beyondLimit(d, limitRow(d, LIMIT_JOINT, id));
      break;
    case TENDONLIMITPOS:
      res[r] = beyondLimit(d, limitRow(d, LIMIT_TENDON, id));
      break;
    case FRAMEPOS:
      framePos(m, d, i, res, r);
      break;
    case FRAMEXAXIS:
    case FRAMEYAXIS:
    case FRAMEZAXIS:
      frameAxis(m, d, i, res, r);
      break;
    case FRAMEQUAT:
      frameQuat(m, d, i, res, r);
      break;
    case SUBTREECOM:
      copy3(res, r, d.subtree_com, 3 * id);
      break;
    case INSIDESITE:
      res[r] = isInsideSite(m, d, i) ? 1 : 0;
      break;
    case GEOMDIST:
    case GEOMNORMAL:
    case GEOMFROMTO:
      distanceSensor(m, d, i, res, r);
      break;
    case E_POTENTIAL:
      if (d.flg_energypos === 0) energyPos(m, d);
      res[r] = d.energy[0];
      break;
    case E_KINETIC:
      if (d.flg_energyvel === 0) energyVel(m, d);
      res[r] = d.energy[1];
      break;
    case CLOCK:
      res[r] = d.time;
      break;
  }
}

/** Distance to a limit minus its margin; zero without an active row. */
function beyondLimit(d: Data, row: number): number {
  return row < 0 ? 0 : d.efc_pos[row] - d.efc_margin[row];
}

function isInsideSite(m: Model, d: Data, i: number): boolean {
  const { sensor_objtype, sensor_objid, sensor_refid, site_size, site_type } = m;
  const { site_xpos, site_xmat } = d;
  const site = sensor_refid[i];
  const points = positionsOf(d, sensor_objtype[i]);
  const p = 3 * sensor_objid[i];
  return isInsideGeom(site_xpos, 3 * site, site_xmat, 9 * site, site_size, 3 * site, site_type[site], points, p);
}
