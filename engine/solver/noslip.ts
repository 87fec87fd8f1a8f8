/** Sweeps that remove the slip which soft friction leaves: friction forces are solved for again, unregularized. */

import { dot } from "../math/vec.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import { Constraint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import {
  admissible,
  costChange,
  countChanges,
  diagonalAddress,
  dualScale,
  dualState,
  type DualWork,
  dualWork,
  extractBlock,
  finishDual,
  residual,
  solveFriction,
} from "./dual.ts";
import { IMPROVEMENT, saveStatistics } from "./statistics.ts";

// diagonals of unregularized blocks are at least this
const SMALL = 1e-10;

/** Improves the friction components of `efc_force`, normal forces fixed. */
export function solveNoslip(m: Model, d: Data): void {
  const { ne, nf, nefc, efc_type, efc_id, efc_force, efc_AR, efc_R, contact } = d;
  const { noslip_tolerance, noslip_iterations } = m.opt;
  const work = dualWork(m, d);
  const { diaginv, res, progress } = work;
  const scale = dualScale(m);

  for (let i = 0; i < nefc; i++) {
    diaginv[i] = 1 / Math.max(MINVAL, efc_AR[diagonalAddress(d, work, i)] - efc_R[i]);
  }
  dualState(d);
  countChanges(d, work.oldstate);

  let iter = 0;
  while (iter < noslip_iterations) {
    // without regularization the cost is lower by this much
    let improvement = 0;
    if (iter === 0) {
      for (let i = 0; i < nefc; i++) improvement += 0.5 * efc_force[i] * efc_force[i] * efc_R[i];
    }

    for (let i = ne; i < ne + nf; i++) {
      slipResidual(d, work, res, i, 1);
      const old = efc_force[i];
      efc_force[i] = admissible(d, i, old - res[0] * diaginv[i]);
      const delta = efc_force[i] - old;
      improvement -= 0.5 * delta * delta / diaginv[i] + delta * res[0];
    }

    for (let i = ne + nf; i < nefc;) {
      if (efc_type[i] === Constraint.CONTACT_PYRAMIDAL) {
        const end = i + 2 * (contact.dim[efc_id[i]] - 1);
        for (; i < end; i += 2) improvement -= sweepEdges(d, work, i);
      } else if (efc_type[i] === Constraint.CONTACT_ELLIPTIC) {
        const n = contact.dim[efc_id[i]];
        improvement -= sweepCone(d, work, i, n - 1);
        i += n;
      } else {
        i++;
      }
    }

    const nactive = dualState(d);
    const nchange = countChanges(d, work.oldstate);
    improvement *= scale;
    progress[IMPROVEMENT] = improvement;
    saveStatistics(d, 0, iter + d.solver_niter[0], progress, nactive, nchange, 0, 0);
    iter++;
    if (improvement < noslip_tolerance) break;
  }

  d.solver_niter[0] += iter;
  finishDual(m, d);
}

/** One pair of opposing pyramid edges: their sum stays, their difference is free. Returns the change of cost. */
function sweepEdges(d: Data, work: DualWork, i: number): number {
  const { efc_force } = d;
  const { Ac, bc, res, oldforce } = work;
  prepareBlock(d, work, i, 2);
  for (let j = 0; j < 2; j++) bc[j] = res[j] - dot(Ac, 2 * j, oldforce, 0, 2);

  const mid = 0.5 * (efc_force[i] + efc_force[i + 1]);
  const K1 = Ac[0] + Ac[3] - Ac[1] - Ac[2];
  const K0 = mid * (Ac[0] - Ac[3]) + bc[0] - bc[1];
  if (K1 < MINVAL) {
    efc_force[i] = mid;
    efc_force[i + 1] = mid;
  } else {
    const y = -K0 / K1;
    efc_force[i] = y < -mid ? 0 : y > mid ? 2 * mid : mid + y;
    efc_force[i + 1] = y < -mid ? 2 * mid : y > mid ? 0 : mid - y;
  }
  return costChange(work, Ac, efc_force, i, 2);
}

/** The friction of one elliptic contact whose normal is row `i`. Returns the change of cost. */
function sweepCone(d: Data, work: DualWork, i: number, size: number): number {
  const { efc_force, efc_id, contact } = d;
  const { Ac, bc, res, oldforce } = work;
  prepareBlock(d, work, i + 1, size);
  for (let j = 0; j < size; j++) bc[j] = res[j] - dot(Ac, j * size, oldforce, 0, size);
  solveFriction(work, efc_force, i + 1, size, efc_force[i], contact.friction, 5 * efc_id[i]);
  return costChange(work, Ac, efc_force, i + 1, size);
}

/** Residual, former force and block of A for `n` rows from `i` on. */
function prepareBlock(d: Data, work: DualWork, i: number, n: number): void {
  const { efc_force, efc_R } = d;
  const { res, oldforce, Ac } = work;
  slipResidual(d, work, res, i, n);
  for (let j = 0; j < n; j++) oldforce[j] = efc_force[i + j];
  extractBlock(d, work, Ac, i, n);
  for (let j = 0; j < n; j++) Ac[j * (n + 1)] = Math.max(SMALL, Ac[j * (n + 1)] - efc_R[i + j]);
}

/** res = b + A f in `n` rows from `i` on, without the regularization */
function slipResidual(d: Data, work: DualWork, res: Float64Array, i: number, n: number): void {
  const { efc_R, efc_force } = d;
  residual(d, work, res, i, n);
  for (let j = 0; j < n; j++) res[j] -= efc_R[i + j] * efc_force[i + j];
}
