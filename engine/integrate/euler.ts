/** Semi-implicit Euler integration. */

import { copyAll } from "../math/vec.ts";
import { type InPlace, inPlace } from "../model/in_place.ts";
import * as queries from "../model/queries.ts";
import { copyAwake, factorLikeM, solveLikeM } from "../linear/ltdl.ts";
import type { Data } from "../data.ts";
import { DisableBit, EnableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { incrementOf } from "./increment.ts";

// V8-1
const { isDisabled, isEnabled, isSleepFiltered } = queries;
const { DAMPER, EULERDAMP } = DisableBit;
const { SLEEP } = EnableBit;

/** Increment of a semi-implicit Euler step; joint damping is implicit unless that is disabled. */
export function euler(m: Model, d: Data): void {
  const increment = incrementOf(m, d);
  increment.act_dot = d.act_dot;
  increment.qvel = d.qvel;
  increment.qacc = d.qacc;
  if (!hasDamping(m, d)) {
    // that of the data is found again when a tree falls asleep
    if (isEnabled(m, SLEEP)) copyAll(increment.qacc = increment.solved, d.qacc);
    return;
  }

  const { nv, dof_damping, M_rownnz, M_rowadr } = m;
  const { timestep } = m.opt;
  const { M, qH, qHDiagInv, qfrc_smooth, qfrc_constraint } = d;
  const qacc = increment.solved;
  increment.qacc = qacc;

  // (M + h B) qacc = qfrc, where B is the diagonal matrix of damping
  if (isSleepFiltered(m, d)) {
    solveAwakeDofs(m, d, qacc);
    return;
  }
  const fast = inPlace(m, d);
  if (fast !== null && areInPlace(d, fast)) {
    const { kernels, at, damping } = fast;
    copyAll(damping, dof_damping);
    fast.timestep[0] = timestep;
    kernels.accelerateDamped(at, qacc.byteOffset);
    return;
  }
  copyAll(qH, M);
  for (let i = 0; i < nv; i++) qH[M_rowadr[i] + M_rownnz[i] - 1] += timestep * dof_damping[i];
  for (let i = 0; i < nv; i++) qacc[i] = qfrc_smooth[i] + qfrc_constraint[i];
  factorLikeM(m, d, qH, qHDiagInv);
  solveLikeM(m, d, qacc, qH, qHDiagInv);
}

/** Are forces and matrices where the kernel reads and writes them? */
export function areInPlace(d: Data, { fields }: InPlace): boolean {
  return d.M === fields.M && d.qH === fields.qH && d.qHDiagInv === fields.qHDiagInv &&
    d.qfrc_smooth === fields.qfrc_smooth && d.qfrc_constraint === fields.qfrc_constraint;
}

/** The same for trees that are awake. */
function solveAwakeDofs(m: Model, d: Data, qacc: Float64Array): void {
  const { dof_damping, M_rownnz, M_rowadr } = m;
  const { timestep } = m.opt;
  const { M, qH, qHDiagInv, qfrc_smooth, qfrc_constraint, nv_awake, dof_awake_ind } = d;

  copyAwake(m, d, qH, M);
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    qH[M_rowadr[i] + M_rownnz[i] - 1] += timestep * dof_damping[i];
    qacc[i] = qfrc_smooth[i] + qfrc_constraint[i];
  }
  factorLikeM(m, d, qH, qHDiagInv);
  solveLikeM(m, d, qacc, qH, qHDiagInv);
}

/** Is any dof damped that is awake? */
function hasDamping(m: Model, d: Data): boolean {
  const { nv, dof_damping } = m;
  if (isDisabled(m, EULERDAMP) || isDisabled(m, DAMPER)) return false;
  const filter = isSleepFiltered(m, d);
  const { dof_awake_ind } = d;
  const count = filter ? d.nv_awake : nv;
  for (let k = 0; k < count; k++) if (dof_damping[filter ? dof_awake_ind[k] : k] > 0) return true;
  return false;
}
