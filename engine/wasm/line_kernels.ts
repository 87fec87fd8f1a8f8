/** A kernel for line searches. */

import { float, kernel } from "./assembler.ts";
import { STEPS } from "./primal_kernels.ts";

/** Adds the polynomials of limits and contacts that are violated at a point of the line. */
const addPolynomials = kernel([STEPS], (f, p) => {
  const first = p.first;
  const Jaref = f.int(p.Jaref.plus(first.shl(3)));
  const Jv = f.int(p.Jv.plus(first.shl(3)));
  const quad = f.int(p.quad.plus(first.times(24)));
  const end = f.int(p.Jaref.plus(p.nefc.shl(3)));
  const along = f.pair(p.at.value.twice());
  const q01 = f.pair(p.q0.value.twice().withLane(1, p.q1.value));
  const q2 = f.pair(p.q2.value.twice());
  const none = f.pair();
  f.for(Jaref, end, 8, () => {
    // adding 0 changes nothing, as no sum is −0
    const violated = f.pair(Jaref.twice().plus(along.times(Jv.twice())).isBelow(none));
    q01.add(quad.pair().where(violated));
    q2.add(quad.twice(16).where(violated));
    Jv.add(8);
    quad.add(24);
  });
  p.q0.set(q01.lane(0));
  p.q1.set(q01.lane(1));
  p.q2.set(q2.lane(0));
  p.coneCost.set(float(0));
  p.coneSlope.set(float(0));
  p.coneCurvature.set(float(0));
});

/** The kernel by name. */
export const LINE_KERNELS = { addPolynomials };
