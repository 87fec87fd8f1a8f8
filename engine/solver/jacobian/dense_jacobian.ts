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
import { newPrefixViews, prefixOf } from "../../math/prefix.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import type { Take } from "../../wasm/arena.ts";
import { DENSE } from "../../wasm/row_kernels.ts";
import type { Block } from "../../wasm/struct.ts";
import type { SolverKernels } from "../problem/kernels.ts";
import type { Jacobian } from "./jacobian.ts";

/** Rows of `nv` numbers, one after another. */
export class DenseJacobian implements Jacobian {
  readonly isSparse = false;
  readonly plan = 0;
  nv = 0;
  J: Float64Array = new Float64Array(0);
  /** columns that can be nonzero */
  readonly rows: DenseRows = newDenseRows();
  /** the block in which kernels find all of this */
  block: Block = { at: 0, doubles: new Float64Array(0), ints: new Int32Array(DENSE.ints) };
  /** null if loops do the work */
  kernels: SolverKernels | null = null;

  /** Allocates room for up to `rows` rows with `nJ` elements in total. */
  lay(take: Take, rows: number, nJ: number): void {
    // kernels read pairs, the last of which may extend beyond the end
    this.J = take.float(nJ + 2);
    layDenseRows(take, this.rows, rows, nJ);
    this.block = DENSE.take(take);
    const { row, blockadr, blocks, tail, pairadr, pairs } = this.rows;
    DENSE.point(this.block, { row, blockadr, blocks, tail, pairadr, pairs, J: this.J });
  }

  /** Loads all rows; products visit all columns if numbers that are not finite must spread. */
  loadWhole(m: Model, d: Data, kernels: SolverKernels | null, spreads: boolean): void {
    this.nv = m.nv;
    this.kernels = kernels;
    this.J.set(prefixOf(d.work.jacobianViews ??= newPrefixViews(), d.efc_J, d.nefc * m.nv));
    if (spreads) listAllColumns(this.rows, d.nefc, m.nv);
    else findDenseRows(m, d, this.rows);
    this.describe();
  }

  /** Loads the rows of one island, whose groups are among those of all rows, or visit all columns if `spreads`. */
  loadIsland(d: Data, whole: DenseRows, island: number, kernels: SolverKernels | null, spreads: boolean): void {
    const { J } = this;
    const nv = d.island_nv[island];
    const from = d.nidof * d.island_iefcadr[island];
    const n = d.island_nefc[island] * nv;
    const { iefc_J } = d;
    this.nv = nv;
    this.kernels = kernels;
    for (let k = 0; k < n; k++) J[k] = iefc_J[from + k];
    if (spreads) listAllColumns(this.rows, d.island_nefc[island], nv);
    else findIslandRows(d, this.rows, whole, island);
    this.describe();
  }

  /** Address of the block for the kernels. */
  address(): number {
    return this.block.at;
  }

  mul(res: Float64Array, v: Float64Array): void {
    const { nv, J, rows, kernels } = this;
    if (kernels === null) {
      mulRows(res, rows, J, nv, v);
      return;
    }
    kernels.mulRows(this.block.at, res.byteOffset, v.byteOffset);
  }

  mulT(res: Float64Array, f: Float64Array): void {
    const { nv, J, rows, kernels } = this;
    if (kernels === null) {
      mulRowsT(res, rows, J, nv, f);
      return;
    }
    kernels.mulRowsT(this.block.at, res.byteOffset, f.byteOffset);
  }

  /** Updates the block of the kernels. */
  private describe(): void {
    const { ints } = this.block;
    ints[DENSE.slot.nv] = this.nv;
    ints[DENSE.slot.count] = this.rows.count;
  }
}
