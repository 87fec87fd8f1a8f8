/** Kernels that use and update the factors of `profile_kernels.ts`. */

import { float, kernel } from "./assembler.ts";
import { interleaved } from "./jacobian_kernels.ts";
import { PLAN } from "./plan.ts";

/** res = A⁻¹ v with the factor of A */
export const solveProfile = kernel([PLAN, "int", "int", "int"], (f, plan, res, mat, vec) => {
  const stride = plan.stride;
  const size = plan.size;
  const end = f.int(size.shl(3));
  const c = f.int(0);
  f.for(c, end, 8, () => f.store(res.plus(c), vec.plus(c).float()));

  // Lᵀ y = v
  const row = f.int(mat.plus(size.minus(1).times(stride)));
  const first = f.int(plan.first.plus(size.minus(1).shl(2)));
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
  const adr = plan.LAdr;
  const columns = plan.LColumn;
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

/**
 * Turns the factor of A into that of A + x xᵀ, or of A − x xᵀ with `sign` −1. `last` is the last column of x that is not
 * zero, in bytes; x is all zeros in the end. Returns the number of diagonals that were raised to `mindiag`.
 */
const updateProfile = kernel([PLAN, "int", "int", "int", "float", "float"], (f, plan, mat, x, last, sign, mindiag) => {
  const stride = plan.stride;
  const lost = f.int(0);
  const row = f.int(mat.plus(last.shr(3).times(stride)));
  const first = f.int(plan.first.plus(last.shr(1)));
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

/** to = from, as far as the profile goes */
const copyProfile = kernel([PLAN, "int", "int"], (f, plan, to, from) => {
  const { first, stride } = plan;
  const shift = f.int(from.minus(to));
  const end = f.int(plan.size.shl(3));
  const c = f.int(0);
  const at = f.int(0);
  f.for(c, end, 8, () => {
    at.set(to.plus(first.int()));
    f.for(at, to.plus(c).plus(8), 16, () => f.store(at, at.plus(shift).pair()));
    first.add(4);
    to.add(stride);
  });
});

/** The kernels by name. */
export const PROFILE_SOLVE_KERNELS = { solveProfile, updateProfile, copyProfile };
