/** Kernels that build, factor, and update the dense Hessian of a primal problem, M + Jᵀ D J. */

import { float, kernel } from "./assembler.ts";
import { cholFactor } from "./cholesky_kernels.ts";
import { addInertia } from "./inertia_kernels.ts";
import { problemOf, QUADRATIC, weighRows } from "./primal_kernels.ts";
import { addSquaredRows, DENSE } from "./row_kernels.ts";
import { struct } from "./struct.ts";
import { cholUpdate, cholUpdate2, cholUpdate4 } from "./update_kernels.ts";

/** rows that are updated with together, and at least those of one contact */
export const BATCH = 8;

/** Room for the Hessian. */
export const DENSE_HESSIAN = struct({
  /** the matrix, then its factor, with an even number of columns */
  L: "doubles",
  /** weights of the rows, and rows times their weights */
  weight: "doubles",
  scaled: "doubles",
  /** vectors of updates, and what their products are multiplied by */
  vector: "doubles",
  sign: "doubles",
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

/** Adds and removes the rows whose state changed; returns whether that loses accuracy. */
export const updateDense = kernel([DENSE_HESSIAN], (f, { L, vector, sign }) => {
  const p = problemOf(f);
  const { nv, D, state, oldstate } = p;
  const { J } = DENSE.members(f, p.J);
  const row = f.int(nv.shl(3));
  const stride = f.int(nv.plus(1).and(-2).shl(3));
  const end = f.int(state.plus(p.nefc.shl(2)));
  const [x, s, pending, lost, i] = [0, 0, 0, 0, 0].map((zero) => f.int(zero));
  const apply = (n: number, update: typeof cholUpdate) => {
    const rank = f.call(update, L, x, nv, stride, s, p.minval.value);
    lost.add(nv.minus(rank));
    x.add(stride.times(n));
    s.add(8 * n);
    pending.add(-n);
  };
  f.while(state.isBelow(end), () => {
    x.set(vector);
    s.set(sign);
    f.while(state.isBelow(end).and(pending.isBelow(BATCH)), () => {
      const is = f.int(state.int().equals(QUADRATIC));
      f.if(oldstate.int().equals(QUADRATIC).isNot(is), () => {
        const root = f.pair(D.float().root().twice());
        i.set(0);
        f.for(i, row, 16, () => f.store(x.plus(i), J.plus(i).pair().times(root)));
        f.if(is, () => f.store(s, float(1)), () => f.store(s, float(-1)));
        x.add(stride);
        s.add(8);
        pending.add(1);
      });
      J.add(row);
      D.add(8);
      for (const at of [state, oldstate]) at.add(4);
    });
    x.set(vector);
    s.set(sign);
    f.while(pending.isAbove(3), () => apply(4, cholUpdate4));
    f.if(pending.isAbove(1), () => apply(2, cholUpdate2));
    f.if(pending, () => apply(1, cholUpdate));
    f.if(lost, () => f.return(lost));
  });
});

/** The kernels by name, with copies of those that build and factor, because calls within a module take less time. */
export const DENSE_HESSIAN_KERNELS = { factorDense, updateDense, addSquaredRows, addInertia, cholFactor };
