/**
 * Kernels for the rows of a primal problem with elliptic cones: the loops over limits and contacts of `constraintUpdate`
 * and of the line search. Row by row, `cone_dim` of the block has the rows of a cone at its first one, 1 where there is
 * none, and `cone_scale` its regularized friction at the first row and friction coefficients at the others.
 */

import { type Body, float, type FloatVariable, type Int, int, type IntVariable } from "./assembler.ts";
import {
  addPolynomial,
  CONE,
  noteState,
  QUADRATIC,
  SATISFIED,
  stepKernel,
  type StepMembers,
  storeTally,
  updateFirst,
} from "./primal_kernels.ts";

/** Rows that are visited: addresses of what belongs to the present one. */
class Rows {
  readonly end: IntVariable;
  readonly dim: IntVariable;
  readonly scale: IntVariable;
  readonly Jaref: IntVariable;
  readonly Jv: IntVariable;
  readonly D: IntVariable;
  readonly quad: IntVariable;
  readonly force: IntVariable;
  readonly state: IntVariable;
  readonly oldstate: IntVariable;

  constructor(f: Body, p: StepMembers, first: Int) {
    const doubles = f.int(first.shl(3));
    const ints = f.int(first.shl(2));
    this.end = f.int(p.Jaref.plus(p.nefc.shl(3)));
    this.dim = f.int(p.cone_dim.plus(ints));
    this.scale = f.int(p.cone_scale.plus(doubles));
    this.Jaref = f.int(p.Jaref.plus(doubles));
    this.Jv = f.int(p.Jv.plus(doubles));
    this.D = f.int(p.D.plus(doubles));
    this.quad = f.int(p.quad.plus(doubles.times(3)));
    this.force = f.int(p.force.plus(doubles));
    this.state = f.int(p.state.plus(ints));
    this.oldstate = f.int(p.oldstate.plus(ints));
  }

  /** Visits the rows of limits and contacts, and the cones; goes on behind them. */
  visit(f: Body, row: () => void, cone: (n: IntVariable) => void): void {
    f.while(this.Jaref.isBelow(this.end), () => {
      const n = f.int(this.dim.int());
      f.if(n.equals(1), row, () => cone(n));
      for (const at of [this.scale, this.Jaref, this.Jv, this.D, this.force]) at.add(n.shl(3));
      for (const at of [this.dim, this.state, this.oldstate]) at.add(n.shl(2));
      this.quad.add(n.times(24));
    });
  }
}

/** |(x₁μ₁, x₂μ₂, …)| behind the first row of a cone, as `tangentialLength` has it */
function lengthOf(f: Body, rows: Rows, n: Int): FloatVariable {
  const square = (k: number) => {
    const u = f.float(rows.Jaref.float(8 * k).times(rows.scale.float(8 * k)));
    return f.float(u.times(u));
  };
  const sum = square(1);
  const second = square(2);
  f.if(n.isBelow(5), () => {
    sum.add(second);
    f.if(n.equals(4), () => sum.add(square(3)));
  }, () => {
    sum.add(square(3));
    second.add(square(4));
    sum.add(second);
    f.if(n.equals(6), () => sum.add(square(5)));
  });
  sum.set(sum.root());
  return sum;
}

/** Forces, states and cost. */
export const updateCones = stepKernel((f, p) => {
  const tally = updateFirst(f, p);
  const { cost, active } = tally;
  const rows = new Rows(f, p, p.first);
  const { Jaref, D, force, scale } = rows;
  const cones = f.int(0);
  const result = f.int(0);
  const i = f.int(0);
  const quadratic = (n: Int | number) => {
    i.set(0);
    f.for(i, int(n).shl(3), 8, () => {
      const d = f.float(D.plus(i).float());
      const x = f.float(Jaref.plus(i).float());
      f.store(force.plus(i), d.negative().times(x));
      cost.add(float(0.5).times(d).times(x).times(x));
    });
    result.set(QUADRATIC);
    active.add(n);
  };
  const satisfied = (n: Int | number) => {
    i.set(0);
    f.for(i, int(n).shl(3), 8, () => f.store(force.plus(i), float(0)));
    result.set(SATISFIED);
  };
  const note = (n: Int | number) => {
    i.set(0);
    f.for(i, int(n).shl(2), 4, () => {
      noteState(f, rows.state.plus(i), rows.oldstate.plus(i), result, tally);
    });
  };
  rows.visit(f, () => {
    f.if(Jaref.float().isAtLeast(float(0)), () => satisfied(1), () => quadratic(1));
    note(1);
  }, (n) => {
    const m = f.float(scale.float());
    const N = f.float(Jaref.float().times(m));
    const T = lengthOf(f, rows, n);
    const mT = f.float(m.times(T));
    const isPoint = f.int(T.isAtMost(float(0)));
    f.if(
      N.isAtLeast(mT).or(isPoint.and(N.isAtLeast(float(0)))),
      () => satisfied(n),
      () =>
        f.if(
          m.times(N).plus(T).isAtMost(float(0)).or(isPoint.and(N.isBelow(float(0)))),
          () => quadratic(n),
          () => {
            // the middle zone: quadratic in the distance to the cone
            const mm = f.float(m.times(m));
            const Dm = f.float(D.float().over(mm.times(float(1).plus(mm))));
            const distance = f.float(N.minus(mT));
            cost.add(float(0.5).times(Dm).times(distance).times(distance));
            const normal = f.float(Dm.negative().times(distance).times(m));
            f.store(force, normal);
            const along = f.float(normal.negative().over(T));
            i.set(8);
            f.for(i, n.shl(3), 8, () => {
              const friction = f.float(scale.plus(i).float());
              f.store(force.plus(i), along.times(Jaref.plus(i).float().times(friction)).times(friction));
            });
            result.set(CONE);
            active.add(n);
            cones.add(n);
          },
        ),
    );
    note(n);
  });
  storeTally(p, tally, cones);
});

