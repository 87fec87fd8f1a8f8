/**
 * The friction problem of `qcqp.ts` in two or three dimensions, and the cone of a contact, as parts of kernels: the
 * operations of the loops, written out.
 */

import { type Body, type Float, float, type FloatVariable, type Int, int, type IntVariable } from "./assembler.ts";
import { dotOf } from "./dual_places.ts";

const ITERATIONS = 20;
const SMALL = float(1e-10);

/** Sets `v` to the minimum of ½ xᵀ A x + xᵀ b in the ellipsoid with half axes `d` times `r`; tells whether that is on its surface. */
function solveQCQP(
  f: Body,
  v: FloatVariable[],
  A: readonly Float[][],
  b: readonly Float[],
  d: readonly Float[],
  r: Float,
): Int {
  const n = v.length;
  const scaledB = b.map((x, i) => f.float(x.times(d[i])));
  const scaledA = A.map((row, i) => row.map((x, j) => j < i ? x : f.float(x.times(d[i]).times(d[j]))));
  const at = (i: number, j: number) => scaledA[Math.min(i, j)][Math.max(i, j)];
  const lambda = f.float(0);
  const iter = f.int(0);
  f.while(iter.isBelow(ITERATIONS), () => {
    const shifted = scaledA.map((row, i) => f.float(row[i].plus(lambda)));
    const inverse = n === 2 ? invert2(f, at, shifted) : invert3(f, at, shifted);
    f.if(inverse.determinant.isBelow(SMALL), () => {
      for (const x of v) x.set(0);
      lambda.set(0);
      iter.set(ITERATIONS);
    }, () => {
      const scale = f.float(float(1).over(inverse.determinant));
      const P = inverse.adjugate.map((row) => row.map((x) => f.float(x.times(scale))));
      const of = (i: number, j: number) => P[Math.min(i, j)][Math.max(i, j) - Math.min(i, j)];
      v.forEach((x, i) => {
        let sum: Float = of(i, 0).negative().times(scaledB[0]);
        for (let j = 1; j < n; j++) sum = sum.minus(of(i, j).times(scaledB[j]));
        x.set(sum);
      });

      // inside, or on the surface
      const squares = v.map((x) => x.times(x)).reduce((sum: Float, x) => sum.plus(x));
      const excess = f.float(squares.minus(r.times(r)));
      f.if(excess.isBelow(SMALL), () => iter.set(ITERATIONS), () => {
        const delta = f.float(excess.negative().over(derivative(v, of)));
        f.if(delta.isBelow(SMALL), () => iter.set(ITERATIONS), () => {
          lambda.add(delta);
          iter.add(1);
        });
      });
    });
  });
  v.forEach((x, i) => x.set(x.times(d[i])));
  return lambda.differs(float(0));
}

/** The determinant, and the adjugate by rows from the diagonal on. */
interface Inverse {
  determinant: FloatVariable;
  adjugate: Float[][];
}

type Element = (i: number, j: number) => Float;

function invert2(f: Body, at: Element, [a, b]: readonly FloatVariable[]): Inverse {
  const determinant = f.float(a.times(b).minus(at(0, 1).times(at(0, 1))));
  // the element beside the diagonal changes its sign before it is scaled
  return { determinant, adjugate: [[b, at(0, 1).negative()], [a]] };
}

function invert3(f: Body, at: Element, [a, b, c]: readonly FloatVariable[]): Inverse {
  const P11 = f.float(b.times(c).minus(at(1, 2).times(at(1, 2))));
  const P22 = f.float(a.times(c).minus(at(0, 2).times(at(0, 2))));
  const P33 = f.float(a.times(b).minus(at(0, 1).times(at(0, 1))));
  const P12 = f.float(at(0, 2).times(at(1, 2)).minus(at(0, 1).times(c)));
  const P13 = f.float(at(0, 1).times(at(1, 2)).minus(at(0, 2).times(b)));
  const P23 = f.float(at(0, 1).times(at(0, 2)).minus(at(1, 2).times(a)));
  const determinant = f.float(a.times(P11).plus(at(0, 1).times(P12)).plus(at(0, 2).times(P13)));
  return { determinant, adjugate: [[P11, P12, P13], [P22, P23], [P33]] };
}

/** How the excess changes with the multiplier. */
function derivative(v: readonly Float[], of: Element): Float {
  const own = v.map((x, i) => of(i, i).times(x).times(x));
  const cross = (i: number, j: number) => of(i, j).times(v[i]).times(v[j]);
  if (v.length === 2) {
    const twice = float(2).times(of(0, 1)).times(v[0]).times(v[1]);
    return float(-2).times(own[0].plus(twice).plus(own[1]));
  }
  return float(-2).times(own[0].plus(own[1]).plus(own[2]))
    .minus(float(4).times(cross(0, 1).plus(cross(0, 2)).plus(cross(1, 2))));
}

const MINVAL = float(1e-15);

/** Sets `force` to the friction forces that minimize the cost of block `A`, `b` in the cone at a normal force. */
export function solveFriction(
  f: Body,
  force: FloatVariable[],
  A: readonly Float[][],
  b: readonly Float[],
  friction: readonly Float[],
  normal: Float,
): void {
  f.if(normal.isBelow(MINVAL), () => {
    for (const x of force) x.set(0);
  }, () => {
    const v = force.map(() => f.float(0));
    f.if(solveQCQP(f, v, A, b, friction, normal), () => {
      // the approximate solution is put exactly on the surface
      const s = f.float(0);
      v.forEach((x, j) => s.add(x.times(x).over(friction[j].times(friction[j]))));
      s.set(normal.times(normal).over(MINVAL.max(s)).root());
      for (const x of v) x.set(x.times(s));
    });
    force.forEach((x, j) => x.set(v[j]));
  });
}

/** a rise of the cost by more than this is not rounding */
const COST_NOISE = float(1e-10);

/** Changes the cost by what new forces do to it, or takes them back where they raise it. */
export function acceptForces(
  f: Body,
  force: FloatVariable[],
  old: readonly Float[],
  A: readonly Float[][],
  residual: readonly Float[],
  improvement: FloatVariable,
): void {
  const delta = force.map((x, j) => f.float(x.minus(old[j])));
  const quadratic = f.float(0);
  delta.forEach((x, j) => quadratic.add(x.times(dotOf(f, A[j], delta))));
  const change = f.float(float(0.5).times(quadratic).plus(dotOf(f, delta, residual)));
  f.if(COST_NOISE.isBelow(change), () => {
    force.forEach((x, j) => x.set(old[j]));
  }, () => improvement.subtract(change));
}

const SATISFIED = 0;
const QUADRATIC = 1;
const CONE = 4;

/** The zone of a contact's force in its cone: `cone` has μ, and the coefficients of friction behind it. */
export function coneState(f: Body, force: readonly Float[], cone: Int): IntVariable {
  const mu = f.float(cone.float());
  const N = f.float(force[0].over(mu));
  const scaled = force.slice(1).map((x, j) => f.float(x.over(cone.float(8 * (j + 1)))));
  const T = f.float(dotOf(f, scaled, scaled).root());
  const state = f.int(CONE);
  f.if(T.isAtMost(mu.times(N)), () => state.set(int(SATISFIED)), () => {
    f.if(N.plus(mu.times(T)).isAtMost(float(0)), () => state.set(QUADRATIC));
  });
  return state;
}
