/** The acceleration of the system without constraints. */

import { xfrcAccumulate } from "../motion/apply_ft.ts";
import { solveLikeM } from "../linear/ltdl.ts";
import { type InPlace, inPlace } from "../model/in_place.ts";
import * as queries from "../model/queries.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

// V8-1
const run = { inPlace, xfrcAccumulate };
const { isSleepFiltered } = queries;

/** Computes `qfrc_smooth`, the sum of all forces except constraint forces, and `qacc_smooth` = M⁻¹ · qfrc_smooth. */
export function fwdAcceleration(m: Model, d: Data): void {
  const { nv } = m;
  const { qfrc_smooth, qfrc_passive, qfrc_bias, qfrc_applied, qfrc_actuator, qacc_smooth, qLD, qLDiagInv } = d;

  if (isSleepFiltered(m, d)) {
    awakeAcceleration(m, d);
    return;
  }
  const fast = run.inPlace(m, d);
  if (fast !== null && areInPlace(d, fast)) {
    if (fast.kernels.sumForces(fast.at) !== 0) {
      run.xfrcAccumulate(m, d, qfrc_smooth);
      fast.kernels.accelerate(fast.at);
    }
    return;
  }
  for (let i = 0; i < nv; i++) qfrc_smooth[i] = qfrc_passive[i] - qfrc_bias[i] + qfrc_applied[i] + qfrc_actuator[i];
  run.xfrcAccumulate(m, d, qfrc_smooth);

  for (let i = 0; i < nv; i++) qacc_smooth[i] = qfrc_smooth[i];
  solveLikeM(m, d, qacc_smooth, qLD, qLDiagInv);
}

/** Are forces, accelerations, and the factor where the kernels read and write them? */
function areInPlace(d: Data, { fields }: InPlace): boolean {
  return d.qfrc_smooth === fields.qfrc_smooth && d.qfrc_passive === fields.qfrc_passive &&
    d.qfrc_bias === fields.qfrc_bias && d.qfrc_applied === fields.qfrc_applied &&
    d.qfrc_actuator === fields.qfrc_actuator && d.xfrc_applied === fields.xfrc_applied &&
    d.qacc_smooth === fields.qacc_smooth && d.qLD === fields.qLD && d.qLDiagInv === fields.qLDiagInv;
}

/** The same for awake dofs only; sleeping dofs keep their values. */
function awakeAcceleration(m: Model, d: Data): void {
  const { nv_awake, dof_awake_ind, qLD, qLDiagInv } = d;
  const { qfrc_smooth, qfrc_passive, qfrc_bias, qfrc_applied, qfrc_actuator, qacc_smooth: x } = d;

  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    qfrc_smooth[i] = qfrc_passive[i] - qfrc_bias[i] + qfrc_applied[i] + qfrc_actuator[i];
  }
  run.xfrcAccumulate(m, d, qfrc_smooth);

  for (let k = 0; k < nv_awake; k++) x[dof_awake_ind[k]] = qfrc_smooth[dof_awake_ind[k]];
  solveLikeM(m, d, x, qLD, qLDiagInv);
}
