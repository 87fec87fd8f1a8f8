/** Adds products JᵀBJ to the matrix of velocity derivatives, within its pattern. */

import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";

/** Adds `slope` times JᵀJ for one sparse row J with `n` entries at `adr`. */
export function addJTBJ(
  m: Model,
  d: Data,
  J: Float64Array,
  colind: Int32Array,
  adr: number,
  n: number,
  slope: number,
): void {
  for (let k = 0; k < n; k++) addToRow(m, d, colind[adr + k], J, adr, colind, adr, n, J[adr + k] * slope);
}

/** The same for one dense row at `adr`. */
export function addDenseJTBJ(m: Model, d: Data, J: Float64Array, adr: number, slope: number): void {
  const { nv, D_rownnz, D_rowadr, D_colind } = m;
  const { qDeriv } = d;

  for (let i = 0; i < nv; i++) {
    if (J[adr + i] === 0) continue;
    const scale = J[adr + i] * slope;
    const end = D_rowadr[i] + D_rownnz[i];
    for (let k = D_rowadr[i]; k < end; k++) qDeriv[k] += J[adr + D_colind[k]] * scale;
  }
}

/**
 * Adds JᵀBJ for six rows of `n` columns that belong to the dofs of `chain`; B is six by six, row by row.
 */
export function addChainJTBJ(
  m: Model,
  d: Data,
  J: Float64Array,
  chain: Int32Array,
  n: number,
  B: Float64Array,
): void {
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) {
      const b = B[6 * i + j];
      if (b === 0) continue;
      for (let k = 0; k < n; k++) {
        const Jik = J[i * n + k];
        if (Jik !== 0) addToRow(m, d, chain[k], J, j * n, chain, 0, n, Jik * b);
      }
    }
  }
}

/** Adds a scaled sparse vector to row `i` of `qDeriv`; columns outside the pattern are dropped. */
function addToRow(
  m: Model,
  d: Data,
  i: number,
  value: Float64Array,
  v: number,
  column: Int32Array,
  c: number,
  n: number,
  scale: number,
): void {
  const { D_rownnz, D_rowadr, D_colind } = m;
  const { qDeriv } = d;

  let adr = D_rowadr[i];
  const end = adr + D_rownnz[i];
  for (let k = 0; k < n; k++) {
    const col = column[c + k];
    while (adr < end && D_colind[adr] < col) adr++;
    if (adr === end) return;
    if (D_colind[adr] === col) qDeriv[adr] += scale * value[v + k];
  }
}
