/** Sparse rows: values and column indices that start at the same address. */

/** Dot product of `n` sparse values with the corresponding entries of a dense vector. */
export function dotSparse(
  mat: Float64Array,
  adr: number,
  n: number,
  colind: Int32Array,
  vec: Float64Array,
  o: number,
): number {
  const end = adr + n;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  for (; adr <= end - 4; adr += 4) {
    s0 += mat[adr] * vec[o + colind[adr]];
    s1 += mat[adr + 1] * vec[o + colind[adr + 1]];
    s2 += mat[adr + 2] * vec[o + colind[adr + 2]];
    s3 += mat[adr + 3] * vec[o + colind[adr + 3]];
  }
  let sum = (s0 + s2) + (s1 + s3);
  for (; adr < end; adr++) sum += mat[adr] * vec[o + colind[adr]];
  return sum;
}

/** length of the row of an edge between two vertices that move freely */
const EDGE = 6;

/** res = A v, where A has `rows` sparse rows */
export function mulMatVecSparse(
  res: Float64Array,
  mat: Float64Array,
  vec: Float64Array,
  rows: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  for (let k = 0; k < rows; k++) {
    let adr = rowadr[k];
    const nnz = rownnz[k];
    if (nnz === EDGE) {
      // written out: V8-8; a sum that begins with 0 is not −0
      const even = 0 + mat[adr] * vec[colind[adr]] + mat[adr + 2] * vec[colind[adr + 2]];
      const odd = mat[adr + 1] * vec[colind[adr + 1]] + mat[adr + 3] * vec[colind[adr + 3]];
      res[k] = even + odd + mat[adr + 4] * vec[colind[adr + 4]] + mat[adr + 5] * vec[colind[adr + 5]];
      continue;
    }
    const end = adr + nnz;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (; adr <= end - 4; adr += 4) {
      s0 += mat[adr] * vec[colind[adr]];
      s1 += mat[adr + 1] * vec[colind[adr + 1]];
      s2 += mat[adr + 2] * vec[colind[adr + 2]];
      s3 += mat[adr + 3] * vec[colind[adr + 3]];
    }
    let sum = (s0 + s2) + (s1 + s3);
    for (; adr < end; adr++) sum += mat[adr] * vec[colind[adr]];
    res[k] = sum;
  }
}

/** res = Aᵀ v, where A has `rows` sparse rows and `columns` columns */
export function mulMatTVecSparse(
  res: Float64Array,
  mat: Float64Array,
  vec: Float64Array,
  rows: number,
  columns: number,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  for (let k = 0; k < columns; k++) res[k] = 0;
  for (let k = 0; k < rows; k++) {
    const scale = vec[k];
    if (scale === 0) continue;
    const end = rowadr[k] + rownnz[k];
    for (let adr = rowadr[k]; adr < end; adr++) res[colind[adr]] += mat[adr] * scale;
  }
}

/**
 * Adds `scale[0]` times a sparse vector of `n` entries to the sparse row of `nnz` entries at `adr`, both sorted by
 * column; returns the new number of entries. `value` and `column` are scratch memory.
 */
export function combineSparse(
  mat: Float64Array,
  colind: Int32Array,
  adr: number,
  nnz: number,
  src: Float64Array,
  srcind: Int32Array,
  n: number,
  scale: Float64Array,
  value: Float64Array,
  column: Int32Array,
): number {
  const factor = scale[0];
  for (let k = 0; k < nnz; k++) {
    value[k] = mat[adr + k];
    column[k] = colind[adr + k];
  }

  let a = 0;
  let b = 0;
  let count = 0;
  while (a < nnz || b < n) {
    const at = adr + count++;
    if (b >= n || (a < nnz && column[a] < srcind[b])) {
      mat[at] = value[a];
      colind[at] = column[a++];
    } else if (a >= nnz || srcind[b] < column[a]) {
      mat[at] = factor * src[b];
      colind[at] = srcind[b++];
    } else {
      mat[at] = value[a++] + factor * src[b];
      colind[at] = srcind[b++];
    }
  }
  return count;
}
