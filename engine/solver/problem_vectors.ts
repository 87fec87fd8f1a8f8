/** Vectors of a primal problem, in the memory of the kernels: of everything, and copies of those that are solved with. */

import type { Take } from "../wasm/arena.ts";
import { groupPlanRoom, inertiaPlanRoom } from "./kernel_plan.ts";

const NO_FLOATS = new Float64Array(0);
const NO_INTS = new Int32Array(0);

/** Vectors of all rows and dofs. */
export class AllVectors {
  /** M qacc and J qacc − aref at the starting point */
  Ma: Float64Array = NO_FLOATS;
  Jaref: Float64Array = NO_FLOATS;
  /** groups of a sparse Jacobian, and what the kernels visit of it */
  J_group: Int32Array = NO_INTS;
  groupPlan: Int32Array = NO_INTS;
  /** 0, 1, 2 … */
  dofs: Int32Array = NO_INTS;
  /** what the kernels visit of the inertia of a dense problem, and the columns that this was written for */
  inertiaPlan: Int32Array = NO_INTS;
  planned: Int32Array = NO_INTS;

  lay(take: Take, dofs: number, rows: number, nM: number, nJ: number): void {
    this.Ma = take.float(dofs);
    this.Jaref = take.float(rows);
    this.J_group = take.int(rows);
    this.groupPlan = take.int(groupPlanRoom(rows, nJ));
    this.dofs = take.int(dofs);
    for (let i = 0; i < this.dofs.length; i++) this.dofs[i] = i;
    this.inertiaPlan = take.int(inertiaPlanRoom(dofs, nM));
    this.planned = NO_INTS;
  }
}

/** Copies of the data's vectors, of an island or of everything. */
export class OwnVectors {
  qfrc_smooth: Float64Array = NO_FLOATS;
  qacc_smooth: Float64Array = NO_FLOATS;
  qacc: Float64Array = NO_FLOATS;
  Ma: Float64Array = NO_FLOATS;
  qLDiagInv: Float64Array = NO_FLOATS;
  M_rownnz: Int32Array = NO_INTS;
  M_rowadr: Int32Array = NO_INTS;
  D: Float64Array = NO_FLOATS;
  R: Float64Array = NO_FLOATS;
  floss: Float64Array = NO_FLOATS;
  Jaref: Float64Array = NO_FLOATS;
  type: Int32Array = NO_INTS;
  id: Int32Array = NO_INTS;
  state: Int32Array = NO_INTS;
  J_rownnz: Int32Array = NO_INTS;
  J_rowadr: Int32Array = NO_INTS;
  J_group: Int32Array = NO_INTS;
  inertiaPlan: Int32Array = NO_INTS;

  lay(take: Take, dofs: number, rows: number, nM: number): void {
    this.qfrc_smooth = take.float(dofs);
    this.qacc_smooth = take.float(dofs);
    this.qacc = take.float(dofs);
    this.Ma = take.float(dofs);
    this.qLDiagInv = take.float(dofs);
    this.M_rownnz = take.int(dofs);
    this.M_rowadr = take.int(dofs);
    this.D = take.float(rows);
    this.R = take.float(rows);
    this.floss = take.float(rows);
    this.Jaref = take.float(rows);
    this.type = take.int(rows);
    this.id = take.int(rows);
    this.state = take.int(rows);
    this.J_rownnz = take.int(rows);
    this.J_rowadr = take.int(rows);
    this.J_group = take.int(rows);
    this.inertiaPlan = take.int(inertiaPlanRoom(dofs, nM));
  }
}
