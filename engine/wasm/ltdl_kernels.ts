/** Kernels for LᵀDL factorization and its solutions, of matrices with the pattern of the inertia matrix: see `ltdl.ts`. */

import { type Body, type Float, float, type Int, type IntVariable, kernel } from "./assembler.ts";
import { STAGE } from "./stage_block.ts";

const ONE = float(1);

/** Visits `n` bytes of doubles: two at a time, then what is left. */
export function along(f: Body, n: Int, pair: (k: IntVariable) => void, single: (k: IntVariable) => void): void {
  const k = f.int(0);
  const whole = f.int(n.minus(8));
  f.for(k, whole, 16, () => pair(k));
  f.if(k.isBelow(n), () => single(k));
}

/** Copies `n` bytes of doubles. */
export function copy(f: Body, to: Int, from: Int, n: Int): void {
  const pair = (k: IntVariable) => f.store(to.plus(k), from.plus(k).pair());
  along(f, n, pair, (k) => f.store(to.plus(k), from.plus(k).float()));
}

/** `to[k] += Σ rows[r][k] × scales[r]` for `n` bytes, in the order of the rows. */
function addRows(f: Body, to: Int, rows: readonly Int[], scales: readonly Float[], n: Int): void {
  const both = scales.map((scale) => f.pair(scale.twice()));
  along(f, n, (k) => {
    const at = f.int(to.plus(k));
    const sum = f.pair(at.pair());
    rows.forEach((row, r) => sum.add(row.plus(k).pair().times(both[r])));
    f.store(at, sum);
  }, (k) => {
    const at = f.int(to.plus(k));
    const sum = f.float(at.float());
    rows.forEach((row, r) => sum.add(row.plus(k).float().times(scales[r])));
    f.store(at, sum);
  });
}

/** Multiplies `n` bytes of each row by a number. */
function scaleRows(f: Body, rows: readonly Int[], scales: readonly Float[], n: Int): void {
  const both = scales.map((scale) => f.pair(scale.twice()));
  along(f, n, (k) => {
    rows.forEach((row, r) => f.store(row.plus(k), row.plus(k).pair().times(both[r])));
  }, (k) => {
    rows.forEach((row, r) => f.store(row.plus(k), row.plus(k).float().times(scales[r])));
  });
}

/** Adds to `n` bytes of each row those before it, `rows[r] × scales[r][s]` to `rows[s]`, in their order. */
function addToNext(f: Body, rows: readonly Int[], scales: readonly (readonly Float[])[], n: Int): void {
  const both = scales.map((own) => own.map((scale) => f.pair(scale.twice())));
  along(f, n, (k) => {
    const values = rows.map((row) => f.pair(row.plus(k).pair()));
    rows.forEach((row, s) => {
      for (let r = 0; r < s; r++) values[s].add(values[r].times(both[r][s]));
      if (s > 0) f.store(row.plus(k), values[s]);
    });
  }, (k) => {
    const values = rows.map((row) => f.float(row.plus(k).float()));
    rows.forEach((row, s) => {
      for (let r = 0; r < s; r++) values[s].add(values[r].times(scales[r][s]));
      if (s > 0) f.store(row.plus(k), values[s]);
    });
  });
}

