/**
 * Kernels for the inertia matrix, by the list of its columns in a plan, see `ProfileSlot`. Addresses and `stride` count
 * bytes.
 */

import { kernel } from "./assembler.ts";
import { listed, planned } from "./profile_kernels.ts";

/** What the kernels are to their callers. */
export interface InertiaKernels {
  mulInertia(res: number, plan: number, M: number, v: number): number;
  addInertia(mat: number, stride: number, plan: number, M: number): number;
}

/** res = M v */
const mulInertia = kernel(["int", "int", "int", "int"], (f, res, plan, M, v) => {
  const adr = listed(f, plan, "M_ADR");
  const columns = listed(f, plan, "M_COLUMN");
  const end = f.int(planned(f, plan, "SIZE").shl(3));
  const i = f.int(0);
  f.for(i, end, 8, () => {
    // from the diagonal to the first column
    const first = f.int(columns.plus(adr.int()));
    const k = f.int(columns.plus(adr.int(4)).minus(8));
    const at = f.int(M.plus(adr.int(4).shl(1)).minus(8));
    const x = f.float(v.plus(i).float());
    const sum = f.float(at.float().times(x));
    f.while(k.plus(1).isAbove(first), () => {
      const j = f.int(k.int());
      at.add(-8);
      const value = f.float(at.float());
      sum.add(value.times(v.plus(j).float()));
      const to = f.int(res.plus(j));
      f.store(to, to.float().plus(value.times(x)));
      k.add(-4);
    });
    f.store(res.plus(i), sum);
    adr.add(4);
  });
});

/** Adds M to the upper triangle of a matrix. */
const addInertia = kernel(["int", "int", "int", "int"], (f, mat, stride, plan, M) => {
  const adr = listed(f, plan, "M_ADR");
  const columns = listed(f, plan, "M_COLUMN");
  const end = f.int(planned(f, plan, "SIZE").shl(3));
  const k = f.int(columns);
  const i = f.int(0);
  f.for(i, end, 8, () => {
    f.for(k, columns.plus(adr.int(4)), 4, () => {
      const to = f.int(mat.plus(k.int().shr(3).times(stride)).plus(i));
      f.store(to, to.float().plus(M.float()));
      M.add(8);
    });
    adr.add(4);
  });
});

/** The kernels by name. */
export const INERTIA_KERNELS = { mulInertia, addInertia };
