/** Contact forces as forces along the edges of a friction pyramid. */

/** From forces along the 2 (dim − 1) edges of a friction pyramid to normal and tangential forces. */
export function decodePyramid(
  force: Float64Array,
  f: number,
  pyramid: Float64Array,
  p: number,
  mu: Float64Array,
  i: number,
  dim: number,
): void {
  if (dim === 1) {
    force[f] = pyramid[p];
    return;
  }

  // all edges push along the normal; the edges of a pair oppose each other along a tangent
  const edges = 2 * (dim - 1);
  let normal = 0;
  for (let k = 0; k < edges; k++) normal += pyramid[p + k];
  force[f] = normal;
  for (let k = 0; k < dim - 1; k++) {
    force[f + 1 + k] = (pyramid[p + 2 * k] - pyramid[p + 2 * k + 1]) * mu[i + k];
  }
}

/** Splits a contact force into the forces of the 2 (dim − 1) edges of its friction pyramid. */
export function encodePyramid(
  pyramid: Float64Array,
  p: number,
  force: Float64Array,
  f: number,
  mu: Float64Array,
  m: number,
  dim: number,
): void {
  const normal = force[f] / (dim - 1);
  for (let k = 0; k < dim - 1; k++) {
    const ratio = force[f + k + 1] / mu[m + k];
    const tangent = normal <= ratio ? normal : ratio;
    pyramid[p + 2 * k] = 0.5 * (normal + tangent);
    pyramid[p + 2 * k + 1] = 0.5 * (normal - tangent);
  }
}
