/** Kernels for forces of actuators: see `fwd_actuation.ts` and `muscle.ts`. */

import { ACTUATORS, type Actuators } from "./actuator_block.ts";
import { type Body, type Float, float, type FloatVariable, type Int, int, kernel } from "./assembler.ts";

const ZERO = float(0);
const HALF = float(0.5);
const ONE = float(1);
const TWO = float(2);
export const MINVAL = float(1e-15);
const MAXVAL = float(1e10);

/** bytes of the parameters of an actuator */
export const TEN = 80;

/** Types of dynamics, as in `Dyn`, and of gains and biases, as in `Gain` and `Bias`. */
const INTEGRATOR = 1;
export const FILTEREXACT = 3;
const MUSCLE_DYN = 4;
const USER_DYN = 5;
export const AFFINE = 1;
export const MUSCLE = 2;
const USER = 3;

/** Clamps a number to the range at an address. */
export function clamp(f: Body, x: FloatVariable, range: Int): void {
  const low = f.float(range.float());
  const high = f.float(range.float(8));
  f.if(x.isBelow(low), () => x.set(low), () => f.if(high.isBelow(x), () => x.set(high)));
}

/** The activation of actuator `i` after a step at some rate; not that of an exact filter. */
export function advance(f: Body, a: Actuators, i: Int, act: FloatVariable, rate: Float): void {
  act.add(rate.times(a.timestep.value));
  f.if(a.actuator_actlimited.plus(i).byte(), () => clamp(f, act, a.actuator_actrange.plus(i.shl(4))));
}

/** Peak force, optimum length, and normalized length of a muscle whose parameters are at `prm`. */
function muscle(f: Body, a: Actuators, i: Int, length: Float, prm: Int): Record<"force" | "L0" | "L", Float> {
  const range = f.int(a.actuator_lengthrange.plus(i.shl(4)));
  const low = f.float(range.float());
  const force = f.float(prm.float(16));
  f.if(force.isBelow(ZERO), () => {
    force.set(prm.float(24).over(MINVAL.max(a.actuator_acc0.plus(i.shl(3)).float())));
  });
  const L0 = f.float(range.float(8).minus(low).over(MINVAL.max(prm.float(8).minus(prm.float()))));
  const L = f.float(prm.float().plus(length.minus(low).over(MINVAL.max(L0))));
  return { force: force.negative(), L0, L };
}

/** Active force of a muscle or its derivative: what `curve` makes of the velocity and its limit. */
export function muscleGain(
  f: Body,
  a: Actuators,
  i: Int,
  prm: Int,
  curve: (V: Float, y: Float, fvmax: Float) => Float,
): { gain: Float; width: Float } {
  const length = f.float(a.actuator_length.plus(i.shl(3)).float());
  const { force, L0, L } = muscle(f, a, i, length, prm);
  const width = f.float(MINVAL.max(L0.times(prm.float(48))));
  const V = f.float(a.actuator_velocity.plus(i.shl(3)).float().over(width));

  // four parabolas
  const lmin = f.float(prm.float(32));
  const lmax = f.float(prm.float(40));
  const low = f.float(HALF.times(lmin.plus(ONE)));
  const high = f.float(HALF.times(ONE.plus(lmax)));
  const x = f.float(0);
  const base = f.float(0);
  const isInner = f.int(0);
  const parabola = (numerator: Float, denominator: Float, inner: 0 | 1) => () => {
    x.set(numerator);
    base.set(denominator);
    isInner.set(inner);
  };
  f.if(L.isAtMost(low), parabola(L.minus(lmin), low.minus(lmin), 0), () => {
    f.if(L.isAtMost(ONE), parabola(ONE.minus(L), ONE.minus(low), 1), () => {
      f.if(L.isAtMost(high), parabola(L.minus(ONE), high.minus(ONE), 1), parabola(lmax.minus(L), lmax.minus(high), 0));
    });
  });
  x.set(x.over(MINVAL.max(base)));
  const FL = f.float(HALF.times(x).times(x));
  f.if(isInner, () => FL.set(ONE.minus(FL)));
  f.if(lmin.isAtMost(L).and(L.isAtMost(lmax)).equals(0), () => FL.set(0));

  const fvmax = f.float(prm.float(64));
  const y = f.float(fvmax.minus(ONE));
  return { gain: force.times(FL).times(curve(V, y, fvmax)), width };
}

