/** Kernels that use and update the factors of `profile_kernels.ts`. */

import { type Float, float, type Int, int, kernel } from "./assembler.ts";
import { interleaved } from "./jacobian_kernels.ts";
import { PLAN } from "./plan.ts";
import { problemOf, QUADRATIC } from "./primal_kernels.ts";
import { PROFILE, visitRuns } from "./profile_kernels.ts";

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

/** Adds and removes the rows whose state changed; returns how many diagonals were raised, which loses accuracy. */
export const updateFlips = kernel([PROFILE], (f, { L, vector, signs }) => {
  const p = problemOf(f);
  const { D, J, state, oldstate } = p;
  const { size, groups, groupRow, columnAdr, column } = PLAN.members(f, p.plan);
  const stride = f.int(size.plus(1).and(-2).shl(3));
  const [x, s] = [vector, signs].map((first) => f.int(first));
  const [last, lost] = [0, 0].map((zero) => f.int(zero));
  const apply = () => {
    lost.add(f.call(updateProfile, p.plan, L, vector, stride, last, signs, p.minval.value));
    x.set(vector);
    s.set(signs);
    last.set(int(0));
  };
  f.while(groups.isAbove(0), () => {
    const left = f.int(groupRow.int(4).minus(groupRow.int()));
    const nnz = f.int(columnAdr.int(4).minus(columnAdr.int()));
    const end = f.int(column.plus(nnz));
    f.while(left.isAbove(0), () => {
      const is = f.int(state.int().equals(QUADRATIC));
      f.if(oldstate.int().equals(QUADRATIC).isNot(is).and(nnz.isAbove(0)), () => {
        const root = f.float(D.float().root());
        const from = f.int(J);
        const k = f.int(column);
        const c = f.int(0);
        f.for(k, end, 4, () => {
          c.set(k.int());
          f.store(x.plus(c), from.float().times(root));
          from.add(8);
        });
        f.if(c.isAbove(last), () => last.set(c));
        f.if(is, () => f.store(s, float(1)), () => f.store(s, float(-1)));
        x.add(stride);
        s.add(8);
        f.if(x.equals(vector.plus(stride.times(BATCH))), apply);
      });
      J.add(nnz.shl(1));
      D.add(8);
      for (const at of [state, oldstate]) at.add(4);
      left.add(-1);
    });
    column.set(end);
    for (const list of [groupRow, columnAdr]) list.add(4);
    groups.add(-1);
  });
  f.if(x.isAbove(vector), apply);
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
export const PROFILE_SOLVE_KERNELS = { solveProfile, updateProfile, updateFlips, copyProfile };
