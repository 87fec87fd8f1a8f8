/** Adds products JᵀBJ to the matrix of velocity derivatives, within its pattern. */

import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

/**
 * Adds `slope[0]` times JᵀJ for one sparse row J with `n` entries at `adr`. Products outside the pattern or with columns
 * out of order (possible with several flexes) are dropped.
 */
export function addJTBJ(
  m: Model,
  d: Data,
  J: Float64Array,
  colind: Int32Array,
  adr: number,
  n: number,
  slope: Float64Array,
): void {
  const { D_rownnz, D_rowadr, D_colind, D_diag } = m;
  const { qDeriv } = d;

  if (n === 1) {
    const row = colind[adr];
    qDeriv[D_rowadr[row] + D_diag[row]] += J[adr] * slope[0] * J[adr];
    return;
  }
  for (let k = 0; k < n; k++) {
    const row = colind[adr + k];
    const scale = J[adr + k] * slope[0];
    const end = D_rowadr[row] + D_rownnz[row];
    let at = D_rowadr[row];
    for (let c = adr; c < adr + n; c++) {
      while (at < end && D_colind[at] < colind[c]) at++;
      if (at === end) break;
      if (D_colind[at] === colind[c]) qDeriv[at++] += scale * J[c];
    }
  }
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

// entries of B: the rows and columns of J that they belong to, and their values
const left = new Int32Array(36);
const right = new Int32Array(36);
const values = new Float64Array(36);

// the same times the entries of a column of J, apart from zeros
const rows = new Int32Array(37);
const scales = new Float64Array(37);

/**
 * Adds JᵀBJ for six rows with `n` columns, one for each dof of `chain`; B is 6 × 6, row-major. `row` is scratch memory;
 * it and J have room for three numbers more, which are not used.
 */
export function addChainJTBJ(
  m: Model,
  d: Data,
  J: Float64Array,
  chain: Int32Array,
  n: number,
  B: Float64Array,
  row: Float64Array,
): void {
  let count = 0;
  for (let k = 0; k < 36; k++) {
    if (B[k] === 0) continue;
    left[count] = Math.floor(k / 6) * n;
    right[count] = k % 6 * n;
    values[count++] = B[k];
  }
  addEntries(m, d, J, chain, n, count, row);
}

/** The same for two matrices B that are diagonal, first the one whose six numbers are first. */
export function addDiagonalJTBJ(
  m: Model,
  d: Data,
  J: Float64Array,
  chain: Int32Array,
  n: number,
  B: Float64Array,
  row: Float64Array,
): void {
  let count = 0;
  for (let k = 0; k < 12; k++) {
    if (B[k] === 0) continue;
    left[count] = right[count] = k % 6 * n;
    values[count++] = B[k];
  }
  addEntries(m, d, J, chain, n, count, row);
}

/** Adds the products with the first `count` of the listed entries of B, in that order. */
function addEntries(
  m: Model,
  d: Data,
  J: Float64Array,
  chain: Int32Array,
  n: number,
  count: number,
  row: Float64Array,
): void {
  const { D_rowadr, D_diag } = m;
  const { qDeriv } = d;

  for (let k = 0; k < n; k++) {
    // a row begins with the chain up to its own dof; then come all descendants, whose numbers are consecutive
    const start = D_rowadr[chain[k]];
    const own = start + D_diag[chain[k]] - chain[k];
    for (let c = 0; c < k; c++) row[c] = qDeriv[start + c];
    for (let c = k; c < n; c++) row[c] = qDeriv[own + chain[c]];

    let terms = 0;
    for (let t = 0; t < count; t++) {
      const factor = J[left[t] + k];
      scales[terms] = factor * values[t];
      rows[terms] = right[t];
      terms += Number(factor !== 0); // V8-7
    }

    // four columns at a time, the last of which may not exist
    for (let c = 0; c < n; c += 4) {
      let sum0 = row[c];
      let sum1 = row[c + 1];
      let sum2 = row[c + 2];
      let sum3 = row[c + 3];
      for (let t = 0; t < terms; t++) {
        const scale = scales[t];
        const at = rows[t] + c;
        sum0 += scale * J[at];
        sum1 += scale * J[at + 1];
        sum2 += scale * J[at + 2];
        sum3 += scale * J[at + 3];
      }
      row[c] = sum0;
      row[c + 1] = sum1;
      row[c + 2] = sum2;
      row[c + 3] = sum3;
    }
    for (let c = 0; c < k; c++) qDeriv[start + c] = row[c];
    for (let c = k; c < n; c++) qDeriv[own + chain[c]] = row[c];
  }
}