/** Passive force of a muscle. */
function muscleBias(f: Body, a: Actuators, i: Int, length: Float, prm: Int): Float {
  const { force, L } = muscle(f, a, i, length, prm);
  const b = f.float(HALF.times(ONE.plus(prm.float(40))));
  const peak = f.float(force.times(prm.float(56)));
  const width = f.float(MINVAL.max(b.minus(ONE)));
  const bias = f.float(0);
  f.if(L.isAtMost(ONE), () => {}, () => {
    f.if(L.isAtMost(b), () => {
      const x = f.float(L.minus(ONE).over(width));
      bias.set(peak.times(HALF).times(x).times(x));
    }, () => bias.set(peak.times(HALF.plus(L.minus(b).over(width)))));
  });
  return bias;
}

/** Rate of change of the activation of a muscle. */
function muscleRate(f: Body, ctrl: Float, act: Float, prm: Int): Float {
  const unit = (x: Float) => {
    const clamped = f.float(x);
    f.if(x.isBelow(ZERO), () => clamped.set(0), () => f.if(ONE.isBelow(x), () => clamped.set(1)));
    return clamped;
  };
  const excess = f.float(unit(ctrl).minus(act));
  const share = f.float(HALF.plus(float(1.5).times(unit(act))));
  const rise = f.float(prm.float().times(share));
  const fall = f.float(prm.float(8).over(share));
  const width = f.float(prm.float(16));
  const tau = f.float(fall);
  f.if(width.isBelow(MINVAL), () => f.if(ZERO.isBelow(excess), () => tau.set(rise)), () => {
    const x = f.float(excess.over(width).plus(HALF));
    const s = f.float(0);
    f.if(x.isAtMost(ZERO), () => {}, () => {
      f.if(x.isAtLeast(ONE), () => s.set(1), () => {
        const slope = float(3).times(x).times(TWO.times(x).minus(float(5))).plus(float(10));
        s.set(x.times(x).times(x).times(slope));
      });
    });
    tau.set(fall.plus(rise.minus(fall).times(s)));
  });
  return excess.over(MINVAL.max(tau));
}

/**
 * `actuate`: rates of activations, and forces of actuators and on joints; controls are clamped if `clamps` is 1. Returns 1,
 * and leaves everything to loops, if a control is bad, if the user provides a curve, or for tendons whose force is limited.
 */
