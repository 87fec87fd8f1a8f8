/**
 * Moves contacts from the buffer to `data.contact`: first the results of the pair function, at the end everything
 * derived from them.
 */

import { makeFrame } from "../../math/mat3.ts";
import { Cone } from "../../types/enums.ts";
import type { Data } from "../../data.ts";
import { growContacts } from "../../types/data_memory.ts";
import type { Model } from "../../types/model.ts";
import type { CollisionWork } from "../collision_work.ts";
import { contactParams, newContactRuns } from "./contact_runs.ts";
import type { PairContacts } from "./pair_contacts.ts";

// V8-1
const { ELLIPTIC } = Cone;

/** Appends the first `count` rows of the buffer as contacts of two geoms; `pair` is an explicit pair or -1. */
export function addContacts(d: Data, work: CollisionWork, count: number, g1: number, g2: number, pair: number): void {
  const first = d.ncon;
  const last = first + count;
  growContacts(d, last);
  if (work.runs.count === work.runs.start.length) growRuns(work);
  const { runs, con } = work;
  const { start, end, g1: geom1, g2: geom2, pair: pairs, margin } = runs;
  const run = runs.count++;
  start[run] = first;
  end[run] = last;
  geom1[run] = g1;
  geom2[run] = g2;
  pairs[run] = pair;
  margin[run] = con.margin[0];
  appendRows(d, con, first, count, g1, g2);
  if (d.ncon > work.room) work.mayBeFull = true;
}

function growRuns(work: CollisionWork): void {
  const { runs } = work;
  const grown = newContactRuns(2 * runs.count);
  for (const name of ["start", "end", "g1", "g2", "pair"] as const) grown[name].set(runs[name]);
  grown.margin.set(runs.margin);
  grown.count = runs.count;
  work.runs = grown;
}

// marks a contact that has the frame of the previous one; stored in `exclude` until the frames are completed
const AS_BEFORE = 2;

/** Copies rows to their places; the frames are completed later. */
export function appendRows(d: Data, con: PairContacts, start: number, count: number, g1: number, g2: number): void {
  const { dist, pos, frame, geom, exclude } = d.contact;
  const { dist: fromDist, pos: fromPos, frame: fromFrame, oneFrame } = con;
  d.ncon = start + count;
  for (let row = 0; row < count; row++) {
    const i = start + row;
    const p = 3 * row;
    const q = 6 * row;
    const f = 9 * i;
    dist[i] = fromDist[row];
    pos[3 * i] = fromPos[p];
    pos[3 * i + 1] = fromPos[p + 1];
    pos[3 * i + 2] = fromPos[p + 2];
    geom[2 * i] = g1;
    geom[2 * i + 1] = g2;
    if (oneFrame && row > 0) {
      exclude[i] = AS_BEFORE;
      continue;
    }
    exclude[i] = 0;
    frame[f] = fromFrame[q];
    frame[f + 1] = fromFrame[q + 1];
    frame[f + 2] = fromFrame[q + 2];
    frame[f + 3] = fromFrame[q + 3];
    frame[f + 4] = fromFrame[q + 4];
    frame[f + 5] = fromFrame[q + 5];
  }
}

/** Completes all contacts: parameters, frames, and initial values of fields that constraints fill in later. */
export function completeContacts(m: Model, d: Data, work: CollisionWork): void {
  contactParams(d.contact, m, work.runs);
  completeFrames(d);

  // only solvers with elliptic cones write Hessians; otherwise they are still zero
  const elliptic = m.opt.cone === ELLIPTIC;
  if (elliptic || work.hadHessians) d.contact.H.fill(0);
  work.hadHessians = elliptic;
}

/**
 * Completes frames, and marks contacts in the gap. Contacts of one pair, or with one plane, often share their normal.
 */
function completeFrames({ ncon, contact }: Data): void {
  const { dist, frame, exclude, includemargin, efc_address, mu } = contact;
  // the last completed frame, and its inputs
  let x = NaN;
  let y = 0;
  let z = 0;
  let u = 0;
  let v = 0;
  let w = 0;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  let ux = 0;
  let uy = 0;
  let uz = 0;
  let vx = 0;
  let vy = 0;
  let vz = 0;
  for (let i = 0; i < ncon; i++) {
    // in the gap: reported, but without force
    const same = exclude[i] === AS_BEFORE;
    exclude[i] = dist[i] >= includemargin[i] ? 1 : 0;
    efc_address[i] = -1;
    mu[i] = 0;

    const f = 9 * i;
    if (
      !same && (frame[f] !== x || frame[f + 1] !== y || frame[f + 2] !== z ||
        frame[f + 3] !== u || frame[f + 4] !== v || frame[f + 5] !== w)
    ) {
      x = frame[f];
      y = frame[f + 1];
      z = frame[f + 2];
      u = frame[f + 3];
      v = frame[f + 4];
      w = frame[f + 5];
      makeFrame(frame, f);
      nx = frame[f];
      ny = frame[f + 1];
      nz = frame[f + 2];
      ux = frame[f + 3];
      uy = frame[f + 4];
      uz = frame[f + 5];
      vx = frame[f + 6];
      vy = frame[f + 7];
      vz = frame[f + 8];
      continue;
    }
    frame[f] = nx;
    frame[f + 1] = ny;
    frame[f + 2] = nz;
    frame[f + 3] = ux;
    frame[f + 4] = uy;
    frame[f + 5] = uz;
    frame[f + 6] = vx;
    frame[f + 7] = vy;
    frame[f + 8] = vz;
  }
}
