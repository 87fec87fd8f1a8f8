/**
 * The primal problem: find the acceleration that minimizes ½ (a − a₀)ᵀ M (a − a₀) + s(J a − aref), where a₀ is the
 * acceleration without constraints and s the cost of violating them. One problem covers all dofs, or one island.
 */

import { NSOLVER } from "../../types/constants.ts";
import { newContacts } from "../../types/contacts.ts";
import type { Contacts } from "../../types/interfaces.ts";
import type { Take } from "../../wasm/arena.ts";
import { RECORD, STEPS } from "../../wasm/primal_kernels.ts";
import type { Block } from "../../wasm/struct.ts";
import type { Hessian } from "../hessian/hessian.ts";
import type { Jacobian } from "../jacobian/jacobian.ts";
import type { Steps } from "../primal/steps.ts";
import type { Inertia } from "./inertia.ts";
import { DofVectors, RowVectors } from "./vectors.ts";

/** Places of the numbers that steps take and give: see `STEPS`. */
export const NUMBER = STEPS.slot;

/** Places from one record to the next, in doubles and in integers, and those before the counts. */
export const PROGRESS = RECORD.doubles + RECORD.ints / 2;
export const COUNTS = 2 * PROGRESS;
export const BEFORE_COUNTS = 2 * RECORD.doubles;

/** A problem, the state of its solution, and the parts that hide how things are stored. */
export class PrimalProblem {
  /** the island, −1 for everything */
  island = -1;
  /** numbers of dofs, rows of equalities, rows of dry friction, and rows in all */
  nv = 0;
  ne = 0;
  nf = 0;
  nefc = 0;
  /** is it solved by Newton's method, or by conjugate gradients */
  isNewton = false;
  /** are friction cones elliptic */
  isElliptic = false;
  /** the data's contacts: rows of elliptic cones read them, and write the Hessians of their costs there */
  contact: Contacts = newContacts(0);

  /** those of everything, and those of an island */
  readonly whole = new DofVectors();
  readonly ofIsland = new DofVectors();
  dofs = this.whole;
  readonly wholeRows = new RowVectors();
  readonly islandRows = new RowVectors();
  rows = this.wholeRows;

  // numbers that change often are in arrays: V8-2
  /** numbers that steps take and give, at the places of `NUMBER`, and where kernels find all vectors */
  numbers: Float64Array = new Float64Array(STEPS.doubles);
  block: Block = { at: 0, doubles: this.numbers, ints: new Int32Array(STEPS.ints) };
  /** records of the iterations: their progress, and, as integers in the same memory, their counts */
  progress: Float64Array = new Float64Array(0);
  counts: Int32Array = new Int32Array(0);

  /** The parts belong to the loaded problem. */
  constructor(readonly inertia: Inertia, public jacobian: Jacobian, public hessian: Hessian, public steps: Steps) {}

  /** Allocates room for the given numbers of dofs and rows; the block is the first that `head` gives. */
  lay(head: Take, take: Take, dofs: number, rows: number, solved: number, ofIsland: number): void {
    this.block = STEPS.take(head);
    this.whole.lay(take, dofs);
    this.ofIsland.layIsland(take, this.whole, ofIsland > 0 ? dofs : 0);
    this.wholeRows.lay(take, rows, solved);
    this.islandRows.layIsland(take, this.wholeRows, ofIsland);
    this.numbers = this.block.doubles;
    this.progress = take.float(PROGRESS * NSOLVER);
    this.counts = new Int32Array(this.progress.buffer, this.progress.byteOffset, 2 * this.progress.length);
  }

  /** Rows in the middle zone of their cones. */
  get ncone(): number {
    return this.block.ints[NUMBER.cones];
  }
}
