/** Rows of dry friction of dofs and tendons. */

import * as queries from "../model/queries.ts";
import { sleepState } from "../model/sleep_state.ts";
import type { Data } from "../data.ts";
import { Constraint, DisableBit, Obj, SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { ConstraintWork } from "./rows.ts";
import { tendonRow, unitRow } from "./unit_row.ts";

// V8-1
const { isDisabled, isSleepFiltered } = queries;
const { FRICTION_DOF, FRICTION_TENDON } = Constraint;
const { FRICTIONLOSS } = DisableBit;
const { DOF } = Obj;
const { ASLEEP } = SleepState;

/** Adds a row for every dof and tendon with friction loss. */
export function frictionRows(m: Model, d: Data, work: ConstraintWork): void {
  const { nv, ntendon, dof_frictionloss, tendon_frictionloss } = m;
  const { tendon_efcadr, efc_frictionloss } = d;
  const { pos, margin } = work;
  if (isDisabled(m, FRICTIONLOSS)) return;
  const filter = isSleepFiltered(m, d);
  pos[0] = 0;
  margin[0] = 0;

  for (let i = 0; i < nv; i++) {
    if (dof_frictionloss[i] === 0) continue;
    if (filter && sleepState(m, d, DOF, i) === ASLEEP) continue;
    const row = d.nefc;
    unitRow(m, d, work, i, 1, FRICTION_DOF, i);
    efc_frictionloss[row] = dof_frictionloss[i];
  }

  for (let i = 0; i < ntendon; i++) {
    if (!(tendon_frictionloss[i] > 0)) continue;
    const row = d.nefc;
    tendonRow(m, d, work, i, 1, FRICTION_TENDON);
    if (d.nefc > row) efc_frictionloss[row] = tendon_frictionloss[i];
    if (tendon_efcadr[i] === -1) tendon_efcadr[i] = row;
  }
  d.nf = d.nefc - d.ne;
}
