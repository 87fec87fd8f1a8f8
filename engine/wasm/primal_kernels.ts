/**
 * Kernels for the vectors of a primal problem: what an iteration does besides products with matrices. They find all they
 * work on in a block of integers, see `PrimalSlot`. Sums have the order of `dotTo`, or go from one element to the next
 * where the loops do.
 */

import {
  type Body,
  type Float,
  float,
  type FloatVariable,
  type Int,
  int,
  type IntVariable,
  kernel,
} from "./assembler.ts";

/** Where the block says what: counts, and addresses in bytes. */
export const PrimalSlot = {
  /** dofs, rows, and rows before limits and contacts */
  DOFS: 0,
  ROWS: 1,
  FIRST: 2,
  /** vectors over dofs */
  QACC: 3,
  QACC_SMOOTH: 4,
  QFRC_SMOOTH: 5,
  QFRC_CONSTRAINT: 6,
  MA: 7,
  MV: 8,
  GRAD: 9,
  MGRAD: 10,
  GRADOLD: 11,
  MGRADOLD: 12,
  SEARCH: 13,
  /** vectors over rows */
  JAREF: 14,
  JV: 15,
  D: 16,
  FORCE: 17,
  STATE: 18,
  OLDSTATE: 19,
  QUAD: 20,
  /** doubles that kernels take and give, see `PrimalSum` */
  SUMS: 21,
  /** results: rows that are not satisfied, those in the middle zone of cones, and those whose state changed */
  ACTIVE: 22,
  CONES: 23,
  CHANGES: 24,
  /** what the rows have of elliptic cones */
  CONE_DIM: 25,
  CONE_SCALE: 26,
  COUNT: 27,
} as const;

/** What the doubles are. */
export const PrimalSum = {
  /** step along the search direction */
  ALPHA: 0,
  /** cost of the rows so far, and with all */
  COST: 1,
  /** cost of the inertial part */
  GAUSS: 2,
  /** gradient · gradient */
  GRADIENT: 3,
  /** search · search, search · Ma, qfrc_smooth · search, search · Mv */
  SEARCH: 4,
  SEARCH_MA: 5,
  SMOOTH_SEARCH: 6,
  SEARCH_MV: 7,
  /** smallest divisor */
  MINVAL: 8,
  COUNT: 9,
} as const;

// states of rows
export const SATISFIED = int(0);
export const QUADRATIC = int(1);
export const CONE = int(4);

/** What the kernels are to their callers. */
export interface PrimalKernels {
  moveBy(block: number): number;
  updateRows(block: number): number;
  updateGradient(block: number): number;
  turnSearch(block: number): number;
  multiplySearch(block: number): number;
  polynomials(block: number): number;
}

type Slot = Exclude<keyof typeof PrimalSlot, "COUNT">;
type Sum = Exclude<keyof typeof PrimalSum, "COUNT">;

/** What the block says. */
export function slot(f: Body, block: Int, name: Slot): IntVariable {
  return f.int(block.int(4 * PrimalSlot[name]));
}

