/** The inertia matrix of a problem, and its factor. */

import { copyAll } from "../../math/vec.ts";
import { solveLD } from "../../linear/ltdl.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import type { Take } from "../../wasm/arena.ts";
import type { SolverKernels } from "./kernels.ts";

const NO_FLOATS = new Float64Array(0);
const NO_INTS = new Int32Array(0);

/** The rows of M up to their diagonals. Rows start at 0; addresses give the start of their elements. */
export class Inertia {
  nv = 0;
  M: Float64Array = NO_FLOATS;
  /** a copy, if those of the data are elsewhere */
  private copy: Float64Array = NO_FLOATS;
  /** arrays of the model or the data, which do not change while the problem is solved, or `islandnnz` and `islandadr` */
  rownnz: Int32Array = NO_INTS;
  rowadr: Int32Array = NO_INTS;
  colind: Int32Array = NO_INTS;
  /** the problem's first element */
  private first = 0;
  /** LᵀDL factor and inverse diagonal, for conjugate gradients only */
  LD: Float64Array = NO_FLOATS;
  diagInv: Float64Array = NO_FLOATS;
  private islandnnz: Int32Array = NO_INTS;
  private islandadr: Int32Array = NO_INTS;
  /** address of the plan of what the kernels visit */
  plan = 0;
  /** null if loops do the work */
  kernels: SolverKernels | null = null;

  /** Allocates room for up to `dofs` dofs with `nM` elements in total. */
  lay(take: Take, dofs: number, nM: number): void {
    this.M = this.copy = take.float(nM);
    this.LD = take.float(nM);
    this.islandnnz = take.int(dofs);
    this.islandadr = take.int(dofs);
    this.diagInv = take.float(dofs);
  }

  /** Selects everything; with `isHere`, kernels find it where it is. */
  useWhole(m: Model, d: Data, isHere: boolean, kernels: SolverKernels | null): void {
    this.nv = m.nv;
    this.first = 0;
    this.M = isHere ? d.M : this.copy;
    this.kernels = kernels;
    this.rownnz = m.M_rownnz;
    this.rowadr = m.M_rowadr;
    this.colind = m.M_colind;
  }

  /** Loads the whole inertia matrix. */
  loadWhole(d: Data, isHere: boolean, withFactor: boolean): void {
    if (!isHere) copyAll(this.M, d.M);
    if (!withFactor) return;
    copyAll(this.LD, d.qLD);
    copyAll(this.diagInv, d.qLDiagInv);
  }

  /** Loads the inertia of all islands; `loadIsland` selects one. */
  loadIslands(d: Data, isHere: boolean, withFactor: boolean): void {
    this.M = isHere ? d.iM : this.copy;
    this.rownnz = this.islandnnz;
    this.rowadr = this.islandadr;
    this.colind = d.iM_colind;
    if (!isHere) copyAll(this.M, d.iM);
    if (withFactor) copyAll(this.LD, d.iLD);
  }

  /** Selects the rows of one island, of which kernels may know all but where they begin. */
  loadIsland(
    d: Data,
    island: number,
    withFactor: boolean,
    kernels: SolverKernels | null,
    isKnown: boolean,
  ): void {
    const { islandnnz, islandadr, diagInv } = this;
    const { iM_rownnz, iM_rowadr, iLDiagInv } = d;
    const first = d.island_idofadr[island];
    const nv = d.island_nv[island];
    this.nv = nv;
    this.first = iM_rowadr[first];
    if (this.kernels !== kernels) this.kernels = kernels;
    if (!isKnown) {
      for (let i = 0; i < nv; i++) {
        islandnnz[i] = iM_rownnz[first + i];
        islandadr[i] = iM_rowadr[first + i];
      }
    }
    if (withFactor) { for (let i = 0; i < nv; i++) diagInv[i] = iLDiagInv[first + i]; }
  }

  /** Address of the problem's first element for the kernels. */
  address(): number {
    return this.M.byteOffset + 8 * this.first;
  }

  /** Writes the sum of the diagonal to `res[at]`: V8-10. */
  trace(res: Float64Array, at: number): void {
    const { nv, M, rownnz, rowadr } = this;
    res[at] = 0;
    for (let i = 0; i < nv; i++) res[at] += M[rowadr[i] + rownnz[i] - 1];
  }

  /** res = M v; both are in the memory of the kernels */
  mul(res: Float64Array, v: Float64Array): void {
    const { nv, M, rownnz, rowadr, colind, kernels } = this;
    if (kernels) {
      kernels.mulInertia(this.plan, res.byteOffset, this.address(), v.byteOffset);
      return;
    }
    for (let i = 0; i < nv; i++) {
      const start = rowadr[i];
      const diagonal = start + rownnz[i] - 1;
      const x = v[i];
      let sum = M[diagonal] * x;
      for (let k = diagonal - 1; k >= start; k--) {
        const j = colind[k];
        sum += M[k] * v[j];
        res[j] += M[k] * x;
      }
      res[i] = sum;
    }
  }

  /** res = M⁻¹ v */
  solve(res: Float64Array, v: Float64Array): void {
    const { nv, LD, diagInv, rownnz, rowadr, colind } = this;
    for (let i = 0; i < nv; i++) res[i] = v[i];
    solveLD(res, 0, LD, diagInv, nv, rownnz, rowadr, colind);
  }
}
