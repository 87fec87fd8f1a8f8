/** Products with the tendon Jacobian, which is stored densely or sparsely. */

import { dot } from "../math/vec.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { dotSparse } from "./sparse.ts";
import { isSparse } from "./sparsity.ts";

/** Adds to `qfrc` the generalised force of a pull `force` along tendon `i`. */
export function addTendonForce(m: Model, d: Data, qfrc: Float64Array, i: number, force: number): void {
  const { ten_J, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = d;

  if (isSparse(m)) {
    const end = ten_J_rowadr[i] + ten_J_rownnz[i];
    for (let adr = ten_J_rowadr[i]; adr < end; adr++) qfrc[ten_J_colind[adr]] += ten_J[adr] * force;
  } else {
    const { nv } = m;
    for (let k = 0; k < nv; k++) qfrc[k] += ten_J[i * nv + k] * force;
  }
}

/** Rate of length of tendon `i` under the generalised velocity `vec`. */
export function tendonRate(m: Model, d: Data, i: number, vec: Float64Array): number {
  const { ten_J, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = d;

  if (isSparse(m)) return dotSparse(ten_J, ten_J_rowadr[i], ten_J_rownnz[i], ten_J_colind, vec, 0);
  return dot(ten_J, i * m.nv, vec, 0, m.nv);
}