/** The polynomials of cones along the search direction. */
export const conePolynomials = stepKernel((f, p) => {
  const rows = new Rows(f, p, p.first);
  const { Jaref, Jv, D, quad, scale } = rows;
  const half = float(0.5);
  rows.visit(f, () => {}, (n) => {
    const [x, v, d] = [Jaref, Jv, D].map((array) => f.float(array.float()));
    const Dx = f.float(d.times(x));
    const q0 = f.float(x.times(Dx));
    const q1 = f.float(v.times(Dx));
    const q2 = f.float(v.times(d).times(v));
    const UU = f.float(0);
    const UV = f.float(0);
    const VV = f.float(0);
    const i = f.int(8);
    f.for(i, n.shl(3), 8, () => {
      const xk = f.float(Jaref.plus(i).float());
      const vk = f.float(Jv.plus(i).float());
      const dk = f.float(D.plus(i).float());
      const friction = f.float(scale.plus(i).float());
      const Dk = f.float(dk.times(xk));
      q0.add(xk.times(Dk));
      q1.add(vk.times(Dk));
      q2.add(vk.times(dk).times(vk));
      const U = f.float(xk.times(friction));
      const V = f.float(vk.times(friction));
      UU.add(U.times(U));
      UV.add(U.times(V));
      VV.add(V.times(V));
    });
    const m = f.float(scale.float());
    const mm = f.float(m.times(m));
    const values = [
      q0.times(half),
      q1,
      q2.times(half),
      x.times(m),
      v.times(m),
      UU,
      UV,
      VV,
      d.over(mm.times(float(1).plus(mm))),
    ];
    values.forEach((value, k) => f.store(quad, value, 8 * k));
  });
});

/** Adds the polynomials of limits and contacts at a point of the line, and finds what does not belong to a polynomial. */
export const addCones = stepKernel((f, p) => {
  const rows = new Rows(f, p, p.first);
  const { Jaref, Jv, D, quad, scale } = rows;
  const [q0, q1, q2, alpha] = [p.q0, p.q1, p.q2, p.at].map(({ value }) => f.float(value));
  const cost = f.float(0);
  const slope = f.float(0);
  const curvature = f.float(0);
  const add = () => {
    q0.add(quad.float());
    q1.add(quad.float(8));
    q2.add(quad.float(16));
  };
  rows.visit(f, () => {
    const [x, v] = [Jaref, Jv].map((array) => f.float(array.float()));
    f.if(x.plus(alpha.times(v)).isBelow(float(0)), () => addPolynomial(f, x, v, f.float(D.float()), [q0, q1, q2]));
  }, () => {
    const m = f.float(scale.float());
    const V0 = f.float(quad.float(32));
    const UV = f.float(quad.float(48));
    const VV = f.float(quad.float(56));
    const N = f.float(quad.float(24).plus(alpha.times(V0)));
    const square = f.float(quad.float(40).plus(alpha.times(float(2).times(UV).plus(alpha.times(VV)))));
    f.if(square.isAtMost(float(0)), () => f.if(N.isBelow(float(0)), add), () => {
      const T = f.float(square.root());
      const mT = f.float(m.times(T));
      f.if(N.isAtLeast(mT).equals(0), () => {
        f.if(m.times(N).plus(T).isAtMost(float(0)), add, () => {
          // the middle zone: quadratic in the distance to the cone
          const Dm = f.float(quad.float(64));
          const first = f.float(UV.plus(alpha.times(VV)));
          const T1 = f.float(first.over(T));
          const T2 = f.float(VV.over(T).minus(first.times(T1).over(T.times(T))));
          const distance = f.float(N.minus(mT));
          const rate = f.float(V0.minus(m.times(T1)));
          cost.add(float(0.5).times(Dm).times(distance).times(distance));
          slope.add(Dm.times(distance).times(rate));
          curvature.add(Dm.times(rate.times(rate).plus(distance.times(m.negative().times(T2)))));
        });
      });
    });
  });
  p.q0.set(q0);
  p.q1.set(q1);
  p.q2.set(q2);
  p.coneCost.set(cost);
  p.coneSlope.set(slope);
  p.coneCurvature.set(curvature);
});

/** The kernels by name. */
export const CONE_KERNELS = { conePolynomials, addCones };
export const CONE_UPDATE_KERNELS = { updateCones };
