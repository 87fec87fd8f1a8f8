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
  type Pair,
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

/** Products of sparse rows that have the same columns, of which `even` and `odd` have four partial sums, with what follows. */
function completeRows(
  f: Body,
  rows: readonly IntVariable[],
  [even, odd]: readonly PairVariable[][],
  rest: (sums: FloatVariable[]) => void,
): FloatVariable[] {
  const sums = rows.map((_, r) => {
    const both = f.pair(even[r].plus(odd[r]));
    return f.float(both.lane(0).plus(both.lane(1)));
  });
  rest(sums);
  return sums;
}

/** Partial sums of so many rows. */
function partialSums(f: Body, rows: readonly IntVariable[]): PairVariable[][] {
  return [rows.map(() => f.pair()), rows.map(() => f.pair())];
}

/** Adds four products of each row to its partial sums. */
function addFour(rows: readonly IntVariable[], [even, odd]: readonly PairVariable[][], v0: Pair, v2: Pair): void {
  rows.forEach((a, r) => {
    even[r].add(a.pair().times(v0));
    odd[r].add(a.pair(16).times(v2));
    a.add(32);
  });
}

/** Adds one product of each row. */
function addOne(rows: readonly IntVariable[], sums: FloatVariable[], v: Float): void {
  rows.forEach((a, r) => {
    sums[r].add(a.float().times(v));
    a.add(8);
  });
}

/** Partial sums over the columns from `k` on, four at a time; `pairAt` gives the numbers there two by two. */
function sumFours(
  f: Body,
  rows: readonly IntVariable[],
  k: IntVariable,
  end: Int,
  pairAt: (offset: number) => Pair,
): PairVariable[][] {
  const partial = partialSums(f, rows);
  f.while(k.plus(12).isBelow(end), () => {
    const v0 = f.pair(pairAt(0));
    const v2 = f.pair(pairAt(8));
    addFour(rows, partial, v0, v2);
    k.add(16);
  });
  return partial;
}

/** Products of sparse rows that have the same columns, listed from `k` to `end`, with the numbers `at` there. */
export function dotSparseRows(
  f: Body,
  rows: readonly IntVariable[],
  k: IntVariable,
  end: Int,
  at: (offset: number) => Int,
): FloatVariable[] {
  const partial = sumFours(f, rows, k, end, (offset) => at(offset).twice().withSecond(at(offset + 4)));
  return completeRows(f, rows, partial, (sums) =>
    f.while(k.isBelow(end), () => {
      addOne(rows, sums, f.float(at(0).float()));
      k.add(4);
    }));
}

/** The same for columns that come in pairs of neighbors, and perhaps a single one at the end. */
function dotPairedRows(
  f: Body,
  rows: readonly IntVariable[],
  k: IntVariable,
  end: Int,
  at: (offset: number) => Int,
): FloatVariable[] {
  const partial = sumFours(f, rows, k, end, (offset) => at(offset).pair());
  return completeRows(f, rows, partial, (sums) => {
    f.if(k.plus(4).isBelow(end), () => {
      const v0 = f.pair(at(0).pair());
      rows.forEach((a, r) => {
        const both = f.pair(a.pair().times(v0));
        sums[r].add(both.lane(0));
        sums[r].add(both.lane(1));
        a.add(16);
      });
      k.add(8);
    });
    f.if(k.isBelow(end), () => {
      addOne(rows, sums, f.float(at(0).float()));
      k.add(4);
    });
  });
}

/**
 * Shapes of groups of rows: whether their columns come in pairs of neighbors, how many rows there are, and how many
 * columns. A row of an edge, between two vertices that move freely, has a shape of its own: three neighbors, twice.
 */
export const SHAPE = { rows: 31, paired: 32, columns: 6, edge: (6 << 6) | 0 } as const;

/** res = J v; each sum has the order of `dotSparse`, up to four rows of a group side by side. */
export const mulGroups = kernel([PLAN, "int", "int", "int"], (f, plan, res, J, v) => {
  const shapes = plan.shape;
  const end = f.int(shapes.plus(plan.groups.shl(2)));
  const first = plan.column;
  f.for(shapes, end, 4, () => {
    const shape = f.int(shapes.int());
    f.if(shape.equals(SHAPE.edge), () => {
      const a = f.int(v.plus(first.int()));
      const b = f.int(v.plus(first.int(12)));
      // sums begin with 0, which makes none of them −0
      const even = f.zeros().plus(J.pair().times(a.pair()));
      const odd = J.pair(16).times(a.twice(16).withSecond(b));
      const both = f.pair(even.plus(odd));
      const rest = f.pair(J.pair(32).times(b.pair(8)));
      f.store(res, both.lane(0).plus(both.lane(1)).plus(rest.lane(0)).plus(rest.lane(1)));
      J.add(48);
      res.add(8);
      first.add(24);
    }, () => {
      const left = f.int(shape.and(SHAPE.rows));
      const nnz = f.int(shape.shr(SHAPE.columns).shl(3));
      const last = f.int(first.plus(nnz.shr(1)));
      const rows = (n: number, dot: typeof dotSparseRows) => {
        const from = Array.from({ length: n }, () => f.int(J));
        for (let r = 1; r < n; r++) from[r].set(from[r - 1].plus(nnz));
        const k = f.int(first);
        const sums = dot(f, from, k, last, (offset) => v.plus(k.int(offset)));
        sums.forEach((sum, r) => f.store(res, sum, 8 * r));
        J.set(J.plus(nnz.times(n)));
        res.add(8 * n);
        left.add(-n);
      };
      const group = (dot: typeof dotSparseRows) => {
        f.while(left.isAbove(3), () => rows(4, dot));
        f.if(left.equals(3), () => rows(3, dot), () => f.while(left, () => rows(1, dot)));
      };
      f.if(shape.and(SHAPE.paired), () => group(dotPairedRows), () => group(dotSparseRows));
      first.set(last);
    });
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
