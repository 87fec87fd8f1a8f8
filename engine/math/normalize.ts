/** Normalization with the compiler's rounding, which differs from that of the simulation. */

const EPS = 1e-14;

/**
 * Scales the `n` numbers of `v` from `i` on to unit length and returns their previous length. Very short vectors are
 * left unchanged, and their length counts as 0; unit vectors are left unchanged too.
 */
export function normalizeVec(v: Float64Array, i: number, n: number): number {
  let squared = 0;
  for (let k = 0; k < n; k++) squared += v[i + k] * v[i + k];
  if (squared < EPS) return 0;

  // divisions here, where the simulation multiplies by a reciprocal
  const norm = Math.sqrt(squared);
  if (Math.abs(norm - 1) > EPS) {
    for (let k = 0; k < n; k++) v[i + k] /= norm;
  }
  return norm;
}
