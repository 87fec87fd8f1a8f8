/**
 * Kernels for Hessians of sparse problems, M + Jᵀ D J, and their Cholesky factors in reverse order, A = Lᵀ L. The
 * matrices are square arrays, of which the profile is visited: each row of the lower triangle from its first non-zero
 * on. What is zero there changes nothing, so that the results have the bits of the loops in `sparse_cholesky.ts` and
 * `hessian_sparse.ts`. What to visit is listed in a plan, see `ProfileSlot`.
 */

import { type Body, float, type Int, type IntVariable, kernel } from "./assembler.ts";

/**
 * Where a plan says what, one integer each; lists are given by their distance from the beginning of the plan, in bytes.
 * Columns and rows are given in bytes too, as distances in vectors, or in matrices where that is said.
 */
export const ProfileSlot = {
  /** rows of the matrix */
  SIZE: 0,
  /** bytes from a row of the matrix to the next */
  STRIDE: 1,
  /** first column of each row's profile, even */
  FIRST: 2,
  /** for each row and one more, the address of its columns in `L_COLUMN`; the diagonal is the last */
  L_ADR: 3,
  L_COLUMN: 4,
  /** for each column and one more, the address of the rows below the diagonal, in the order in which they are subtracted */
  BELOW_ADR: 5,
  /** distances in the matrix */
  BELOW_ROW: 6,
  /** for each row and one more, the address of the columns of M, which has its values in the same order */
  M_ADR: 7,
  M_COLUMN: 8,
  /** number of groups of rows of J with the same columns; for each and one more, its first row */
  GROUPS: 9,
  GROUP_ROW: 10,
  /** for each group and one more, the address of its columns in `COLUMN` */
  COLUMN_ADR: 11,
  COLUMN: 12,
  /** for each group and one more, the address of its pairs of columns; a pair is given by its even column */
  PAIR_ADR: 13,
  PAIR: 14,
  /** where each column is in a row of pairs */
  PLACE: 15,
  /** for each column of J and one more, the address of its elements: their rows, and their distances in J */
  ELEMENT_ADR: 16,
  ELEMENT_ROW: 17,
  ELEMENT: 18,
  /** number of chains of rows of M, see `Chain`; for each its length, 1 to 3, negative for any number of diagonals */
  M_CHAINS: 19,
  M_CHAIN: 20,
  /** how many columns of J from each one on have the same rows, and elements side by side: 6, 2 or 1, then the next */
  ALIKE: 21,
  COUNT: 22,
} as const;

type Slot = Exclude<keyof typeof ProfileSlot, "COUNT">;

/** An integer of a plan. */
export function planned(f: Body, plan: Int, slot: Slot): IntVariable {
  return f.int(plan.int(4 * ProfileSlot[slot]));
}

/** A list of a plan. */
export function listed(f: Body, plan: Int, slot: Slot): IntVariable {
  return f.int(plan.plus(plan.int(4 * ProfileSlot[slot])));
}

/** What the kernels are to their callers. */
export interface ProfileKernels {
  makeProfile(
    mat: number,
    plan: number,
    M: number,
    J: number,
    weight: number,
    diagonal: number,
    rows: number,
    scaled: number,
  ): number;
  factorProfile(mat: number, plan: number, mindiag: number): number;
}

/** H = M + Jᵀ D J; `diagonal`, `rows` and `scaled` are work memory for a vector, and for four rows of pairs each. */
const makeProfile = kernel(
  ["int", "int", "int", "int", "int", "int", "int", "int"],
  (f, mat, plan, M, J, weight, diagonal, padded, scaled) => {
    const stride = planned(f, plan, "STRIDE");
    const size = planned(f, plan, "SIZE");
    const vectorEnd = f.int(size.shl(3));

    // an empty lower triangle
    const at = f.int(0);
    const row = f.int(mat);
    const c = f.int(0);
    f.for(c, vectorEnd, 8, () => {
      f.store(diagonal.plus(c), float(0));
      at.set(row);
      f.for(at, row.plus(c).plus(8), 16, () => f.store(at, f.zeros()));
      row.add(stride);
    });

    addGroups(f, mat, plan, stride, J, weight, diagonal, padded, scaled);

    // the diagonal is summed by itself, as it rounds differently
    const end = f.int(diagonal.plus(vectorEnd));
    row.set(mat);
    f.for(diagonal, end, 8, () => {
      f.store(row, diagonal.float());
      row.add(stride.plus(8));
    });

    // plus M
    const adr = listed(f, plan, "M_ADR");
    const columns = listed(f, plan, "M_COLUMN");
    const k = f.int(columns);
    row.set(mat);
    const i = f.int(0);
    f.for(i, size, 1, () => {
      f.for(k, columns.plus(adr.int(4)), 4, () => {
        at.set(row.plus(k.int()));
        f.store(at, at.float().plus(M.float()));
        M.add(8);
      });
      adr.add(4);
      row.add(stride);
    });
  },
);

