/** Products with a sparse constraint Jacobian, whose rows form groups with the same columns. */

import type { Model } from "../types/model.ts";
import { isFlexEquality } from "../model/queries.ts";

/**
 * Fills `group` for `n` rows whose types and numbers begin at `first`: the number of rows, from each one on, that belong
 * to the same constraint and therefore have the same columns. Each row of a flex is a group of its own.
 */
export function groupRows(
  m: Model,
  group: Int32Array,
  n: number,
  type: Int32Array,
  first: number,
  id: Int32Array,
): void {
  for (let i = n - 1; i >= 0; i--) {
    const k = first + i;
    const continues = i + 1 < n && type[k] === type[k + 1] && id[k] === id[k + 1] &&
      !isFlexEquality(m, type[k], id[k]);
    group[i] = continues ? 1 + group[i + 1] : 1;
  }
}

/** res = J v for `n` rows, two rows of a group side by side; each sum is in the order of `dotSparse` */
export function mulGroups(
  res: Float64Array,
  J: Float64Array,
  n: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
  group: Int32Array,
  v: Float64Array,
): void {
  for (let i = 0; i < n;) {
    const nnz = rownnz[i];
    const start = rowadr[i];
    const end = start + nnz;
    if (group[i] === 1) {
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      let k = start;
      for (; k + 4 <= end; k += 4) {
        s0 += J[k] * v[colind[k]];
        s1 += J[k + 1] * v[colind[k + 1]];
        s2 += J[k + 2] * v[colind[k + 2]];
        s3 += J[k + 3] * v[colind[k + 3]];
      }
      let sum = (s0 + s2) + (s1 + s3);
      for (; k < end; k++) sum += J[k] * v[colind[k]];
      res[i++] = sum;
      continue;
    }

    let p0 = 0;
    let p1 = 0;
    let p2 = 0;
    let p3 = 0;
    let q0 = 0;
    let q1 = 0;
    let q2 = 0;
    let q3 = 0;
    let k = start;
    for (; k + 4 <= end; k += 4) {
      const v0 = v[colind[k]];
      const v1 = v[colind[k + 1]];
      const v2 = v[colind[k + 2]];
      const v3 = v[colind[k + 3]];
      const l = k + nnz;
      p0 += J[k] * v0;
      p1 += J[k + 1] * v1;
      p2 += J[k + 2] * v2;
      p3 += J[k + 3] * v3;
      q0 += J[l] * v0;
      q1 += J[l + 1] * v1;
      q2 += J[l + 2] * v2;
      q3 += J[l + 3] * v3;
    }
    let p = (p0 + p2) + (p1 + p3);
    let q = (q0 + q2) + (q1 + q3);
    for (; k < end; k++) {
      const vk = v[colind[k]];
      p += J[k] * vk;
      q += J[k + nnz] * vk;
    }
    res[i] = p;
    res[i + 1] = q;
    i += 2;
  }
}
