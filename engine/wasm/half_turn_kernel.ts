/** A kernel for the sines and cosines by which hinges turn, of two at a time. */

import { float, kernel } from "./assembler.ts";
import { POSES } from "./pose_block.ts";

/** bounds and coefficients of `sincos` in `math/scalar.ts` */
const QUARTER = 0.7853984832763671;
const SINE = [
  ...[-1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04],
  ...[2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10],
];
const COSINE = [
  ...[4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05],
  ...[-2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11],
];

/**
 * `halfTurns`: sine and cosine of half the angle of each hinge, to the bits of `sincos`, but for the sign of zero. Where
 * an angle is not small, it leaves half of it and no number, and returns 1 in the end.
 */
export const halfTurns = kernel([POSES], (f, poses) => {
  const { hinges, qpos, qpos0, halfTurn } = poses;
  const both = (value: number) => f.pair(float(value).twice());
  const [s0, s1, s2, s3, s4, s5] = SINE.map(both);
  const [c0, c1, c2, c3, c4, c5] = COSINE.map(both);
  const [half, one, quarter, none] = [0.5, 1, QUARTER, NaN].map(both);
  const isLarge = f.int(0);
  f.while(hinges.int(), () => {
    const [to, other] = [0, 8].map((k) => f.int(halfTurn.plus(hinges.int(k).shl(4)).minus(16)));
    const [at, next] = [4, 12].map((k) => f.int(hinges.int(k).shl(3)));
    const angle = f.pair(qpos.plus(at).twice().withSecond(qpos.plus(next)));
    const x = f.pair(angle.minus(qpos0.plus(at).twice().withSecond(qpos0.plus(next))).times(half));
    const z = f.pair(x.times(x));
    const w = f.pair(z.times(z));
    const r = s1.plus(z.times(s2.plus(z.times(s3)))).plus(z.times(w).times(s4.plus(z.times(s5))));
    const sine = f.pair(x.plus(z.times(x).times(s0.plus(z.times(r)))));
    const q = z.times(c0.plus(z.times(c1.plus(z.times(c2))))).plus(
      w.times(w).times(c3.plus(z.times(c4.plus(z.times(c5))))),
    );
    const hz = f.pair(half.times(z));
    const u = f.pair(one.minus(hz));
    const cosine = f.pair(u.plus(one.minus(u).minus(hz).plus(z.times(q))));
    f.if(x.isAtLeast(quarter.negative()).where(quarter.isAtLeast(x)).areSet().isNot(3), () => {
      isLarge.set(1);
      sine.set(x);
      cosine.set(none);
    });
    f.store(to, sine.lane(0));
    f.store(to, cosine.lane(0), 8);
    f.store(other, sine.lane(1));
    f.store(other, cosine.lane(1), 8);
    hinges.add(16);
  });
  f.return(isLarge);
});

/** The kernel by name. */
export const HALF_TURN_KERNELS = { halfTurns };
