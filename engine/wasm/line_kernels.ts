/**
 * Kernels for the line search: what `line_search.ts` does with loops, on points of four numbers in memory.
 */

import { addCones, conePolynomials } from "./cone_kernels.ts";
import { type Body, type Float, float, type FloatVariable, type Int, int, kernel } from "./assembler.ts";
import { addPolynomial, dot, problemOf, stepKernel, type StepMembers } from "./primal_kernels.ts";

// a point on the line: its position, the cost there, and the first two derivatives
const COST = 8;
const SLOPE = 16;
const CURVATURE = 24;
const POINT = 32;

/** Points in use, as in `line_search.ts`. */
const [START, FIRST, SECOND, FIRST_NEXT, SECOND_NEXT, MIDDLE, CANDIDATES] = [0, 1, 2, 3, 4, 5, 6].map((k) => POINT * k);

/** numbers of all points */
export const POINTS = 36;

function copyPoint(f: Body, to: Int, from: Int): void {
  f.store(to, from.pair());
  f.store(to, from.pair(16), 16);
}

/** The cost of a point so far: coefficients of the polynomial in alpha, and what does not belong to it. */
interface Total {
  q0: FloatVariable;
  q1: FloatVariable;
  q2: FloatVariable;
  cost: FloatVariable;
  slope: FloatVariable;
  curvature: FloatVariable;
}

/** Adds the rows of dry friction: linear beyond the bound. */
function addFriction(f: Body, p: StepMembers, alpha: Float, { q0, q1, q2 }: Total): void {
  const { R, floss, Jaref, Jv, D } = p;
  const i = f.int(p.ne.shl(3));
  const end = f.int(p.first.shl(3));
  f.for(i, end, 8, () => {
    const start = f.float(Jaref.plus(i).float());
    const v = f.float(Jv.plus(i).float());
    const x = f.float(start.plus(alpha.times(v)));
    const most = f.float(floss.plus(i).float());
    const bound = f.float(R.plus(i).float().times(most));
    const half = f.float(float(-0.5).times(bound));
    f.if(bound.negative().isBelow(x).and(x.isBelow(bound)), () => {
      addPolynomial(f, start, v, f.float(D.plus(i).float()), [q0, q1, q2]);
    }, () =>
      f.if(x.isAtMost(bound.negative()), () => {
        q0.add(most.times(half.minus(start)));
        q1.add(most.negative().times(v));
      }, () => {
        q0.add(most.times(half.plus(start)));
        q1.add(most.times(v));
      }));
  });
}

/** Adds rows from `first` on, before `end`, two at a time: all of them, or those that are violated at `alpha`. */
function addRows(
  f: Body,
  p: StepMembers,
  first: Int,
  end: Int,
  sums: readonly FloatVariable[],
  alpha?: Float,
): void {
  const begin = f.int(first.shl(3));
  const arrays = [p.Jaref, p.Jv, p.D].map((array) => f.int(array.plus(begin)));
  const [Jaref] = arrays;
  const last = f.int(p.Jaref.plus(end.shl(3)));
  const half = f.pair(float(0.5).twice());
  const along = alpha && f.pair(alpha.twice());
  const none = f.pair();
  const visit = (lanes: readonly (0 | 1)[]) => {
    const [x, v, d] = arrays.map((array) => f.pair(lanes.length === 1 ? array.twice() : array.pair()));
    const Dx = f.pair(d.times(x));
    // adding 0 changes nothing, as no sum is −0
    const violated = along && f.pair(x.plus(along.times(v)).isBelow(none));
    [x.times(Dx).times(half), v.times(Dx), v.times(d).times(v).times(half)].forEach((terms, k) => {
      const both = f.pair(violated ? terms.where(violated) : terms);
      for (const lane of lanes) sums[k].add(both.lane(lane));
    });
    for (const array of arrays) array.add(8 * lanes.length);
  };
  f.while(Jaref.plus(8).isBelow(last), () => visit([0, 1]));
  f.if(Jaref.isBelow(last), () => visit([0]));
}

