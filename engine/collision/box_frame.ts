/** Two boxes in each other's frames, and the six ways to turn one of them onto its faces. */

import { mulMatTVec3 } from "../math/mat3.ts";
import { sub3 } from "../math/vec3.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";

/** Poses and sizes of the two boxes at hand. */
export const boxes = {
  size1: new Float64Array(3),
  size2: new Float64Array(3),
  /** center of the second box in the frame of the first */
  pos21: new Float64Array(3),
  /** center of the first box in the frame of the second */
  pos12: new Float64Array(3),
  /** rotation from the second frame to the first */
  rot: new Float64Array(9),
  rotabs: new Float64Array(9),
  /** their transposes */
  rott: new Float64Array(9),
  rottabs: new Float64Array(9),
};

const { size1, size2, pos21, pos12, rot, rotabs, rott, rottabs } = boxes;

/** Fills `boxes`. */
export function setBoxes(m: Model, d: Data, g1: number, g2: number): void {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const p1 = 3 * g1;
  const p2 = 3 * g2;
  size1[0] = geom_size[p1];
  size1[1] = geom_size[p1 + 1];
  size1[2] = geom_size[p1 + 2];
  size2[0] = geom_size[p2];
  size2[1] = geom_size[p2 + 1];
  size2[2] = geom_size[p2 + 2];

  sub3(tmp, 0, geom_xpos, p2, geom_xpos, p1);
  mulMatTVec3(pos21, 0, geom_xmat, 9 * g1, tmp, 0);
  sub3(tmp, 0, geom_xpos, p1, geom_xpos, p2);
  mulMatTVec3(pos12, 0, geom_xmat, 9 * g2, tmp, 0);

  // the columns of the second rotation in the first frame
  const b = 9 * g2;
  for (let j = 0; j < 3; j++) {
    const x = geom_xmat[b + j];
    const y = geom_xmat[b + j + 3];
    const z = geom_xmat[b + j + 6];
    const a = 9 * g1;
    const u = geom_xmat[a] * x + geom_xmat[a + 3] * y + geom_xmat[a + 6] * z;
    const v = geom_xmat[a + 1] * x + geom_xmat[a + 4] * y + geom_xmat[a + 7] * z;
    const w = geom_xmat[a + 2] * x + geom_xmat[a + 5] * y + geom_xmat[a + 8] * z;
    rot[j] = u;
    rot[j + 3] = v;
    rot[j + 6] = w;
    rotabs[j] = Math.abs(u);
    rotabs[j + 3] = Math.abs(v);
    rotabs[j + 6] = Math.abs(w);
    rott[3 * j] = u;
    rott[3 * j + 1] = v;
    rott[3 * j + 2] = w;
    rottabs[3 * j] = Math.abs(u);
    rottabs[3 * j + 1] = Math.abs(v);
    rottabs[3 * j + 2] = Math.abs(w);
  }
}

const tmp = new Float64Array(3);

// the turns that bring the faces x, y, z, −x, −y, −z of a box up: per row the axis that it takes, and its sign
// deno-fmt-ignore
const TURN_AXIS = Int8Array.of(2, 1, 0,  0, 2, 1,  0, 1, 2,  2, 1, 0,  0, 2, 1,  0, 1, 2);
// deno-fmt-ignore
const TURN_SIGN = Int8Array.of(-1, 1, 1,  1, -1, 1,  1, 1, 1,  1, 1, -1,  1, 1, -1,  -1, 1, -1);

/** One box in the frame of a face of the other, which points up and lies at height zero. */
export const onFace = {
  /** rotation, and its transpose */
  rot: new Float64Array(9),
  rott: new Float64Array(9),
  /** center */
  center: new Float64Array(3),
  /** half sizes of the box that the face belongs to */
  reach: new Float64Array(3),
  /** may a contact be farther from one of the boxes than it is deep */
  stray: false,
};

/** Fills `onFace` from rotation and center in the frame of the box that the face belongs to, and the size of that. */
export function layOnFace(mat: Float64Array, pos: Float64Array, size: Float64Array, face: number): void {
  const { rot, rott, center, reach } = onFace;
  for (let row = 0; row < 3; row++) {
    const axis = TURN_AXIS[3 * face + row];
    const sign = TURN_SIGN[3 * face + row];
    const x = mat[3 * axis] * sign;
    const y = mat[3 * axis + 1] * sign;
    const z = mat[3 * axis + 2] * sign;
    rot[3 * row] = x;
    rot[3 * row + 1] = y;
    rot[3 * row + 2] = z;
    rott[row] = x;
    rott[row + 3] = y;
    rott[row + 6] = z;
    center[row] = pos[axis] * sign;
    reach[row] = Math.abs(size[axis]);
  }
  center[2] -= reach[2];
}

/** res = vector in the frame of the face; no aliasing */
export function turnVec(res: Float64Array, vec: Float64Array, face: number): void {
  for (let row = 0; row < 3; row++) res[row] = vec[TURN_AXIS[3 * face + row]] * TURN_SIGN[3 * face + row];
}

/** res = matrix at `m` times the transposed turn; no aliasing */
export function turnColumns(res: Float64Array, mat: Float64Array, m: number, face: number): void {
  for (let column = 0; column < 3; column++) {
    const from = m + TURN_AXIS[3 * face + column];
    const sign = TURN_SIGN[3 * face + column];
    res[column] = mat[from] * sign;
    res[column + 3] = mat[from + 3] * sign;
    res[column + 6] = mat[from + 6] * sign;
  }
}
