/**
 * Start vertices for finding the farthest vertex of a hull: a table from directions to vertices that are among the
 * farthest.
 *
 * A table only determines where a search starts, so it may be outdated if vertices have changed since.
 */

/** cells along each side of the cube around the directions: a power of two */
const SIDE = 8;
/** number of cells */
export const HINT_CELLS = SIDE * SIDE * SIDE;

// a coordinate of 1 is in the last cell
const SCALE = 0.499 * SIDE;
const HALF = SIDE / 2;
const LAST = SIDE - 1;

/** Cell of the table in which a direction of unit length is; V8-7. */
export function hintCell(dir: Float64Array): number {
  const i = (dir[0] * SCALE + HALF) & LAST;
  const j = (dir[1] * SCALE + HALF) & LAST;
  const k = (dir[2] * SCALE + HALF) & LAST;
  return (i * SIDE + j) * SIDE + k;
}

// the middle of a cell
const direction = new Float64Array(3);

/** Fills the table of one mesh, from `start` on, with entries of `links`; the first entry of its hull is `first`. */
export function fillHints(
  hints: Int32Array,
  start: number,
  links: Int32Array,
  first: number,
  vert: Float32Array,
  vertadr: number,
): void {
  let best = first;
  for (let cell = 0; cell < HINT_CELLS; cell++) {
    let squared = 0;
    for (let k = 2, rest = cell; k >= 0; k--, rest /= SIDE) {
      direction[k] = ((rest & LAST) + 0.5 - HALF) / SCALE;
      squared += direction[k] * direction[k];
    }
    // other cells are off the sphere of all directions
    if (Math.abs(squared - 1.05) < 0.45) best = climb(links, best, vert, 3 * vertadr);
    hints[start + cell] = best;
  }
}

/** The entry of the vertex that is farthest along `direction`. */
function climb(links: Int32Array, start: number, vert: Float32Array, base: number): number {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  let best = start;
  let last = -1;
  let v = base + 3 * links[best];
  let max = x * vert[v] + y * vert[v + 1] + z * vert[v + 2];
  while (best !== last) {
    last = best;
    for (let edge = last + 1; links[edge] >= 0; edge += 2) {
      v = base + 3 * links[edge + 1];
      const along = x * vert[v] + y * vert[v + 1] + z * vert[v + 2];
      if (along > max) {
        max = along;
        best = links[edge];
      }
    }
  }
  return best;
}
