/**
 * Start vertices for finding the farthest vertex of a hull: a table from directions to vertices that are among the
 * farthest.
 *
 * A table only determines where a search starts, so it may be outdated if vertices have changed since.
 */

/** cells along each side of the cube around the directions */
const SIDE = 8;
const HALF = SIDE / 2;
/** number of cells: those of the six sides of the cube */
export const HINT_CELLS = 6 * SIDE * SIDE;

/** Cell of the table in which a direction is. */
export function hintCell(dir: Float64Array): number {
  const x = dir[0];
  const y = dir[1];
  const z = dir[2];
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  let side = 0;
  let along = x;
  let size = ax;
  let u = y;
  let v = z;
  if (ay > size) {
    side = 2;
    along = y;
    size = ay;
    u = z;
    v = x;
  }
  if (az > size) {
    side = 4;
    along = z;
    size = az;
    u = x;
    v = y;
  }
  if (along < 0) side++;
  const scale = HALF / size;
  const column = (u * scale + HALF) | 0;
  const row = (v * scale + HALF) | 0;
  return (side * SIDE + (row < SIDE ? row : SIDE - 1)) * SIDE + (column < SIDE ? column : SIDE - 1);
}

const direction = new Float64Array(3);

/** direction = the middle of a cell */
function middleOf(cell: number): void {
  const side = Math.trunc(cell / (SIDE * SIDE));
  const u = (cell % SIDE + 0.5) / HALF - 1;
  const v = (Math.trunc(cell / SIDE) % SIDE + 0.5) / HALF - 1;
  const axis = side >> 1;
  direction[axis] = (side & 1) === 0 ? 1 : -1;
  direction[(axis + 1) % 3] = u;
  direction[(axis + 2) % 3] = v;
}

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
    middleOf(cell);
    best = climb(links, best, vert, 3 * vertadr);
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
