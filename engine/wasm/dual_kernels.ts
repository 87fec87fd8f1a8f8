/**
 * Kernels for sweeps over rows of the dual problem: the operations of the loops in `pgs.ts`. Rows from `first` up to `last`
 * are of one kind.
 */

import { type Body, type Float, float, type FloatVariable, type Int, kernel } from "./assembler.ts";
import { BLOCK, dotOf, DUAL, residualsOf, ROW, StateCounts } from "./dual_places.ts";
import { acceptForces, coneState, solveFriction } from "./friction_kernel.ts";

const MINVAL = float(1e-15);
const COST_NOISE = float(1e-10);

const SATISFIED = 0;
const QUADRATIC = 1;
const LINEARNEG = 2;
const LINEARPOS = 3;

/** Bounds on the force of a single row, and its state. */
interface Bounds {
  clamp(f: Body, force: FloatVariable, row: Int): void;
  note?(f: Body, force: Float, row: Int, i: Int, counts: StateCounts): void;
}

/** Single rows: each is moved to its minimum, then projected to an admissible force. */
const sweepRows = (bounds: Bounds) =>
  kernel(["int", "int", DUAL], (f, i, last, problem) => {
    const p = { ...problem };
    const improvement = f.float(p.sum.float());
    const counts = new StateCounts(f, p);
    f.for(i, last, 1, () => {
      const row = f.int(p.row.plus(i.times(8 * ROW)));
      const [residual] = residualsOf(f, p, i, 1);
      const at = f.int(p.force.plus(i.shl(3)));
      const old = f.float(at.float());
      const force = f.float(old.minus(residual.times(row.float(8))));
      bounds.clamp(f, force, row);

      // a change that increases the cost is undone
      const delta = f.float(force.minus(old));
      const change = f.float(
        float(0.5).times(delta).times(delta).times(row.float(16)).plus(delta.times(residual)),
      );
      f.if(COST_NOISE.isBelow(change), () => force.set(old), () => {
        f.store(at, force);
        improvement.subtract(change);
      });
      bounds.note?.(f, force, row, i, counts);
    });
    f.store(p.sum, improvement);
    counts.finish();
  });

const FREE: Bounds = { clamp() {} };

const DRY_FRICTION: Bounds = {
  clamp(f, force, row) {
    const bound = f.float(row.float(24));
    f.if(force.isBelow(bound.negative()), () => force.set(bound.negative()), () => {
      f.if(bound.isBelow(force), () => force.set(bound));
    });
  },
  note(f, force, row, i, counts) {
    const bound = f.float(row.float(24));
    const state = f.int(QUADRATIC);
    f.if(force.isAtMost(bound.negative()), () => state.set(LINEARPOS), () => {
      f.if(bound.isAtMost(force), () => state.set(LINEARNEG));
    });
    counts.note(i, state);
  },
};

const ONE_SIDED: Bounds = {
  clamp(f, force) {
    f.if(force.isBelow(float(0)), () => force.set(0));
  },
  note(f, force, _row, i, counts) {
    noteOneSided(f, force, i, counts);
  },
};

/** Records the state of a row whose force cannot be negative. */
export function noteOneSided(f: Body, force: Float, i: Int, counts: StateCounts): void {
  const state = f.int(SATISFIED);
  f.if(force.isAtMost(float(0)), () => {}, () => {
    state.set(QUADRATIC);
    counts.active.add(1);
  });
  counts.note(i, state);
}

/** Elliptic contacts of `n` rows: first along the normal or the current force, then friction at that normal force. */
const sweepCones = (n: number) =>
  kernel(["int", "int", DUAL], (f, i, last, problem) => {
    const p = { ...problem };
    const improvement = f.float(p.sum.float());
    const counts = new StateCounts(f, p);
    f.for(i, last, n, () => {
      const residual = residualsOf(f, p, i, n);
      const at = f.int(p.force.plus(i.shl(3)));
      const old = residual.map((_, j) => f.float(at.float(8 * j)));
      const block = f.int(p.block.plus(i.times(8 * BLOCK)));
      const A = old.map((_, j) => old.map((_, k) => block.float(8 * (j * n + k))));
      const force = old.map((x) => f.float(x));
      const inverse = p.row.plus(i.times(8 * ROW)).float(8);
      f.if(old[0].isBelow(MINVAL), () =>
        fromNormal(f, force, residual, inverse), () =>
        alongRay(f, force, old, A, residual));

      // friction: gradient at zero friction, given the normal force and all other rows
      const Ac = A.slice(1).map((row) =>
        row.slice(1)
      );
      const b = Ac.map((row, j) => {
        const res = f.float(residual[j + 1].minus(dotOf(f, row, old.slice(1))));
        res.add(A[j + 1][0].times(force[0].minus(old[0])));
        return res;
      });
      const cone = f.int(p.cone.plus(i.times(8 * BLOCK)));
      const friction = b.map((_, j) => f.float(cone.float(8 * (j + 1))));
      solveFriction(f, force.slice(1), Ac, b, friction, force[0]);
      acceptForces(f, force, old, A, residual, improvement);
      force.forEach((x, j) => f.store(at, x, 8 * j));
      noteCone(f, counts, i, force, cone);
    });
    f.store(p.sum, improvement);
    counts.finish();
  });

/** No normal force yet: solve for the normal alone. */
function fromNormal(f: Body, force: FloatVariable[], residual: readonly Float[], inverse: Float): void {
  force[0].subtract(residual[0].times(inverse));
  f.if(force[0].isBelow(float(0)), () => force[0].set(0));
  for (const x of force.slice(1)) x.set(0);
}

/** Along the ray of the current force. */
function alongRay(
  f: Body,
  force: FloatVariable[],
  old: readonly Float[],
  A: readonly Float[][],
  residual: readonly Float[],
): void {
  const product = A.map((row) => dotOf(f, row, old));
  const denominator = dotOf(f, old, product);
  f.if(MINVAL.isAtMost(denominator), () => {
    const x = f.float(dotOf(f, old, residual).negative().over(denominator));
    f.if(force[0].plus(x.times(old[0])).isBelow(float(0)), () => x.set(old[0].negative().over(force[0])));
    force.forEach((y, j) => y.add(x.times(old[j])));
  });
}

/** Records the state of a contact after its rows were solved. */
export function noteCone(f: Body, counts: StateCounts, i: Int, force: readonly Float[], cone: Int): void {
  const state = coneState(f, force, cone);
  f.if(state, () => counts.active.add(force.length));
  counts.note(i, state, force.length);
}

/** The kernels by name, in small modules. */
export const SWEEP_ROWS = {
  sweepEqualities: sweepRows(FREE),
  sweepFriction: sweepRows(DRY_FRICTION),
  sweepOneSided: sweepRows(ONE_SIDED),
};
export const SWEEP_CONES3 = { sweepCones3: sweepCones(3) };
export const SWEEP_CONES4 = { sweepCones4: sweepCones(4) };
