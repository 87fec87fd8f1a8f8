/** Products with the inertia and the Jacobian of a primal problem. */

import { mulRows, mulRowsT } from "../support/dense_rows.ts";
import { mulMatVecSparse } from "../support/sparse.ts";
import { mulGroups } from "../support/sparse_rows.ts";
import type { PrimalProblem } from "./problem.ts";

/** res = M v; both are vectors of the problem */
export function mulInertia(p: PrimalProblem, res: Float64Array, vec: Float64Array): void {
  const { nv, kernels, M, M_rownnz, M_rowadr, M_colind } = p;
  if (kernels) {
    kernels.mulInertia(res.byteOffset, p.plan, p.addressOfM(), vec.byteOffset);
    return;
  }
  for (let i = 0; i < nv; i++) {
    const start = M_rowadr[i];
    const diagonal = start + M_rownnz[i] - 1;
    const x = vec[i];
    let sum = M[diagonal] * x;
    for (let k = diagonal - 1; k >= start; k--) {
      const j = M_colind[k];
      sum += M[k] * vec[j];
      res[j] += M[k] * x;
    }
    res[i] = sum;
  }
}

/** res = J v; both are vectors of the problem */
export function mulJacobian(p: PrimalProblem, res: Float64Array, vec: Float64Array): void {
  const { nefc, J, rows, kernels } = p;
  if (p.isSparse) {
    if (kernels) kernels.mulGroups(res.byteOffset, p.plan, p.addressOfJ(), vec.byteOffset);
    else mulGroups(res, J, nefc, p.J_rownnz, p.J_rowadr, p.J_colind, p.J_group, vec);
  } else if (kernels) {
    kernels.mulRows(
      res.byteOffset,
      rows.count,
      rows.row.byteOffset,
      rows.blockadr.byteOffset,
      rows.blocks.byteOffset,
      rows.tail.byteOffset,
      J.byteOffset,
      p.nv,
      vec.byteOffset,
    );
  } else {
    mulRows(res, rows, J, 0, p.nv, vec);
  }
}

/** qfrc_constraint = Jᵀ force */
export function mulJacobianT(p: PrimalProblem): void {
  const { nv, J, rows, kernels, force, qfrc_constraint } = p;
  if (p.isSparse) {
    if (kernels) kernels.mulColumns(qfrc_constraint.byteOffset, p.plan, p.addressOfJ(), force.byteOffset);
    else mulMatVecSparse(qfrc_constraint, p.JT, force, nv, p.JT_rownnz, p.JT_rowadr, p.JT_colind);
  } else if (kernels) {
    kernels.mulRowsT(
      qfrc_constraint.byteOffset,
      rows.count,
      rows.row.byteOffset,
      rows.pairadr.byteOffset,
      rows.pairs.byteOffset,
      J.byteOffset,
      nv,
      force.byteOffset,
    );
  } else {
    mulRowsT(qfrc_constraint, rows, J, 0, nv, force);
  }
}
