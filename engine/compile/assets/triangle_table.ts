/** Triangles of a mesh laid out one after another, with precomputed data for queries. */

/** numbers per triangle */
export const TRIANGLE = 27;
/** offset of the edges (first to second corner, second to third, third to first), after the corners themselves */
export const EDGES = 9;
/** offset of the cross product of the first two edges */
export const NORMAL = 18;
/** offset of the lower bounds */
export const LOW = 21;
/** offset of the upper bounds */
export const HIGH = 24;

/** Lays out the triangles of a mesh; `face` has three vertices for each. */
export function layTriangles(vert: Float64Array, face: Int32Array): Float64Array {
  const count = face.length / 3;
  const res = new Float64Array(TRIANGLE * count);
  for (let i = 0; i < count; i++) {
    const at = TRIANGLE * i;
    const e = at + EDGES;
    for (let k = 0; k < 3; k++) {
      const a = vert[3 * face[3 * i] + k];
      const b = vert[3 * face[3 * i + 1] + k];
      const c = vert[3 * face[3 * i + 2] + k];
      res[at + k] = a;
      res[at + 3 + k] = b;
      res[at + 6 + k] = c;
      res[e + k] = b - a;
      res[e + 3 + k] = c - b;
      res[e + 6 + k] = a - c;
      res[at + LOW + k] = Math.min(a, b, c);
      res[at + HIGH + k] = Math.max(a, b, c);
    }
    const n = at + NORMAL;
    res[n] = res[e + 1] * res[e + 5] - res[e + 2] * res[e + 4];
    res[n + 1] = res[e + 2] * res[e + 3] - res[e] * res[e + 5];
    res[n + 2] = res[e] * res[e + 4] - res[e + 1] * res[e + 3];
  }
  return res;
}
