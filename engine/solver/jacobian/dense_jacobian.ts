/** A dense Jacobian: full rows; products visit only the columns that a constraint can touch. */

import {
  type DenseRows,
  findDenseRows,
  findIslandRows,
  layDenseRows,
  listAllColumns,
  mulRows,
  mulRowsT,
  newDenseRows,
} from "./dense_rows.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import type { Take } from "../../wasm/arena.ts";
import { DENSE } from "../../wasm/row_kernels.ts";
import type { Block } from "../../wasm/struct.ts";
import type { SolverKernels } from "../problem/kernels.ts";
import type { Jacobian } from "./jacobian.ts";

// V8-1
const PLACE = DENSE.slot;

/** Rows of `nv` numbers, one after another. */
export class DenseJacobian implements Jacobian {
  readonly isSparse = false;
  readonly plan = 0;
  nv = 0;
  /** the array of the data, and where the problem's first element is */
  J: Float64Array = new Float64Array(0);
  first = 0;
  /** columns that can be nonzero */
  readonly rows: DenseRows = newDenseRows();
  /** the block in which kernels find all of this */
  block: Block = { at: 0, doubles: new Float64Array(0), ints: new Int32Array(DENSE.ints) };
  /** null if loops do the work */
  kernels: SolverKernels | null = null;

  /** Allocates room for up to `rows` rows with `nJ` elements in total. */
  lay(take: Take, rows: number, nJ: number): void {
    layDenseRows(take, this.rows, rows, nJ);
    this.block = DENSE.take(take);
    const { row, blockadr, blocks, tail, pairadr, pairs } = this.rows;
    DENSE.point(this.block, { row, blockadr, blocks, tail, pairadr, pairs });
  }

  /** Takes all rows. */
  useWhole(m: Model, d: Data, kernels: SolverKernels | null): void {
    this.nv = m.nv;
    this.kernels = kernels;
    this.J = d.efc_J;
    this.describe();
  }

  /** Lists the columns of all rows; products visit all columns if numbers that are not finite must spread. */
  listWhole(m: Model, d: Data, spreads: boolean): void {
    if (spreads) listAllColumns(this.rows, d.nefc, m.nv);
    else findDenseRows(m, d, this.rows);
    this.block.ints[PLACE.count] = this.rows.count;
  }

  /** Loads the rows of one island, whose groups are among those of all rows, or visit all columns if `spreads`. */
  loadIsland(d: Data, whole: DenseRows, island: number, kernels: SolverKernels | null, spreads: boolean): void {
    const nv = d.island_nv[island];
    this.nv = nv;
    if (this.kernels !== kernels) this.kernels = kernels;
    if (this.J !== d.iefc_J) this.J = d.iefc_J;
    this.first = d.nidof * d.island_iefcadr[island];
    if (spreads) listAllColumns(this.rows, d.island_nefc[island], nv);
    else findIslandRows(d, this.rows, whole, island);
    this.describe();
  }

  /** Address of the block for the kernels. */
  address(): number {
    return this.block.at;
  }

  mul(res: Float64Array, v: Float64Array): void {
    const { nv, J, first, rows, kernels } = this;
    if (kernels === null) {
      mulRows(res, rows, J, first, nv, v);
      return;
    }
    kernels.mulRows(this.block.at, res.byteOffset, v.byteOffset);
  }

  mulT(res: Float64Array, f: Float64Array): void {
    const { nv, J, first, rows } = this;
    mulRowsT(res, rows, J, first, nv, f);
  }

  /** Updates the block of the kernels. */
  private describe(): void {
    const { ints } = this.block;
    ints[PLACE.nv] = this.nv;
    ints[PLACE.count] = this.rows.count;
    ints[PLACE.J] = this.J.byteOffset + 8 * this.first;
  }
}
