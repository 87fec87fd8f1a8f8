/** Kernels for the recursions over bodies: velocities, and bias forces by recursive Newton–Euler. */

import { type Body, type Float, type Int, kernel, type PairVariable } from "./assembler.ts";
import { STAGE } from "./stage_block.ts";

/** bytes of a spatial vector, and of the inertia of a body */
export const SIX = 48;
export const TEN = 80;

/** Types of joints, as in `Joint`. */
const FREE = 0;
const BALL = 1;

/** The three pairs of a spatial vector. */
export function pairsOf(f: Body, at: Int): PairVariable[] {
  return [0, 16, 32].map((offset) => f.pair(at.pair(offset)));
}

/** The inertia of a body, ten numbers, times a spatial vector, as expressions. */
export function inertiaTimes(
  [I0, I1, I2, I3, I4, I5, mx, my, mz, mass]: readonly Float[],
  [a0, a1, a2, a3, a4, a5]: readonly Float[],
): Float[] {
  return [
    I0.times(a0).plus(I3.times(a1)).plus(I4.times(a2)).minus(mz.times(a4)).plus(my.times(a5)),
    I3.times(a0).plus(I1.times(a1)).plus(I5.times(a2)).plus(mz.times(a3)).minus(mx.times(a5)),
    I4.times(a0).plus(I5.times(a1)).plus(I2.times(a2)).minus(my.times(a3)).plus(mx.times(a4)),
    mz.times(a1).minus(my.times(a2)).plus(mass.times(a3)),
    mx.times(a2).minus(mz.times(a0)).plus(mass.times(a4)),
    my.times(a0).minus(mx.times(a1)).plus(mass.times(a5)),
  ];
}

/** The product of two spatial vectors in MuJoCo's order of additions; `pairs` are those of one, `at` is the other. */
export function dot(f: Body, pairs: readonly PairVariable[], at: Int): Float {
  const four = f.pair(at.pair().times(pairs[0]).plus(at.pair(16).times(pairs[1])));
  const two = f.pair(at.pair(32).times(pairs[2]));
  return four.lane(0).plus(four.lane(1)).plus(two.lane(0).plus(two.lane(1)));
}

/** `rne`: writes Coriolis, centrifugal, and gravity forces to `res`; `cacc` of the world is minus gravity. */
const rne = kernel([STAGE, "int"], (f, stage, res) => {
  const { nbody, parent, dofadr, dofnum, doftype, qvel, cdof, cdof_dot, cvel, cinert, cacc, cfrc } = stage;

  // accelerations from the root to the leaves, and the force on each body by itself
  const i = f.int(1);
  const c = f.int(SIX);
  f.for(i, nbody, 1, () => {
    const adr = f.int(dofadr.plus(i.shl(2)).int());
    const axis = f.int(cdof_dot.plus(adr.times(SIX)));
    const speed = f.int(qvel.plus(adr.shl(3)));
    const end = f.int(speed.plus(dofnum.plus(i.shl(2)).int().shl(3)));
    f.if(doftype.plus(adr.shl(2)).int().equals(FREE).and(speed.isBelow(end)), () => {
      // the axes of translation of a free joint do not change
      axis.add(3 * SIX);
      speed.add(24);
    });
    const sums = [f.pair(), f.pair(), f.pair()];
    f.for(speed, end, 8, () => {
      const both = f.pair(speed.twice());
      sums.forEach((sum, k) => sum.add(axis.pair(16 * k).times(both)));
      axis.add(SIX);
    });
    const from = f.int(cacc.plus(parent.plus(i.shl(2)).int().times(SIX)));
    const to = f.int(cacc.plus(c));
    sums.forEach((sum, k) => {
      sum.add(from.pair(16 * k));
      f.store(to, sum, 16 * k);
    });

    // I a, then + v × I v
    const I = f.floats(f.int(cinert.plus(i.times(TEN))), 10);
    const force = f.int(cfrc.plus(c));
    const a = sums.flatMap((sum) => [f.float(sum.lane(0)), f.float(sum.lane(1))]);
    f.storeAll(force, inertiaTimes(I, a));
    const v = f.floats(f.int(cvel.plus(c)), 6);
    const p = inertiaTimes(I, v).map((value) => f.float(value));
    const area = (x: number, y: number) => v[x].times(p[y]).minus(v[y].times(p[x]));
    const side = (x: number, y: number) => v[x].times(p[y + 3]).minus(v[y].times(p[x + 3]));
    const turned = [
      ...[area(1, 2).plus(area(4, 5)), area(2, 0).plus(area(5, 3)), area(0, 1).plus(area(3, 4))],
      ...[side(1, 2), side(2, 0), side(0, 1)],
    ];
    for (let k = 0; k < 6; k += 2) {
      f.store(force, force.pair(8 * k).plus(turned[k].twice().withLane(1, turned[k + 1])), 8 * k);
    }
    c.add(SIX);
  });

  // from the leaves to the root: project the force onto each axis, then add it to the parent
  const b = f.int(nbody.minus(1));
  f.while(b.isAbove(0), () => {
    const force = pairsOf(f, f.int(cfrc.plus(b.times(SIX))));
    const adr = f.int(dofadr.plus(b.shl(2)).int());
    const axis = f.int(cdof.plus(adr.times(SIX)));
    const to = f.int(res.plus(adr.shl(3)));
    f.for(to, f.int(to.plus(dofnum.plus(b.shl(2)).int().shl(3))), 8, () => {
      f.store(to, dot(f, force, axis));
      axis.add(SIX);
    });
    const above = f.int(parent.plus(b.shl(2)).int());
    f.if(above, () => {
      const at = f.int(cfrc.plus(above.times(SIX)));
      force.forEach((pair, k) => f.store(at, at.pair(16 * k).plus(pair), 16 * k));
    });
    b.add(-1);
  });
});

