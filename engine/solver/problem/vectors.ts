/** The vectors of a primal problem, in the memory of the kernels. Elements beyond the problem's size are undefined. */

import type { Data } from "../../data.ts";
import type { Take } from "../../wasm/arena.ts";

const NO_FLOATS = new Float64Array(0);
const NO_INTS = new Int32Array(0);

/** Vectors over the dofs of the problem. */
export class DofVectors {
  /** the solution so far */
  qacc: Float64Array = NO_FLOATS;
  /** acceleration without constraints, and the force that causes it: those of the data, or copies */
  qacc_smooth: Float64Array = NO_FLOATS;
  qfrc_smooth: Float64Array = NO_FLOATS;
  private own: Pick<DofVectors, "qacc_smooth" | "qfrc_smooth"> = { qacc_smooth: NO_FLOATS, qfrc_smooth: NO_FLOATS };
  /** Jᵀ force */
  qfrc_constraint: Float64Array = NO_FLOATS;
  /** M qacc */
  Ma: Float64Array = NO_FLOATS;
  /** gradient of the cost */
  grad: Float64Array = NO_FLOATS;
  /** gradient times the inverse Hessian (Newton) or inertia (CG), now and one iteration ago */
  Mgrad: Float64Array = NO_FLOATS;
  Mgradold: Float64Array = NO_FLOATS;
  /** search direction, and its product with the inertia */
  search: Float64Array = NO_FLOATS;
  Mv: Float64Array = NO_FLOATS;

  /** With `isHere`, kernels find accelerations and forces without constraints where data have them. */
  useData({ qacc_smooth, qfrc_smooth }: Data, isHere: boolean): void {
    const { own } = this;
    this.qacc_smooth = isHere ? qacc_smooth : own.qacc_smooth;
    this.qfrc_smooth = isHere ? qfrc_smooth : own.qfrc_smooth;
  }

  /** Loads the last acceleration, and what is not there yet. */
  load({ qacc_warmstart, qacc_smooth, qfrc_smooth }: Data, nv: number, isHere: boolean): void {
    const { qacc, own } = this;
    for (let i = 0; i < nv; i++) qacc[i] = qacc_warmstart[i];
    if (isHere) return;
    for (let i = 0; i < nv; i++) {
      own.qacc_smooth[i] = qacc_smooth[i];
      own.qfrc_smooth[i] = qfrc_smooth[i];
    }
  }

  /** Allocates room for `n` dofs of an island, besides what it shares with everything. */
  layIsland(take: Take, whole: DofVectors, n: number): void {
    Object.assign(this, whole);
    this.qacc = take.float(n + 4);
    this.qacc_smooth = take.float(n + 4);
    this.qfrc_smooth = take.float(n);
    this.Ma = take.float(n);
  }

  /** Allocates room for `n` dofs. */
  lay(take: Take, n: number): void {
    // kernels write pairs and read blocks of four
    this.qacc = take.float(n + 4);
    this.qacc_smooth = take.float(n + 4);
    this.qfrc_smooth = take.float(n);
    const { qacc_smooth, qfrc_smooth } = this;
    this.own = { qacc_smooth, qfrc_smooth };
    this.qfrc_constraint = take.float(n + 1);
    this.Ma = take.float(n);
    this.grad = take.float(n);
    this.Mgrad = take.float(n);
    this.Mgradold = take.float(n);
    this.search = take.float(n + 4);
    this.Mv = take.float(n);
  }
}

/** Vectors over the constraint rows of the problem. */
export class RowVectors {
  /** copies of those that data have, for the rows of an island where loops do the work */
  private readonly own: Pick<RowVectors, "type" | "id" | "D" | "R" | "floss" | "aref" | "b" | "force" | "state"> = {
    ...{ type: NO_INTS, id: NO_INTS, D: NO_FLOATS, R: NO_FLOATS, floss: NO_FLOATS },
    ...{ aref: NO_FLOATS, b: NO_FLOATS, force: NO_FLOATS, state: NO_INTS },
  };
  /** where the rows begin in those that data have */
  first = 0;
  /** type of each row, and the number of its constraint */
  type: Int32Array = NO_INTS;
  id: Int32Array = NO_INTS;
  /** stiffness of the cost, its inverse, and the bound of dry friction */
  D: Float64Array = NO_FLOATS;
  R: Float64Array = NO_FLOATS;
  floss: Float64Array = NO_FLOATS;
  /** acceleration that the rows aim at, and how much J qacc_smooth exceeds it, for everything */
  aref: Float64Array = NO_FLOATS;
  b: Float64Array = NO_FLOATS;
  /** J qacc − aref */
  Jaref: Float64Array = NO_FLOATS;
  /** J search */
  Jv: Float64Array = NO_FLOATS;
  force: Float64Array = NO_FLOATS;
  /** state of each row, now and at the previous update, and where those without constraints go too if it has islands */
  state: Int32Array = NO_INTS;
  oldstate: Int32Array = NO_INTS;
  states: Int32Array | null = null;
  /** cost along the search direction: nine numbers per elliptic contact, which has three rows or more */
  quad: Float64Array = NO_FLOATS;

  /** Allocates room for `n` rows of everything, of which so many are solved together. */
  lay(take: Take, n: number, solved: number): void {
    this.Jaref = take.float(n);
    this.Jv = take.float(n);
    this.oldstate = take.int(n);
    this.quad = take.float(3 * solved);
  }

  /** Allocates room for `n` rows of an island, besides what they share with everything. */
  layIsland(take: Take, { Jv, oldstate, quad }: RowVectors, n: number): void {
    const { own } = this;
    own.type = take.int(n);
    own.id = take.int(n);
    own.D = take.float(n);
    own.R = take.float(n);
    own.floss = take.float(n);
    own.aref = take.float(n);
    own.b = take.float(n);
    own.force = take.float(n);
    own.state = take.int(n);
    this.Jaref = take.float(n);
    this.Jv = Jv;
    this.oldstate = oldstate;
    this.quad = quad;
    this.useOwn();
  }

  /** Works on the rows of data; those of islands have their states there, and others are kept with `keepsStates`. */
  useData(d: Data, isIsland: boolean, keepsStates: boolean): void {
    this.type = d.efc_type;
    this.id = d.efc_id;
    this.D = d.efc_D;
    this.R = d.efc_R;
    this.floss = d.efc_frictionloss;
    this.aref = d.efc_aref;
    this.b = d.efc_b;
    this.force = d.efc_force;
    this.state = isIsland ? d.iefc_state : d.efc_state;
    this.states = isIsland && keepsStates ? d.efc_state : null;
  }

  /** Works on the rows of islands in place. */
  useIslands(d: Data): void {
    this.type = d.iefc_type;
    this.id = d.iefc_id;
    this.D = d.iefc_D;
    this.R = d.iefc_R;
    this.floss = d.iefc_frictionloss;
    this.aref = d.iefc_aref;
    this.force = d.iefc_force;
    this.state = d.iefc_state;
  }

  /** Works on copies. */
  useOwn(): void {
    const { own } = this;
    this.first = 0;
    this.type = own.type;
    this.id = own.id;
    this.D = own.D;
    this.R = own.R;
    this.floss = own.floss;
    this.aref = own.aref;
    this.b = own.b;
    this.force = own.force;
    this.state = own.state;
  }
}
