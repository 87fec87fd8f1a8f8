/** Principal axes of inertia. */

import { eig3 } from "./eigen3.ts";

const EPS = 1e-14;

const eigval = new Float64Array(3);
const eigvec = new Float64Array(9);
const quat = new Float64Array(4);
const full = new Float64Array(9);

/**
 * Principal axes and moments of the inertia `(xx, yy, zz, xy, xz, yz)`. Returns false and changes nothing if the
 * moments are not positive. An inertia whose first number is NaN, which infinite positions cause, counts as not given
 * and changes nothing either.
 */
export function principalAxes(iquat: Float64Array, inertia: Float64Array, tensor: Float64Array): boolean {
  const [xx, yy, zz, xy, xz, yz] = tensor;
  if (Number.isNaN(xx)) return true;
  full.set([xx, xy, xz, xy, yy, yz, xz, yz, zz]);
  eig3(eigval, 0, eigvec, 0, quat, 0, full, 0);
  if (eigval[2] < EPS) return false;
  iquat.set(quat);
  inertia.set(eigval);
  return true;
}
