/**
 * Kernels for the vectors of a primal problem: what an iteration does besides products with matrices. Sums have the order
 * of `dotTo`, or go from one element to the next where the loops do.
 */

import {
  type Body,
  type Float,
  float,
  type FloatVariable,
  fourInts,
  type Int,
  int,
  type IntVariable,
  type Kernel,
  kernel,
  type Pair,
} from "./assembler.ts";
import { struct } from "./struct.ts";

/** The vectors of a problem, and the numbers that its kernels take and give. */
export const STEPS = struct({
  /** dofs */
  nv: "int",
  /** where kernels find the matrices: the plan of the inertia, its elements, the plan of the Jacobian, and the Jacobian */
  planM: "int",
  M: "int",
  plan: "int",
  J: "int",
  /** elements of the factor of the inertia, for conjugate gradients */
  LD: "int",
  /** over dofs */
  qacc: "doubles",
  qacc_smooth: "doubles",
  qfrc_smooth: "doubles",
  Ma: "doubles",
  /** over rows; kernels know their types by their places and by what they have of elliptic cones */
  aref: "doubles",
  b: "doubles",
  Jaref: "doubles",
  D: "doubles",
  R: "doubles",
  floss: "doubles",
  force: "doubles",
  state: "ints",
  /** dofs and rows of an island among all of them, 0 for everything */
  list: "int",
  rowList: "int",
  /** block of the Hessian, 0 if it has loops; from here on, everything and islands have most in common */
  hessian: "int",
  /** the island, −1 for everything */
  island: "int",
  /** rows, rows of equalities, and rows before limits and contacts */
  nefc: "int",
  ne: "int",
  first: "int",
  /** inverse diagonal of the inertia, for conjugate gradients */
  diagInv: "doubles",
  /** over dofs */
  qfrc_constraint: "doubles",
  Mv: "doubles",
  grad: "doubles",
  Mgrad: "doubles",
  Mgradold: "doubles",
  search: "doubles",
  /** over rows */
  Jv: "doubles",
  oldstate: "ints",
  quad: "doubles",
  /** where the states of the starting point without constraints go too, 0 if nowhere */
  states: "int",
  /** the vectors of everything */
  allAcc: "doubles",
  allAccSmooth: "doubles",
  allSmooth: "doubles",
  allMa: "doubles",
  allConstraint: "doubles",
  allAref: "doubles",
  allJaref: "doubles",
  allForce: "doubles",
  /** what the rows have of elliptic cones: see `cone_kernels.ts` */
  cone_dim: "ints",
  cone_scale: "doubles",
  /**
   * rows that are not satisfied, those in the middle zone of cones, those whose state changed, and those that became
   * quadratic or no longer are
   */
  active: "out",
  cones: "out",
  changes: "out",
  flips: "out",
  /** step along the search direction */
  alpha: "double",
  /** cost of the rows */
  cost: "double",
  /** cost of the inertial part */
  gauss: "double",
  /** gradient · gradient, and gradient · M⁻¹ gradient, for conjugate gradients */
  gradient: "double",
  product: "double",
  /** cost of everything */
  total: "double",
  /** are forces, states, and cost of the rows already those of the starting point */
  known: "out",
  /** most iterations, how many there were, what ends them, and records of the first ones: see `RECORD` */
  most: "int",
  count: "out",
  tolerance: "double",
  records: "doubles",
  recorded: "int",
  /** smallest divisor */
  minval: "double",
  /** scale of improvement and gradient, and the slope of the line at which a point is flat enough, times `scale` */
  scale: "double",
  slack: "double",
  /** most evaluations in a line search, and how many there were */
  iterations: "int",
  evaluations: "out",
  /** slope of the line at the result, scaled */
  lineslope: "double",
  /** points on the line, what is flat enough, and the polynomial of what is quadratic everywhere */
  points: "doubles",
  flat: "double",
  base0: "double",
  base1: "double",
  base2: "double",
  /** a point on the line, the coefficients of the polynomial so far, and with all rows */
  at: "double",
  q0: "double",
  q1: "double",
  q2: "double",
  /** cost, slope and curvature of the rows that have no polynomial */
  coneCost: "double",
  coneSlope: "double",
  coneCurvature: "double",
});

