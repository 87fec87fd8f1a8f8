/** Shapes for tests, and what else several of them need. */

/** A number that stands for many, continued from that of those before. */
export function fingerprint(numbers: Int32Array, before = 0): number {
  return numbers.reduce((hash, number) => (65599 * hash + (number >>> 0)) % 4294967291, before);
}

/** Corners of a box with the given half sizes. */
export function boxVertices(x: number, y: number, z: number): Float32Array {
  const vertices = new Float32Array(24);
  for (let i = 0; i < 8; i++) vertices.set([i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z], 3 * i);
  return vertices;
}

/** Triangles of a box, outside counterclockwise. */
// deno-fmt-ignore
export const BOX_FACES = Int32Array.of(
  0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
  2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
);

/** An L of thickness 0.5 with its corner in the origin: vertices, and triangles with their outside out. */
export const L_VERTICES = Float32Array.from(
  [-0.25, 0.25].flatMap((z) => [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]].flatMap(([x, y]) => [x, y, z])),
);

/** see `L_VERTICES` */
export const L_FACES = Int32Array.from([
  ...[0, 1, 2, 3].flatMap((i) => [0, i + 2, i + 1, 6, i + 7, i + 8]),
  ...[0, 1, 2, 3, 4, 5].flatMap((i) => [i, (i + 1) % 6, 6 + (i + 1) % 6, i, 6 + (i + 1) % 6, 6 + i]),
]);
