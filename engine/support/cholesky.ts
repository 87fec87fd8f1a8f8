/** Dense Cholesky factors A = L Lᵀ in the lower triangle of an n by n matrix that begins at `a`. */

import { dotTo } from "../math/vec.ts";
import { MINVAL } from "../types/constants.ts";

// as a constant of this module it is folded into the code; where an imported one meets doubles, those are allocated
const TINY = MINVAL;

const product = new Float64Array(1);

/** Factors in place; diagonals below `mindiag` are raised to it. Returns how many were not. */
export function cholFactor(mat: Float64Array, a: number, n: number, mindiag: number): number {
  let rank = n;
  const end = a + n * n;
  for (let j = 0; j < n; j++) {
    const row = a + j * n;
    let diagonal = mat[row + j];
    if (j > 0) {
      dotTo(product, 0, mat, row, mat, row, j);
      diagonal -= product[0];
    }
    if (diagonal < mindiag) {
      diagonal = mindiag;
      rank--;
    }
    diagonal = Math.sqrt(diagonal);
    mat[row + j] = diagonal;
    const inverse = 1 / diagonal;

    // below the diagonal, two rows at a time: the dot products of `dot`, side by side
    const whole = row + (j & ~3);
    let below = row + n;
    for (; below + n < end; below += 2 * n) {
      let p0 = 0;
      let p1 = 0;
      let p2 = 0;
      let p3 = 0;
      let q0 = 0;
      let q1 = 0;
      let q2 = 0;
      let q3 = 0;
      let p = below;
      let q = below + n;
      let k = row;
      for (; k < whole; k += 4) {
        const x0 = mat[k];
        const x1 = mat[k + 1];
        const x2 = mat[k + 2];
        const x3 = mat[k + 3];
        p0 += mat[p] * x0;
        p1 += mat[p + 1] * x1;
        p2 += mat[p + 2] * x2;
        p3 += mat[p + 3] * x3;
        q0 += mat[q] * x0;
        q1 += mat[q + 1] * x1;
        q2 += mat[q + 2] * x2;
        q3 += mat[q + 3] * x3;
        p += 4;
        q += 4;
      }
      let sumP = (p0 + p2) + (p1 + p3);
      let sumQ = (q0 + q2) + (q1 + q3);
      switch (j & 3) {
        case 1:
          sumP += mat[p] * mat[k];
          sumQ += mat[q] * mat[k];
          break;
        case 2:
          sumP += mat[p] * mat[k] + mat[p + 1] * mat[k + 1];
          sumQ += mat[q] * mat[k] + mat[q + 1] * mat[k + 1];
          break;
        case 3:
          sumP += mat[p] * mat[k] + mat[p + 1] * mat[k + 1] + mat[p + 2] * mat[k + 2];
          sumQ += mat[q] * mat[k] + mat[q + 1] * mat[k + 1] + mat[q + 2] * mat[k + 2];
          break;
      }
      mat[below + j] = (mat[below + j] - sumP) * inverse;
      mat[below + n + j] = (mat[below + n + j] - sumQ) * inverse;
    }
    if (below < end) {
      dotTo(product, 0, mat, below, mat, row, j);
      mat[below + j] = (mat[below + j] - product[0]) * inverse;
    }
  }
  return rank;
}

/** res = A⁻¹ v with the factor of A; `res` may be `v` */
export function cholSolve(
  res: Float64Array,
  r: number,
  mat: Float64Array,
  a: number,
  vec: Float64Array,
  v: number,
  n: number,
): void {
  // forward: L y = v, with the dot products of `dot`
  let row = a;
  for (let i = 0; i < n; i++) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let k = 0;
    for (; k + 4 <= i; k += 4) {
      s0 += mat[row + k] * res[r + k];
      s1 += mat[row + k + 1] * res[r + k + 1];
      s2 += mat[row + k + 2] * res[r + k + 2];
      s3 += mat[row + k + 3] * res[r + k + 3];
    }
    let sum = (s0 + s2) + (s1 + s3);
    switch (i - k) {
      case 1:
        sum += mat[row + k] * res[r + k];
        break;
      case 2:
        sum += mat[row + k] * res[r + k] + mat[row + k + 1] * res[r + k + 1];
        break;
      case 3:
        sum += mat[row + k] * res[r + k] + mat[row + k + 1] * res[r + k + 1] + mat[row + k + 2] * res[r + k + 2];
        break;
    }
    res[r + i] = (vec[v + i] - sum) / mat[row + i];
    row += n;
  }

  // backward: Lᵀ x = y
  let diagonal = a + n * n - 1;
  for (let i = n - 1; i >= 0; i--) {
    let x = res[r + i];
    let adr = diagonal + n;
    for (let j = r + i + 1; j < r + n; j++) {
      x -= mat[adr] * res[j];
      adr += n;
    }
    res[r + i] = x / mat[diagonal];
    diagonal -= n + 1;
  }
}

