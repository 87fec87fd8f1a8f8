/**
 * Kernels that solve a primal problem: they find the gradient and the first direction, and iterate. There is one for each
 * method and kind of Jacobian, with and without elliptic cones.
 */

import { type Body, float, type Int, int, type IntVariable, type Kernel, kernel } from "./assembler.ts";
import { cholSolve } from "./cholesky_kernels.ts";
import { updateCones } from "./cone_kernels.ts";
import { DENSE_HESSIAN, factorDense, updateDense } from "./dense_hessian_kernels.ts";
import { mulInertia, solveInertia } from "./inertia_kernels.ts";
import { mulColumns, mulGroups } from "./jacobian_kernels.ts";
import { searchConeLine, searchLine } from "./line_kernels.ts";
import { PLAN } from "./plan.ts";
import {
  moveBy,
  multiplyGradients,
  problemOf,
  RECORD,
  type StepMembers,
  turnSearch,
  updateGradient,
  updateRows,
} from "./primal_kernels.ts";
import { factorProfile, PROFILE } from "./profile_kernels.ts";
import { solveProfile, updateFlips } from "./profile_solve_kernels.ts";
import { mulRows, mulRowsT } from "./row_kernels.ts";

/** What a kernel does: it goes on, it begins, it finds the starting point, or it begins there. */
export const Task = { ITERATE: 0, BEGIN: 1, START: 2, SOLVE: 3 } as const;

/** What is left to do when a kernel for Newton's method returns: nothing, or to make or update the Hessian. */
export const Left = { DONE: 0, FACTOR: 1, UPDATE: 2 } as const;

/** bytes of a record */
const RECORD_BYTES = 8 * RECORD.doubles + 4 * RECORD.ints;

/** Products of a Jacobian, to `Jv`, and of its transpose with the forces, and the Hessian's factor. */
interface Matrices {
  mul(f: Body, p: StepMembers, v: Int): void;
  mulT(f: Body, p: StepMembers): void;
  factor: Kernel;
  /** updates the factor with the rows whose state changed; returns whether that lost accuracy */
  update: Kernel;
  solve(f: Body, p: StepMembers): void;
}

const DENSE: Matrices = {
  mul: (f, { J, Jv }, v) => f.call(mulRows, J, Jv, v),
  mulT: (f, { J, qfrc_constraint, force }) => f.call(mulRowsT, J, qfrc_constraint, force),
  factor: factorDense,
  update: updateDense,
  solve: (f, { hessian, Mgrad, grad, nv }) => {
    f.call(cholSolve, Mgrad, DENSE_HESSIAN.members(f, hessian).L, grad, nv, nv.plus(1).and(-2).shl(3));
  },
};

const SPARSE: Matrices = {
  mul: (f, { plan, J, Jv }, v) => f.call(mulGroups, plan, Jv, J, v),
  mulT: (f, { plan, J, qfrc_constraint, force }) => f.call(mulColumns, plan, qfrc_constraint, J, force),
  factor: factorProfile,
  update: updateFlips,
  solve: (f, { hessian, plan, Mgrad, grad }) => {
    f.call(solveProfile, plan, Mgrad, PROFILE.members(f, hessian).L, grad);
  },
};

/** The rows of a problem: the search of the line, and the update. */
interface Rows {
  search: Kernel;
  update: Kernel;
}

const PLAIN: Rows = { search: searchLine, update: updateRows };
const CONES: Rows = { search: searchConeLine, update: updateCones };

/** How a method turns the gradient into the first direction, and into further ones. */
interface Method {
  /** the number of updates of a Hessian in an iteration */
  updates(p: StepMembers): Int;
  first(f: Body, p: StepMembers, matrices: Matrices): void;
  next(f: Body, p: StepMembers, matrices: Matrices): void;
}

/** search = −Mgrad */
function descend(f: Body, { nv, search, Mgrad }: StepMembers): void {
  const end = f.int(search.plus(nv.shl(3)));
  // two at a time, as they are loaded next
  f.for(search, end, 16, () => {
    f.store(search, Mgrad.twice().withSecond(Mgrad.plus(8)).negative());
    Mgrad.add(16);
  });
}

