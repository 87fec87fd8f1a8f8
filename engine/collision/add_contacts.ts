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

/** Appends rows whose first contact has its parameters already. */
export function append(d: Data, con: PairContacts, start: number, count: number, g1: number, g2: number): void {
  const { dist, pos, geom, exclude, includemargin } = d.contact;
  const { dist: fromDist, pos: fromPos } = con;
  const end = start + count;
  d.ncon = end;

  // in the gap: reported, but without force
  const reach = includemargin[start];
  for (let i = start; i < end; i++) {
    const r = 3 * (i - start);
    const depth = fromDist[i - start];
    dist[i] = depth;
    exclude[i] = depth >= reach ? 1 : 0;
    pos[3 * i] = fromPos[r];
    pos[3 * i + 1] = fromPos[r + 1];
    pos[3 * i + 2] = fromPos[r + 2];
    geom[2 * i] = g1;
    geom[2 * i + 1] = g2;
  }
  setFrames(d.contact, con, start, end);
  if (count > 1) copyParameters(d.contact, start, end);
}

/** Completes the frames of contacts `start` to `end`. Those of one pair, or with one plane, often share theirs. */
function setFrames({ frame }: Contacts, { frame: from, last }: PairContacts, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const f = 9 * i;
    const s = 6 * (i - start);
    const x = from[s];
    const y = from[s + 1];
    const z = from[s + 2];
    const u = from[s + 3];
    const v = from[s + 4];
    const w = from[s + 5];
    if (
      i > 0 && x === last[0] && y === last[1] && z === last[2] && u === last[3] && v === last[4] && w === last[5]
    ) {
      frame[f] = frame[f - 9];
      frame[f + 1] = frame[f - 8];
      frame[f + 2] = frame[f - 7];
      frame[f + 3] = frame[f - 6];
      frame[f + 4] = frame[f - 5];
      frame[f + 5] = frame[f - 4];
      frame[f + 6] = frame[f - 3];
      frame[f + 7] = frame[f - 2];
      frame[f + 8] = frame[f - 1];
      continue;
    }
    frame[f] = last[0] = x;
    frame[f + 1] = last[1] = y;
    frame[f + 2] = last[2] = z;
    frame[f + 3] = last[3] = u;
    frame[f + 4] = last[4] = v;
    frame[f + 5] = last[5] = w;
    makeFrame(frame, f);
  }
}

/** Gives contacts up to `end` the parameters of contact `start`. */
function copyParameters(contact: Contacts, start: number, end: number): void {
  const { dim, includemargin, friction, solref, solreffriction, solimp } = contact;
  const condim = dim[start];
  const reach = includemargin[start];
  const r = 2 * start;
  const s = 5 * start;
  for (let i = start + 1; i < end; i++) {
    dim[i] = condim;
    includemargin[i] = reach;
    solref[2 * i] = solref[r];
    solref[2 * i + 1] = solref[r + 1];
    solreffriction[2 * i] = solreffriction[r];
    solreffriction[2 * i + 1] = solreffriction[r + 1];
    friction[5 * i] = friction[s];
    friction[5 * i + 1] = friction[s + 1];
    friction[5 * i + 2] = friction[s + 2];
    friction[5 * i + 3] = friction[s + 3];
    friction[5 * i + 4] = friction[s + 4];
    solimp[5 * i] = solimp[s];
    solimp[5 * i + 1] = solimp[s + 1];
    solimp[5 * i + 2] = solimp[s + 2];
    solimp[5 * i + 3] = solimp[s + 3];
    solimp[5 * i + 4] = solimp[s + 4];
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