/** a · b over `n` elements */
function dot(f: Body, a: Int, b: Int, n: Int): FloatVariable {
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

/** Stores a result. */
export function storeSum(f: Body, block: Int, name: Sum, value: Float): void {
  f.store(block.int(4 * PrimalSlot.SUMS), value, 8 * PrimalSum[name]);
}

/** One of the numbers. */
export function sumOf(block: Int, name: Sum): Float {
  return block.int(4 * PrimalSlot.SUMS).float(8 * PrimalSum[name]);
}

/** Moves along the search direction, and keeps the gradient and its product with M⁻¹. */
const moveBy = kernel(["int"], (f, block) => {
  const alpha = f.pair(sumOf(block, "ALPHA").twice());
  const qacc = slot(f, block, "QACC");
  const search = slot(f, block, "SEARCH");
  const Ma = slot(f, block, "MA");
  const Mv = slot(f, block, "MV");
  const grad = slot(f, block, "GRAD");
  const Mgrad = slot(f, block, "MGRAD");
  const gradold = slot(f, block, "GRADOLD");
  const Mgradold = slot(f, block, "MGRADOLD");
  const end = f.int(slot(f, block, "DOFS").shl(3));
  const i = f.int(0);
  f.for(i, end, 16, () => {
    f.store(qacc.plus(i), qacc.plus(i).pair().plus(search.plus(i).pair().times(alpha)));
    f.store(Ma.plus(i), Ma.plus(i).pair().plus(Mv.plus(i).pair().times(alpha)));
    f.store(gradold.plus(i), grad.plus(i).pair());
    f.store(Mgradold.plus(i), Mgrad.plus(i).pair());
  });
  const Jaref = slot(f, block, "JAREF");
  const Jv = slot(f, block, "JV");
  end.set(Jaref.plus(slot(f, block, "ROWS").shl(3)));
  f.for(Jaref, end, 16, () => {
    f.store(Jaref, Jaref.pair().plus(Jv.pair().times(alpha)));
    Jv.add(16);
  });
});

/** Forces, states and cost of limits and contacts without elliptic cones: quadratic on one side. */
const updateRows = kernel(["int"], (f, block) => {
  const first = slot(f, block, "FIRST");
  const rows = slot(f, block, "ROWS");
  const Jaref = f.int(slot(f, block, "JAREF").plus(first.shl(3)));
  const end = f.int(slot(f, block, "JAREF").plus(rows.shl(3)));
  const D = f.int(slot(f, block, "D").plus(first.shl(3)));
  const force = f.int(slot(f, block, "FORCE").plus(first.shl(3)));
  const state = f.int(slot(f, block, "STATE").plus(first.shl(2)));
  const oldstate = f.int(slot(f, block, "OLDSTATE").plus(first.shl(2)));
  const cost = f.float(sumOf(block, "COST"));
  const active = f.int(0);
  const changes = f.int(0);
  f.for(Jaref, end, 8, () => {
    const x = f.float(Jaref.float());
    const old = f.int(state.int());
    f.store(oldstate, old);
    f.if(x.isAtLeast(float(0)), () => {
      f.store(force, float(0));
      f.store(state, SATISFIED);
      changes.add(old.isNot(SATISFIED));
    }, () => {
      const d = f.float(D.float());
      f.store(force, d.negative().times(x));
      cost.add(float(0.5).times(d).times(x).times(x));
      f.store(state, QUADRATIC);
      active.add(1);
      changes.add(old.isNot(QUADRATIC));
    });
    D.add(8);
    force.add(8);
    state.add(4);
    oldstate.add(4);
  });
  storeSum(f, block, "COST", cost);
  f.store(block, active, 4 * PrimalSlot.ACTIVE);
  f.store(block, changes, 4 * PrimalSlot.CHANGES);
});

/** The gradient, its square, and the cost of deviating from the acceleration without constraints. */
const updateGradient = kernel(["int"], (f, block) => {
  const Ma = slot(f, block, "MA");
  const smooth = slot(f, block, "QFRC_SMOOTH");
  const constraint = slot(f, block, "QFRC_CONSTRAINT");
  const qacc = slot(f, block, "QACC");
  const qaccSmooth = slot(f, block, "QACC_SMOOTH");
  const grad = slot(f, block, "GRAD");
  const n = slot(f, block, "DOFS");
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
  storeSum(f, block, "GAUSS", cost);
  storeSum(f, block, "GRADIENT", dot(f, grad, grad, n));
});

/** search = −Mgrad + β search, with β of Polak and Ribière unless that is negative. */
const turnSearch = kernel(["int"], (f, block) => {
  const grad = slot(f, block, "GRAD");
  const Mgrad = slot(f, block, "MGRAD");
  const gradold = slot(f, block, "GRADOLD");
  const Mgradold = slot(f, block, "MGRADOLD");
  const search = slot(f, block, "SEARCH");
  const n = slot(f, block, "DOFS");
  const divisor = f.float(dot(f, gradold, Mgradold, n));
  const end = f.int(n.shl(3));
  const i = f.int(0);
  f.for(i, end, 16, () => f.store(Mgradold.plus(i), Mgrad.plus(i).pair().minus(Mgradold.plus(i).pair())));
  const smallest = f.float(sumOf(block, "MINVAL"));
  f.if(divisor.isBelow(smallest), () => divisor.set(smallest));
  const part = f.float(dot(f, grad, Mgradold, n).over(divisor));
  f.if(part.isBelow(float(0)), () => part.set(0));
  const both = f.pair(part.twice());
  i.set(0);
  f.for(i, end, 16, () => {
    f.store(search.plus(i), both.times(search.plus(i).pair()).minus(Mgrad.plus(i).pair()));
  });
});

/** Products of the search direction, for the inertial cost along it. */
const multiplySearch = kernel(["int"], (f, block) => {
  const search = slot(f, block, "SEARCH");
  const n = slot(f, block, "DOFS");
  storeSum(f, block, "SEARCH", dot(f, search, search, n));
  storeSum(f, block, "SEARCH_MA", dot(f, search, slot(f, block, "MA"), n));
  storeSum(f, block, "SMOOTH_SEARCH", dot(f, slot(f, block, "QFRC_SMOOTH"), search, n));
  storeSum(f, block, "SEARCH_MV", dot(f, search, slot(f, block, "MV"), n));
});

/** The polynomial of each row along the search direction, without elliptic cones. */
const polynomials = kernel(["int"], (f, block) => {
  const Jaref = slot(f, block, "JAREF");
  const Jv = slot(f, block, "JV");
  const D = slot(f, block, "D");
  const quad = slot(f, block, "QUAD");
  const end = f.int(Jaref.plus(slot(f, block, "ROWS").shl(3)));
  f.for(Jaref, end, 8, () => {
    const x = f.float(Jaref.float());
    const v = f.float(Jv.float());
    const d = f.float(D.float());
    const Dx = f.float(d.times(x));
    f.store(quad, x.times(Dx).times(float(0.5)));
    f.store(quad, v.times(Dx), 8);
    f.store(quad, v.times(d).times(v).times(float(0.5)), 16);
    Jv.add(8);
    D.add(8);
    quad.add(24);
  });
});

/** The kernels by name. */
export const PRIMAL_KERNELS = { moveBy, updateRows, updateGradient, turnSearch, multiplySearch, polynomials };
