/** Kernels that use and update the factors of `profile_kernels.ts`. */

import { type Float, float, type Int, kernel } from "./assembler.ts";
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

/** number of vectors that a factor is updated with at once: cones have three rows or more */
export const BATCH = 3;

/**
 * Turns the factor of A into that of A + Σ ± x xᵀ, for vectors x that are `stride` bytes apart, with signs from `from` on.
 * `last` is the last column in which one of them is not zero, in bytes; all are zeros in the end. Returns the number of
 * diagonals that were raised to `mindiag`. A row depends on nothing further left, so each vector follows the one before a
 * row behind, and none waits for the roots of another.
 */
const updateProfile = kernel(
  [PLAN, "int", "int", "int", "int", "int", "float"],
  (f, { rowAt, runAdr, run }, mat, x, stride, last, from, mindiag) => {
    const lost = f.int(0);
    const updateRow = (vector: Int, sign: Float, c: Int) => {
      const to = f.int(vector.plus(c));
      f.if(to.float().differs(float(0)), () => {
        const xr = f.float(to.float());
        const place = f.int(c.shr(1));
        const row = f.int(mat.plus(rowAt.plus(place).int()));
        const diagonal = f.int(row.plus(c));
        const old = f.float(diagonal.float());
        const square = f.float(old.times(old).plus(sign.times(xr.times(xr))));
        f.if(square.isBelow(mindiag), () => {
          square.set(mindiag);
          lost.add(1);
        });
        const root = f.float(square.root());
        const cosine = f.pair(old.over(root).twice());
        const sine = f.float(xr.negative().over(root));
        const s = f.pair(sine.twice());
        const signed = f.pair(sign.negative().times(sine).twice());
        const rotate = (at: Int) => {
          const value = f.pair(row.plus(at).pair());
          const xj = f.pair(vector.plus(at).pair());
          f.store(row.plus(at), cosine.times(value).plus(signed.times(xj)));
          f.store(vector.plus(at), s.times(value).plus(cosine.times(xj)));
        };
        const adr = f.int(runAdr.plus(place));
        visitRuns(f, run.plus(adr.int()), run.plus(adr.int(4)), rotate, c);
        f.store(diagonal, root);
        f.store(to, float(0));
      });
    };
    const vectors = Array.from({ length: BATCH }, (_, i) => ({
      vector: f.int(x.plus(stride.times(i))),
      sign: f.float(from.float(8 * i)),
    }));
    const c = f.int(last);
    f.while(c.plus(8 * BATCH).isAbove(0), () => {
      vectors.forEach(({ vector, sign }, i) => {
        const at = f.int(c.plus(8 * i));
        f.if(at.plus(1).isAbove(0).and(last.plus(1).isAbove(at)), () => updateRow(vector, sign, at));
      });
      c.add(-8);
    });
    f.return(lost);
  },
);

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
