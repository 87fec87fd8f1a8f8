/** A kernel for the lower triangle of a product B Bᵀ. Addresses and `stride`, from a row of Bᵀ or of the result to the next, count bytes. */

import { type Body, float, type Int, type IntVariable, kernel } from "./assembler.ts";
import { struct } from "./struct.ts";

/** The factors, the product, and scratch memory. */
export const PROJECTION = struct({
  B: "doubles",
  BT: "doubles",
  res: "doubles",
  /** two numbers for each column */
  list: "doubles",
  /** of B */
  rows: "int",
  columns: "int",
  stride: "int",
});

/** Columns of the result that are summed side by side. */
export const SIDE = 8;

/**
 * res = B Bᵀ by rows, each up to its diagonal and on to the next multiple of `SIDE`; Bᵀ has numbers there too. Sums go over the
 * numbers of a row of B that are not zero, in their order; `list` has room for twice as many numbers.
 */
const multiplyRows = kernel([PROJECTION], (f, projection) => {
  const { B, BT, res, list, rows, columns, stride } = projection;
  const i = f.int(0);
  f.for(i, rows, 1, () => {
    const end = f.int(list);
    listNonzero(f, B, BT, columns, stride, end);
    const column = f.int(0);
    f.for(column, i.plus(1).shl(3), 8 * SIDE, () => {
      const sums = Array.from({ length: SIDE / 2 }, () => f.pair());
      const at = f.int(list);
      f.for(at, end, 16, () => {
        const b = f.pair(at.twice());
        const from = f.int(at.int(8).plus(column));
        sums.forEach((sum, k) => sum.add(from.pair(16 * k).times(b)));
      });
      const to = f.int(res.plus(column));
      sums.forEach((sum, k) => f.store(to, sum, 16 * k));
    });
    res.add(stride);
  });
});

/** Lists the numbers of a row that are not zero, and the rows of Bᵀ that they belong to; `B` then stands at the next row. */
function listNonzero(f: Body, B: IntVariable, BT: Int, columns: Int, stride: Int, end: IntVariable): void {
  const row = f.int(BT);
  const last = f.int(B.plus(columns.shl(3)));
  f.for(B, last, 8, () => {
    const b = f.float(B.float());
    f.if(b.differs(float(0)), () => {
      f.store(end, b);
      f.store(end, row, 8);
      end.add(16);
    });
    row.add(stride);
  });
}

/** The kernel by name. */
export const PROJECT_KERNELS = { multiplyRows };
