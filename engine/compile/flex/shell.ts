/** The surface of a flex, the depth of each element below it, and the vertices that face an element across a side. */

/** Results derived from the sides that elements share. */
export interface Shell {
  /** vertices of the sides that belong to a single element */
  shell: number[];
  /** distance of each tetrahedron from the surface, in elements */
  elemlayer: Int32Array;
  /** pairs of an element and a vertex of its neighbor, in one and two dimensions */
  evpair: number[];
}

/** A side of an element. */
interface Side {
  /** its vertices in increasing order */
  sorted: number[];
  element: number;
  /** its vertices in the order of the element */
  original: number[];
}

/** Two elements with a common side. */
interface Neighbours {
  elements: [number, number];
  common: number[];
}

/** Vertices of the sides of an element, by dimension, counterclockwise when seen from outside. */
const SIDES: readonly (readonly (readonly number[])[])[] = [
  [],
  [[0], [1]],
  [[0, 1], [2, 0], [1, 2]],
  [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]],
];

/** Finds the sides that elements share. */
export function findShell(element: Int32Array, dim: number): Shell {
  const nelem = element.length / (dim + 1);
  const sides = sortedSides(element, dim);
  const border = new Uint8Array(nelem);
  const shell: number[] = [];
  const neighbours: Neighbours[] = [];
  sides.forEach((side, n) => {
    const likePrevious = n > 0 && isSame(sides[n - 1], side);
    const likeNext = n + 1 < sides.length && isSame(side, sides[n + 1]);
    if (likePrevious) neighbours.push({ elements: [sides[n - 1].element, side.element], common: side.sorted });
    if (likePrevious || likeNext) return;
    border[side.element] = 1;
    shell.push(...side.original);
  });
  return {
    shell,
    elemlayer: dim < 3 ? new Int32Array(nelem) : layers(border, neighbours),
    evpair: dim < 3 ? facingPairs(element, dim, border, neighbours) : [],
  };
}

function isSame(a: Side, b: Side): boolean {
  return a.sorted.every((vertex, k) => vertex === b.sorted[k]);
}

function sortedSides(element: Int32Array, dim: number): Side[] {
  const sides: Side[] = [];
  for (let e = 0; e < element.length / (dim + 1); e++) {
    for (const places of SIDES[dim]) {
      const original = places.map((place) => element[(dim + 1) * e + place]);
      sides.push({ sorted: original.slice().sort((a, b) => a - b), element: e, original });
    }
  }
  return sides.sort((a, b) => {
    for (let k = 0; k < dim; k++) if (a.sorted[k] !== b.sorted[k]) return a.sorted[k] - b.sorted[k];
    return a.element - b.element;
  });
}

/** Number of steps from neighbor to neighbor to reach the surface. */
function layers(border: Uint8Array, neighbours: readonly Neighbours[]): Int32Array {
  const nelem = border.length;
  const layer = Int32Array.from(border, (outside) => outside ? 0 : nelem + 1);
  for (let changes = true; changes;) {
    changes = false;
    for (const { elements: [a, b] } of neighbours) {
      if (layer[a] > layer[b] + 1) {
        layer[a] = layer[b] + 1;
        changes = true;
      } else if (layer[b] > layer[a] + 1) {
        layer[b] = layer[a] + 1;
        changes = true;
      }
    }
  }
  return layer;
}

/**
 * For neighboring elements of which one is on the border: each paired with the vertex of the other that it does not
 * share.
 */
function facingPairs(
  element: Int32Array,
  dim: number,
  border: Uint8Array,
  neighbours: readonly Neighbours[],
): number[] {
  const pairs: number[] = [];
  for (const { elements: [a, b], common } of neighbours) {
    if (!border[a] && !border[b]) continue;
    for (const [one, other] of [[a, b], [b, a]]) {
      const vertices = element.subarray((dim + 1) * one, (dim + 1) * (one + 1));
      const facing = vertices.find((vertex) => !common.includes(vertex));
      if (facing !== undefined) pairs.push(other, facing);
    }
  }
  return pairs;
}
