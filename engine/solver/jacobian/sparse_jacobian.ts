/** A sparse Jacobian: rows with column indices, in groups of rows that share their columns. */

import { mulMatVecSparse } from "../../linear/sparse.ts";
import { groupRows } from "../../linear/sparse_rows.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import type { Take } from "../../wasm/arena.ts";
import type { SolverKernels } from "../problem/kernels.ts";
import type { Jacobian } from "./jacobian.ts";
import { Transpose } from "./transpose.ts";

const NO_INTS = new Int32Array(0);

/** Rows of nonzero elements. Rows start at 0; addresses give the start of their elements. */
export interface SparseRows {
  nv: number;
  nefc: number;
  J: Float64Array;
  rownnz: Int32Array;
  rowadr: Int32Array;
  colind: Int32Array;
  /** number of rows, from each one on, that belong to the same constraint and therefore have the same columns */
  group: Int32Array;
}

/** Sparse rows, and their columns if loops or plans need them. */
export class SparseJacobian implements Jacobian, SparseRows {
  readonly isSparse = true;
  nv = 0;
  nefc = 0;
  /** the arrays of the data, which do not change while the problem is solved */
  J: Float64Array = new Float64Array(0);
  colind: Int32Array = NO_INTS;
  rownnz: Int32Array = NO_INTS;
  rowadr: Int32Array = NO_INTS;
  group: Int32Array = NO_INTS;
  readonly transpose = new Transpose();
  /** address of the plan of what the kernels visit */
  plan = 0;
  /** null if loops do the work */
  kernels: SolverKernels | null = null;

  /** Allocates room for up to `rows` rows. */
  lay(take: Take, rows: number): void {
    this.rownnz = take.int(rows);
    this.rowadr = take.int(rows);
    this.group = take.int(rows);
  }

  /** Loads all rows. */
  loadWhole(m: Model, d: Data, kernels: SolverKernels | null): void {
    const { nefc, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind, efc_type, efc_id } = d;
    this.J = efc_J;
    this.select(m.nv, nefc, 0, efc_J_rownnz, efc_J_rowadr, efc_J_colind, kernels);
    groupRows(m, this.group, nefc, efc_type, 0, efc_id);
  }

  /** Loads the rows of one island. */
  loadIsland(m: Model, d: Data, island: number, kernels: SolverKernels | null): void {
    const { iefc_J_rownnz, iefc_J_rowadr, iefc_J_colind, iefc_type, iefc_id } = d;
    const first = d.island_iefcadr[island];
    const nefc = d.island_nefc[island];
    if (this.J !== d.iefc_J) this.J = d.iefc_J;
    this.select(d.island_nv[island], nefc, first, iefc_J_rownnz, iefc_J_rowadr, iefc_J_colind, kernels);
    groupRows(m, this.group, nefc, iefc_type, first, iefc_id);
  }

  private select(
    nv: number,
    nefc: number,
    first: number,
    fromNnz: Int32Array,
    fromAdr: Int32Array,
    colind: Int32Array,
    kernels: SolverKernels | null,
  ): void {
    const { rownnz, rowadr } = this;
    this.nv = nv;
    this.nefc = nefc;
    if (this.colind !== colind) this.colind = colind;
    if (this.kernels !== kernels) this.kernels = kernels;
    for (let i = 0; i < nefc; i++) {
      rownnz[i] = fromNnz[first + i];
      rowadr[i] = fromAdr[first + i];
    }
  }

  /** Address of the problem's first element for the kernels. */
  address(): number {
    return this.J.byteOffset + 8 * this.rowadr[0];
  }

  mul(res: Float64Array, v: Float64Array): void {
    const { kernels } = this;
    if (kernels) kernels.mulGroups(this.plan, res.byteOffset, this.address(), v.byteOffset);
    else mulMatVecSparse(res, this.J, v, this.nefc, this.rownnz, this.rowadr, this.colind);
  }

  mulT(res: Float64Array, f: Float64Array): void {
    const { kernels, transpose } = this;
    if (kernels) kernels.mulColumns(this.plan, res.byteOffset, this.address(), f.byteOffset);
    else mulMatVecSparse(res, transpose.values, f, this.nv, transpose.rownnz, transpose.rowadr, transpose.colind);
  }
}