const actuate = kernel([ACTUATORS, "int"], (f, a, clamps) => {
  const giveUp = () => f.return(int(1));
  const { nu, ntendon, tendon_actfrclimited } = a;
  const tendon = f.int(0);
  f.for(tendon, ntendon, 1, () => f.if(tendon_actfrclimited.plus(tendon).byte(), giveUp));

  const i = f.int(0);
  f.for(i, nu, 1, () => {
    const i4 = f.int(i.shl(2));
    const i8 = f.int(i.shl(3));
    const prms = f.int(i.times(TEN));
    const input = f.float(a.ctrl.plus(i8).float());
    f.if(clamps, () => {
      f.if(a.actuator_ctrllimited.plus(i).byte(), () => clamp(f, input, a.actuator_ctrlrange.plus(i.shl(4))));
    });
    f.if(input.abs().isAtMost(MAXVAL).equals(0), giveUp);

    const adr = f.int(a.actuator_actadr.plus(i4).int());
    f.if(adr.isAbove(-1), () => {
      const last = f.int(adr.plus(a.actuator_actnum.plus(i4).int()).minus(1).shl(3));
      const { act_dot } = a;
      const k = f.int(adr.shl(3));
      f.for(k, last, 8, () => f.store(act_dot.plus(k), ZERO));
      const act = f.float(a.act.plus(last).float());
      const rate = f.float(0);
      const type = f.int(a.actuator_dyntype.plus(i4).int());
      const prm = f.int(a.actuator_dynprm.plus(prms));
      f.if(type.equals(MUSCLE_DYN), () => rate.set(muscleRate(f, input, act, prm)), () => {
        f.if(type.equals(USER_DYN), giveUp);
        f.if(type.equals(INTEGRATOR), () => rate.set(input), () => {
          f.if(type, () => rate.set(input.minus(act).over(MINVAL.max(prm.float()))));
        });
      });
      f.store(act_dot.plus(last), rate);
      f.if(a.actuator_actearly.plus(i).byte(), () => {
        f.if(type.equals(FILTEREXACT), giveUp);
        advance(f, a, i, act, rate);
      });
      input.set(act);
    });

    const affine = (prm: Int) => {
      const { actuator_length, actuator_velocity } = a;
      const length = prm.float(8).times(actuator_length.plus(i8).float());
      return prm.float().plus(length).plus(prm.float(16).times(actuator_velocity.plus(i8).float()));
    };
    const gainType = f.int(a.actuator_gaintype.plus(i4).int());
    const gainPrm = f.int(a.actuator_gainprm.plus(prms));
    const force = f.float(gainPrm.float());
    f.if(gainType, () => {
      f.if(gainType.equals(USER), giveUp);
      f.if(gainType.equals(AFFINE), () => force.set(affine(gainPrm)), () => {
        // weaker while shortening, stronger while lengthening, up to a limit
        const { gain } = muscleGain(f, a, i, gainPrm, (V, y, fvmax) => {
          const FV = f.float(fvmax);
          f.if(V.isAtMost(float(-1)), () => FV.set(0), () => {
            f.if(V.isAtMost(ZERO), () => FV.set(V.plus(ONE).times(V.plus(ONE))), () => {
              f.if(V.isAtMost(y), () => FV.set(fvmax.minus(y.minus(V).times(y.minus(V)).over(MINVAL.max(y)))));
            });
          });
          return FV;
        });
        force.set(gain);
      });
    });

    const biasType = f.int(a.actuator_biastype.plus(i4).int());
    const bias = f.float(0);
    f.if(biasType, () => {
      f.if(biasType.equals(USER), giveUp);
      const prm = f.int(a.actuator_biasprm.plus(prms));
      f.if(biasType.equals(AFFINE), () => bias.set(affine(prm)), () => {
        bias.set(muscleBias(f, a, i, f.float(a.actuator_length.plus(i8).float()), prm));
      });
    });

    force.set(force.times(input).plus(bias));
    f.if(a.actuator_forcelimited.plus(i).byte(), () => clamp(f, force, a.actuator_forcerange.plus(i.shl(4))));
    f.store(a.actuator_force.plus(i8), force);
  });

  // forces on joints
  const { qfrc_actuator, actuator_force, moment_rownnz, moment_rowadr, moment_colind, actuator_moment } = a;
  const dof = f.int(qfrc_actuator);
  f.for(dof, f.int(dof.plus(a.nv.shl(3))), 8, () => f.store(dof, ZERO));
  i.set(0);
  f.for(i, f.int(nu.shl(2)), 4, () => {
    const force = f.float(actuator_force.plus(i.shl(1)).float());
    f.if(force.differs(ZERO), () => {
      const adr = f.int(moment_rowadr.plus(i).int());
      const k = f.int(moment_colind.plus(adr.shl(2)));
      const arm = f.int(actuator_moment.plus(adr.shl(3)));
      f.for(k, f.int(k.plus(moment_rownnz.plus(i).int().shl(2))), 4, () => {
        const to = f.int(qfrc_actuator.plus(k.int().shl(3)));
        f.store(to, to.float().plus(arm.float().times(force)));
        arm.add(8);
      });
    });
  });
  const { njnt, jnt_actfrclimited } = a;
  i.set(0);
  f.for(i, njnt, 1, () => {
    f.if(jnt_actfrclimited.plus(i).byte(), () => {
      const at = f.int(qfrc_actuator.plus(a.jnt_dofadr.plus(i.shl(2)).int().shl(3)));
      const force = f.float(at.float());
      clamp(f, force, a.jnt_actfrcrange.plus(i.shl(4)));
      f.store(at, force);
    });
  });
});

/** The kernel by name. */
export const ACTUATION_KERNELS = { actuate };
