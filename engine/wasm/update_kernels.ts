/**
 * Kernels that turn the Cholesky factor of a matrix into that of the matrix plus or minus an outer product, with the
 * operations of `cholUpdate`, two columns at a time. Addresses and layout as in `cholesky_kernels.ts`.
 */

import {
  type Body,
  type Float,
  float,
  type FloatVariable,
  type Int,
  type IntVariable,
  kernel,
  type Pair,
  type PairVariable,
} from "./assembler.ts";

/** What the kernels are to their callers; they return n less the number of diagonals raised to `mindiag`. */
export interface UpdateKernels {
  cholUpdate(mat: number, x: number, n: number, stride: number, sign: number, mindiag: number): number;
  cholUpdatePair(
    mat: number,
    x: number,
    y: number,
    n: number,
    stride: number,
    sign1: number,
    sign2: number,
    mindiag: number,
  ): number;
}

/** The numbers that turn one column of a factor, each twice, and the new diagonal. */
interface Turn {
  signed: PairVariable;
  inverse: PairVariable;
  c: PairVariable;
  s: PairVariable;
  root: FloatVariable;
}

function turn(f: Body, old: Float, x: Float, sign: Float, mindiag: Float, rank: IntVariable): Turn {
  const square = f.float(old.times(old).plus(sign.times(x.times(x))));
  f.if(square.isBelow(mindiag), () => {
    square.set(mindiag);
    rank.add(-1);
  });
  const root = f.float(square.root());
  const c = f.float(root.over(old));
  const s = f.float(x.over(old));
  return {
    signed: f.pair(sign.times(s).twice()),
    inverse: f.pair(float(1).over(c).twice()),
    c: f.pair(c.twice()),
    s: f.pair(s.twice()),
    root,
  };
}

/** Turns a pair of elements of the factor, and the pair of the vector at `x`; returns what the elements become. */
function turnPair(f: Body, t: Turn, element: Pair, x: Int): PairVariable {
  const xi = f.pair(x.pair());
  const value = f.pair(element.plus(t.signed.times(xi)).times(t.inverse));
  f.store(x, t.c.times(xi).minus(t.s.times(value)));
  return value;
}

/** One update of one row of the factor. */
function updateRow(
  f: Body,
  diagonal: Int,
  x: Int,
  sign: Float,
  mindiag: Float,
  rank: IntVariable,
  end: Int,
  odd: Int,
): void {
  const t = turn(f, diagonal.float(), x.float(), sign, mindiag, rank);
  const p = f.int(diagonal.plus(odd));
  const q = f.int(x.plus(odd));
  f.while(p.isBelow(end), () => {
    f.store(p, turnPair(f, t, p.pair(), q));
    p.add(16);
    q.add(16);
  });
  f.store(diagonal, t.root);
}

const cholUpdate = kernel(["int", "int", "int", "int", "float", "float"], (f, mat, x, n, stride, sign, mindiag) => {
  const rank = f.int(n);
  const diagonal = f.int(mat);
  const rowEnd = f.int(mat.plus(stride));
  f.for(x, f.int(x.plus(n.shl(3))), 8, () => {
    f.if(x.float().differs(float(0)), () => {
      updateRow(f, diagonal, x, sign, mindiag, rank, rowEnd, x.and(8));
    });
    diagonal.add(stride.plus(8));
    rowEnd.add(stride);
  });
  f.return(rank);
});

const cholUpdatePair = kernel(
  ["int", "int", "int", "int", "int", "float", "float", "float"],
  (f, mat, x, y, n, stride, sign1, sign2, mindiag) => {
    const rank = f.int(n);
    const diagonal = f.int(mat);
    const rowEnd = f.int(mat.plus(stride));
    f.for(x, f.int(x.plus(n.shl(3))), 8, () => {
      const odd = f.int(x.and(8));
      const isFirst = f.int(x.float().differs(float(0)));
      const isSecond = f.int(y.float().differs(float(0)));
      f.if(isFirst.and(isSecond), () => {
        // the second follows the first at once, because a row depends on nothing further right
        const t1 = turn(f, diagonal.float(), x.float(), sign1, mindiag, rank);
        const t2 = turn(f, t1.root, y.float(), sign2, mindiag, rank);
        const p = f.int(diagonal.plus(odd));
        const q = f.int(x.plus(odd));
        const shift = f.int(y.minus(x));
        f.while(p.isBelow(rowEnd), () => {
          const value = turnPair(f, t1, p.pair(), q);
          f.store(p, turnPair(f, t2, value, q.plus(shift)));
          p.add(16);
          q.add(16);
        });
        f.store(diagonal, t2.root);
      }, () => {
        f.if(isFirst, () => updateRow(f, diagonal, x, sign1, mindiag, rank, rowEnd, odd));
        f.if(isSecond, () => updateRow(f, diagonal, y, sign2, mindiag, rank, rowEnd, odd));
      });
      diagonal.add(stride.plus(8));
      rowEnd.add(stride);
      y.add(8);
    });
    f.return(rank);
  },
);

/** The kernels by name. */
export const UPDATE_KERNELS = { cholUpdate, cholUpdatePair };
