/**
 * Kernels for the inertia matrix, by the list of its columns in a plan. Addresses and `stride` count
 * bytes.
 */

import { type Body, float, type FloatVariable, type Int, type IntVariable, kernel, type Pair } from "./assembler.ts";
import { PLAN } from "./plan.ts";

/**
 * Rows of a chain: each has the columns of the one before and one more, so they share what they have to the left of the
 * first diagonal. `i` is the distance of the first row in vectors, `k` stands at its columns, `shared` is the end of
 * those that are shared, `rows` are the addresses of the rows' elements, and `further` how much further their columns are.
 */
interface Chain {
  n: number;
  i: Int;
  k: IntVariable;
  shared: Int;
  rows: IntVariable[];
  further: Int[];
}

/**
 * Visits a chain, which begins with the columns at `k` and the elements at `a`, or rows that are diagonals alone; then
 * makes their number positive.
 */
function visitChain(
  f: Body,
  length: IntVariable,
  i: Int,
  k: IntVariable,
  end: Int,
  a: Int,
  body: (chain: Chain) => void,
  diagonals: () => void = () => {},
): void {
  const chain = (n: number) => {
    const shared = f.int(end);
    const rows = [f.int(a)];
    const step = f.int(shared.minus(k).shl(1));
    for (let r = 1; r < n; r++) rows.push(f.int(rows[r - 1].plus(step).plus(8 * r)));
    const further = rows.map((row) => f.int(row.minus(rows[0]).shr(1)));
    body({ n, i, k, shared, rows, further });
  };
  f.if(
    length.isBelow(0),
    () => {
      length.set(length.times(-1));
      diagonals();
    },
    () => f.if(length.equals(3), () => chain(3), () => f.if(length.equals(2), () => chain(2), () => chain(1))),
  );
}

/** The numbers of a vector at two places. */
function gather(vec: Int, k: Int, offset = 0): Pair {
  return vec.plus(k.int(offset)).twice().withSecond(vec.plus(k.int(offset + 4)));
}

/** res = M v */
export const mulInertia = kernel([PLAN, "int", "int", "int"], (f, plan, res, M, v) => {
  const adr = plan.MAdr;
  const columns = plan.MColumn;
  const chains = plan.MChain;
  const end = f.int(plan.size.shl(3));
  const i = f.int(0);
  f.while(i.isBelow(end), () => {
    const length = f.int(chains.int());
    const first = f.int(columns.plus(adr.int()));
    const k = f.int(columns.plus(adr.int(4)).minus(4));
    visitChain(f, length, i, first, k, M.plus(adr.int().shl(1)), ({ n, rows }) => {
      const at = rows.map((row) => f.int(row.plus(k.minus(first).shl(1))));
      const x = rows.map((_, r) => f.float(v.plus(i).float(8 * r)));
      const sums = rows.map((_, r) => f.float(at[r].float(8 * r).times(x[r])));
      for (let r = 1; r < n; r++) {
        for (let c = r - 1; c >= 0; c--) sums[r].add(at[r].float(8 * c).times(x[c]));
      }

      // shared columns, from the last to the first
      f.if(k.minus(first).and(4), () => {
        k.add(-4);
        const vj = f.float(v.plus(k.int()).float());
        const to = f.int(res.plus(k.int()));
        const total = f.float(to.float());
        at.forEach((row, r) => {
          row.add(-8);
          const value = f.float(row.float());
          sums[r].add(value.times(vj));
          total.add(value.times(x[r]));
        });
        f.store(to, total);
      });
      const both = x.map((one) => f.pair(one.twice()));
      f.while(first.isBelow(k), () => {
        k.add(-8);
        const to0 = f.int(res.plus(k.int()));
        const to1 = f.int(res.plus(k.int(4)));
        const vj = f.pair(gather(v, k));
        const total = f.pair(to0.twice().withSecond(to1));
        at.forEach((row, r) => {
          row.add(-16);
          const values = f.pair(row.pair());
          const products = f.pair(values.times(vj));
          sums[r].add(products.lane(1));
          sums[r].add(products.lane(0));
          total.add(values.times(both[r]));
        });
        f.store(to0, total.lane(0));
        f.storeSecond(to1, total);
      });

      // the rows themselves
      at.forEach((_, r) => {
        for (let below = r + 1; below < n; below++) {
          const row = f.int(rows[below].plus(columns.plus(adr.int(4)).minus(4).minus(first).shl(1)));
          sums[r].add(row.float(8 * r).times(x[below]));
        }
        f.store(res.plus(i), sums[r], 8 * r);
      });
    }, () => {
      const to = f.int(res.plus(i));
      const last = f.int(to.plus(length.shl(3)).minus(8));
      const from = f.int(M.plus(adr.int().shl(1)));
      const x = f.int(v.plus(i));
      f.for(to, last, 16, () => {
        f.store(to, from.pair().times(x.pair()));
        from.add(16);
        x.add(16);
      });
      f.if(to.equals(last), () => f.store(to, from.float().times(x.float())));
    });
    chains.add(4);
    adr.add(length.shl(2));
    i.add(length.shl(3));
  });
});

