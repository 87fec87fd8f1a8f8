/** A kernel for the LᵀDL factorization of long chains. Addresses count bytes. */

import { kernel } from "./assembler.ts";
import { struct } from "./struct.ts";

/** A matrix with the pattern of the inertia matrix, and the inverse diagonal of the four rows that are eliminated. */
export const ELIMINATION = struct({
  mat: "doubles",
  rowadr: "ints",
  colind: "ints",
  da: "double",
  db: "double",
  dc: "double",
  dd: "double",
});

/**
 * Subtracts the outer products of four rows, which begin with `p` common ancestors, from the rows of these ancestors. The
 * rows begin at the elements `a`, `b`, `c`, and `d`, in the order of elimination.
 */
const eliminateFour = kernel([ELIMINATION, "int", "int", "int", "int", "int"], (f, block, a, b, c, d, p) => {
  const { mat, rowadr, colind } = block;
  const inverses = [block.da, block.db, block.dc, block.dd].map(({ value }) => f.float(value.negative()));
  const rows = [a, b, c, d].map((row) => f.int(mat.plus(row.shl(3))));
  const ancestor = f.int(colind.plus(a.shl(2)));
  const i = f.int(0);
  f.for(i, p.shl(3), 8, () => {
    const to = f.int(mat.plus(rowadr.plus(ancestor.int().shl(2)).int().shl(3)));
    const scales = rows.map((row, r) => f.float(row.plus(i).float().times(inverses[r])));
    const both = scales.map((scale) => f.pair(scale.twice()));
    const j = f.int(0);
    f.for(j, i, 16, () => {
      const at = f.int(to.plus(j));
      const sum = f.pair(at.pair());
      rows.forEach((row, r) => sum.add(row.plus(j).pair().times(both[r])));
      f.store(at, sum);
    });
    // the diagonal, unless it was the second of a pair
    f.if(j.equals(i), () => {
      const at = f.int(to.plus(j));
      const sum = f.float(at.float());
      rows.forEach((row, r) => sum.add(row.plus(j).float().times(scales[r])));
      f.store(at, sum);
    });
    ancestor.add(4);
  });
});

/** The kernel by name. */
export const FACTOR_KERNELS = { eliminateFour };
