/** Contact sensors: the contacts between two sets of geoms, and their properties. */

import { mulMatTVec3 } from "../math/mat3.ts";
import { addTo3, addToScl3, cross, dot3, norm3, sub3 } from "../math/vec3.ts";
import { contactForce } from "./contact_force.ts";
import { isInsideGeom } from "./inside_geom.ts";
import { MINVAL, NSENS } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { ConDataField, Obj } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { DIST, FORCE, FOUND, N, NORMAL, POS, TANGENT, TORQUE } = ConDataField;
const { BODY, GEOM, SITE, UNKNOWN, XBODY } = Obj;

/** How contacts are reduced to a few: the second number of `sensor_intprm`. */
const Reduce = { NONE: 0, MINDIST: 1, MAXFORCE: 2, NETFORCE: 3 } as const;

/** numbers per field, in the order of `ConDataField` */
const FIELD_SIZE = [1, 3, 3, 1, 3, 3, 3];

/** Contacts that match a sensor. */
export interface ContactSensorWork {
  /** indices into the contacts */
  id: Int32Array;
  /** 1 if the normal points from the second object to the first */
  flip: Uint8Array;
  /** smallest first */
  criterion: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** contacts that match the current contact sensor */
    contactSensor?: ContactSensorWork;
  }
}

const force = new Float64Array(6);
const world = new Float64Array(3);
const center = new Float64Array(3);
const netForce = new Float64Array(3);
const netTorque = new Float64Array(3);
const offset = new Float64Array(3);
const moment = new Float64Array(3);

/** Length of one slot of a contact sensor, from the bits of `ConDataField` that are set. */
function slotSize(fields: number): number {
  let size = 0;
  for (let k = 0; k < N; k++) if (fields & (1 << k)) size += FIELD_SIZE[k];
  return size;
}

/** Fills the slots of a contact sensor; unused slots are zero. */
export function contactSensor(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  const { sensor_dim, sensor_intprm } = m;
  const fields = sensor_intprm[NSENS * i];
  const reduce = sensor_intprm[NSENS * i + 1];
  const size = slotSize(fields);
  const slots = sensor_dim[i] / size;
  const work = roomFor(d);

  for (let k = 0; k < sensor_dim[i]; k++) res[r + k] = 0;
  const found = match(m, d, i, reduce, work);
  if (reduce === Reduce.NETFORCE) {
    writeNet(m, d, work, found, fields, res, r);
    return;
  }

  const filled = Math.min(slots, found);
  if (reduce !== Reduce.NONE) selectSmallest(work, found, filled);
  for (let k = 0; k < filled; k++) writeSlot(m, d, work, k, found, fields, res, r + k * size);
}

function roomFor(d: Data): ContactSensorWork {
  const work = d.work.contactSensor;
  if (work !== undefined && work.id.length >= d.ncon) return work;
  const n = d.capacity.ncon;
  return d.work.contactSensor = {
    id: new Int32Array(n),
    flip: new Uint8Array(n),
    criterion: new Float64Array(n),
  };
}

/** Lists the contacts that match; returns their number. */
function match(m: Model, d: Data, i: number, reduce: number, work: ContactSensorWork): number {
  const { ncon, contact } = d;
  const { geom } = contact;
  const { id, flip, criterion } = work;
  const only = m.sensor_objtype[i] === GEOM ? m.sensor_objid[i] : -1;

  let found = 0;
  for (let c = 0; c < ncon; c++) {
    // most contacts are of other geoms
    if (only >= 0 && geom[2 * c] !== only && geom[2 * c + 1] !== only) continue;
    const sense = matchContact(m, d, c, i);
    if (sense === 0) continue;
    id[found] = c;
    flip[found] = sense < 0 ? 1 : 0;
    if (reduce === Reduce.MINDIST) {
      criterion[found] = contact.dist[c];
    } else if (reduce === Reduce.MAXFORCE) {
      contactForce(m, d, c, force, 0);
      criterion[found] = -dot3(force, 0, force, 0);
    }
    found++;
  }
  return found;
}

/** Does a geom of a contact belong to the object of a sensor? A flex, of which the geom is −1, has no body. */
function belongs(m: Model, geom: number, objtype: number, id: number): boolean {
  const { geom_bodyid, body_parentid } = m;
  switch (objtype) {
    // a site has already filtered by position
    case UNKNOWN:
    case SITE:
      return true;
    case GEOM:
      return geom === id;
    case BODY:
      return geom_bodyid[geom] === id;
    case XBODY: {
      // anywhere in the subtree
      let body = geom_bodyid[geom];
      while (body > id) body = body_parentid[body];
      return body === id;
    }
    default:
      return false;
  }
}

