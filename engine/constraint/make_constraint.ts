/** From positions to constraint rows: Jacobian, violation, regularization, and reference parameters. */

import * as queries from "../model/queries.ts";
import type { Data } from "../data.ts";
import { DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { dropRows, endOfRows } from "../model/arena.ts";
import { contactRows, countContactRows } from "./contact_rows.ts";
import { diagApprox } from "./diag_approx.ts";
import { equalityRows } from "./equality.ts";
import { frictionRows } from "./friction.ts";
import { makeImpedance } from "./impedance.ts";
import { limitRows } from "./limit.ts";
import { type ConstraintWork, makeRoomForRows, mayNotFit, prepareRows, rowAddress } from "./rows.ts";

// V8-1
const { isDisabled, isSparse } = queries;
const run = {
  contactRows,
  diagApprox,
  equalityRows,
  frictionRows,
  limitRows,
  makeImpedance,
  makeRoomForRows,
  mayNotFit,
  prepareRows,
  rowAddress,
};
const { CONSTRAINT } = DisableBit;

/** Builds all constraint rows, in this order: equalities, dry friction, limits, contacts. */
export function makeConstraint(m: Model, d: Data): void {
  forgetConstraints(d);
  d.nJ = 0;
  d.nA = 0;
  if (isDisabled(m, CONSTRAINT)) return;

  const work = run.prepareRows(m, d);
  if (run.mayNotFit(m, d, work) && !fits(m, d, work)) {
    dropRows(d);
    return;
  }
  run.makeRoomForRows(m, d, work.contactRows, work.contactNonzeros);
  rowsWithoutContacts(m, d, work);
  run.contactRows(m, d, work);
  d.nJ = isSparse(m) ? run.rowAddress(d) : (d.nefc + work.dropped) * m.nv;
  if (d.nefc === 0) return;

  run.diagApprox(m, d);
  run.makeImpedance(m, d);
}

function forgetConstraints(d: Data): void {
  d.ne = 0;
  d.nf = 0;
  d.nl = 0;
  d.nefc = 0;
}

function rowsWithoutContacts(m: Model, d: Data, work: ConstraintWork): void {
  forgetTendons(m, d);
  run.equalityRows(m, d, work);
  run.frictionRows(m, d, work);
  run.limitRows(m, d, work);
}

/** Do the rows fit into the arena? Counts them and their non-zeros, `nJ`, exactly. */
function fits(m: Model, d: Data, work: ConstraintWork): boolean {
  const sparse = isSparse(m);
  run.makeRoomForRows(m, d, 0, 0);
  rowsWithoutContacts(m, d, work);
  countContactRows(m, d, work);

  // dense storage counts the rows that were dropped as empty
  const nefc = d.nefc + work.dropped + work.contactRows;
  d.nJ = sparse ? run.rowAddress(d) + work.contactNonzeros : nefc * m.nv;
  forgetConstraints(d);
  work.dropped = 0;
  return endOfRows(m, d, nefc, d.nJ) <= d.narena - (d.work.held ?? 0);
}

/** Marks all tendons as having no row yet. */
function forgetTendons(m: Model, d: Data): void {
  const { ntendon } = m;
  const { tendon_efcadr } = d;
  for (let i = 0; i < ntendon; i++) tendon_efcadr[i] = -1;
}
