/** Projected Gauss–Seidel: one constraint after the other is brought to its optimum while the others wait. */

import { dot, mulMatVec } from "../math/vec.ts";
import { dotSparse } from "../support/sparse.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import { Constraint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import {
  COST_NOISE,
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

/** Solves for `efc_force` in sweeps over all rows. */
export function solvePGS(m: Model, d: Data): void {
  const { nefc, efc_AR, efc_AR_rownnz } = d;
  const { tolerance, iterations } = m.opt;
  const work = dualWork(m, d);
  const { diaginv, progress } = work;
  const scale = dualScale(m);

  for (let i = 0; i < nefc; i++) diaginv[i] = 1 / efc_AR[diagonalAddress(d, work, i)];
  dualState(d);
  countChanges(d, work.oldstate);

  let iter = 0;
  while (iter < iterations) {
    const improvement = sweep(d, work) * scale;
    progress[IMPROVEMENT] = improvement;
    const nactive = dualState(d);
    const nchange = countChanges(d, work.oldstate);
    saveStatistics(d, 0, iter, progress, nactive, nchange, 0, 0);
    iter++;
    if (improvement < tolerance) break;
  }

  d.solver_niter[0] += iter;
  let nnz = nefc * nefc;
  if (work.isSparse) {
    nnz = 0;
    for (let i = 0; i < nefc; i++) nnz += efc_AR_rownnz[i];
  }
  d.solver_nnz[0] = nnz;
  finishDual(m, d);
}

/** One sweep over all rows; returns by how much the cost falls. */
function sweep(d: Data, work: DualWork): number {
  const { ne, nf, nefc, efc_type, efc_id, efc_force, efc_b, efc_frictionloss, contact } = d;
  const { efc_AR, efc_AR_rownnz, efc_AR_rowadr, efc_AR_colind } = d;
  const { diaginv, block } = work;
  const sparse = work.isSparse;
  let improvement = 0;

  for (let i = 0; i < nefc;) {
    if (efc_type[i] === Constraint.CONTACT_ELLIPTIC) {
      const n = contact.dim[efc_id[i]];
      sweepCone(d, work, i, n);
      improvement -= costChange(work, block, efc_force, i, n);
      i += n;
      continue;
    }

    // a row by itself: to its minimum, then to what is admissible
    const residual = efc_b[i] +
      (sparse
        ? dotSparse(efc_AR, efc_AR_rowadr[i], efc_AR_rownnz[i], efc_AR_colind, efc_force, 0)
        : dot(efc_AR, i * nefc, efc_force, 0, nefc));
    const old = efc_force[i];
    let force = old - residual * diaginv[i];
    if (i >= ne + nf) {
      if (force < 0) force = 0;
    } else if (i >= ne) {
      const bound = efc_frictionloss[i];
      force = force < -bound ? -bound : force > bound ? bound : force;
    }

    // a change for the worse is undone
    const delta = force - old;
    const change = 0.5 * delta * delta * (1 / diaginv[i]) + delta * residual;
    if (!(change > COST_NOISE)) {
      efc_force[i] = force;
      improvement -= change;
    }
    i++;
  }
  return improvement;
}

/** One elliptic contact: first along the normal or along the present force, then friction at that normal force. */
function sweepCone(d: Data, work: DualWork, i: number, n: number): void {
  const { efc_force, efc_id, contact } = d;
  const { res, oldforce, block, Ac, bc, v, delta, diaginv } = work;
  residual(d, work, res, i, n);
  for (let j = 0; j < n; j++) oldforce[j] = efc_force[i + j];
  extractBlock(d, work, block, i, n);

  if (efc_force[i] < MINVAL) {
    // no normal force yet: what the normal alone asks for
    const force = efc_force[i] - res[0] * diaginv[i];
    efc_force[i] = force < 0 ? 0 : force;
    for (let j = 1; j < n; j++) efc_force[i + j] = 0;
  } else {
    // along the ray of the present force
    for (let j = 0; j < n; j++) v[j] = efc_force[i + j];
    mulMatVec(delta, 0, block, 0, v, 0, n, n);
    const denominator = dot(v, 0, delta, 0, n);
    if (denominator >= MINVAL) {
      let x = -dot(v, 0, res, 0, n) / denominator;
      if (efc_force[i] + x * v[0] < 0) x = -v[0] / efc_force[i];
      for (let j = 0; j < n; j++) efc_force[i + j] += x * v[j];
    }
  }

  // friction: gradient at zero friction, given the normal force and all other rows
  const normal = efc_force[i];
  const size = n - 1;
  for (let j = 0; j < size; j++) {
    for (let k = 0; k < size; k++) Ac[j * size + k] = block[(j + 1) * n + k + 1];
    bc[j] = res[j + 1] - dot(Ac, j * size, oldforce, 1, size);
    bc[j] += block[(j + 1) * n] * (normal - oldforce[0]);
  }
  solveFriction(work, efc_force, i + 1, size, normal, contact.friction, 5 * efc_id[i]);
}
