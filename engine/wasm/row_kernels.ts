/**
 * Kernels for products with a dense Jacobian whose rows come in groups with the same columns: the loops of
 * `dense_rows.ts`, two columns and up to four rows at a time. Addresses count bytes. The lists of the groups are those of
 * `DenseRows`; the values of the Jacobian, `nv` in a row, are followed by at least one more number.
 */

import { type Body, float, type FloatVariable, type Int, type IntVariable, kernel } from "./assembler.ts";
import { struct } from "./struct.ts";

/** A dense Jacobian, and the groups of its rows that can be nonzero in the same columns: see `DenseRows`. */
export const DENSE = struct({
  nv: "int",
  count: "int",
  row: "ints",
  blockadr: "ints",
  blocks: "ints",
  tail: "ints",
  pairadr: "ints",
  pairs: "ints",
  J: "doubles",
});

/** Addresses of rows that follow each other. */
export function rowsFrom(f: Body, first: Int, stride: Int, n: number): IntVariable[] {
  const rows = [f.int(first)];
  for (let r = 1; r < n; r++) rows.push(f.int(rows[r - 1].plus(stride)));
  return rows;
}

/** Visits the rows from `i` to `end`, four at a time and then one at a time. */
function byFour(f: Body, i: IntVariable, end: Int, body: (n: number) => void): void {
  f.while(i.plus(3).isBelow(end), () => {
    body(4);
    i.add(4);
  });
  f.while(i.isBelow(end), () => {
    body(1);
    i.add(1);
  });
}

/**
 * Products of rows and a vector: `visit` goes through the blocks of four columns, and `behind` is what the vector has after
 * the last of them, `rest` numbers.
 */
export function dotRows(
  f: Body,
  rows: readonly Int[],
  v: Int,
  visit: (block: (c: Int) => void) => void,
  whole: Int,
  hasRest: Int,
  behind: Int,
  rest: Int,
): FloatVariable[] {
  const even = rows.map(() => f.pair());
  const odd = rows.map(() => f.pair());
  visit((c) => {
    const v0 = f.pair(v.plus(c).pair());
    const v2 = f.pair(v.plus(c).pair(16));
    rows.forEach((a, r) => {
      const at = f.int(a.plus(c));
      even[r].add(at.pair().times(v0));
      odd[r].add(at.pair(16).times(v2));
    });
  });
  const sums = rows.map((_, r) => {
    const both = f.pair(even[r].plus(odd[r]));
    return f.float(both.lane(0).plus(both.lane(1)));
  });
  f.if(hasRest, () => {
    rows.forEach((a, r) => {
      const at = f.int(a.plus(whole));
      const left = f.float(at.float().times(behind.float()));
      f.if(rest.isAbove(1), () => left.add(at.float(8).times(behind.float(8))));
      f.if(rest.isAbove(2), () => left.add(at.float(16).times(behind.float(16))));
      sums[r].add(left);
    });
  });
  return sums;
}

export const mulRows = kernel([DENSE, "int", "int"], (f, jacobian, res, v) => {
  const { nv, count, row, blockadr, blocks, tail, J } = jacobian;
  const stride = f.int(nv.shl(3));
  const whole = f.int(nv.and(-4).shl(3));
  const rest = f.int(nv.and(3));
  const behind = f.int(v.plus(whole)); // what is left of the vector behind the last whole block
  const g = f.int(0);
  f.for(g, count, 1, () => {
    const first = f.int(blocks.plus(blockadr.int().shl(2)));
    const last = f.int(blocks.plus(blockadr.int(4).shl(2)));
    const hasTail = f.int(tail.int());
    const i = f.int(row.int());
    byFour(f, i, row.int(4), (n) => {
      const rows = rowsFrom(f, J.plus(i.times(stride)), stride, n);
      const visit = (block: (c: Int) => void) => {
        const k = f.int(first);
        f.for(k, last, 4, () => block(f.int(k.int().shl(3))));
      };
      const sums = dotRows(f, rows, v, visit, whole, hasTail, behind, rest);
      const to = f.int(res.plus(i.shl(3)));
      sums.forEach((sum, r) => f.store(to, sum, 8 * r));
    });
    row.add(4);
    blockadr.add(4);
    tail.add(4);
  });
});

