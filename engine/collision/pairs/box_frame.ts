/** Two boxes in each other's frames, and the six rotations that bring a face of one of them up. */

import { mulMatTVec3 } from "../../math/mat3.ts";
import { sub3 } from "../../math/vec3.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";

// the turns that bring the faces x, y, z, −x, −y, −z of a box up: per row the axis that it takes, and its sign
// deno-fmt-ignore
const TURN_AXIS = Int8Array.of(2, 1, 0,  0, 2, 1,  0, 1, 2,  2, 1, 0,  0, 2, 1,  0, 1, 2);
// deno-fmt-ignore
const TURN_SIGN = Int8Array.of(-1, 1, 1,  1, -1, 1,  1, 1, 1,  1, 1, -1,  1, 1, -1,  -1, 1, -1);

/** One box in the frame of a face of the other, which points up and lies at height zero. */
export class BoxOnFace {
  /** rotation, and its transpose */
  readonly rot = new Float64Array(9);
  readonly rott = new Float64Array(9);
  readonly center = new Float64Array(3);
  /** half sizes of the box with the face */
  readonly reach = new Float64Array(3);
  /** whether a contact may be farther from one of the boxes than its depth */
  stray = false;

  /** Sets the rotation and center in the frame of the box with the face, and its size. */
  lay(mat: Float64Array, pos: Float64Array, size: Float64Array, face: number): void {
    const { rot, rott, center, reach } = this;
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
}

/** Two edges, one of each box, that cross. */
export class CrossingEdges {
  /** normal, in the frame of the first box */
  readonly normal = new Float64Array(3);
  /** does the normal point to the first box */
  inverted = false;
  /** ends of the edges, as bits of the axes across them */
  corner1 = 0;
  corner2 = 0;
}

/** Poses and sizes of two boxes, and where they touch. */
export class BoxPair {
  readonly size1 = new Float64Array(3);
  readonly size2 = new Float64Array(3);
  /** center of the second box in the frame of the first */
  readonly pos21 = new Float64Array(3);
  /** center of the first box in the frame of the second */
  readonly pos12 = new Float64Array(3);
  /** rotation from the second frame to the first */
  readonly rot = new Float64Array(9);
  readonly rotabs = new Float64Array(9);
  /** their transposes */
  readonly rott = new Float64Array(9);
  readonly rottabs = new Float64Array(9);
  readonly onFace = new BoxOnFace();
  readonly edges = new CrossingEdges();
  private readonly apart = new Float64Array(3);

  /** Sets the poses of two geoms. */
  load(m: Model, d: Data, g1: number, g2: number): void {
    const { size1, size2, pos21, pos12, rot, rotabs, rott, rottabs, apart } = this;
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

    sub3(apart, 0, geom_xpos, p2, geom_xpos, p1);
    mulMatTVec3(pos21, 0, geom_xmat, 9 * g1, apart, 0);
    sub3(apart, 0, geom_xpos, p1, geom_xpos, p2);
    mulMatTVec3(pos12, 0, geom_xmat, 9 * g2, apart, 0);

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
