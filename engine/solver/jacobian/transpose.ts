/** The transpose of a sparse Jacobian: its elements by columns. */

import { roomFloat, roomInt } from "../../math/grow.ts";
import type { SparseRows } from "./sparse_jacobian.ts";

/** Columns of J, each with its rows in increasing order. */
export class Transpose {
  values: Float64Array = new Float64Array(0);
  rownnz: Int32Array = new Int32Array(0);
  rowadr: Int32Array = new Int32Array(0);
  colind: Int32Array = new Int32Array(0);
  /** where each element is in J */
  place: Int32Array = new Int32Array(0);

  /** Transposes `rows`, their values only if loops need them. */
  fill(rows: SparseRows, withValues: boolean): void {
    const { nv, nefc, J, rownnz, rowadr, colind, group } = rows;
    const JT_rownnz = this.rownnz = roomInt(this.rownnz, nv);
    const JT_rowadr = this.rowadr = roomInt(this.rowadr, nv);

    for (let j = 0; j < nv; j++) JT_rownnz[j] = 0;
    for (let i = 0; i < nefc; i += group[i]) {
      const end = rowadr[i] + rownnz[i];
      for (let k = rowadr[i]; k < end; k++) JT_rownnz[colind[k]] += group[i];
    }
    let adr = 0;
    for (let j = 0; j < nv; j++) {
      JT_rowadr[j] = adr;
      adr += JT_rownnz[j];
      JT_rownnz[j] = 0;
    }
    const JT = this.values = roomFloat(this.values, withValues ? adr : 0);
    const JT_colind = this.colind = roomInt(this.colind, adr);
    const place = this.place = roomInt(this.place, adr);
    for (let i = 0; i < nefc; i += group[i]) {
      const n = group[i];
      const nnz = rownnz[i];
      const end = rowadr[i] + nnz;
      for (let k = rowadr[i]; k < end; k++) {
        const j = colind[k];
        const to = JT_rowadr[j] + JT_rownnz[j];
        JT_rownnz[j] += n;
        for (let r = 0; r < n; r++) {
          if (withValues) JT[to + r] = J[k + r * nnz];
          JT_colind[to + r] = i + r;
          place[to + r] = k + r * nnz;
        }
      }
    }
  }
}
