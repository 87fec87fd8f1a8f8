/**
 * The dual problem: find the admissible forces f that minimize ½ fᵀ AR f + fᵀ b. PGS sweeps over all rows, noslip over
 * those of friction.
 */

import { newPrefixViews, prefixOf, type PrefixViews } from "../../math/prefix.ts";
import { isSparse } from "../../model/queries.ts";
import type { Data } from "../../data.ts";
import { Constraint, ConstraintState } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { Arena, type Take } from "../../wasm/arena.ts";
import type { KernelsOf } from "../../wasm/kernel_set.ts";
import { SWEEP_CONES3, SWEEP_CONES4, SWEEP_ROWS } from "../../wasm/dual_kernels.ts";
import { BLOCK, DUAL, ROW } from "../../wasm/dual_places.ts";
import { SLIP_CONES3, SLIP_CONES4, SLIP_EDGES } from "../../wasm/slip_kernels.ts";
import type { Block } from "../../wasm/struct.ts";
import { coneState, Rows, rowState, TOGETHER } from "./dual_rows.ts";

// V8-1
const { CONTACT_ELLIPTIC, CONTACT_PYRAMIDAL } = Constraint;
const { SATISFIED } = ConstraintState;

declare module "../../types/work.ts" {
  interface Work {
    /** the stored elements of AR */
    dualViews?: PrefixViews;
  }
}

const MODULES = [SWEEP_ROWS, SWEEP_CONES3, SWEEP_CONES4, SLIP_EDGES, SLIP_CONES3, SLIP_CONES4] as const;

/** The kernels of the dual problem by name. */
export type DualKernels = KernelsOf<typeof MODULES>;

/** A memory with the kernels of the dual problem. */
export function newDualArena(): Arena<typeof MODULES> {
  return new Arena(MODULES);
}

// shared by all models and data
const arena = newDualArena();

const NO_FLOATS = new Float64Array(0);
const NO_INTS = new Int32Array(0);

/** A copy of the problem on which kernels and loops work. There is only one, used by all data in turn. */
export class DualProblem {
  /** null if loops do the work */
  kernels: DualKernels | null = null;
  isSparse = false;
  nefc = 0;
  /** always active: equalities and dry friction */
  nbilateral = 0;

  /** `ROW` numbers per row: b, inverse diagonal, its inverse, bound of dry friction, regularization */
  row: Float64Array = NO_FLOATS;
  /** address in bytes and length of each row of AR */
  plan: Int32Array = NO_INTS;
  AR: Float64Array = NO_FLOATS;
  /** columns of a sparse AR */
  colind: Int32Array = NO_INTS;
  /** blocks of rows that are solved for together, at `BLOCK` times their first row */
  block: Float64Array = NO_FLOATS;
  /** μ and the friction of each contact with a cone, at `BLOCK` times its first row */
  cone: Float64Array = NO_FLOATS;
  force: Float64Array = NO_FLOATS;
  state: Int32Array = NO_INTS;
  /** improvement of one sweep */
  sum: Float64Array = NO_FLOATS;
  /** number of rows that are active after one sweep, and of those whose state it changed */
  counts: Int32Array = NO_INTS;
  /** the block in which kernels find all of this */
  places: Block = { at: 0, doubles: NO_FLOATS, ints: NO_INTS };

  /** runs of rows: kind, first row, and end */
  runs: Int32Array = NO_INTS;
  nruns = 0;

  /** rows that are solved together: residuals, previous forces, and the problem of their friction */
  readonly together = {
    res: new Float64Array(6),
    oldforce: new Float64Array(6),
    A: new Float64Array(36),
    b: new Float64Array(6),
  };

  /** the improvement, as recorded in the statistics */
  readonly progress = new Float64Array(3);

  private roomRows = 0;
  private roomA = 0;
  private roomColumns = 0;

  /** Copies the problem of a step. */
  load(m: Model, d: Data): void {
    const { ne, nf, nefc, efc_b, efc_frictionloss, efc_R, efc_force } = d;
    this.isSparse = isSparse(m);
    this.nefc = nefc;
    this.nbilateral = ne + nf;
    this.makeRoom(d.capacity.nefc, d.efc_AR.length, this.isSparse ? d.efc_AR_colind.length : 0);
    this.kernels = arena.kernels;
    const nA = this.planRows(d);
    this.AR.set(prefixOf(d.work.dualViews ??= newPrefixViews(), d.efc_AR, nA));
    this.places.ints[DUAL.slot.colind] = this.isSparse ? this.colind.byteOffset : 0;
    if (this.isSparse) {
      const { colind } = this;
      const { efc_AR_colind } = d;
      for (let k = 0; k < nA; k++) colind[k] = efc_AR_colind[k];
    }

    const { row, force } = this;
    for (let i = 0; i < nefc; i++) {
      row[ROW * i] = efc_b[i];
      row[ROW * i + 3] = efc_frictionloss[i];
      row[ROW * i + 4] = efc_R[i];
      force[i] = efc_force[i];
    }
    this.findRuns(d);
    this.findStates();
  }

