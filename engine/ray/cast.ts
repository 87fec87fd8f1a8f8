/** A ray that is cast at one object after the other. */

import { copy3, dot3, unit3 } from "../math/vec3.ts";

/** A ray, as it is seen in the frame of the object that is tested, and what is found along it. */
export class Cast {
  /** origin and direction, which need not have unit length */
  readonly pnt = new Float64Array(3);
  readonly vec = new Float64Array(3);
  /** the same in the frame of the object */
  readonly lpnt = new Float64Array(3);
  readonly lvec = new Float64Array(3);
  /** unit vectors normal to the local ray and to each other */
  readonly b0 = new Float64Array(3);
  readonly b1 = new Float64Array(3);
  /** square of the radius of the sphere to test */
  readonly bound = new Float64Array(1);
  /** the triangle to test: three vertices in local coordinates */
  readonly triangle = new Float64Array(9);
  /**
   * Distance along the ray of the hit found by the last function, −1 for a miss; V8-2.
   */
  readonly found = new Float64Array(1);

  /** Makes the ray that from `pnt` along `vec`. */
  aim(pnt: Float64Array, i: number, vec: Float64Array, j: number): void {
    copy3(this.pnt, 0, pnt, i);
    copy3(this.vec, 0, vec, j);
  }

  /** Expresses the ray in the frame at `pos` with axes `mat`. */
  toLocal(pos: Float64Array, p: number, mat: Float64Array, q: number): void {
    const { pnt, vec, lpnt, lvec } = this;
    const dx = pnt[0] - pos[p];
    const dy = pnt[1] - pos[p + 1];
    const dz = pnt[2] - pos[p + 2];
    const vx = vec[0];
    const vy = vec[1];
    const vz = vec[2];
    lpnt[0] = mat[q] * dx + mat[q + 3] * dy + mat[q + 6] * dz;
    lpnt[1] = mat[q + 1] * dx + mat[q + 4] * dy + mat[q + 7] * dz;
    lpnt[2] = mat[q + 2] * dx + mat[q + 5] * dy + mat[q + 8] * dz;
    lvec[0] = mat[q] * vx + mat[q + 3] * vy + mat[q + 6] * vz;
    lvec[1] = mat[q + 1] * vx + mat[q + 4] * vy + mat[q + 7] * vz;
    lvec[2] = mat[q + 2] * vx + mat[q + 5] * vy + mat[q + 8] * vz;
  }

  /** Takes the world for the local frame. */
  stayInWorld(): void {
    copy3(this.lpnt, 0, this.pnt, 0);
    copy3(this.lvec, 0, this.vec, 0);
  }

  /** Sets `b0` and `b1` to span the plane normal to the local ray. */
  setNormalPlane(): void {
    const { lvec, b0, b1 } = this;
    const x = Math.abs(lvec[0]);
    const y = Math.abs(lvec[1]);
    const z = Math.abs(lvec[2]);

    // start from a diagonal of the plane perpendicular to the dominant axis
    b0.fill(1);
    if (x >= y && x >= z) b0[0] = 0;
    else if (y >= z) b0[1] = 0;
    else b0[2] = 0;

    const along = -dot3(lvec, 0, b0, 0) / dot3(lvec, 0, lvec, 0);
    for (let k = 0; k < 3; k++) b1[k] = b0[k] + lvec[k] * along;
    unit3(b1, 0);

    b0[0] = b1[1] * lvec[2] - b1[2] * lvec[1];
    b0[1] = b1[2] * lvec[0] - b1[0] * lvec[2];
    b0[2] = b1[0] * lvec[1] - b1[1] * lvec[0];
    unit3(b0, 0);
  }
}
