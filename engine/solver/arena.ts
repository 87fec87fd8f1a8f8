/** The memory of the solvers, with kernels for dense problems. */

import { Arena } from "../wasm/arena.ts";
import { CHOLESKY_KERNELS, type CholeskyKernels } from "../wasm/cholesky_kernels.ts";
import { ROW_KERNELS, type RowKernels } from "../wasm/row_kernels.ts";
import { UPDATE_KERNELS, type UpdateKernels } from "../wasm/update_kernels.ts";

/** What the solvers have kernels for. */
export interface SolverKernels extends CholeskyKernels, UpdateKernels, RowKernels {}

/** The memory of the solvers. */
export const arena = new Arena<SolverKernels>([CHOLESKY_KERNELS, UPDATE_KERNELS, ROW_KERNELS]);
