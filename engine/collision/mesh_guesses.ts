/**
 * Which vertex of a small mesh is probably the farthest: a table from directions to vertices. It only says what to try
 * first, so it may be of vertices that have been changed since.
 */

/** cells per axis: a power of two, so that axes divide cells */
const SIDE = 8;
const HALF = SIDE / 2;
const MASK = SIDE - 1;
/** cells per unit length, a little less than what would put 1 beyond the last cell */
const SCALE = 0.999 * HALF;
/** number of cells of a table */
export const GUESS_CELLS = SIDE * SIDE * SIDE;

/** Cell of the table in which a unit vector is. */
export function guessCell(x: number, y: number, z: number): number {
  const i = (x * SCALE + HALF) & MASK;
  const j = (y * SCALE + HALF) & MASK;
  const k = (z * SCALE + HALF) & MASK;
  return (i * SIDE + j) * SIDE + k;
}

/** Fills the table of one mesh, from `start` on, with the vertex that is farthest along the middle of each cell. */
export function fillGuesses(
  guesses: Int32Array,
  start: number,
  vert: Float32Array,
  vertadr: number,
  vertnum: number,
): void {
  for (let cell = 0; cell < GUESS_CELLS; cell++) {
    const x = Math.trunc(cell / (SIDE * SIDE)) + 0.5 - HALF;
    const y = Math.trunc(cell / SIDE) % SIDE + 0.5 - HALF;
    const z = cell % SIDE + 0.5 - HALF;
    let max = -Infinity;
    for (let i = 0; i < vertnum; i++) {
      const v = 3 * (vertadr + i);
      const along = x * vert[v] + y * vert[v + 1] + z * vert[v + 2];
      if (along > max) {
        max = along;
        guesses[start + cell] = i;
      }
    }
  }
}
