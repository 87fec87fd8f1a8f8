/** Moves the contacts of one pair from the work buffer to `data.contact`. */

import { makeFrame } from "../math/mat3.ts";
import { Cone } from "../types/enums.ts";
import { type Contacts, type Data, growContacts } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import type { CollisionWork } from "./collision_work.ts";
import { contactParam, pairParam } from "./contact_param.ts";
import type { PairContacts } from "./pair_contacts.ts";

/** Appends the first `count` rows of `con` as contacts of two geoms. */
export function addContacts(m: Model, d: Data, con: PairContacts, count: number, g1: number, g2: number): void {
  const start = d.ncon;
  growContacts(d, start + count);
  contactParam(d.contact, start, m, g1, g2, con.margin);
  append(d, con, start, count, g1, g2);
}

/** Appends the first `count` rows of `con` as contacts of an explicit pair. */
export function addPairContacts(
  m: Model,
  d: Data,
  con: PairContacts,
  count: number,
  g1: number,
  g2: number,
  pair: number,
): void {
  const start = d.ncon;
  growContacts(d, start + count);
  pairParam(d.contact, start, m, pair, con.margin);
  append(d, con, start, count, g1, g2);
}

function append(d: Data, con: PairContacts, start: number, count: number, g1: number, g2: number): void {
  const { contact } = d;
  d.ncon = start + count;
  for (let row = 0; row < count; row++) {
    setGeometry(contact, start + row, con, row);
    contact.geom[2 * (start + row)] = g1;
    contact.geom[2 * (start + row) + 1] = g2;
  }
  for (let i = start + 1; i < start + count; i++) copyParameters(contact, i);

  // in the gap: reported, but without force
  const { dist, includemargin, exclude } = contact;
  for (let i = start; i < start + count; i++) exclude[i] = dist[i] >= includemargin[i] ? 1 : 0;
}

/** Distance, position and complete frame of contact `i`. */
function setGeometry({ dist, pos, frame }: Contacts, i: number, con: PairContacts, row: number): void {
  const { pos: fromPos, frame: fromFrame, last } = con;
  dist[i] = con.dist[row];
  const p = 3 * i;
  const r = 3 * row;
  pos[p] = fromPos[r];
  pos[p + 1] = fromPos[r + 1];
  pos[p + 2] = fromPos[r + 2];

  // contacts of one pair, or with one plane, often share their frame
  const f = 9 * i;
  const s = 6 * row;
  if (i > 0 && sameAxes(last, fromFrame, s)) {
    for (let k = f; k < f + 9; k++) frame[k] = frame[k - 9];
    return;
  }
  for (let k = 0; k < 6; k++) {
    last[k] = fromFrame[s + k];
    frame[f + k] = last[k];
  }
  makeFrame(frame, f);
}

/** Are the axes those of the contact before? */
function sameAxes(last: Float64Array, frame: Float64Array, f: number): boolean {
  return frame[f] === last[0] && frame[f + 1] === last[1] && frame[f + 2] === last[2] && frame[f + 3] === last[3] &&
    frame[f + 4] === last[4] && frame[f + 5] === last[5];
}

/** Gives contact `i` the parameters of the contact before. */
function copyParameters(contact: Contacts, i: number): void {
  const { dim, includemargin, friction, solref, solreffriction, solimp } = contact;
  dim[i] = dim[i - 1];
  includemargin[i] = includemargin[i - 1];
  for (let k = 2 * i; k < 2 * i + 2; k++) {
    solref[k] = solref[k - 2];
    solreffriction[k] = solreffriction[k - 2];
  }
  for (let k = 5 * i; k < 5 * i + 5; k++) {
    friction[k] = friction[k - 5];
    solimp[k] = solimp[k - 5];
  }
}

/** Clears what the constraint of a contact fills in later. */
export function clearConstraints(m: Model, d: Data, work: CollisionWork): void {
  const { ncon } = d;
  const { efc_address, mu, H } = d.contact;
  for (let i = 0; i < ncon; i++) {
    efc_address[i] = -1;
    mu[i] = 0;
  }

  // only solvers of elliptic cones write Hessians: otherwise they are still zero
  const elliptic = m.opt.cone === Cone.ELLIPTIC;
  if (elliptic || work.hadHessians) H.fill(0);
  work.hadHessians = elliptic;
}
