/** Kernels for derivatives of smooth forces with respect to velocity: see `smooth_vel.ts` and `jtbj.ts`. */

import { ACTUATORS } from "./actuator_block.ts";
import { advance, AFFINE, FILTEREXACT, MINVAL, MUSCLE, muscleGain, TEN } from "./actuation_kernels.ts";
import { type Float, float, type Int, int, kernel } from "./assembler.ts";

const ZERO = float(0);
const TWO = float(2);

/** Adds `slope` JᵀJ to `qDeriv` for a sparse row J of `n` numbers, with columns in increasing order. */
const addSparse = kernel([ACTUATORS, "int", "int", "int", "float"], (f, a, J, columns, n, slope) => {
  const { D_rowadr, qDeriv } = a;
  f.if(n.equals(1), () => {
    const row = f.int(columns.int().shl(2));
    const at = f.int(qDeriv.plus(D_rowadr.plus(row).int().plus(a.D_diag.plus(row).int()).shl(3)));
    f.store(at, at.float().plus(J.float().times(slope).times(J.float())));
  }, () => {
    const { D_rownnz, D_colind, D_diag } = a;
    const k = f.int(0);
    const end = f.int(n.shl(2));
    const add = (at: Int, c: Int, scale: Float) => {
      const to = f.int(qDeriv.plus(at.shl(1)));
      f.store(to, to.float().plus(scale.times(J.plus(c.shl(1)).float())));
    };
    f.for(k, end, 4, () => {
      // a row begins with the dofs above its own, as many as each of them has; the dofs below follow, and are consecutive
      const row = f.int(columns.plus(k).int().shl(2));
      const scale = f.float(J.plus(k.shl(1)).float().times(slope));
      const start = f.int(D_rowadr.plus(row).int().shl(2));
      const own = f.int(start.plus(D_diag.plus(row).int().shl(2)));
      const last = f.int(start.plus(D_rownnz.plus(row).int().shl(2)));
      const c = f.int(0);
      f.for(c, k, 4, () => {
        const column = f.int(columns.plus(c).int());
        const at = f.int(start.plus(D_diag.plus(column.shl(2)).int().shl(2)));
        f.if(at.isBelow(own).and(D_colind.plus(at).int().equals(column)), () => add(at, c, scale));
      });
      f.for(c, end, 4, () => {
        const at = f.int(own.plus(columns.plus(c).int().shl(2)).minus(row));
        f.if(at.isBelow(last), () => add(at, c, scale));
      });
    });
  });
});

/** The same for a dense row. */
const addDense = kernel([ACTUATORS, "int", "float"], (f, a, J, slope) => {
  const { nv, D_rowadr, D_rownnz, D_colind, qDeriv } = a;
  const i = f.int(0);
  f.for(i, f.int(nv.shl(2)), 4, () => {
    const own = f.float(J.plus(i.shl(1)).float());
    f.if(own.differs(ZERO), () => {
      const scale = f.float(own.times(slope));
      const k = f.int(D_rowadr.plus(i).int().shl(2));
      f.for(k, f.int(k.plus(D_rownnz.plus(i).int().shl(2))), 4, () => {
        const to = f.int(qDeriv.plus(k.shl(1)));
        f.store(to, to.float().plus(J.plus(D_colind.plus(k).int().shl(3)).float().times(scale)));
      });
    });
  });
});

/**
 * `smoothVel`: derivatives of the forces of actuators, if bit 0 of `which` is set, and of dampers of joints and tendons, if bit
 * 1 is set; bit 2 says that rows of tendons are sparse. Returns 1, and leaves everything to loops, for an exact filter that is
 * used early.
 */
