/** Two boxes in each other's frames, and the six ways to turn one of them onto its faces. */

import { mulMatTMat3, mulMatTVec3 } from "../math/mat3.ts";
import { sub3 } from "../math/vec3.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";

/** Poses and sizes of the two boxes at hand. */
export const boxes = {
  size1: new Float64Array(3),
  size2: new Float64Array(3),
  /** centre of the second box in the frame of the first */
  pos21: new Float64Array(3),
  /** centre of the first box in the frame of the second */
  pos12: new Float64Array(3),
  /** rotation from the second frame to the first */
  rot: new Float64Array(9),
  rotabs: new Float64Array(9),
  /** their transposes */
  rott: new Float64Array(9),
  rottabs: new Float64Array(9),
};

/** Fills `boxes`. */
export function setBoxes(m: Model, d: Data, g1: number, g2: number): void {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const { size1, size2, pos21, pos12, rot, rotabs, rott, rottabs } = boxes;
  for (let k = 0; k < 3; k++) {
    size1[k] = geom_size[3 * g1 + k];
    size2[k] = geom_size[3 * g2 + k];
  }
  sub3(tmp, 0, geom_xpos, 3 * g2, geom_xpos, 3 * g1);
  mulMatTVec3(pos21, 0, geom_xmat, 9 * g1, tmp, 0);
  sub3(tmp, 0, geom_xpos, 3 * g1, geom_xpos, 3 * g2);
  mulMatTVec3(pos12, 0, geom_xmat, 9 * g2, tmp, 0);
  mulMatTMat3(rot, 0, geom_xmat, 9 * g1, geom_xmat, 9 * g2);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const entry = rot[3 * i + j];
      rott[3 * j + i] = entry;
      rotabs[3 * i + j] = Math.abs(entry);
      rottabs[3 * j + i] = Math.abs(entry);
    }
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
  /** centre */
  center: new Float64Array(3),
  /** half sizes of the box that the face belongs to */
  reach: new Float64Array(3),
};

/** Fills `onFace` from rotation and centre in the frame of the box that the face belongs to, and the size of that. */
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

/**
 * Offsets of the outline of a rectangle that is stored as a corner, two edges from there, and the ends of these edges:
 * start and direction of the four sides.
 */
export const SIDE_START: readonly number[] = [0, 0, 9, 12];
export const SIDE_DIRECTION: readonly number[] = [3, 6, 6, 3];
