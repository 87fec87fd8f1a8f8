/**
 * Kernels for Cholesky factors A = Uᵀ U in the upper triangle, by rows. They have the operations of the loops in
 * `cholesky.ts`, two or four columns at a time. Addresses and `stride`, from a row to the next, count bytes;
 * matrices and vectors begin at multiples of 16, and rows are padded to that.
 */

import { type Body, float, type Int, kernel, type PairVariable } from "./assembler.ts";

/**
 * Sums over rows: column pairs from `column` on, in the rows from `mat` on, times the numbers from `scale` on, as the
 * interleaved sums of `dot`; `scale` and `rest` then stand at the end. The first multiple of four numbers ends at
 * `whole`, all end at `end`.
 */
function sumRows(
  f: Body,
  pairs: number,
  column: Int,
  stride: Int,
  scale: Int,
  scaleStride: Int | number,
  whole: Int,
  end: Int,
): PairVariable[] {
  const p = f.int(column);
  const q = f.int(scale);
  const sums = [0, 1, 2, 3].map(() => Array.from({ length: pairs }, () => f.pair()));
  f.while(q.isBelow(whole), () => {
    for (const sum of sums) {
      const x = f.pair(q.twice());
      sum.forEach((s, k) => s.add(p.pair(16 * k).times(x)));
      p.add(stride);
      q.add(scaleStride);
    }
  });
  const totals = sums[0].map((s0, k) => f.pair(s0.plus(sums[2][k]).plus(sums[1][k].plus(sums[3][k]))));

  // up to three more
  f.if(q.isBelow(end), () => {
    const x = f.pair(q.twice());
    const rests = totals.map((_, k) => f.pair(p.pair(16 * k).times(x)));
    p.add(stride);
    q.add(scaleStride);
    f.while(q.isBelow(end), () => {
      x.set(q.twice());
      rests.forEach((rest, k) => rest.add(p.pair(16 * k).times(x)));
      p.add(stride);
      q.add(scaleStride);
    });
    totals.forEach((total, k) => total.add(rests[k]));
  });
  return totals;
}

/** Factors in place; diagonals below `mindiag` are raised to it. Returns how many were not. */
export const cholFactor = kernel(["int", "int", "int", "float"], (f, mat, n, stride, mindiag) => {
  const rank = f.int(n);
  const end = f.int(mat.plus(n.times(stride)));
  const row = f.int(mat);
  const diagonal = f.int(mat);
  const column = f.int(mat); // of the diagonal, in the first row
  const whole = f.int(mat); // end of the multiple of four rows, in that column
  const j = f.int(0);
  f.while(row.isBelow(end), () => {
    // the rest of the row, from the pair of the diagonal on
    const i = f.int(j.and(-2).shl(3));
    const reduce = (pairs: number) => {
      const totals = sumRows(f, pairs, mat.plus(i), stride, column, stride, whole, diagonal);
      const at = f.int(row.plus(i));
      totals.forEach((total, k) => f.store(at, at.pair(16 * k).minus(total), 16 * k));
      i.add(16 * pairs);
    };
    f.if(stride.minus(i).and(16).isNot(0), () => reduce(1));
    f.while(i.isBelow(stride), () => reduce(2));

    const square = f.float(diagonal.float());
    f.if(square.isBelow(mindiag), () => {
      square.set(mindiag);
      rank.add(-1);
    });
    const root = f.float(square.root());
    const inverse = f.pair(float(1).over(root).twice());
    const at = f.int(row.plus(j.and(-2).shl(3)));
    const first = f.pair(at.pair().times(inverse));
    f.if(j.and(1), () => first.set(first.withLane(1, root)), () => first.set(first.withLane(0, root)));
    f.store(at, first);
    at.add(16);
    f.for(at, row.plus(stride), 16, () => f.store(at, at.pair().times(inverse)));

    row.add(stride);
    diagonal.add(stride.plus(8));
    column.add(8);
    j.add(1);
    whole.set(column.plus(j.and(-4).times(stride)));
  });
  f.return(rank);
});

/** res = A⁻¹ v, given the factor of A */
export const cholSolve = kernel(["int", "int", "int", "int", "int"], (f, res, mat, vec, n, stride) => {
  // forward, four numbers at a time: Uᵀ y = v
  const end = f.int(res.plus(n.shl(3)));
  const x = f.int(res);
  const v = f.int(vec);
  const column = f.int(mat);
  const row = f.int(mat);
  f.while(x.isBelow(end), () => {
    const totals = sumRows(f, 2, column, stride, res, 8, x, x);
    for (let r = 0; r < 4; r++) {
      f.if(x.plus(8 * r).isBelow(end), () => {
        // up to three numbers of these four are known
        const sum = f.float(totals[r >> 1].lane(r & 1 ? 1 : 0));
        const at = f.int(row);
        const first = () => at.float(8 * r).times(x.float());
        if (r > 0) {
          const rest = f.float(first());
          for (let k = 1; k < r; k++) {
            at.add(stride);
            rest.add(at.float(8 * r).times(x.float(8 * k)));
          }
          sum.add(rest);
          at.add(stride);
        }
        f.store(x, v.float(8 * r).minus(sum).over(at.float(8 * r)), 8 * r);
      });
    }
    x.add(32);
    v.add(32);
    column.add(32);
    row.add(stride.shl(2).plus(32));
  });

  // backward: U x = y
  const diagonal = f.int(mat.plus(n.minus(1).times(stride.plus(8))));
  x.set(end.minus(8));
  f.while(x.plus(8).isAbove(res), () => {
    const value = f.float(x.float());
    const p = f.int(diagonal.plus(8));
    const q = f.int(x.plus(8));
    f.while(q.isBelow(end), () => {
      value.subtract(p.float().times(q.float()));
      p.add(8);
      q.add(8);
    });
    f.store(x, value.over(diagonal.float()));
    diagonal.add(stride.plus(8).times(-1));
    x.add(-8);
  });
});

/** The kernels by name. */
export const CHOLESKY_KERNELS = { cholFactor, cholSolve };
