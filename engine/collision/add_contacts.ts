/** Moves the contacts of one pair from the work buffer to `data.contact`. */

import { makeFrame } from "../math/mat3.ts";
import { type Data, growContacts } from "../types/data.ts";
import type { ContactParam } from "./contact_param.ts";
import type { PairContacts } from "./pair_contacts.ts";

/** Appends the first `count` rows of `con`, with the parameters `par`. */
export function addContacts(
  d: Data,
  con: PairContacts,
  par: ContactParam,
  count: number,
  g1: number,
  g2: number,
): void {
  const start = d.ncon;
  const end = start + count;
  growContacts(d, end);
  d.ncon = end;
  addGeometry(d, con, start, end);
  addParameters(d, par, start, end, g1, g2);
}

/** Distances, positions and complete frames. */
function addGeometry(d: Data, con: PairContacts, start: number, end: number): void {
  const { dist, pos, frame } = d.contact;
  const { dist: fromDist, pos: fromPos, frame: fromFrame, last } = con;
  for (let i = start, row = 0; i < end; i++, row++) {
    dist[i] = fromDist[row];
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
    } else {
      for (let k = 0; k < 6; k++) {
        last[k] = fromFrame[s + k];
        frame[f + k] = last[k];
      }
      makeFrame(frame, f);
    }
  }
}

/** Are the axes those of the contact before? */
function sameAxes(last: Float64Array, frame: Float64Array, f: number): boolean {
  return frame[f] === last[0] && frame[f + 1] === last[1] && frame[f + 2] === last[2] && frame[f + 3] === last[3] &&
    frame[f + 4] === last[4] && frame[f + 5] === last[5];
}

/** Everything that the contacts of one pair have in common. */
function addParameters(d: Data, par: ContactParam, start: number, end: number, g1: number, g2: number): void {
  const { dist, geom, dim, includemargin, friction, solref, solreffriction, solimp, exclude } = d.contact;
  const { friction: mu, solref: ref, solreffriction: reffriction, solimp: imp } = par;
  const condim = par.dim[0];
  const margin = par.includemargin[0];
  for (let i = start; i < end; i++) {
    const two = 2 * i;
    const five = 5 * i;
    geom[two] = g1;
    geom[two + 1] = g2;
    dim[i] = condim;
    includemargin[i] = margin;

    // in the gap: reported, but without force
    exclude[i] = dist[i] >= margin ? 1 : 0;

    solref[two] = ref[0];
    solref[two + 1] = ref[1];
    solreffriction[two] = reffriction[0];
    solreffriction[two + 1] = reffriction[1];
    friction[five] = mu[0];
    friction[five + 1] = mu[1];
    friction[five + 2] = mu[2];
    friction[five + 3] = mu[3];
    friction[five + 4] = mu[4];
    solimp[five] = imp[0];
    solimp[five + 1] = imp[1];
    solimp[five + 2] = imp[2];
    solimp[five + 3] = imp[3];
    solimp[five + 4] = imp[4];
  }
}

/** Clears what the constraint of a contact fills in later. */
export function clearConstraints(d: Data): void {
  const { ncon } = d;
  if (ncon === 0) return;
  const { efc_address, mu, H } = d.contact;
  efc_address.fill(-1, 0, ncon);
  mu.fill(0, 0, ncon);
  H.fill(0, 0, 36 * ncon);
}
