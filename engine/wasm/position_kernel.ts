/** A kernel for all that makes up the inertia matrix, in one call. */

import { attachedFrames, bodyFrames, lights } from "./frame_kernels.ts";
import { comPos } from "./com_kernels.ts";
import { crb } from "./crb_kernel.ts";
import { halfTurns } from "./half_turn_kernel.ts";
import { int, kernel } from "./assembler.ts";
import { copy } from "./ltdl_kernels.ts";
import { POSES } from "./pose_block.ts";
import { STAGE } from "./stage_block.ts";

/**
 * `position`: poses, centers of mass, cameras and lights, and the inertia matrix but for tendons. Unless hinges are
 * `turned`, it begins with their sines and cosines; if there are large angles, it ends with that, and returns 1.
 */
const position = kernel(["int", "int", "int"], (f, at, stageAt, turned) => {
  f.if(turned.equals(0), () => f.if(f.call(halfTurns, at), () => f.return(turned.equals(0))));
  f.call(bodyFrames, at, int(0));
  f.call(attachedFrames, at, int(4));
  f.call(comPos, at);
  const { nlight, dof_armature, dof_M0 } = POSES.members(f, at);
  f.if(nlight, () => f.call(lights, at));
  const { nv, armature, M0 } = STAGE.members(f, stageAt);
  copy(f, armature, dof_armature, nv.shl(3));
  copy(f, M0, dof_M0, nv.shl(3));
  f.call(crb, stageAt);
});

/** The kernel by name. */
export const POSITION_KERNELS = { position };