/** Adds the rows of J, in groups with the same columns. */
function addGroups(
  f: Body,
  mat: Int,
  plan: Int,
  stride: Int,
  J: IntVariable,
  weight: IntVariable,
  diagonal: Int,
  padded: Int,
  scaled: Int,
): void {
  const groupRow = listed(f, plan, "GROUP_ROW");
  const columnAdr = listed(f, plan, "COLUMN_ADR");
  const pairAdr = listed(f, plan, "PAIR_ADR");
  const pairs = listed(f, plan, "PAIR");
  const places = listed(f, plan, "PLACE");
  const g = f.int(planned(f, plan, "GROUPS"));
  f.while(g.isAbove(0), () => {
    const left = f.int(groupRow.int(4).minus(groupRow.int()));
    const nnz = f.int(columnAdr.int(4).minus(columnAdr.int()).shl(1)); // bytes of a row of J
    const width = f.int(pairAdr.int(4).minus(pairAdr.int()).shl(2)); // bytes of a row of pairs
    const firstPair = f.int(pairs.plus(pairAdr.int()));
    const lastPair = f.int(pairs.plus(pairAdr.int(4)));
    const place = f.int(places.plus(columnAdr.int()));
    const rows = (n: number) => {
      f.if(isAnyNonzero(weight, n), () => {
        spread(f, n, J, nnz, place, weight, padded, scaled, width);
        addRows(f, n, mat, stride, firstPair, lastPair, weight, diagonal, padded, scaled);
      });
      for (let r = 0; r < n; r++) J.add(nnz);
      weight.add(8 * n);
      left.add(-n);
    };
    f.while(left.isAbove(3), () => rows(4));
    f.while(left.isAbove(0), () => rows(1));
    groupRow.add(4);
    columnAdr.add(4);
    pairAdr.add(4);
    g.add(-1);
  });
}

function isAnyNonzero(at: Int, n: number): Int {
  let any = at.float().differs(float(0));
  for (let r = 1; r < n; r++) any = any.or(at.float(8 * r).differs(float(0)));
  return any;
}

/** Copies `n` rows of J into rows of pairs, and the same times their weights; a pair of all rows before the next. */
function spread(
  f: Body,
  n: number,
  J: Int,
  nnz: Int,
  place: Int,
  weight: Int,
  padded: Int,
  scaled: Int,
  width: Int,
): void {
  const end = f.int(J.plus(nnz));
  const from = Array.from({ length: n }, () => f.int(J));
  for (let r = 1; r < n; r++) from[r].set(from[r - 1].plus(nnz));
  const to = f.int(0);

  // every column and its neighbour
  f.if(nnz.equals(width), () => {
    const weights = from.map((_, r) => f.pair(weight.twice(8 * r)));
    f.while(from[0].isBelow(end), () => {
      from.forEach((a, r) => {
        const x = f.pair(a.pair());
        f.store(padded.plus(to), x, 16 * r);
        f.store(scaled.plus(to), weights[r].times(x), 16 * r);
        a.add(16);
      });
      to.add(16 * n);
    });
  }, () => {
    const weights = from.map((_, r) => f.float(weight.float(8 * r)));
    f.for(to, width.times(n), 16, () => {
      f.store(padded.plus(to), f.zeros());
      f.store(scaled.plus(to), f.zeros());
    });
    const k = f.int(place);
    f.while(from[0].isBelow(end), () => {
      // a place counts for one row
      to.set(k.int().and(-16).times(n).plus(k.int().and(8)));
      from.forEach((a, r) => {
        const x = f.float(a.float());
        f.store(padded.plus(to), x, 16 * r);
        f.store(scaled.plus(to), weights[r].times(x), 16 * r);
        a.add(8);
      });
      k.add(4);
    });
  });
}

