/**
 * Kernels for sweeps that remove slip: the operations of the loops in `noslip.ts`. Rows from `first` up to `last` are of one
 * kind, and their blocks have no regularization.
 */

import { type Body, float, type FloatVariable, type Int, kernel } from "./assembler.ts";
import { BLOCK, dotOf, DUAL, type DualMembers, residualsOf, ROW, StateCounts } from "./dual_places.ts";
import { noteCone, noteOneSided } from "./dual_kernels.ts";
import { acceptForces, solveFriction } from "./friction_kernel.ts";

const MINVAL = float(1e-15);

/** The problem of `n` rows from `i` on, with all others fixed. */
function blockOf(f: Body, p: DualMembers, i: Int, n: number) {
  const at = f.int(p.force.plus(i.shl(3)));
  const old = Array.from({ length: n }, (_, j) => f.float(at.float(8 * j)));
  const row = f.int(p.row.plus(i.times(8 * ROW)));
  const residual = residualsOf(f, p, i, n);
  residual.forEach((x, j) => x.subtract(row.float(8 * (ROW * j + 4)).times(old[j])));
  const block = f.int(p.block.plus(i.times(8 * BLOCK)));
  const A = old.map((_, j) => old.map((_, k) => f.float(block.float(8 * (j * n + k)))));
  const b = A.map((line, j) => f.float(residual[j].minus(dotOf(f, line, old))));
  return { at, old, residual, A, b };
}

/** Pairs of opposing pyramid edges: their sum is fixed, their difference is free. */
const slipEdges = kernel(["int", "int", DUAL], (f, i, last, problem) => {
  const p = { ...problem };
  const improvement = f.float(p.sum.float());
  const counts = new StateCounts(f, p);
  f.for(i, last, 2, () => {
    const { at, old, residual, A, b } = blockOf(f, p, i, 2);
    const force = old.map((x) => f.float(x));
    splitEdges(f, force, A, b);
    acceptForces(f, force, old, A, residual, improvement);
    force.forEach((x, j) => {
      f.store(at, x, 8 * j);
      noteOneSided(f, x, f.int(i.plus(j)), counts);
    });
  });
  f.store(p.sum, improvement);
  counts.finish();
});

function splitEdges(f: Body, force: FloatVariable[], A: FloatVariable[][], b: FloatVariable[]): void {
  const mid = f.float(float(0.5).times(force[0].plus(force[1])));
  const K1 = f.float(A[0][0].plus(A[1][1]).minus(A[0][1]).minus(A[1][0]));
  const K0 = f.float(mid.times(A[0][0].minus(A[1][1])).plus(b[0]).minus(b[1]));
  f.if(K1.isBelow(MINVAL), () => force.forEach((x) => x.set(mid)), () => {
    const y = f.float(K0.negative().over(K1));
    const none = float(0);
    const both = float(2).times(mid);
    f.if(y.isBelow(mid.negative()), () => {
      force[0].set(none);
      force[1].set(both);
    }, () => {
      f.if(mid.isBelow(y), () => {
        force[0].set(both);
        force[1].set(none);
      }, () => {
        force[0].set(mid.plus(y));
        force[1].set(mid.minus(y));
      });
    });
  });
}

/** Friction of elliptic contacts of `n` rows, with fixed normal forces. */
const slipCones = (n: number) =>
  kernel(["int", "int", DUAL], (f, i, last, problem) => {
    const p = { ...problem };
    const improvement = f.float(p.sum.float());
    const counts = new StateCounts(f, p);
    f.for(i, last, n, () => {
      const { at, old, residual, A, b } = blockOf(f, p, f.int(i.plus(1)), n - 1);
      const force = old.map((x) => f.float(x));
      const normal = f.float(p.force.plus(i.shl(3)).float());
      const cone = f.int(p.cone.plus(i.times(8 * BLOCK)));
      const friction = b.map((_, j) => f.float(cone.float(8 * (j + 1))));
      solveFriction(f, force, A, b, friction, normal);
      acceptForces(f, force, old, A, residual, improvement);
      force.forEach((x, j) => f.store(at, x, 8 * j));
      noteCone(f, counts, i, [normal, ...force], cone);
    });
    f.store(p.sum, improvement);
    counts.finish();
  });

/** The kernels by name, in small modules. */
export const SLIP_EDGES = { slipEdges };
export const SLIP_CONES3 = { slipCones3: slipCones(3) };
export const SLIP_CONES4 = { slipCones4: slipCones(4) };
