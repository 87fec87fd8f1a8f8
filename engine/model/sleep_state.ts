/** Whether the parts of a model are asleep, as values of `SleepState`. */

import type { Data } from "../data.ts";
import { Eq, Obj, Sensor, SleepState, Trn } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { CONNECT, WELD } = Eq;
const { ACTUATOR, CAMERA, DOF, EQUALITY, GEOM, LIGHT, SENSOR, UNKNOWN, XBODY } = Obj;
const { CONTACT, PLUGIN, RANGEFINDER, USER } = Sensor;
const { ASLEEP, AWAKE, STATIC } = SleepState;
const { JOINTINPARENT, SLIDERCRANK } = Trn;

/** Is any body awake, rather than asleep or static? */
export function isAnyAwake({ nbody_awake, body_awake_ind, body_awake }: Data): boolean {
  for (let b = 0; b < nbody_awake; b++) if (body_awake[body_awake_ind[b]] === AWAKE) return true;
  return false;
}

/** Sleep state of an equality constraint: asleep unless one of its objects is awake. */
export function equalitySleepState(m: Model, d: Data, i: number): number {
  switch (m.eq_type[i]) {
    case CONNECT:
    case WELD:
      return eitherAwake(m, d, m.eq_objtype[i], m.eq_obj1id[i], m.eq_obj2id[i]);
    case Eq.JOINT:
      return eitherAwake(m, d, Obj.JOINT, m.eq_obj1id[i], m.eq_obj2id[i]);
    case Eq.TENDON:
      return eitherAwake(m, d, Obj.TENDON, m.eq_obj1id[i], m.eq_obj2id[i]);
    default:
      return AWAKE;
  }
}

function eitherAwake(m: Model, d: Data, objtype: number, id1: number, id2: number): number {
  const first = id1 >= 0 ? sleepState(m, d, objtype, id1) : STATIC;
  const second = id2 >= 0 ? sleepState(m, d, objtype, id2) : STATIC;
  return first === AWAKE || second === AWAKE ? AWAKE : ASLEEP;
}

/** Sleep state of a tendon: static without trees, asleep only if the one or two trees that it touches are. */
export function tendonSleepState(m: Model, d: Data, i: number): number {
  const { tendon_treenum, tendon_treeid } = m;
  const { tree_awake } = d;
  switch (tendon_treenum[i]) {
    case 0:
      return STATIC;
    case 1:
      return tree_awake[tendon_treeid[2 * i]] ? AWAKE : ASLEEP;
    case 2:
      return tree_awake[tendon_treeid[2 * i]] || tree_awake[tendon_treeid[2 * i + 1]] ? AWAKE : ASLEEP;
    default:
      return AWAKE;
  }
}

/** Sleep state of an actuator: that of the object it acts on. */
export function actuatorSleepState(m: Model, d: Data, i: number): number {
  const id = m.actuator_trnid[2 * i];
  switch (m.actuator_trntype[i]) {
    case Trn.JOINT:
    case JOINTINPARENT:
      return sleepState(m, d, Obj.JOINT, id);
    case SLIDERCRANK:
      return eitherAwake(m, d, Obj.SITE, id, m.actuator_trnid[2 * i + 1]);
    case Trn.TENDON:
      return tendonSleepState(m, d, id);
    case Trn.SITE:
      return sleepState(m, d, Obj.SITE, id);
    case Trn.BODY:
      return sleepState(m, d, Obj.BODY, id);
    default:
      return AWAKE;
  }
}

/** Sleep state of a sensor: asleep if neither its object nor its reference is awake and one of them sleeps. */
export function sensorSleepState(m: Model, d: Data, i: number): number {
  const objtype = m.sensor_objtype[i];
  const reftype = m.sensor_reftype[i];

  // these sensors do not depend on a single object
  switch (m.sensor_type[i]) {
    case USER:
    case PLUGIN:
    case RANGEFINDER:
      return AWAKE;
    case CONTACT:
      if (objtype === Obj.SITE || reftype === Obj.SITE) return AWAKE;
  }

  const object = sleepState(m, d, objtype, m.sensor_objid[i]);
  const reference = sleepState(m, d, reftype, m.sensor_refid[i]);
  if (objtype === UNKNOWN && reftype === UNKNOWN) return AWAKE;

  // a single object decides; if static, it counts as awake
  if (objtype === UNKNOWN) return reference === ASLEEP ? ASLEEP : AWAKE;
  if (reftype === UNKNOWN) return object === ASLEEP ? ASLEEP : AWAKE;

  return object === AWAKE || reference === AWAKE ? AWAKE : ASLEEP;
}

/** Sleep state of any object; `objtype` is a value of `Obj`. Objects that do not belong to a tree are awake. */
export function sleepState(m: Model, d: Data, objtype: number, id: number): number {
  const { body_awake } = d;
  switch (objtype) {
    case Obj.BODY:
    case XBODY:
      return body_awake[id];
    case Obj.JOINT:
      return body_awake[m.jnt_bodyid[id]];
    case DOF:
      return body_awake[m.dof_bodyid[id]];
    case GEOM:
      return body_awake[m.geom_bodyid[id]];
    case Obj.SITE:
      return body_awake[m.site_bodyid[id]];
    case CAMERA:
      return body_awake[m.cam_bodyid[id]];
    case LIGHT:
      return body_awake[m.light_bodyid[id]];
    case EQUALITY:
      return equalitySleepState(m, d, id);
    case Obj.TENDON:
      return tendonSleepState(m, d, id);
    case ACTUATOR:
      return actuatorSleepState(m, d, id);
    case SENSOR:
      return sensorSleepState(m, d, id);
    default:
      return AWAKE;
  }
}