/** What is recorded of an iteration. */
export const RECORD = struct({
  improvement: "double",
  gradient: "double",
  lineslope: "double",
  active: "out",
  changes: "out",
  evaluations: "out",
  updates: "out",
});

/** The members of the block, for kernels. */
export type StepMembers = ReturnType<typeof STEPS.members>;

// states of rows
export const SATISFIED = int(0);
export const QUADRATIC = int(1);
const LINEARNEG = int(2);
const LINEARPOS = int(3);
export const CONE = int(4);

/** The block, at the beginning of the memory: a constant address is not compared with the size of the memory. */
export function problemOf(f: Body): StepMembers {
  return STEPS.members(f, int(0));
}

/** A kernel that has no other parameter. */
export function stepKernel(write: (f: Body, p: StepMembers) => void): Kernel<[]> {
  return kernel([], (f) => write(f, problemOf(f)));
}

/** a · b over `n` elements */
export function dot(f: Body, a: Int, b: Int, n: Int): FloatVariable {
  const p = f.int(a);
  const q = f.int(b);
  const even = f.pair();
  const odd = f.pair();
  const whole = f.int(p.plus(n.and(-4).shl(3)));
  f.while(p.isBelow(whole), () => {
    even.add(p.pair().times(q.pair()));
    odd.add(p.pair(16).times(q.pair(16)));
    p.add(32);
    q.add(32);
  });
  even.add(odd);
  const sum = f.float(even.lane(0).plus(even.lane(1)));
  const rest = f.int(n.and(3));
  f.if(rest, () => {
    const left = f.float(p.float().times(q.float()));
    f.if(rest.isAbove(1), () => left.add(p.float(8).times(q.float(8))));
    f.if(rest.isAbove(2), () => left.add(p.float(16).times(q.float(16))));
    sum.add(left);
  });
  return sum;
}

/** Adds the cost of a row along the search direction, whose violation changes from `x` by `v`. */
export function addPolynomial(f: Body, x: Float, v: Float, d: Float, sums: readonly FloatVariable[]): void {
  const Dx = f.float(d.times(x));
  const half = float(0.5);
  [x.times(Dx).times(half), v.times(Dx), v.times(d).times(v).times(half)].forEach((term, k) => sums[k].add(term));
}

/** Moves along the search direction. */
export const moveBy = stepKernel((f, p) => {
  const alpha = f.pair(p.alpha.value.twice());
  const qacc = p.qacc;
  const search = p.search;
  const Ma = p.Ma;
  const Mv = p.Mv;
  const end = f.int(p.nv.shl(3));
  const i = f.int(0);
  f.for(i, end, 16, () => {
    f.store(qacc.plus(i), qacc.plus(i).pair().plus(search.plus(i).pair().times(alpha)));
    f.store(Ma.plus(i), Ma.plus(i).pair().plus(Mv.plus(i).pair().times(alpha)));
  });
  const Jaref = p.Jaref;
  const Jv = p.Jv;
  end.set(Jaref.plus(p.nefc.shl(3)));
  f.for(Jaref, end, 16, () => {
    f.store(Jaref, Jaref.pair().plus(Jv.pair().times(alpha)));
    Jv.add(16);
  });
});

/** What the update of rows sums up. */
interface Tally {
  cost: FloatVariable;
  active: IntVariable;
  changes: IntVariable;
  flips: IntVariable;
}

/** Notes the state of a row, which comes next. */
export function noteState(f: Body, state: Int, oldstate: Int, now: Int, { changes, flips }: Tally): void {
  const old = f.int(state.int());
  f.store(oldstate, old);
  f.store(state, now);
  changes.add(old.isNot(now));
  flips.add(old.equals(QUADRATIC).isNot(now.equals(QUADRATIC)));
}