/**
 * Turns the factor of A into that of A + x xᵀ, or of A − x xᵀ with `sign` −1. Destroys x. Returns n less the number of
 * diagonals that had to be kept from vanishing.
 */
export function cholUpdate(mat: Float64Array, a: number, x: Float64Array, v: number, n: number, sign: number): number {
  let rank = n;
  for (let k = 0; k < n; k++) {
    if (x[v + k] !== 0 && !updateColumn(mat, a + k * n + k, x, v + k, n - k, n, sign)) rank--;
  }
  return rank;
}

/**
 * Two updates in one pass: `cholUpdate` with x at `v` and `sign1`, then with x at `w` and `sign2`, to the same bits. The
 * columns of the second follow those of the first at once, because they depend on nothing further right.
 */
export function cholUpdatePair(
  mat: Float64Array,
  a: number,
  x: Float64Array,
  v: number,
  w: number,
  n: number,
  sign1: number,
  sign2: number,
): number {
  let rank = n;
  for (let k = 0; k < n; k++) {
    const vk = x[v + k];
    const wk = x[w + k];
    const diagonal = a + k * n + k;
    if (vk === 0 || wk === 0) {
      if (vk !== 0 && !updateColumn(mat, diagonal, x, v + k, n - k, n, sign1)) rank--;
      if (wk !== 0 && !updateColumn(mat, diagonal, x, w + k, n - k, n, sign2)) rank--;
      continue;
    }

    const old1 = mat[diagonal];
    let square1 = old1 * old1 + sign1 * (vk * vk);
    if (square1 < TINY) {
      square1 = TINY;
      rank--;
    }
    const old2 = Math.sqrt(square1);
    let square2 = old2 * old2 + sign2 * (wk * wk);
    if (square2 < TINY) {
      square2 = TINY;
      rank--;
    }
    const root = Math.sqrt(square2);
    mat[diagonal] = root;

    const c1 = old2 / old1;
    const inverse1 = 1 / c1;
    const s1 = vk / old1;
    const signed1 = sign1 * s1;
    const c2 = root / old2;
    const inverse2 = 1 / c2;
    const s2 = wk / old2;
    const signed2 = sign2 * s2;
    let adr = diagonal + n;
    const shift = w - v;
    for (let i = v + k + 1; i < v + n; i++) {
      const vi = x[i];
      const wi = x[i + shift];
      const value1 = (mat[adr] + signed1 * vi) * inverse1;
      const value2 = (value1 + signed2 * wi) * inverse2;
      mat[adr] = value2;
      x[i] = c1 * vi - s1 * value1;
      x[i + shift] = c2 * wi - s2 * value2;
      adr += n;
    }
  }
  return rank;
}

/** One column of an update; `size` rows of `n` columns from the diagonal down. Returns whether the diagonal held. */
function updateColumn(
  mat: Float64Array,
  diagonal: number,
  x: Float64Array,
  v: number,
  size: number,
  n: number,
  sign: number,
): boolean {
  const xk = x[v];
  const old = mat[diagonal];
  const square = old * old + sign * (xk * xk);
  const holds = !(square < TINY);
  const root = Math.sqrt(holds ? square : TINY);
  const c = root / old;
  const inverse = 1 / c;
  const s = xk / old;
  const signed = sign * s;
  mat[diagonal] = root;
  let adr = diagonal + n;
  for (let i = v + 1; i < v + size; i++) {
    const xi = x[i];
    const value = (mat[adr] + signed * xi) * inverse;
    mat[adr] = value;
    x[i] = c * xi - s * value;
    adr += n;
  }
  return holds;
}
