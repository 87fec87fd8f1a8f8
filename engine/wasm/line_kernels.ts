/** A kernel for line searches. Addresses count bytes. (Doubles go through memory: as arguments they may be allocated.) */

import { kernel } from "./assembler.ts";

/** What the kernel is to its callers. */
export interface LineKernels {
  addPolynomials(sum: number, quad: number, Jaref: number, Jv: number, n: number): number;
}

/** Adds the polynomials, three numbers each, of the rows that are violated at α to the three numbers of `sum`; α follows. */
const addPolynomials = kernel(["int", "int", "int", "int", "int"], (f, sum, quad, Jaref, Jv, n) => {
  const along = f.pair(sum.twice(24));
  const q01 = f.pair(sum.pair());
  const q2 = f.pair(sum.twice(16));
  const none = f.pair();
  const end = f.int(Jaref.plus(n.shl(3)));
  f.for(Jaref, end, 8, () => {
    // adding 0 changes nothing, as no sum is −0
    const violated = f.pair(Jaref.twice().plus(along.times(Jv.twice())).isBelow(none));
    q01.add(quad.pair().where(violated));
    q2.add(quad.twice(16).where(violated));
    Jv.add(8);
    quad.add(24);
  });
  f.store(sum, q01);
  f.store(sum, q2.lane(0), 16);
});

/** The kernel by name. */
export const LINE_KERNELS = { addPolynomials };
