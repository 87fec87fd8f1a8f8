/** Kernels that use and update the factors of `profile_kernels.ts`. */

import { float, type Int, kernel } from "./assembler.ts";
import { interleaved } from "./jacobian_kernels.ts";
import { PLAN } from "./plan.ts";
import { visitRuns } from "./profile_kernels.ts";

/** res = A⁻¹ v with the factor of A */
export const solveProfile = kernel([PLAN, "int", "int", "int"], (f, plan, res, mat, vec) => {
  const last = f.int(plan.size.minus(1).shl(2));
  const end = f.int(plan.size.shl(3));
  const c = f.int(0);
  f.for(c, end, 8, () => f.store(res.plus(c), vec.plus(c).float()));

  // Lᵀ y = v
  const rowAt = f.int(plan.rowAt.plus(last));
  const runAdr = f.int(plan.runAdr.plus(last));
  const runs = plan.run;
  const row = f.int(0);
  c.add(-8);
  f.while(c.plus(1).isAbove(0), () => {
    row.set(mat.plus(rowAt.int()));
    const to = f.int(res.plus(c));
    f.if(to.float().differs(float(0)), () => {
      const x = f.float(to.float().over(row.plus(c).float()));
      const both = f.pair(x.twice());
      const subtract = (at: Int) => f.store(res.plus(at), res.plus(at).pair().minus(row.plus(at).pair().times(both)));
      visitRuns(f, runs.plus(runAdr.int()), runs.plus(runAdr.int(4)), subtract, c);
      f.store(to, x);
    });
    rowAt.add(-4);
    runAdr.add(-4);
    c.add(-8);
  });

  // L x = y
  const adr = plan.LAdr;
  const columns = plan.LColumn;
  const k = f.int(columns);
  c.set(0);
  f.for(c, end, 8, () => {
    rowAt.add(4);
    row.set(mat.plus(rowAt.int()));
    const diagonal = f.int(columns.plus(adr.int(4)).minus(4));
    const to = f.int(res.plus(c));
    const product = (offset: number) => {
      const e = k.int(offset);
      return row.plus(e).float().times(res.plus(e).float());
    };
    f.if(k.isBelow(diagonal), () => {
      f.store(to, to.float().minus(interleaved(f, k, diagonal, 4, product)));
    });
    f.store(to, to.float().over(row.plus(c).float()));
    k.set(diagonal.plus(4));
    adr.add(4);
  });
});

/**
 * Turns the factor of A into that of A + x xᵀ, or of A − x xᵀ with `sign` −1. `last` is the last column of x that is not
 * zero, in bytes; x is all zeros in the end. Returns the number of diagonals that were raised to `mindiag`.
 */
const updateProfile = kernel([PLAN, "int", "int", "int", "float", "float"], (f, plan, mat, x, last, sign, mindiag) => {
  const lost = f.int(0);
  const rowAt = f.int(plan.rowAt.plus(last.shr(1)));
  const runAdr = f.int(plan.runAdr.plus(last.shr(1)));
  const runs = plan.run;
  f.while(last.plus(1).isAbove(0), () => {
    const to = f.int(x.plus(last));
    f.if(to.float().differs(float(0)), () => {
      const xr = f.float(to.float());
      const row = f.int(mat.plus(rowAt.int()));
      const diagonal = f.int(row.plus(last));
      const old = f.float(diagonal.float());
      const square = f.float(old.times(old).plus(sign.times(xr.times(xr))));
      f.if(square.isBelow(mindiag), () => {
        square.set(mindiag);
        lost.add(1);
      });
      const root = f.float(square.root());
      const c = f.pair(old.over(root).twice());
      const sine = f.float(xr.negative().over(root));
      const s = f.pair(sine.twice());
      const signed = f.pair(sign.negative().times(sine).twice());
      const rotate = (at: Int) => {
        const value = f.pair(row.plus(at).pair());
        const xj = f.pair(x.plus(at).pair());
        f.store(row.plus(at), c.times(value).plus(signed.times(xj)));
        f.store(x.plus(at), s.times(value).plus(c.times(xj)));
      };
      visitRuns(f, runs.plus(runAdr.int()), runs.plus(runAdr.int(4)), rotate, last);
      f.store(diagonal, root);
      f.store(to, float(0));
    });
    rowAt.add(-4);
    runAdr.add(-4);
    last.add(-8);
  });
  f.return(lost);
});

/** to = from */
const copyProfile = kernel([PLAN, "int", "int"], (f, { bytes }, to, from) => {
  const end = f.int(to.plus(bytes));
  f.for(to, end, 16, () => {
    f.store(to, from.pair());
    from.add(16);
  });
});

/** The kernels by name. */
export const PROFILE_SOLVE_KERNELS = { solveProfile, updateProfile, copyProfile };