const NEWTON: Method = {
  updates: ({ cones, flips }) => cones.value.plus(flips.value),
  first: (f, p, { factor, solve }) => {
    f.if(p.hessian.equals(0).or(p.cones.value), () => f.return(int(Left.FACTOR)));
    f.call(factor, p.hessian);
    solve(f, p);
    descend(f, p);
  },
  next: (f, p, { factor, update, solve }) => {
    f.if(p.hessian.equals(0).or(p.cones.value), () => f.return(int(Left.UPDATE)));
    f.if(p.flips.value, () =>
      f.if(f.call(update, p.hessian), () => {
        f.call(factor, p.hessian);
        f.if(p.count.value.isAbove(p.recorded).equals(0), () =>
          recordAt(f, p, p.count.value.minus(1)).updates.set(p.nefc));
      }));
    solve(f, p);
    descend(f, p);
  },
};

const precondition = (f: Body, { planM, Mgrad, LD, diagInv, grad }: StepMembers) =>
  f.call(solveInertia, planM, Mgrad, LD, diagInv, grad);

const CONJUGATE: Method = {
  updates: () => int(0),
  first: (f, p) => {
    precondition(f, p);
    f.call(multiplyGradients);
    descend(f, p);
  },
  next: (f, p) => {
    copyDoubles(f, p.Mgradold, p.Mgrad, p.nv);
    precondition(f, p);
    f.call(turnSearch);
  },
};

/** The scale of an island: one over the trace of its inertia. */
function setScale(f: Body, p: StepMembers): void {
  const { MAdr } = PLAN.members(f, p.planM);
  const trace = f.float(0);
  const end = f.int(MAdr.plus(p.nv.shl(2)));
  f.while(MAdr.isBelow(end), () => {
    MAdr.add(4);
    trace.add(p.M.plus(MAdr.int().shl(1)).minus(8).float());
  });
  p.scale.set(float(1).over(trace));
}

function recordAt(f: Body, p: StepMembers, n: Int) {
  return RECORD.members(f, f.int(p.records.plus(n.times(RECORD_BYTES))));
}

/** Records the iteration that has just been done, and returns if it was the last. */
function note(f: Body, p: StepMembers, { updates }: Method): void {
  const before = f.float(p.total.value);
  setTotal(p);
  const improvement = f.float(p.scale.value.times(before.minus(p.total.value)));
  const gradient = f.float(p.scale.value.times(p.gradient.value.root()));
  const n = f.int(p.count.value);
  f.if(n.isBelow(p.recorded), () => {
    const record = recordAt(f, p, n);
    record.improvement.set(improvement);
    record.gradient.set(gradient);
    record.lineslope.set(p.lineslope.value);
    for (const name of ["active", "changes", "evaluations"] as const) record[name].set(p[name].value);
    record.updates.set(updates(p));
  });
  n.add(1);
  p.count.set(n);
  const isSmall = [improvement, gradient].map((x) => x.isBelow(p.tolerance.value));
  f.if(isSmall[0].or(isSmall[1]).or(n.isBelow(p.most).equals(0)), () => f.return(int(Left.DONE)));
}

function setTotal(p: StepMembers): void {
  p.total.set(p.cost.value.plus(p.gauss.value));
}

/** Jaref = J v − aref, which is also stored at `copy` */
function violate(f: Body, p: StepMembers, { mul }: Matrices, v: Int, copy: IntVariable): void {
  mul(f, p, v);
  const { Jaref, Jv, aref } = p;
  const end = f.int(Jaref.plus(p.nefc.shl(3)));
  f.for(Jaref, end, 8, () => {
    const x = f.float(Jv.float().minus(aref.float()));
    f.store(Jaref, x);
    f.store(copy, x);
    for (const array of [Jv, aref, copy]) array.add(8);
  });
}

