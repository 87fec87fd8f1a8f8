/** Adds products JᵀBJ to the matrix of velocity derivatives, within its pattern. */

import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

/** Adds `slope[0]` times JᵀJ for one sparse row J with `n` entries at `adr`. */
export function addJTBJ(
  m: Model,
  d: Data,
  J: Float64Array,
  colind: Int32Array,
  adr: number,
  n: number,
  slope: Float64Array,
): void {
  for (let k = 0; k < n; k++) addToRow(m, d, colind[adr + k], J, adr + k, slope, 0, J, adr, colind, adr, n);
}

/** The same for one dense row at `adr`. */
export function addDenseJTBJ(m: Model, d: Data, J: Float64Array, adr: number, slope: Float64Array): void {
  const { nv, D_rownnz, D_rowadr, D_colind } = m;
  const { qDeriv } = d;

  for (let i = 0; i < nv; i++) {
    if (J[adr + i] === 0) continue;
    const scale = J[adr + i] * slope[0];
    const end = D_rowadr[i] + D_rownnz[i];
    for (let k = D_rowadr[i]; k < end; k++) qDeriv[k] += J[adr + D_colind[k]] * scale;
  }
}

/**
 * Adds JᵀBJ for six rows with `n` columns, one for each dof of `chain`; B is 6 × 6, row-major. `place` is scratch memory
 * for `n` numbers.
 */
export function addChainJTBJ(
  m: Model,
  d: Data,
  J: Float64Array,
  chain: Int32Array,
  n: number,
  B: Float64Array,
  place: Int32Array,
): void {
  const { D_rownnz, D_rowadr, D_colind } = m;
  const { qDeriv } = d;

  for (let k = 0; k < n; k++) {
    // where the columns of the chain are in the row; all of them are related, so it has them
    let adr = D_rowadr[chain[k]];
    const end = adr + D_rownnz[chain[k]];
    for (let c = 0; c < n; c++) {
      while (adr < end && D_colind[adr] < chain[c]) adr++;
      place[c] = adr;
    }

    for (let i = 0; i < 6; i++) {
      const left = J[i * n + k];
      if (left === 0) continue;
      for (let j = 0; j < 6; j++) {
        const right = B[6 * i + j];
        if (right === 0) continue;
        const scale = left * right;
        for (let c = 0, at = j * n; c < n; c++) qDeriv[place[c]] += scale * J[at + c];
      }
    }
  }
}

/**
 * Adds a sparse vector times `left[l] · right[r]` to row `i` of `qDeriv`; columns outside the pattern or out of order
 * (possible with several flexes) are dropped. The factors are in arrays: V8-2.
 */
function addToRow(
  m: Model,
  d: Data,
  i: number,
  left: Float64Array,
  l: number,
  right: Float64Array,
  r: number,
  value: Float64Array,
  v: number,
  column: Int32Array,
  c: number,
  n: number,
): void {
  const { D_rownnz, D_rowadr, D_colind } = m;
  const { qDeriv } = d;
  const scale = left[l] * right[r];

  let adr = D_rowadr[i];
  const end = adr + D_rownnz[i];
  for (let k = 0; k < n; k++) {
    const col = column[c + k];
    while (adr < end && D_colind[adr] < col) adr++;
    if (adr === end) return;
    if (D_colind[adr] === col) qDeriv[adr++] += scale * value[v + k];
  }
}
