/** A kernel for passive forces without tendons, flexes, or fluids. */

import { float, kernel } from "./assembler.ts";
import { along } from "./ltdl_kernels.ts";
import { POSES } from "./pose_block.ts";
import { STAGE } from "./stage_block.ts";

const ZERO = float(0);

/** Types of joints, as in `Joint`. */
const SLIDE = 2;

/**
 * `passive`: springs, if bit 0 of `which` is set, and dampers of joints, if bit 1 is set, and their sum; all other passive forces
 * are zero. Returns 1 if a joint that is neither a slide nor a hinge has a spring.
 */
const passive = kernel([POSES, STAGE, "int"], (f, poses, stage, which) => {
  const { njnt, jnt_type, jnt_qposadr, jnt_dofadr, jnt_stiffness, dof_damping, qpos_spring } = poses;
  const { qpos, qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid } = poses;
  const { nv, qvel, qfrc_passive } = stage;
  const n = f.int(nv.shl(3));
  const zeroed = [qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid];
  along(f, n, (k) => {
    for (const array of zeroed) f.store(array.plus(k), f.zeros());
  }, (k) => {
    for (const array of zeroed) f.store(array.plus(k), ZERO);
  });

  f.if(which.and(2), () => {
    const k = f.int(0);
    f.for(k, n, 8, () => {
      const damping = f.float(dof_damping.plus(k).float());
      f.if(damping.differs(ZERO), () => {
        f.store(qfrc_damper.plus(k), damping.negative().times(qvel.plus(k).float()));
      });
    });
  });

  const isTurned = f.int(0);
  f.if(which.and(1), () => {
    const j = f.int(0);
    f.for(j, njnt, 1, () => {
      const stiffness = f.float(jnt_stiffness.plus(j.shl(3)).float());
      f.if(stiffness.differs(ZERO), () => {
        const q = f.int(jnt_qposadr.plus(j.shl(2)).int().shl(3));
        const stretch = qpos.plus(q).float().minus(qpos_spring.plus(q).float());
        f.store(qfrc_spring.plus(jnt_dofadr.plus(j.shl(2)).int().shl(3)), stiffness.negative().times(stretch));
        isTurned.set(isTurned.or(jnt_type.plus(j.shl(2)).int().isBelow(SLIDE)));
      });
    });
  });

  along(
    f,
    n,
    (k) => f.store(qfrc_passive.plus(k), qfrc_spring.plus(k).pair().plus(qfrc_damper.plus(k).pair())),
    (k) => f.store(qfrc_passive.plus(k), qfrc_spring.plus(k).float().plus(qfrc_damper.plus(k).float())),
  );
  f.return(isTurned);
});

/** The kernel by name. */
export const PASSIVE_KERNELS = { passive };
