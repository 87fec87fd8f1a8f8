/** A kernel that builds and factors the dense Hessian of a primal problem, M + Jᵀ D J. */

import { kernel } from "./assembler.ts";
import { cholFactor } from "./cholesky_kernels.ts";
import { addInertia } from "./inertia_kernels.ts";
import { problemOf, weighRows } from "./primal_kernels.ts";
import { addSquaredRows } from "./row_kernels.ts";
import { struct } from "./struct.ts";

/** Room for the Hessian. */
export const DENSE_HESSIAN = struct({
  /** the matrix, then its factor, with an even number of columns */
  L: "doubles",
  /** weights of the rows, and rows times their weights */
  weight: "doubles",
  scaled: "doubles",
});

/** L = factor of M + Jᵀ D J over the rows in the quadratic state, upper triangle. */
export const factorDense = kernel([DENSE_HESSIAN], (f, { L, weight, scaled }) => {
  const p = problemOf(f);
  const { nv } = p;
  const stride = f.int(nv.plus(1).and(-2).shl(3));
  weighRows(f, p, weight);
  const to = f.int(L);
  const end = f.int(L.plus(stride.shr(3).times(stride)));
  f.for(to, end, 16, () => f.store(to, f.zeros()));

  f.call(addSquaredRows, p.J, L, stride, weight, scaled);
  f.call(addInertia, p.planM, L, stride, p.M);
  f.call(cholFactor, L, nv, stride, p.minval.value);
});

/** The kernel by name, with copies of those that it calls, because calls within a module take less time. */
export const DENSE_HESSIAN_KERNELS = { factorDense, addSquaredRows, addInertia, cholFactor };
