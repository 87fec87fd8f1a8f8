/** A kernel that builds and factors the dense Hessian of a primal problem, M + Jᵀ D J. */

import { float, kernel } from "./assembler.ts";
import { cholFactor } from "./cholesky_kernels.ts";
import { addInertia } from "./inertia_kernels.ts";
import { QUADRATIC, STEPS } from "./primal_kernels.ts";
import { addSquaredRows } from "./row_kernels.ts";
import { struct } from "./struct.ts";

/** What the Hessian is made of, and room for it. */
export const DENSE_HESSIAN = struct({
  /** addresses of the problem's block, of that of its Jacobian, of the plan of its inertia, and of that itself */
  steps: "int",
  jacobian: "int",
  plan: "int",
  M: "int",
  /** the matrix, then its factor, with an even number of columns */
  L: "doubles",
  /** weights of the rows, and rows times their weights */
  weight: "doubles",
  scaled: "doubles",
  mindiag: "double",
});

/** L = factor of M + Jᵀ D J over the rows in the quadratic state, upper triangle. */
const factorDense = kernel([DENSE_HESSIAN], (f, block) => {
  const { steps, jacobian, plan, M, L, weight, scaled } = block;
  const { nv, nefc, D, state } = STEPS.members(f, steps);
  const stride = f.int(nv.plus(1).and(-2).shl(3));

  const w = f.int(weight);
  const end = f.int(weight.plus(nefc.shl(3)));
  f.for(w, end, 8, () => {
    f.if(state.int().equals(QUADRATIC), () => f.store(w, D.float()), () => f.store(w, float(0)));
    D.add(8);
    state.add(4);
  });
  const to = f.int(L);
  end.set(L.plus(stride.shr(3).times(stride)));
  f.for(to, end, 16, () => f.store(to, f.zeros()));

  f.call(addSquaredRows, jacobian, L, stride, weight, scaled);
  f.call(addInertia, plan, L, stride, M);
  f.call(cholFactor, L, nv, stride, block.mindiag.value);
});

/** The kernel by name, with copies of those that it calls, because calls within a module take less time. */
export const DENSE_HESSIAN_KERNELS = { factorDense, addSquaredRows, addInertia, cholFactor };
