/** Derivatives of operations with quaternions; 3 × 3 matrices are row-major, and null if they are not wanted. */

import { mulMatMat3, mulMatVec3 } from "../math/mat3.ts";
import { subQuat } from "../math/quat.ts";
import { cos, sin, tan } from "../math/scalar.ts";
import { normalize3 } from "../math/vec3.ts";

/** half a turn below which an angle over its tangent is one */
const SMALL_ANGLE = 6e-8;

/**
 * Derivatives of `subQuat(res, qa, qb)` with respect to rotations of `qa` and of `qb`, each in its own frame.
 *
 * @example Turning `qa` turns the difference
 * ```ts
 * import { subQuatJac } from "@plumbline/sim";
 *
 * const identity = Float64Array.of(1, 0, 0, 0);
 * const Da = new Float64Array(9);
 * subQuatJac(identity, 0, identity, 0, Da, 0, null, 0);
 * if (Da.join() !== "1,0,0,0,1,0,0,0,1") throw new Error("not the identity");
 * ```
 */
export function subQuatJac(
  qa: Float64Array,
  i: number,
  qb: Float64Array,
  j: number,
  Da: Float64Array | null,
  a: number,
  Db: Float64Array | null,
  b: number,
): void {
  const axis = new Float64Array(3);
  subQuat(axis, 0, qa, i, qb, j);
  const half = 0.5 * normalize3(axis, 0);
  const [x, y, z] = axis;

  // I + half K + (1 − half / tan(half)) K², where K is the cross product with the axis
  const K = Float64Array.of(0, -z, y, z, 0, -x, -y, x, 0);
  const KK = new Float64Array(9);
  mulMatMat3(KK, 0, K, 0, K, 0);
  const scale = 1 - (half < SMALL_ANGLE ? 1 : half / tan(half));
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const k = 3 * row + column;
      const value = (row === column ? 1 : 0) + K[k] * half + KK[k] * scale;
      if (Da) Da[a + k] = value;
      if (Db) Db[b + 3 * column + row] = -value;
    }
  }
}

/** angle below which series are more precise than quotients */
const SERIES = 1 / 32;

/**
 * Derivatives of `quatIntegrate(quat, vel, scale)`, as rotations of the result in its own frame: with respect to
 * rotations of `quat` in its own frame, to `vel`, and to `scale` (three numbers).
 *
 * @example Faster means farther
 * ```ts
 * import { quatIntegrateJac } from "@plumbline/sim";
 *
 * const Dscale = new Float64Array(3);
 * quatIntegrateJac(Float64Array.of(0, 0, 2), 0, 0.1, null, 0, null, 0, Dscale, 0);
 * if (Math.abs(Dscale[2] - 2) > 1e-12) throw new Error("not the velocity");
 * ```
 */
export function quatIntegrateJac(
  vel: Float64Array,
  v: number,
  scale: number,
  Dquat: Float64Array | null,
  q: number,
  Dvel: Float64Array | null,
  e: number,
  Dscale: Float64Array | null,
  s: number,
): void {
  const x = scale * vel[v];
  const y = scale * vel[v + 1];
  const z = scale * vel[v + 2];
  const turn = Float64Array.of(x, y, z);
  const cross = Float64Array.of(0, z, -y, -z, 0, x, y, -x, 0);
  const squared = x * x + y * y + z * z;
  const angle = Math.sqrt(squared);

  // cos, sin(t) / t, (1 − cos t) / t², (t − sin t) / t³
  const c0 = cos(angle);
  let c1 = 1 + squared / 6 * (squared / 20 * (1 - squared / 42) - 1);
  let c2 = (1 + squared / 12 * (squared / 30 * (1 - squared / 56) - 1)) / 2;
  let c3 = (1 + squared / 20 * (squared / 42 * (1 - squared / 72) - 1)) / 6;
  if (angle > SERIES) {
    c1 = sin(angle) / angle;
    c2 = (1 - c0) / squared;
    c3 = (1 - c1) / squared;
  }

  const ofVelocity = new Float64Array(9);
  for (let k = 0; k < 9; k++) {
    const row = Math.trunc(k / 3);
    const outer = turn[row] * turn[k - 3 * row];
    const one = k % 4 === 0 ? 1 : 0;
    if (Dquat) Dquat[q + k] = c0 * one + c1 * cross[k] + c2 * outer;
    ofVelocity[k] = c1 * one + c2 * cross[k] + c3 * outer;
    if (Dvel) Dvel[e + k] = ofVelocity[k];
  }
  if (Dscale) mulMatVec3(Dscale, s, ofVelocity, 0, vel, v);
}
