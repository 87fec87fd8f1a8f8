/** Edges of the elements of a flex. */

/** Edges of a segment, a triangle, and a tetrahedron, as pairs of vertex positions. */
const EDGES: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 1]],
  [[1, 2], [2, 0], [0, 1]],
  [[0, 1], [1, 2], [2, 0], [2, 3], [0, 3], [1, 3]],
];

/** The edges of a flex, each once. */
export interface Edges {
  /** two vertices each, the lower first */
  edge: number[];
  /** edges of each element */
  elemedge: Int32Array;
}

/** Numbers the edges of all elements in order of first appearance. */
export function listEdges(element: Int32Array, dim: number, nvert: number): Edges {
  const local = EDGES[dim];
  const nelem = element.length / (dim + 1);
  const elemedge = new Int32Array(local.length * nelem);
  const edge: number[] = [];
  const known = new Map<number, number>();
  for (let e = 0; e < nelem; e++) {
    local.forEach(([a, b], k) => {
      const v1 = element[(dim + 1) * e + a];
      const v2 = element[(dim + 1) * e + b];
      const low = Math.min(v1, v2);
      const high = Math.max(v1, v2);
      const key = low * nvert + high;
      let id = known.get(key);
      if (id === undefined) {
        id = edge.length / 2;
        edge.push(low, high);
        known.set(key, id);
      }
      elemedge[local.length * e + k] = id;
    });
  }
  return { edge, elemedge };
}

/**
 * The two vertices opposite each edge of a triangle mesh: in the first triangle that contains the edge, and in the
 * last.
 */
export function findFlaps(element: Int32Array, { edge, elemedge }: Edges): Int32Array {
  const flap = new Int32Array(edge.length).fill(-1);
  const local = EDGES[2];
  for (let i = 0; i < elemedge.length; i++) {
    const across = element[i - i % 3 + (local[i % 3][1] + 1) % 3];
    const side = flap[2 * elemedge[i]] < 0 ? 0 : 1;
    flap[2 * elemedge[i] + side] = across;
  }
  return flap;
}
