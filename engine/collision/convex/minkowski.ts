/** Vertices of the Minkowski difference of two shapes: shape 1 minus shape 2. */

import { type Ccd, VERTEX } from "./ccd_work.ts";
import { support } from "./support.ts";

// V8-1
const STRIDE = VERTEX;

/** Puts the support vertex along `c.dir` into place `n` of `verts`, and its indices into `indices`. */
export function supportVertex(c: Ccd, verts: Float64Array, indices: Int32Array, n: number): void {
  const { shape1, shape2, dir } = c;
  const v = STRIDE * n;

  support(shape1, verts, v + 3, dir, 0);
  if (shape1.margin > 0) {
    const half = 0.5 * shape1.margin;
    verts[v + 3] += dir[0] * half;
    verts[v + 4] += dir[1] * half;
    verts[v + 5] += dir[2] * half;
  }

  support(shape2, verts, v + 6, dir, 3);
  if (shape2.margin > 0) {
    const half = 0.5 * shape2.margin;
    verts[v + 6] += dir[3] * half;
    verts[v + 7] += dir[4] * half;
    verts[v + 8] += dir[5] * half;
  }

  verts[v] = verts[v + 3] - verts[v + 6];
  verts[v + 1] = verts[v + 4] - verts[v + 7];
  verts[v + 2] = verts[v + 5] - verts[v + 8];
  indices[2 * n] = shape1.vertindex;
  indices[2 * n + 1] = shape2.vertindex;
}

/** Copies a vertex with its indices. */
export function copyVertex(
  to: Float64Array,
  toIndices: Int32Array,
  n: number,
  from: Float64Array,
  fromIndices: Int32Array,
  k: number,
): void {
  const t = STRIDE * n;
  const f = STRIDE * k;
  to[t] = from[f];
  to[t + 1] = from[f + 1];
  to[t + 2] = from[f + 2];
  to[t + 3] = from[f + 3];
  to[t + 4] = from[f + 4];
  to[t + 5] = from[f + 5];
  to[t + 6] = from[f + 6];
  to[t + 7] = from[f + 7];
  to[t + 8] = from[f + 8];
  toIndices[2 * n] = fromIndices[2 * k];
  toIndices[2 * n + 1] = fromIndices[2 * k + 1];
}

/** res = the combination of `n` points, `VERTEX` apart from `at` on, with the given weights */
export function combine(res: Float64Array, weights: Float64Array, n: number, points: Float64Array, at: number): void {
  if (n === 0) return;
  for (let k = 0; k < 3; k++) {
    let sum = weights[0] * points[at + k];
    for (let i = 1; i < n; i++) sum += weights[i] * points[at + STRIDE * i + k];
    res[k] = sum;
  }
}
