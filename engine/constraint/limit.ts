/** Rows of joint and tendon limits. */

import { normalize4, quat2Vel } from "../math/quat.ts";
import { zero } from "../math/vec.ts";
import { norm3, unit3 } from "../math/vec3.ts";
import * as queries from "../model/queries.ts";
import { sleepState } from "../model/sleep_state.ts";
import type { Data } from "../data.ts";
import { Constraint, DisableBit, Joint, Obj, SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { addRows, type ConstraintWork, rowAddress } from "./rows.ts";
import { tendonRow, unitRow } from "./unit_row.ts";

// V8-1
const { isDisabled, isSleepFiltered, isSparse } = queries;
const { LIMIT_JOINT, LIMIT_TENDON } = Constraint;
const { LIMIT } = DisableBit;
const { BALL, HINGE, SLIDE } = Joint;
const { JOINT } = Obj;
const { ASLEEP } = SleepState;

/** Adds a row for each side of a limit that is closer than its margin. */
export function limitRows(m: Model, d: Data, work: ConstraintWork): void {
  const { njnt, ntendon, jnt_limited, jnt_type, jnt_qposadr, jnt_dofadr, jnt_range, jnt_margin, tendon_limited } = m;
  if (isDisabled(m, LIMIT)) return;
  const { qpos } = d;
  const { pos, margin } = work;
  const filter = isSleepFiltered(m, d);

  for (let i = 0; i < njnt; i++) {
    if (!jnt_limited[i]) continue;
    if (filter && sleepState(m, d, JOINT, i) === ASLEEP) continue;
    const type = jnt_type[i];
    if (type === BALL) ballLimit(m, d, work, i);
    if (type !== HINGE && type !== SLIDE) continue;

    // both ends of the range; negative distance: beyond the limit
    const value = qpos[jnt_qposadr[i]];
    const nearest = jnt_margin[i];
    const below = -(jnt_range[2 * i] - value);
    const above = jnt_range[2 * i + 1] - value;
    if (below < nearest) {
      pos[0] = below;
      margin[0] = nearest;
      unitRow(m, d, work, jnt_dofadr[i], 1, LIMIT_JOINT, i);
    }
    if (above < nearest) {
      pos[0] = above;
      margin[0] = nearest;
      unitRow(m, d, work, jnt_dofadr[i], -1, LIMIT_JOINT, i);
    }
  }

  for (let i = 0; i < ntendon; i++) {
    if (tendon_limited[i]) tendonLimit(m, d, work, i);
  }
  d.nl = d.nefc - d.ne - d.nf;
}

/** The maximum rotation of a ball joint from its reference orientation. */
function ballLimit(m: Model, d: Data, work: ConstraintWork, i: number): void {
  const { nv, jnt_qposadr, jnt_dofadr, jnt_range, jnt_margin } = m;
  const { qpos, efc_J, efc_J_colind } = d;
  const { scratch, pos, margin } = work;
  for (let k = 0; k < 4; k++) scratch[k] = qpos[jnt_qposadr[i] + k];
  normalize4(scratch, 0);
  quat2Vel(scratch, 4, scratch, 0, 1);
  const angle = norm3(scratch, 4);
  unit3(scratch, 4);
  const distance = Math.max(jnt_range[2 * i], jnt_range[2 * i + 1]) - angle;
  if (!(distance < jnt_margin[i])) return;

  // the row is the axis of rotation
  const { nefc } = d;
  const dof = jnt_dofadr[i];
  const sparse = isSparse(m);
  if (!sparse) zero(efc_J, nefc * nv, nv);
  const adr = sparse ? rowAddress(d) : nefc * nv + dof;
  for (let k = 0; k < 3; k++) {
    efc_J[adr + k] = scratch[4 + k] * -1;
    if (sparse) efc_J_colind[adr + k] = dof + k;
  }
  pos[0] = distance;
  margin[0] = jnt_margin[i];
  addRows(m, d, work, 1, LIMIT_JOINT, i, 3);
}

/** Both ends of the range of a tendon's length. */
function tendonLimit(m: Model, d: Data, work: ConstraintWork, i: number): void {
  const { tendon_range, tendon_margin } = m;
  const { ten_length, tendon_efcadr } = d;
  const { pos, margin } = work;
  margin[0] = tendon_margin[i];
  for (let side = -1; side <= 1; side += 2) {
    pos[0] = side * (tendon_range[2 * i + (side + 1) / 2] - ten_length[i]);
    if (!(pos[0] < margin[0])) continue;
    const row = d.nefc;
    tendonRow(m, d, work, i, -side, LIMIT_TENDON);
    if (tendon_efcadr[i] === -1) tendon_efcadr[i] = row;
  }
}
