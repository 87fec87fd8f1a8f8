/** Frame sensors: position, orientation, velocity, and acceleration of an object, possibly relative to another. */

import { mulMatTVec3 } from "../math/mat3.ts";
import { mulQuat, negQuat } from "../math/quat.ts";
import { addTo3, copy3, cross, sub3 } from "../math/vec3.ts";
import { objectQuat, orientationsOf, positionsOf } from "../model/object_frame.ts";
import { objectAcceleration, objectVelocity } from "../motion/object_motion.ts";
import type { Data } from "../data.ts";
import { Sensor } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { FRAMELINACC, FRAMELINVEL, FRAMEXAXIS } = Sensor;

const vector = new Float64Array(3);
const turn = new Float64Array(3);
const objectRotation = new Float64Array(4);
const referenceRotation = new Float64Array(4);
const motion = new Float64Array(6);
const referenceMotion = new Float64Array(6);

/** Position of the object. */
export function framePos(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  const { sensor_objtype, sensor_objid, sensor_reftype, sensor_refid } = m;
  const pos = positionsOf(d, sensor_objtype[i]);
  const id = sensor_objid[i];
  const ref = sensor_refid[i];
  if (ref === -1) {
    copy3(res, r, pos, 3 * id);
    return;
  }
  sub3(vector, 0, pos, 3 * id, positionsOf(d, sensor_reftype[i]), 3 * ref);
  mulMatTVec3(res, r, orientationsOf(d, sensor_reftype[i]), 9 * ref, vector, 0);
}

/** One axis of the object: x, y, or z by sensor type. */
export function frameAxis(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  const { sensor_type, sensor_objtype, sensor_objid, sensor_reftype, sensor_refid } = m;
  const axis = 9 * sensor_objid[i] + sensor_type[i] - FRAMEXAXIS;
  const mat = orientationsOf(d, sensor_objtype[i]);
  for (let k = 0; k < 3; k++) vector[k] = mat[axis + 3 * k];
  const ref = sensor_refid[i];
  if (ref === -1) copy3(res, r, vector, 0);
  else mulMatTVec3(res, r, orientationsOf(d, sensor_reftype[i]), 9 * ref, vector, 0);
}

/** Orientation of the object. */
export function frameQuat(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  const { sensor_objtype, sensor_objid, sensor_reftype, sensor_refid } = m;
  const ref = sensor_refid[i];
  if (ref === -1) {
    objectQuat(m, d, res, r, sensor_objtype[i], sensor_objid[i]);
    return;
  }
  objectQuat(m, d, objectRotation, 0, sensor_objtype[i], sensor_objid[i]);
  objectQuat(m, d, referenceRotation, 0, sensor_reftype[i], ref);
  negQuat(referenceRotation, 0, referenceRotation, 0);
  mulQuat(res, r, referenceRotation, 0, objectRotation, 0);
}

/** Linear or angular velocity of the object, by sensor type. */
export function frameVel(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  const { sensor_type, sensor_objtype, sensor_objid, sensor_reftype, sensor_refid } = m;
  const objtype = sensor_objtype[i];
  const id = sensor_objid[i];
  const ref = sensor_refid[i];
  const reftype = sensor_reftype[i];
  const part = sensor_type[i] === FRAMELINVEL ? 3 : 0;

  objectVelocity(m, d, objtype, id, motion, 0, 0);
  if (ref === -1) {
    copy3(res, r, motion, part);
    return;
  }

  // relative to a frame that is itself rotating
  objectVelocity(m, d, reftype, ref, referenceMotion, 0, 0);
  for (let k = 0; k < 6; k++) motion[k] -= referenceMotion[k];
  sub3(vector, 0, positionsOf(d, objtype), 3 * id, positionsOf(d, reftype), 3 * ref);
  cross(turn, 0, vector, 0, referenceMotion, 0);
  addTo3(motion, 3, turn, 0);
  mulMatTVec3(res, r, orientationsOf(d, reftype), 9 * ref, motion, part);
}

/** Linear or angular acceleration of the object, by sensor type. */
export function frameAcc(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  objectAcceleration(m, d, m.sensor_objtype[i], m.sensor_objid[i], motion, 0, 0);
  copy3(res, r, motion, m.sensor_type[i] === FRAMELINACC ? 3 : 0);
}
