/**
 * Kernels for products with the Jacobian of a sparse problem, by the lists of a plan. Addresses count
 * bytes.
 */

import {
  type Body,
  type Float,
  type FloatVariable,
  type Int,
  type IntVariable,
  kernel,
  type PairVariable,
} from "./assembler.ts";
import { PLAN } from "./plan.ts";

/** The sum of products, up to `end` in steps of `step`, as `dotSparse` has it: four partial sums, then the others. */
export function interleaved(
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

/** Products of sparse rows that have the same columns, listed from `k` to `end`, with the numbers `at` there. */
export function dotSparseRows(
  f: Body,
  rows: readonly IntVariable[],
  k: IntVariable,
  end: Int,
  at: (offset: number) => Int,
): FloatVariable[] {
  const even = rows.map(() => f.pair());
  const odd = rows.map(() => f.pair());
  f.while(k.plus(12).isBelow(end), () => {
    const v0 = f.pair(at(0).twice().withSecond(at(4)));
    const v2 = f.pair(at(8).twice().withSecond(at(12)));
    rows.forEach((a, r) => {
      even[r].add(a.pair().times(v0));
      odd[r].add(a.pair(16).times(v2));
      a.add(32);
    });
    k.add(16);
  });
  const sums = rows.map((_, r) => {
    const both = f.pair(even[r].plus(odd[r]));
    return f.float(both.lane(0).plus(both.lane(1)));
  });
  f.while(k.isBelow(end), () => {
    const vk = f.float(at(0).float());
    rows.forEach((a, r) => {
      sums[r].add(a.float().times(vk));
      a.add(8);
    });
    k.add(4);
  });
  return sums;
}

/** res = J v; each sum has the order of `dotSparse`, up to four rows of a group side by side. */
export const mulGroups = kernel([PLAN, "int", "int", "int"], (f, plan, res, J, v) => {
  const groupRow = plan.groupRow;
  const columnAdr = plan.columnAdr;
  const columns = plan.column;
  const g = plan.groups;
  f.while(g.isAbove(0), () => {
    const left = f.int(groupRow.int(4).minus(groupRow.int()));
    const first = f.int(columns.plus(columnAdr.int()));
    const end = f.int(columns.plus(columnAdr.int(4)));
    const nnz = f.int(end.minus(first).shl(1));
    const rows = (n: number) => {
      const from = Array.from({ length: n }, () => f.int(J));
      for (let r = 1; r < n; r++) from[r].set(from[r - 1].plus(nnz));
      const k = f.int(first);
      const sums = dotSparseRows(f, from, k, end, (offset) => v.plus(k.int(offset)));
      sums.forEach((sum, r) => f.store(res, sum, 8 * r));
      J.set(J.plus(nnz.times(n)));
      res.add(8 * n);
      left.add(-n);
    };
    f.while(left.isAbove(3), () => rows(4));
    f.if(left.equals(3), () => rows(3), () => f.if(left.equals(2), () => rows(2), () => f.if(left, () => rows(1))));
    groupRow.add(4);
    columnAdr.add(4);
    g.add(-1);
  });
});

/** res = Jᵀ f; each sum has the order of `dotSparse` over a column, with the sums of columns that are alike side by side. */
export const mulColumns = kernel([PLAN, "int", "int", "int"], (f, plan, res, J, force) => {
  const adr = plan.elementAdr;
  const rows = plan.elementRow;
  const elements = plan.element;
  const shift = f.int(elements.minus(rows));
  const alike = plan.alike;
  const k = f.int(0);
  const end = f.int(res.plus(plan.size.shl(3)));
  f.while(res.isBelow(end), () => {
    const last = f.int(rows.plus(adr.int(4)));
    const width = f.int(alike.int());
    k.set(rows.plus(adr.int()));
    const pairs = (n: number) => {
      const sums = [0, 1, 2, 3].map(() => Array.from({ length: n }, () => f.pair()));
      const add = (to: PairVariable[], offset: number) => {
        const at = f.int(J.plus(k.plus(shift).int(offset)));
        const scale = f.pair(force.plus(k.int(offset)).twice());
        to.forEach((sum, c) => sum.add(at.pair(16 * c).times(scale)));
      };
      f.while(k.plus(12).isBelow(last), () => {
        sums.forEach((sum, i) => add(sum, 4 * i));
        k.add(16);
      });
      sums[0].forEach((sum, c) => sum.set(sum.plus(sums[2][c]).plus(sums[1][c].plus(sums[3][c]))));
      f.while(k.isBelow(last), () => {
        add(sums[0], 0);
        k.add(4);
      });
      sums[0].forEach((sum, c) => f.store(res, sum, 16 * c));
    };
    const product = (offset: number) =>
      J.plus(k.plus(shift).int(offset)).float().times(force.plus(k.int(offset)).float());
    // of an odd number of columns, the lane behind the last is overwritten by the next column, or stands behind the end
    f.if(
      width.isAbove(4),
      () => pairs(3),
      () =>
        f.if(
          width.isAbove(2),
          () => pairs(2),
          () => f.if(width.isAbove(1), () => pairs(1), () => f.store(res, interleaved(f, k, last, 4, product))),
        ),
    );
    res.add(width.shl(3));
    adr.add(4);
    alike.add(4);
  });
});

/** The kernels by name. */
export const GROUP_KERNELS = { mulGroups };
export const COLUMN_KERNELS = { mulColumns };
