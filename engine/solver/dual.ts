/** What the solvers of the dual problem share: minimise ½ fᵀ AR f + fᵀ b over admissible forces f. */

import { dot } from "../math/vec.ts";
import { roomFloat, roomInt } from "../support/grow.ts";
import { solveM } from "../support/ltdl.ts";
import { mulJacTVec } from "../support/mul_jac.ts";
import { dotSparse } from "../support/sparse.ts";
import { isSparse } from "../support/sparsity.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import { Constraint, ConstraintState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { solveQCQP } from "./qcqp.ts";

declare module "../types/work.ts" {
  interface Work {
    dual?: DualWork;
  }
}

/** a rise of the cost by more than this is not rounding */
export const COST_NOISE = 1e-10;

/** Work memory of the dual solvers. */
export interface DualWork {
  /** is AR stored by rows with column indices */
  isSparse: boolean;
  /** inverse diagonal of AR, or of A */
  diaginv: Float64Array;
  oldstate: Int32Array;
  /** residual, former force, block of AR, and friction problem of one contact */
  res: Float64Array;
  oldforce: Float64Array;
  block: Float64Array;
  Ac: Float64Array;
  bc: Float64Array;
  v: Float64Array;
  delta: Float64Array;
  /** the improvement of one sweep, as the statistics have it */
  progress: Float64Array;
}

/** Work memory with room for all rows. */
export function dualWork(m: Model, d: Data): DualWork {
  const work = d.work.dual ??= {
    isSparse: false,
    diaginv: new Float64Array(0),
    oldstate: new Int32Array(0),
    res: new Float64Array(6),
    oldforce: new Float64Array(6),
    block: new Float64Array(36),
    Ac: new Float64Array(36),
    bc: new Float64Array(6),
    v: new Float64Array(6),
    delta: new Float64Array(12),
    progress: new Float64Array(3),
  };
  work.isSparse = isSparse(m);
  work.diaginv = roomFloat(work.diaginv, d.capacity.nefc);
  work.oldstate = roomInt(work.oldstate, d.capacity.nefc);
  return work;
}

/** Where the diagonal element of row `i` of AR is. */
export function diagonalAddress(d: Data, work: DualWork, i: number): number {
  if (!work.isSparse) return i * (d.nefc + 1);
  const { efc_AR_rowadr, efc_AR_colind } = d;
  let adr = efc_AR_rowadr[i];
  while (efc_AR_colind[adr] !== i) adr++;
  return adr;
}

/** Copies the block of AR that belongs to `n` rows from `start` on; in a sparse row it is contiguous. */
export function extractBlock(d: Data, work: DualWork, res: Float64Array, start: number, n: number): void {
  const { nefc, efc_AR, efc_AR_rowadr } = d;
  const sparse = work.isSparse;
  const shift = sparse ? diagonalAddress(d, work, start) - efc_AR_rowadr[start] : start;
  for (let j = 0; j < n; j++) {
    const adr = sparse ? efc_AR_rowadr[start + j] + shift : (start + j) * nefc + shift;
    for (let k = 0; k < n; k++) res[j * n + k] = efc_AR[adr + k];
  }
}

/** res = b + AR f in `n` rows from `i` on: the gradient of the dual cost */
export function residual(d: Data, work: DualWork, res: Float64Array, i: number, n: number): void {
  const { nefc, efc_AR, efc_AR_rowadr, efc_AR_rownnz, efc_AR_colind, efc_b, efc_force } = d;
  if (work.isSparse) {
    for (let j = 0; j < n; j++) {
      const row = i + j;
      res[j] = efc_b[row] + dotSparse(efc_AR, efc_AR_rowadr[row], efc_AR_rownnz[row], efc_AR_colind, efc_force, 0);
    }
  } else {
    for (let j = 0; j < n; j++) res[j] = efc_b[i + j] + dot(efc_AR, (i + j) * nefc, efc_force, 0, nefc);
  }
}

/** Change of the dual cost by a new force in `n` rows from `i` on. A change for the worse is undone. */
export function costChange(work: DualWork, A: Float64Array, force: Float64Array, i: number, n: number): number {
  const { delta, oldforce, res } = work;
  let change = 0;
  if (n === 1) {
    const x = force[i] - oldforce[0];
    change = 0.5 * x * x * A[0] + x * res[0];
  } else {
    for (let j = 0; j < n; j++) delta[j] = force[i + j] - oldforce[j];
    let quadratic = 0;
    for (let j = 0; j < n; j++) quadratic += delta[j] * dot(A, j * n, delta, 0, n);
    change = 0.5 * quadratic + dot(delta, 0, res, 0, n);
  }
  if (change > COST_NOISE) {
    for (let j = 0; j < n; j++) force[i + j] = oldforce[j];
    return 0;
  }
  return change;
}