const smoothVel = kernel(["int", "int"], (f, at, which) => {
  const a = ACTUATORS.members(f, at);
  const { qDeriv } = a;
  const clear = f.int(qDeriv);
  f.for(clear, f.int(clear.plus(a.nD.shl(3))), 8, () => f.store(clear, ZERO));

  f.if(which.and(1), () => {
    const { nu, actuator_gaintype, actuator_biastype } = a;
    const i = f.int(0);
    f.for(i, nu, 1, () => {
      const i4 = f.int(i.shl(2));
      const i8 = f.int(i.shl(3));
      const gainType = f.int(actuator_gaintype.plus(i4).int());
      const biasType = f.int(actuator_biastype.plus(i4).int());
      const slope = f.float(0);
      f.if(biasType.equals(AFFINE), () => slope.set(a.actuator_biasprm.plus(i.times(TEN)).float(16)));
      f.if(gainType, () => {
        const prm = f.int(a.actuator_gainprm.plus(i.times(TEN)));
        const change = f.float(0);
        f.if(gainType.equals(AFFINE), () => change.set(prm.float(16)), () => {
          f.if(gainType.equals(MUSCLE), () => {
            const { gain, width } = muscleGain(f, a, i, prm, (V, y) => {
              const rise = f.float(0);
              f.if(V.isAtMost(float(-1)), () => {}, () => {
                f.if(V.isAtMost(ZERO), () => rise.set(TWO.times(V).plus(TWO)), () => {
                  f.if(V.isAtMost(y), () => {
                    rise.set(float(-2).times(V).plus(TWO.times(y)).over(MINVAL.max(y)));
                  });
                });
              });
              return rise;
            });
            change.set(gain.over(width));
          });
        });
        f.if(change.differs(ZERO), () => {
          const input = f.float(a.ctrl.plus(i8).float());
          const type = f.int(a.actuator_dyntype.plus(i4).int());
          f.if(type, () => {
            const adr = a.actuator_actadr.plus(i4).int().plus(a.actuator_actnum.plus(i4).int()).minus(1);
            const last = f.int(adr.shl(3));
            input.set(a.act.plus(last).float());
            f.if(a.actuator_actearly.plus(i).byte(), () => {
              f.if(type.equals(FILTEREXACT), () => f.return(int(1)));
              advance(f, a, i, input, a.act_dot.plus(last).float());
            });
          });
          slope.add(change.times(input));
        });
      });

      // not at the limits of its force
      f.if(a.actuator_forcelimited.plus(i).byte(), () => {
        const force = f.float(a.actuator_force.plus(i8).float());
        const range = f.int(a.actuator_forcerange.plus(i.shl(4)));
        f.if(force.isAtMost(range.float()).or(force.isAtLeast(range.float(8))), () => slope.set(0));
      });
      f.if(slope.differs(ZERO), () => {
        const adr = f.int(a.moment_rowadr.plus(i4).int());
        const columns = a.moment_colind.plus(adr.shl(2));
        f.call(addSparse, at, a.actuator_moment.plus(adr.shl(3)), columns, a.moment_rownnz.plus(i4).int(), slope);
      });
    });
  });

  f.if(which.and(2), () => {
    const { nv, D_rowadr, D_diag, dof_damping, ntendon, tendon_damping } = a;
    const i = f.int(0);
    f.for(i, f.int(nv.shl(2)), 4, () => {
      const to = f.int(qDeriv.plus(D_rowadr.plus(i).int().plus(D_diag.plus(i).int()).shl(3)));
      f.store(to, to.float().minus(dof_damping.plus(i.shl(1)).float()));
    });
    i.set(0);
    f.for(i, ntendon, 1, () => {
      const damping = f.float(tendon_damping.plus(i.shl(3)).float());
      f.if(damping.differs(ZERO), () => {
        f.if(which.and(4), () => {
          const i4 = f.int(i.shl(2));
          const adr = f.int(a.ten_J_rowadr.plus(i4).int());
          const columns = a.ten_J_colind.plus(adr.shl(2));
          const J = a.ten_J.plus(adr.shl(3));
          f.call(addSparse, at, J, columns, a.ten_J_rownnz.plus(i4).int(), damping.negative());
        }, () => f.call(addDense, at, a.ten_J.plus(i.times(nv).shl(3)), damping.negative()));
      });
    });
  });
});

/** The kernels by name. */
export const SMOOTH_VEL_KERNELS = { addSparse, addDense, smoothVel };
