/** What the primal solvers have kernels for. */

import { Arena } from "../../wasm/arena.ts";
import { CHOLESKY_KERNELS, type CholeskyKernels } from "../../wasm/cholesky_kernels.ts";
import { CONE_KERNELS, type ConeKernels } from "../../wasm/cone_kernels.ts";
import { INERTIA_KERNELS, INERTIA_SOLVE_KERNELS, type InertiaKernels } from "../../wasm/inertia_kernels.ts";
import { JACOBIAN_KERNELS, type JacobianKernels } from "../../wasm/jacobian_kernels.ts";
import { LINE_KERNELS, type LineKernels } from "../../wasm/line_kernels.ts";
import { PRIMAL_KERNELS, type PrimalKernels } from "../../wasm/primal_kernels.ts";
import { PROFILE_KERNELS, type ProfileKernels } from "../../wasm/profile_kernels.ts";
import { PROFILE_SOLVE_KERNELS, type ProfileSolveKernels } from "../../wasm/profile_solve_kernels.ts";
import { ROW_KERNELS, type RowKernels } from "../../wasm/row_kernels.ts";
import { UPDATE_KERNELS, type UpdateKernels } from "../../wasm/update_kernels.ts";

/** The kernels by name. */
export interface SolverKernels
  extends
    CholeskyKernels,
    UpdateKernels,
    RowKernels,
    InertiaKernels,
    ConeKernels,
    JacobianKernels,
    LineKernels,
    PrimalKernels,
    ProfileKernels,
    ProfileSolveKernels {}

/** No kernels: to call one is an error. */
export const NO_KERNELS = {} as SolverKernels;

/** A memory with these kernels. */
export function newSolverArena(): Arena<SolverKernels> {
  return new Arena([
    CHOLESKY_KERNELS,
    UPDATE_KERNELS,
    ROW_KERNELS,
    INERTIA_KERNELS,
    INERTIA_SOLVE_KERNELS,
    JACOBIAN_KERNELS,
    LINE_KERNELS,
    CONE_KERNELS,
    PRIMAL_KERNELS,
    PROFILE_KERNELS,
    PROFILE_SOLVE_KERNELS,
  ]);
}
