/** The transpose of a sparse Jacobian. */

import { roomFloat, roomInt } from "../support/grow.ts";
import type { PrimalProblem } from "./problem.ts";

/** Fills `p.JT`, with room for `nJ` elements. */
export function transposeJacobian(p: PrimalProblem, nJ: number): void {
  const { nv, nefc, J, J_rownnz, J_rowadr, J_colind, J_group, JT_rownnz, JT_rowadr } = p;
  const JT = p.JT = roomFloat(p.JT, nJ);
  const JT_colind = p.JT_colind = roomInt(p.JT_colind, nJ);
  const JT_place = p.JT_place = roomInt(p.JT_place, nJ);

  for (let j = 0; j < nv; j++) JT_rownnz[j] = 0;
  for (let i = 0; i < nefc; i += J_group[i]) {
    const end = J_rowadr[i] + J_rownnz[i];
    for (let k = J_rowadr[i]; k < end; k++) JT_rownnz[J_colind[k]] += J_group[i];
  }
  let adr = 0;
  for (let j = 0; j < nv; j++) {
    JT_rowadr[j] = adr;
    adr += JT_rownnz[j];
    JT_rownnz[j] = 0;
  }
  for (let i = 0; i < nefc; i += J_group[i]) {
    const n = J_group[i];
    const nnz = J_rownnz[i];
    const end = J_rowadr[i] + nnz;
    for (let k = J_rowadr[i]; k < end; k++) {
      const j = J_colind[k];
      const to = JT_rowadr[j] + JT_rownnz[j];
      JT_rownnz[j] += n;
      for (let r = 0; r < n; r++) {
        JT[to + r] = J[k + r * nnz];
        JT_colind[to + r] = i + r;
        JT_place[to + r] = k + r * nnz;
      }
    }
  }
}
