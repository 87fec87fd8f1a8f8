/** Vectors and dense matrices of any length. */

// lengths below which a loop is faster than the built-in function; V8-8
const SHORT_FILL = 40;
const SHORT_COPY = 24;

/** res = 0 over `n` elements */
export function zero(res: Float64Array, r: number, n: number): void {
  if (n > SHORT_FILL) res.fill(0, r, r + n);
  else for (let k = r; k < r + n; k++) res[k] = 0;
}

/** res = a; `res` must be at least as long */
export function copyAll(res: Float64Array, a: Float64Array): void {
  const n = a.length;
  if (n > SHORT_COPY) res.set(a);
  else for (let k = 0; k < n; k++) res[k] = a[k];
}

/** `copyAll` for integers */
export function copyAllInt(res: Int32Array, a: Int32Array): void {
  const n = a.length;
  if (n > SHORT_COPY) res.set(a);
  else for (let k = 0; k < n; k++) res[k] = a[k];
}

/**
 * a · b over `n` elements, in four interleaved partial sums: faster than one sum, and in MuJoCo's order of additions.
 */
export function dot(a: Float64Array, i: number, b: Float64Array, j: number, n: number): number {
  dotTo(register, 0, a, i, b, j, n);
  return register[0];
}

const register = new Float64Array(1);

/** res = a · b, a single number: `dot` for hot paths, V8-2. */
export function dotTo(
  res: Float64Array,
  r: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  n: number,
): void {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let k = 0;
  for (; k + 4 <= n; k += 4) {
    s0 += a[i + k] * b[j + k];
    s1 += a[i + k + 1] * b[j + k + 1];
    s2 += a[i + k + 2] * b[j + k + 2];
    s3 += a[i + k + 3] * b[j + k + 3];
  }
  const sum = (s0 + s2) + (s1 + s3);
  switch (n - k) {
    case 3:
      res[r] = sum + (a[i + k] * b[j + k] + a[i + k + 1] * b[j + k + 1] + a[i + k + 2] * b[j + k + 2]);
      break;
    case 2:
      res[r] = sum + (a[i + k] * b[j + k] + a[i + k + 1] * b[j + k + 1]);
      break;
    case 1:
      res[r] = sum + a[i + k] * b[j + k];
      break;
    default:
      res[r] = sum;
  }
}

/** |a| */
export function norm(a: Float64Array, i: number, n: number): number {
  return Math.sqrt(dot(a, i, a, i, n));
}

/** res += s a */
export function addToScl(res: Float64Array, r: number, a: Float64Array, i: number, s: number, n: number): void {
  for (let k = 0; k < n; k++) res[r + k] += a[i + k] * s;
}

/** res = A v, where A is `rows` × `columns` */
export function mulMatVec(
  res: Float64Array,
  r: number,
  mat: Float64Array,
  i: number,
  v: Float64Array,
  j: number,
  rows: number,
  columns: number,
): void {
  // `dot` of each row, two rows side by side; written out: V8-2
  const even = columns - columns % 4;
  let k = 0;
  for (; k + 2 <= rows; k += 2) {
    const a = i + k * columns;
    const b = a + columns;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let t0 = 0;
    let t1 = 0;
    let t2 = 0;
    let t3 = 0;
    for (let c = 0; c < even; c += 4) {
      const v0 = v[j + c];
      const v1 = v[j + c + 1];
      const v2 = v[j + c + 2];
      const v3 = v[j + c + 3];
      s0 += mat[a + c] * v0;
      s1 += mat[a + c + 1] * v1;
      s2 += mat[a + c + 2] * v2;
      s3 += mat[a + c + 3] * v3;
      t0 += mat[b + c] * v0;
      t1 += mat[b + c + 1] * v1;
      t2 += mat[b + c + 2] * v2;
      t3 += mat[b + c + 3] * v3;
    }
    let s = (s0 + s2) + (s1 + s3);
    let t = (t0 + t2) + (t1 + t3);
    if (even < columns) {
      let restS = mat[a + even] * v[j + even];
      let restT = mat[b + even] * v[j + even];
      for (let c = even + 1; c < columns; c++) {
        restS += mat[a + c] * v[j + c];
        restT += mat[b + c] * v[j + c];
      }
      s += restS;
      t += restT;
    }
    res[r + k] = s;
    res[r + k + 1] = t;
  }
  if (k < rows) dotTo(res, r + k, mat, i + k * columns, v, j, columns);
}

/** res = Aᵀ v, where A is `rows` × `columns`; no aliasing */
export function mulMatTVec(
  res: Float64Array,
  r: number,
  mat: Float64Array,
  i: number,
  v: Float64Array,
  j: number,
  rows: number,
  columns: number,
): void {
  for (let k = 0; k < columns; k++) res[r + k] = 0;
  for (let row = 0; row < rows; row++) {
    const s = v[j + row];
    if (s !== 0) addToScl(res, r, mat, i + row * columns, s, columns);
  }
}
