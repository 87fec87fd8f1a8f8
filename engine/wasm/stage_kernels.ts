/** The kernels that work in place on the fields of data: V8-13. */

import { BODY_KERNELS } from "./body_kernels.ts";
import { CRB_KERNELS } from "./crb_kernel.ts";
import { FACTOR_KERNELS, SOLVE_KERNELS } from "./ltdl_kernels.ts";

/** Modules of kernels. */
export const STAGE_MODULES = [BODY_KERNELS, CRB_KERNELS, FACTOR_KERNELS, SOLVE_KERNELS] as const;
