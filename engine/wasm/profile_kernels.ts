/**
 * Kernels for Hessians of sparse problems, M + Jᵀ D J, and their Cholesky factors in reverse order, A = Lᵀ L. Of the
 * matrices there is a profile: the rows of the lower triangle, each from its first nonzero on, side by side. Factors are
 * visited in runs of columns without large gaps. What is zero there changes nothing, so that the results have the bits of
 * the loops in `sparse_cholesky.ts` and `sparse_hessian.ts`.
 */

import { type Body, float, type Int, type IntVariable, kernel } from "./assembler.ts";
import { PLAN, type PlanMembers } from "./plan.ts";
import { problemOf, weighRows } from "./primal_kernels.ts";
import { struct } from "./struct.ts";

/** A Hessian, which becomes its factor, and scratch memory. */
export const PROFILE = struct({
  L: "doubles",
  /** weights of the rows of J */
  weight: "doubles",
  /** a vector, and four rows of the matrix, twice */
  diagonal: "doubles",
  rows: "doubles",
  scaled: "doubles",
  /** vectors for an update, zeros otherwise, and their signs */
  vector: "doubles",
  signs: "doubles",
});

/**
 * H = M + Jᵀ D J over the rows in the quadratic state; `diagonal`, `rows` and `scaled` are scratch memory for a vector, and
 * for four rows of pairs each.
 */
const makeProfile = kernel([PROFILE], (f, profile) => {
  const p = problemOf(f);
  const { L: mat, weight, diagonal, rows: padded, scaled } = profile;
  const { M, J } = p;
  const plan = PLAN.members(f, p.plan);
  weighRows(f, p, weight);
  const { rowAt } = plan;
  const vectorEnd = f.int(plan.size.shl(3));
  const clear = (first: Int, bytes: Int) => {
    const at = f.int(first);
    const end = f.int(first.plus(bytes));
    f.for(at, end, 16, () => f.store(at, f.zeros()));
  };
  clear(mat, plan.bytes);
  clear(diagonal, vectorEnd);

  addGroups(f, mat, plan, J, weight, diagonal, padded, scaled);

  // the diagonal is summed by itself, as it rounds differently; plus M
  const adr = plan.MAdr;
  const columns = plan.MColumn;
  const k = f.int(columns);
  const at = f.int(0);
  const c = f.int(0);
  f.for(c, vectorEnd, 8, () => {
    const row = f.int(mat.plus(rowAt.int()));
    f.store(row.plus(c), diagonal.plus(c).float());
    f.for(k, columns.plus(adr.int(4)), 4, () => {
      at.set(row.plus(k.int()));
      f.store(at, at.float().plus(M.float()));
      M.add(8);
    });
    adr.add(4);
    rowAt.add(4);
  });
});

/** Adds the rows of J, in groups with the same columns. */
function addGroups(
  f: Body,
  mat: Int,
  plan: PlanMembers,
  J: IntVariable,
  weight: IntVariable,
  diagonal: Int,
  padded: Int,
  scaled: Int,
): void {
  const groupRow = plan.groupRow;
  const columnAdr = plan.columnAdr;
  const pairAdr = plan.pairAdr;
  const pairs = plan.pair;
  const places = plan.place;
  const g = f.int(plan.groups);
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
        addRows(f, n, mat, plan.rowAt, firstPair, lastPair, weight, diagonal, padded, scaled);
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

  // every column and its neighbor
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
  rowAt: Int,
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

    const place = f.int(rowAt.plus(c.shr(1)));
    const upper = f.int(mat.plus(place.int()));
    const lower = f.int(mat.plus(place.int(4)));
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

/** Visits the pairs of columns in the runs of a row, or those before `end`. */
export function visitRuns(f: Body, first: Int, last: Int, visit: (at: Int) => void, end?: Int): void {
  const run = f.int(first);
  f.for(run, last, 8, () => {
    const at = f.int(run.int());
    const stop = f.int(run.int(4));
    if (end) f.if(end.isBelow(stop), () => stop.set(end));
    f.for(at, stop, 16, () => visit(at));
  });
}

/** L = factor of H; diagonals below `minval` are raised to it. */
export const factorProfile = kernel(["int"], (f, profile) => {
  f.call(makeProfile, profile);
  const p = problemOf(f);
  const plan = PLAN.members(f, p.plan);
  const mat = PROFILE.members(f, profile).L;
  const mindiag = f.float(p.minval.value);
  const last = f.int(plan.size.minus(1).shl(2));
  const c = f.int(last.shl(1));
  const [rowAt, runAdr, belowAdr] = [plan.rowAt, plan.runAdr, plan.belowAdr].map((list) => f.int(list.plus(last)));
  const runs = plan.run;
  const belowRow = plan.belowRow;
  f.while(c.plus(1).isAbove(0), () => {
    const row = f.int(mat.plus(rowAt.int()));
    const firstRun = f.int(runs.plus(runAdr.int()));
    const lastRun = f.int(runs.plus(runAdr.int(4)));

    // subtract what the rows below contribute
    const k = f.int(belowRow.plus(belowAdr.int()));
    const end = f.int(belowRow.plus(belowAdr.int(4)));
    const subtract = (n: number) => {
      const below = Array.from({ length: n }, (_, i) => f.int(mat.plus(k.int(4 * i))));
      const scales = below.map((b) => f.pair(b.plus(c).twice()));
      visitRuns(f, firstRun, lastRun, (at) => {
        const value = f.pair(row.plus(at).pair());
        below.forEach((b, i) => value.subtract(scales[i].times(b.plus(at).pair())));
        f.store(row.plus(at), value);
      });
      k.add(4 * n);
    };
    f.while(k.plus(12).isBelow(end), () => subtract(4));
    f.while(k.isBelow(end), () => subtract(1));

    const diagonal = f.int(row.plus(c));
    const square = f.float(diagonal.float());
    f.if(square.isBelow(mindiag), () => square.set(mindiag));
    const root = f.float(square.root());
    const inverse = f.pair(float(1).over(root).twice());
    visitRuns(f, firstRun, lastRun, (at) => f.store(row.plus(at), row.plus(at).pair().times(inverse)));
    f.store(diagonal, root);

    for (const list of [rowAt, runAdr, belowAdr]) list.add(-4);
    c.add(-8);
  });
});

/** The kernels by name. */
export const PROFILE_KERNELS = { makeProfile, factorProfile };
