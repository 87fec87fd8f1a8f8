/**
 * The rotational part of a deformation: Müller, Bender, Chentanez and Macklin, "A robust method to extract the
 * rotational part of deformations", 2016.
 */

import { MINVAL } from "../types/constants.ts";
import { axisAngle2Quat, mulQuat, normalize4, quat2Mat } from "./quat.ts";

// V8-1
const TINY = MINVAL;
const ITERATIONS = 500;

/** radians */
const PRECISION = 1e-9;

const rotation = new Float64Array(9);
const axis = new Float64Array(3);
const turn = new Float64Array(4);

/**
 * Turns the unit quaternion `quat` step by step until its axes match those of the matrix `mat` as closely as possible.
 * Returns the number of steps.
 */
export function extractRotation(quat: Float64Array, mat: Float64Array): number {
  let iteration = 0;
  for (; iteration < ITERATIONS; iteration++) {
    quat2Mat(rotation, 0, quat, 0);

    // columns of the rotation against those of the matrix
    const R = rotation;
    const alignment = (R[0] * mat[0] + R[3] * mat[3] + R[6] * mat[6]) +
      (R[1] * mat[1] + R[4] * mat[4] + R[7] * mat[7]) + (R[2] * mat[2] + R[5] * mat[5] + R[8] * mat[8]);
    const scale = 1 / (Math.abs(alignment) + TINY);
    let x = 0;
    let y = 0;
    let z = 0;
    for (let c = 0; c < 3; c++) {
      x += R[c + 3] * mat[c + 6] - R[c + 6] * mat[c + 3];
      y += R[c + 6] * mat[c] - R[c] * mat[c + 6];
      z += R[c] * mat[c + 3] - R[c + 3] * mat[c];
    }
    x *= scale;
    y *= scale;
    z *= scale;

    const angle = Math.sqrt(x * x + y * y + z * z);
    if (angle < PRECISION) break;
    const inverse = 1 / angle;
    axis[0] = x * inverse;
    axis[1] = y * inverse;
    axis[2] = z * inverse;
    axisAngle2Quat(turn, 0, axis, 0, angle);
    mulQuat(quat, 0, turn, 0, quat, 0);
    normalize4(quat, 0);
  }
  return iteration;
}
