/**
 * Kernels for the inertia matrix, by the list of its columns in a plan, see `ProfileSlot`. Addresses and `stride` count
 * bytes.
 */

import { float, kernel } from "./assembler.ts";
import { listed, planned } from "./profile_kernels.ts";

/** What the kernels are to their callers. */
export interface InertiaKernels {
  mulInertia(res: number, plan: number, M: number, v: number): number;
  addInertia(mat: number, stride: number, plan: number, M: number): number;
  solveInertia(res: number, plan: number, LD: number, diaginv: number, v: number): number;
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

/**
 * res = M⁻¹ v, with a factor that has the pattern of M: the loops of `solveLD`. Two columns at a time where they are
 * neighbours, as they are in a chain.
 */
const solveInertia = kernel(["int", "int", "int", "int", "int"], (f, res, plan, LD, diaginv, v) => {
  const adr = listed(f, plan, "M_ADR");
  const columns = listed(f, plan, "M_COLUMN");
  const size = planned(f, plan, "SIZE");
  const end = f.int(size.shl(3));
  const i = f.int(0);
  f.for(i, end, 16, () => f.store(res.plus(i), v.plus(i).pair()));

  // L⁻ᵀ
  const k = f.int(0);
  const a = f.int(0);
  const at = f.int(adr.plus(size.shl(2)));
  i.set(end.minus(8));
  f.while(i.plus(1).isAbove(0), () => {
    at.add(-4);
    const first = f.int(at.int());
    const diagonal = f.int(columns.plus(at.int(4)).minus(4));
    const x = f.float(res.plus(i).float());
    k.set(columns.plus(first));
    f.if(x.differs(float(0)), () => {
      const both = f.pair(x.twice());
      a.set(LD.plus(first.shl(1)));
      f.while(k.plus(4).isBelow(diagonal), () => {
        const to = f.int(res.plus(k.int()));
        const next = f.int(res.plus(k.int(4)));
        f.if(next.minus(to).equals(8), () => {
          f.store(to, to.pair().minus(a.pair().times(both)));
        }, () => {
          f.store(to, to.float().minus(a.float().times(x)));
          f.store(next, next.float().minus(a.float(8).times(x)));
        });
        k.add(8);
        a.add(16);
      });
      f.if(k.isBelow(diagonal), () => {
        const to = f.int(res.plus(k.int()));
        f.store(to, to.float().minus(a.float().times(x)));
      });
    });
    i.add(-8);
  });

  // D⁻¹
  i.set(0);
  f.for(i, end, 16, () => f.store(res.plus(i), res.plus(i).pair().times(diaginv.plus(i).pair())));

  // L⁻¹
  i.set(0);
  k.set(columns);
  a.set(LD);
  f.for(i, end, 8, () => {
    const diagonal = f.int(columns.plus(adr.int(4)).minus(4));
    f.if(k.isBelow(diagonal), () => {
      const even = f.pair();
      const odd = f.pair();
      const gather = (offset: number) => res.plus(k.int(offset)).twice().withSecond(res.plus(k.int(offset + 4)));
      f.while(k.plus(12).isBelow(diagonal), () => {
        even.add(a.pair().times(gather(0)));
        odd.add(a.pair(16).times(gather(8)));
        k.add(16);
        a.add(32);
      });
      even.add(odd);
      const sum = f.float(even.lane(0).plus(even.lane(1)));
      f.while(k.isBelow(diagonal), () => {
        sum.add(a.float().times(res.plus(k.int()).float()));
        k.add(4);
        a.add(8);
      });
      f.store(res.plus(i), res.plus(i).float().minus(sum));
    });
    k.add(4);
    a.add(8);
    adr.add(4);
  });
});

/** The kernels by name. */
export const INERTIA_KERNELS = { mulInertia, addInertia, solveInertia };
