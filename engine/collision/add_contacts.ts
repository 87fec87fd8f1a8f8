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
  const first = d.ncon;
  growContacts(d, first + count);
  const to = d.contact;
  const { dist, pos, frame, friction, solref, solreffriction, solimp, H } = to;
  const includemargin = par.includemargin[0];

  for (let row = 0; row < count; row++) {
    const i = first + row;
    dist[i] = con.dist[row];
    for (let k = 0; k < 3; k++) pos[3 * i + k] = con.pos[3 * row + k];
    for (let k = 0; k < 6; k++) frame[9 * i + k] = con.frame[6 * row + k];
    makeFrame(frame, 9 * i);

    to.geom[2 * i] = g1;
    to.geom[2 * i + 1] = g2;
    to.dim[i] = par.dim[0];
    to.includemargin[i] = includemargin;
    for (let k = 0; k < 5; k++) friction[5 * i + k] = par.friction[k];
    for (let k = 0; k < 2; k++) {
      solref[2 * i + k] = par.solref[k];
      solreffriction[2 * i + k] = par.solreffriction[k];
    }
    for (let k = 0; k < 5; k++) solimp[5 * i + k] = par.solimp[k];

    // in the gap: reported, but without force
    to.exclude[i] = dist[i] >= includemargin ? 1 : 0;

    // computed with the constraint
    to.efc_address[i] = -1;
    to.mu[i] = 0;
    for (let k = 36 * i; k < 36 * i + 36; k++) H[k] = 0;
  }
  d.ncon = first + count;
}
