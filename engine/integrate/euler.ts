/** Semi-implicit Euler integration. */

import { copyAll } from "../math/vec.ts";
import { isDisabled } from "../model/queries.ts";
import { factorI, solveLD } from "../linear/ltdl.ts";
import type { Data } from "../data.ts";
import { DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { incrementOf } from "./increment.ts";

/** Increment of a semi-implicit Euler step; joint damping is implicit unless that is disabled. */
export function euler(m: Model, d: Data): void {
  const increment = incrementOf(m, d);
  increment.act_dot = d.act_dot;
  increment.qvel = d.qvel;
  increment.qacc = d.qacc;
  if (!hasDamping(m)) return;

  const { nv, dof_damping, M_rownnz, M_rowadr, M_colind } = m;
  const { timestep } = m.opt;
  const { M, qH, qHDiagInv, qfrc_smooth, qfrc_constraint } = d;
  const qacc = increment.solved;
  increment.qacc = qacc;

  // (M + h B) qacc = qfrc, where B is the diagonal matrix of damping
  copyAll(qH, M);
  for (let i = 0; i < nv; i++) qH[M_rowadr[i] + M_rownnz[i] - 1] += timestep * dof_damping[i];
  factorI(qH, qHDiagInv, nv, M_rownnz, M_rowadr, M_colind);

  for (let i = 0; i < nv; i++) qacc[i] = qfrc_smooth[i] + qfrc_constraint[i];
  solveLD(qacc, 0, qH, qHDiagInv, nv, M_rownnz, M_rowadr, M_colind);
}

function hasDamping(m: Model): boolean {
  const { nv, dof_damping } = m;
  if (isDisabled(m, DisableBit.EULERDAMP) || isDisabled(m, DisableBit.DAMPER)) return false;
  for (let i = 0; i < nv; i++) if (dof_damping[i] > 0) return true;
  return false;
}
