/** A sparse Jacobian: rows with column indices, in groups of rows that share their columns. */

import { newPrefixViews, prefixOf, type PrefixViews } from "../../math/prefix.ts";
import { mulMatVecSparse } from "../../linear/sparse.ts";
import { groupRows, mulGroups } from "../../linear/sparse_rows.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import type { Take } from "../../wasm/arena.ts";
import type { SolverKernels } from "../problem/kernels.ts";
import type { Jacobian } from "./jacobian.ts";
import { Transpose } from "./transpose.ts";

declare module "../../types/work.ts" {
  interface Work {
    /** the elements of the islands' Jacobians */
    islandViews?: PrefixViews;
  }
}

const NO_INTS = new Int32Array(0);

/** Rows by their nonzero elements. Rows begin at 0, elements where the addresses say. */
export interface SparseRows {
  nv: number;
  nefc: number;
  J: Float64Array;
  rownnz: Int32Array;
  rowadr: Int32Array;
  colind: Int32Array;
  /** how many rows from each one on belong to the same constraint, and so have the same columns */
  group: Int32Array;
}

/** Sparse rows, and their columns where loops or plans ask for them. */
export class SparseJacobian implements Jacobian, SparseRows {
  nv = 0;
  nefc = 0;
  J: Float64Array = new Float64Array(0);
  rownnz: Int32Array = NO_INTS;
  rowadr: Int32Array = NO_INTS;
  /** the data's own, which nobody writes while the problem is solved */
  colind: Int32Array = NO_INTS;
  group: Int32Array = NO_INTS;
  readonly transpose = new Transpose();
  /** where the plan is that says what the kernels visit */
  plan = 0;
  /** null where loops do the work */
  kernels: SolverKernels | null = null;

  /** Takes room for up to `rows` rows with `nJ` elements in all. */
  lay(take: Take, rows: number, nJ: number): void {
    // kernels read pairs, the last of which may be half beyond the end
    this.J = take.float(nJ + 2);
    this.rownnz = take.int(rows);
    this.rowadr = take.int(rows);
    this.group = take.int(rows);
  }

  /** Takes over the rows of everything. */
  loadWhole(m: Model, d: Data, kernels: SolverKernels | null): void {
    const { nefc, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind, efc_type, efc_id } = d;
    const nJ = efc_J_rowadr[nefc - 1] + efc_J_rownnz[nefc - 1];
    this.J.set(prefixOf(d.work.jacobianViews ??= newPrefixViews(), efc_J, nJ));
    this.select(m.nv, nefc, 0, efc_J_rownnz, efc_J_rowadr, efc_J_colind, kernels);
    groupRows(m, this.group, nefc, efc_type, 0, efc_id);
  }

  /** Takes over the elements of all islands; `loadIsland` says which are meant. */
  loadIslands(d: Data): void {
    const { nefc, iefc_J, iefc_J_rowadr, iefc_J_rownnz } = d;
    const nJ = iefc_J_rowadr[nefc - 1] + iefc_J_rownnz[nefc - 1];
    this.J.set(prefixOf(d.work.islandViews ??= newPrefixViews(), iefc_J, nJ));
  }

  /** Makes the rows those of one island. */
  loadIsland(m: Model, d: Data, island: number, kernels: SolverKernels | null): void {
    const { iefc_J_rownnz, iefc_J_rowadr, iefc_J_colind, iefc_type, iefc_id } = d;
    const first = d.island_iefcadr[island];
    const nefc = d.island_nefc[island];
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
    this.colind = colind;
    this.kernels = kernels;
    for (let i = 0; i < nefc; i++) {
      rownnz[i] = fromNnz[first + i];
      rowadr[i] = fromAdr[first + i];
    }
  }

  /** Where the problem's first element is for the kernels. */
  address(): number {
    return this.J.byteOffset + 8 * this.rowadr[0];
  }

  mul(res: Float64Array, v: Float64Array): void {
    const { kernels } = this;
    if (kernels) kernels.mulGroups(this.plan, res.byteOffset, this.address(), v.byteOffset);
    else mulGroups(res, this.J, this.nefc, this.rownnz, this.rowadr, this.colind, this.group, v);
  }

  mulT(res: Float64Array, f: Float64Array): void {
    const { kernels, transpose } = this;
    if (kernels) kernels.mulColumns(this.plan, res.byteOffset, this.address(), f.byteOffset);
    else mulMatVecSparse(res, transpose.values, f, this.nv, transpose.rownnz, transpose.rowadr, transpose.colind);
  }
}