/** Adds limits, contacts, and elliptic cones. */
function addAllCones(f: Body, p: StepMembers, alpha: Float, total: Total): void {
  f.if(p.first.isBelow(p.nefc), () => {
    const members = [p.q0, p.q1, p.q2];
    const { q0, q1, q2, cost, slope, curvature } = total;
    p.at.set(alpha);
    [q0, q1, q2].forEach((q, k) => members[k].set(q));
    f.call(addCones);
    [q0, q1, q2].forEach((q, k) => q.set(members[k].value));
    cost.set(p.coneCost.value);
    slope.set(p.coneSlope.value);
    curvature.set(p.coneCurvature.value);
  });
}

/** The line search of problems with elliptic cones, or without them. */
function lineKernels(hasCones: boolean) {
  /** Cost and derivatives at the position of a point. */
  const evaluate = kernel(["int"], (f, point) => {
    const p = problemOf(f);
    const alpha = f.float(point.float());
    const [q0, q1, q2] = [p.base0, p.base1, p.base2].map(({ value }) => f.float(value));
    const [cost, slope, curvature] = [0, 0, 0].map((zero) => f.float(zero));
    const total = { q0, q1, q2, cost, slope, curvature };
    addFriction(f, p, alpha, total);
    if (hasCones) addAllCones(f, p, alpha, total);
    else addRows(f, p, p.first, p.nefc, [q0, q1, q2], alpha);

    cost.add(alpha.times(alpha).times(q2).plus(alpha.times(q1)).plus(q0));
    slope.add(float(2).times(alpha).times(q2).plus(q1));
    curvature.add(float(2).times(q2));
    f.if(curvature.isAtMost(float(0)), () => curvature.set(p.minval.value));
    f.store(point, cost, COST);
    f.store(point, slope, SLOPE);
    f.store(point, curvature, CURVATURE);
    p.evaluations.set(p.evaluations.value.plus(1));
  });

  /** The point at which the tangent of the slope at `from` vanishes. */
  const newtonStep = (f: Body, to: Int, from: Int) => {
    f.store(to, from.float().minus(from.float(SLOPE).over(from.float(CURVATURE))));
    f.call(evaluate, to);
  };

  /** Moves one end of the bracket to the best candidate on its side, and recomputes its Newton step; returns whether. */
  const tighten = kernel(["int", "int", "int"], (f, candidate, end, next) => {
    const moved = f.int(0);
    const last = f.int(candidate.plus(3 * POINT));
    f.for(candidate, last, POINT, () => {
      const slope = f.float(end.float(SLOPE));
      const other = f.float(candidate.float(SLOPE));
      const isBelow = slope.isBelow(float(0)).and(other.isBelow(float(0))).and(slope.isBelow(other));
      const isAbove = float(0).isBelow(slope).and(float(0).isBelow(other)).and(other.isBelow(slope));
      f.if(isBelow.or(isAbove), () => {
        copyPoint(f, end, candidate);
        moved.set(1);
      });
    });
    f.if(moved, () => newtonStep(f, next, end));
    f.return(moved);
  });

  /** Searches for a point that is flat enough; returns it, or else the best one, or −1 if none is better than the start. */
  const bracket = stepKernel((f, p) => {
    const { points } = p;
    const [start, first, second, firstNext, secondNext, middle, candidates] = [
      START,
      FIRST,
      SECOND,
      FIRST_NEXT,
      SECOND_NEXT,
      MIDDLE,
      CANDIDATES,
    ].map((offset) => f.int(points.plus(offset)));
    const flat = f.float(p.flat.value);
    const isFlat = (point: Int) => point.float(SLOPE).abs().isBelow(flat);
    const hasIterations = () => p.evaluations.value.isBelow(p.iterations);
    f.store(start, float(0));
    f.call(evaluate, start);

    // always one Newton step
    newtonStep(f, first, start);
    f.if(isFlat(first), () => f.return(first));

    // Newton steps in the same direction, until the slope changes its sign
    const direction = f.float(-1);
    f.if(first.float(SLOPE).isBelow(float(0)), () => direction.set(1));
    copyPoint(f, second, start);
    f.while(first.float(SLOPE).times(direction).isAtMost(flat.negative()).and(hasIterations()), () => {
      copyPoint(f, second, first);
      newtonStep(f, first, first);
      f.if(isFlat(first), () => f.return(first));
    });
    f.if(hasIterations().equals(0), () => f.return(first));

    copyPoint(f, secondNext, first);
    newtonStep(f, firstNext, first);
    f.while(hasIterations(), () => {
      f.store(middle, float(0.5).times(first.float().plus(second.float())));
      f.call(evaluate, middle);
      [firstNext, secondNext, middle].forEach((from, k) => copyPoint(f, candidates.plus(POINT * k), from));

      // among candidates that are flat enough, the one with the lowest cost
      const best = f.int(-1);
      const candidate = f.int(candidates);
      const end = f.int(candidates.plus(3 * POINT));
      f.for(candidate, end, POINT, () => {
        f.if(isFlat(candidate), () => {
          f.if(
            best.equals(-1),
            () => best.set(candidate),
            () => f.if(candidate.float(COST).isBelow(best.float(COST)), () => best.set(candidate)),
          );
        });
      });
      f.if(best.isNot(-1), () => f.return(best));

      // no end moves: the accuracy of doubles is reached
      const moved1 = f.call(tighten, candidates, first, firstNext);
      const moved2 = f.call(tighten, candidates, second, secondNext);
      f.if(moved1.or(moved2).equals(0), () => f.return(middle));
    });

    // out of iterations: the better end, if it is better than not moving
    const [cost0, cost1, cost2] = [start, first, second].map((point) => f.float(point.float(COST)));
    f.if(cost1.isAtMost(cost2).and(cost1.isBelow(cost0)), () => f.return(first));
    f.if(cost2.isAtMost(cost1).and(cost2.isBelow(cost0)), () => f.return(second));
    f.return(f.int(-1));
  });

  const search = stepKernel((f, p) => {
    const { nv, search } = p;
    p.alpha.set(float(0));
    p.lineslope.set(float(1));
    p.evaluations.set(f.int(0));
    const length = f.float(dot(f, search, search, nv).root());
    f.if(length.isBelow(p.minval.value), () => f.return(f.int(0)));
    p.flat.set(p.slack.value.times(length).over(p.scale.value));

    if (hasCones) f.call(conePolynomials);

    // the sum of others: the inertial cost and equalities, which are quadratic everywhere
    const base0 = f.float(p.gauss.value);
    const base1 = f.float(dot(f, search, p.Ma, nv).minus(dot(f, p.qfrc_smooth, search, nv)));
    const base2 = f.float(float(0.5).times(dot(f, search, p.Mv, nv)));
    addRows(f, p, int(0), p.ne, [base0, base1, base2]);
    p.base0.set(base0);
    p.base1.set(base1);
    p.base2.set(base2);

    const result = f.call(bracket);
    f.if(result.isNot(-1), () => {
      p.lineslope.set(result.float(SLOPE).abs().times(p.scale.value.over(length)));
      p.alpha.set(result.float());
    });
  });

  return { evaluate, tighten, bracket, search };
}

const rows = lineKernels(false);
const cones = lineKernels(true);

/** The search itself: without elliptic cones, and with them. */
export const searchLine = rows.search;
export const searchConeLine = cones.search;

/** The kernels by name. */
export const LINE_KERNELS = {
  evaluate: rows.evaluate,
  tighten: rows.tighten,
  bracket: rows.bracket,
  searchLine,
};
export const CONE_LINE_KERNELS = {
  evaluateCones: cones.evaluate,
  tightenCones: cones.tighten,
  bracketCones: cones.bracket,
  searchConeLine,
};
