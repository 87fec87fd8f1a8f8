/** What kernels for sparse matrices visit, which depends on patterns alone. */

import { struct } from "./struct.ts";

/** What to visit: counts and lists of integers. Columns and rows are distances in bytes, in vectors unless that is said. */
export const PLAN = struct({
  /** rows of the matrix */
  size: "int",
  /** for each row and one more, the address of the columns of M, which has its values in the same order */
  MAdr: "list",
  MColumn: "list",
  /** number of chains of rows of M, see `Chain`; for each its length, 1 to 3, negative for any number of diagonals */
  MChains: "int",
  MChain: "list",
  /** bytes of the matrix, of which each row has the columns from its first to its diagonal, in pairs */
  bytes: "int",
  /** for each row of the matrix, and one more if their number is odd, where column 0 would be */
  rowAt: "list",
  /**
   * for each row of the factor and one more, the address of its runs: first columns, which are even, and ends of what may be
   * nonzero, up to behind the diagonal
   */
  runAdr: "list",
  run: "list",
  /** for each row and one more, the address of its columns in `LColumn`; the diagonal is the last */
  LAdr: "list",
  LColumn: "list",
  /** for each column and one more, the address of the rows below the diagonal, in the order in which they are subtracted */
  belowAdr: "list",
  /** distances in the matrix */
  belowRow: "list",
  /** number of groups of rows of J with the same columns; for each and one more, its first row */
  groups: "int",
  groupRow: "list",
  /** for each group its number of rows and columns, and how these lie: see `SHAPE` */
  shape: "list",
  /** for each group and one more, the address of its columns in `column` */
  columnAdr: "list",
  column: "list",
  /** for each group and one more, the address of its pairs of columns; a pair is given by its even column */
  pairAdr: "list",
  pair: "list",
  /** where each column is in a row of pairs */
  place: "list",
  /** how many columns of J from each one on have the same rows, and elements side by side: 1 to 6, then the next */
  alike: "list",
  /** for the first of these columns and one more, the address of its elements: their rows, and their distances in J */
  elementAdr: "list",
  elementRow: "list",
  element: "list",
});

/** The members of a plan, for kernels. */
export type PlanMembers = ReturnType<typeof PLAN.members>;