export const mulRowsT = kernel([DENSE, "int", "int"], (f, jacobian, res, force) => {
  const { nv, count, row, pairadr, pairs, J } = jacobian;
  const stride = f.int(nv.shl(3));
  const to = f.int(res);
  f.for(to, res.plus(stride), 16, () => f.store(to, f.zeros()));
  const g = f.int(0);
  f.for(g, count, 1, () => {
    const first = f.int(pairs.plus(pairadr.int().shl(2)));
    const last = f.int(pairs.plus(pairadr.int(4).shl(2)));
    const i = f.int(row.int());
    byFour(f, i, row.int(4), (n) => {
      const from = f.int(force.plus(i.shl(3)));
      const scales = Array.from({ length: n }, (_, r) => f.pair(from.twice(8 * r)));
      f.if(isAnyNonzero(from, n), () => {
        const rows = rowsFrom(f, J.plus(i.times(stride)), stride, n);
        const k = f.int(first);
        f.for(k, last, 4, () => {
          const c = f.int(k.int().shl(3));
          const at = f.int(res.plus(c));
          const sum = f.pair(at.pair());
          rows.forEach((a, r) => sum.add(a.plus(c).pair().times(scales[r])));
          f.store(at, sum);
        });
      });
    });
    row.add(4);
    pairadr.add(4);
  });
});

function isAnyNonzero(at: Int, n: number): Int {
  let any = at.float().differs(float(0));
  for (let r = 1; r < n; r++) any = any.or(at.float(8 * r).differs(float(0)));
  return any;
}

export const addSquaredRows = kernel(
  [DENSE, "int", "int", "int", "int"],
  (f, jacobian, mat, matStride, weight, scaled) => {
    const { nv, count, row, pairadr, pairs, J } = jacobian;
    const stride = f.int(nv.shl(3));
    const g = f.int(0);
    f.for(g, count, 1, () => {
      const first = f.int(pairs.plus(pairadr.int().shl(2)));
      const last = f.int(pairs.plus(pairadr.int(4).shl(2)));
      const i = f.int(row.int());
      byFour(f, i, row.int(4), (n) => {
        const from = f.int(weight.plus(i.shl(3)));
        f.if(isAnyNonzero(from, n), () => {
          const rows = rowsFrom(f, J.plus(i.times(stride)), stride, n);

          // the rows times their weights
          const weights = rows.map((_, r) => f.pair(from.twice(8 * r)));
          const k = f.int(first);
          const to = f.int(scaled);
          f.for(k, last, 4, () => {
            const c = f.int(k.int().shl(3));
            rows.forEach((a, r) => f.store(to, a.plus(c).pair().times(weights[r]), 16 * r));
            to.add(16 * n);
          });

          // two rows of the matrix at a time
          k.set(first);
          to.set(scaled);
          f.for(k, last, 4, () => {
            const c = f.int(k.int().shl(3));
            const upper = f.int(mat.plus(k.int().times(matStride)));
            const lower = f.int(upper.plus(matStride));
            const a0 = rows.map((a) => f.pair(a.plus(c).twice()));
            const a1 = rows.map((a) => f.pair(a.plus(c).twice(8)));
            const l = f.int(k);
            const x = f.int(to);
            f.for(l, last, 4, () => {
              const e = f.int(l.int().shl(3));
              const p = f.int(upper.plus(e));
              const q = f.int(lower.plus(e));
              const sum0 = f.pair(p.pair());
              const sum1 = f.pair(q.pair());
              rows.forEach((_, r) => {
                const xr = f.pair(x.pair(16 * r));
                sum0.add(xr.times(a0[r]));
                sum1.add(xr.times(a1[r]));
              });
              f.store(p, sum0);
              f.store(q, sum1);
              x.add(16 * n);
            });
            to.add(16 * n);
          });
        });
      });
      row.add(4);
      pairadr.add(4);
    });
  },
);

/** The kernels by name. */
export const ROW_KERNELS = { mulRows, mulRowsT, addSquaredRows };
