/** Kernels that use and update the factors of `profile_kernels.ts`, and products with the Jacobian of a sparse problem. */

import { type Body, type Float, float, type FloatVariable, type Int, type IntVariable, kernel } from "./assembler.ts";
import { listed, planned } from "./profile_kernels.ts";

/** What the kernels are to their callers. */
export interface ProfileSolveKernels {
  solveProfile(res: number, mat: number, vec: number, plan: number): number;
  updateProfile(mat: number, plan: number, x: number, last: number, sign: number, mindiag: number): number;
  mulGroups(res: number, plan: number, J: number, v: number): number;
  mulColumns(res: number, plan: number, J: number, f: number): number;
}

/** res = A⁻¹ v with the factor of A */
const solveProfile = kernel(["int", "int", "int", "int"], (f, res, mat, vec, plan) => {
  const stride = planned(f, plan, "STRIDE");
  const size = planned(f, plan, "SIZE");
  const end = f.int(size.shl(3));
  const c = f.int(0);
  f.for(c, end, 8, () => f.store(res.plus(c), vec.plus(c).float()));

  // Lᵀ y = v
  const row = f.int(mat.plus(size.minus(1).times(stride)));
  const first = f.int(listed(f, plan, "FIRST").plus(size.minus(1).shl(2)));
  c.add(-8);
  f.while(row.plus(1).isAbove(mat), () => {
    const to = f.int(res.plus(c));
    f.if(to.float().differs(float(0)), () => {
      const x = f.float(to.float().over(row.plus(c).float()));
      const both = f.pair(x.twice());
      const a = f.int(row.plus(first.int()));
      const r = f.int(res.plus(first.int()));
      f.while(r.isBelow(to), () => {
        f.store(r, r.pair().minus(a.pair().times(both)));
        a.add(16);
        r.add(16);
      });
      f.store(to, x);
    });
    first.add(-4);
    c.add(-8);
    row.set(row.minus(stride));
  });

  // L x = y
  const adr = listed(f, plan, "L_ADR");
  const columns = listed(f, plan, "L_COLUMN");
  const k = f.int(columns);
  row.set(mat);
  c.set(0);
  f.for(c, end, 8, () => {
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
    row.add(stride);
  });
});

/** The sum of products, up to `end` in steps of `step`, as `dotSparse` has it: four partial sums, then the others. */
function interleaved(
  f: Body,
  k: IntVariable,
  end: Int,
  step: number,
  product: (offset: number) => Float,
): FloatVariable {
  const sums = [0, 1, 2, 3].map(() => f.float(0));
  f.while(k.plus(3 * step).isBelow(end), () => {
    sums.forEach((s, i) => s.add(product(i * step)));
    k.add(4 * step);
  });
  const sum = f.float(sums[0].plus(sums[2]).plus(sums[1].plus(sums[3])));
  f.while(k.isBelow(end), () => {
    sum.add(product(0));
    k.add(step);
  });
  return sum;
}

/**
 * Turns the factor of A into that of A + x xᵀ, or of A − x xᵀ with `sign` −1. `last` is the last column of x that is not
 * zero, in bytes; x is all zeros in the end. Returns the number of diagonals that were raised to `mindiag`.
 */
const updateProfile = kernel(["int", "int", "int", "int", "float", "float"], (f, mat, plan, x, last, sign, mindiag) => {
  const stride = planned(f, plan, "STRIDE");
  const lost = f.int(0);
  const row = f.int(mat.plus(last.shr(3).times(stride)));
  const first = f.int(listed(f, plan, "FIRST").plus(last.shr(1)));
  f.while(last.plus(1).isAbove(0), () => {
    const to = f.int(x.plus(last));
    f.if(to.float().differs(float(0)), () => {
      const xr = f.float(to.float());
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
      const a = f.int(row.plus(first.int()));
      const r = f.int(x.plus(first.int()));
      f.while(r.isBelow(to), () => {
        const value = f.pair(a.pair());
        const xj = f.pair(r.pair());
        f.store(a, c.times(value).plus(signed.times(xj)));
        f.store(r, s.times(value).plus(c.times(xj)));
        a.add(16);
        r.add(16);
      });
      f.store(diagonal, root);
      f.store(to, float(0));
    });
    first.add(-4);
    last.add(-8);
    row.set(row.minus(stride));
  });
  f.return(lost);
});

/** res = J v; each sum has the order of `dotSparse`, up to four rows of a group side by side. */
const mulGroups = kernel(["int", "int", "int", "int"], (f, res, plan, J, v) => {
  const groupRow = listed(f, plan, "GROUP_ROW");
  const columnAdr = listed(f, plan, "COLUMN_ADR");
  const columns = listed(f, plan, "COLUMN");
  const g = planned(f, plan, "GROUPS");
  f.while(g.isAbove(0), () => {
    const left = f.int(groupRow.int(4).minus(groupRow.int()));
    const first = f.int(columns.plus(columnAdr.int()));
    const end = f.int(columns.plus(columnAdr.int(4)));
    const nnz = f.int(end.minus(first).shl(1));
    const rows = (n: number) => {
      const from = Array.from({ length: n }, () => f.int(J));
      for (let r = 1; r < n; r++) from[r].set(from[r - 1].plus(nnz));
      const even = from.map(() => f.pair());
      const odd = from.map(() => f.pair());
      const k = f.int(first);
      f.while(k.plus(12).isBelow(end), () => {
        const v0 = f.pair(v.plus(k.int()).twice().withSecond(v.plus(k.int(4))));
        const v2 = f.pair(v.plus(k.int(8)).twice().withSecond(v.plus(k.int(12))));
        from.forEach((a, r) => {
          even[r].add(a.pair().times(v0));
          odd[r].add(a.pair(16).times(v2));
          a.add(32);
        });
        k.add(16);
      });
      const sums = from.map((_, r) => {
        const both = f.pair(even[r].plus(odd[r]));
        return f.float(both.lane(0).plus(both.lane(1)));
      });
      f.while(k.isBelow(end), () => {
        const vk = f.float(v.plus(k.int()).float());
        from.forEach((a, r) => {
          sums[r].add(a.float().times(vk));
          a.add(8);
        });
        k.add(4);
      });
      sums.forEach((sum, r) => f.store(res, sum, 8 * r));
      J.set(J.plus(nnz.times(n)));
      res.add(8 * n);
      left.add(-n);
    };
    f.while(left.isAbove(3), () => rows(4));
    f.while(left.isAbove(0), () => rows(1));
    groupRow.add(4);
    columnAdr.add(4);
    g.add(-1);
  });
});

/** res = Jᵀ f; each sum has the order of `dotSparse` over a column. */
const mulColumns = kernel(["int", "int", "int", "int"], (f, res, plan, J, force) => {
  const adr = listed(f, plan, "ELEMENT_ADR");
  const rows = listed(f, plan, "ELEMENT_ROW");
  const elements = listed(f, plan, "ELEMENT");
  const shift = f.int(elements.minus(rows));
  const k = f.int(rows);
  const end = f.int(res.plus(planned(f, plan, "SIZE").shl(3)));
  f.for(res, end, 8, () => {
    const product = (offset: number) =>
      J.plus(k.plus(shift).int(offset)).float().times(force.plus(k.int(offset)).float());
    f.store(res, interleaved(f, k, rows.plus(adr.int(4)), 4, product));
    adr.add(4);
  });
});

/** The kernels by name. */
export const PROFILE_SOLVE_KERNELS = { solveProfile, updateProfile, mulGroups, mulColumns };
