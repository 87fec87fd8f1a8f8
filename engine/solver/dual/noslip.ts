/** Sweeps that remove the slip of soft friction: friction forces are solved again without regularization. */

import { dot } from "../../math/vec.ts";
import { MINVAL } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { BLOCK, ROW } from "../../wasm/dual_places.ts";
import { beginBlock, clamp, dualScale, endBlock, finishDual, solveFriction } from "./sweep.ts";
import { type DualKernels, type DualProblem, loadDual } from "./dual_problem.ts";
import { coneState, noteState, Rows, rowState, TOGETHER } from "./dual_rows.ts";
import { IMPROVEMENT, saveStatistics } from "../statistics.ts";

// minimum of the diagonal of unregularized blocks
const SMALL = 1e-10;

/** Improves the friction components of `efc_force`, with fixed normal forces. */
export function solveNoslip(m: Model, d: Data): void {
  const { noslip_tolerance, noslip_iterations } = m.opt;
  const p = loadDual(m, d);
  const { nbilateral, sum, counts, progress } = p;
  const scale = dualScale(m);
  prepareBlocks(p);
  const nfixed = nbilateral + p.countActive();

  let iter = 0;
  while (iter < noslip_iterations) {
    sum[0] = 0;
    counts[0] = nfixed;
    for (let k = 1; k < counts.length; k++) counts[k] = 0;
    if (iter === 0) addRegularization(p);
    sweep(p);
    const improvement = sum[0] * scale;
    progress[IMPROVEMENT] = improvement;
    saveStatistics(d, 0, iter + d.solver_niter[0], progress, 0, counts, 0);
    iter++;
    if (improvement < noslip_tolerance) break;
  }

  d.solver_niter[0] += iter;
  p.store(d);
  finishDual(m, d);
}

/** Inverse diagonals of dry friction, and blocks of rows that are solved together, without regularization. */
function prepareBlocks(p: DualProblem): void {
  const { nruns, runs, row, AR } = p;
  for (let r = 0; r < nruns; r++) {
    const kind = runs[3 * r];
    const first = runs[3 * r + 1];
    const last = runs[3 * r + 2];
    if (kind === Rows.FRICTION) {
      for (let i = first; i < last; i++) {
        row[ROW * i + 1] = 1 / Math.max(MINVAL, AR[p.diagonal(i)] - row[ROW * i + 4]);
      }
    } else if (kind === Rows.EDGES) {
      for (let i = first; i < last; i += 2) prepareBlock(p, i, 2);
    } else if (kind >= Rows.CONE3) {
      const size = TOGETHER[kind];
      for (let i = first; i < last; i += size) prepareBlock(p, i + 1, size - 1);
    }
  }
}

function prepareBlock(p: DualProblem, i: number, n: number): void {
  p.copyBlock(i, n);
  for (let j = 0; j < n; j++) {
    const k = BLOCK * i + j * (n + 1);
    p.block[k] = Math.max(SMALL, p.block[k] - p.row[ROW * (i + j) + 4]);
  }
}

/** Accounts for the lower initial cost without regularization. */
function addRegularization({ nefc, force, row, sum }: DualProblem): void {
  for (let i = 0; i < nefc; i++) sum[0] += 0.5 * force[i] * force[i] * row[ROW * i + 4];
}

/** One sweep over all rows of friction. */
function sweep(p: DualProblem): void {
  const { nruns, runs, kernels, places } = p;
  for (let r = 0; r < nruns; r++) {
    const kind = runs[3 * r];
    const first = runs[3 * r + 1];
    const last = runs[3 * r + 2];
    if (kind === Rows.FRICTION) {
      for (let i = first; i < last; i++) sweepRow(p, i);
    } else if (kind >= Rows.EDGES) {
      if (kernels === null || kind === Rows.CONE6) sweepByLoops(p, kind, first, last);
      else sweepByKernels(kernels, kind, first, last, places.at);
    }
  }
}

function sweepByKernels(kernels: DualKernels, kind: number, first: number, last: number, at: number): void {
  if (kind === Rows.EDGES) kernels.slipEdges(first, last, at);
  else if (kind === Rows.CONE3) kernels.slipCones3(first, last, at);
  else kernels.slipCones4(first, last, at);
}

function sweepByLoops(p: DualProblem, kind: number, first: number, last: number): void {
  const size = TOGETHER[kind];
  for (let i = first; i < last; i += size) {
    if (kind === Rows.EDGES) sweepEdges(p, i);
    else sweepCone(p, i, size);
  }
}

/** A row of dry friction. */
function sweepRow(p: DualProblem, i: number): void {
  const { row, force, sum } = p;
  const { res, oldforce } = p.together;
  beginSlip(p, i, 1);
  const inverse = row[ROW * i + 1];
  force[i] -= res[0] * inverse;
  clamp(p, i, Rows.FRICTION);
  const delta = force[i] - oldforce[0];
  sum[0] -= 0.5 * delta * delta / inverse + delta * res[0];
  noteState(p, i, 1, rowState(p, i, Rows.FRICTION));
}

/** One pair of opposing pyramid edges: their sum is fixed, their difference is free. */
function sweepEdges(p: DualProblem, i: number): void {
  const { force } = p;
  const { b } = p.together;
  const A = p.block;
  const a = BLOCK * i;
  beginSlip(p, i, 2);
  gradient(p, i, 2);

  const mid = 0.5 * (force[i] + force[i + 1]);
  const K1 = A[a] + A[a + 3] - A[a + 1] - A[a + 2];
  const K0 = mid * (A[a] - A[a + 3]) + b[0] - b[1];
  if (K1 < MINVAL) {
    force[i] = mid;
    force[i + 1] = mid;
  } else {
    const y = -K0 / K1;
    force[i] = y < -mid ? 0 : y > mid ? 2 * mid : mid + y;
    force[i + 1] = y < -mid ? 2 * mid : y > mid ? 0 : mid - y;
  }
  endBlock(p, i, 2, A, a);
  noteState(p, i, 1, rowState(p, i, Rows.EDGES));
  noteState(p, i + 1, 1, rowState(p, i + 1, Rows.EDGES));
}

/** The friction of one elliptic contact whose normal is row `i`. */
function sweepCone(p: DualProblem, i: number, n: number): void {
  const size = n - 1;
  const a = BLOCK * (i + 1);
  beginSlip(p, i + 1, size);
  gradient(p, i + 1, size);
  for (let k = 0; k < size * size; k++) p.together.A[k] = p.block[a + k];
  solveFriction(p, i, n);
  endBlock(p, i + 1, size, p.block, a);
  noteState(p, i, n, coneState(p, i, n));
}

/** The gradient at zero forces in `n` rows from `i` on: `together.b`. */
function gradient(p: DualProblem, i: number, n: number): void {
  const { res, oldforce, b } = p.together;
  for (let j = 0; j < n; j++) b[j] = res[j] - dot(p.block, BLOCK * i + j * n, oldforce, 0, n);
}

/** Residuals without regularization, and previous forces, of `n` rows from `i` on. */
function beginSlip(p: DualProblem, i: number, n: number): void {
  const { row, force } = p;
  const { res } = p.together;
  beginBlock(p, i, n);
  for (let j = 0; j < n; j++) res[j] -= row[ROW * (i + j) + 4] * force[i + j];
}
