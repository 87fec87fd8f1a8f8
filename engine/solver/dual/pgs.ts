/** Projected Gauss–Seidel: constraints are optimized one after another, with all others fixed. */

import { dot, mulMatVec } from "../../math/vec.ts";
import { MINVAL } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { BLOCK, ROW } from "../../wasm/dual_places.ts";
import { beginBlock, clamp, COST_NOISE, dualScale, endBlock, finishDual, solveFriction } from "./sweep.ts";
import { type DualKernels, type DualProblem, loadDual } from "./dual_problem.ts";
import { coneState, noteState, Rows, rowState, TOGETHER } from "./dual_rows.ts";
import { IMPROVEMENT, saveStatistics } from "../statistics.ts";

/** Solves for `efc_force` in sweeps over all rows. */
export function solvePGS(m: Model, d: Data): void {
  const { tolerance, iterations } = m.opt;
  const p = loadDual(m, d);
  const { nefc, nbilateral, plan, sum, counts, progress } = p;
  const scale = dualScale(m);
  invertDiagonal(p);
  copyCones(p);

  let iter = 0;
  while (iter < iterations) {
    sum[0] = 0;
    counts[0] = nbilateral;
    for (let k = 1; k < counts.length; k++) counts[k] = 0;
    sweep(p);
    const improvement = sum[0] * scale;
    progress[IMPROVEMENT] = improvement;
    saveStatistics(d, 0, iter, progress, 0, counts, 0);
    iter++;
    if (improvement < tolerance) break;
  }

  let nnz = 0;
  for (let i = 0; i < nefc; i++) nnz += plan[2 * i + 1];
  d.solver_niter[0] += iter;
  d.solver_nnz[0] = nnz;
  p.store(d);
  finishDual(m, d);
}

function invertDiagonal(p: DualProblem): void {
  const { nefc, AR, row } = p;
  for (let i = 0; i < nefc; i++) {
    const inverse = 1 / AR[p.diagonal(i)];
    row[ROW * i + 1] = inverse;
    row[ROW * i + 2] = 1 / inverse;
  }
}

function copyCones(p: DualProblem): void {
  const { nruns, runs } = p;
  for (let r = 0; r < nruns; r++) {
    const kind = runs[3 * r];
    if (kind < Rows.CONE3) continue;
    const size = TOGETHER[kind];
    for (let i = runs[3 * r + 1]; i < runs[3 * r + 2]; i += size) p.copyBlock(i, size);
  }
}

/** One sweep over all rows. */
function sweep(p: DualProblem): void {
  const { nruns, runs, kernels, places } = p;
  for (let r = 0; r < nruns; r++) {
    const kind = runs[3 * r];
    const first = runs[3 * r + 1];
    const last = runs[3 * r + 2];
    if (kernels === null || kind === Rows.CONE6) sweepByLoops(p, kind, first, last);
    else sweepByKernels(kernels, kind, first, last, places.at);
  }
}

function sweepByKernels(kernels: DualKernels, kind: number, first: number, last: number, at: number): void {
  switch (kind) {
    case Rows.EQUALITY:
      kernels.sweepEqualities(first, last, at);
      break;
    case Rows.FRICTION:
      kernels.sweepFriction(first, last, at);
      break;
    case Rows.CONE3:
      kernels.sweepCones3(first, last, at);
      break;
    case Rows.CONE4:
      kernels.sweepCones4(first, last, at);
      break;
    default:
      kernels.sweepOneSided(first, last, at);
  }
}

function sweepByLoops(p: DualProblem, kind: number, first: number, last: number): void {
  if (kind < Rows.CONE3) {
    for (let i = first; i < last; i++) sweepRow(p, i, kind);
  } else {
    const size = TOGETHER[kind];
    for (let i = first; i < last; i += size) sweepCone(p, i, size);
  }
}

/** A single row: moved to its minimum, then projected to an admissible force. */
function sweepRow(p: DualProblem, i: number, kind: number): void {
  const { row, force, sum } = p;
  const { res, oldforce } = p.together;
  beginBlock(p, i, 1);
  force[i] -= res[0] * row[ROW * i + 1];
  clamp(p, i, kind);

  // a change that increases the cost is undone
  const delta = force[i] - oldforce[0];
  const change = 0.5 * delta * delta * row[ROW * i + 2] + delta * res[0];
  if (change > COST_NOISE) force[i] = oldforce[0];
  else sum[0] -= change;
  noteState(p, i, 1, rowState(p, i, kind));
}

/** One elliptic contact: first along the normal or the current force, then friction at that normal force. */
function sweepCone(p: DualProblem, i: number, n: number): void {
  beginBlock(p, i, n);
  const { force, row } = p;
  const { res, oldforce, A, b } = p.together;
  const a = BLOCK * i;
  if (force[i] < MINVAL) {
    // no normal force yet: solve for the normal alone
    const normal = force[i] - res[0] * row[ROW * i + 1];
    force[i] = normal < 0 ? 0 : normal;
    for (let j = 1; j < n; j++) force[i + j] = 0;
  } else {
    alongRay(p, i, n);
  }

  // friction: gradient at zero friction, given the normal force and all other rows
  const size = n - 1;
  for (let j = 0; j < size; j++) {
    for (let k = 0; k < size; k++) A[j * size + k] = p.block[a + (j + 1) * n + k + 1];
    b[j] = res[j + 1] - dot(A, j * size, oldforce, 1, size);
    b[j] += p.block[a + (j + 1) * n] * (force[i] - oldforce[0]);
  }
  solveFriction(p, i, n);
  endBlock(p, i, n, p.block, a);
  noteState(p, i, n, coneState(p, i, n));
}

const product = new Float64Array(6);

/** Along the ray of the current force. */
function alongRay(p: DualProblem, i: number, n: number): void {
  const { force } = p;
  const { res, oldforce } = p.together;
  mulMatVec(product, 0, p.block, BLOCK * i, oldforce, 0, n, n);
  const denominator = dot(oldforce, 0, product, 0, n);
  if (denominator >= MINVAL) {
    let x = -dot(oldforce, 0, res, 0, n) / denominator;
    if (force[i] + x * oldforce[0] < 0) x = -oldforce[0] / force[i];
    for (let j = 0; j < n; j++) force[i + j] += x * oldforce[j];
  }
}