/** Weights of the rows in JᵀDJ: those in the quadratic state count. */
export function weighRows(f: Body, { nefc, D, state }: StepMembers, weight: Int): void {
  const to = f.int(weight);
  const end = f.int(weight.plus(nefc.shl(3)));
  const quadratic = fourInts(1);
  f.while(to.plus(24).isBelow(end), () => {
    const counts = f.pair(state.pair().intsEqual(quadratic));
    f.store(to, D.pair().where(counts.widened(0)));
    f.store(to, D.pair(16).where(counts.widened(1)), 16);
    for (const array of [to, D]) array.add(32);
    state.add(16);
  });
  f.for(to, end, 8, () => {
    f.if(state.int().equals(QUADRATIC), () => f.store(to, D.float()), () => f.store(to, float(0)));
    D.add(8);
    state.add(4);
  });
}

/** Forces, states and cost of rows from `first` on, before `end`, which are quadratic, or only on one side. */
function updatePairs(
  f: Body,
  p: StepMembers,
  first: Int,
  end: Int,
  { cost, active, changes, flips }: Tally,
  isOneSided: boolean,
): void {
  const ints = f.int(first.shl(2));
  const doubles = f.int(ints.shl(1));
  const [Jaref, D, force] = [p.Jaref, p.D, p.force].map((array) => f.int(array.plus(doubles)));
  const [state, oldstate] = [p.state, p.oldstate].map((array) => f.int(array.plus(ints)));
  const last = f.int(p.Jaref.plus(end.shl(3)));
  const half = f.pair(float(0.5).twice());
  const none = f.pair();
  // without a branch: V8-7; adding 0 changes nothing, as no cost is −0; SATISFIED is one less than QUADRATIC
  const forcesAndCosts = (x: Pair, d: Pair, satisfied: Pair | false) =>
    [d.negative().times(x), half.times(d).times(x).times(x)]
      .map((both) => f.pair(satisfied ? both.unless(satisfied) : both));

  const quadratic = fourInts(1);
  const changed = f.pair();
  const activated = f.pair();
  f.while(Jaref.plus(24).isBelow(last), () => {
    const masks = [0, 16].map((offset) => {
      const [x, d] = [Jaref, D].map((array) => f.pair(array.pair(offset)));
      const satisfied = isOneSided && f.pair(x.isAtLeast(none));
      const [forces, costs] = forcesAndCosts(x, d, satisfied);
      f.store(force, forces, offset);
      cost.add(costs.lane(0));
      cost.add(costs.lane(1));
      return satisfied;
    });
    const now = f.pair(masks[0] && masks[1] ? quadratic.intsPlus(masks[0].lowerHalves(masks[1])) : quadratic);
    const old = f.pair(state.pair());
    f.store(oldstate, old);
    f.store(state, now);
    changed.set(changed.intsMinus(old.intsDiffer(now)));
    if (isOneSided) activated.set(activated.intsPlus(now));
    for (const array of [Jaref, D, force]) array.add(32);
    for (const array of [state, oldstate]) array.add(16);
  });
  const count = f.int(changed.sumOfInts());
  for (const tally of [changes, flips]) tally.add(count);
  if (isOneSided) active.add(activated.sumOfInts());

  f.while(Jaref.isBelow(last), () => {
    const x = f.pair(Jaref.twice());
    const satisfied = isOneSided && f.pair(x.isAtLeast(none));
    const [forces, costs] = forcesAndCosts(x, D.twice(), satisfied);
    f.store(force, forces.lane(0));
    cost.add(costs.lane(0));
    const now = f.int(satisfied ? QUADRATIC.minus(satisfied.areSet().and(1)) : QUADRATIC);
    const old = f.int(state.int());
    f.store(oldstate, old);
    f.store(state, now);
    const differs = f.int(old.isNot(now));
    for (const tally of [changes, flips]) tally.add(differs);
    if (isOneSided) active.add(now);
    for (const array of [Jaref, D, force]) array.add(8);
    for (const array of [state, oldstate]) array.add(4);
  });
}

