/**
 * Shared parts of the kernels of the dual solvers: the layout of a problem, residuals of its rows, and recording of the
 * states of rows.
 */

import type { Body, Float, FloatVariable, Int, IntVariable, PairVariable } from "./assembler.ts";
import { struct } from "./struct.ts";

/** Numbers per row: b, inverse diagonal, its inverse, bound of dry friction, regularization. */
export const ROW = 5;
/** Numbers of a block of AR, and of the cone of a contact, per row. */
export const BLOCK = 6;

/** Maximum number of rows with individual loads; otherwise kernels would become too large. */
const MOST_SINGLE = 3;

/** The addresses of a problem's arrays. */
export const DUAL = struct({
  /** `ROW` numbers per row */
  row: "doubles",
  /** address in bytes and length of each row of AR */
  plan: "ints",
  AR: "doubles",
  /** columns of AR; the address is 0 if it is dense */
  colind: "ints",
  /** blocks of AR, and cones, at `BLOCK` times their first row */
  block: "doubles",
  cone: "doubles",
  force: "doubles",
  state: "ints",
  /** the improvement */
  sum: "doubles",
  /** numbers of active rows and of changed states */
  counts: "ints",
});

/** The members of the block, for kernels. */
export type DualMembers = ReturnType<typeof DUAL.members>;

/** Adds products in the order of `dot`. */
export function dotOf(f: Body, a: readonly Float[], b: readonly Float[]): FloatVariable {
  const zero = f.float(0);
  const terms = a.map((x, i) => x.times(b[i]));
  const rest = terms.splice(terms.length - terms.length % 4);
  const sums = [0, 2, 1, 3].map((k) =>
    terms.filter((_, i) => i % 4 === k).reduce((sum: Float, term) => sum.plus(term), zero)
  );
  const whole = terms.length > 0 ? sums[0].plus(sums[1]).plus(sums[2].plus(sums[3])) : zero;
  return f.float(rest.length > 0 ? whole.plus(rest.reduce((sum, term) => sum.plus(term))) : whole);
}

/** b + AR f in the `n` rows from `i` on, which have the same columns. */
export function residualsOf(f: Body, p: DualMembers, i: Int, n: number): FloatVariable[] {
  const plan = f.int(p.plan.plus(i.shl(3)));
  const rows = Array.from({ length: n }, (_, r) => f.int(p.AR.plus(plan.int(8 * r))));
  const zeros = f.pair();
  const even = rows.map(() => f.pair(zeros));
  const odd = rows.map(() => f.pair(zeros));
  const sums = rows.map(() => f.float(zeros.lane(0)));
  const at = f.int(0);
  const left = f.int(plan.int(4));

  const first = f.pair(zeros);
  const second = f.pair(zeros);
  const loadSingly = (address: Int) => {
    first.set(address.twice().withSecond(address.plus(8)));
    second.set(address.twice(16).withSecond(address.plus(24)));
  };
  /** four columns whose forces are two pairs */
  const addFour = (first: PairVariable, second: PairVariable) =>
    rows.forEach((row, r) => {
      even[r].add(row.pair().times(first));
      odd[r].add(row.pair(16).times(second));
      row.add(32);
    });
  const closeFours = () =>
    rows.forEach((_, r) => {
      const both = f.pair(even[r].plus(odd[r]));
      sums[r].set(both.lane(0).plus(both.lane(1)));
    });

  f.if(p.colind, () => {
    at.set(p.colind.plus(plan.int().shr(1)));
    f.while(left.isAbove(3), () => {
      const force = f.int(p.force.plus(at.int().shl(3)));
      f.if(at.int(12).minus(at.int()).equals(3), () => loadSingly(force), () => {
        const place = (k: number) => p.force.plus(at.int(4 * k).shl(3));
        first.set(force.twice().withSecond(place(1)));
        second.set(place(2).twice().withSecond(place(3)));
      });
      addFour(first, second);
      at.add(16);
      left.add(-4);
    });
    closeFours();
    f.while(left.isAbove(0), () => {
      const force = f.float(p.force.plus(at.int().shl(3)).float());
      rows.forEach((row, r) => {
        sums[r].add(row.float().times(force));
        row.add(8);
      });
      at.add(4);
      left.add(-1);
    });
  }, () => {
    at.set(p.force);
    const whole = f.int(at.plus(left.and(-4).shl(3)));
    const addPairs = (end: Int) =>
      f.for(at, end, 32, () => {
        first.set(at.pair());
        second.set(at.pair(16));
        addFour(first, second);
      });
    if (n <= MOST_SINGLE) {
      // loading a pair would stall if one of its forces has just been stored
      const near = f.int(at.plus(i.and(-4).shl(3)).minus(32));
      addPairs(near);
      near.add(64);
      f.if(whole.isBelow(near), () => near.set(whole));
      f.for(at, near, 32, () => {
        loadSingly(at);
        addFour(first, second);
      });
    }
    addPairs(whole);
    left.set(left.and(3));
    closeFours();
    // the rest is summed separately
    f.if(left, () => {
      rows.forEach((row, r) => {
        const rest = f.float(row.float().times(at.float()));
        f.if(left.isAbove(1), () => rest.add(row.float(8).times(at.float(8))));
        f.if(left.isAbove(2), () => rest.add(row.float(16).times(at.float(16))));
        sums[r].add(rest);
      });
    });
  });
  return rows.map((_, r) => f.float(p.row.plus(i.plus(r).times(8 * ROW)).float().plus(sums[r])));
}

/** Counts of rows, which start at 0 and are added to those of the problem at the end. */
export class StateCounts {
  readonly active: IntVariable;
  private readonly changed: IntVariable;

  constructor(private readonly f: Body, private readonly p: DualMembers) {
    this.active = f.int(0);
    this.changed = f.int(0);
  }

  /** Records the state of `n` rows from `i` on, which were in a common state. */
  note(i: Int, state: Int, n = 1): void {
    const { f, p, changed } = this;
    const at = f.int(p.state.plus(i.shl(2)));
    f.if(at.int().isNot(state), () => {
      for (let k = 0; k < n; k++) f.store(at, state, 4 * k);
      changed.add(n);
    });
  }

  /** Adds the counts to those of the problem. */
  finish(): void {
    const { f, p } = this;
    f.store(p.counts, p.counts.int().plus(this.active));
    f.store(p.counts, p.counts.int(4).plus(this.changed), 4);
  }
}