/** Friction forces in `n` rows from `i` on that minimise the cost of block `work.Ac`, `work.bc` inside the cone. */
export function solveFriction(
  work: DualWork,
  force: Float64Array,
  i: number,
  n: number,
  normal: number,
  friction: Float64Array,
  f: number,
): void {
  const { v } = work;
  if (normal < MINVAL) {
    for (let j = 0; j < n; j++) force[i + j] = 0;
    return;
  }

  // if the bound is active, put the approximate solution exactly on it
  if (solveQCQP(v, work.Ac, work.bc, friction, f, normal, n)) {
    let s = 0;
    for (let j = 0; j < n; j++) s += v[j] * v[j] / (friction[f + j] * friction[f + j]);
    s = Math.sqrt(normal * normal / Math.max(MINVAL, s));
    for (let j = 0; j < n; j++) v[j] *= s;
  }
  for (let j = 0; j < n; j++) force[i + j] = v[j];
}

/** A force clamped to what dry friction and one-sided rows admit. */
export function admissible(d: Data, i: number, force: number): number {
  const { ne, nf, efc_frictionloss } = d;
  if (i < ne) return force;
  if (i >= ne + nf) return force < 0 ? 0 : force;
  const bound = efc_frictionloss[i];
  return force < -bound ? -bound : force > bound ? bound : force;
}

/** Sets `efc_state` from the forces, and returns the number of active rows. */
export function dualState(d: Data): number {
  const { ne, nf, nefc, efc_type, efc_id, efc_frictionloss, efc_force, efc_state, contact } = d;
  const { mu, friction, dim } = contact;
  let nactive = ne + nf;

  for (let i = 0; i < ne; i++) efc_state[i] = ConstraintState.QUADRATIC;
  for (let i = ne; i < ne + nf; i++) {
    const bound = efc_frictionloss[i];
    efc_state[i] = efc_force[i] <= -bound
      ? ConstraintState.LINEARPOS
      : efc_force[i] >= bound
      ? ConstraintState.LINEARNEG
      : ConstraintState.QUADRATIC;
  }

  for (let i = ne + nf; i < nefc;) {
    if (efc_type[i] !== Constraint.CONTACT_ELLIPTIC) {
      const active = !(efc_force[i] <= 0);
      efc_state[i] = active ? ConstraintState.QUADRATIC : ConstraintState.SATISFIED;
      if (active) nactive++;
      i++;
      continue;
    }

    // zone of the force in the cone
    const con = efc_id[i];
    const n = dim[con];
    const m = mu[con];
    const N = efc_force[i] / m;
    const T = scaledLength(efc_force, i + 1, friction, 5 * con, n - 1);
    const state = m * N >= T
      ? ConstraintState.SATISFIED
      : N + m * T <= 0
      ? ConstraintState.QUADRATIC
      : ConstraintState.CONE;
    if (state !== ConstraintState.SATISFIED) nactive += n;
    for (const end = i + n; i < end; i++) efc_state[i] = state;
  }
  return nactive;
}

const scaled = new Float64Array(5);

/** |(x₁/μ₁, x₂/μ₂, …)| */
function scaledLength(x: Float64Array, i: number, friction: Float64Array, f: number, n: number): number {
  for (let j = 0; j < n; j++) scaled[j] = x[i + j] / friction[f + j];
  return Math.sqrt(dot(scaled, 0, scaled, 0, n));
}

/** Counts the rows whose state differs from `old`, and updates `old`. */
export function countChanges(d: Data, old: Int32Array): number {
  const { nefc, efc_state } = d;
  let n = 0;
  for (let i = 0; i < nefc; i++) {
    if (old[i] !== efc_state[i]) n++;
    old[i] = efc_state[i];
  }
  return n;
}

/** From forces to `qfrc_constraint` and `qacc`. */
export function finishDual(m: Model, d: Data): void {
  const { nv } = m;
  const { qacc, qacc_smooth, qfrc_constraint, efc_force } = d;
  mulJacTVec(m, d, qfrc_constraint, efc_force);
  solveM(m, d, qacc, 0, qfrc_constraint, 0, 1);
  for (let i = 0; i < nv; i++) qacc[i] += qacc_smooth[i];
}

/** What makes improvements comparable between models. */
export function dualScale(m: Model): number {
  return 1 / (m.stat.meaninertia * Math.max(1, m.nv));
}