/** Finds the better of two starting points: the last acceleration, which leaves rows `known`, and the one without constraints. */
function start(f: Body, p: StepMembers, matrices: Matrices, update: Kernel): void {
  const { Ma, qacc, qacc_smooth, qfrc_smooth, Jaref, b } = p;
  violate(f, p, matrices, qacc_smooth, p.b);
  f.call(update);
  const least = f.float(p.cost.value);
  violate(f, p, matrices, qacc, p.Jaref);
  f.call(update);
  f.call(mulInertia, p.planM, Ma, p.M, qacc);
  const cost = f.float(p.cost.value);
  const i = f.int(0);
  const end = f.int(p.nv.shl(3));
  f.for(i, end, 8, () => {
    const residual = Ma.plus(i).float().minus(qfrc_smooth.plus(i).float());
    cost.add(float(0.5).times(residual).times(qacc.plus(i).float().minus(qacc_smooth.plus(i).float())));
  });
  const { states, oldstate } = p;
  f.if(states, () => {
    const last = f.int(states.plus(p.nefc.shl(2)));
    f.for(states, last, 4, () => {
      f.store(states, oldstate.int());
      oldstate.add(4);
    });
  });
  p.known.set(int(1));
  f.if(least.isBelow(cost), () => {
    copyDoubles(f, qacc, qacc_smooth, p.nv);
    copyDoubles(f, Jaref, b, p.nefc);
    f.call(mulInertia, p.planM, Ma, p.M, p.qacc);
    p.known.set(int(0));
  });
}

function copyDoubles(f: Body, to: IntVariable, from: IntVariable, n: Int): void {
  const end = f.int(to.plus(n.shl(3)));
  f.for(to, end, 16, () => {
    f.store(to, from.pair());
    from.add(16);
  });
}

const solver = (method: Method, matrices: Matrices, { search, update }: Rows) =>
  kernel(["int"], (f, task) => {
    const p = problemOf(f);
    const { mul, mulT } = matrices;
    f.if(task.isAbove(Task.BEGIN), () => {
      start(f, p, matrices, update);
      f.if(task.equals(Task.START), () => f.return(int(Left.DONE)));
    });
    f.if(task, () => {
      f.if(p.island.plus(1), () => setScale(f, p));
      f.if(p.known.value.equals(0), () => f.call(update));
      mulT(f, p);
      f.call(updateGradient);
      setTotal(p);
      method.first(f, p, matrices);
    });
    f.while(p.count.value.isBelow(p.most), () => {
      f.call(mulInertia, p.planM, p.Mv, p.M, p.search);
      mul(f, p, p.search);
      f.call(search);
      f.if(p.alpha.value.equals(float(0)), () => f.return(int(Left.DONE)));
      f.call(moveBy);
      f.call(update);
      mulT(f, p);
      f.call(updateGradient);
      note(f, p, method);
      method.next(f, p, matrices);
    });
  });

// copies of kernels, as far as there is room, because calls within a module take less time
const COPIES = { moveBy, updateGradient };

/** The kernels by name, in modules of their own, as a problem needs only one of them. */
export const NEWTON_DENSE = { newtonDense: solver(NEWTON, DENSE, PLAIN), ...COPIES };
export const NEWTON_SPARSE = { newtonSparse: solver(NEWTON, SPARSE, PLAIN), ...COPIES };
export const NEWTON_DENSE_CONES = { newtonDenseCones: solver(NEWTON, DENSE, CONES), ...COPIES };
export const NEWTON_SPARSE_CONES = { newtonSparseCones: solver(NEWTON, SPARSE, CONES), ...COPIES };
export const CG_DENSE = { cgDense: solver(CONJUGATE, DENSE, PLAIN), ...COPIES };
export const CG_SPARSE = { cgSparse: solver(CONJUGATE, SPARSE, PLAIN), ...COPIES };
export const CG_DENSE_CONES = { cgDenseCones: solver(CONJUGATE, DENSE, CONES), ...COPIES };
export const CG_SPARSE_CONES = { cgSparseCones: solver(CONJUGATE, SPARSE, CONES), ...COPIES };