/** `comVel`: velocities of bodies and rates of change of motion axes, about the centers of mass of the trees. */
const comVel = kernel([STAGE], (f, stage) => {
  const { nbody, parent, dofadr, dofnum, doftype, qvel, cdof, cdof_dot, cvel } = stage;
  for (let k = 0; k < 3; k++) f.store(cvel, f.zeros(), 16 * k);
  const i = f.int(1);
  f.for(i, nbody, 1, () => {
    const adr = f.int(dofadr.plus(i.shl(2)).int());
    const axis = f.int(cdof.plus(adr.times(SIX)));
    const rate = f.int(cdof_dot.plus(adr.times(SIX)));
    const speed = f.int(qvel.plus(adr.shl(3)));
    const end = f.int(speed.plus(dofnum.plus(i.shl(2)).int().shl(3)));
    const type = f.int(doftype.plus(adr.shl(2)));
    const velocity = pairsOf(f, f.int(cvel.plus(parent.plus(i.shl(2)).int().times(SIX))));
    const sums = [f.pair(), f.pair(), f.pair()];
    const addAxis = () => {
      const both = f.pair(speed.twice());
      sums.forEach((sum, k) => sum.add(axis.pair(16 * k).times(both)));
      axis.add(SIX);
    };
    f.while(speed.isBelow(end), () => {
      // a free joint translates along the world axes, which never change
      f.if(type.int().equals(FREE), () => {
        for (let k = 0; k < 9; k++) f.store(rate, f.zeros(), 16 * k);
        // zeros are multiplied too, which makes NaN of what is not finite
        for (const sum of sums) sum.set(f.zeros());
        f.for(speed, f.int(speed.plus(24)), 8, () => addAxis());
        velocity.forEach((pair, k) => pair.add(sums[k]));
        rate.add(3 * SIX);
      });

      // the axes of one quaternion turn together, with everything before the first of them; any other axis by itself
      const last = f.int(speed.plus(8));
      f.if(type.int().isBelow(BALL + 1), () => last.set(speed.plus(24)));
      const [wx, wy, wz, ux, uy, uz] = velocity.flatMap((pair) => [f.float(pair.lane(0)), f.float(pair.lane(1))]);
      for (const sum of sums) sum.set(f.zeros());
      type.add(last.minus(speed).shr(1));
      f.for(speed, last, 8, () => {
        const [ax, ay, az, bx, by, bz] = f.floats(axis, 6);
        f.storeAll(rate, [
          wy.times(az).minus(wz.times(ay)),
          wz.times(ax).minus(wx.times(az)),
          wx.times(ay).minus(wy.times(ax)),
          wy.times(bz).minus(wz.times(by)).plus(uy.times(az).minus(uz.times(ay))),
          wz.times(bx).minus(wx.times(bz)).plus(uz.times(ax).minus(ux.times(az))),
          wx.times(by).minus(wy.times(bx)).plus(ux.times(ay).minus(uy.times(ax))),
        ]);
        addAxis();
        rate.add(SIX);
      });
      velocity.forEach((pair, k) => pair.add(sums[k]));
    });
    const to = f.int(cvel.plus(i.times(SIX)));
    velocity.forEach((pair, k) => f.store(to, pair, 16 * k));
  });
});

/** `comVelAndRne`: both, with the force in `qfrc_bias`. */
const comVelAndRne = kernel(["int"], (f, at) => {
  f.call(comVel, at);
  f.call(rne, at, STAGE.members(f, at).qfrc_bias);
});

/** The kernels by name. */
export const BODY_KERNELS = { rne, comVel, comVelAndRne };
