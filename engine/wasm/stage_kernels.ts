/** The kernels that work in place on the fields of data: V8-13. */

import { ACCELERATION_KERNELS } from "./acceleration_kernels.ts";
import { ACTUATION_KERNELS } from "./actuation_kernels.ts";
import { BODY_KERNELS } from "./body_kernels.ts";
import { COM_KERNELS } from "./com_kernels.ts";
import { CRB_KERNELS } from "./crb_kernel.ts";
import { ATTACHED_FRAME_KERNELS, BODY_FRAME_KERNELS } from "./frame_kernels.ts";
import { HALF_TURN_KERNELS } from "./half_turn_kernel.ts";
import { FACTOR_KERNELS, SOLVE_KERNELS } from "./ltdl_kernels.ts";
import { MOVING_LENGTH_KERNELS } from "./moving_length_kernels.ts";
import { POSITION_KERNELS } from "./position_kernel.ts";
import { PASSIVE_KERNELS } from "./passive_kernel.ts";
import { SMOOTH_VEL_KERNELS } from "./smooth_vel_kernels.ts";

/** Modules of kernels on data. */
export const STAGE_MODULES = [
  ACCELERATION_KERNELS,
  BODY_KERNELS,
  CRB_KERNELS,
  FACTOR_KERNELS,
  SOLVE_KERNELS,
] as const;
/** Those that also read numbers of the model. */
export const POSE_MODULES = [
  HALF_TURN_KERNELS,
  BODY_FRAME_KERNELS,
  ATTACHED_FRAME_KERNELS,
  COM_KERNELS,
  CRB_KERNELS,
  POSITION_KERNELS,
  PASSIVE_KERNELS,
  MOVING_LENGTH_KERNELS,
  ACTUATION_KERNELS,
  SMOOTH_VEL_KERNELS,
] as const;