/** 1 if a contact matches a sensor, −1 if it matches with the normal reversed, 0 if it does not match. */
function matchContact(m: Model, d: Data, c: number, i: number): number {
  const { sensor_objtype, sensor_objid, sensor_reftype, sensor_refid, site_size, site_type } = m;
  const { contact, site_xpos, site_xmat } = d;
  const type1 = sensor_objtype[i];
  const type2 = sensor_reftype[i];
  const id1 = sensor_objid[i];
  const id2 = sensor_refid[i];
  if (type1 === UNKNOWN && type2 === UNKNOWN) return 1;
  if (type1 === SITE) {
    const s = 3 * id1;
    if (!isInsideGeom(site_xpos, s, site_xmat, 9 * id1, site_size, s, site_type[id1], contact.pos, 3 * c)) return 0;
  }

  const geom1 = contact.geom[2 * c];
  const geom2 = contact.geom[2 * c + 1];
  const match11 = belongs(m, geom1, type1, id1);
  const match12 = belongs(m, geom2, type1, id1);
  const match21 = belongs(m, geom1, type2, id2);
  const match22 = belongs(m, geom2, type2, id2);

  // the normal points from the first object to the second
  if (match11 && match22) return 1;
  return match12 && match21 ? -1 : 0;
}

/** Moves the `wanted` contacts with the smallest criterion to the front, sorted; ties are broken by index. */
function selectSmallest(work: ContactSensorWork, found: number, wanted: number): void {
  const { id, flip, criterion } = work;
  for (let k = 0; k < wanted; k++) {
    let least = k;
    for (let j = k + 1; j < found; j++) {
      if (criterion[j] < criterion[least] || (criterion[j] === criterion[least] && id[j] < id[least])) least = j;
    }
    const idLeast = id[least];
    const flipLeast = flip[least];
    id[least] = id[k];
    flip[least] = flip[k];
    criterion[least] = criterion[k];
    id[k] = idLeast;
    flip[k] = flipLeast;
  }
}

/** One contact. A flip rotates the frame, and the force with it, by half a turn about the second tangent. */
function writeSlot(
  m: Model,
  d: Data,
  work: ContactSensorWork,
  k: number,
  found: number,
  fields: number,
  res: Float64Array,
  at: number,
): void {
  const { contact } = d;
  const c = work.id[k];
  const sign = work.flip[k] !== 0 ? -1 : 1;

  contactForce(m, d, c, force, 0);
  if (fields & (1 << FOUND)) res[at++] = found;
  if (fields & (1 << FORCE)) at = write3(res, at, force[0], force[1], sign * force[2]);
  if (fields & (1 << TORQUE)) at = write3(res, at, force[3], force[4], sign * force[5]);
  if (fields & (1 << DIST)) res[at++] = contact.dist[c];
  if (fields & (1 << POS)) {
    at = write3(res, at, contact.pos[3 * c], contact.pos[3 * c + 1], contact.pos[3 * c + 2]);
  }
  const { frame } = contact;
  const f = 9 * c;
  if (fields & (1 << NORMAL)) {
    at = write3(res, at, sign * frame[f], sign * frame[f + 1], sign * frame[f + 2]);
  }
  if (fields & (1 << TANGENT)) {
    write3(res, at, sign * frame[f + 3], sign * frame[f + 4], sign * frame[f + 5]);
  }
}

function write3(res: Float64Array, at: number, x: number, y: number, z: number): number {
  res[at] = x;
  res[at + 1] = y;
  res[at + 2] = z;
  return at + 3;
}

/** All contacts as one: net force and torque in the world frame, about the force-weighted centroid. */
function writeNet(
  m: Model,
  d: Data,
  work: ContactSensorWork,
  found: number,
  fields: number,
  res: Float64Array,
  at: number,
): void {
  const { id, flip } = work;
  const { contact } = d;

  center.fill(0);
  let total = 0;
  for (let k = 0; k < found; k++) {
    contactForce(m, d, id[k], force, 0);
    const weight = norm3(force, 0);
    addToScl3(center, 0, contact.pos, 3 * id[k], weight);
    total += weight;
  }
  const scale = 1 / Math.max(total, MINVAL);
  for (let k = 0; k < 3; k++) center[k] *= scale;

  netForce.fill(0);
  netTorque.fill(0);
  for (let k = 0; k < found; k++) {
    const c = id[k];
    contactForce(m, d, c, force, 0);
    if (flip[k] !== 0) { for (let j = 0; j < 6; j++) force[j] = -force[j]; }
    mulMatTVec3(world, 0, contact.frame, 9 * c, force, 0);
    addTo3(netForce, 0, world, 0);
    mulMatTVec3(moment, 0, contact.frame, 9 * c, force, 3);
    addTo3(netTorque, 0, moment, 0);
    sub3(offset, 0, contact.pos, 3 * c, center, 0);
    cross(moment, 0, offset, 0, world, 0);
    addTo3(netTorque, 0, moment, 0);
  }

  if (fields & (1 << FOUND)) res[at++] = found;
  if (fields & (1 << FORCE)) at = write3(res, at, netForce[0], netForce[1], netForce[2]);
  if (fields & (1 << TORQUE)) at = write3(res, at, netTorque[0], netTorque[1], netTorque[2]);
  if (fields & (1 << DIST)) res[at++] = 0;
  if (fields & (1 << POS)) at = write3(res, at, center[0], center[1], center[2]);
  if (fields & (1 << NORMAL)) at = write3(res, at, 1, 0, 0);
  if (fields & (1 << TANGENT)) write3(res, at, 0, 1, 0);
}
