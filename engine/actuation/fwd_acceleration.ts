/** The acceleration that the system would have without constraints. */

import { xfrcAccumulate } from "../support/apply_ft.ts";
import { solveLD } from "../support/ltdl.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";

/** Sum `qfrc_smooth` of all forces but those of constraints, and `qacc_smooth` = M⁻¹ · qfrc_smooth. */
export function fwdAcceleration(m: Model, d: Data): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { qfrc_smooth, qfrc_passive, qfrc_bias, qfrc_applied, qfrc_actuator, qacc_smooth, qLD, qLDiagInv } = d;

  for (let i = 0; i < nv; i++) qfrc_smooth[i] = qfrc_passive[i] - qfrc_bias[i] + qfrc_applied[i] + qfrc_actuator[i];
  xfrcAccumulate(m, d, qfrc_smooth);

  for (let i = 0; i < nv; i++) qacc_smooth[i] = qfrc_smooth[i];
  solveLD(qacc_smooth, 0, qLD, qLDiagInv, nv, M_rownnz, M_rowadr, M_colind);
}
