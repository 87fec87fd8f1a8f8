/**
 * The primal problem: find the acceleration that minimizes ½ (a − a₀)ᵀ M (a − a₀) + s(J a − aref), where a₀ is the
 * acceleration without constraints and s the cost of violating them. One problem covers all dofs, or one island.
 */

import { newContacts } from "../../types/contacts.ts";
import type { Contacts } from "../../types/interfaces.ts";
import type { Take } from "../../wasm/arena.ts";
import { STEPS } from "../../wasm/primal_kernels.ts";
import type { Block } from "../../wasm/struct.ts";
import type { Hessian } from "../hessian/hessian.ts";
import type { Jacobian } from "../jacobian/jacobian.ts";
import type { Steps } from "../primal/steps.ts";
import type { Inertia } from "./inertia.ts";
import { DofVectors, RowVectors } from "./vectors.ts";

/** Places of the numbers that steps take and give: see `STEPS`. */
export const NUMBER = STEPS.slot;

/** A problem, the state of its solution, and the parts that hide how things are stored. */
export class PrimalProblem {
  /** the island, −1 for everything */
  island = -1;
  /** numbers of dofs, rows of equalities, rows of dry friction, and rows in all */
  nv = 0;
  ne = 0;
  nf = 0;
  nefc = 0;
  /** are friction cones elliptic */
  isElliptic = false;
  /** the data's contacts: rows of elliptic cones read them, and write the Hessians of their costs there */
  contact: Contacts = newContacts(0);

  readonly dofs = new DofVectors();
  readonly rows = new RowVectors();

  // numbers that change often are in arrays: V8-2
  /** total cost, now and one iteration ago */
  readonly cost = new Float64Array(2);
  /** improvement, gradient and slope of the line search in this iteration */
  readonly progress = new Float64Array(3);
  /** numbers that steps take and give, at the places of `NUMBER`, and where kernels find all vectors */
  numbers: Float64Array = new Float64Array(STEPS.doubles);
  block: Block = { at: 0, doubles: this.numbers, ints: new Int32Array(STEPS.ints) };

  /** whether forces, states, and cost of the rows are already those of the starting point */
  isUpdated = false;
  /** rows that are not satisfied, whose state the last update has changed, and in the state CONE */
  nactive = 0;
  nchange = 0;
  ncone = 0;
  /** evaluations in the last line search */
  LSiter = 0;

  /** The parts belong to the loaded problem. */
  constructor(readonly inertia: Inertia, public jacobian: Jacobian, public hessian: Hessian, public steps: Steps) {}

  /** Allocates room for the given numbers of dofs and rows. */
  lay(take: Take, dofs: number, rows: number): void {
    this.dofs.lay(take, dofs);
    this.rows.lay(take, rows);
    this.block = STEPS.take(take);
    this.numbers = this.block.doubles;
  }
}