/** Forces, states and cost of the rows that are always active: equalities, and dry friction, which is linear beyond its bound. */
export function updateFirst(f: Body, p: StepMembers): Tally {
  const tally = { cost: f.float(0), active: f.int(p.first), changes: f.int(0), flips: f.int(0) };
  const { cost } = tally;
  updatePairs(f, p, int(0), p.ne, tally, false);

  const { Jaref, D, force, state, oldstate, R, floss } = p;
  const i = f.int(p.ne.shl(3));
  const end = f.int(p.first.shl(3));
  f.for(i, end, 8, () => {
    const x = f.float(Jaref.plus(i).float());
    const most = f.float(floss.plus(i).float());
    const r = f.float(R.plus(i).float());
    const bound = f.float(r.times(most));
    const half = f.float(float(-0.5).times(r).times(most).times(most));
    const now = f.int(QUADRATIC);
    f.if(x.isAtMost(bound.negative()), () => {
      cost.add(half.minus(most.times(x)));
      f.store(force.plus(i), most);
      now.set(LINEARNEG);
    }, () =>
      f.if(x.isAtLeast(bound), () => {
        cost.add(half.plus(most.times(x)));
        f.store(force.plus(i), most.negative());
        now.set(LINEARPOS);
      }, () => {
        const d = f.float(D.plus(i).float());
        f.store(force.plus(i), d.negative().times(x));
        cost.add(float(0.5).times(d).times(x).times(x));
      }));
    const place = f.int(i.shr(1));
    noteState(f, state.plus(place), oldstate.plus(place), now, tally);
  });
  return tally;
}

/** Stores the sums. */
export function storeTally(p: StepMembers, { cost, active, changes, flips }: Tally, cones: Int): void {
  p.cost.set(cost);
  p.active.set(active);
  p.cones.set(cones);
  p.changes.set(changes);
  p.flips.set(flips);
}

/** Forces, states and cost of all rows, without elliptic cones: limits and contacts are quadratic on one side. */
export const updateRows = stepKernel((f, p) => {
  const tally = updateFirst(f, p);
  updatePairs(f, p, p.first, p.nefc, tally, true);
  storeTally(p, tally, int(0));
});

/** The gradient, its square, and the cost of deviating from the acceleration without constraints. */
export const updateGradient = stepKernel((f, p) => {
  const Ma = p.Ma;
  const smooth = p.qfrc_smooth;
  const constraint = p.qfrc_constraint;
  const qacc = p.qacc;
  const qaccSmooth = p.qacc_smooth;
  const grad = p.grad;
  const n = p.nv;
  const half = f.pair(float(0.5).twice());
  const cost = f.float(0);
  const i = f.int(0);
  const end = f.int(n.shl(3));
  f.for(i, end, 16, () => {
    const residual = f.pair(Ma.plus(i).pair().minus(smooth.plus(i).pair()));
    f.store(grad.plus(i), residual.minus(constraint.plus(i).pair()));
    const part = f.pair(half.times(residual).times(qacc.plus(i).pair().minus(qaccSmooth.plus(i).pair())));
    cost.add(part.lane(0));
    f.if(i.plus(8).isBelow(end), () => cost.add(part.lane(1)));
  });
  p.gauss.set(cost);
  p.gradient.set(dot(f, grad, grad, n));
});

/** The product of the gradient and what became of it by the inverse inertia. */
export const multiplyGradients = stepKernel((f, p) => p.product.set(dot(f, p.grad, p.Mgrad, p.nv)));

/** search = −Mgrad + β search, with β of Polak and Ribière unless that is negative. */
export const turnSearch = stepKernel((f, p) => {
  const grad = p.grad;
  const Mgrad = p.Mgrad;
  const Mgradold = p.Mgradold;
  const search = p.search;
  const n = p.nv;
  const divisor = f.float(p.product.value);
  f.call(multiplyGradients);
  const end = f.int(n.shl(3));
  const i = f.int(0);
  f.for(i, end, 16, () => f.store(Mgradold.plus(i), Mgrad.plus(i).pair().minus(Mgradold.plus(i).pair())));
  const smallest = f.float(p.minval.value);
  f.if(divisor.isBelow(smallest), () => divisor.set(smallest));
  const part = f.float(dot(f, grad, Mgradold, n).over(divisor));
  f.if(part.isBelow(float(0)), () => part.set(0));
  const both = f.pair(part.twice());
  i.set(0);
  f.for(i, end, 16, () => {
    f.store(search.plus(i), both.times(search.plus(i).pair()).minus(Mgrad.plus(i).pair()));
  });
});

/** The kernels by name; others are in the modules that call them. */
export const PRIMAL_KERNELS = { multiplyGradients, turnSearch, updateRows };
