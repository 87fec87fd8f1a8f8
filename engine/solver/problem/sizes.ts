/** Sizes of the problems of a step, by which their scratch memory is measured. */

import { countColumns } from "../../linear/sparse_rows.ts";
import { isPyramidal, isSparse } from "../../model/queries.ts";
import type { Data } from "../../data.ts";
import { nextCapacity } from "../../types/next_capacity.ts";
import { Solver } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { PROFILE_DOFS } from "../hessian/profile_hessian.ts";
import { isByIsland } from "./load.ts";

/** The largest problems of a step, or of several. */
export class ProblemSizes {
  dofs = 0;
  rows = 0;
  /** rows that are solved together, and those of an island: 0 if that is everything */
  solvedRows = 0;
  islandRows = 0;
  islands = 0;
  /** elements of M, and of a dense or a sparse J */
  nM = 0;
  denseJ = 0;
  sparseJ = 0;
  /** columns of the groups of a sparse J, and of one that is used only in products */
  columns = 0;
  groupColumns = 0;
  /** dofs of dense and of sparse problems */
  dense = 0;
  sparse = 0;
  /** dofs of a Hessian whose profile is used, and elements of all of them */
  side = 0;
  fill = 0;
  /** 1 if cones are elliptic */
  cones = 0;

  /** Finds those of a step. */
  find(m: Model, d: Data): void {
    const { nv } = m;
    const { nisland, island_nv, island_nefc, nefc, efc_type, efc_id, efc_J_rownnz, capacity } = d;
    const isByNewton = isSparse(m) && m.opt.solver === Solver.NEWTON;
    const byIsland = isByIsland(m, d);
    this.dofs = nv;
    this.rows = capacity.nefc;
    this.islands = capacity.nisland;
    this.nM = d.M.length;
    this.dense = isSparse(m) ? 0 : nv;
    this.sparse = nv - this.dense;
    this.denseJ = isSparse(m) ? 0 : d.efc_J.length;
    this.sparseJ = d.efc_J.length - this.denseJ;
    this.columns = isSparse(m) ? countColumns(m, nefc, efc_type, efc_id, efc_J_rownnz) : 0;
    this.groupColumns = byIsland || m.opt.solver === Solver.PGS ? this.columns : 0;
    this.islandRows = this.side = this.fill = 0;
    this.cones = Number(!isPyramidal(m));
    if (!byIsland) {
      this.solvedRows = this.rows;
      if (isByNewton) this.addProfile(nv);
      return;
    }
    for (let i = 0; i < nisland; i++) {
      this.islandRows = Math.max(this.islandRows, isSparse(m) ? island_nefc[i] : this.rows);
      if (isByNewton) this.addProfile(island_nv[i]);
    }
    this.solvedRows = this.islandRows;
  }

  private addProfile(nv: number): void {
    if (nv > PROFILE_DOFS) return;
    this.side = Math.max(this.side, nv);
    this.fill += nv * (nv + 1);
  }

  /** Is there room for `other`? */
  suffices(other: ProblemSizes): boolean {
    return other.dofs <= this.dofs && other.rows <= this.rows && other.solvedRows <= this.solvedRows &&
      other.islandRows <= this.islandRows && other.islands <= this.islands && other.nM <= this.nM &&
      other.denseJ <= this.denseJ && other.sparseJ <= this.sparseJ && other.columns <= this.columns &&
      other.groupColumns <= this.groupColumns && other.dense <= this.dense && other.sparse <= this.sparse &&
      other.side <= this.side && other.fill <= this.fill && other.cones <= this.cones;
  }

  /** Makes room for `other`, besides for all that there was room for if `withOld`; what changes often grows by more. */
  set(other: ProblemSizes, withOld: boolean): void {
    for (const name of NAMES) {
      const old = withOld ? this[name] : 0;
      this[name] = other[name] > old ? Math.max(other[name], nextCapacity(old)) : old;
    }
  }
}

const NAMES = Object.keys(new ProblemSizes()) as Exclude<keyof ProblemSizes, "find" | "suffices" | "set">[];