/** Adds the products of `n` rows, for two rows of the matrix and two columns at a time. */
function addRows(
  f: Body,
  n: number,
  mat: Int,
  stride: Int,
  firstPair: Int,
  lastPair: Int,
  weight: Int,
  diagonal: Int,
  padded: Int,
  scaled: Int,
): void {
  const weights = Array.from({ length: n }, (_, r) => f.pair(weight.twice(8 * r)));
  const k = f.int(firstPair);
  const x = f.int(padded);
  f.for(k, lastPair, 4, () => {
    const c = f.int(k.int());
    const to = f.int(diagonal.plus(c));
    const sum = f.pair(to.pair());
    weights.forEach((w, r) => {
      const v = f.pair(x.pair(16 * r));
      sum.add(v.times(v).times(w));
    });
    f.store(to, sum);

    const upper = f.int(mat.plus(c.shr(3).times(stride)));
    const lower = f.int(upper.plus(stride));
    const a0 = weights.map((_, r) => f.pair(x.twice(16 * r)));
    const a1 = weights.map((_, r) => f.pair(x.twice(16 * r + 8)));
    const l = f.int(firstPair);
    const y = f.int(scaled);
    f.while(k.plus(1).isAbove(l), () => {
      const e = f.int(l.int());
      const p = f.int(upper.plus(e));
      const q = f.int(lower.plus(e));
      const sum0 = f.pair(p.pair());
      const sum1 = f.pair(q.pair());
      weights.forEach((_, r) => {
        const yr = f.pair(y.pair(16 * r));
        sum0.add(a0[r].times(yr));
        sum1.add(a1[r].times(yr));
      });
      f.store(p, sum0);
      f.store(q, sum1);
      y.add(16 * n);
      l.add(4);
    });
    x.add(16 * n);
  });
}

/** Factors in place; diagonals below `mindiag` are raised to it. Returns how many were not. */
const factorProfile = kernel(["int", "int", "float"], (f, mat, plan, mindiag) => {
  const stride = planned(f, plan, "STRIDE");
  const size = planned(f, plan, "SIZE");
  const rank = f.int(size);
  const c = f.int(size.minus(1).shl(3));
  const row = f.int(mat.plus(size.minus(1).times(stride)));
  const first = f.int(listed(f, plan, "FIRST").plus(size.minus(1).shl(2)));
  const belowAdr = f.int(listed(f, plan, "BELOW_ADR").plus(size.minus(1).shl(2)));
  const belowRow = listed(f, plan, "BELOW_ROW");
  f.while(row.plus(1).isAbove(mat), () => {
    const start = f.int(first.int());

    // subtract what the rows below contribute
    const k = f.int(belowRow.plus(belowAdr.int()));
    const end = f.int(belowRow.plus(belowAdr.int(4)));
    const subtract = (n: number) => {
      const below = Array.from({ length: n }, (_, i) => f.int(mat.plus(k.int(4 * i))));
      const scales = below.map((b) => f.pair(b.plus(c).twice()));
      below.forEach((b) => b.add(start));
      const at = f.int(row.plus(start));
      const last = f.int(row.plus(c));
      f.while(last.plus(1).isAbove(at), () => {
        const value = f.pair(at.pair());
        below.forEach((b, i) => {
          value.subtract(scales[i].times(b.pair()));
          b.add(16);
        });
        f.store(at, value);
        at.add(16);
      });
      k.add(4 * n);
    };
    f.while(k.plus(12).isBelow(end), () => subtract(4));
    f.while(k.isBelow(end), () => subtract(1));

    const diagonal = f.int(row.plus(c));
    const square = f.float(diagonal.float());
    f.if(square.isBelow(mindiag), () => {
      square.set(mindiag);
      rank.add(-1);
    });
    const root = f.float(square.root());
    const inverse = f.pair(float(1).over(root).twice());
    const at = f.int(row.plus(start));
    f.for(at, diagonal, 16, () => f.store(at, at.pair().times(inverse)));
    f.store(diagonal, root);

    first.add(-4);
    belowAdr.add(-4);
    c.add(-8);
    row.set(row.minus(stride));
  });
  f.return(rank);
});

/** The kernels by name. */
export const PROFILE_KERNELS = { makeProfile, factorProfile };