  /** Copies forces and states to the data. */
  store(d: Data): void {
    const { nefc, force, state } = this;
    const { efc_force, efc_state } = d;
    for (let i = 0; i < nefc; i++) {
      efc_force[i] = force[i];
      efc_state[i] = state[i];
    }
  }

  /** The position of the diagonal element of a row in AR. */
  diagonal(i: number): number {
    const { plan, colind } = this;
    let adr = plan[2 * i] >> 3;
    if (!this.isSparse) return adr + i;
    while (colind[adr] !== i) adr++;
    return adr;
  }

  /** Copies the square diagonal block of AR for `n` rows from `i` on. */
  copyBlock(i: number, n: number): void {
    const { plan, AR, block } = this;
    const shift = this.diagonal(i) - (plan[2 * i] >> 3);
    for (let j = 0; j < n; j++) {
      const adr = (plan[2 * (i + j)] >> 3) + shift;
      for (let k = 0; k < n; k++) block[BLOCK * i + j * n + k] = AR[adr + k];
    }
  }

  private makeRoom(rows: number, nA: number, columns: number): void {
    if (rows <= this.roomRows && nA <= this.roomA && columns <= this.roomColumns) return;
    this.roomRows = Math.max(this.roomRows, rows);
    this.roomA = Math.max(this.roomA, nA);
    this.roomColumns = Math.max(this.roomColumns, columns);
    this.layAll();
  }

  private layAll(): void {
    arena.lay((take) => this.lay(take));
    const { row, plan, AR, colind, block, cone, force, state, sum, counts } = this;
    this.runs = new Int32Array(3 * this.roomRows);
    DUAL.point(this.places, { row, plan, AR, colind, block, cone, force, state, sum, counts });
  }

  private lay(take: Take): void {
    const { roomRows, roomA, roomColumns } = this;
    this.row = take.float(ROW * roomRows);
    this.plan = take.int(2 * roomRows);
    this.AR = take.float(roomA);
    this.colind = take.int(roomColumns);
    this.block = take.float(BLOCK * roomRows);
    this.cone = take.float(BLOCK * roomRows);
    this.force = take.float(roomRows);
    this.state = take.int(roomRows);
    this.sum = take.float(1);
    this.counts = take.int(4);
    this.places = DUAL.take(take);
  }

  /** Records the positions of the rows of AR; returns the number of elements. */
  private planRows({ nefc, efc_AR_rowadr, efc_AR_rownnz }: Data): number {
    const { plan, isSparse } = this;
    for (let i = 0; i < nefc; i++) {
      plan[2 * i] = 8 * (isSparse ? efc_AR_rowadr[i] : i * nefc);
      plan[2 * i + 1] = isSparse ? efc_AR_rownnz[i] : nefc;
    }
    return (plan[2 * nefc - 2] >> 3) + plan[2 * nefc - 1];
  }

  private findRuns({ ne, nf, nefc, efc_type, efc_id, contact }: Data): void {
    const { runs, cone } = this;
    const { dim, mu, friction } = contact;
    let n = 0;
    for (let i = 0; i < nefc;) {
      let kind: number = i < ne ? Rows.EQUALITY : i < ne + nf ? Rows.FRICTION : Rows.ONE_SIDED;
      let size = 1;
      if (efc_type[i] === CONTACT_PYRAMIDAL) {
        kind = Rows.EDGES;
        size = 2 * (dim[efc_id[i]] - 1);
      } else if (efc_type[i] === CONTACT_ELLIPTIC) {
        const id = efc_id[i];
        size = dim[id];
        kind = size === 3 ? Rows.CONE3 : size === 4 ? Rows.CONE4 : Rows.CONE6;
        cone[BLOCK * i] = mu[id];
        for (let j = 0; j < 5; j++) cone[BLOCK * i + j + 1] = friction[5 * id + j];
      }
      if (n === 0 || runs[3 * n - 3] !== kind) {
        runs[3 * n] = kind;
        runs[3 * n + 1] = i;
        n++;
      }
      i += size;
      runs[3 * n - 1] = i;
    }
    this.nruns = n;
  }

  private findStates(): void {
    const { nruns, runs, state } = this;
    for (let r = 0; r < nruns; r++) {
      const kind = runs[3 * r];
      const end = runs[3 * r + 2];
      const isCone = kind >= Rows.CONE3;
      const size = isCone ? TOGETHER[kind] : 1;
      for (let i = runs[3 * r + 1]; i < end; i += size) {
        const found = isCone ? coneState(this, i, size) : rowState(this, i, kind);
        for (let j = 0; j < size; j++) state[i + j] = found;
      }
    }
  }

  /** Number of active single rows that cannot pull: limits and frictionless contacts. */
  countActive(): number {
    const { nruns, runs, state } = this;
    let n = 0;
    for (let r = 0; r < nruns; r++) {
      if (runs[3 * r] !== Rows.ONE_SIDED) continue;
      for (let i = runs[3 * r + 1]; i < runs[3 * r + 2]; i++) {
        if (state[i] !== SATISFIED) n++;
      }
    }
    return n;
  }
}

const problem = new DualProblem();

/** The problem of a step, which is solved before the next one is loaded. */
export function loadDual(m: Model, d: Data): DualProblem {
  problem.load(m, d);
  return problem;
}
