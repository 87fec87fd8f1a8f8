/** Products with the tendon Jacobian, which is dense or sparse. */

import { mulMatVec } from "../math/vec.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { mulMatVecSparse } from "../linear/sparse.ts";
import * as queries from "../model/queries.ts";

// V8-1
const { isSparse } = queries;

/** Adds the generalized force of tension `force[f]` along tendon `i` to `qfrc`. */
export function addTendonForce(
  m: Model,
  d: Data,
  qfrc: Float64Array,
  i: number,
  force: Float64Array,
  f: number,
): void {
  const { ten_J, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = d;
  const pull = force[f];

  if (isSparse(m)) {
    const end = ten_J_rowadr[i] + ten_J_rownnz[i];
    for (let adr = ten_J_rowadr[i]; adr < end; adr++) qfrc[ten_J_colind[adr]] += ten_J[adr] * pull;
  } else {
    const { nv } = m;
    for (let k = 0; k < nv; k++) qfrc[k] += ten_J[i * nv + k] * pull;
  }
}

/** res = rates of change of all tendon lengths at the generalized velocity `vec` */
export function mulTendonJ(m: Model, d: Data, res: Float64Array, vec: Float64Array): void {
  const { nv, ntendon } = m;
  const { ten_J, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = d;

  if (isSparse(m)) mulMatVecSparse(res, ten_J, vec, ntendon, ten_J_rownnz, ten_J_rowadr, ten_J_colind);
  else mulMatVec(res, 0, ten_J, 0, vec, 0, ntendon, nv);
}