/** Factors `mat` in place, from one entry of the list of chains to another; `diaginv` receives the inverse of D. */
export const factor = kernel([STAGE, "int", "int", "int", "int"], (f, stage, mat, diaginv, at, end) => {
  const { rownnz, rowadr, colind } = stage;
  const rowOf = (i: Int) => f.int(mat.plus(rowadr.plus(i.shl(2)).int().shl(3)));

  /** Eliminates `count` dofs, `k` and those before it, which are one chain. */
  const eliminate = (count: number, k: Int) => {
    const rows = Array.from({ length: count }, (_, r) => rowOf(k.minus(r)));
    // bytes of the elements of their common ancestors
    const p = f.int(rownnz.plus(k.shl(2)).int().minus(count).shl(3));
    const inverses: Float[] = [];
    // elements between the dofs: `between[r][s]` is that of row r in the column of dof s
    const between: Float[][] = rows.map(() => []);
    const scales: Float[][] = rows.map(() => []);
    for (let r = 0; r < count; r++) {
      for (let s = r; s < count; s++) {
        let value: Float = rows[r].plus(p).float(8 * (count - 1 - s));
        for (let a = 0; a < r; a++) value = value.plus(between[a][s].times(scales[a][r]));
        between[r][s] = f.float(value);
      }
      inverses[r] = f.float(ONE.over(between[r][r]));
      f.store(diaginv.plus(k.minus(r).shl(3)), inverses[r]);
      for (let s = r + 1; s < count; s++) scales[r][s] = f.float(between[r][s].negative().times(inverses[r]));
    }

    // their rows
    if (count > 1) addToNext(f, rows, scales, p);

    // the rows of the ancestors, from the nearest one on
    const columns = f.int(colind.plus(rows[0].minus(mat).shr(1)));
    const negative = inverses.map((inverse) => f.float(inverse.negative()));
    const j = f.int(p);
    f.while(j.isAbove(0), () => {
      j.add(-8);
      const to = rowOf(columns.plus(j.shr(1)).int());
      const own = rows.map((row, r) => f.float(row.plus(j).float().times(negative[r])));
      addRows(f, to, rows, own, f.int(j.plus(8)));
    });

    // divide by the diagonals
    scaleRows(f, rows, inverses, p);
    rows.forEach((row, r) => {
      for (let s = r; s < count; s++) {
        const value = s === r ? between[r][r] : between[r][s].times(inverses[r]);
        f.store(row.plus(p), value, 8 * (count - 1 - s));
      }
    });
  };

  f.for(at, end, 8, () => {
    const count = f.int(at.int());
    const k = f.int(at.int(4));
    f.if(count.equals(1), () => {
      f.if(rownnz.plus(k.shl(2)).int().equals(1), () => {
        f.store(diaginv.plus(k.shl(3)), ONE.over(rowOf(k).float()));
      }, () => eliminate(1, k));
    }, () => f.if(count.equals(2), () => eliminate(2, k), () => eliminate(4, k)));
  });
});

/** Solves with a factored matrix, in place: for the dofs from `first` to before `last`, which are whole trees. */
export const solve = kernel([STAGE, "int", "int", "int", "int", "int"], (f, stage, x, mat, diaginv, first, last) => {
  const { rownnz, rowadr, colind } = stage;
  const begin = f.int(first.shl(2));
  const end = f.int(last.shl(2));
  const rowOf = (i: Int) => f.int(mat.plus(rowadr.plus(i).int().shl(3)));
  const columnsOf = (i: Int) => f.int(colind.plus(rowadr.plus(i).int().shl(2)));
  /** the element of x in a column */
  const element = (column: Int) => x.plus(column.int().shl(3));

  // x ← L⁻ᵀ x
  const i = f.int(end);
  f.while(i.isAbove(begin), () => {
    i.add(-4);
    const n = f.int(rownnz.plus(i).int().minus(1));
    f.if(n, () => {
      const xi = f.float(x.plus(i.shl(1)).float());
      f.if(xi.differs(float(0)), () => {
        const row = rowOf(i);
        const column = columnsOf(i);
        const behind = f.int(column.plus(n.shl(2)));
        f.for(column, behind, 4, () => {
          const to = f.int(element(column));
          f.store(to, to.float().minus(row.float().times(xi)));
          row.add(8);
        });
      });
    });
  });

  // x ← L⁻¹ D⁻¹ x: rows before this one are done
  f.while(i.isBelow(end), () => {
    const to = f.int(x.plus(i.shl(1)));
    const own = f.float(to.float().times(diaginv.plus(i.shl(1)).float()));
    const n = f.int(rownnz.plus(i).int().minus(1));
    f.if(n, () => {
      const row = rowOf(i);
      const column = columnsOf(i);
      const behind = f.int(column.plus(n.shl(2)));
      const sums = [f.pair(), f.pair()];
      const whole = f.int(behind.minus(12));
      f.for(column, whole, 16, () => {
        sums.forEach((sum, k) => {
          const values = element(column.plus(8 * k)).twice().withSecond(element(column.plus(8 * k + 4)));
          sum.add(row.pair(16 * k).times(values));
        });
        row.add(32);
      });
      const both = f.pair(sums[0].plus(sums[1]));
      const sum = f.float(both.lane(0).plus(both.lane(1)));
      f.for(column, behind, 4, () => {
        sum.add(row.float().times(element(column).float()));
        row.add(8);
      });
      own.subtract(sum);
    });
    f.store(to, own);
    i.add(4);
  });
});

/** Factors M into `qLD` and `qLDiagInv`. */
export const factorM = kernel(["int"], (f, at) => {
  const { nC, M, qLD, qLDiagInv, chains, chainsEnd } = STAGE.members(f, at);
  copy(f, qLD, M, nC.shl(3));
  f.call(factor, at, qLD, qLDiagInv, chains, chainsEnd);
});

/** The kernels by name: modules are small. */
export const FACTOR_KERNELS = { factor, factorM };
export const SOLVE_KERNELS = { solve };
