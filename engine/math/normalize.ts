/** Normalization as the compiler does it, which rounds unlike that of the simulation. */

const EPS = 1e-14;

/**
 * Scales the `n` numbers of `v` from `i` on to unit length and returns the length they had. Vectors that are very
 * short stay as they are and count as 0; vectors that have unit length already stay as they are too.
 */
export function normalizeVec(v: Float64Array, i: number, n: number): number {
  let squared = 0;
  for (let k = 0; k < n; k++) squared += v[i + k] * v[i + k];
  if (squared < EPS) return 0;

  // quotients here, where the simulation multiplies with a reciprocal
  const norm = Math.sqrt(squared);
  if (Math.abs(norm - 1) > EPS) {
    for (let k = 0; k < n; k++) v[i + k] /= norm;
  }
  return norm;
}