/** Adds M to the upper triangle of a matrix. */
export const addInertia = kernel([PLAN, "int", "int", "int"], (f, plan, mat, stride, M) => {
  const adr = plan.MAdr;
  const columns = plan.MColumn;
  const end = f.int(plan.size.shl(3));
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

/** res = M⁻¹ v, with a factor that has the pattern of M: the loops of `solveLD` */
export const solveInertia = kernel([PLAN, "int", "int", "int", "int"], (f, plan, res, LD, diaginv, v) => {
  const adr = plan.MAdr;
  const columns = plan.MColumn;
  const size = plan.size;
  const end = f.int(size.shl(3));
  const chains = f.int(plan.MChain.plus(plan.MChains.shl(2)));
  const i = f.int(0);
  f.for(i, end, 16, () => f.store(res.plus(i), v.plus(i).pair()));

  // L⁻ᵀ, from the last chain to the first
  adr.add(size.shl(2));
  i.set(end);
  f.while(i.isAbove(0), () => {
    chains.add(-4);
    const length = f.int(chains.int());
    const rows = f.int(length);
    f.if(length.isBelow(0), () => rows.set(length.times(-1)));
    adr.add(rows.shl(2).times(-1));
    i.add(rows.shl(3).times(-1));
    const k = f.int(columns.plus(adr.int()));
    const last = f.int(columns.plus(adr.int(4)).minus(4));
    const allDiffer = f.int(1);
    visitChain(f, length, i, k, last, LD.plus(adr.int().shl(1)), ({ n, shared, rows }) => {
      const left = f.int(shared.minus(k).shl(1));
      const x = rows.map((_, r) => f.float(res.plus(i).float(8 * r)));
      for (let r = n - 1; r >= 0; r--) {
        for (let below = n - 1; below > r; below--) {
          x[r].subtract(rows[below].plus(left).float(8 * r).times(x[below]));
        }
        allDiffer.set(allDiffer.and(x[r].differs(float(0))));
      }
      f.if(allDiffer, () => {
        for (let r = 0; r < n - 1; r++) f.store(res.plus(i), x[r], 8 * r);
        const both = x.map((one) => f.pair(one.twice()));
        f.while(k.plus(4).isBelow(shared), () => {
          const to0 = f.int(res.plus(k.int()));
          const to1 = f.int(res.plus(k.int(4)));
          const total = f.pair(to0.twice().withSecond(to1));
          for (let r = n - 1; r >= 0; r--) {
            total.subtract(rows[r].pair().times(both[r]));
            rows[r].add(16);
          }
          f.store(to0, total.lane(0));
          f.storeSecond(to1, total);
          k.add(8);
        });
        f.if(k.isBelow(shared), () => {
          const to = f.int(res.plus(k.int()));
          const total = f.float(to.float());
          for (let r = n - 1; r >= 0; r--) total.subtract(rows[r].float().times(x[r]));
          f.store(to, total);
        });
      });
    });

    // row by row, as zeros change nothing
    f.if(allDiffer.equals(0), () => {
      const row = f.int(length.minus(1));
      f.while(row.plus(1).isAbove(0), () => {
        const x = f.float(res.plus(i).plus(row.shl(3)).float());
        f.if(x.differs(float(0)), () => {
          const from = f.int(adr.plus(row.shl(2)));
          const a = f.int(LD.plus(from.int().shl(1)));
          k.set(columns.plus(from.int()));
          last.set(columns.plus(from.int(4)).minus(4));
          f.for(k, last, 4, () => {
            const to = f.int(res.plus(k.int()));
            f.store(to, to.float().minus(a.float().times(x)));
            a.add(8);
          });
        });
        row.add(-1);
      });
    });
  });

  // D⁻¹ and L⁻¹
  const scaled = (r: number) => res.plus(i).float(8 * r).times(diaginv.plus(i).float(8 * r));
  f.while(i.isBelow(end), () => {
    const length = f.int(chains.int());
    const k = f.int(columns.plus(adr.int()));
    const last = f.int(columns.plus(adr.int(4)).minus(4));
    visitChain(f, length, i, k, last, LD.plus(adr.int().shl(1)), ({ shared, rows, further }) => {
      const even = rows.map(() => f.pair());
      const odd = rows.map(() => f.pair());
      const four = (r: number, x01: Pair, x23: Pair) => {
        even[r].add(rows[r].pair().times(x01));
        odd[r].add(rows[r].pair(16).times(x23));
        rows[r].add(32);
      };
      f.while(k.plus(12).isBelow(shared), () => {
        const x01 = f.pair(gather(res, k));
        const x23 = f.pair(gather(res, k, 8));
        rows.forEach((_, r) => four(r, x01, x23));
        k.add(16);
      });
      // the last columns of a row are the rows before it
      const x: FloatVariable[] = [];
      rows.forEach((row, r) => {
        const sum = f.float(0);
        const total = () => {
          even[r].add(odd[r]);
          sum.set(even[r].lane(0).plus(even[r].lane(1)));
        };
        const add = (c: number) => {
          sum.add(row.float().times(x[c]));
          row.add(8);
        };
        const one = () => {
          total();
          const e = f.int(k);
          f.for(e, shared, 4, () => {
            sum.add(row.float().times(res.plus(e.int()).float()));
            row.add(8);
          });
          for (let c = 0; c < r; c++) add(c);
        };
        if (r === 0) one();
        else {
          f.if(k.plus(4 * (3 - r)).isBelow(shared), () => {
            const e = f.int(k.plus(further[r]));
            four(r, gather(res, e), gather(res, e, 8));
            total();
            if (r === 2) f.if(k.plus(8).isBelow(shared), () => add(1));
          }, one);
        }
        x.push(f.float(scaled(r).minus(sum)));
        f.store(res.plus(i), x[r], 8 * r);
      });
    }, () => {
      const at = f.int(res.plus(i));
      const from = f.int(diaginv.plus(i));
      const last = f.int(at.plus(length.shl(3)));
      f.for(at, last, 8, () => {
        f.store(at, at.float().times(from.float()));
        from.add(8);
      });
    });
    chains.add(4);
    adr.add(length.shl(2));
    i.add(length.shl(3));
  });
});

/** The kernels by name. */
export const INERTIA_KERNELS = { mulInertia, addInertia };
export const INERTIA_SOLVE_KERNELS = { solveInertia };
