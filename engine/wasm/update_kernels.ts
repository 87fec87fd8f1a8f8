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

/**
 * Updates with the vector at `x` and the `n` − 1 at distances of `stride` behind it, each times its number from `from` on;
 * diagonals below `mindiag` are raised to it. Returns how many were not. All go in one pass: each follows the one before at once, because a row depends
 * on nothing further right.
 */
const update = (n: number) =>
  kernel(["int", "int", "int", "int", "int", "float"], (f, mat, x, size, stride, from, mindiag) => {
    const signs = Array.from({ length: n }, (_, i) => f.float(from.float(8 * i)));
    const rank = f.int(size);
    const diagonal = f.int(mat);
    const rowEnd = f.int(mat.plus(stride));
    f.for(x, f.int(x.plus(size.shl(3))), 8, () => {
      const odd = f.int(x.and(8));
      const vectors = [
        x,
        ...signs.slice(1).map((_, i) => f.int(i === 0 ? x.plus(stride) : x.plus(stride.times(i + 1)))),
      ];
      const changes = vectors.map((v) => f.int(v.float().differs(float(0))));
      const each = () => {
        vectors.forEach((v, i) =>
          f.if(changes[i], () => updateRow(f, diagonal, v, signs[i], mindiag, rank, rowEnd, odd))
        );
      };
      if (n === 1) each();
      else {
        f.if(changes.reduce<Int>((all, change) => all.and(change), changes[0]), () => {
          const turns: Turn[] = [];
          vectors.forEach((v, i) => {
            const old = i === 0 ? diagonal.float() : turns[i - 1].root;
            turns.push(turn(f, old, v.float(), signs[i], mindiag, rank));
          });
          const p = f.int(diagonal.plus(odd));
          const q = vectors.map((v) => f.int(v.plus(odd)));
          f.while(p.isBelow(rowEnd), () => {
            const value = f.pair(p.pair());
            turns.forEach((t, i) => {
              value.set(turnPair(f, t, value, q[i]));
              q[i].add(16);
            });
            f.store(p, value);
            p.add(16);
          });
          f.store(diagonal, turns[n - 1].root);
        }, each);
      }
      diagonal.add(stride.plus(8));
      rowEnd.add(stride);
    });
    f.return(rank);
  });

export const cholUpdate = update(1);
export const cholUpdate2 = update(2);
export const cholUpdate4 = update(4);

/** The kernels by name. */
export const UPDATE_KERNELS = { cholUpdate, cholUpdate2, cholUpdate4 };
